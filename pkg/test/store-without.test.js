// Where nothing can be stored: no IndexedDB at all, or one that nobody may use.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { openStore } from "../store.js";

afterEach(() => {
  delete globalThis.indexedDB;
});

const unavailable = (error) => error.name === "CountersignError" && error.code === "storage_unavailable";

test("where there is no IndexedDB the store says that nothing can be stored", async () => {
  await assert.rejects(openStore({ name: "none" }), unavailable);
});

test("where the browser lets nobody use it, as in private windows of some, the store says so, and why", async () => {
  globalThis.indexedDB = {
    open() {
      throw new DOMException("The operation is insecure.", "SecurityError");
    },
  };
  await assert.rejects(openStore({ name: "none" }), (error) => unavailable(error) && /insecure/.test(error.message));
});
