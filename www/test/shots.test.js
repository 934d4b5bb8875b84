// What `npm run shots` shows.
import assert from "node:assert/strict";
import { test } from "node:test";
import "fake-indexeddb/auto";
import { openStore } from "countersign/store";
import { NOW, world } from "../../scripts/shots/world.js";

test("the sessions of the shots are a backup that a store takes in", async (t) => {
  const store = await openStore({ name: "shots", clock: () => NOW });
  t.after(() => store.close());
  const lines = world();
  const { sessions, conflicts } = await store.importAll(new Blob([lines]));
  assert.deepEqual(conflicts, []);
  assert.equal((await store.counts()).all, sessions);
  for (const id of ["refund-7", "cleanup-3", "release-2", "survey-1"]) assert.ok(await store.view(id), id);
});
