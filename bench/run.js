// npm run bench [-- engine|reversible|interactive|delegated|store|dashboard|edge]: what stands in RESULTS.md, or a part of it. Ratios of
// one run; the figures are of the machine that it ran on.
//   --write     writes bench/RESULTS.md; of a part its section, the others stay
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { page, renewed } from "./report.js";
import { dashboard } from "./rows/dashboard.js";
import { delegated } from "./rows/delegated.js";
import { edge } from "./rows/edge.js";
import { engine } from "./rows/engine.js";
import { interactive } from "./rows/interactive.js";
import { reversible } from "./rows/reversible.js";
import { store } from "./rows/store.js";

const groups = { engine, reversible, interactive, delegated, store, dashboard, edge };
const names = process.argv.slice(2).filter((word) => word !== "--write");
const unknown = names.find((name) => !Object.hasOwn(groups, name));
if (unknown) throw new Error(`\`${unknown}\` is none of ${Object.keys(groups)}`);

for (const name of names.length > 0 ? names : Object.keys(groups)) await groups[name]();

if (process.argv.includes("--write")) {
  const results = new URL("RESULTS.md", import.meta.url);
  const rust = execFileSync("rustc", ["--version"]).toString().trim();
  const machine = `${cpus()[0].model.trim()}, ${cpus().length} cores; Node ${process.versions.node}; ${rust}`;
  writeFileSync(results, names.length > 0 ? renewed(readFileSync(results, "utf8")) : page(machine));
}
