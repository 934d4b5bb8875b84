// What is shipped: small, alone, and under a policy that lets nothing else in.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { dashboard } from "./dashboard.js";

const { open, folder } = dashboard();

// What a browser gets without having asked for more: samples are fetched when somebody wants them.
const LIMIT = 280 * 1024;

test("all that is shipped is below 280 KB gzipped", (t) => {
  const files = readdirSync(folder(), { recursive: true }).filter((name) => /\.(html|js|css|svg|wasm)$/.test(name));
  const sizes = files.map((name) => [name, gzipSync(readFileSync(join(folder(), name)), { level: 9 }).length]);
  const all = sizes.reduce((sum, [, size]) => sum + size, 0);
  t.diagnostic(`${all} bytes gzip: ${sizes.map(([name, size]) => `${name} ${size}`).join(", ")}`);
  assert.ok(all < LIMIT, `${all} bytes`);
});

test("the page says itself what it may do, and nothing else is let in", async (t) => {
  const page = await open(t, "#/fleet", { expects: /Content Security Policy/ });
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
  assert.match(policy, /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/);
  assert.doesNotMatch(policy, /unsafe-inline|https?:|\*/);
  const blocked = await page.evaluate(async () => {
    const heard = new Promise((resolve) =>
      document.addEventListener("securitypolicyviolation", ({ violatedDirective }) => resolve(violatedDirective)),
    );
    const script = document.createElement("script");
    script.textContent = "globalThis.ran = true";
    document.head.append(script);
    return [await heard, globalThis.ran ?? null];
  });
  assert.deepEqual(blocked, ["script-src-elem", null]);
});
