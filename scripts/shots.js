// npm run shots: each page of the dashboard in light, dark and narrow, into shots/. The sessions and the time are always the same.
//   --write     takes those of the README instead, into www/images/
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { build as bundle, preview } from "vite";
import { build, chromium as installed, packages, wasmTarget } from "./setup.js";
import { NOW, world } from "./shots/world.js";
import { root, step } from "./steps.js";

const PAGES = {
  fleet: "#/fleet",
  inbox: "#/inbox",
  reversible: "#/session/refund-7",
  "roll-back": "#/session/cleanup-3",
  interactive: "#/session/release-2",
  delegated: "#/session/survey-1",
  data: "#/data",
  stories: "#/stories/fleet",
};
const WIDE = { width: 1280, height: 800 };
const LOOKS = {
  light: { colorScheme: "light", viewport: WIDE },
  dark: { colorScheme: "dark", viewport: WIDE },
  narrow: { colorScheme: "light", viewport: { width: 390, height: 844 } },
};
const README = { fleet: PAGES.fleet, "roll-back": PAGES["roll-back"] };
const SMALL = { colorScheme: "light", viewport: { width: 960, height: 540 } };
/** For how long a page may still move: a story has begun by then. */
const SETTLED = 1500;

await step("Packages", packages);
await step("WebAssembly compiler", wasmTarget);
await step("Build", build);
await step("Chromium", installed);

const www = join(root, "www");
const outDir = mkdtempSync(join(tmpdir(), "countersign-shots-"));

await step("Shots", async () => {
  await bundle({ root: www, logLevel: "error", build: { outDir, emptyOutDir: true } });
  const server = await preview({
    root: www,
    logLevel: "error",
    build: { outDir },
    preview: { port: 0, host: "127.0.0.1" },
  });
  const url = `http://127.0.0.1:${server.httpServer.address().port}/`;
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  try {
    const file = world();
    if (process.argv.includes("--write"))
      await shoot(browser, url, SMALL, file, README, (name) => `www/images/${name}.png`);
    else {
      for (const [look, options] of Object.entries(LOOKS)) {
        await shoot(browser, url, options, file, PAGES, (name) => `shots/${name}-${look}.png`);
      }
    }
  } finally {
    await browser.close();
    await server.close();
    rmSync(outDir, { recursive: true, force: true });
  }
});

/** A browser of its own for each look. The sessions are taken in by the page, as a worker would have another time. */
async function shoot(browser, url, options, file, pages, pathOf) {
  const context = await browser.newContext({ ...options, serviceWorkers: "block", reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.clock.setFixedTime(NOW);
  await page.goto(url);
  await page.evaluate(async (text) => (await globalThis.countersignStore(false)).importAll(new Blob([text])), file);
  for (const [name, hash] of Object.entries(pages)) {
    // A story goes on with the time.
    if (name === "stories") await page.clock.setSystemTime(NOW);
    await page.goto(url + hash);
    await page.reload();
    await page
      .locator(name === "stories" ? ".scroll .row" : "#main > *")
      .first()
      .waitFor();
    await page.waitForTimeout(SETTLED);
    const path = pathOf(name);
    await page.screenshot({ path: join(root, path) });
    console.log(path);
  }
  await context.close();
}
