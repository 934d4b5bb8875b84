// Once loaded it works without a network, and an update breaks no tab that is open.
import assert from "node:assert/strict";
import { test } from "node:test";
import { dashboard, dispatch } from "./dashboard.js";

const { open, rebuild } = dashboard();
const kept = { serviceWorkers: "allow" };

/** Waits until everything is kept. */
const ready = (page) => page.evaluate(async () => (await navigator.serviceWorker.ready).active.scriptURL);
const script = (page) => page.evaluate(() => document.querySelector("script[type=module]").src);

async function cut(page) {
  await page.context().setOffline(true);
  // Its worker would still get through.
  await page.context().route("**", (route) => route.abort());
}

test("once loaded it works without a network, and says that there is none", async (t) => {
  const page = await open(t, "#/fleet", kept);
  await page.getByText("No sessions yet").waitFor();
  await ready(page);
  await dispatch(page, [["reversible", "run-1", { type: "create", id: "run-1", agentId: "billing" }]]);
  await cut(page);
  await page.getByText("Offline", { exact: true }).waitFor();
  await page.reload();
  await page.getByText("1 session", { exact: true }).waitFor();
  await page.getByText("Offline", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Data", exact: true }).click();
  await page.getByRole("button", { name: "Load all samples" }).click();
  await page.getByText(/70 sessions stored/).waitFor();
  const other = await open(t, "#/fleet", { context: page.context() });
  await other.getByText("71 sessions").waitFor();
});

test("an update comes with the next load, and a tab of the build before goes on, whatever it has not loaded yet", async (t) => {
  const old = await open(t, "#/data", kept);
  await old.getByText("0 sessions. One file").waitFor();
  await ready(old);
  const names = "assets/later-[name]-[hash]";
  const output = { entryFileNames: `${names}.js`, chunkFileNames: `${names}.js`, assetFileNames: `${names}[extname]` };
  await rebuild({ rolldownOptions: { output } });

  const changed = old.evaluate(
    () =>
      new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true })),
  );
  const other = await open(t, "#/data", { context: old.context() });
  await changed;
  await other.reload();
  await other.getByText("0 sessions. One file").waitFor();
  assert.match(await script(other), /later-/);

  assert.doesNotMatch(await script(old), /later-/);
  await old.getByRole("button", { name: "Load all samples" }).click();
  await old.getByText(/70 sessions stored/).waitFor();
  await other.getByText("70 sessions, about").waitFor();

  // Once nobody needs it any longer, the earlier build is removed.
  const builds = () => other.evaluate(() => caches.keys());
  assert.equal((await builds()).length, 2);
  await old.close();
  await other.close();
  const last = await open(t, "#/data", { context: old.context() });
  await last.getByText("70 sessions, about").waitFor();
  await last.waitForFunction(async () => (await caches.keys()).length === 1);
  assert.match(await script(last), /later-/);
});
