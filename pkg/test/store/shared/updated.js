// A page that is updated while an old one is open (field case 20).
import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../tabs.js";

export function updated({ tabs }) {
  test("an update of the page takes the database along while an old tab is open (field case 20)", async () => {
    const [old] = await tabs(1);
    await old.evaluate(async () => {
      await store.dispatch("reversible", "run", commands.create("run"));
      follow("run");
      globalThis.kept = JSON.stringify([await store.get("run"), await store.history("run"), await store.list()]);
    });
    const [next] = await tabs(1, { context: old.context, path: "next" });
    await until(old, () => told.run.at(-1)?.closed === "versionchange");
    assert.equal(await old.evaluate(() => refusal(store.get("run"))), "store_closed");
    const found = await next.evaluate(async () =>
      JSON.stringify([await store.get("run"), await store.history("run"), await store.list()]),
    );
    assert.equal(found, await old.evaluate(() => kept));
    const form = await next.evaluate(async () => {
      const db = await raw("open", "store");
      const names = [...db.transaction("rows").objectStore("rows").indexNames];
      db.close();
      return [db.version, names];
    });
    assert.deepEqual(form, [2, ["label", "position"]]);
    await next.evaluate(() => store.dispatch("reversible", "run", commands.asks("a")).then(() => {}));
    // The old page cannot read it, says so, and leaves it as it is.
    assert.equal(await old.evaluate(() => refusal(opened("store"))), "version_too_new");
    assert.equal(await next.evaluate(async () => (await store.history("run")).length), 2);
  });

  test("a page that is updated is told what it waits for, and opens when that lets go (field case 20)", async () => {
    const [old] = await tabs(1);
    // It holds the database, and does not hear that somebody wants it.
    await old.evaluate(async () => {
      globalThis.held = await raw("open", "store");
      store.close();
    });
    const [next] = await tabs(1, { context: old.context, path: "next", waits: false });
    await next.evaluate(() => {
      globalThis.isOpen = false;
      opened("store").then(() => {
        globalThis.isOpen = true;
      });
    });
    await until(next, () => blocked.length > 0);
    assert.deepEqual(await next.evaluate(() => [blocked, isOpen]), [[1], false]);
    await old.evaluate(() => held.close());
    await until(next, () => isOpen);
    await next.evaluate(() => store.dispatch("reversible", "run", commands.create("run")).then(() => {}));
  });
}
