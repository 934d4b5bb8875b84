// The size gates: what each entry of the package takes, bundled and minified as an application would have it. What it
// may take is what `--update` recorded, and a little more.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { Failure, root } from "./steps.js";

const RECORD = join(root, "pkg/size.json");
const ALLOWED = 1.02;
// Whatever is recorded, not more than so many bytes.
const CAPS = { "engine.wasm": { brotli: 100 * 1024 }, store: { gzip: 8 * 1024 } };
// `external` is what the application has anyway.
const ENTRIES = {
  countersign: { file: "index.js", hasEngine: true },
  slim: { file: "slim.js" },
  store: { file: "store.js", external: ["countersign"] },
  react: { file: "react.js", external: ["countersign", "react"] },
};

export async function size({ update = false } = {}) {
  const wasm = readFileSync(join(root, "pkg/wasm/engine.wasm"));
  // Written by xtask: which compiler made it. Another one makes another size.
  const rustc = readFileSync(join(root, "pkg/wasm/.stamp"), "utf8").split("\n")[1];
  const found = { "engine.wasm": sizes(wasm) };
  for (const [name, entry] of Object.entries(ENTRIES)) found[name] = sizes(await bundled(entry));
  print(found, rustc);
  for (const [name, caps] of Object.entries(CAPS)) judge(name, found[name], caps, "the cap is");
  if (update) {
    writeFileSync(RECORD, `${JSON.stringify({ rustc, ...found }, null, 2)}\n`);
    return;
  }
  const recorded = JSON.parse(readFileSync(RECORD, "utf8"));
  const same = recorded.rustc === rustc;
  if (!same) console.log(`recorded under ${recorded.rustc}: of what has the engine only the cap was checked`);
  for (const [name, its] of Object.entries(found)) {
    if (!same && (name === "engine.wasm" || ENTRIES[name].hasEngine)) continue;
    if (!recorded[name]) throw new Failure(`nothing is recorded of ${name}: \`npm run size -- --update\``);
    const allowed = Object.entries(recorded[name]).map(([how, bytes]) => [how, Math.floor(bytes * ALLOWED)]);
    judge(name, its, Object.fromEntries(allowed), "`npm run size -- --update` if the growth is worth it, allowed are");
  }
}

function sizes(bytes) {
  return {
    min: bytes.length,
    gzip: gzipSync(bytes, { level: 9 }).length,
    brotli: brotliCompressSync(bytes).length,
  };
}

async function bundled({ file, external = [] }) {
  // Not above: `npm test` reads this file before it has installed anything.
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [join(root, "pkg", file)],
    external,
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    logLevel: "error",
  });
  return outputFiles[0].contents;
}

function print(found, rustc) {
  const row = (name, cells) => console.log([name.padEnd(12), ...cells.map((cell) => `${cell}`.padStart(8))].join(" "));
  row("bytes", ["min", "gzip", "brotli"]);
  for (const [name, its] of Object.entries(found)) row(name, Object.values(its));
  console.log(`store with idb, and like react without the engine; engine.wasm by ${rustc}`);
}

function judge(name, found, allowed, message) {
  for (const [how, bytes] of Object.entries(allowed)) {
    if (found[how] > bytes) throw new Failure(`${name} has ${found[how]} bytes ${how}; ${message} ${bytes}`);
  }
}

if (process.argv[1] === import.meta.filename) await size({ update: process.argv.includes("--update") });
