// The command line with interactive sessions: their calls, what may be done, and what each input of a submission came to.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { interactive as api } from "../index.js";
import { file, objects, run } from "./cli-run.js";
import {
  allow,
  archive,
  broken,
  call,
  calls,
  context,
  create,
  created,
  decided,
  deleted,
  deniedRan,
  deny,
  event,
  finished,
  holding,
  interrupt,
  message,
  partly,
  payload,
  request,
  rested,
  running,
  submit,
  then,
  waiting,
} from "./lifecycles/interactive.js";

const at = ["--now", String(context.now)];
const written = (name, value) => file(`${name}.json`, JSON.stringify(value));
const sample = (name) => fileURLToPath(new URL(`../samples/${name}`, import.meta.url));

async function waitsFor(session) {
  const [found] = objects(await run(["derive", "--json", written("waits", session), ...at]));
  return found.waitsFor;
}

async function explained(session) {
  return (await run(["explain", written("explained", session), ...at])).stdout;
}

/** The lines of a replay, without the header and what has become of the session. */
async function replayed(...entries) {
  const stdin = [entries.map((entry) => JSON.stringify(entry)).join("\n")];
  const { lines } = await run(["replay", ...at], { stdin });
  return lines.slice(1, lines.indexOf(""));
}

/** What is beneath the last entry. */
async function beneath(...entries) {
  const lines = await replayed(...entries);
  const last = lines.findLastIndex((line) => /^\d/.test(line));
  return lines.slice(last + 1).map((line) => line.trim());
}

// ---- derive

test("derive says that an idle session waits for an approval, and is not finished (field case 5)", async () => {
  const { code, lines } = await run(["derive", written("waiting", waiting), ...at]);
  assert.equal(code, 0);
  assert.match(
    lines[1],
    /^s +interactive +requires_action +needs_human +approval_requested b 1 \(and 1 more\), tool_released b 3$/,
  );
});

test("derive says whose move it is: a person's, the host's or the runtime's", async () => {
  assert.equal(await waitsFor(created), "client: submit message, submit interrupt and message, archive, delete");
  assert.equal(await waitsFor(running), "turn_started");
  assert.equal(await waitsFor(decided), "tool_released b 1 (and 1 more), tool_denied b 2 h2");
  const worked = then(running, calls("b", [call("1", "read")]), finished("1"));
  assert.equal(await waitsFor(worked), "runtime: tool_calls, turn_ended, retries_exhausted, unrecoverable_error");
  assert.equal(await waitsFor(holding({ status: "rescheduling", batch: null })), "runtime: unrecoverable_error");
  assert.equal(await waitsFor(broken), null);
  assert.equal(await waitsFor(deleted), "session_forgotten");
});

test("derive says that a session contradicts itself, and what helps (field case 6)", async () => {
  const { code, lines } = await run(["derive", sample("interactive-requires-action-inconsistent.json"), ...at]);
  assert.equal(code, 1);
  assert.match(
    lines[1],
    / needs_human +client: submit interrupt, submit interrupt and message; inconsistent: .*, and no tool call waits for one$/,
  );
});

test("derive says why a person is needed where nothing else does (field case 26)", async () => {
  const { lines } = await run(["derive", sample("interactive-running-denied-call-ran.json"), ...at]);
  assert.match(lines[1], / needs_human +client: submit interrupt, submit interrupt and message; denied call ran$/);
});

// ---- explain

test("explain shows the view with what may be done, and why not", async () => {
  const stdout = await explained(waiting);
  assert.match(stdout, /^backgroundTools +yes$/m);
  assert.match(stdout, /^status +idle$/m);
  assert.match(stdout, /^stopReason +type requires_action, pending_batch_id b, pending_call_ids \{ 1, 2 \}$/m);
  assert.match(
    stdout,
    /^actions +message no: pending_tool_approval_unresolved; approve yes; interrupt yes; attach_files no: .*; view_history yes; create_new no: session_not_terminated$/m,
  );
});

test("explain shows every call with its batch, and what was said of it", async () => {
  const rows = async (session) => {
    const lines = (await explained(session)).split("\n");
    const start = lines.findIndex((line) => line.startsWith("CALLS "));
    return lines.slice(start, lines.indexOf("", start));
  };
  const [header, ...found] = await rows(deniedRan);
  assert.match(header, /^CALLS +POLICY +DECISION +RAN +TOOL$/);
  assert.match(found[0], /^b\/1 +always_ask +allow +not yet +builtin deploy(; \{\})?$/);
  assert.match(found[1], /^b\/2 +always_ask +deny +ok +mcp mail; deny message: not today(; \{\})?$/);
  assert.match(found[2], /^b\/3 +always_allow +none +not yet +builtin read(; \{\})?$/);
  assert.match(await explained(created), /^there are no calls$/m);
});

test("explain says that there is more to a call than is shown", async () => {
  const rest = async (length) => {
    const session = then(running, calls("b", [call("1", "mail", { arguments: "x".repeat(length) })]));
    return /builtin mail; x+(.*)$/m.exec(await explained(session))[1];
  };
  assert.equal(await rest(160), "");
  assert.equal(await rest(161), "…; the rest is in the arguments of b/1");
});

test("explain names the denied calls that ran, and nothing where there are none (field case 26)", async () => {
  assert.match(await explained(deniedRan), /^deniedCallRan +yes$/m);
  assert.match(await explained(deniedRan), /^DENIED CALLS THAT RAN +BATCH\n2 +b$/m);
  assert.doesNotMatch(await explained(decided), /DENIED CALLS|denied calls/);
});

test("explain tells the variants of a submission apart, each with what it needs or why not", async () => {
  const stdout = await explained(waiting);
  for (const decision of ["allow", "deny"])
    assert.match(stdout, new RegExp(`^submit ${decision} 1 +client +allowed$`, "m"));
  assert.match(stdout, /^submit interrupt +client +allowed$/m);
  assert.match(stdout, /^submit message +client +denied +pending_tool_approval_unresolved: this requires /m);
  assert.match(stdout, /^submit interrupt and message +client +allowed +inputs\[1\]\.content$/m);
  assert.match(await explained(rested), /^submit message +client +allowed +inputs\[0\]\.content$/m);
  assert.match(await explained(rested), /^submit interrupt +client +noop +nothing_to_interrupt: /m);
});

test("a tool may be named as anything", async () => {
  const stdout = (await run(["explain", sample("interactive-requires-action-constructor.json"), ...at])).stdout;
  assert.match(stdout, /^batch_01\/call_1 +always_allow +none +ok +skill __proto__; \{"of":"Order"\}$/m);
  assert.match(stdout, /^batch_01\/call_2 +always_ask +none +not yet +skill constructor; \{"of":"Order",.*\}$/m);
});

// ---- replay

test("replay shows what each input of a submission came to: taken", async () => {
  const both = submit(message(), message({ text: "and that" }));
  assert.deepEqual(await beneath(create, both), ["inputs[0] message: taken", "inputs[1] message: taken"]);
  const told = await beneath(create, submit(message()), calls("b"), submit(message(), interrupt));
  assert.deepEqual(told, ["inputs[0] message: taken", "inputs[1] interrupt: taken"]);
});

test("replay shows which inputs stood in the way, and which were not taken because of them", async () => {
  const before = [create, submit(message()), calls("b")];
  const [entry, first, second] = (await replayed(...before, submit(allow("1"), allow("1", { batchId: "gone" })))).slice(
    -3,
  );
  assert.match(entry, /^4 +denied +submit +approve +invalid_tool_approval$/);
  assert.equal(first.trim(), "inputs[0] allow 1: not taken");
  assert.match(
    second.trim(),
    /^inputs\[1\] allow 1: stood in the way, invalid_tool_approval: .*; it names `gone`, and the batch is `b`$/,
  );
  const [of, other] = await beneath(...before, submit(message(), allow("1")));
  assert.match(of, /^inputs\[0\] message: stood in the way, pending_tool_approval_unresolved: /);
  assert.match(other, /^inputs\[1\] allow 1: stood in the way, invalid_tool_approval: /);
  const torn = await beneath(...before, submit(allow("1"), deny("1")));
  for (const line of torn) assert.match(line, /stood in the way, invalid_tool_approval: .* answered in several ways$/);
});

test("replay shows which inputs did nothing, and which were taken in part", async () => {
  const before = [create, submit(message()), calls("b"), submit(allow("1"))];
  assert.deepEqual(await beneath(...before, submit(deny("1"), deny("3"), allow("2", { denyMessage: "x" }))), [
    "inputs[0] deny 1: did nothing, already_decided: the answer to `1` was `allow`",
    "inputs[1] deny 3: did nothing, unknown_call: nobody was asked about `3`",
    "inputs[2] allow 2: taken, deny_message_dropped: `2` is allowed, so that its deny message is dropped",
  ]);
  // The same answer twice counts once, and both gave it.
  const twice = await beneath(...before.slice(0, 3), submit(allow("1"), allow("1")));
  assert.deepEqual(
    twice,
    [0, 1].map((index) => `inputs[${index}] allow 1: taken`),
  );
});

test("replay tells a repeat as such, and what is said of a submission as a whole beside it (field case 7)", async () => {
  const [entry, input] = (await replayed(create, submit(interrupt))).slice(-2);
  assert.match(entry, /^2 +noop +submit +interrupt-nothing +nothing_to_interrupt: no turn is running/);
  assert.equal(input.trim(), "inputs[0] interrupt: did nothing");
  const [empty] = (await replayed(create, submit())).slice(-1);
  assert.match(empty, /^2 +denied +submit +message +empty_request: this requires that there is an input$/);
  const [over, said] = (await replayed(create, archive, submit(message()))).slice(-2);
  assert.match(over, /^3 +denied +submit +message +session_terminated: this requires /);
  assert.equal(said.trim(), "inputs[0] message: not taken");
});

test("replay has inputs of submissions only, and the decision as it is in --json", async () => {
  const odd = { ...archive, inputs: [null, { type: "message" }] };
  assert.deepEqual(await beneath(create, odd), []);
  const stdin = [JSON.stringify([create, submit(message()), calls("b"), submit(message(), allow("1"))])];
  const [, , , denied] = objects(await run(["replay", "--json", ...at], { stdin }));
  const { session, ...decision } = api.decide(waiting, denied.command, context);
  assert.deepEqual(denied.decision, decision);
  assert.deepEqual(
    denied.decision.unmet.map(({ input }) => input),
    [0, 1],
  );
});

test("replay judges the sample log: refusals that name an input, late reports, a retried interrupt", async () => {
  const { code, lines } = await run(["replay", sample("interactive-log.ndjson")]);
  assert.equal(code, 1);
  const entry = (number) => lines.find((line) => line.startsWith(`${number} `));
  assert.match(entry(17), /denied +turn_ended +turn-ended +stale_turn: .*turn 1, and the last one is turn 2/);
  assert.match(entry(15), /noop +submit +interrupt-nothing /);
  assert.ok(lines.some((line) => /inputs\[0\] allow call_1: stood in the way/.test(line)));
  assert.match(lines.at(-1), /^sesn-51d7a2 +interactive +terminated +done$/);
});

// ---- payloads, and events beside them

test("--more brings the events beside a payload: the names of what waits, and what was answered", async () => {
  const path = written("payload", payload());
  const without = (await run(["explain", path, ...at])).stdout;
  assert.match(without, /^b\/1 +always_ask +none +not yet +what is asked is not known$/m);
  assert.match(without, /warning: `1` waits, and what is asked is not told/);
  const answered = event("tool_approval_response", { batch_id: "b", call_id: "2", result: "deny", deny_message: "no" });
  const other = event(
    "tool_approval_request",
    { batch_id: "b", call_id: "2", name: "mail", tool_type: "mcp" },
    { id: "2" },
  );
  for (const events of [[request, other, answered], { data: [answered, other, request] }]) {
    const { stdout } = await run(["explain", path, "--more", written("events", events), ...at]);
    assert.match(stdout, /^b\/1 +always_ask +none +not yet +builtin deploy; \{"to":"production"\}$/m);
    assert.match(stdout, /^b\/2 +always_ask +deny +not yet +mcp mail; deny message: no$/m);
    assert.doesNotMatch(stdout, /is not told/);
  }
});

test("a mistake in what --more brings is named there", async () => {
  const bad = file(
    "bad-events.json",
    JSON.stringify([request, { ...request, id: "2", type: "tool_call", created_at: 7.5 }], null, 1),
  );
  const { code, stderr } = await run(["derive", written("payload", payload()), "--more", bad]);
  assert.equal(code, 2);
  assert.match(stderr, new RegExp(`^${bad}:\\d+: \\[1\\]\\.created_at: `));
});

test("the sample with its events beside it", async () => {
  const name = "interactive-requires-action-payload.json";
  const [session] = objects(
    await run(["derive", "--json", sample(name), "--more", sample(`events-of-${name}`), ...at]),
  );
  assert.deepEqual([session.display, session.warnings.length], ["requires_action", 1]);
  assert.equal(session.waitsFor, "approval_requested batch_5Lp0 call_publish (and 1 more)");
  assert.match((await run(["derive", "--help"])).stdout, /for an interactive one its events/);
});

test("derive takes a list as the platform's API gives it", async () => {
  const { code, lines } = await run(["derive", sample("interactive-list.json"), ...at]);
  assert.equal(code, 0);
  assert.match(lines.at(-1), /^7 sessions: 1 needs_human, 2 working, 3 at_rest, 1 done$/);
});

// ---- rules, terminal

test("rules has the interactive lifecycle as the others", async () => {
  const { stdout } = await run(["rules", "interactive"]);
  assert.match(
    stdout,
    /^submit +client +approve +requires_action, on null → same, running; when nothing but approvals; /m,
  );
  assert.match(stdout, /^settled +pending_tool_approval_unresolved +no tool call waits for approval$/m);
  assert.match(
    (await run(["rules", "interactive", "--mermaid"])).stdout,
    /^ {4}running --> requires_action: tool_calls$/m,
  );
});

test("on a terminal nothing is wider than it, and each input begins a line", async () => {
  const path = written("partly", partly);
  const log = file("log.json", JSON.stringify([submit(message(), allow("2")), submit(deny("1"), deny("2"))]));
  for (const columns of [80, 120]) {
    for (const argv of [
      ["derive", path],
      ["explain", path],
      ["replay", log, "--session", path],
    ]) {
      const { stdout } = await run([...argv, ...at], { terminal: { isTTY: true, columns } });
      const lines = stripVTControlCharacters(stdout).split("\n");
      for (const line of lines) assert.ok(line.length <= columns, line);
      if (argv[0] === "replay") assert.equal(lines.filter((line) => /^ +inputs\[\d\] /.test(line)).length, 4);
    }
  }
});
