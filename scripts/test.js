// npm test: all that must hold before a commit lands. `--quick` is npm run check, `--full` npm run test:full.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { build, chromium, packages, wasmByRustup, wasmTarget } from "./setup.js";
import { size } from "./size.js";
import { root, run, step, summary } from "./steps.js";

const quick = process.argv.includes("--quick");
const full = process.argv.includes("--full");
if (full) process.env.COUNTERSIGN_FULL = "1";

const cargo = (...args) => run("cargo", args);
const xtask = (...args) => run("cargo", ["run", "--quiet", "--package", "xtask", "--", ...args]);
const bin = (name, ...args) => run(join(root, "node_modules/.bin", name), args);
const nodeTests = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".test.js"))
    .map((name) => join(folder, name));

await step("Packages", packages);
await step("Formatting", () => {
  cargo("fmt", "--all", "--check");
  bin("biome", "ci", "--error-on-warnings", ...(process.stdout.isTTY ? [] : ["--colors=off"]));
});
await step("Clippy", () => cargo("clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"));

if (quick) {
  await step("Rust tests", () => cargo("test", "--quiet", "--lib", "--tests"));
  await step("WebAssembly", () => {
    wasmTarget();
    build();
  });
  await step("Package tests", () => run("node", ["--test", "--test-reporter=spec", ...nodeTests("pkg/test")]));
} else {
  await step("WebAssembly compiler", wasmTarget);
  await step("Chromium", chromium);
  await step("Clippy on wasm32", () => {
    if (wasmByRustup()) {
      cargo(
        "clippy",
        "--quiet",
        "--package",
        "countersign",
        "--target",
        "wasm32-unknown-unknown",
        "--",
        "-D",
        "warnings",
      );
    } else {
      console.log("Debian's compiler builds wasm32 here and brings no clippy of its own: built, not linted");
    }
  });
  if (full) {
    await step("Rust tests, all", () => cargo("test", "--release", "--workspace"));
  } else {
    await step("Rust tests", () => cargo("test", "--workspace"));
  }
  await step("Build", build);
  await step("WebAssembly tests in Node", () => xtask("wasm-test"));
  await step("WebAssembly tests in Chromium", () => xtask("wasm-test", "web"));
  await step("Package tests", () => run("node", ["--test", "--test-reporter=spec", ...nodeTests("pkg/test")]));
  await step("Page", () => run("node", ["--test", "--test-reporter=spec", ...nodeTests("www/test")]));
  await step("Types", () => bin("tsc", "--noEmit", "--project", "pkg/test/types"));
  await step("Package shape", () => {
    bin("publint", "--strict", "pkg");
    // ES modules only, and the binary has no types of its own.
    bin("attw", "--pack", "pkg", "--profile", "esm-only", "--exclude-entrypoints", "engine.wasm");
  });
  await step("Size", size);
  await step("Other runtimes", () => packages("pkg/test/runtimes"));
  await step("Packaging", () => run("node", ["--test", "--test-reporter=spec", ...nodeTests("pkg/test/packaging")]));
}
summary();
