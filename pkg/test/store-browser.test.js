// The store in a real browser: many tabs, tabs that are frozen or out of date, and a browser that is killed.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { reversible } from "../index.js";
import { launch, launchIn, served } from "./store/browser.js";

const NOW = 1_800_000_000_000;
const full = Boolean(process.env.COUNTERSIGN_FULL);
const complaints = [];
let reports = [];
let onReport = () => {};
let server;
let browser;

before(async () => {
  server = await served((report) => {
    reports.push(report);
    onReport();
  });
  browser = await launch();
});

after(async () => {
  await browser?.close();
  server?.close();
});

test("four tabs write at once: every answer is true, and all see the same in the end", async (t) => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  t.diagnostic(`seed ${seed}`);
  const pages = await tabs(4);
  for (const page of pages) await page.evaluate(followed);
  const answered = await Promise.all(
    pages.map(async (page, tab) =>
      JSON.parse(await page.evaluate((given) => work(given), { tab, seed, count: count() })),
    ),
  );
  assert.deepEqual(
    answered.map(({ length }) => length),
    Array(4).fill(count()),
  );

  const [fresh] = await tabs(1, { context: pages[0].context() });
  const found = await all(fresh);
  const states = new Map(found.map((one) => [one.id, statesOf(one)]));
  const positions = found.flatMap(({ entries }) => entries.map(({ position }) => position));
  assert.equal(new Set(positions).size, positions.length);
  const kept = new Map(
    found.flatMap(({ entries }) => entries.map((entry) => [`${entry.id} ${entry.commandId}`, entry])),
  );
  assert.equal(kept.size, positions.length, "no command is there twice");

  const told = new Set();
  for (const item of answered.flat()) {
    const key = `${item.id} ${item.options.commandId}`;
    if (item.answer.outcome !== "denied") told.add(key);
    isTrue(item, kept.get(key), states.get(item.id) ?? [null]);
  }
  assert.deepEqual(
    [...kept.keys()].sort(),
    [...told].sort(),
    "what is there was answered, and what was answered is there",
  );

  const expected = await seen(fresh);
  for (const page of pages) {
    assert.deepEqual(await settled(page, expected), JSON.parse(expected));
    for (const revisions of await page.evaluate(() => Object.values(told).map((all) => all.map(revisionOf)))) {
      assert.deepEqual(
        revisions,
        revisions.toSorted((one, other) => one - other),
      );
    }
  }
  await end(fresh);
});

test("what was promised before the browser was killed is there afterwards", async (t) => {
  const profile = mkdtempSync(join(tmpdir(), "countersign-store-"));
  const rounds = full ? 50 : 2;
  reports = [];
  let running;
  try {
    for (let round = 0; round <= rounds; round++) {
      running = await launchIn(profile);
      const pages = await tabs(2, { context: running.context });
      const found = await all(pages[0]);
      const kept = new Map();
      for (const one of found) {
        const states = statesOf(one);
        for (const entry of one.entries) kept.set(entry.commandId, { ...entry, session: states[entry.seq] });
      }
      for (const { id, commandId, answer } of reports) {
        const { outcome, rule, events, session, ...entry } = kept.get(commandId) ?? {};
        const promised = answer.outcome === "noop" ? { ...answer, events: [] } : answer;
        assert.deepEqual(
          [entry.id, outcome, rule, events, session],
          [id, ...[promised.outcome, promised.rule, promised.events, promised.session]],
          `round ${round}, command ${commandId}`,
        );
      }
      // A tab goes on only after it told what was promised: of each, one more may be there.
      const reported = new Set(reports.map(({ commandId }) => commandId));
      const more = [...kept.keys()].filter((id) => !reported.has(id));
      assert.equal(new Set(more.map((id) => id.slice(0, id.lastIndexOf("-")))).size, more.length, more.join());
      if (round < rounds) {
        const enough = reports.length + 1 + Math.floor(Math.random() * 60);
        const wait = Math.random() * 20;
        t.diagnostic(`round ${round}: killed ${wait.toFixed(1)} ms after report ${enough}`);
        const written = new Promise((resolve) => {
          onReport = () => reports.length >= enough && resolve();
        });
        pages.map((page, tab) => page.evaluate((given) => void report(given), { tab, round }));
        await written;
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
      await running.kill();
    }
  } finally {
    await running?.kill();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});

test("what one tab changes is told to a subscriber in another", async () => {
  const [one, other] = await tabs(2);
  await other.evaluate(() => {
    follow("run");
    follow({ waiting: true }, "list");
  });
  await one.evaluate(async () => {
    await store.dispatch("reversible", "run", commands.create("run"));
    await store.dispatch("reversible", "run", commands.asks("a"));
  });
  await until(other, () => told.run.at(-1)?.session.actions.length === 1 && told.list.at(-1)?.length === 1);
  assert.deepEqual(
    await other.evaluate(() => [told.run.at(-1).session, told.list.at(-1), store.snapshot("run") === told.run.at(-1)]),
    [...(await one.evaluate(async () => [await store.get("run"), await store.list()])), true],
  );
  await one.evaluate(() => store.remove("run"));
  await until(other, () => told.run.at(-1) === null && told.list.at(-1).length === 0);
  await end(one);
});

test("a session that is removed in one tab while another writes to it is whole or gone", async () => {
  const [one, other] = await tabs(2);
  for (const page of [one, other]) await page.evaluate(() => void follow("run"));
  const [answers] = await Promise.all([
    one.evaluate(async () => {
      const answers = [];
      for (let index = 0; index < 60; index++) {
        const command = index % 3 === 0 ? commands.create("run") : commands.asks(`a${index}`);
        const answer = await store.dispatch("reversible", "run", command, { commandId: `c-${index}` });
        answers.push([answer.outcome, answer.code]);
      }
      return answers;
    }),
    other.evaluate(async () => {
      for (let times = 0; times < 15; times++) {
        await store.remove("run");
        await store.get("run");
      }
    }),
  ]);
  // Of a session that is not there the engine says so; nothing else may happen.
  for (const [outcome, code] of answers) assert.ok(outcome !== "denied" || code === "no_session", code);
  const found = await all(one);
  found.map(statesOf);
  const session = found[0]?.session ?? null;
  const [fresh] = await tabs(1, { context: one.context() });
  const expected = await seen(fresh);
  for (const page of [one, other]) {
    assert.deepEqual(await settled(page, expected), JSON.parse(expected));
    await until(
      page,
      (json) => JSON.stringify(store.snapshot("run")?.session ?? null) === json,
      JSON.stringify(session),
    );
  }
  await end(one);
});

test("a subscriber is told of a session that takes the place of a removed one, though its revision is lower", async () => {
  const [one, other] = await tabs(2);
  await one.evaluate(async () => {
    await store.dispatch("reversible", "run", commands.create("run"));
    for (const id of ["a", "b"]) await store.dispatch("reversible", "run", commands.asks(id));
  });
  for (const page of [one, other]) {
    await page.evaluate(() => void follow("run"));
    await until(page, () => told.run.at(-1)?.session.actions.length === 2);
  }
  await one.evaluate(() =>
    Promise.all([store.remove("run"), store.dispatch("reversible", "run", commands.create("run"))]),
  );
  for (const page of [one, other]) await until(page, () => told.run.at(-1)?.session.actions.length === 0);
  await end(one);
});

test("a write that is under way when the store is closed is answered as it became", async () => {
  const [page] = await tabs(1);
  const answered = await page.evaluate(async () => {
    const write = refusal(store.dispatch("reversible", "run", commands.create("run")));
    store.close();
    const refused = await write;
    await opened("store");
    return { refused, isThere: (await store.get("run")) !== null };
  });
  assert.equal(answered.refused, answered.isThere ? null : "store_closed");
  await end(page);
});

test("an old tab gives way when another deletes the database, and tells its subscribers", async () => {
  const [old, other] = await tabs(2);
  await old.evaluate(async () => {
    await store.dispatch("reversible", "run", commands.create("run"));
    follow("run");
    follow({}, "list");
  });
  await other.evaluate(() => store.close());
  await other.evaluate(() => raw("deleteDatabase", "store").then(() => {}));
  await until(old, isClosed);
  assert.deepEqual(await old.evaluate(refusals), Array(6).fill("store_closed"));
  // Opened anew it is empty, and whole.
  await old.evaluate(() => opened("store"));
  assert.deepEqual(await old.evaluate(() => store.list()), []);
  await old.evaluate(() => store.dispatch("reversible", "run", commands.create("run")));
  await end(old);
});

test("nobody is told anything after having been told that the store is closed", async () => {
  const [page] = await tabs(1);
  await page.evaluate(() => {
    // Many reads are under way when it happens.
    for (let index = 0; index < 300; index++) follow(`run-${index}`);
    return raw("deleteDatabase", "store").then(() => {});
  });
  await until(page, isClosed);
  assert.deepEqual(await page.evaluate(() => refusal(store.get("run"))), "store_closed");
  const late = await page.evaluate(() => Object.values(told).filter((all) => !all.at(-1)?.closed).length);
  assert.equal(late, 0);
  await end(page);
});

test("whoever subscribes to a list before the rows are in is told when they are", async () => {
  const [page] = await tabs(1);
  await page.evaluate(async () => {
    await store.dispatch("reversible", "run", commands.create("run"));
    store.close();
    await opened("store", { ready: false });
    follow({}, "list");
    await store.ready;
  });
  await until(page, () => told.list.at(-1)?.length === 1 && store.snapshot({}).length === 1);
  await end(page);
});

test("writes that are under way while the database is deleted are done or refused, and nothing fails unheard", async () => {
  const [old, other] = await tabs(2);
  await other.evaluate(() => store.close());
  const [refused] = await Promise.all([
    old.evaluate(async () => {
      const answers = [];
      for (let index = 0; index < 400 && !answers.includes("store_closed"); index++) {
        const id = `run-${index}`;
        const pair = ["", "-2"].map((end) => store.dispatch("reversible", id + end, commands.create(id + end)));
        answers.push(...(await Promise.all(pair.map(refusal))));
      }
      return [...new Set(answers)];
    }),
    other.evaluate(() => raw("deleteDatabase", "store").then(() => {})),
  ]);
  assert.deepEqual(
    refused.filter((code) => code !== null && code !== "store_closed"),
    [],
  );
  await end(old);
});

test("a database whose storage is cleared underneath is closed, and can be opened anew", async () => {
  const [page] = await tabs(1);
  await page.evaluate(async () => {
    await store.dispatch("reversible", "run", commands.create("run"));
    follow("run");
  });
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin: new URL(server.url).origin, storageTypes: "indexeddb" });
  await until(page, isClosed);
  assert.deepEqual(await page.evaluate(refusals), Array(6).fill("store_closed"));
  await page.evaluate(() => opened("store"));
  assert.deepEqual(await page.evaluate(() => store.list()), []);
  await end(page);
});

test("a database of a later version is refused and stays as it is; an old tab gives way to it", async () => {
  const [old, other] = await tabs(2);
  await old.evaluate(async () => {
    await store.dispatch("reversible", "run", commands.create("run"));
    follow("run");
  });
  const upgraded = () => raw("open", "store", 99).then((db) => db.close());
  await other.evaluate(() => store.close());
  await other.evaluate(upgraded);
  await until(old, isClosed);
  assert.equal(await old.evaluate(() => refusal(store.get("run"))), "store_closed");
  assert.equal(await old.evaluate(() => refusal(opened("store"))), "version_too_new");
  const left = await other.evaluate(async () => {
    const db = await raw("open", "store");
    const found = [db.version, await new Promise((resolve) => count(db, resolve))];
    db.close();
    return found;
    function count(db, resolve) {
      const request = db.transaction("sessions").objectStore("sessions").count();
      request.onsuccess = () => resolve(request.result);
    }
  });
  assert.deepEqual(left, [99, 1]);
  // One that was never ours is refused as well.
  await other.evaluate(() => raw("open", "theirs", 99).then((db) => db.close()));
  assert.equal(await other.evaluate(() => refusal(opened("theirs"))), "version_too_new");
  await end(old);
});

// A tab that is frozen still gets messages, but no answer of the database: what it asks then holds up whoever writes.
test("a frozen tab holds up nobody who writes, and catches up when it is active again", {
  timeout: 60_000,
}, async () => {
  const profile = mkdtempSync(join(tmpdir(), "countersign-store-"));
  const running = await launchIn(profile);
  try {
    const { context } = running;
    const [frozen] = await tabs(1, { context });
    await frozen.evaluate(() => {
      follow("run");
      follow({}, "list");
      globalThis.events = [];
      for (const type of ["freeze", "resume"]) document.addEventListener(type, () => events.push(type));
    });
    await until(frozen, () => told.run.length === 1);
    // Only one that is hidden can be frozen.
    const [other] = await tabs(1, { context });
    await other.bringToFront();
    const session = await context.newCDPSession(frozen);
    await until(frozen, () => document.visibilityState === "hidden");
    await session.send("Page.setWebLifecycleState", { state: "frozen" });
    while ((await frozen.evaluate(() => events.length)) === 0);
    await other.evaluate(() => {
      globalThis.written = false;
      void writes().then(() => {
        globalThis.written = true;
      });
      async function writes() {
        await store.dispatch("reversible", "run", commands.create("run"));
        for (let index = 0; index < 20; index++) await store.dispatch("reversible", "run", commands.asks(`a${index}`));
        await store.dispatch("reversible", "gone", commands.create("gone"));
        await store.remove("gone");
      }
    });
    await until(other, () => globalThis.written);
    assert.deepEqual(await frozen.evaluate(() => events), ["freeze"]);
    await session.send("Page.setWebLifecycleState", { state: "active" });
    await frozen.bringToFront();
    await until(frozen, () => told.run.at(-1)?.session.actions.length === 20 && told.list.at(-1).length === 1);
    const expected = await seen(other);
    assert.deepEqual(await settled(frozen, expected), JSON.parse(expected));
    assert.deepEqual(complaints.splice(0), []);
  } finally {
    await running.kill();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});

test("a tab that missed every message catches up when it becomes visible", async () => {
  const context = await browser.newContext();
  const [other] = await tabs(1, { context });
  const deaf = await context.newPage();
  await deaf.addInitScript(() => {
    // It hears nothing of what the others say.
    Object.defineProperty(BroadcastChannel.prototype, "onmessage", { set() {} });
    BroadcastChannel.prototype.addEventListener = () => {};
  });
  await ready(deaf, "store");
  await deaf.evaluate(() => {
    follow("run");
    follow({}, "list");
  });
  await other.evaluate(() => store.dispatch("reversible", "run", commands.create("run")));
  assert.deepEqual(await deaf.evaluate(() => store.list()), []);
  await deaf.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await until(deaf, () => told.run.at(-1)?.session.id === "run" && told.list.at(-1)?.length === 1);
  await end(other);
});

function count() {
  return full ? 500 : 100;
}

/** Tabs of one browser, each with the store open. */
async function tabs(many, { context, name = "store" } = {}) {
  const its = context ?? (await browser.newContext());
  return Promise.all(
    Array.from({ length: many }, async () => {
      const page = await its.newPage();
      await ready(page, name);
      return page;
    }),
  );
}

async function ready(page, name) {
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(server.url);
  await page.evaluate((name) => opened(name), name);
}

/** Nothing may have failed unheard in any tab. */
async function end(page) {
  const found = complaints.splice(0);
  await page.context().close();
  assert.deepEqual(found, []);
}

async function until(page, holds, given) {
  await page.waitForFunction(holds, given, { polling: 20, timeout: 20_000 });
}

/** Runs in the page: follows all that all tabs write to. */
function followed() {
  globalThis.revisionOf = (told) => told?.session.revision ?? 0;
  for (let index = 0; index < 10; index++) follow(`shared-${index}`);
}

/** Runs in the page: whether all subscribers were told that the store is closed. */
function isClosed() {
  return Object.values(told).every((all) => all.some((value) => value?.closed));
}

/** Runs in the page: what a closed store answers. */
function refusals() {
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
async function all(page) {
  const json = await page.evaluate(async () => {
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
function statesOf({ row, session, entries }) {
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
function isTrue({ id, command, options, knew, answer }, entry, states) {
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

function plain(value) {
  return JSON.parse(JSON.stringify(value));
}

/** What a tab shows of everything: the list, and each view. */
function seen(page) {
  return page.evaluate(shown);
}

/** The same, as soon as it is what is expected; else as it stays. */
async function settled(page, expected) {
  await page.evaluate(`globalThis.shown = ${shown}`);
  await page
    .waitForFunction(async (expected) => (await globalThis.shown()) === expected, expected, {
      polling: 50,
      timeout: 20_000,
    })
    .catch(() => {});
  return JSON.parse(await page.evaluate(shown));
}

/** Runs in the page. */
async function shown() {
  const rows = await store.list();
  const views = await Promise.all(rows.map(({ id }) => store.view(id)));
  return JSON.stringify([rows, views]);
}
