// What the quick tests of the store begin with: an IndexedDB in memory, a clock that they set, and commands.
import "fake-indexeddb/auto";
import assert from "node:assert/strict";
import * as engine from "../../index.js";
import { openStore } from "../../store.js";
import { asks, create, resolve } from "./commands.js";

export { asks, create };

export const NOW = 1_800_000_000_000;
export const HOUR = 3_600_000;
let names = 0;

/** A store of its own, closed after the test, whose clock is `at`. */
export async function open(t, options = {}) {
  const at = { now: NOW };
  const name = options.name ?? `store-${++names}`;
  const store = await openStore({ name, caller: "OPERATOR", clock: () => at.now, engine, ...options });
  t.after(() => store.close());
  return { store, at, name };
}

export const approve = (id, resolvedBy = "ana") => resolve(id, "approve", resolvedBy);

export const delegate = (uid, parentUid) => ({
  type: "create",
  uid,
  agent: "a",
  task: "t",
  harness: "h",
  authority: [],
  ...(parentUid && { parentUid }),
});

/** A session with an action that waits for approval. */
export async function waiting(store, id = "run", timeoutMs = HOUR) {
  await store.dispatch("reversible", id, create(id));
  return store.dispatch("reversible", id, asks("a", timeoutMs));
}

export async function rejected(promise, code) {
  await assert.rejects(promise, (error) => error.name === "CountersignError" && error.code === code);
}

export async function until(holds) {
  for (let tries = 0; tries < 400; tries++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.fail("it did not come to that");
}

/** The database, without the store: what `work` gives once the transaction is over. */
export async function within(name, stores, work) {
  const db = await new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const tx = db.transaction(stores, "readwrite");
  const done = new Promise((resolve, reject) => {
    tx.oncomplete = resolve;
    tx.onabort = () => reject(tx.error);
  });
  work(...[stores].flat().map((store) => tx.objectStore(store)));
  await done;
  db.close();
}
