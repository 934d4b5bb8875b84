#!/usr/bin/env node
// `npx countersign`: the engine from a terminal or a script. Everything outside the process is handed in from here.
import { main } from "./cli/main.js";

process.exitCode = await main(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  clock: Date.now,
}).catch((error) => {
  // A mistake of ours. Node would exit with 1, which means that something was denied.
  console.error(error);
  return 2;
});
