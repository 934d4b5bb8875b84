// The types against the names in Rust and against what the engine makes, both by tsc.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { claims } from "./types/claims.js";
import { MUTATIONS } from "./types/mutations.js";

const pkg = join(import.meta.dirname, "..");
const TSC = join(pkg, "../node_modules/typescript/bin/tsc");

test("the types say what Rust spells and what the engine makes, and every mutation of them is found", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "countersign-types-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const texts = await claims();
  const projects = [{ what: "the types as they are", claims: [...texts.keys()] }, ...MUTATIONS];
  for (const [index, mutation] of projects.entries()) project(folder, index, texts, mutation);
  // All in one run of tsc, which takes a while to start and uses every core.
  const files = projects.flatMap(({ claims }, index) => claims.map((name) => `${index}/${name}.ts`));
  const compilerOptions = { noEmit: true, strict: true, module: "nodenext", lib: ["es2022"], types: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const { output } = tsc(folder);

  const complaints = output.split("\n");
  // Those of a claim: that the changed types contradict themselves is no merit of ours.
  const about = ({ claims }, index) =>
    complaints.filter((line) => claims.some((name) => line.includes(`/${index}/${name}.ts`)));
  const [right, ...wrong] = projects.map(about);
  assert.deepEqual(right, []);
  for (const [index, found] of wrong.entries()) assert.notEqual(found.length, 0, MUTATIONS[index].what);
});

/** The claims beside a copy of the package's types, changed in one place. */
function project(folder, index, texts, { claims, file, from, to }) {
  const copy = join(folder, `${index}/node_modules/countersign`);
  mkdirSync(copy, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(pkg, "package.json"), "utf8"));
  // tsc takes packages of one name and version for one package.
  writeFileSync(join(copy, "package.json"), JSON.stringify({ ...manifest, version: `0.0.${index}` }));
  writeFileSync(join(folder, `${index}/package.json`), '{ "type": "module" }');
  for (const name of claims) writeFileSync(join(folder, `${index}/${name}.ts`), texts.get(name));
  for (const name of readdirSync(pkg).filter((name) => name.endsWith(".d.ts"))) {
    const text = readFileSync(join(pkg, name), "utf8");
    if (name === file) assert.ok(text.includes(from), `no ${from} in ${file}`);
    writeFileSync(join(copy, name), name === file ? text.replace(from, to) : text);
  }
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
