// npm run example -- NAME: one of examples/, with what it needs. PORT says where; what follows the name is passed on.
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { build, packages, wasmTarget } from "./setup.js";
import { root, run } from "./steps.js";

const PORT = process.env.PORT ?? "8787";
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".json": "application/json" };
const RUNTIMES = "pkg/test/runtimes";

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
packages();
if (!existsSync(join(root, "pkg/wasm/engine.wasm"))) {
  wasmTarget();
  build();
}
examples[name](name);

/** wrangler needs a newer Node than the package does; both are installed once, for the tests of the package. */
function worker(folder) {
  packages(RUNTIMES);
  const modules = join(root, RUNTIMES, "node_modules");
  const brought = readdirSync(modules).find((name) => name.startsWith("node-"));
  const node = brought ? join(modules, brought, "bin/node") : "node";
  const args = ["dev", "--local", "--ip", "127.0.0.1", "--port", PORT, "--inspector-port", "0"];
  start(folder, node, [join(modules, "wrangler/bin/wrangler.js"), ...args, "--show-interactive-dev-session=false"]);
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
  child.on("exit", (code) => process.exit(code ?? 1));
}

/** Files, as any static server gives them. */
function page() {
  const server = createServer(async ({ url }, response) => {
    try {
      const path = normalize(new URL(url, "http://localhost").pathname);
      const body = await readFile(join(root, path.endsWith("/") ? `${path}index.html` : path));
      response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/html" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(Number(PORT), "127.0.0.1", () => {
    console.log(`Ready on http://127.0.0.1:${server.address().port}/examples/page/`);
  });
}
