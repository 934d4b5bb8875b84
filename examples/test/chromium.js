// A tab that reports what goes wrong in it.
import { chromium } from "playwright-core";

const args = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

export async function opened(url) {
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args });
  const page = await browser.newPage();
  page.setDefaultTimeout(20_000);
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => {
    // No example has an icon.
    if (message.type() === "error" && !message.location().url.endsWith("/favicon.ico")) wrong.push(message.text());
  });
  await page.goto(url);
  return { page, wrong, close: () => browser.close() };
}
