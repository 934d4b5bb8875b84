// The size gates: what engine.wasm takes on the wire, which `--update` records, and what `countersign/store` does.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { Failure, root } from "./steps.js";

const CAP = 100 * 1024;
const ALLOWED = 1.02;
const RECORD = join(root, "pkg/size.json");
const STORE_CAP = 8 * 1024;

export async function size({ update = false } = {}) {
  engine(update);
  await store();
}

function engine(update) {
  const wasm = readFileSync(join(root, "pkg/wasm/engine.wasm"));
  const brotli = brotliCompressSync(wasm, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
  // Written by xtask: which compiler made it. Another one makes another size.
  const rustc = readFileSync(join(root, "pkg/wasm/.stamp"), "utf8").split("\n")[1];
  console.log(`engine.wasm: ${brotli} bytes brotli, ${wasm.length} raw, by ${rustc}`);
  if (update) {
    writeFileSync(RECORD, `${JSON.stringify({ brotli, raw: wasm.length, rustc }, null, 2)}\n`);
    return;
  }
  if (brotli > CAP) throw new Failure(`that is above the cap of ${CAP}`);
  const recorded = JSON.parse(readFileSync(RECORD, "utf8"));
  if (recorded.rustc !== rustc) {
    console.log(`recorded under ${recorded.rustc}: only the cap of ${CAP} was checked`);
  } else if (brotli > recorded.brotli * ALLOWED) {
    throw new Failure(`recorded were ${recorded.brotli}: \`npm run size -- --update\` if the growth is worth it`);
  }
}

/** As an application would bundle it, with `idb` and without the engine. */
async function store() {
  // Not above: `npm test` reads this file before it has installed anything.
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [join(root, "pkg/store.js")],
    external: ["countersign"],
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
  });
  const [{ contents }] = outputFiles;
  const gzip = gzipSync(contents, { level: 9 }).length;
  console.log(`countersign/store: ${gzip} bytes gzip, ${contents.length} raw, with idb and without the engine`);
  if (gzip > STORE_CAP) throw new Failure(`that is above the cap of ${STORE_CAP}`);
}

if (process.argv[1] === import.meta.filename) await size({ update: process.argv.includes("--update") });
