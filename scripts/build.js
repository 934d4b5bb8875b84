// npm run build: pkg/wasm/.
import { build, packages, wasmTarget } from "./setup.js";
import { step } from "./steps.js";

await step("Packages", packages);
await step("WebAssembly compiler", wasmTarget);
await step("Build", build);
