// What one tab changes, all others are told.
import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../tabs.js";

export function told({ tabs }) {
  test("what one tab changes is told to a subscriber in another", async () => {
    const [one, other] = await tabs(2);
    await other.evaluate(() => {
      follow("run");
      follow({ waiting: true }, "list");
    });
    await one.evaluate(async () => {
      await store.dispatch("reversible", "run", commands.create("run"));
      await store.dispatch("reversible", "run", commands.asks("a"));
    });
    await until(other, () => told.run.at(-1)?.session.actions.length === 1 && told.list.at(-1)?.length === 1);
    assert.deepEqual(
      await other.evaluate(() => [
        told.run.at(-1).session,
        told.list.at(-1),
        store.snapshot("run") === told.run.at(-1),
      ]),
      [...(await one.evaluate(async () => [await store.get("run"), await store.list()])), true],
    );
    await one.evaluate(() => store.remove("run"));
    await until(other, () => told.run.at(-1) === null && told.list.at(-1).length === 0);
  });

  test("a subscriber is told of a session that takes the place of a removed one, though its revision is lower", async () => {
    const [one, other] = await tabs(2);
    await one.evaluate(async () => {
      await store.dispatch("reversible", "run", commands.create("run"));
      for (const id of ["a", "b"]) await store.dispatch("reversible", "run", commands.asks(id));
    });
    for (const tab of [one, other]) {
      await tab.evaluate(() => void follow("run"));
      await until(tab, () => told.run.at(-1)?.session.actions.length === 2);
    }
    await one.evaluate(() =>
      Promise.all([store.remove("run"), store.dispatch("reversible", "run", commands.create("run"))]),
    );
    for (const tab of [one, other]) await until(tab, () => told.run.at(-1)?.session.actions.length === 0);
  });

  test("whoever subscribes to a list before the rows are in is told when they are", async () => {
    const [tab] = await tabs(1);
    await tab.evaluate(async () => {
      await store.dispatch("reversible", "run", commands.create("run"));
      store.close();
      await opened("store", { ready: false });
      follow({}, "list");
      await store.ready;
    });
    await until(tab, () => told.list.at(-1)?.length === 1 && store.snapshot({}).length === 1);
  });

  test("a tab that missed every message catches up when it becomes visible", async () => {
    const [other] = await tabs(1);
    const [deaf] = await tabs(1, { context: other.context, path: "deaf" });
    await deaf.evaluate(() => {
      follow("run");
      follow({}, "list");
    });
    await other.evaluate(() => store.dispatch("reversible", "run", commands.create("run")));
    assert.deepEqual(await deaf.evaluate(() => store.list()), []);
    await deaf.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
    await until(deaf, () => told.run.at(-1)?.session.id === "run" && told.list.at(-1)?.length === 1);
  });
}
