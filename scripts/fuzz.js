// npm run fuzz: nonsense of every kind against the package.
import { build, packages, wasmTarget } from "./setup.js";
import { run, step } from "./steps.js";

await step("Packages", packages);
await step("WebAssembly compiler", wasmTarget);
await step("Build", build);
run("node", ["pkg/test/fuzz.js", "--cases", "2000000", ...process.argv.slice(2)]);
