// Runs the command line in this process, with streams of the test's own.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { main } from "../cli/main.js";

export const sample = (name) => fileURLToPath(new URL(`../samples/delegated-${name}`, import.meta.url));

export const folder = mkdtempSync(join(tmpdir(), "countersign-"));
after(() => rmSync(folder, { recursive: true }));

export function file(name, content) {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

export class Sink extends Writable {
  text = "";
  _write(chunk, _encoding, done) {
    this.text += chunk;
    done();
  }
}

/** `stdin` is a list or generator of chunks; `terminal` makes stdout one, as `{ isTTY, columns }`. */
export async function run(argv, { stdin = [], stdout = new Sink(), stderr = new Sink(), terminal, env = {} } = {}) {
  Object.assign(stdout, terminal);
  const code = await main(argv, {
    stdin: stdin instanceof Readable ? stdin : Readable.from(stdin),
    stdout,
    stderr,
    env,
    clock: () => 1_772_445_600_000,
  });
  return { code, stdout: stdout.text, stderr: stderr.text, lines: stdout.text.trimEnd().split("\n") };
}

export const objects = ({ lines }) => lines.map((line) => JSON.parse(line));

export const payload = (uid, phase = "Pending") => ({
  kind: "AgentSession",
  metadata: { uid, creationTimestamp: "2026-03-01T00:00:00Z" },
  spec: { agentRef: "a", taskRef: "t", harnessRef: "h", authority: [] },
  status: { phase },
});
