// npm run example -- NAME: one of examples/, with what it needs. PORT says where; what follows the name is passed on.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { node24, wrangler } from "../pkg/test/packaging/tools.js";
import { build, packages, wasmTarget } from "./setup.js";
import { Failure, output, root, run } from "./steps.js";

const PORT = process.env.PORT ?? "8787";
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

// Nothing of it asks anybody anything: neither for a newer version nor to tell who uses it.
const QUIET = {
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  DENO_NO_UPDATE_CHECK: "1",
  DO_NOT_TRACK: "1",
  NEXT_IGNORE_INCORRECT_LOCKFILE: "1",
  NEXT_TELEMETRY_DISABLED: "1",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_NO_SKILLS_UPDATE_PROMPTS: "true",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  WRANGLER_SEND_METRICS: "false",
};

const examples = {
  "edge-decide": worker,
  "edge-session": worker,
  node: () => start("servers", "node", ["--env-file=../edge-decide/.dev.vars", "node.js"]),
  deno: () => start("servers", tool("deno"), ["run", "--env-file=../edge-decide/.dev.vars", "-NER", "deno.js"]),
  bun: () => start("servers", tool("bun"), ["--env-file=../edge-decide/.dev.vars", "bun.js"]),
  next,
  page,
};

const [name, ...more] = process.argv.slice(2);
if (!Object.hasOwn(examples, name ?? "")) {
  console.error(`npm run example -- ${Object.keys(examples).join(" | ")}`);
  process.exit(2);
}
try {
  if (!/^\d{1,5}$/.test(PORT) || Number(PORT) > 65_535)
    throw new Failure(`PORT is \`${PORT}\`, expected a number to 65535`);
  packages();
  built();
  await examples[name](name);
} catch (error) {
  console.error(error instanceof Failure ? error.message : error);
  process.exit(1);
}

/** Whoever has no Rust may have what was built elsewhere. */
function built() {
  if (existsSync(join(root, "pkg/wasm/engine.wasm")) && output("cargo", ["--version"]) === undefined) return;
  wasmTarget();
  build();
}

/** wrangler needs a newer Node than the package does; both are installed once, for the tests of the package. */
function worker(folder) {
  packages("pkg/test/runtimes");
  const args = ["dev", "--local", "--ip", "127.0.0.1", "--port", PORT, "--inspector-port", "0"];
  if (!more.some((given) => given.startsWith("--persist-to"))) args.push("--persist-to", temporary());
  start(folder, node24(), [wrangler(), ...args, "--show-interactive-dev-session=false"]);
}

/** A folder that is gone at the end. */
function temporary() {
  const folder = mkdtempSync(join(tmpdir(), "countersign-example-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** A program that examples/package.json brings: together too large for everybody's `npm test`. */
function tool(name) {
  packages("examples");
  return join(root, "examples/node_modules/.bin", name);
}

/** Not `next dev`, which asks the registry for a newer version, and has no switch for that. */
function next() {
  const program = tool("next");
  run(program, ["build"], { cwd: join(root, "examples/next"), env: QUIET });
  start("next", program, ["start", "--hostname", "127.0.0.1", "--port", PORT]);
}

function start(folder, command, args) {
  const cwd = join(root, "examples", folder);
  const child = spawn(command, [...args, ...more], { cwd, stdio: "inherit", env: { ...process.env, ...QUIET, PORT } });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("error", ({ message }) => {
    console.error(`${command}: ${message}`);
    process.exit(1);
  });
  child.on("exit", (code) => process.exit(code ?? 1));
}

/** What the page is made of, as any static server gives files. */
async function page() {
  const server = createServer(async ({ method, url }, response) => {
    if (method !== "GET" && method !== "HEAD") {
      response.writeHead(405, { allow: "GET, HEAD" }).end();
      return;
    }
    try {
      const { pathname } = new URL(`http://localhost${url}`);
      if (pathname === "/examples/page") {
        response.writeHead(308, { location: `${pathname}/` }).end();
        return;
      }
      if (!/^\/(examples\/page|pkg)\//.test(pathname) || pathname.includes("/.")) throw new Error("not of it");
      const file = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
      const body = await readFile(join(root, file));
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  try {
    server.listen(Number(PORT), "127.0.0.1");
    await once(server, "listening");
  } catch ({ message }) {
    throw new Failure(`cannot listen on port ${PORT}: ${message}`);
  }
  console.log(`Ready on http://127.0.0.1:${server.address().port}/examples/page/`);
}
