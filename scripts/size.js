// The size gate: what engine.wasm takes on the wire. `--update` records it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { Failure, root } from "./steps.js";

const CAP = 100 * 1024;
const ALLOWED = 1.02;
const RECORD = join(root, "pkg/size.json");

export function size({ update = false } = {}) {
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

if (process.argv[1] === import.meta.filename) size({ update: process.argv.includes("--update") });
