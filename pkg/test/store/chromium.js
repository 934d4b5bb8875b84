// Chromium, by playwright-core.
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { started } from "./process.js";

const executablePath = "/usr/bin/chromium";
const quiet = ["background-networking", "component-update", "sync"].map((name) => `--disable-${name}`);
const args = ["--no-sandbox", "--no-first-run", ...quiet];

export const name = "Chromium";

/** As playwright-core has it. */
export const launched = () => chromium.launch({ executablePath, args });

export async function launch() {
  const browser = await launched();
  return {
    version: browser.version(),
    context: async () => of(await browser.newContext()),
    close: () => browser.close(),
  };
}

/** A browser that keeps what is in the folder, and can be killed. */
export async function launchIn(profile) {
  // Whoever was killed here left the lock of the folder behind.
  const locks = readdirSync(profile).filter((name) => name.startsWith("Singleton"));
  for (const name of locks) rmSync(join(profile, name), { force: true });
  mend(profile);
  const own = ["--headless", "--remote-debugging-port=0", `--user-data-dir=${profile}`, "--disable-dev-shm-usage"];
  const all = [...args, ...own, "about:blank"];
  const { found, kill } = await started(executablePath, all, /DevTools listening on (ws:\S+)/);
  // As it is for people: a tab that is not in front is hidden.
  const browser = await chromium.connectOverCDP(found[1], { noDefaults: true });
  return { context: of(browser.contexts()[0]), kill };
}

/** Tabs that share their storage. What is Chromium's alone is asked of their `page`. */
function of(its) {
  const context = {
    async tab(url) {
      const page = await its.newPage();
      await page.goto(url);
      return { context, page, evaluate: (work, given) => page.evaluate(work, given) };
    },
    close: () => its.close(),
  };
  return context;
}

/**
 * Cuts off what was written of a record when the browser was killed in the middle of it, which nobody was promised. Chromium
 * itself writes on behind it; when it is started once more it finds the file corrupt and deletes all databases of the
 * page. That is so with bare IndexedDB as well, about once in a hundred times, and no matter of the store.
 */
function mend(profile) {
  const folder = join(profile, "Default/IndexedDB");
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!/\.leveldb\/(\d+\.log|MANIFEST-\d+)$/.test(name)) continue;
    const path = join(folder, name);
    const bytes = readFileSync(path);
    const end = wholeRecords(bytes);
    if (end < bytes.length) truncateSync(path, end);
  }
}

/** Where the last whole record of a file of LevelDB's ends: blocks of 32 KB, in them parts of records behind a header. */
function wholeRecords(bytes) {
  const [BLOCK, HEADER, WHOLE, LAST] = [32_768, 7, 1, 4];
  let end = 0;
  for (let at = 0; at + HEADER <= bytes.length; ) {
    const left = BLOCK - (at % BLOCK);
    const length = bytes.readUInt16LE(at + 4);
    const type = bytes[at + 6];
    if (left < HEADER) {
      at += left;
      continue;
    }
    at += HEADER + length;
    if (at > bytes.length || type === 0) break;
    if (type === WHOLE || type === LAST) end = at;
  }
  return end;
}
