// npm test: all that must hold before a commit lands. `--quick` is npm run check, `--full` npm run test:full.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { build, chromium, packages, wasmByRustup, wasmTarget } from "./setup.js";
import { size } from "./size.js";
import { Failure, output, root, run, step, summary } from "./steps.js";

const quick = process.argv.includes("--quick");
const full = process.argv.includes("--full");
if (full) process.env.COUNTERSIGN_FULL = "1";

const cargo = (...args) => run("cargo", args);
const clippy = (...args) => cargo("clippy", "--quiet", ...args, "--", "-D", "warnings");
const xtask = (...args) => run("cargo", ["run", "--quiet", "--package", "xtask", "--", ...args]);
const bin = (name, ...args) => run(join(root, "node_modules/.bin", name), args);
const node = (folder, except = []) => {
  const files = readdirSync(join(root, folder)).filter((name) => name.endsWith(".test.js") && !except.includes(name));
  run("node", ["--test", "--test-reporter=spec", "--test-concurrency=2", ...files.map((name) => join(folder, name))]);
};

/** Its documentation is complete, its package holds it and nothing else, and a native build needs nothing but it. */
function crate() {
  run("cargo", ["doc", "--quiet", "--no-deps", "--package", "countersign"], { env: { RUSTDOCFLAGS: "-D warnings" } });
  const listed = output("cargo", ["package", "--list", "--quiet", "--allow-dirty", "--package", "countersign"]);
  const odd = listed?.split("\n").filter((file) => !/^(src\/.+|[A-Z][\w.-]+|\.cargo_vcs_info\.json)$/.test(file));
  if (odd?.length !== 0) throw new Failure(`the crate would hold ${odd?.join(", ") ?? "nothing"}`);
  if (full) cargo("package", "--quiet", "--allow-dirty", "--package", "countersign");
  const needed = output("cargo", ["tree", "--edges", "normal", "--package", "countersign", "--prefix", "none"]);
  if (needed?.split("\n").length !== 1) throw new Failure(`a native build needs ${needed}`);
}

await step("Packages", packages);
await step("Formatting", () => {
  cargo("fmt", "--all", "--check");
  bin("biome", "ci", "--error-on-warnings", ...(process.stdout.isTTY ? [] : ["--colors=off"]));
});
await step("Clippy", () => clippy("--workspace", "--all-targets"));

if (quick) {
  await step("Rust tests", () => cargo("test", "--quiet", "--lib", "--tests"));
  await step("WebAssembly", () => {
    wasmTarget();
    build();
  });
  await step("Package tests", () => node("pkg/test", ["large.test.js", "nonsense.test.js", "types.test.js"]));
} else {
  await step("WebAssembly compiler", wasmTarget);
  await step("Chromium", chromium);
  await step("Clippy on wasm32", () => {
    if (wasmByRustup()) {
      clippy("--package", "countersign", "--target", "wasm32-unknown-unknown");
    } else {
      console.log("Debian's compiler builds wasm32 here and brings no clippy of its own: built, not linted");
    }
  });
  if (full) {
    await step("Rust tests, all", () => cargo("test", "--release", "--workspace"));
  } else {
    await step("Rust tests", () => cargo("test", "--workspace"));
  }
  await step("Crate", crate);
  await step("Build", build);
  await step("WebAssembly tests in Node", () => xtask("wasm-test"));
  await step("WebAssembly tests in Chromium", () => xtask("wasm-test", "web"));
  await step("Package tests", () => node("pkg/test"));
  await step("Dashboard", () => node("www/test"));
  await step("Types", () => {
    const projects = readdirSync(join(root, "pkg/test/types")).filter((name) => name.startsWith("tsconfig"));
    for (const project of projects) bin("tsc", "--noEmit", "--project", join("pkg/test/types", project));
    bin("tsc", "--project", "www");
  });
  await step("Package shape", () => {
    bin("publint", "--strict", "pkg");
    // ES modules only, and the binary has no types of its own.
    bin("attw", "--pack", "pkg", "--profile", "esm-only", "--exclude-entrypoints", "engine.wasm");
  });
  await step("Size", size);
  await step("Other runtimes", () => {
    packages("pkg/test/runtimes");
    if (full) packages("pkg/test/runtimes/next");
  });
  await step("Packaging", () => node("pkg/test/packaging"));
  await step("Examples", () => node("examples/test"));
  if (full) {
    await step("Examples on what is large", () => {
      packages("examples");
      node("examples/test/slow");
    });
  }
}
summary();
