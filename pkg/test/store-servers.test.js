// Sessions of a server, vendors' payloads, and the way out of the store and in again.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { approve, asks, create, open, rejected, waiting } from "./store/given.js";

test("a snapshot of the server takes the place of what was decided here, and says so", async (t) => {
  const { store } = await open(t);
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
});

test("only what was decided here since a snapshot is replaced by the next one", async (t) => {
  const { store } = await open(t);
  const { session } = await waiting(store);
  await store.put("reversible", session, { version: 1 });
  const codes = async (version) =>
    (await store.put("reversible", session, { version })).warnings.map(({ code }) => code);
  assert.deepEqual(await codes(2), []);
  // A noop that is remembered changed nothing.
  await store.dispatch("reversible", "run", create("run"), { commandId: "again" });
  assert.deepEqual(await codes(3), []);
  await store.dispatch("reversible", "run", approve("a"));
  await store.compact("run");
  assert.equal((await store.list())[0].unconfirmed, true);
  assert.deepEqual(await codes(4), ["local_changes_replaced"]);
  assert.equal((await store.list())[0].unconfirmed, false);
});

test("a vendor's payload is stored as its server's, with its warnings, and an equal one does nothing", async (t) => {
  const { store } = await open(t);
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
});

test("what a vendor keeps beside a payload is taken in though the payload was known, and an empty list is none", async (t) => {
  const { store } = await open(t);
  const read = (name) => JSON.parse(readFileSync(new URL(`../samples/${name}`, import.meta.url)));
  const payload = read("reversible-awaiting-approval-payload.json");
  const [{ id }] = await store.importPayload(payload);
  assert.equal(await store.approvals(id), null);
  const more = read("approvals-of-reversible-awaiting-approval-payload.json");
  assert.equal((await store.importPayload(payload, { more }))[0].outcome, "stored");
  assert.ok((await store.approvals(id)).length > 0);
  const again = (await store.importPayload(payload, { more }))[0];
  assert.deepEqual([again.outcome, again.code], ["noop", "older_version"]);
  // The same payload alone says no more than it did.
  assert.equal((await store.importPayload(payload))[0].code, "older_version");
  assert.ok((await store.approvals(id)).length > 0);
  await store.remove(id);
  assert.equal((await store.importPayload(payload))[0].code, "removed");
  await store.clear();
  const { store: other } = await open(t);
  for (const options of [{ more }, {}]) await other.importPayload(payload, options);
  assert.ok((await other.approvals(id)).length > 0);
  for (const none of [[], { data: [] }, { items: [] }]) assert.deepEqual(await store.importPayload(none), []);
  const [title] = await store.importPayload({ id: "sesn_9", status: "idle", stop_reason: null, title: "Release 4.2" });
  assert.equal((await store.list({ text: "release 4" }))[0].id, title.id);
});

test("versions that a server tells count on, whatever came between without one", async (t) => {
  const { store } = await open(t);
  const { session } = await waiting(store);
  const stored = async (version, agentId) =>
    (await store.put("reversible", { ...session, agentId }, { version })).outcome;
  assert.deepEqual(
    [
      await stored(1, "a"),
      await stored(null, "b"),
      await stored(null, "b"),
      await stored(1, "c"),
      await stored(2, "c"),
    ],
    ["stored", "stored", "noop", "noop", "stored"],
  );
  assert.deepEqual(
    (await store.history("run")).filter(({ kind }) => kind === "snapshot").map(({ version }) => version),
    [1, null, 2],
  );
});

test("a label is text, whatever was given, and what cannot be stored is refused", async (t) => {
  const { store } = await open(t);
  await store.dispatch("reversible", "run", create("run"), { label: 5 });
  assert.equal((await store.list())[0].label, "5");
  const { store: other } = await open(t);
  assert.deepEqual(await other.importAll(await store.exportAll()), { sessions: 1, conflicts: [] });
  await rejected(store.get(undefined), "invalid_input");
  await rejected(store.history(null), "invalid_input");
  const odd = { ...create("odd"), more: () => {} };
  await rejected(store.dispatch("reversible", "odd", odd), "invalid_input");
  assert.equal(await store.get("odd"), null);
});

test("what is exported is imported again as it was, once, and nothing of a file that contradicts itself", async (t) => {
  const { store } = await open(t);
  await waiting(store);
  await store.dispatch("interactive", "talk", { type: "create", id: "talk", toolPolicies: { default: "always_ask" } });
  const blob = await store.exportAll();
  const { store: other } = await open(t);
  const seen = [];
  await other.importAll(blob, { onProgress: (progress) => seen.push(progress) });
  await other.importAll(blob);
  assert.deepEqual(seen.at(-1), { verified: 2, written: 2 });
  assert.deepEqual(await other.get("run"), await store.get("run"));
  const without = ({ position, ...entry }) => JSON.stringify(entry);
  assert.deepEqual((await other.history("run")).map(without), (await store.history("run")).map(without));
  const text = await blob.text();
  for (const [broken, code] of [
    [text.replace('"revision":3', '"revision":4'), "corrupt_record"],
    [`${text}{`, "corrupt_record"],
    [text.replace('"schema":1', '"schema":2'), "unknown_schema"],
  ]) {
    const { store: third } = await open(t);
    await assert.rejects(
      third.importAll(new Blob([broken])),
      (error) => error.code === code && /^line \d/.test(error.path),
    );
    assert.equal((await third.counts()).all, 0);
  }
});

test("an import adds what a session lacks, and tells of one that has another history", async (t) => {
  const { store } = await open(t);
  const { store: other } = await open(t);
  await waiting(store, "same");
  await waiting(store, "longer");
  await waiting(store, "forked");
  await other.importAll(await store.exportAll());
  await store.dispatch("reversible", "longer", approve("a"));
  await store.dispatch("reversible", "forked", approve("a"));
  await other.dispatch("reversible", "forked", asks("b"));
  await other.dispatch("reversible", "same", approve("a"));
  const mine = await other.get("forked");
  const backup = await store.exportAll();
  assert.deepEqual(await other.importAll(backup), { sessions: 3, conflicts: ["forked"] });
  assert.deepEqual(await other.importAll(backup), { sessions: 3, conflicts: ["forked"] });
  assert.deepEqual(await other.get("longer"), await store.get("longer"));
  assert.deepEqual(await other.get("forked"), mine);
  assert.equal((await other.history("same")).length, 3);
  assert.deepEqual(
    (await other.history("longer")).map(({ seq }) => seq),
    [1, 2, 3],
  );
  // Of a history that was compacted nobody can say it.
  await store.compact("same");
  assert.deepEqual((await other.importAll(await store.exportAll())).conflicts.sort(), ["forked", "same"]);
});

test("what is imported is checked, field by field, and a file that was put together from two is taken once", async (t) => {
  const { store } = await open(t);
  await waiting(store);
  const text = await (await store.exportAll()).text();
  const { store: other } = await open(t);
  const line = JSON.parse(text);
  const wrong = [
    { origin: "theirs" },
    { seq: 9 },
    { changes: "2" },
    { version: 1.5 },
    { label: 7 },
    { id: "other" },
    { lifecycle: "other" },
    { entries: [] },
    { entries: null },
    { entries: line.entries.slice(1) },
    { entries: line.entries.map((entry) => ({ ...entry, at: "now" })) },
    { session: { ...line.session, status: "COMPLETED" } },
    { session: null },
  ];
  for (const change of wrong) {
    const blob = new Blob([JSON.stringify({ ...line, ...change })]);
    await assert.rejects(other.importAll(blob), ({ name, path }) => name === "CountersignError" && path === "line 1");
  }
  for (const json of ["7", "null", "[]", "{", '""']) await assert.rejects(other.importAll(new Blob([json])), /line 1/);
  assert.equal((await other.counts()).all, 0);
  // Its place in another database is no matter here.
  const placed = { ...line, entries: line.entries.map((entry) => ({ ...entry, position: 1 })) };
  await other.importAll(new Blob([`${JSON.stringify(placed)}\n${text}\n\n${text}`]));
  assert.deepEqual(
    (await other.history("run")).map(({ seq }) => seq),
    [1, 2],
  );
  assert.deepEqual(await other.get("run"), await store.get("run"));
});

test("a backup brings back what was removed, and nothing of an older session takes its place", async (t) => {
  const { store } = await open(t);
  const { session } = await waiting(store);
  const backup = await store.exportAll();
  await store.remove("run");
  await store.importAll(backup);
  assert.deepEqual(await store.get("run"), session);
  assert.equal((await store.list()).length, 1);
});
