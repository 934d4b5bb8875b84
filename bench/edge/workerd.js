// The edge example in workerd itself: without wrangler, whose proxy would be measured, too.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
const TICKS = 100;

export const TOKENS = JSON.stringify({ agent: "AGENT", operator: "OPERATOR", system: "SYSTEM" });

/** A process that serves the example; `replaced`, as esbuild takes it, is what is something else in it. */
export async function workerd(replaced = {}) {
  const folder = mkdtempSync(join(tmpdir(), "countersign-edge-"));
  await build({
    entryPoints: [join(root, "examples/edge-decide/worker.js")],
    outdir: folder,
    bundle: true,
    minify: true,
    format: "esm",
    conditions: ["workerd"],
    loader: { ".wasm": "copy" },
    assetNames: "[name]",
    ...replaced,
    logLevel: "error",
  });
  writeFileSync(join(folder, "config.capnp"), config(readdirSync(folder)));
  const child = spawn(binary(), ["serve", "config.capnp", "--control-fd=3"], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  const [told] = await Promise.race([once(child.stdio[3], "data"), once(child, "exit")]);
  const { port } = JSON.parse(told);
  const proc = (file) => readFileSync(`/proc/${child.pid}/${file}`, "utf8");
  return {
    port,
    /** Milliseconds of processor time since its start. */
    cpu() {
      const fields = proc("stat").split(") ")[1].split(" ");
      return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
    },
    /** Bytes of memory that it holds. */
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(proc("status"))[1]) * 1024,
    alive: () => child.exitCode === null && child.signalCode === null,
    async close() {
      if (child.exitCode === null) {
        child.kill();
        await once(child, "exit");
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function config(files) {
  const modules = files.map(
    (file) => `(name = "${file}", ${file.endsWith(".wasm") ? "wasm" : "esModule"} = embed "${file}")`,
  );
  // The first one is the worker.
  modules.sort((one, other) => other.includes("esModule") - one.includes("esModule"));
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [${modules.join(", ")}],
  bindings = [(name = "TOKENS", text = ${JSON.stringify(TOKENS)})],
  compatibilityDate = "2025-11-01",
);
`;
}

function binary() {
  const packages = join(root, "pkg/test/runtimes/node_modules/@cloudflare");
  const name = readdirSync(packages).find((name) => name.startsWith("workerd-"));
  return join(packages, name, "bin/workerd");
}
