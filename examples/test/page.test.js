import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { opened } from "./chromium.js";
import { started } from "./started.js";

const sample = (name) => readFileSync(new URL(`../../pkg/samples/${name}.json`, import.meta.url), "utf8");

let server;
let tab;
before(async () => {
  server = await started("page");
  tab = await opened(server.url);
});
after(async () => {
  await tab?.close();
  await server?.close();
});

test("a plain page shows what a session is, what it takes, and why not", async () => {
  const status = tab.page.getByRole("status");
  await tab.page.getByText(/^AWAITING_APPROVAL$/).waitFor();
  assert.ok((await tab.page.locator("[data-allowed=true]").count()) > 0);
  assert.match(await tab.page.locator("[data-allowed=false]").first().textContent(), /: this requires that /);

  await tab.page.getByLabel("Session").fill(sample("interactive-requires-action"));
  assert.equal(await status.textContent(), "requires_action");
  await tab.page.getByLabel("Session").fill(sample("reversible-awaiting-approval-payload"));
  assert.equal(await status.textContent(), "AWAITING_APPROVAL");
});

test("what is none is told, and the next one is shown again", async () => {
  const status = tab.page.getByRole("status");
  await tab.page.getByLabel("Session").fill(sample("delegated-active").replace('"Active"', '"Asleep"'));
  assert.match(await status.textContent(), /`status.phase` is "Asleep"/);
  await tab.page.getByLabel("Session").fill("{}");
  assert.match(await status.textContent(), /no session/);
  await tab.page.getByLabel("Session").fill(sample("delegated-active"));
  assert.equal(await status.textContent(), "Active");
  assert.deepEqual(tab.wrong, []);
});
