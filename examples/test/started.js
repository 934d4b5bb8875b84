// An example, started as its README says, on a port that is free.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("../../scripts/example.js", import.meta.url));

// Some are built first.
const PATIENCE = 120_000;

/** What it is asked at, what it has said so far, and how to end it. */
export async function started(name, ...more) {
  const folder = mkdtempSync(join(tmpdir(), "countersign-example-"));
  const child = spawn(process.execPath, [script, name, ...more], {
    // A group of its own: what it starts must go with it.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      CI: "true",
      NO_COLOR: "1",
      PORT: "0",
      WRANGLER_REGISTRY_PATH: join(folder, "registry"),
      XDG_CONFIG_HOME: join(folder, "config"),
    },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (said += data));
  const exited = once(child, "exit");
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, "SIGTERM");
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  for (const end = Date.now() + PATIENCE; Date.now() < end && child.exitCode === null; ) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+[^\s]*/.exec(said) ?? [];
    if (url && /ready/i.test(said)) return { url, said: () => said, close };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await close();
  throw new Error(`${name} did not start:\n${said}`);
}
