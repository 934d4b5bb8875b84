import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
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

test("its server gives what the page is made of, each as what it is, and nothing else", async () => {
  const { origin } = new URL(server.url);
  const asked = async (path) => {
    const { status, headers } = await fetch(origin + path, { redirect: "manual" });
    return [status, headers.get("content-type") ?? headers.get("location")];
  };
  assert.deepEqual(await asked("/examples/page"), [308, "/examples/page/"]);
  assert.deepEqual(await asked("/examples/page/"), [200, "text/html"]);
  assert.deepEqual(await asked("/pkg/wasm/engine.wasm"), [200, "application/wasm"]);
  for (const path of [
    "/",
    "/README.md",
    "/.git/config",
    "/.git",
    "/examples/edge-decide/.dev.vars",
    "/pkg/wasm/.stamp",
    "/pkg/%2e%2e/README.md",
    "/pkg/..%2fREADME.md",
    "/pkg/nothing.js",
  ]) {
    assert.deepEqual(await asked(path), [404, null], path);
  }
});

test("a port that it cannot have is told in one sentence", () => {
  const script = fileURLToPath(new URL("../../scripts/example.js", import.meta.url));
  const told = (PORT) => spawnSync(process.execPath, [script, "page"], { env: { ...process.env, PORT } });
  const [taken, none] = [new URL(server.url).port, "http"].map(told);
  assert.deepEqual([taken.status, none.status], [1, 1]);
  assert.match(taken.stderr.toString(), /(^|\n)cannot listen on port \d+: .*EADDRINUSE.*\n$/);
  assert.equal(none.stderr.toString(), "PORT is `http`, expected a number to 65535\n");
});
