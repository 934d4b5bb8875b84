// npm run mutants: do the tests notice when the rules are wrong? What they need not notice is in .cargo/mutants.toml.
import { output, run, step } from "./steps.js";

await step("cargo-mutants", () => {
  if (!output("cargo", ["mutants", "--version"])) run("cargo", ["install", "--locked", "cargo-mutants"]);
});
run("cargo", ["mutants", ...process.argv.slice(2)]);
