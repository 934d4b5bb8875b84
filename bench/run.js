// npm run bench: what stands in RESULTS.md. Ratios of one run; the figures are of the machine that it ran on.
//   --write     writes bench/RESULTS.md
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { delegated } from "countersign";
import { median, sideBySide } from "./measure.js";
import { snapshot, step } from "./xstate.js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const context = { now: 1_767_225_600_000 };
const rows = [];

const row = (what, budget, measured, met) => {
  rows.push({ what, budget, measured, met });
  console.log(`${met === null ? " " : met ? "✓" : "✗"} ${what}\n    ${measured}   (budget: ${budget})`);
};
const times = (factor) => `${factor.toFixed(factor < 10 ? 1 : 0)} ×`;
const micro = (nanoseconds) => `${(nanoseconds / 1000).toFixed(2)} µs`;

/** A session in the middle of its work, with as many artifacts as told. */
function working(artifacts) {
  const commands = [
    {
      type: "create",
      uid: "s-1",
      agent: "coder",
      task: "fix-login",
      harness: "cli",
      authority: ["repo:read", "repo:write"],
    },
    { type: "initialize" },
    { type: "activate" },
    ...Array.from({ length: artifacts }, (_, index) => ({
      type: "add_artifact",
      artifact: { id: `artifact-${index}`, kind: "patch", path: `src/file-${index}.ts`, lines: index },
    })),
  ];
  return commands.reduce((session, command) => delegated.decide(session, command, context).session, null);
}

const session = working(20);
const live = delegated.open(session);
const theirs = snapshot(session);
const add = { type: "add_artifact", artifact: { id: "artifact-new", kind: "patch", path: "src/new.ts", lines: 7 } };
const decline = { type: "decline", reason: "scope_mismatch" };
const initialize = { type: "initialize" };
const expect = (outcome, command) => {
  const decision = live.decide(command, context);
  if (decision.outcome !== outcome) throw new Error(`${command.type} is ${decision.outcome}`);
};
expect("allowed", add);
expect("allowed", decline);
expect("denied", initialize);

const wasm = readFileSync(here("../pkg/wasm/engine.wasm"));
const brotli = brotliCompressSync(wasm, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
row(
  "wasm, after wasm-opt",
  "≤ 60 KB brotli for all lifecycles",
  `${(brotli / 1000).toFixed(1)} KB brotli, ${(wasm.length / 1000).toFixed(1)} KB raw`,
  brotli <= 60_000,
);

{
  const ns = sideBySide({
    ours: () => live.decide(decline, context),
    theirs: () => step(theirs, decline),
    oursAdding: () => live.decide(add, context),
    theirsAdding: () => step(theirs, add),
    denied: () => live.decide(initialize, context),
    ignored: () => step(theirs, initialize),
  });
  const allowed = ns.theirs / ns.ours;
  row(
    "`open().decide`, allowed, beside XState's `transition()`",
    "≥ 5 ×",
    `${times(allowed)}: ${micro(ns.ours)} to ${micro(ns.theirs)} (decline)`,
    allowed >= 5,
  );
  const adding = ns.theirsAdding / ns.oursAdding;
  row(
    "the same with an artifact to carry",
    "≥ 5 ×",
    `${times(adding)}: ${micro(ns.oursAdding)} to ${micro(ns.theirsAdding)} (add_artifact)`,
    adding >= 5,
  );
  const denied = ns.ignored / ns.denied;
  row(
    "`open().decide`, denied with reasons, beside XState, which ignores without one",
    "≥ 3 ×",
    `${times(denied)}: ${micro(ns.denied)} to ${micro(ns.ignored)} (initialize)`,
    denied >= 3,
  );
}

{
  const ns = sideBySide({
    ours: () => delegated.decide(session, decline, context),
    theirs: () => step(theirs, decline),
    clone: () => structuredClone(session),
  });
  const factor = ns.theirs / ns.ours;
  row(
    "`decide` on plain objects, beside XState",
    "aim ≥ 1 ×",
    `${times(factor)}: ${micro(ns.ours)} to ${micro(ns.theirs)}; structuredClone of the session ${micro(ns.clone)}`,
    factor >= 1,
  );
}

{
  const commands = ["initialize", "activate", "complete", "reflect", "revoke", "nonsense"];
  const table = { Active: { complete: true, fail: true, decline: true, revoke: true, error: true, reflect: true } };
  const count = commands.length;
  const ns = sideBySide({
    ours: (call) => delegated.can(session, commands[call % count]),
    lookup: (call) => table[session.phase]?.[commands[call % count]] === true,
  });
  const millions = 1000 / ns.ours;
  row(
    "`can`, beside a lookup in a plain object",
    "≥ 20 M/s where the lookup does 70 M/s",
    `${millions.toFixed(0)} M/s to ${(1000 / ns.lookup).toFixed(0)} M/s`,
    ns.ours / ns.lookup <= 70 / 20,
  );
}

{
  const [empty, first] = [[], []];
  const run = (file) => {
    const start = process.hrtime.bigint();
    execFileSync(process.execPath, [here(file)]);
    return Number(process.hrtime.bigint() - start) / 1e6;
  };
  for (let round = 0; round < 15; round++) {
    empty.push(run("start/empty.js"));
    first.push(run("start/first.js"));
  }
  const [nothing, decision] = [median(empty), median(first)];
  row(
    "import to first decision, a process from start to end",
    "≤ 2 × an empty module's time + 10 ms",
    `${decision.toFixed(0)} ms to ${nothing.toFixed(0)} ms`,
    decision <= 2 * nothing + 10,
  );
}

{
  const sizes = [10, 1000].map((artifacts) => delegated.open(working(artifacts)));
  const ns = sideBySide({
    small: () => sizes[0].decide(add, context),
    large: () => sizes[1].decide(add, context),
  });
  row(
    "`open().decide` of `add_artifact` with 1,000 artifacts, beside 10",
    "reported; the budget is the next lifecycle's",
    `${times(ns.large / ns.small)}: ${micro(ns.large)} to ${micro(ns.small)}`,
    null,
  );
}

if (process.argv.includes("--write")) {
  const machine = `${cpus()[0].model.trim()}, ${cpus().length} cores; Node ${process.versions.node}; ${execFileSync("rustc", ["--version"]).toString().trim()}`;
  const line = ({ what, budget, measured, met }) =>
    `| ${what} | ${budget} | ${measured} | ${met === null ? "" : met ? "met" : "missed"} |`;
  writeFileSync(
    here("RESULTS.md"),
    `# Results\n\nWritten by \`npm run bench -- --write\` on ${machine}.\nAll that is compared took turns in one run; figures are medians.\n\n| what | budget | measured | |\n| --- | --- | --- | --- |\n${rows.map(line).join("\n")}\n`,
  );
}
