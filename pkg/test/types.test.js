// The types against the names in Rust and against what the engine makes, both by tsc.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { claims } from "./types/claims.js";

const pkg = join(import.meta.dirname, "..");
const TSC = join(pkg, "../node_modules/typescript/bin/tsc");

// Each in a copy of the types, which then must not compile.
const MUTATIONS = [
  ["a renamed field", "readonly pendingOutcome: Outcome | null", "readonly pending: Outcome | null"],
  ["a missing field", "readonly disposition: Disposition | null;", ""],
  [
    "a field too many",
    "readonly accountable: Accountable;",
    "readonly accountable: Accountable; readonly owner: string;",
  ],
  [
    "an optional field too many",
    "readonly revision: number;",
    "readonly revision: number; readonly updatedAt?: number;",
  ],
  ["a missing value of a closed set", '| "timeout"', ""],
  ["a value too many in a closed set", '| "timeout"', '| "timeout" | "operator"'],
  ["a missing code", '| "not_active"', ""],
  ["a missing null", "readonly parentUid: string | null;", "readonly parentUid: string;"],
  ["a null too many", "readonly createdAt: number;", "readonly createdAt: number | null;"],
  ["a field that must not be required", "readonly lessons?: string", "readonly lessons: string"],
  ["a method too many", "diagram(): string;", "diagram(): string; svg(): string;"],
];

test("the types say what Rust spells and what the engine makes, and every mutation of them is found", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "countersign-types-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const text = claims();
  const projects = [["the types as they are", "", ""], ...MUTATIONS];
  for (const [index, [_, from, to]] of projects.entries()) project(folder, index, text, from, to);
  // All in one run of tsc, which takes a while to start and uses every core.
  const files = projects.map((_, index) => `${index}/claims.ts`);
  const compilerOptions = { noEmit: true, strict: true, module: "nodenext", lib: ["es2022"], types: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const { output } = tsc(folder);

  const complaints = output.split("\n");
  const about = (index) => complaints.filter((line) => line.includes(`/${index}/claims.ts`));
  const [right, ...wrong] = projects.map((_, index) => about(index));
  assert.deepEqual(right, []);
  for (const [index, found] of wrong.entries()) assert.notEqual(found.length, 0, MUTATIONS[index][0]);
});

/** The claims beside a copy of the package's types, changed in one place. */
function project(folder, index, claims, from, to) {
  const copy = join(folder, `${index}/node_modules/countersign`);
  mkdirSync(copy, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(pkg, "package.json"), "utf8"));
  // tsc takes packages of one name and version for one package.
  writeFileSync(join(copy, "package.json"), JSON.stringify({ ...manifest, version: `0.0.${index}` }));
  writeFileSync(join(folder, `${index}/package.json`), '{ "type": "module" }');
  writeFileSync(join(folder, `${index}/claims.ts`), claims);
  let changed = from === to;
  for (const name of readdirSync(pkg).filter((name) => name.endsWith(".d.ts"))) {
    const text = readFileSync(join(pkg, name), "utf8");
    const then = changed ? text : text.replace(from, to);
    changed ||= then !== text;
    writeFileSync(join(copy, name), then);
  }
  assert.ok(changed, `no ${from} in the types`);
}

/** tsc, with its complaints by absolute path. */
function tsc(project) {
  const { status, stdout, error } = spawnSync(process.execPath, [TSC, "--pretty", "false", "--project", project], {
    cwd: "/",
    encoding: "utf8",
  });
  if (error) throw error;
  return { passed: status === 0, output: stdout };
}

for (const config of ["tsconfig.json", "tsconfig.bundler.json", "tsconfig.bare.json"]) {
  test(`right uses compile and wrong ones do not, by ${config}`, () => {
    const { passed, output } = tsc(join(import.meta.dirname, "types", config));
    assert.ok(passed, output);
  });
}
