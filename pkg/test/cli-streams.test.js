// The command line on terminals, in pipes, and with large inputs.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { Readable } from "node:stream";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { Progress } from "../cli/progress.js";
import { wrap } from "../cli/table.js";
import { file, payload, run, Sink, sample } from "./cli-run.js";

const cli = fileURLToPath(new URL("../cli.js", import.meta.url));
const troubled = ["active-awaiting-reflect", "active-incomplete", "failed-inconsistent", "list"].map((name) =>
  sample(`${name}.json`),
);
const wide = (text) =>
  Math.max(
    ...stripVTControlCharacters(text)
      .split("\n")
      .map((line) => line.length),
  );

test("a terminal gets colours and lines that fit; a pipe neither", async () => {
  for (const columns of [80, 120]) {
    const { stdout } = await run(["derive", ...troubled], { terminal: { isTTY: true, columns } });
    assert.notEqual(stripVTControlCharacters(stdout), stdout);
    assert.ok(wide(stdout) <= columns, `${wide(stdout)} columns`);
  }
  const { stdout, lines } = await run(["derive", ...troubled]);
  assert.equal(stripVTControlCharacters(stdout), stdout);
  // A header, a line for each session, and the sum below.
  assert.equal(lines.length, 1 + 8 + 2);
});

test("with NO_COLOR a terminal gets the same without colours", async () => {
  const terminal = { isTTY: true, columns: 80 };
  const coloured = await run(["derive", ...troubled], { terminal, env: { NO_COLOR: "" } });
  const plain = await run(["derive", ...troubled], { terminal, env: { NO_COLOR: "1" } });
  assert.equal(plain.stdout, stripVTControlCharacters(coloured.stdout));
  assert.notEqual(plain.stdout, coloured.stdout);
});

test("nothing that matters is cut off on a narrow terminal", async () => {
  const { stdout } = await run(["derive", ...troubled], { terminal: { isTTY: true, columns: 40 } });
  const words = stdout.replace(/\s+/g, " ");
  assert.match(stripVTControlCharacters(words), /reflect_owed Declined → escalate_to_human warning: the phase is/);
});

test("text is wrapped by the columns that it takes", () => {
  assert.deepEqual(wrap("one two three", 7), ["one two", "three"]);
  assert.deepEqual(wrap("漢字 漢字 e\u0301e\u0301 e", 7), ["漢字", "漢字 e\u0301e\u0301", "e"]);
  assert.deepEqual(wrap("indivisible", 3), ["indivisible"]);
});

test("on a real terminal", { skip: spawnSync("script", ["--version"]).status !== 0 && "needs `script`" }, () => {
  const command = `stty cols 80; "${process.execPath}" "${cli}" derive "${sample("delegation.json")}"`;
  const env = { ...process.env, NO_COLOR: "" };
  const { stdout } = spawnSync("script", ["-qec", command, "/dev/null"], { encoding: "utf8", env });
  assert.match(stripVTControlCharacters(stdout), /^SESSION .*\r\nses-f10a00 +delegated +Active /);
  assert.ok(stdout.includes("\u001b["));
  assert.ok(wide(stdout.replaceAll("\r", "")) <= 80);
});

test("progress shows on a terminal after a while, and is erased", () => {
  const stream = Object.assign(new Sink(), { isTTY: true });
  let elapsed = 0;
  const progress = new Progress(stream, () => elapsed);
  progress.read(1_000_000);
  assert.equal(stream.text, "");
  elapsed = 1000;
  for (let i = 0; i < 1280; i++) progress.one();
  progress.read(500_000);
  assert.equal(stream.text, "\r\u001b[K1.0 MB read, 64 sessions");
  elapsed = 1200;
  progress.read(0);
  assert.ok(stream.text.endsWith("\r\u001b[K1.5 MB read, 1,280 sessions"));
  progress.erase();
  progress.erase();
  assert.ok(stream.text.endsWith("sessions\r\u001b[K"));
  progress.counts("commands");
  elapsed = 1400;
  progress.read(0);
  assert.ok(stream.text.endsWith("\r\u001b[K1.5 MB read, 0 commands"));
});

test("progress counts what the command deals with", async () => {
  for (const [argv, record, said] of [
    [["derive"], payload("one"), "0 sessions"],
    [["replay", "--session", sample("pending.json")], { type: "initialize" }, "0 commands"],
  ]) {
    async function* late() {
      await setTimeout(500);
      yield JSON.stringify(record);
    }
    const stderr = Object.assign(new Sink(), { isTTY: true });
    await run(argv, { stdin: late(), stderr });
    assert.equal(stderr.text, `\r\u001b[K0.0 MB read, ${said}\r\u001b[K`);
  }
});

test("no progress where stderr is no terminal", () => {
  const stream = new Sink();
  const progress = new Progress(stream, () => 1e6);
  progress.read(1);
  progress.erase();
  assert.equal(stream.text, "");
});

test("lines are answered as they come, wherever the pieces end", async () => {
  const stdout = new Sink();
  const bytes = Buffer.from(`${JSON.stringify(payload("früh"))}\n${JSON.stringify(payload("spät"))}\n`);
  const answered = [];
  async function* drops() {
    for (const byte of bytes) {
      yield Buffer.from([byte]);
      answered.push(stdout.text.split("\n").length - 1);
    }
  }
  const { code } = await run(["derive", "--json"], { stdin: drops(), stdout });
  assert.equal(code, 0);
  assert.deepEqual(
    stdout.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).id),
    ["früh", "spät"],
  );
  // The first answer was there before the second line was complete.
  assert.ok(answered.at(-1) >= 1);
});

test("many sessions go through a small memory", { timeout: 120_000 }, async () => {
  // Three times what the heap may hold. COUNTERSIGN_FULL=1 has more sessions, of a more usual size.
  const sessions = process.env.COUNTERSIGN_FULL ? 100_000 : 4_000;
  const padding = "x".repeat(120_000_000 / sessions);
  const child = spawn(process.execPath, ["--max-old-space-size=40", cli, "derive", "--json", "-"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let lines = 0;
  child.stdout.on("data", (chunk) => {
    for (const byte of chunk) if (byte === 0x0a) lines++;
  });
  for (let i = 0; i < sessions; i++) {
    const line = `${JSON.stringify({ ...payload(`ses-${i}`), padding })}\n`;
    if (!child.stdin.write(line)) await once(child.stdin, "drain");
  }
  child.stdin.end();
  const [code] = await once(child, "close");
  assert.equal(code, 0);
  assert.equal(lines, sessions);
});

test("a reader that has seen enough is no error", async () => {
  const child = spawn(process.execPath, [cli, "derive", "-"], { stdio: ["pipe", "pipe", "pipe"] });
  let complaints = "";
  child.stderr.on("data", (chunk) => {
    complaints += chunk;
  });
  child.stdin.on("error", () => {});
  child.stdout.once("data", () => child.stdout.destroy());
  const closed = once(child, "close");
  const timer = setInterval(() => child.stdin.write(`${JSON.stringify(payload("again"))}\n`), 5);
  const [code] = await closed;
  clearInterval(timer);
  assert.equal(code, 0);
  assert.equal(complaints, "");
});

test("a terminal as stdin is not waited for", async () => {
  const { code, stderr } = await run(["derive"], { stdin: Object.assign(Readable.from([]), { isTTY: true }) });
  assert.equal(code, 2);
  assert.match(stderr, /^countersign: there is nothing to read: /);
});

test("a disk that is full is told in a line, and exits 2", {
  skip: !existsSync("/dev/full") && "needs /dev/full",
}, () => {
  for (const argv of [["rules"], ["derive", "--json", sample("list.json")], ["--help"]]) {
    const full = openSync("/dev/full", "w");
    const { status, stderr } = spawnSync(process.execPath, [cli, ...argv], {
      stdio: ["ignore", full, "pipe"],
      encoding: "utf8",
    });
    closeSync(full);
    assert.equal(status, 2);
    assert.match(stderr, /^countersign: stdout cannot be written to: ENOSPC.*\n$/);
  }
});

test("an output that fails later is told in a line, too", async () => {
  const stdout = new Sink();
  stdout._write = (_chunk, _encoding, done) =>
    setImmediate(done, Object.assign(new Error("EIO: i/o error"), { code: "EIO" }));
  const { code, stderr } = await run(["rules"], { stdout });
  assert.equal(code, 2);
  assert.equal(stderr, "countersign: stdout cannot be written to: EIO: i/o error\n");
});

test("nobody who listens to the complaints is no reason to end the results", async () => {
  const lines = [];
  for (let i = 0; i < 2000; i++) lines.push(JSON.stringify(payload(`ses-${i}`)), "nonsense");
  const path = file("complaints.ndjson", lines.join("\n"));
  const child = spawn(process.execPath, [cli, "derive", "--json", path], { stdio: ["ignore", "pipe", "pipe"] });
  child.stderr.destroy();
  let sessions = 0;
  child.stdout.on("data", (chunk) => {
    for (const byte of chunk) if (byte === 0x0a) sessions++;
  });
  const [code] = await once(child, "close");
  assert.equal(sessions, 2000);
  assert.equal(code, 2);
});
