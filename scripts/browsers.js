// npm run test:browsers: what holds in every browser, in each that Debian has. `-- --write` records it.
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { run as tested } from "node:test";
import { spec } from "node:test/reporters";
import { build, chromium, firefox, packages, wasmTarget, webkit } from "./setup.js";
import { Failure, root, step, summary } from "./steps.js";

const browsers = [
  { name: "Chromium", install: chromium },
  { name: "Firefox", install: firefox },
  { name: "WebKitGTK", install: webkit, file: "webkit" },
];

// Firefox is driven through a WebSocket, which Node 20 has, but does not show.
if (typeof WebSocket === "undefined") {
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ""} --experimental-websocket`;
}

await step("Packages", packages);
await step("WebAssembly compiler", wasmTarget);
await step("Build", build);
const columns = [];
for (const browser of browsers) {
  await step(browser.name, async () => {
    browser.install();
    columns.push(await column(browser));
  });
}
console.log(`\n${table().join("\n")}`);
if (process.argv.includes("--write")) writeFileSync(join(root, "pkg/test/BROWSERS.md"), page());
await step("All browsers", () => {
  const failed = columns.filter(({ passed, all }) => passed < all || all === 0);
  if (failed.length > 0) throw new Failure(`not everything holds in ${failed.map(({ name }) => name).join(" and ")}`);
});
summary();

/** What became of each test in a browser. */
async function column({ name, file = name.toLowerCase() }) {
  const found = { name, version: "", results: new Map(), skipped: [], passed: 0, all: 0 };
  const files = [join(root, `pkg/test/browsers/${file}.test.js`)];
  // A browser that answers no more ends as well.
  const stream = tested({ files, concurrency: 1, timeout: 20 * 60_000 });
  stream.on("test:diagnostic", ({ message }) => {
    if (message.startsWith("version ")) found.version = message.slice("version ".length);
  });
  stream.on("test:pass", ({ name, skip }) => {
    found.results.set(name, skip ? "not run" : "✓");
    if (skip) found.skipped.push(`${found.name}: ${name}: ${skip}.`);
    else count(1);
  });
  stream.on("test:fail", ({ name }) => {
    found.results.set(name, "failed");
    count(0);
  });
  const count = (passed) => {
    found.all++;
    found.passed += passed;
  };
  for await (const text of stream.compose(new spec())) process.stdout.write(text);
  return found;
}

function table() {
  const names = [...new Set(columns.flatMap(({ results }) => [...results.keys()]))];
  return [
    ["", ...columns.map(({ name, version }) => `${name} ${version}`)],
    ["---", ...columns.map(() => "---")],
    ...names.map((name) => [name, ...columns.map(({ results }) => results.get(name) ?? "not run")]),
    ["passed", ...columns.map(({ passed, all }) => `${passed} of ${all}`)],
  ].map((cells) => `| ${cells.join(" | ")} |`);
}

function page() {
  const machine = `${cpus()[0].model.trim()}, ${cpus().length} cores; Node ${process.versions.node}`;
  const day = new Date().toISOString().slice(0, 10);
  const head = `# Browsers\n\nWritten by \`npm run test:browsers -- --write\` on ${machine}; ${day}.`;
  const skipped = columns.flatMap(({ skipped }) => skipped);
  const rest = skipped.length > 0 ? [`Not run:\n\n${skipped.map((one) => `- ${one}`).join("\n")}`] : [];
  return `${[head, table().join("\n"), ...rest].join("\n\n")}\n`;
}
