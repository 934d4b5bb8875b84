// The store in Chromium: what holds in every browser, and what only Chromium can be asked for.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import * as chromium from "./store/chromium.js";
import { shared } from "./store/shared.js";
import { all, browsing, isClosed, refusals, seen, settled, statesOf, until } from "./store/tabs.js";

const given = browsing(chromium);
const { tabs } = given;
shared(given);

test("a database whose storage is cleared underneath is closed, and can be opened anew", async () => {
  const [tab] = await tabs(1);
  await tab.evaluate(async () => {
    await store.dispatch("reversible", "run", commands.create("run"));
    follow("run");
  });
  const session = await tab.page.context().newCDPSession(tab.page);
  const { origin } = new URL(given.server.url);
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "indexeddb" });
  await until(tab, isClosed);
  assert.deepEqual(await tab.evaluate(refusals), Array(6).fill("store_closed"));
  await tab.evaluate(() => opened("store"));
  assert.deepEqual(await tab.evaluate(() => store.list()), []);
});

test("when there is no more room the write is refused whole, what was written stays, and time still shows", async () => {
  const [tab] = await tabs(1);
  const session = await tab.page.context().newCDPSession(tab.page);
  const quota = (size) =>
    session.send("Storage.overrideQuotaForOrigin", { origin: new URL(given.server.url).origin, ...size });
  // Before the first write: Chromium asks for it only now and then.
  await quota({ quotaSize: 4_000_000 });
  await tab.evaluate(async () => {
    await store.dispatch("reversible", "run", commands.create("run"));
    await store.dispatch("reversible", "run", commands.asks("a"));
    follow({}, "list");
  });
  const { written, refused } = await tab.evaluate(async () => {
    // What cannot be compressed.
    const payload = () => {
      const bytes = Uint8Array.from({ length: 60_000 }, () => Math.random() * 256);
      return btoa(String.fromCharCode(...bytes));
    };
    const written = [];
    for (let index = 0; index < 200; index++) {
      const id = `big-${index}`;
      const both = await Promise.all([
        refusal(store.dispatch("reversible", id, { ...commands.create(id), agentId: payload() })),
        refusal(store.dispatch("reversible", id, commands.asks("a"))),
      ]);
      if (both.some((code) => code !== null)) return { written, refused: both.filter((code) => code !== null) };
      written.push(id);
    }
  });
  assert.ok(written.length > 2, "something was written");
  assert.deepEqual([...new Set(refused)], ["quota_exceeded"]);

  const kept = await tab.evaluate(async (written) => {
    const histories = await Promise.all(written.map(async (id) => (await store.history(id)).length));
    const last = await store.get(`big-${written.length}`);
    return { histories, last: last?.actions.length ?? 0 };
  }, written);
  assert.deepEqual(
    kept.histories,
    written.map(() => 2),
  );
  assert.equal(kept.last, 0, "of the last nothing, or what was answered");

  // No room to write that an approval has expired: it is shown all the same.
  const shown = await tab.evaluate(async (hour) => {
    globalThis.now += 2 * hour;
    await store.timePassed().catch(() => {});
    return [(await store.view("run")).conditions.hasExpired, (await store.list({ text: "run" }))[0].changesAt];
  }, 3_600_000);
  assert.deepEqual(shown, [true, null]);

  await quota({});
  await tab.evaluate(() => store.timePassed());
  assert.deepEqual(await tab.evaluate(async () => (await store.history("run")).map(({ command }) => command.type)), [
    "create",
    "log_action",
    "tick",
  ]);
});

// A tab that is frozen still gets messages, but no answer of the database: what it asks then holds up whoever writes.
test("a frozen tab holds up nobody who writes, and catches up when it is active again (field case 21)", {
  timeout: 60_000,
}, async () => {
  const profile = mkdtempSync(join(tmpdir(), "countersign-store-"));
  const running = await chromium.launchIn(profile);
  try {
    const { context } = running;
    const [frozen] = await tabs(1, { context });
    await frozen.evaluate(() => {
      follow("run");
      follow({}, "list");
      globalThis.events = [];
      for (const type of ["freeze", "resume"]) document.addEventListener(type, () => events.push(type));
    });
    await until(frozen, () => told.run.length === 1);
    // Only one that is hidden can be frozen.
    const [other] = await tabs(1, { context });
    await other.page.bringToFront();
    const session = await frozen.page.context().newCDPSession(frozen.page);
    await until(frozen, () => document.visibilityState === "hidden");
    await session.send("Page.setWebLifecycleState", { state: "frozen" });
    while ((await frozen.evaluate(() => events.length)) === 0);
    await other.evaluate(() => {
      globalThis.written = false;
      void writes().then(() => {
        globalThis.written = true;
      });
      async function writes() {
        await store.dispatch("reversible", "run", commands.create("run"));
        for (let index = 0; index < 20; index++) await store.dispatch("reversible", "run", commands.asks(`a${index}`));
        await store.dispatch("reversible", "gone", commands.create("gone"));
        await store.remove("gone");
      }
    });
    await until(other, () => globalThis.written);
    assert.deepEqual(await frozen.evaluate(() => events), ["freeze"]);
    await session.send("Page.setWebLifecycleState", { state: "active" });
    await frozen.page.bringToFront();
    await until(frozen, () => told.run.at(-1)?.session.actions.length === 20 && told.list.at(-1).length === 1);
    const expected = await seen(other);
    assert.deepEqual(await settled(frozen, expected), JSON.parse(expected));
    for (const tab of [frozen, other]) assert.deepEqual(await tab.evaluate(() => complaints), []);
  } finally {
    await running.kill();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});

test("a tab that is frozen in the middle of its writes holds up nobody, and does them when it goes on (field case 21)", {
  timeout: 60_000,
}, async () => {
  const profile = mkdtempSync(join(tmpdir(), "countersign-store-"));
  const running = await chromium.launchIn(profile);
  try {
    const { context } = running;
    const [frozen] = await tabs(1, { context });
    const [other] = await tabs(1, { context });
    await other.page.bringToFront();
    const session = await frozen.page.context().newCDPSession(frozen.page);
    await until(frozen, () => document.visibilityState === "hidden");
    await frozen.evaluate(() => {
      globalThis.goesOn = true;
      globalThis.answers = [];
      const write = async () => {
        for (let index = 0; goesOn; index++) {
          const ids = [1, 2, 3, 4].map((each) => `run-${index}-${each}`);
          const all = ids.map((id) => store.dispatch("reversible", id, commands.create(id), { commandId: "c" }));
          answers.push(...(await Promise.all(all)));
        }
        globalThis.isDone = true;
      };
      void write();
    });
    await until(frozen, () => answers.length > 8);
    await session.send("Page.setWebLifecycleState", { state: "frozen" });
    // It would never come to that if the others had to wait.
    const written = await other.evaluate(async () => {
      for (let index = 0; index < 10; index++) {
        await store.dispatch("reversible", `other-${index}`, commands.create(`other-${index}`));
      }
      return (await store.list({ text: "other-" })).length;
    });
    assert.equal(written, 10);
    await session.send("Page.setWebLifecycleState", { state: "active" });
    await frozen.page.bringToFront();
    await frozen.evaluate(() => {
      globalThis.goesOn = false;
    });
    await until(frozen, () => globalThis.isDone === true);
    const outcomes = await frozen.evaluate(() => answers.map(({ outcome, session }) => `${outcome} ${session.id}`));
    const rows = await other.evaluate(async () =>
      (await store.list({ text: "run-", order: "id" })).map(({ id }) => id),
    );
    assert.deepEqual(outcomes.sort(), rows.map((id) => `allowed ${id}`).sort());
    for (const one of await all(other)) statesOf(one);
    for (const tab of [frozen, other]) assert.deepEqual(await tab.evaluate(() => complaints), []);
  } finally {
    await running.kill();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
