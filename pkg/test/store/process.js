// A browser's process, in a group of its own: what belongs to it goes with it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

const running = new Set();
// Whoever ends early leaves nothing running.
process.once("exit", () => running.forEach(endGroup));

/** Starts a program, and waits until its error output has a line that `ready` finds, if one is to be waited for. */
export async function started(command, args, ready, { env } = {}) {
  const child = spawn(command, args, {
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...env },
  });
  if (child.pid) running.add(child.pid);
  const exited = once(child, "exit").catch(() => {});
  const kill = async () => {
    // The first process alone, as by a crash; then whatever it leaves.
    child.kill("SIGKILL");
    await exited;
    endGroup(child.pid);
    running.delete(child.pid);
  };
  let log = "";
  const found = await new Promise((resolve, reject) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      log += `${line}\n`;
      const match = ready?.exec(line);
      if (match) resolve(match);
    });
    if (!ready) child.once("spawn", resolve);
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`${command} did not start:\n${log}`)));
  });
  return { found, kill };
}

function endGroup(pid) {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // All were gone.
  }
}
