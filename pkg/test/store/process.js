// A browser's process, in a group of its own: what belongs to it goes with it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** Starts a program, and waits until it prints what `ready` finds on its error output. */
export async function started(command, args, ready, { env } = {}) {
  const child = spawn(command, args, {
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...env },
  });
  const exited = once(child, "exit");
  const kill = async () => {
    // The first process alone, as by a crash; then whatever it leaves.
    child.kill("SIGKILL");
    await exited;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // All were gone.
    }
  };
  let log = "";
  const found = await new Promise((resolve, reject) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      log += `${line}\n`;
      const match = ready.exec(line);
      if (match) resolve(match);
    });
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`${command} did not start:\n${log}`)));
  });
  return { found, exited, kill };
}
