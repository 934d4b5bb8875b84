// npm run bench: what stands in RESULTS.md. Ratios of one run; the figures are of the machine that it ran on.
//   --write     writes bench/RESULTS.md
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { page } from "./report.js";
import { delegated } from "./rows/delegated.js";
import { engine } from "./rows/engine.js";
import { interactive } from "./rows/interactive.js";
import { reversible } from "./rows/reversible.js";

for (const measure of [engine, reversible, interactive, delegated]) measure();

if (process.argv.includes("--write")) {
  const rust = execFileSync("rustc", ["--version"]).toString().trim();
  const machine = `${cpus()[0].model.trim()}, ${cpus().length} cores; Node ${process.versions.node}; ${rust}`;
  writeFileSync(new URL("RESULTS.md", import.meta.url), page(machine));
}
