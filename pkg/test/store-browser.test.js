// The store in Chromium: what holds in every browser, and what only Chromium can be asked for.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import * as chromium from "./store/chromium.js";
import { shared } from "./store/shared.js";
import { browsing, isClosed, refusals, seen, settled, until } from "./store/tabs.js";

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

// A tab that is frozen still gets messages, but no answer of the database: what it asks then holds up whoever writes.
test("a frozen tab holds up nobody who writes, and catches up when it is active again", {
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
