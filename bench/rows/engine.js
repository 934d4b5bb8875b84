// What all lifecycles share: the size of the engine, and how soon it decides.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { median } from "../measure.js";
import { row, section } from "../report.js";

const ROUNDS = 15;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export function engine() {
  section("The engine");
  size();
  start();
}

function size() {
  const wasm = readFileSync(here("../../pkg/wasm/engine.wasm"));
  const brotli = brotliCompressSync(wasm, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
  const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;
  row(
    "wasm, after wasm-opt",
    "≤ 60 KB brotli for all lifecycles",
    `${kilobytes(brotli)} brotli, ${kilobytes(wasm.length)} raw`,
    brotli <= 60_000,
  );
}

function start() {
  const run = (file) => {
    const start = process.hrtime.bigint();
    execFileSync(process.execPath, [here(file)]);
    return Number(process.hrtime.bigint() - start) / 1e6;
  };
  const [empty, first] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    empty.push(run("../start/empty.js"));
    first.push(run("../start/first.js"));
  }
  const [nothing, decision] = [median(empty), median(first)];
  row(
    "import to first decision, a process from start to end",
    "≤ 2 × an empty module's time + 10 ms",
    `${decision.toFixed(0)} ms to ${nothing.toFixed(0)} ms`,
    decision <= 2 * nothing + 10,
  );
}
