// What the tests of the store ask of a browser, whichever it is.
import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import { reversible } from "../../index.js";
import { served } from "./server.js";

const NOW = 1_800_000_000_000;

/**
 * A browser for the tests of a file, and a server for its pages. After each test its tabs are closed, and nothing may have
 * failed unheard in any of them.
 */
export function browsing({ name, launch, launchIn }) {
  const used = new Map();
  const given = { name, reports: [], onReport() {}, tabs, launchIn };

  before(async () => {
    const onReport = (report) => {
      given.reports.push(report);
      given.onReport();
    };
    given.server = await served(onReport);
    given.browser = await launch();
  });

  afterEach(async () => {
    const found = [];
    for (const [context, tabs] of used) {
      used.delete(context);
      for (const tab of tabs) found.push(...(await tab.evaluate(() => complaints)));
      await context.close();
    }
    assert.deepEqual(found, []);
  });

  after(async () => {
    await given.browser?.close();
    given.server?.close();
  });

  /** Tabs that share their storage, each with the store open; that of nobody else unless a context is given. */
  async function tabs(many, { context, path = "", name = "store", waits = true } = {}) {
    const its = context ?? (await given.browser.context());
    if (!context) used.set(its, []);
    return Promise.all(
      Array.from({ length: many }, async () => {
        const tab = await its.tab(given.server.url + path);
        used.get(its)?.push(tab);
        if (waits) await tab.evaluate((name) => opened(name), name);
        return tab;
      }),
    );
  }

  return given;
}

/** Waits until something holds in a tab. */
export async function until(tab, holds, given) {
  for (const end = performance.now() + 20_000; !(await tab.evaluate(holds, given)); ) {
    if (performance.now() > end) throw new Error(`still not, after 20 s: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Runs in the page: whether all subscribers were told that the store is closed. */
export function isClosed() {
  return Object.values(told).every((all) => all.some((value) => value?.closed));
}

/** Runs in the page: what a closed store answers. */
export function refusals() {
  return Promise.all(
    [
      store.dispatch("reversible", "run", commands.create("run")),
      store.get("run"),
      store.view("run"),
      store.history("run"),
      store.remove("run"),
      store.exportAll(),
    ].map(refusal),
  );
}

/** All sessions of the store, with their histories. */
export async function all(tab) {
  const json = await tab.evaluate(async () => {
    const rows = await store.list({ order: "id" });
    const one = async (row) => ({
      id: row.id,
      row,
      session: await store.get(row.id),
      entries: await store.history(row.id),
    });
    return JSON.stringify(await Promise.all(rows.map(one)));
  });
  return JSON.parse(json);
}

/** The session after each of its entries; none is missing, and the last is what is stored and listed. */
export function statesOf({ row, session, entries }) {
  assert.deepEqual(
    entries.map(({ seq }) => seq),
    entries.map((_, at) => at + 1),
  );
  for (const [at, { id, position }] of entries.entries()) {
    assert.equal(id, row.id);
    assert.ok(at === 0 || position > entries[at - 1].position);
  }
  const states = [null];
  for (const { events } of entries) {
    states.push(events.length > 0 ? reversible.replay(events, states.at(-1)) : states.at(-1));
  }
  assert.deepEqual(states.at(-1), session);
  const events = entries.flatMap(({ events }) => events);
  assert.deepEqual(reversible.replay(events), session);
  assert.deepEqual([row.revision, row.position], [session.revision, entries.at(-1).position]);
  return states;
}

/** An answer is that of the engine: to the session before its entry, or for a denial as some tab could have seen it. */
export function isTrue({ id, command, options, knew, answer }, entry, states) {
  const { caller = "OPERATOR", expectedRevision } = options;
  const decided = (session) => plain(reversible.decide(session, command, { now: NOW, caller }));
  if (answer.outcome !== "denied") {
    assert.deepEqual(entry.command, command);
    assert.deepEqual(answer, decided(states[entry.seq - 1]));
    return;
  }
  const then = states.filter((session) => (session?.revision ?? 0) >= knew);
  if (answer.code === "revision_conflict") {
    assert.notEqual(answer.revision, expectedRevision);
    assert.ok(then.some((session) => (session?.revision ?? 0) === answer.revision));
    return;
  }
  const json = JSON.stringify(answer);
  assert.ok(
    then.some((session) => JSON.stringify(decided(session)) === json),
    `${id}: ${JSON.stringify(command)}: ${json}`,
  );
}

export function plain(value) {
  return JSON.parse(JSON.stringify(value));
}

/** What a tab shows of everything, as JSON: the list, and each view. */
export function seen(tab) {
  return tab.evaluate(async () => {
    const rows = await store.list();
    const views = await Promise.all(rows.map(({ id }) => store.view(id)));
    return JSON.stringify([rows, views]);
  });
}

/** The same, as soon as it is what is expected; else as it stays. */
export async function settled(tab, expected) {
  let shown;
  for (const end = performance.now() + 20_000; performance.now() < end; ) {
    shown = await seen(tab);
    if (shown === expected) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return JSON.parse(shown);
}
