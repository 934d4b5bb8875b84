// Named steps: each says what it is and how long it took, the first that fails ends the run.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

let passed = 0;

/** `work` may throw or give a promise. */
export async function step(name, work) {
  console.log(`\n── ${name}`);
  const start = performance.now();
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    console.error(`── ${name}: failed after ${seconds(start)}`);
    console.log(`\n${passed} passed, 1 failed`);
    process.exit(1);
  }
  passed++;
  console.log(`── ${name}: ${seconds(start)}`);
}

export function summary() {
  console.log(`\n${passed} passed, 0 failed`);
}

/** A program with its output on ours. `ok` are the exit codes that are no failure. */
export function run(command, args, { env, cwd = root, stdio = "inherit", ok = [0] } = {}) {
  const { status, error, signal } = spawnSync(command, args, { cwd, stdio, env: { ...process.env, ...env } });
  if (error) throw new Failure(`${command}: ${error.message}`);
  if (!ok.includes(status)) throw new Failure(`${command} ${args.join(" ")}: ${signal ?? `exit ${status}`}`);
}

/** What a program prints, or undefined if it cannot be run or fails. */
export function output(command, args) {
  const { status, stdout } = spawnSync(command, args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

/** Something to tell a person, without a stack. */
export class Failure extends Error {}

function seconds(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
