// What time alone changes in the store, and what a start after a crash finds.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as engine from "../index.js";
import { approve, create, HOUR, NOW, open, until, waiting } from "./store/given.js";

test("a remote session is shown as expired, and neither ticked nor outstanding here", async (t) => {
  const { store, at } = await open(t);
  const { session } = await waiting(store);
  await store.put("reversible", { ...session, id: "theirs" }, { version: 1 });
  at.now += 2 * HOUR;
  await store.timePassed();
  assert.deepEqual(
    (await store.outstanding()).map(({ id }) => id),
    [],
  );
  assert.deepEqual((await store.history("theirs")).length, 1);
  assert.equal((await store.view("theirs")).conditions.hasExpired, true);
  const ticked = (await store.history("run")).at(-1);
  assert.deepEqual([ticked.command.type, ticked.caller], ["tick", "SYSTEM"]);
});

const undoable = {
  type: "log_action",
  action: {
    id: "a",
    apiName: "mail.send",
    operationType: "CREATE",
    status: "SUCCESS",
    compensation: { kind: "AUTOMATIC", requireApproval: false },
  },
};

test("a host that crashed resumes an undo with its key, and a second report does nothing (field case 11)", async (t) => {
  const { store, name } = await open(t);
  for (const command of [create("run"), undoable, { type: "request_rollback" }]) {
    await store.dispatch("reversible", "run", command);
  }
  const [first] = await store.outstanding();
  store.close();
  const { store: again } = await open(t, { name });
  const [{ id, events }] = await again.outstanding();
  assert.deepEqual({ id, events }, first);
  const [{ type, actionId, idempotencyKey }] = events;
  assert.deepEqual([id, type, actionId], ["run", "undo_started", "a"]);
  const report = { type: "report_undo", actionId, idempotencyKey, result: "SUCCEEDED" };
  assert.equal((await again.dispatch("reversible", "run", report)).outcome, "allowed");
  const twice = await again.dispatch("reversible", "run", report);
  assert.equal(twice.outcome, "noop");
  assert.deepEqual(await again.outstanding(), []);
  assert.equal((await again.history("run")).length, 4);
});

test("an action that was approved and never ran stays cleared, and is unconfirmed after an hour (field case 12)", async (t) => {
  const { store, at, name } = await open(t);
  await waiting(store);
  await store.dispatch("reversible", "run", approve("a"));
  store.close();
  const { store: again } = await open(t, { name, clock: () => at.now });
  const [{ id, events }] = await again.outstanding();
  assert.deepEqual([id, events.map(({ type, actionId }) => [type, actionId])], ["run", [["action_cleared", "a"]]]);
  const before = (await again.list())[0];
  assert.equal(before.waiting, 1);
  at.now = NOW + HOUR + 1;
  await again.timePassed();
  const row = (await again.list())[0];
  assert.notDeepEqual([row.attention, row.changesAt], [before.attention, before.changesAt]);
  assert.equal((await again.view("run")).conditions.hasUnconfirmed, true);
  assert.equal((await again.get("run")).actions[0].status, "CLEARED");
});

test("a clock that jumps back and forth expires only what it says (field case 15)", async (t) => {
  const { store, at } = await open(t);
  await waiting(store);
  at.now -= 7 * HOUR;
  await store.timePassed();
  assert.equal((await store.history("run")).length, 2);
  at.now = NOW + HOUR - 1;
  await store.timePassed();
  assert.equal((await store.history("run")).length, 2);
  at.now = NOW + HOUR;
  await store.timePassed();
  await store.timePassed();
  assert.equal((await store.history("run")).length, 3);
});

test("a list says what time changed before anything is written, and so does the first page of a store that opens", async (t) => {
  const { store, at, name } = await open(t);
  const { session } = await waiting(store, "run", 2 * HOUR);
  await store.put("reversible", session, { version: 1 });
  const [before] = await store.list();
  at.now += 3 * HOUR;
  await store.timePassed();
  const [after] = await store.list();
  assert.deepEqual([before.changesAt, after.changesAt], [NOW + 2 * HOUR, null]);
  assert.equal((await store.history("run")).length, 3);
  const opening = [];
  for (const query of [{ limit: 1 }, {}]) {
    const { store: other } = await open(t, { name, clock: () => at.now });
    opening.push((await other.list(query))[0]);
  }
  for (const row of opening) assert.deepEqual(row, after);
});

test("the store ticks by itself when the earliest deadline comes, one timer for all", async (t) => {
  const began = Date.now();
  const { store } = await open(t, { clock: () => NOW + Date.now() - began });
  await waiting(store, "soon", 60);
  await waiting(store, "later", HOUR);
  const told = [];
  store.subscribe("soon", ({ session }) => told.push(session?.approvals[0].resolution));
  await until(() => told.at(-1) === "TIMEOUT");
  assert.equal((await store.history("soon")).at(-1).command.type, "tick");
  assert.equal((await store.history("later")).length, 2);
});

test("what was due while nobody looked is ticked once the store is opened, in any number", async (t) => {
  const { store, at, name } = await open(t);
  for (let index = 0; index < 40; index++) await waiting(store, `run-${index}`);
  store.close();
  at.now += 2 * HOUR;
  const { store: again } = await open(t, { name, clock: () => at.now });
  await until(async () => (await again.history("run-39")).length === 3);
  await until(async () => (await again.list()).every(({ waiting }) => waiting === 0));
  assert.equal((await again.outstanding()).length, 0);
});

test("two tabs that tick at once do so once", async (t) => {
  const { store, at, name } = await open(t);
  const { store: other } = await open(t, { name, clock: () => at.now });
  await waiting(store);
  await until(async () => (await other.list()).length === 1 && (await other.list())[0].waiting === 1);
  at.now += 2 * HOUR;
  await Promise.all([store.timePassed(), other.timePassed()]);
  assert.equal((await store.history("run")).length, 3);
});

test("a store that is closed while it opens leaves no timer behind", async (t) => {
  const { store, at, name } = await open(t);
  await waiting(store);
  store.close();
  const { store: brief } = await open(t, { name, clock: () => at.now });
  const set = t.mock.method(globalThis, "setTimeout");
  brief.close();
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(
    set.mock.calls.filter(({ arguments: [, wait] }) => wait > 1000),
    [],
  );
});

test("after a tab was hidden the next deadline is kept to the moment", async (t) => {
  const began = Date.now();
  const document = Object.assign(new EventTarget(), { hidden: false });
  globalThis.document = document;
  t.after(() => {
    delete globalThis.document;
  });
  const { store } = await open(t, { clock: () => NOW + Date.now() - began });
  await waiting(store, "hidden", 40);
  document.hidden = true;
  await new Promise((resolve) => setTimeout(resolve, 120));
  assert.equal((await store.history("hidden")).length, 2);
  document.hidden = false;
  document.dispatchEvent(new Event("visibilitychange"));
  await until(async () => (await store.history("hidden")).length === 3);
  await waiting(store, "next", 100);
  await until(async () => (await store.history("next")).length === 3);
});

test("of what the engine cannot derive nothing is written, neither by a command nor by time", async (t) => {
  let isBroken = false;
  const broken = () => {
    if (isBroken) throw new Error("the engine stopped");
  };
  const reversible = { ...engine.reversible, view: (...given) => broken() ?? engine.reversible.view(...given) };
  const { store, at } = await open(t, { engine: { ...engine, reversible } });
  await waiting(store);
  isBroken = true;
  await assert.rejects(store.dispatch("reversible", "run", approve("a")), /the engine stopped/);
  at.now += HOUR;
  await store.timePassed();
  assert.equal((await store.history("run")).length, 2);
  isBroken = false;
  await store.dispatch("reversible", "run", { type: "tick" }, { caller: "SYSTEM" });
  assert.deepEqual(
    (await store.history("run")).map(({ seq }) => seq),
    [1, 2, 3],
  );
  assert.deepEqual(await store.at("run", 3), await store.get("run"));
});
