// The dashboard with very many sessions, built as it is served, in Chromium with a database on disk.
import { once } from "node:events";
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, preview } from "vite";
import { lines } from "../given/fleet.js";
import { median } from "../measure.js";
import { row, section } from "../report.js";
import { launch } from "../store/browser.js";

const MANY = Number(process.env.SESSIONS ?? 100_000);
const RELOADS = 5;
const FILTERS = 6;
const LASTING = 4000;
const EVERY = 10;
const FRAME = 1000 / 60;

const root = fileURLToPath(new URL("../../www", import.meta.url));
const page = readFileSync(new URL("../dashboard/page.js", import.meta.url), "utf8");

export async function dashboard() {
  const folder = mkdtempSync(join(tmpdir(), "countersign-bench-"));
  const outDir = join(folder, "www");
  const file = join(folder, "fleet.ndjson");
  await build({ root, logLevel: "error", build: { outDir, emptyOutDir: true } });
  const server = await preview({ root, logLevel: "error", build: { outDir }, preview: { port: 0, host: "127.0.0.1" } });
  const url = `http://127.0.0.1:${server.httpServer.address().port}/`;
  let context;
  try {
    await write(file);
    context = await launch(join(folder, "profile"));
    await context.addInitScript(page);
    section(
      `The dashboard, with ${number(MANY)} sessions`,
      `In Chromium ${context.browser()?.version() ?? ""}, headless, on ${cpus()[0].model.trim()}, ${cpus().length} cores.`,
    );
    const tab = await context.newPage();
    await imports(tab, url, file);
    await reloads(tab, url);
    await filters(tab);
    await idle(tab);
    await scrolls(tab);
    await bustles(tab, context, url);
  } finally {
    await context?.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function write(file) {
  const stream = createWriteStream(file);
  for (const line of lines(MANY, Date.now())) if (!stream.write(line)) await once(stream, "drain");
  stream.end();
  await once(stream, "finish");
}

async function imports(tab, url, file) {
  await tab.goto(`${url}#/data`);
  await tab.getByText("0 sessions. One file").waitFor();
  const start = performance.now();
  await tab.getByLabel("Files to take in").setInputFiles(file);
  let gaps = [];
  let isOver = false;
  const over = tab.getByText(/sessions? stored|Not taken in/).waitFor({ timeout: 0 });
  over.then(() => (isOver = true));
  while (!isOver) gaps = gaps.concat(await tab.evaluate(() => frames(2000)));
  const took = performance.now() - start;
  const said = await tab.locator(".job [role=status]").textContent();
  if (!said.startsWith(`${number(MANY)} sessions stored.`)) throw new Error(said);
  const size = `${(statSync(file).size / 1e6).toFixed(0)} MB`;
  row(
    `taking in a file of ${size}`,
    "reported",
    `${(took / 1000).toFixed(0)} s, ${number(Math.round((MANY / took) * 1000))} sessions/s`,
    null,
  );
  row("meanwhile the longest time without a frame", "≤ 100 ms", ms(Math.max(...gaps)), Math.max(...gaps) <= 100);
}

async function reloads(tab, url) {
  const found = [];
  for (let at = 0; at < RELOADS; at++) {
    await tab.goto("about:blank");
    await tab.goto(`${url}#/fleet`);
    await tab.waitForFunction(() => globalThis.seen.rows && globalThis.seen.all, null, { timeout: 120_000 });
    found.push(await tab.evaluate(() => globalThis.seen));
  }
  const rows = median(found.map(({ rows }) => rows));
  const all = median(found.map(({ all }) => all));
  row("from a reload until the first rows are painted", "< 1 s", ms(rows), rows < 1000);
  row("until all are counted", "reported", ms(all), null);
}

async function filters(tab) {
  const clicked = [];
  for (let at = 0; at < FILTERS; at++) {
    clicked.push(await tab.evaluate(() => filtered(() => document.querySelector(".chip[aria-pressed]").click())));
  }
  const took = median(clicked);
  row(
    "a filter, until rows and counts are painted",
    "< 100 ms",
    `${ms(took)}; at most ${ms(Math.max(...clicked))}`,
    took < 100,
  );
  const typed = [];
  for (const text of ["r", "re", "refund", "refund 7", ""]) {
    typed.push(await tab.evaluate(search, text));
  }
  row(
    "a search, letter by letter",
    "< 100 ms",
    `${ms(median(typed))}; at most ${ms(Math.max(...typed))}`,
    median(typed) < 100,
  );
}

/** In the page: as if somebody had typed it. */
function search(text) {
  const input = document.querySelector("input[type=search]");
  return filtered(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(input, text);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

async function idle(tab) {
  const found = await tab.evaluate((lasting) => frames(lasting), LASTING);
  row("frames of a page that rests, for comparison", "reported", rate(found), null);
}

/** With the pointer over the list, which so stays in its order. */
async function scrolls(tab) {
  await tab.mouse.move(600, 500);
  const found = await tab.evaluate((lasting) => {
    const scroller = document.querySelector(".scroll");
    return frames(lasting, () => scroller.scrollBy(0, 120));
  }, LASTING);
  row("frames while scrolling, 120 pixels in each", "60 a second", rate(found), dropped(found) <= found.length * 0.01);
  await tab.evaluate(() => document.querySelector(".scroll").scrollTo(0, 0));
  await tab.mouse.move(600, 5);
}

/** Commands from the page itself, and from another tab. */
async function bustles(tab, context, url) {
  const other = await context.newPage();
  await other.goto(`${url}#/data`);
  await other
    .getByText(`${number(MANY)} sessions`)
    .first()
    .waitFor({ timeout: 60_000 });
  await tab.bringToFront();
  for (const [from, where] of [
    [tab, "from the page itself"],
    [other, "from another tab"],
  ]) {
    const [answers, found] = await Promise.all([
      from.evaluate(([lasting, every]) => bustle(lasting, every), [LASTING, EVERY]),
      tab.evaluate((lasting) => frames(lasting), LASTING),
    ]);
    const said = `${rate(found)}; ${answers.answered} of ${answers.asked} commands answered meanwhile`;
    row(`frames with a command every ${EVERY} ms, ${where}`, "none dropped", said, dropped(found) === 0);
  }
}

/** One that comes later than the next one is due leaves one out. */
const dropped = (frames) => frames.reduce((sum, took) => sum + Math.max(0, Math.round(took / FRAME) - 1), 0);
const number = (value) => value.toLocaleString("en-US");
const ms = (milliseconds) => `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;

function rate(frames) {
  const total = frames.reduce((sum, took) => sum + took, 0);
  return `${((frames.length / total) * 1000).toFixed(0)} a second, ${dropped(frames)} dropped, the longest ${ms(Math.max(...frames))}`;
}
