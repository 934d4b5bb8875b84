// The store, quickly, over an IndexedDB in memory: what commands leave behind. The browsers have their own tests.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as engine from "../index.js";
import { openStore } from "../store.js";
import { approve, asks, create, delegate, NOW, open, rejected, waiting, within } from "./store/given.js";

test("what is decided is stored, and nothing of what is denied", async (t) => {
  const { store, name } = await open(t);
  const { session } = await waiting(store);
  const denied = await store.dispatch("reversible", "run", { type: "complete" }, { caller: "AGENT" });
  assert.equal(denied.outcome, "allowed");
  const refused = await store.dispatch("reversible", "run", approve("a"), { caller: "AGENT" });
  assert.equal(refused.code, "caller_not_permitted");
  store.close();
  const { store: again } = await open(t, { name });
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
});

test("history gives the session at every entry, with the caller, the time and the hash of the rules", async (t) => {
  const { store, at } = await open(t);
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
  await store.compact("other");
  assert.deepEqual(await store.history("other"), []);
});

test("a command of a known id is answered as it was, with another content it is a conflict", async (t) => {
  const { store } = await open(t);
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
});

test("a revision that does not fit is denied with the present one", async (t) => {
  const { store } = await open(t);
  const { session } = await waiting(store);
  const denied = await store.dispatch("reversible", "run", approve("a"), { expectedRevision: session.revision - 1 });
  assert.deepEqual([denied.code, denied.revision], ["revision_conflict", session.revision]);
  const allowed = await store.dispatch("reversible", "run", approve("a"), { expectedRevision: session.revision });
  assert.equal(allowed.outcome, "allowed");
  assert.equal((await store.dispatch("reversible", "new", create("new"), { expectedRevision: 0 })).outcome, "allowed");
});

test("an id is that of one session over all lifecycles, and that which is created", async (t) => {
  const { store } = await open(t);
  await waiting(store);
  await rejected(store.dispatch("interactive", "run", { type: "archive" }), "invalid_input");
  for (const id of ["run", "other"]) {
    await rejected(store.dispatch("reversible", id, create("run-2")), "invalid_input");
  }
  await rejected(store.dispatch("other", "run", { type: "archive" }), "invalid_input");
  assert.deepEqual(await store.history("other"), []);
});

test("of two that answer at the same moment the first stands, and the second is told who it was (field case 3)", async (t) => {
  const { store, name } = await open(t);
  const { store: other } = await open(t, { name });
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
});

test("a button that is pressed twice, and a request that the network repeats, do nothing more (field case 7)", async (t) => {
  const { store } = await open(t);
  const submit = (...inputs) => store.dispatch("interactive", "talk", { type: "submit", inputs });
  await store.dispatch("interactive", "talk", { type: "create", id: "talk", toolPolicies: { default: "always_ask" } });
  await submit({ type: "message", content: "hello" });
  const stop = { type: "submit", inputs: [{ type: "interrupt" }] };
  const first = await store.dispatch("interactive", "talk", stop, { commandId: "stop-1" });
  const twice = await store.dispatch("interactive", "talk", stop);
  assert.deepEqual([first.outcome, twice.outcome, twice.code], ["allowed", "noop", "nothing_to_interrupt"]);
  assert.deepEqual(await store.dispatch("interactive", "talk", stop, { commandId: "stop-1" }), first);
  assert.equal((await store.history("talk")).length, 3);
});

test("the same command is known again whatever the order of its keys", async (t) => {
  const { store } = await open(t);
  const { type, ...rest } = create("run");
  const first = await store.dispatch("reversible", "run", { ...rest, type }, { commandId: "c" });
  assert.deepEqual(await store.dispatch("reversible", "run", { type, ...rest }, { commandId: "c" }), first);
});

test("a session that is deleted or removed leaves nothing, and turns away a late snapshot, not a new one", async (t) => {
  const { store } = await open(t);
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
});

test("when a parent ends, its descendants are revoked with it", async (t) => {
  const { store } = await open(t);
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
});

test("an empty command id is none, and a repeated command may hold whatever JSON can", async (t) => {
  const { store } = await open(t);
  for (const id of ["", null, undefined]) {
    assert.equal((await store.dispatch("reversible", "run", asksOrCreate(id), { commandId: id })).outcome, "allowed");
  }
  const command = { ...asks("odd"), metadata: { toString: 1, valueOf: null, list: [Object.create(null)] } };
  const first = await store.dispatch("reversible", "run", command, { commandId: "odd" });
  assert.deepEqual(await store.dispatch("reversible", "run", command, { commandId: "odd" }), first);
});

function asksOrCreate(id) {
  return id === "" ? create("run") : asks(`${id}`);
}

test("a parent ends though a descendant cannot be read", async (t) => {
  const { store, name } = await open(t);
  for (const [uid, parent] of [["lead"], ["broken", "lead"], ["below", "broken"]]) {
    await store.dispatch("delegated", uid, delegate(uid, parent));
  }
  const broken = await store.get("broken");
  await within(name, "sessions", (sessions) => {
    sessions.get("broken").onsuccess = ({ target }) =>
      sessions.put({ ...target.result, session: { ...broken, phase: "Lost" } });
  });
  const ended = await store.dispatch("delegated", "lead", { type: "revoke", source: "governance" });
  assert.equal(ended.outcome, "allowed");
  await rejected(store.view("broken"), "corrupt_record");
});

test("a store loads the default engine, and must have a name", async () => {
  const store = await openStore({ name: "loads" });
  const { session } = await store.dispatch("reversible", "run", create("run"), { caller: "OPERATOR" });
  assert.deepEqual(session, engine.reversible.replay((await store.history("run"))[0].events));
  store.close();
  await rejected(openStore({}), "invalid_input");
});

test("a closed store says so, whatever it is asked, and its subscribers are told", async (t) => {
  const { store } = await open(t);
  await waiting(store);
  const told = [];
  store.subscribe("run", (value) => told.push(value));
  await store.ready;
  store.close();
  for (const asked of [
    store.list(),
    store.counts(),
    store.outstanding(),
    store.get("run"),
    store.dispatch("reversible", "run", asks("b")),
    store.exportAll(),
    store.compact("run"),
  ]) {
    await rejected(asked, "store_closed");
  }
  assert.deepEqual(told.at(-1), { closed: "close" });
  store.close();
  store.subscribe({}, (value) => told.push(value));
  await Promise.resolve();
  assert.deepEqual(told.slice(-2), [{ closed: "close" }, { closed: "close" }]);
});
