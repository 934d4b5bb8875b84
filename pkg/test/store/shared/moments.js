// What time changes, in every tab.
import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../tabs.js";

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;

export function moments({ tabs }) {
  test("a clock that jumps seven hours back and forth expires only what it says (field case 15)", async () => {
    const pair = await tabs(2);
    const [one, other] = pair;
    await one.evaluate(async () => {
      await store.dispatch("reversible", "run", commands.create("run"));
      await store.dispatch("reversible", "run", commands.asks("a"));
    });
    const seen = async (jump) => {
      for (const tab of pair) {
        await tab.evaluate(async (jump) => {
          globalThis.now += jump;
          await store.timePassed();
        }, jump);
      }
      return other.evaluate(async () => [
        (await store.history("run")).length,
        (await store.view("run")).conditions.hasExpired,
        (await store.list())[0].waiting,
      ]);
    };
    assert.deepEqual(await seen(-7 * HOUR), [2, false, 1]);
    assert.deepEqual(await seen(8 * HOUR - 1), [2, false, 1]);
    assert.deepEqual(await seen(-HOUR), [2, false, 1]);
    assert.deepEqual(await seen(HOUR + 1), [3, false, 0]);
    const at = await other.evaluate(async () => (await store.history("run")).map(({ at }) => at));
    assert.deepEqual(at, [NOW, NOW, NOW + HOUR]);
  });

  test("a tab that wakes ticks what came due while it slept", async () => {
    const [tab] = await tabs(1);
    await tab.evaluate(async () => {
      await store.dispatch("reversible", "run", commands.create("run"));
      await store.dispatch("reversible", "run", commands.asks("a"));
      follow("run");
    });
    await tab.evaluate((later) => {
      globalThis.now += later;
      document.dispatchEvent(new Event("visibilitychange"));
    }, HOUR);
    await until(tab, () => told.run.at(-1)?.session.approvals[0].resolution === "TIMEOUT");
  });

  test("the earliest deadline is kept without anybody asking, once, however many tabs there are", async () => {
    const pair = await tabs(2);
    await pair[0].evaluate(async () => {
      await store.dispatch("reversible", "run", commands.create("run"));
      await store.dispatch("reversible", "run", { ...commands.asks("a"), timeoutMs: 300 });
    });
    for (const tab of pair) {
      await tab.evaluate(() => {
        const began = Date.now();
        // Now the clock goes.
        Object.defineProperty(globalThis, "now", { get: () => 1_800_000_000_000 + Date.now() - began });
        follow("run");
        document.dispatchEvent(new Event("visibilitychange"));
      });
    }
    for (const tab of pair) {
      await until(tab, () => told.run.at(-1)?.session.approvals[0].resolution === "TIMEOUT");
      const types = await tab.evaluate(async () => (await store.history("run")).map(({ command }) => command.type));
      assert.deepEqual(types, ["create", "log_action", "tick"]);
    }
  });

  test("a remote session past its limit is shown expired, not ticked and not outstanding, in every tab", async () => {
    const [one, other] = await tabs(2);
    await one.evaluate(async () => {
      await store.dispatch("reversible", "run", commands.create("run"));
      const { session } = await store.dispatch("reversible", "run", commands.asks("a"));
      await store.put("reversible", session, { version: 1 });
    });
    await until(other, async () => (await store.list())[0]?.origin === "remote");
    const found = await other.evaluate(async (later) => {
      globalThis.now += later;
      follow("run");
      await store.timePassed();
      const [row] = await store.list();
      return [row.changesAt, (await store.history("run")).length, await store.outstanding()];
    }, 2 * HOUR);
    assert.deepEqual(found, [null, 3, []]);
    await until(other, () => told.run.at(-1)?.view.conditions.hasExpired === true);
  });
}
