// A database that is closed, deleted or of a later version, while tabs have it open.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isClosed, refusals, until } from "../tabs.js";

export function closed({ tabs }) {
  test("a write that is under way when the store is closed is answered as it became", async () => {
    const [tab] = await tabs(1);
    const answered = await tab.evaluate(async () => {
      const write = refusal(store.dispatch("reversible", "run", commands.create("run")));
      store.close();
      const refused = await write;
      await opened("store");
      return { refused, isThere: (await store.get("run")) !== null };
    });
    assert.equal(answered.refused, answered.isThere ? null : "store_closed");
  });

  test("an old tab gives way when another deletes the database, and tells its subscribers", async () => {
    const [old, other] = await tabs(2);
    await old.evaluate(async () => {
      await store.dispatch("reversible", "run", commands.create("run"));
      follow("run");
      follow({}, "list");
    });
    await other.evaluate(() => store.close());
    await other.evaluate(() => raw("deleteDatabase", "store").then(() => {}));
    await until(old, isClosed);
    assert.deepEqual(await old.evaluate(refusals), Array(6).fill("store_closed"));
    // Opened anew it is empty, and whole.
    await old.evaluate(() => opened("store"));
    assert.deepEqual(await old.evaluate(() => store.list()), []);
    await old.evaluate(() => store.dispatch("reversible", "run", commands.create("run")));
  });

  test("nobody is told anything after having been told that the store is closed", async () => {
    const [tab] = await tabs(1);
    await tab.evaluate(() => {
      // Many reads are under way when it happens.
      for (let index = 0; index < 300; index++) follow(`run-${index}`);
      return raw("deleteDatabase", "store").then(() => {});
    });
    await until(tab, isClosed);
    assert.deepEqual(await tab.evaluate(() => refusal(store.get("run"))), "store_closed");
    const late = await tab.evaluate(() => Object.values(told).filter((all) => !all.at(-1)?.closed).length);
    assert.equal(late, 0);
  });

  test("writes that are under way while the database is deleted are done or refused, and nothing fails unheard", async () => {
    const [old, other] = await tabs(2);
    await other.evaluate(() => store.close());
    const [refused] = await Promise.all([
      old.evaluate(async () => {
        const answers = [];
        for (let index = 0; index < 400 && !answers.includes("store_closed"); index++) {
          const id = `run-${index}`;
          const pair = ["", "-2"].map((end) => store.dispatch("reversible", id + end, commands.create(id + end)));
          answers.push(...(await Promise.all(pair.map(refusal))));
        }
        return [...new Set(answers)];
      }),
      other.evaluate(() => raw("deleteDatabase", "store").then(() => {})),
    ]);
    assert.deepEqual(
      refused.filter((code) => code !== null && code !== "store_closed"),
      [],
    );
  });

  test("a database of a later version is refused and stays as it is; an old tab gives way to it", async () => {
    const [old, other] = await tabs(2);
    await old.evaluate(async () => {
      await store.dispatch("reversible", "run", commands.create("run"));
      follow("run");
    });
    const upgraded = () => raw("open", "store", 99).then((db) => db.close());
    await other.evaluate(() => store.close());
    await other.evaluate(upgraded);
    await until(old, isClosed);
    assert.equal(await old.evaluate(() => refusal(store.get("run"))), "store_closed");
    assert.equal(await old.evaluate(() => refusal(opened("store"))), "version_too_new");
    const left = await other.evaluate(async () => {
      const db = await raw("open", "store");
      const found = [db.version, await new Promise((resolve) => count(db, resolve))];
      db.close();
      return found;
      function count(db, resolve) {
        const request = db.transaction("sessions").objectStore("sessions").count();
        request.onsuccess = () => resolve(request.result);
      }
    });
    assert.deepEqual(left, [99, 1]);
    // One that was never ours is refused as well.
    await other.evaluate(() => raw("open", "theirs", 99).then((db) => db.close()));
    assert.equal(await other.evaluate(() => refusal(opened("theirs"))), "version_too_new");
  });
}
