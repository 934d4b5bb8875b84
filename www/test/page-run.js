// The page in a browser, for one file of tests.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { createServer } from "vite";

const require = createRequire(import.meta.url);
export const sample = (file) => readFileSync(require.resolve(`countersign/samples/${file}`), "utf8");
export const samples = JSON.parse(sample("index.json")).filter(({ holds }) => holds === "sessions");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** What no page may do: ask another host, fail, or break the page's own policy. */
export const complaints = [];
let server;
let browser;
let context;
let url;

before(async () => {
  const root = fileURLToPath(new URL("..", import.meta.url));
  server = await createServer({ root, logLevel: "error", server: { port: 0, host: "127.0.0.1" } });
  await server.listen();
  url = server.resolvedUrls.local[0];
  const quiet = ["background-networking", "component-update", "sync"].map((name) => `--disable-${name}`);
  const args = ["--no-sandbox", "--no-first-run", ...quiet];
  browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args });
  // One for all, so that what does not change is loaded once.
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
});

after(async () => {
  await browser?.close();
  await server?.close();
});

export async function opened(name = "") {
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("request", (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith("data:")) complaints.push(request.url());
  });
  await page.goto(`${url}${name && `#${name}`}`);
  await page.locator(".display").waitFor();
  return page;
}

export const display = (page) => page.locator(".display").textContent();
export const offer = (page, name) => page.locator(".offer > button").getByText(name, { exact: true });
export const verdict = (page) => page.locator("#verdict .verdict");
// Playwright takes aria-disabled for unpressable. People can press it, and are told why.
export const press = (button) => button.click({ force: true });

/** Opens a text, and what is beside it, as somebody who pastes them. */
export async function paste(page, text, beside = "") {
  const field = page.getByLabel("A vendor’s payload");
  if (!(await field.isVisible())) await page.getByText("Paste or drop JSON").click();
  await field.fill(text);
  await page.getByLabel("What the vendor keeps beside it").fill(beside);
  await page.locator("#paste").getByRole("button", { name: "Open" }).click();
}

/** Drops files, `[name, text]`. */
export async function drop(page, ...files) {
  const dataTransfer = await page.evaluateHandle((files) => {
    const data = new DataTransfer();
    for (const [name, text] of files) data.items.add(new File([text], name));
    return data;
  }, files);
  await page.dispatchEvent("body", "drop", { dataTransfer });
}

/** Nothing in the way of assistive technology, and nothing wider than the page; `between` is done after the first look. */
export async function accessible(page, between = () => {}) {
  await page.evaluate(axe);
  for (const colorScheme of ["light", "dark"]) {
    for (const width of [360, 1280]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      const { violations } = await page.evaluate("axe.run()");
      const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
      assert.deepEqual(found, [], `${colorScheme}, ${width} px`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
      await between();
    }
  }
}

/** The session as the page keeps it. */
export async function stored(page) {
  if (!(await page.locator("#stored").isVisible())) await page.getByText("The stored session as JSON").click();
  return page.locator("#stored").textContent();
}

/** Presses Tab until the control of this name has the focus. */
export async function tab(page, name, key = "Tab") {
  for (let presses = 0; presses < 60; presses++) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${name} is not reached by ${key}`);
}

export function focused(page) {
  return page.evaluate(() => {
    const { activeElement } = document;
    return (activeElement.labels?.[0] ?? activeElement).textContent;
  });
}
