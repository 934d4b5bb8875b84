// npm run bench: the package beside what one would use instead.
import { build, packages, wasmTarget } from "./setup.js";
import { run, step } from "./steps.js";

await step("Packages", packages);
await step("WebAssembly compiler", wasmTarget);
await step("Build", build);
run("node", ["bench/run.js", ...process.argv.slice(2)]);
