// Next.js as it comes: built by its own bundler, served by `next start`.
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { root } from "../project.js";
import { started } from "../servers.js";
import { version } from "../tools.js";
import { opened } from "./page.js";

const exec = promisify(execFile);
const own = join(root, "pkg/test/runtimes/next");
// It reports to its makers otherwise.
const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", CI: "true" };

const LAYOUT = `export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>;
}`;

/** A component that is rendered on the server and in the browser, where it then shows its answer. */
const client = ({ from, start, session }) => `"use client";
import * as api from "${from}";
import { useEffect, useState } from "react";
import { run } from "../../cell.js";
import { vectors } from "../../vectors.js";
async function asked() {
  ${start}
  return JSON.stringify(await run(api, vectors));
}
export default function Page() {
  const [answer, setAnswer] = useState("");
  useEffect(() => void asked().then(setAnswer), []);
  return <main title={${session}}>{answer}</main>;
}`;

const route = ({ from, imports = "", start = "", runtime }) => `${imports}
import * as api from "${from}";
import { run } from "../../cell.js";
import { vectors } from "../../vectors.js";
export const runtime = "${runtime}";
export const dynamic = "force-dynamic";
export async function GET() {
  ${start}
  return Response.json(await run(api, vectors));
}`;

const ADDRESS = `new URL("countersign/engine.wasm", import.meta.url)`;
const SESSION = `api.reversible.displayStatus({ status: "ACTIVE", actions: [] })`;
const files = {
  "app/layout.js": LAYOUT,
  "app/client/page.js": client({ from: "countersign", start: "", session: SESSION }),
  "app/client-slim/page.js": client({
    from: "countersign/slim",
    start: `await api.init(${ADDRESS});`,
    session: `"ACTIVE"`,
  }),
  "app/node/route.js": route({ from: "countersign", runtime: "nodejs" }),
  "app/node-slim/route.js": route({
    from: "countersign/slim",
    imports: `import { readFileSync } from "node:fs";`,
    start: `api.initSync(readFileSync(${ADDRESS}));`,
    runtime: "nodejs",
  }),
  "app/edge/route.js": route({ from: "countersign", runtime: "edge" }),
};

export const next = [
  {
    name: "Next.js, client component",
    entry: (project) => shown(project, "client"),
    slim: (project) => shown(project, "client-slim"),
  },
  {
    name: "Next.js, node route",
    entry: (project) => answered(project, "node"),
    slim: (project) => answered(project, "node-slim"),
  },
  // The entry imports the module statically there, which is all that slim could do.
  { name: "Next.js, edge route", entry: (project) => answered(project, "edge") },
].map((cell) => ({ ...cell, version: () => version("next", join(own, "node_modules")), slow: true }));

async function shown(project, path) {
  return opened({ url: `${await app(project)}/${path}` }, 'main[title="ACTIVE"]:not(:empty)');
}

async function answered(project, path) {
  return (await fetch(`${await app(project)}/${path}`)).json();
}

const apps = new WeakMap();
/** Where the project's app answers, built when the first cell asks for it. */
function app(project) {
  if (!apps.has(project)) apps.set(project, built(project));
  return apps.get(project);
}

async function built(project) {
  if (!existsSync(join(own, "node_modules"))) throw new Error(`\`npm ci\` in ${own} installs Next.js`);
  // A project of its own, not one inside another. It refuses what is linked from elsewhere.
  const cwd = `${project.folder}-next`;
  cpSync(own, cwd, { recursive: true });
  project.beforeRemoval.unshift(() => rmSync(cwd, { recursive: true, force: true }));
  await exec("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", project.tarball], { cwd });
  for (const name of ["cell.js", "digest.js", "vectors.js"]) cpSync(join(project.folder, name), join(cwd, name));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  const command = join(cwd, "node_modules/next/dist/bin/next");
  try {
    await exec(process.execPath, [command, "build"], { cwd, env });
  } catch ({ code, signal, stdout, stderr }) {
    throw new Error(`next build: ${signal ?? code}\n${stdout.slice(-2000)}${stderr.slice(-2000)}`);
  }
  const args = (port) => [command, "start", "--hostname", "127.0.0.1", "--port", port];
  const server = await started("next start", { program: process.execPath, args, cwd, env, ready: "Ready in" });
  project.beforeRemoval.unshift(server.close);
  return server.url;
}
