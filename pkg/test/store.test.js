// The store, quickly, over an IndexedDB in memory; the browsers have their own tests.
import "fake-indexeddb/auto";
import assert from "node:assert/strict";
import { test } from "node:test";
import * as engine from "../index.js";
import { openStore } from "../store.js";

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
let names = 0;

/** A store of its own, whose clock is `at`. */
async function open(options = {}) {
  const at = { now: NOW };
  const name = options.name ?? `store-${++names}`;
  const store = await openStore({ name, caller: "OPERATOR", clock: () => at.now, engine, ...options });
  return { store, at, name };
}

const create = (id) => ({ type: "create", id, agentId: "billing" });
const asks = (id, timeoutMs = HOUR) => ({
  type: "log_action",
  action: {
    id,
    apiName: "mail.send",
    operationType: "CREATE",
    status: "PENDING_APPROVAL",
    compensation: { kind: "NONE", requireApproval: false },
  },
  purpose: "BEFORE_EXECUTION",
  approvalId: `ok-${id}`,
  timeoutMs,
});
const approve = (id, resolvedBy = "ana") => ({
  type: "resolve_approval",
  approvalId: `ok-${id}`,
  decision: "approve",
  resolvedBy,
});

async function waiting(store, id = "run") {
  await store.dispatch("reversible", id, create(id));
  return store.dispatch("reversible", id, asks("a"));
}

async function rejected(promise, code) {
  await assert.rejects(promise, (error) => error.name === "CountersignError" && error.code === code);
}

test("what is decided is stored, and nothing of what is denied", async () => {
  const { store, name } = await open();
  const { session } = await waiting(store);
  const denied = await store.dispatch("reversible", "run", { type: "complete" }, { caller: "AGENT" });
  assert.equal(denied.outcome, "allowed");
  const refused = await store.dispatch("reversible", "run", approve("a"), { caller: "AGENT" });
  assert.equal(refused.code, "caller_not_permitted");
  store.close();
  const { store: again } = await open({ name });
  assert.equal((await again.get("run")).actions.length, session.actions.length);
  assert.deepEqual(
    (await again.history("run")).map(({ seq, rule }) => [seq, rule]),
    [
      [1, "create"],
      [2, "log-pending"],
      [3, "complete"],
    ],
  );
  assert.equal(await again.get("other"), null);
  again.close();
});

test("history gives the session at every entry, with the caller, the time and the hash of the rules", async () => {
  const { store, at } = await open();
  const { session } = await waiting(store);
  at.now += 5;
  await store.dispatch("reversible", "run", approve("a"));
  assert.deepEqual(await store.at("run", 2), session);
  assert.deepEqual(await store.at("run", 3), await store.get("run"));
  assert.equal(await store.at("run", 0), null);
  const last = (await store.history("run")).at(-1);
  assert.deepEqual(
    [last.at, last.caller, last.command.type, last.rulesHash],
    [NOW + 5, "OPERATOR", "resolve_approval", engine.rulesHash],
  );
  await store.compact("run");
  const entries = await store.history("run");
  assert.deepEqual([entries.length, entries[0].kind, entries[0].seq], [1, "snapshot", 4]);
  assert.deepEqual(await store.at("run", 4), await store.get("run"));
  await rejected(store.compact("other"), "unknown_session");
  store.close();
});

test("a command of a known id is answered as it was, with another content it is a conflict", async () => {
  const { store } = await open();
  await waiting(store);
  const options = { commandId: "c-1" };
  const first = await store.dispatch("reversible", "run", approve("a"), options);
  await store.dispatch("reversible", "run", { type: "complete" });
  assert.deepEqual(await store.dispatch("reversible", "run", approve("a"), options), first);
  assert.equal((await store.dispatch("reversible", "run", approve("a", "bo"), options)).code, "id_conflict");
  assert.equal((await store.history("run")).length, 4);
  const noop = await store.dispatch("reversible", "run", { type: "complete" }, { commandId: "c-2" });
  assert.equal(noop.outcome, "noop");
  assert.deepEqual(await store.dispatch("reversible", "run", { type: "complete" }, { commandId: "c-2" }), noop);
  const denied = { type: "retry_undo", actionId: "a" };
  assert.equal((await store.dispatch("reversible", "run", denied, { commandId: "c-3" })).outcome, "denied");
  assert.equal(
    (await store.dispatch("reversible", "run", asks("b"), { commandId: "c-3" })).code !== "id_conflict",
    true,
  );
  store.close();
});

test("a revision that does not fit is denied with the present one", async () => {
  const { store } = await open();
  const { session } = await waiting(store);
  const denied = await store.dispatch("reversible", "run", approve("a"), { expectedRevision: session.revision - 1 });
  assert.deepEqual([denied.code, denied.revision], ["revision_conflict", session.revision]);
  const allowed = await store.dispatch("reversible", "run", approve("a"), { expectedRevision: session.revision });
  assert.equal(allowed.outcome, "allowed");
  assert.equal((await store.dispatch("reversible", "new", create("new"), { expectedRevision: 0 })).outcome, "allowed");
  store.close();
});

test("an id is that of one session over all lifecycles, and that which is created", async () => {
  const { store } = await open();
  await waiting(store);
  await rejected(store.dispatch("interactive", "run", { type: "archive" }), "invalid_input");
  await rejected(store.dispatch("reversible", "other", create("run-2")), "invalid_input");
  await rejected(store.dispatch("other", "run", { type: "archive" }), "invalid_input");
  assert.deepEqual(await store.history("other"), []);
  store.close();
});

test("of two that answer at the same moment the first stands, and the second is told who it was (field case 3)", async () => {
  const { store, name } = await open();
  const { store: other } = await open({ name });
  await waiting(store);
  const reject = { ...approve("a", "bo"), decision: "reject" };
  const [one, two] = await Promise.all([
    store.dispatch("reversible", "run", approve("a")),
    other.dispatch("reversible", "run", reject),
  ]);
  assert.deepEqual([one.outcome, two.outcome].sort(), ["allowed", "denied"]);
  const second = one.outcome === "denied" ? one : two;
  assert.match(second.message, one.outcome === "denied" ? /bo/ : /ana/);
  assert.equal((await store.history("run")).length, 3);
  store.close();
  other.close();
});

test("a snapshot of the server takes the place of what was decided here, and says so", async () => {
  const { store } = await open();
  const { session } = await waiting(store);
  const theirs = { ...session, agentId: "theirs" };
  const stored = await store.put("reversible", theirs, { version: 7 });
  assert.deepEqual([stored.outcome, stored.warnings.map(({ code }) => code)], ["stored", ["local_changes_replaced"]]);
  assert.deepEqual(await store.get("run"), { ...theirs, revision: session.revision + 1 });
  for (const version of [7, 6]) assert.equal((await store.put("reversible", session, { version })).outcome, "noop");
  for (const version of [-1, 1.5, "7"]) await rejected(store.put("reversible", session, { version }), "invalid_input");
  const [row] = await store.list();
  assert.deepEqual([row.origin, row.unconfirmed], ["remote", false]);
  await store.dispatch("reversible", "run", { type: "complete" });
  assert.equal((await store.list())[0].unconfirmed, true);
  assert.deepEqual(
    (await store.history("run")).map(({ kind }) => kind),
    ["command", "command", "snapshot", "command"],
  );
  assert.deepEqual(await store.at("run", 4), await store.get("run"));
  store.close();
});

test("a remote session is shown as expired, and neither ticked nor outstanding here", async () => {
  const { store, at } = await open();
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
  store.close();
});

test("what a host has to carry out is found after a crash (field cases 11 and 12)", async () => {
  const { store, name } = await open();
  await waiting(store);
  await store.dispatch("reversible", "run", approve("a"));
  store.close();
  const { store: again } = await open({ name });
  const [{ id, events }] = await again.outstanding();
  assert.deepEqual([id, events.map(({ type, actionId }) => [type, actionId])], ["run", [["action_cleared", "a"]]]);
  again.close();
});

test("a clock that jumps back and forth expires only what it says (field case 15)", async () => {
  const { store, at } = await open();
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
  store.close();
});

test("a session that is deleted or removed leaves nothing, and turns away a late snapshot, not a new one", async () => {
  const { store } = await open();
  const { session } = await waiting(store);
  await store.dispatch("interactive", "talk", { type: "create", id: "talk", toolPolicies: { default: "always_ask" } });
  await store.dispatch("interactive", "talk", { type: "delete" });
  await store.remove("run");
  await store.remove("nobody");
  assert.deepEqual([await store.list(), await store.history("run"), await store.get("talk")], [[], [], null]);
  assert.equal((await store.put("reversible", session, { version: 9 })).code, "removed");
  assert.equal((await store.dispatch("reversible", "run", create("run"))).outcome, "allowed");
  await store.clear();
  assert.equal((await store.counts()).all, 0);
  store.close();
});

test("when a parent ends, its descendants are revoked with it", async () => {
  const { store } = await open();
  const delegate = (uid, parentUid) => ({
    type: "create",
    uid,
    agent: "a",
    task: "t",
    harness: "h",
    authority: [],
    parentUid,
  });
  await store.dispatch("delegated", "lead", delegate("lead"));
  await store.dispatch("delegated", "helper", delegate("helper", "lead"));
  await store.dispatch("delegated", "below", delegate("below", "helper"));
  await rejected(store.dispatch("delegated", "orphan", delegate("orphan", "nobody")), "invalid_input");
  const ended = await store.dispatch("delegated", "lead", { type: "revoke", source: "governance" });
  assert.deepEqual(ended.cascaded, ["below", "helper"]);
  const last = (await store.history("below")).at(-1);
  assert.deepEqual(
    [last.caller, last.command.source, (await store.get("below")).pendingOutcome.phase],
    ["SYSTEM", "parent", "Revoked"],
  );
  assert.deepEqual(
    (await store.list({ parent: "lead" })).map(({ id }) => id),
    ["helper"],
  );
  store.close();
});

test("lists filter, search, sort and page", async () => {
  const { store, at } = await open();
  for (const id of ["c", "a", "b"]) {
    at.now++;
    await store.dispatch("reversible", id, create(id));
  }
  at.now++;
  await store.dispatch("reversible", "a", asks("x"));
  const ids = async (query) => (await store.list(query)).map(({ id }) => id);
  assert.deepEqual(await ids(), ["a", "b", "c"]);
  assert.deepEqual(await ids({ order: "id", limit: 2 }), ["a", "b"]);
  assert.deepEqual(await ids({ order: "id", after: "a", limit: 1 }), ["b"]);
  assert.deepEqual(await ids({ waiting: true }), ["a"]);
  assert.deepEqual(await ids({ display: ["ACTIVE"], order: "id" }), ["b", "c"]);
  assert.deepEqual(await ids({ text: "BILL", lifecycle: "reversible", order: "id" }), ["a", "b", "c"]);
  assert.deepEqual((await store.counts()).attention, { needs_human: 1, working: 2 });
  store.close();
});

test("subscribers are told in every tab after it is durable, and never of an older revision", async () => {
  const { store, name } = await open();
  const { store: other } = await open({ name });
  const told = [];
  const lists = [];
  other.subscribe("run", () => {
    throw new Error("a listener that throws hurts nobody else");
  });
  other.subscribe("run", (found) => told.push(found?.session.revision ?? 0));
  const stop = other.subscribe({ lifecycle: "reversible" }, (rows) => lists.push(rows.length));
  const errors = [];
  globalThis.reportError = (error) => errors.push(error);
  await waiting(store);
  await until(() => told.at(-1) === 3);
  assert.deepEqual(told, [...told].sort());
  assert.match(errors[0].message, /hurts nobody else/);
  assert.equal(other.snapshot("run").session.revision, 3);
  assert.equal(other.snapshot("run"), other.snapshot("run"));
  assert.equal(lists.at(-1), 1);
  stop();
  await store.remove("run");
  await until(() => told.at(-1) === 0);
  assert.equal(lists.at(-1), 1);
  store.close();
  other.close();
});

test("a vendor's payload is stored as its server's, with its warnings, and an equal one does nothing", async () => {
  const { store } = await open();
  const payload = {
    id: "s-1",
    agentId: "billing",
    status: "ACTIVE",
    intent: "refund 7",
    createdAt: "2026-11-01T00:00:00Z",
    updatedAt: "2026-11-02T00:00:00Z",
    actions: [],
  };
  assert.deepEqual(await store.importPayload(payload), [{ id: "s-1", outcome: "stored", warnings: [] }]);
  assert.equal((await store.importPayload(payload))[0].outcome, "noop");
  assert.equal((await store.list())[0].label, "refund 7");
  const [good, bad] = await store.importPayload([{ id: "sesn_1", status: "idle", stop_reason: null }, { id: 7 }], {
    lifecycle: "interactive",
  });
  assert.equal(good.outcome, "stored");
  assert.equal(bad.error.code, "invalid_input");
  assert.equal((await store.importPayload({ id: "sesn_1", status: "idle", stop_reason: null }))[0].outcome, "noop");
  assert.equal(
    (await store.importPayload({ id: "sesn_1", status: "running", stop_reason: null }))[0].outcome,
    "stored",
  );
  await rejected(store.importPayload({ hello: 1 }), "invalid_input");
  store.close();
});

test("what is exported is imported again as it was, once, and nothing of a file that contradicts itself", async () => {
  const { store } = await open();
  await waiting(store);
  await store.dispatch("interactive", "talk", { type: "create", id: "talk", toolPolicies: { default: "always_ask" } });
  const blob = await store.exportAll();
  const { store: other } = await open();
  const seen = [];
  await other.importAll(blob, { onProgress: (progress) => seen.push(progress) });
  await other.importAll(blob);
  assert.deepEqual(seen.at(-1), { verified: 2, written: 2 });
  assert.deepEqual(await other.get("run"), await store.get("run"));
  const without = ({ position, ...entry }) => entry;
  assert.deepEqual((await other.history("run")).map(without), (await store.history("run")).map(without));
  const text = await blob.text();
  for (const [broken, code] of [
    [text.replace('"revision":3', '"revision":4'), "corrupt_record"],
    [`${text}{`, "corrupt_record"],
    [text.replace('"schema":1', '"schema":2'), "unknown_schema"],
  ]) {
    const { store: third } = await open();
    await assert.rejects(
      third.importAll(new Blob([broken])),
      (error) => error.code === code && /^line \d/.test(error.path),
    );
    assert.equal((await third.counts()).all, 0);
    third.close();
  }
  store.close();
  other.close();
});

async function until(holds) {
  for (let tries = 0; tries < 200; tries++) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.fail("it did not come to that");
}
