// The command line: what it prints, and how it exits. On terminals and with large inputs: cli-streams.test.js.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { delegated, version } from "../index.js";
import { file, folder, objects, payload, run, sample } from "./cli-run.js";

// ---- derive

test("derive prints a session's id, lifecycle, status, attention and what it waits for", async () => {
  const { code, lines } = await run(["derive", sample("active-awaiting-reflect.json")]);
  assert.equal(code, 0);
  assert.match(lines[0], /^SESSION +LIFECYCLE +STATUS +ATTENTION +WAITS FOR$/);
  assert.match(
    lines[1],
    /^ses-3d0f66 +delegated +Active +working +reflect_owed Declined → escalate_to_human; warning: /,
  );
});

test("derive says whose move it is where nothing is owed", async () => {
  const [session] = objects(await run(["derive", "--json", sample("pending.json")]));
  assert.equal(session.waitsFor, "runtime: initialize, error");
});

test("derive --json prints one object a line", async () => {
  const { code, ...out } = await run(["derive", "--json", sample("completed.json"), sample("list.json")]);
  const sessions = objects(out);
  assert.equal(code, 0);
  assert.equal(sessions.length, 6);
  assert.deepEqual(Object.keys(sessions[0]), [
    "id",
    "lifecycle",
    "display",
    "attention",
    "waitsFor",
    "view",
    "warnings",
  ]);
  assert.equal(sessions[0].waitsFor, null);
});

test("derive takes a session of ours, a list, an envelope and lines alike", async () => {
  const { session } = delegated.fromApi(payload("ours"));
  const list = file("list.json", JSON.stringify([session, { ...payload("in-list"), items: [] }], null, 2));
  const envelope = file("envelope.json", JSON.stringify({ data: [payload("in-envelope")], error: null }));
  const lines = file("lines.jsonl", `${JSON.stringify(payload("first"))}\r\n\r\n${JSON.stringify(payload("second"))}`);
  const out = await run(["derive", "--json", list, envelope, lines, "-"], {
    stdin: [`\uFEFF${JSON.stringify(payload("piped"), null, 2)}`],
  });
  assert.equal(out.stderr, "");
  assert.deepEqual(
    objects(out).map(({ id }) => id),
    ["ours", "in-list", "in-envelope", "first", "second", "piped"],
  );
});

test("an inconsistent session shows why, and exits 1", async () => {
  const { code, stdout } = await run(["derive", sample("failed-inconsistent.json")]);
  assert.equal(code, 1);
  assert.match(stdout, /inconsistent: the phase is `Failed`, and its reflect is missing/);
});

test("a declined session is not counted among the failures (field case 16)", async () => {
  const files = ["failed", "error", "declined-ethical-objection", "declined-scope-mismatch"];
  const { lines } = await run(["derive", ...files.map((name) => sample(`${name}.json`))]);
  assert.equal(lines.at(-1), "4 sessions: 2 failed, 2 declined");
});

test("--lifecycle reads what cannot be detected, --now and --caller are checked", async () => {
  const { kind, ...anonymous } = payload("anonymous");
  const path = file("anonymous.json", JSON.stringify(anonymous));
  assert.equal((await run(["derive", path])).code, 2);
  const asked = [
    "derive",
    path,
    "--lifecycle",
    "delegated",
    "--now",
    "2026-03-01T09:30:00+01:00",
    "--caller",
    "SYSTEM",
  ];
  assert.equal((await run(asked)).code, 0);
  for (const wrong of [
    ["--lifecycle", "toString"],
    ["--now", "2026-02-30T00:00:00Z"],
    ["--now", "soon"],
    ["--caller", "me"],
  ]) {
    const { code, stderr } = await run(["derive", path, ...wrong]);
    assert.equal(code, 2);
    assert.match(stderr, new RegExp(`^countersign: ${wrong[0]} is \`${wrong[1]}\`, expected `));
  }
});

test("what an id holds cannot command the terminal", async () => {
  const stdin = [JSON.stringify(payload("a\u001b[31m\n\u009b2J\u202eb"))];
  assert.match((await run(["derive"], { stdin })).lines[1], /^a\\u001b\[31m\\n\\u009b2J\\u202eb /);
  const { stdout, ...out } = await run(["derive", "--json"], { stdin });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones looked for.
  assert.doesNotMatch(stdout.trimEnd(), /[\u0000-\u001f\u007f-\u009f\u202e]/);
  assert.equal(objects(out)[0].id, "a\u001b[31m\n\u009b2J\u202eb");
});

// ---- bad input

test("a bad record loses no other, and is named by file, line and path", async () => {
  const path = file(
    "mixed.ndjson",
    [
      JSON.stringify(payload("one")),
      '{"kind":}',
      "",
      JSON.stringify(payload("two", "Actve")),
      "3",
      JSON.stringify(payload("three")),
    ].join("\n"),
  );
  const { code, stderr, ...out } = await run(["derive", "--json", path]);
  assert.equal(code, 2);
  assert.deepEqual(
    objects(out).map(({ id }) => id),
    ["one", "three"],
  );
  const [syntax, phase, number] = stderr.trimEnd().split("\n");
  assert.equal(syntax, `${path}:2: not JSON: found \`}\`, expected a value, at column 9`);
  assert.match(phase, new RegExp(`^${path}:4: status.phase: \`status.phase\` is "Actve", expected one of \`Pending\``));
  assert.match(number, new RegExp(`^${path}:5: neither a session nor a payload that is known`));
});

test("in a document the line is that of the field", async () => {
  const path = file(
    "page.json",
    JSON.stringify({ items: [payload("one"), payload("two", 7), { kind: "AgentSession" }] }, null, 2),
  );
  const { code, stderr, lines } = await run(["derive", path]);
  assert.equal(code, 2);
  assert.match(lines[1], /^one /);
  const [phase, uid] = stderr.split("\n");
  assert.match(phase, new RegExp(`^${path}:32: items\\[1\\].status.phase: `));
  // What is missing has no line of its own: the innermost one around it counts.
  assert.match(uid, new RegExp(`^${path}:35: items\\[2\\].metadata: `));
});

test("a mistake in JSON has its line and column", async () => {
  for (const [text, expected] of [
    ['{\n  "a": [1,\n    2,,3]\n}', "3: not JSON: found `,`, expected a value, at column 7"],
    ['{\n  "a": "x\ty"\n}', "2: not JSON: found `\t`, expected the rest of a string, at column 10"],
    ['{\n  "a": 1\n  "b": 2}', '3: not JSON: found `"`, expected `,` or `}`, at column 3'],
    ['{\n  "a" 1}', "2: not JSON: found `1`, expected `:`, at column 7"],
    ["[\n  01\n]", "2: not JSON: found `1`, expected `,` or `]`, at column 4"],
    ["[\n  1", "2: not JSON: found the end, expected `,` or `]`, at column 4"],
    ["[\n  {'a': 1}]", "2: not JSON: found `'`, expected a key in quotes or `}`, at column 4"],
    ["{\n}\n}", "3: not JSON: found `}`, expected nothing more, at column 1"],
    ['[\n  "\\x"]', "2: not JSON: found `\\`, expected an escape that JSON knows, at column 4"],
  ]) {
    const path = file("broken.json", text);
    assert.equal((await run(["derive", path])).stderr.split("\n")[0], `${path}:${expected}`.replace("\t", "\\t"));
  }
});

test("what cannot be read is named, and the rest goes on", async () => {
  const bytes = file("bytes.json", Buffer.from([0x22, 0xff, 0x22]));
  const missing = join(folder, "missing.json");
  const { code, stderr, lines } = await run(["derive", bytes, missing, folder, sample("pending.json")]);
  assert.equal(code, 2);
  assert.match(lines[1], /^ses-0a51c7 /);
  assert.deepEqual(stderr.trimEnd().split("\n"), [
    `${bytes}:1: not UTF-8`,
    `${missing}: there is no such file`,
    `${folder}: this is a folder`,
  ]);
});

test("an empty document is not JSON; no lines are no sessions, and no mistake", async () => {
  for (const [name, text] of Object.entries({ "empty.json": "", "blank.JSON": "\n \n" })) {
    const path = file(name, text);
    for (const argv of [["derive"], ["explain"], ["replay"], ["replay", "--session", sample("pending.json")]]) {
      const { code, stdout, stderr } = await run([...argv, path]);
      assert.equal(code, 2);
      assert.ok(!stdout.includes("ses-"));
      assert.equal(stderr, `${path}:1: not JSON: found the end, expected a value, at column 1\n`);
    }
  }
  for (const [argv, what] of [
    [["derive"], "sessions"],
    [["explain"], "sessions"],
    [["replay"], "commands"],
  ]) {
    for (const more of [[], ["--json"], [file("empty.ndjson", "")], [file("blank.jsonl", "\n\n")]]) {
      const { code, stdout, stderr } = await run([...argv, ...more], { stdin: ["\n"] });
      assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: "", stderr: `countersign: no ${what}\n` });
    }
    assert.match((await run([...argv, "--help"])).stdout, new RegExp(`An empty \\.json file [^]*"no ${what}"`));
  }
});

// ---- replay

test("replay prints every verdict with its rule and reason, and exits 1 when something is denied", async () => {
  const { code, lines } = await run(["replay", sample("log.ndjson")]);
  assert.equal(code, 1);
  assert.match(lines[1], /^1 +allowed +create +create +created ses-ab12cd /);
  assert.match(
    lines[2],
    /^2 +denied +activate +activate +phase_skipped: this requires that .*possible in `Initializing`$/,
  );
  assert.match(lines[5], /^5 +noop +activate +activate-again +duplicate: /);
  assert.equal(lines[19], "6 allowed, 2 with nothing to do, 9 denied");
  assert.match(lines.at(-1), /^ses-ab12cd +delegated +Declined +declined +→ replan$/);
});

test("replay --json gives the decisions, then the session", async () => {
  const out = await run(["replay", "--json", sample("log.ndjson")]);
  const entries = objects(out);
  assert.deepEqual(
    entries[5].decision.unmet.map(({ code }) => code),
    ["artifact_required"],
  );
  assert.deepEqual(Object.keys(entries[0]), ["entry", "command", "now", "caller", "decision"]);
  assert.equal(entries[0].now, Date.parse("2026-03-02T09:00:00Z"));
  assert.equal(entries.at(-1).session.createdAt, entries[0].now);
});

test("replay goes on from a session, with bare commands in a list", async () => {
  const log = file("log.json", JSON.stringify([{ type: "initialize" }, { command: { type: "activate" }, now: 5 }]));
  const { code, lines } = await run(["replay", log, "--session", sample("pending.json")]);
  assert.equal(code, 0);
  assert.match(lines.at(-1), /^ses-0a51c7 +delegated +Active /);
});

test("nonsense in a log is named by its entry's line, and the rest is judged", async () => {
  const stdin = [
    '{"type":"initialise"}\n{"command":{"type":"initialize"},"now":"noon"}\n{"command":7}\n{"type":"initialize"}\n',
  ];
  const { code, stderr, lines } = await run(["replay", "--session", sample("pending.json")], { stdin });
  assert.equal(code, 2);
  assert.match(
    stderr,
    /^stdin:1: type: `type` is "initialise", .*\nstdin:2: now: `now` is "noon", .*\nstdin:3: command: .*\n$/,
  );
  assert.match(lines[1], /^4 +allowed +initialize /);
});

test("replay exits 1 when the session ends up inconsistent, though nothing is denied", async () => {
  const { session: active } = delegated.fromApi(payload("ses", "Active"));
  const outcome = { phase: "Failed", message: "no answer" };
  const session = file("inconsistent.json", JSON.stringify({ ...active, outcome }));
  for (const stdin of ['{"type":"activate"}', ""]) {
    const { code, stdout } = await run(["replay", "--session", session], { stdin: [stdin] });
    assert.match(stdout, /^0 allowed, \d with nothing to do, 0 denied$/m);
    assert.match(stdout, /inconsistent: the phase is `Active`, and its outcome names `Failed`/);
    assert.equal(code, 1);
    assert.equal((await run(["replay", "--json", "--session", session], { stdin: [stdin] })).code, 1);
  }
  assert.match((await run(["replay", "--help"])).stdout, /1 a command was denied, or the session ends up inconsistent/);
});

const artifact = (id) => ({ type: "add_artifact", artifact: { id: String(id), kind: "document", uri: `a://${id}` } });

test("a long log is judged without sending its session again and again", async (t) => {
  const { mock } = t.mock.method(delegated, "decide");
  const create = { type: "create", uid: "long", agent: "a", task: "t", harness: "h", authority: [] };
  const commands = [{ type: "activate" }, create, { type: "initialize" }, { type: "activate" }];
  for (let i = 0; i < 200; i++) commands.push(artifact(i));
  const lines = commands.map((command) => JSON.stringify(command)).join("\n");
  const { code, ...out } = await run(["replay", "--json"], { stdin: [lines] });
  assert.equal(code, 1);
  // Twice for the first command, which tells the lifecycle.
  assert.deepEqual(
    mock.calls.map(({ arguments: [session] }) => session),
    [null, null, null],
  );
  const entries = objects(out);
  assert.equal(entries.length, 204 + 1);
  // The same as the engine decides and applies without keeping anything.
  let session = null;
  for (const [index, command] of commands.entries()) {
    const { entry, command: given, decision, ...context } = entries[index];
    const { session: next, ...expected } = delegated.decide(session, command, context);
    assert.deepEqual(decision, expected);
    session = next ?? session;
  }
  assert.deepEqual(entries.at(-1).session, session);
});

test("a command that the engine stumbles over loses no other", async (t) => {
  const { encodeInto } = TextEncoder.prototype;
  t.after(() => {
    TextEncoder.prototype.encodeInto = encodeInto;
  });
  // What is not ASCII passes here on its way into the engine.
  TextEncoder.prototype.encodeInto = function (text, into) {
    if (text.includes("stumble")) throw new RangeError("no memory");
    return encodeInto.call(this, text, into);
  };
  const stumble = { ...artifact("x"), note: "é stumble" };
  const log = file("stumble.json", JSON.stringify([artifact("one"), stumble, artifact("two")]));
  const { code, stderr, ...out } = await run(["replay", "--json", log, "--session", sample("active.json")]);
  assert.equal(code, 2);
  assert.match(stderr, /^.*stumble\.json:1: \[1\]: the engine stopped in the middle of a call .*\n$/);
  const { artifacts } = objects(out).at(-1).session;
  assert.deepEqual(
    artifacts.slice(-2).map(({ id }) => id),
    ["one", "two"],
  );
});

// ---- explain, rules, help

test("explain prints the view and every command, allowed or not and why", async () => {
  const { code, stdout } = await run(["explain", sample("active.json")]);
  assert.equal(code, 0);
  assert.match(stdout, /^authority +web:read, docs:write$/m);
  assert.match(stdout, /^accountable +uid ses-2c9e10, agent researcher, /m);
  assert.match(stdout, /^outstanding +nothing$/m);
  assert.match(stdout, /^initialize +runtime +denied +phase_passed: this requires that /m);
  assert.match(stdout, /^revoke +client +allowed +source$/m);
  assert.equal((await run(["explain", sample("failed-inconsistent.json")])).code, 1);
});

test("explain --json gives view, offers, outstanding and deadline", async () => {
  const [session] = objects(await run(["explain", "--json", sample("active-awaiting-reflect.json")]));
  assert.deepEqual(session.outstanding, [{ type: "reflect_owed", outcome: "Declined" }]);
  assert.equal(session.deadline, null);
  assert.ok(session.offers.some(({ command, allowed }) => command.type === "reflect" && allowed));
});

test("rules prints a table, a diagram or data", async () => {
  const table = await run(["rules", "delegated"]);
  assert.match(
    table.stdout,
    /^complete +runtime +complete +Active → same; when no reflect comes along; requires open, first, reached, produced$/m,
  );
  assert.match(table.stdout, /^produced +artifact_required +there is an artifact/m);
  assert.match(
    (await run(["rules", "--mermaid"])).stdout,
    /^stateDiagram-v2\n {4}%% delegated\n {4}\[\*\] --> Pending: create$/m,
  );
  const tables = objects(await run(["rules", "--json"]));
  assert.deepEqual([...new Set(tables.map(({ lifecycle }) => lifecycle))], ["reversible", "interactive", "delegated"]);
  assert.equal(tables[0].command, "create");
});

test("every command has its help; no arguments print the help and exit 2", async () => {
  for (const name of ["derive", "replay", "explain", "rules"]) {
    const { code, stdout } = await run([name, "--help"]);
    assert.equal(code, 0);
    assert.match(stdout, new RegExp(`^countersign ${name} `));
    assert.ok(
      stdout
        .split("\n")
        .slice(2)
        .every((line) => line.length <= 86),
      name,
    );
  }
  assert.equal((await run([])).code, 2);
  assert.match((await run([])).stdout, /countersign derive/);
  assert.deepEqual(await run(["--version"]), { code: 0, stdout: `${version}\n`, stderr: "", lines: [version] });
});

test("an option that does not exist is named in full", async () => {
  for (const option of ["--foo.json", "--foo. To what"]) {
    const { stderr } = await run(["derive", option]);
    assert.equal(stderr, `countersign: Unknown option '${option}'; \`countersign derive --help\` says what there is\n`);
  }
});

test("bad usage exits 2 and says what there is", async () => {
  for (const argv of [
    ["derived"],
    ["derive", "--jason"],
    ["--json"],
    ["rules", "unknown"],
    ["rules", "--json", "--mermaid"],
    ["replay", "a", "b"],
    ["replay", "--session", "-"],
    ["derive", "--now"],
  ]) {
    const { code, stdout, stderr } = await run(argv);
    assert.equal(code, 2, argv.join(" "));
    assert.equal(stdout, "");
    assert.match(stderr, /^countersign: .+\n$/);
  }
});
