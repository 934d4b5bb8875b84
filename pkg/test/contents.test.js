// The package contains what it needs and nothing else.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("..", import.meta.url));
const { exports, bin } = JSON.parse(readFileSync(`${folder}package.json`, "utf8"));
const KINDS = [
  /^(package\.json|README\.md|LICENSE-(APACHE|MIT))$/,
  /^[a-z-]+\.(js|d\.ts)$/,
  /^(cli|store)\/[a-z-]+\.js$/,
  /^wasm\/(engine\.wasm|(glue|inline|meta)\.js)$/,
  /^display-status\.json$/,
  /^samples\/[a-z-]+\.(json|ndjson)$/,
];

describe("the packed files", () => {
  let packed;
  before(() => {
    const [{ files }] = JSON.parse(
      execFileSync("npm", ["pack", "--json", "--dry-run", "--foreground-scripts=false"], {
        cwd: folder,
        encoding: "utf8",
        stdio: "pipe",
      }),
    );
    packed = files.map(({ path }) => path);
  });

  test("are of these kinds, and each kind is there", () => {
    assert.deepEqual(
      packed.filter((path) => !KINDS.some((kind) => kind.test(path))),
      [],
    );
    for (const kind of KINDS)
      assert.ok(
        packed.some((path) => kind.test(path)),
        String(kind),
      );
    for (const path of ["package.json", "README.md", "LICENSE-APACHE", "LICENSE-MIT"]) assert.ok(packed.includes(path));
    const samples = readdirSync(`${folder}samples`).map((name) => `samples/${name}`);
    assert.deepEqual(packed.filter((path) => path.startsWith("samples/")).sort(), samples.sort());
  });

  test("in JavaScript are those that some entry imports, and all of them", () => {
    const entries = [...targets(exports, "types"), ...Object.values(bin)].map(posix.normalize);
    const reached = reachedFrom(entries.filter((path) => path.endsWith(".js")));
    assert.deepEqual(packed.filter((path) => path.endsWith(".js")).sort(), reached);
    const others = entries.filter((path) => !path.endsWith(".js") && !path.includes("*"));
    for (const path of others) assert.ok(packed.includes(path), path);
  });

  test("of types are those of the entries and what they import, and all of them", () => {
    const entries = Object.values(exports).flatMap(({ types = [] }) => types);
    const reached = reachedFrom(entries.map(posix.normalize), (path) => path.replace(/\.js$/, ".d.ts"));
    assert.deepEqual(packed.filter((path) => path.endsWith(".d.ts")).sort(), reached);
  });
});

test("what was not built is not packed, and why not is said", () => {
  const clone = mkdtempSync(join(tmpdir(), "countersign-clone-"));
  try {
    cpSync(`${folder}package.json`, join(clone, "pkg/package.json"));
    cpSync(`${folder}../scripts`, join(clone, "scripts"), { recursive: true });
    const { status, stderr } = spawnSync("npm", ["pack"], { cwd: join(clone, "pkg"), encoding: "utf8" });
    assert.notEqual(status, 0);
    assert.match(stderr, /nothing is packed: wasm\/engine\.wasm, .* are missing; run `npm run build`/);
    assert.deepEqual(readdirSync(join(clone, "pkg")), ["package.json"]);
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
});

/** Every file that the exports lead to, under whatever condition but this. */
function targets(exports, except) {
  if (typeof exports === "string") return [exports];
  return Object.entries(exports).flatMap(([key, inner]) => (key === except ? [] : targets(inner, except)));
}

/** These and the files of the package that they import, sorted. */
function reachedFrom(entries, file = (path) => path) {
  const reached = new Set(entries);
  for (const path of reached) {
    const source = readFileSync(folder + path, "utf8");
    for (const [, to] of source.matchAll(/(?:\bfrom|\bimport\(?)\s*"(\.[^"]+\.js)"/g)) {
      reached.add(file(posix.join(posix.dirname(path), to)));
    }
  }
  return [...reached].sort();
}
