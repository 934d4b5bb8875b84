// The command line with reversible sessions: their approvals and their rollback. What is beside payloads: cli-more.test.js.
import assert from "node:assert/strict";
import { test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { waits } from "../cli/approvals.js";
import { reversible } from "../index.js";
import { file, objects, run } from "./cli-run.js";
import { after } from "./given.js";
import {
  acknowledge,
  afterwards,
  agent,
  before,
  complete,
  completed,
  create,
  created,
  executed,
  gated,
  HOUR,
  halted,
  kept,
  later,
  log,
  NOW,
  report,
  resolve,
  reverted,
  rollBack,
  then,
  tick,
  withdraw,
} from "./lifecycles/reversible.js";

const MINUTE = HOUR / 60;
const at = (millis) => ["--now", String(NOW + millis)];
const operator = ["--caller", "OPERATOR"];
const written = (name, session) => file(`${name}.json`, JSON.stringify(session));

const worked = then(null, create, log("customer"), log("note", kept), log("invoice", gated));
const waiting = then(
  worked,
  before("charge", {}, { timeoutMs: HOUR }),
  afterwards("refund", {}, { timeoutMs: MINUTE }),
);
const path = written("waiting", waiting);
const cleared = then(waiting, resolve("charge:BEFORE_EXECUTION:1", "approve"));

// ---- derive

test("derive names the rule and every approval that waits: which, what for, until when, expired or not", async () => {
  const { code, lines } = await run(["derive", path, ...at(5 * MINUTE)]);
  assert.equal(code, 0);
  assert.match(lines[1], /^s +reversible +AWAITING_APPROVAL \(rule 3\) +needs_human +2 approvals; /);
  assert.match(
    lines[1],
    /; approval charge:BEFORE_EXECUTION:1: BEFORE_EXECUTION of charge stripe\.refunds\.create, until 2026-01-01T01:00:00\.000Z;/,
  );
  assert.match(
    lines[1],
    /; approval refund:AFTER_EXECUTION:1: AFTER_EXECUTION of refund stripe\.refunds\.create, expired since 2026-01-01T00:01:00\.000Z$/,
  );
});

test("derive --json has the rule in the view, and the approvals as the engine gives them", async () => {
  const [session] = objects(await run(["derive", "--json", path, ...at(5 * MINUTE)]));
  assert.equal(session.view.rule, 3);
  assert.deepEqual(session.approvals, reversible.approvals(waiting, later(5 * MINUTE)));
  assert.deepEqual(
    session.approvals.filter(waits).map(({ approvalId, expired }) => [approvalId, expired]),
    [
      ["charge:BEFORE_EXECUTION:1", false],
      ["refund:AFTER_EXECUTION:1", true],
    ],
  );
});

test("an instruction that is owed is named before the approvals, and each approval once", async () => {
  const [session] = objects(await run(["derive", "--json", written("cleared", cleared)]));
  assert.equal(session.waitsFor, "action_cleared charge charge:BEFORE_EXECUTION:1 and 1 approval");
  const alone = then(cleared, resolve("refund:AFTER_EXECUTION:1", "approve"));
  const { lines } = await run(["derive", written("alone", alone)]);
  assert.match(
    lines[1],
    / action_cleared charge charge:BEFORE_EXECUTION:1; has cleared, has unconfirmed, has irreversible$/,
  );
});

test("of many approvals that wait the first are named, and the rest counted", async () => {
  const asked = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => before(`a${id}`));
  const { lines } = await run(["derive", written("many", then(null, create, ...asked))]);
  assert.match(lines[1], / 8 approvals; approval a1:.*, without a limit; .*approval a6:.*; and 2 more approvals$/);
  assert.doesNotMatch(lines[1], /a7/);
});

test("an approval waits until it is answered", () => {
  const answered = then(cleared, resolve("refund:AFTER_EXECUTION:1", "reject"));
  const open = (session) => reversible.approvals(session, agent).filter(waits).length;
  assert.deepEqual([waiting, cleared, answered].map(open), [2, 1, 0]);
});

// ---- explain

test("explain shows a rollback's steps, and what it leaves alone and why", async () => {
  const { code, lines } = await run(["explain", path, ...at(0), ...operator]);
  assert.equal(code, 0);
  assert.deepEqual(lines.slice(lines.indexOf("ROLLBACK")), [
    "ROLLBACK",
    "eligible",
    "1 ASK_FIRST   invoice stripe.refunds.create: a person is asked, then its compensation runs",
    "2 SKIP        note stripe.refunds.create: declared not undoable: it stays",
    "3 COMPENSATE  customer stripe.refunds.create: its compensation runs",
    "left alone    refund stripe.refunds.create: waits for an approval",
    "left alone    charge stripe.refunds.create: waits for an approval",
  ]);
});

test("explain shows every check that a rollback fails, for the caller that is asked for", async () => {
  const path = written("done", then(null, create, log("note", kept), complete));
  const { stdout } = await run(["explain", path]);
  assert.match(stdout, /^refused +rollback_not_permitted: this requires .*; nothing_to_roll_back: .*`note`$/m);
  assert.match((await run(["explain", path, ...operator])).stdout, /^refused +nothing_to_roll_back: /m);
  for (const caller of ["AGENT", "OPERATOR", "SYSTEM"]) {
    const [{ rollback }] = objects(await run(["explain", "--json", path, "--caller", caller]));
    assert.equal(rollback.failed.length, caller === "AGENT" ? 2 : 1);
    assert.deepEqual(rollback.plan, [{ actionId: "note", step: "SKIP" }]);
  }
});

test("explain tells a timeout from a person's rejection (field case 2)", async () => {
  const refused = resolve("charge:BEFORE_EXECUTION:1", "reject", { reason: "twice" });
  const answered = after(reversible, waiting, [tick, later(MINUTE)], [refused, later(2 * MINUTE)]);
  const { stdout } = await run(["explain", written("answered", answered), ...at(3 * MINUTE)]);
  assert.match(
    stdout,
    /^charge:BEFORE_EXECUTION:1 +REJECTED by HUMAN +BEFORE_EXECUTION of charge \S+, asked at 2026-01-01T00:00:00\.000Z, by ana at 2026-01-01T00:02:00\.000Z; reason: twice$/m,
  );
  assert.match(
    stdout,
    /^refund:AFTER_EXECUTION:1 +REJECTED by TIMEOUT +AFTER_EXECUTION of refund \S+, asked at 2026-01-01T00:00:00\.000Z, at 2026-01-01T00:01:00\.000Z; reason: timeout$/m,
  );
});

test("explain says that an approval has expired, though nothing ticked yet (field case 23)", async () => {
  const { stdout } = await run(["explain", path, ...at(MINUTE), ...operator]);
  assert.match(stdout, /^hasExpired +yes$/m);
  assert.match(stdout, /^refund:AFTER_EXECUTION:1 +PENDING, expired +.*, expired since 2026-01-01T00:01:00\.000Z$/m);
  assert.match(stdout, /^resolve_approval refund:AFTER_EXECUTION:1 approve +client +denied +approval_expired: /m);
});

test("explain says that a cleared action is not confirmed (field case 12)", async () => {
  const { stdout } = await run(["explain", written("cleared", cleared), ...at(HOUR + 1)]);
  assert.match(stdout, /^hasUnconfirmed +yes$/m);
  assert.match(stdout, /^charge:\S+ +APPROVED by HUMAN +.*; unconfirmed: nobody has said that it was executed$/m);
});

test("explain shows how far a rollback has come, which is no plan any more", async () => {
  const running = then(worked, rollBack, resolve("invoice:ROLLBACK:1", "approve"));
  const halfway = then(running, report("invoice", "SUCCEEDED"));
  const { lines } = await run(["explain", written("halfway", halfway), ...at(0), ...operator]);
  assert.deepEqual(lines.slice(lines.indexOf("ROLLBACK IN PROGRESS") + 2), [
    "at                    customer stripe.refunds.create",
    "still to come         none",
    "done                  invoice stripe.refunds.create, note stripe.refunds.create",
  ]);
  const refused = then(
    worked,
    afterwards("refund"),
    afterwards("mail"),
    before("charge"),
    resolve("refund:AFTER_EXECUTION:1", "reject"),
    resolve("mail:AFTER_EXECUTION:1", "reject"),
    resolve("charge:BEFORE_EXECUTION:1", "reject"),
  );
  const { stdout } = await run(["explain", written("refused", refused), ...at(0)]);
  assert.match(stdout, /^waiting for their own +mail stripe\.refunds\.create$/m);
  assert.match(stdout, /^then the whole session$/m);
});

// ---- actions

test("explain shows every action with what went wrong and who put it right", async () => {
  const error = { status: 502, text: "x".repeat(300) };
  const failed = then(null, create, log("1"), log("2", { status: "FAILED", error }), before("3"));
  const withdrawn = then(failed, resolve("3:BEFORE_EXECUTION:1", "approve"), withdraw("3"));
  const halted = then(withdrawn, rollBack, report("1", "FAILED", 1, { error: "no such charge" }));
  const rows = async (session) => {
    const { lines } = await run(["explain", written("actions", session), ...at(0)]);
    const start = lines.findIndex((line) => line.startsWith("ACTIONS "));
    return lines.slice(start, lines.indexOf("", start));
  };
  const [header, first, second, third] = await rows(halted);
  assert.match(header, /^ACTIONS +STATUS +UNDO +CALL$/);
  assert.match(
    third,
    /^3 +FAILED +NONE +CREATE stripe\.refunds\.create; clearance withdrawn by ana at 2026-01-01T00:00:00\.000Z: too late$/,
  );
  assert.match(second, /^2 +FAILED +NONE +CREATE stripe\.refunds\.create; error: \{"status":502,"text":"x+…$/);
  assert.ok(second.length < 250);
  assert.match(
    first,
    /^1 +ROLLBACK_FAILED +FAILED, 1 attempt +CREATE stripe\.refunds\.create; error of the undo: no such charge$/,
  );
  const [, byHand] = await rows(then(halted, acknowledge("1")));
  assert.match(byHand, /^1 +ROLLED_BACK +.*; undone by hand by ana at 2026-01-01T00:00:00\.000Z: by hand$/);
  assert.match((await run(["explain", written("none", created)])).stdout, /^there are no actions$/m);
});

test("a payload's summary that may be cut says so", async () => {
  const summaries = [];
  for (const length of [199, 200, 300]) {
    const session = then(created, before("1", { payload: "p".repeat(length) }));
    const { stdout } = await run(["explain", written("long", session), ...at(0)]);
    summaries.push(/(; p.*)$/m.exec(stdout)[1].replace(/p+/, ""));
  }
  const cut = "; …; the rest is in the payload of 1";
  assert.deepEqual(summaries, ["; ", cut, cut]);
});

// ---- caller and time

test("derive asks for an operator where a person is needed and nobody was chosen", async () => {
  const waitsFor = async (session, ...argv) => {
    const [found] = objects(await run(["derive", "--json", written("waits", session), ...at(0), ...argv]));
    return found.waitsFor;
  };
  assert.equal(await waitsFor(halted), "OPERATOR: retry_undo, acknowledge_undo");
  assert.equal(await waitsFor(halted, "--caller", "AGENT"), null);
  assert.equal(await waitsFor(halted, ...operator), "client: retry_undo, acknowledge_undo");
  assert.equal(await waitsFor(completed), "OPERATOR: request_rollback");
  assert.equal(await waitsFor(executed), "runtime: log_action");
  assert.equal(await waitsFor(reverted), null);
});

test("explain says by which caller and at what time it judged, and what would choose others", async () => {
  const said = async (...argv) => (await run(["explain", path, ...argv])).lines[2];
  const both = "judged for AGENT, which --caller can change, at 2026-03-02T10:00:00.000Z, which --now can change";
  assert.equal(await said(), both);
  assert.equal(await said(...at(0), ...operator), "judged for OPERATOR, at 2026-01-01T00:00:00.000Z");
  const [{ judged }] = objects(await run(["explain", "--json", path, ...at(0), ...operator]));
  assert.deepEqual(judged, { now: NOW, caller: "OPERATOR" });
});

test("explain says that a deadline has passed", async () => {
  assert.match((await run(["explain", path, ...at(0)])).stdout, /^deadline +2026-01-01T00:01:00\.000Z$/m);
  const { stdout } = await run(["explain", path, ...at(MINUTE)]);
  assert.match(stdout, /^deadline +2026-01-01T00:01:00\.000Z, which has passed$/m);
});

test("approvals and rollback are those of a lifecycle that has them", async () => {
  const stdin = ['{"kind":"AgentSession","metadata":{"uid":"u"},"status":{"phase":"Active"}}'];
  const [session] = objects(await run(["explain", "--json"], { stdin }));
  assert.ok(!("approvals" in session) && !("rollback" in session));
  const [{ rollback, approvals }] = objects(await run(["explain", "--json", path]));
  assert.deepEqual(Object.keys(rollback), ["eligible", "failed", "plan", "leftAlone"]);
  assert.equal(approvals.length, 2);
});

test("on a terminal nothing is wider than it", async () => {
  for (const [columns, command] of [80, 120].flatMap((columns) => [
    [columns, "derive"],
    [columns, "explain"],
  ])) {
    const { stdout } = await run([command, path], { terminal: { isTTY: true, columns } });
    for (const line of stripVTControlCharacters(stdout).split("\n")) assert.ok(line.length <= columns, line);
  }
});

// ---- replay, rules

test("replay judges a log of reversible commands, and ends with the session's approvals", async () => {
  const approve = resolve("charge:BEFORE_EXECUTION:1", "approve");
  const entries = [
    create,
    log("customer"),
    before("charge", {}, { timeoutMs: MINUTE }),
    approve,
    { command: approve, ...later(MINUTE) },
    { command: tick, ...later(MINUTE) },
  ];
  const stdin = [entries.map((entry) => JSON.stringify(entry)).join("\n")];
  const { code, lines } = await run(["replay", ...at(0)], { stdin });
  assert.equal(code, 1);
  assert.match(lines[2], /^2 +allowed +log_action +log-success +action_logged customer$/);
  assert.match(lines[4], /^4 +denied +resolve_approval +approve-execution +caller_not_permitted: /);
  assert.match(lines[5], /^5 +denied +resolve_approval +approve-execution +approval_expired: /);
  assert.match(lines[6], /^6 +allowed +tick +tick-active +approval_resolved \S+ REJECTED TIMEOUT timeout, /);
  assert.match(lines.at(-1), /^s +reversible +ROLLING_BACK \(rule 2\) +working +undo_started customer s\/customer\/1$/);
  const last = objects(await run(["replay", "--json", ...at(0)], { stdin })).at(-1);
  assert.equal(last.approvals[0].resolution, "TIMEOUT");
  assert.deepEqual(last.approvals, reversible.approvals(last.session, agent));
});

test("what no lifecycle takes for a command is named, and the log goes on", async () => {
  const lines = ['{"type":"fly"}', "7", '{"type":"create","id":7}', '{"type":"log_action"}', JSON.stringify(create)];
  const { code, stderr, ...out } = await run(["replay"], { stdin: [lines.join("\n")] });
  assert.equal(code, 2);
  const complaints = stderr.trimEnd().split("\n");
  assert.match(
    complaints[0],
    /^stdin:1: type: no command of any lifecycle \(reversible: `type` is "fly", .*interactive: .*delegated: /,
  );
  assert.match(complaints[1], /^stdin:2: `command` is 7, expected an object$/);
  assert.match(
    complaints[2],
    /^stdin:3: no command of any lifecycle \(reversible: `id` is 7, .*; delegated: `uid` is missing, /,
  );
  // One that only one lifecycle has tells the lifecycle, though it is nonsense.
  assert.match(complaints[3], /^stdin:4: action: `action` is missing, expected an object$/);
  assert.match(out.lines[1], /^5 +allowed +create /);
});

test("a log that several lifecycles take has to be told", async () => {
  const { code, stderr } = await run(["replay"], { stdin: ['{"type":"complete"}'] });
  assert.equal(code, 2);
  assert.match(stderr, /^countersign: the log does not tell its lifecycle; add `--lifecycle` with one of /);
});

test("rules shows on what a rule starts, and whether the status may stay", async () => {
  const { stdout } = await run(["rules", "reversible"]);
  const rule = (id) => new RegExp(`^\\S+ +\\S+ +${id} +(.*?);`, "m").exec(stdout)[1];
  assert.equal(rule("approve-execution"), "ACTIVE, COMPLETED, on PENDING → same");
  assert.equal(rule("retry-undo"), "ACTIVE, COMPLETED, FAILED, ROLLED_BACK, ABANDONED, on ROLLBACK_FAILED → same");
  assert.equal(rule("roll-back"), "ACTIVE, COMPLETED, FAILED, ABANDONED → same, FAILED, ROLLED_BACK");
  assert.equal(rule("complete"), "ACTIVE → COMPLETED");
  for (const table of objects(await run(["rules", "reversible", "--json"]))) {
    for (const { target, stays } of table.rules) assert.ok(Array.isArray(target) && typeof stays === "boolean");
  }
});
