// What the store is measured by in a tab: bundled, and driven from outside by what is global here.
import { openStore } from "../../pkg/store.js";
import { appended, copied, parts } from "./append.js";

Object.assign(globalThis, { appended, copied, parts, opened, imported, opening, arm, dispatched });

/** Opens the store of this tab, whose clock starts at `now`. */
async function opened(name, now, durability) {
  globalThis.store = await openStore({ name, durability, caller: "OPERATOR", clock: from(now) });
  await store.ready;
}

/** A clock that begins then. */
function from(now) {
  return () => now + Math.floor(performance.now());
}

/** How long it takes to import the sessions that the server has. */
async function imported(path) {
  const blob = await (await fetch(path)).blob();
  const start = performance.now();
  const { sessions, conflicts } = await store.importAll(blob);
  if (conflicts.length > 0) throw new Error(`${conflicts.length} conflicts`);
  return { sessions, took: performance.now() - start };
}

/** How long everything takes that a tab begins with. */
async function opening(name, now) {
  const watch = watched();
  const start = performance.now();
  const since = () => performance.now() - start;
  globalThis.store = await openStore({ name, caller: "OPERATOR", clock: from(now) });
  const took = { open: since() };
  const page = await store.list({ limit: 50 });
  took.page = since();
  if (page.length !== 50) throw new Error(`${page.length} rows on the first page`);
  await store.ready;
  took.ready = since();
  took.block = watch();
  await timed(took, "counts", () => store.counts());
  await timed(took, "waiting", () => store.list({ waiting: true, text: "BILLING", order: "deadline", limit: 50 }));
  await timed(took, "all", () => store.list({ order: "label" }));
  return took;
}

async function timed(took, what, ask) {
  const start = performance.now();
  await ask();
  took[what] = performance.now() - start;
}

/** Watches how long this tab answers nothing at a stretch, by a timer that is late; to be called for the longest time. */
function watched() {
  const EVERY = 4;
  let longest = 0;
  let last = performance.now();
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last - EVERY);
    last = now;
  };
  const timer = setInterval(look, EVERY);
  return () => {
    look();
    clearInterval(timer);
    return longest;
  };
}

/** Subscribes to a session and to the first page, and waits until both are told; `heard` is when both are of its change. */
async function arm(id) {
  const before = (await store.get(id)).revision;
  const ends = [];
  const follow = (what, revisionIn) =>
    new Promise((isFollowed) => {
      ends.push(
        new Promise((hear) => {
          const end = store.subscribe(what, (value) => {
            isFollowed();
            if (!(revisionIn(value) > before)) return;
            hear(clock());
            queueMicrotask(() => end());
          });
        }),
      );
    });
  await Promise.all([
    follow({ limit: 50 }, ([row]) => row?.id === id && row.revision),
    follow(id, ({ session }) => session.revision),
  ]);
  globalThis.heard = Promise.all(ends).then(([list, session]) => ({ list, session }));
}

/** When the command was sent, and when it was answered. */
async function dispatched(lifecycle, id, command) {
  const start = clock();
  const { outcome, message } = await store.dispatch(lifecycle, id, command);
  if (outcome !== "allowed") throw new Error(`${outcome}: ${message}`);
  return { start, end: clock() };
}

/** The time that all tabs share. */
function clock() {
  return performance.timeOrigin + performance.now();
}
