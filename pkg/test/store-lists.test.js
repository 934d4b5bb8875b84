// Rows, and whoever is told of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { approve, asks, create, delegate, open, until, waiting } from "./store/given.js";

// At the end a subscriber is told that the store is closed.
const idsOf = (told) => (Array.isArray(told) ? told.map(({ id }) => id).join("") : told.closed);

test("lists filter, search, sort and page", async (t) => {
  const { store, at } = await open(t);
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
});

test("a list is sorted by any key of its rows, upwards or downwards, and those without a value are last", async (t) => {
  const { store } = await open(t);
  for (const id of ["b", "a", "c"]) await store.dispatch("reversible", id, create(id), { label: `label ${id}` });
  await store.dispatch("reversible", "a", { type: "complete" });
  await store.dispatch("reversible", "b", asks("x", 2000));
  await store.dispatch("reversible", "c", asks("x", 1000));
  const ids = async (order) => (await store.list({ order })).map(({ id }) => id).join("");
  assert.deepEqual(
    [await ids("deadline"), await ids("-deadline"), await ids("-label"), await ids("label"), await ids("-waiting")],
    ["cba", "bca", "cba", "abc", "cba"],
  );
});

test("a session is called what its host says, from the command on that says it", async (t) => {
  const { store } = await open(t);
  const label = async () => (await store.list())[0].label;
  await store.dispatch("reversible", "run", create("run"));
  assert.equal(await label(), "billing");
  await store.dispatch("reversible", "run", asks("a"), { label: "refund 7" });
  await store.dispatch("reversible", "run", approve("a"));
  assert.equal(await label(), "refund 7");
  assert.equal((await store.list({ text: "REFUND" })).length, 1);
});

test("a row tells where a decline goes, from the moment that it is declared", async (t) => {
  const { store } = await open(t);
  const told = async () => (await store.list({ order: "id" })).map(({ disposition }) => disposition);
  await store.dispatch("reversible", "run", create("run"));
  await store.dispatch("delegated", "work", delegate("work"));
  await store.dispatch("delegated", "work", { type: "initialize" });
  assert.deepEqual(await told(), [null, null]);
  await store.dispatch("delegated", "work", { type: "decline", reason: "ethical_objection" });
  assert.deepEqual(await told(), [null, "escalate_to_human"]);
});

test("subscribers are told in every tab after it is durable, and never of an older revision", async (t) => {
  const { store, name } = await open(t);
  const { store: other } = await open(t, { name });
  const told = [];
  const lists = [];
  other.subscribe("run", () => {
    throw new Error("a listener that throws hurts nobody else");
  });
  other.subscribe("run", (found) => told.push(found?.session?.revision ?? 0));
  const stop = other.subscribe({ lifecycle: "reversible" }, (rows) => lists.push(rows.length));
  const errors = [];
  // What a browser reports, and Node ends with.
  process.setUncaughtExceptionCaptureCallback((error) => errors.push(error));
  t.after(() => process.setUncaughtExceptionCaptureCallback(null));
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
});

test("a list is told in its order after every change, and not of a change on another page", async (t) => {
  const { store, at } = await open(t);
  const told = [];
  const pages = [];
  store.subscribe({ order: "-updated" }, (rows) => told.push(idsOf(rows)));
  store.subscribe({ order: "id", limit: 1 }, (rows) => pages.push(idsOf(rows)));
  for (const id of ["b", "a", "c"]) {
    at.now++;
    await store.dispatch("reversible", id, create(id));
  }
  at.now++;
  await store.dispatch("reversible", "b", asks("x"));
  await until(() => told.at(-1) === "bca");
  await store.remove("c");
  await until(() => told.at(-1) === "ba");
  assert.deepEqual(pages.slice(-2), ["b", "a"]);
  assert.equal(store.snapshot({ order: "-updated" }).length, 2);
});

test("whoever subscribes while the store opens is told of what is written meanwhile", async (t) => {
  const { store, at, name } = await open(t);
  await waiting(store, "due");
  store.close();
  at.now += 7_200_000; // Something is to be derived anew before the rows are in.
  const { store: opening } = await open(t, { name, clock: () => at.now });
  const told = [];
  opening.subscribe("new", (shown) => told.push(shown?.session?.id ?? null));
  await opening.dispatch("reversible", "new", create("new"));
  await until(() => told.at(-1) === "new");
  assert.equal((await opening.list()).length, 2);
});

test("a listener that another one adds is told once", async (t) => {
  const { store } = await open(t);
  await waiting(store);
  let told = 0;
  const stop = store.subscribe("run", () => {
    stop();
    store.subscribe("run", () => told++);
  });
  await until(() => told > 0);
  await store.offers("run");
  assert.equal(told, 1);
});

test("a row that changes is put in its place, wherever that is", async (t) => {
  const { store, at } = await open(t);
  const lists = [
    { order: "label" },
    { order: "-label" },
    { order: "-waiting" },
    { order: "deadline" },
    { waiting: true },
  ];
  for (const query of lists) store.subscribe(query, () => {});
  const names = ["m", "c", "x", "a", "q", "m2"];
  for (const id of names) await store.dispatch("reversible", id, create(id), { label: `label ${id}` });
  for (const [id, label, timeout] of [
    ["q", "label b", 3000],
    ["a", "label z", 1000],
    ["m", "label m2", 2000],
    ["c", "label c", 1000],
  ]) {
    at.now++;
    await store.dispatch("reversible", id, asks("x", timeout), { label });
    await store.offers(id);
    for (const query of lists) assert.deepEqual(store.snapshot(query), await store.list(query));
  }
  await store.remove("x");
  await until(() => store.snapshot(lists[0]).length === names.length - 1);
  for (const query of lists) assert.deepEqual(store.snapshot(query), await store.list(query));
});

test("a listener that subscribes twice is told twice, and each ends for itself", async (t) => {
  const { store } = await open(t);
  await waiting(store);
  let told = 0;
  const listener = () => told++;
  const stops = [store.subscribe("run", listener), store.subscribe("run", listener)];
  await until(() => told >= 2);
  stops[0]();
  stops[0]();
  told = 0;
  await store.dispatch("reversible", "run", approve("a"));
  await until(() => told > 0);
  assert.equal(told, 1);
  stops[1]();
  assert.equal(store.snapshot("run"), undefined);
});

test("whoever subscribes later is told what the others were told last", async (t) => {
  const { store } = await open(t);
  await waiting(store);
  const told = [];
  store.subscribe("run", (shown) => told.push(shown));
  await until(() => told.length === 1);
  store.subscribe("run", (shown) => told.push(shown));
  await until(() => told.length === 2);
  assert.equal(told[0], told[1]);
  assert.equal(told[0], store.snapshot("run"));
});
