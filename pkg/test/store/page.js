// What the tests of the store do in a tab: bundled, and driven from outside by what is global here.
import * as api from "countersign";
import { openStore } from "../../store.js";
import { run } from "../cell.js";
import * as commands from "./commands.js";

const NOW = 1_800_000_000_000;

Object.assign(globalThis, { opened, work, report, raw, refusal, follow, decided, told: {}, blocked: [], now: NOW });

/** Opens the store of this tab, whose clock is `now`; without an engine of its own it loads the default one. */
async function opened(name, { ready = true } = {}) {
  const onBlocked = (version) => blocked.push(version);
  globalThis.store = await openStore({ name, caller: "OPERATOR", clock: () => globalThis.now, onBlocked });
  if (ready) await store.ready;
}

/** What every runtime is asked, answered by the engine here. */
async function decided() {
  const vectors = await fetch("/vectors");
  return JSON.stringify(await run(api, await vectors.json()));
}

/** Keeps what a subscriber is told. */
function follow(what, key = what) {
  globalThis.told[key] = [];
  return store.subscribe(what, (value) => told[key].push(value));
}

/** The code of the error that a promise rejects with; its name if it has none. */
function refusal(promise) {
  return promise.then(
    () => null,
    ({ code, name }) => (typeof code === "string" ? code : name),
  );
}

/** The database, asked without the store. */
function raw(method, ...args) {
  return new Promise((resolve, reject) => {
    const request = indexedDB[method](...args);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Numbers from 0 to 1 that a seed gives again. */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const { create, asks, resolve } = commands;
globalThis.commands = commands;

/**
 * Sends commands, up to four at a time and every other one to a session that all tabs write to. Gives all questions
 * with their answers, and the revision that this tab knew when it asked.
 */
async function work({ tab, seed, count }) {
  const random = numbers(seed + tab);
  const below = (end) => Math.floor(random() * end);
  const done = [];
  const known = {};

  const ask = (index) => {
    // What was answered before is sometimes asked again.
    const again = done.length > 0 && random() < 0.08 ? done[below(done.length)] : undefined;
    if (again && again.id.startsWith("shared") === (index % 2 === 0)) {
      return { id: again.id, command: again.command, options: { commandId: again.options.commandId } };
    }
    const id = index % 2 === 0 ? `shared-${below(10)}` : `tab-${tab}-${below(Math.ceil(count / 20))}`;
    const options = { commandId: `${tab}-${index}` };
    if (random() < 0.15) options.expectedRevision = known[id] ?? 0;
    if (!known[id] && random() < 0.7) return { id, command: create(id), options };
    const action = `a${below(8)}`;
    const kind = random();
    if (kind < 0.1) {
      // The same command of the same id, by whichever tab is first.
      return { id, command: resolve(action, "approve", "all"), options: { commandId: `all-${action}` } };
    }
    if (kind < 0.2) return { id, command: create(id), options };
    if (kind < 0.22) return { id, command: { type: "complete" }, options };
    if (kind < 0.65) return { id, command: asks(action), options };
    if (kind < 0.7) return { id, command: resolve(action, "approve", "ana"), options: { ...options, caller: "AGENT" } };
    return { id, command: resolve(action, random() < 0.7 ? "approve" : "reject", `person-${tab}`), options };
  };

  for (let index = 0; index < count; ) {
    const burst = [];
    for (const end = Math.min(index + 1 + below(4), count); index < end; index++) {
      const asked = ask(index);
      const knew = known[asked.id] ?? 0;
      const answer = store.dispatch("reversible", asked.id, asked.command, asked.options);
      burst.push(answer.then((answer) => ({ ...asked, knew, answer })));
    }
    for (const item of await Promise.all(burst)) {
      known[item.id] = Math.max(known[item.id] ?? 0, item.answer.session?.revision ?? 0);
      done.push(item);
    }
  }
  return JSON.stringify(done);
}

/** Writes without end; what is answered is told to the server before the next command. */
async function report({ tab, round }) {
  const begun = new Set();
  for (let index = 0; ; index++) {
    const id = `run-${round}-${index % 4 === 3 ? `${tab}-` : ""}${Math.floor(index / 8)}`;
    const commandId = `${round}-${tab}-${index}`;
    const command = begun.has(id) ? asks(`${tab}-${index}`) : create(id);
    begun.add(id);
    const answer = await store.dispatch("reversible", id, command, { commandId });
    await fetch("/report", { method: "POST", body: JSON.stringify({ id, commandId, answer }) });
  }
}
