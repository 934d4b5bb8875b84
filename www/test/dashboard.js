// The built dashboard in Chromium, for the tests of its pages.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import axe from "axe-core";
import { chromium } from "playwright-core";
import { build, preview } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));

// A page that is kept for later, as it is where nobody is to be offline, would be one more thing that happens meanwhile.
const usual = { viewport: { width: 1280, height: 800 }, serviceWorkers: "block" };

/**
 * Builds the dashboard and serves it for the tests of a file. `open(t, hash)` gives a page of a browser of its own, or one
 * more of the `context` that is given; nothing but what it `expects` may fail in it, and it asks nobody else for anything.
 */
export function dashboard() {
  const outDir = mkdtempSync(join(tmpdir(), "countersign-www-"));
  let server;
  let browser;
  let url;

  /** Builds it once more in the same place, which may have other options than the first time. */
  const rebuild = (options) => build({ root, logLevel: "error", build: { outDir, emptyOutDir: true, ...options } });

  before(async () => {
    await rebuild();
    server = await preview({ root, logLevel: "error", build: { outDir }, preview: { port: 0, host: "127.0.0.1" } });
    url = `http://127.0.0.1:${server.httpServer.address().port}/`;
    browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  });

  after(async () => {
    await browser?.close();
    await server?.close();
    rmSync(outDir, { recursive: true, force: true });
  });

  async function open(t, hash = "#/fleet", { context, expects, ...options } = {}) {
    const its = context ?? (await browser.newContext({ ...usual, ...options }));
    const page = await its.newPage();
    const complaints = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("request", (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(url)) complaints.push(request.url());
    });
    t.after(async () => {
      if (!context) await its.close();
      assert.deepEqual(
        complaints.filter((complaint) => !expects?.test(complaint)),
        [],
      );
    });
    await page.goto(url + hash);
    return page;
  }

  return { open, rebuild, url: () => url, folder: () => outDir };
}

/** Sends commands to the store of the page, as another tab would: `[lifecycle, id, command, options]` each. */
export function dispatch(page, commands, { simulated = false } = {}) {
  return page.evaluate(
    async ([commands, simulated]) => {
      const store = await globalThis.countersignStore(simulated);
      const answers = [];
      for (const [lifecycle, id, command, options] of commands) {
        answers.push(await store.dispatch(lifecycle, id, command, options));
      }
      return answers;
    },
    [commands, simulated],
  );
}

/** Wants nothing that keeps people out, in light and in dark. */
export async function accessible(page) {
  await page.evaluate(axe.source);
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations } = await page.evaluate(() => globalThis.axe.run(document));
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    assert.deepEqual(found, [], colorScheme);
  }
}
