// What an older version stored meets newer code, and what a newer one stored meets this (field case 22).
import assert from "node:assert/strict";
import { test } from "node:test";
import * as engine from "../index.js";
import { approve, create, open, rejected, until, waiting, within } from "./store/given.js";

/** Changes what is stored of a session, without the store. */
function change(name, store, id, changed) {
  return within(name, store, (records) => {
    records.get(id).onsuccess = ({ target }) => records.put(changed(target.result));
  });
}

test("rows that older rules derived are derived anew, before anybody sees them and for good (field case 22)", async (t) => {
  const { store, name } = await open(t);
  await waiting(store);
  await waiting(store, "other");
  const rows = await store.list();
  store.close();
  await change(name, "rows", "run", (row) => ({ ...row, display: "ACTIVE", waiting: 0, rulesHash: "older" }));
  const { store: again } = await open(t, { name });
  const opening = again.list({ limit: 5 });
  assert.deepEqual(await opening, rows);
  assert.deepEqual(await again.list(), rows);
  assert.deepEqual(await again.counts(), await (await open(t, { name })).store.counts());
  const { display, rulesHash } = await stored(name, "rows", "run");
  assert.deepEqual([display, rulesHash], [rows[0].display, engine.rulesHash]);
});

test("a session of a newer form is a clear error, stays as it is, and the rest stays usable (field case 22)", async (t) => {
  const { store, name } = await open(t);
  await waiting(store);
  await waiting(store, "other");
  await change(name, "sessions", "run", (record) => ({ ...record, session: { ...record.session, schema: 2 } }));
  const before = await stored(name, "sessions", "run");
  for (const asked of [
    store.view("run"),
    store.offers("run"),
    store.dispatch("reversible", "run", approve("a")),
    store.compact("run"),
    store.put("reversible", before.session.schema && { ...before.session, schema: 1 }, { version: 7 }),
  ]) {
    await rejected(asked, "version_too_new");
  }
  assert.deepEqual(await stored(name, "sessions", "run"), before);
  assert.equal((await store.dispatch("reversible", "other", approve("a"))).outcome, "allowed");
  assert.equal((await store.list()).length, 2);
});

test("a record that cannot be read is named, whoever asks, and the rest stays usable", async (t) => {
  const { store, name, at } = await open(t);
  await waiting(store);
  await waiting(store, "other");
  await change(name, "sessions", "run", (record) => ({ ...record, session: { ...record.session, actions: 7 } }));
  await assert.rejects(store.view("run"), { code: "corrupt_record", path: "run", message: /`run`.*actions/ });
  await rejected(store.dispatch("reversible", "run", approve("a")), "corrupt_record");
  const told = [];
  store.subscribe("run", (shown) => told.push(shown));
  await until(() => told.length === 1);
  assert.equal(told[0].error.code, "corrupt_record");
  const outstanding = await store.outstanding();
  assert.deepEqual(outstanding.map(({ id, events, error }) => [id, events?.length, error?.code]).sort(), [
    ["other", 1, undefined],
    ["run", undefined, "corrupt_record"],
  ]);
  // Time goes on for the others, and nothing is tried again and again.
  at.now += 7_200_000;
  await store.timePassed();
  await store.timePassed();
  assert.equal((await store.history("other")).length, 3);
  assert.equal((await store.list({ order: "id" }))[1].deadline, null);
  // Its server can mend it.
  const whole = engine.reversible.decide(null, create("run"), { now: 1 }).session;
  assert.equal((await store.put("reversible", whole, { version: 1 })).outcome, "stored");
  assert.equal((await store.view("run")).display, "ACTIVE");
});

async function stored(name, store, id) {
  let found;
  await within(name, store, (records) => {
    records.get(id).onsuccess = ({ target }) => {
      found = target.result;
    };
  });
  return found;
}
