// Many sessions as `countersign/store` exports them: all lifecycles, finished ones and ones in the middle of their work.
import { delegated, interactive, reversible, rulesHash } from "countersign";
import { numbers } from "./numbers.js";
import { log } from "./reversible.js";

/** The clock of whoever opens them: nothing is due then. */
export const NOW = 1_767_225_600_000;
export const ENTRIES = 10;

const HOUR = 3_600_000;
const WEEK = 168 * HOUR;
const SUCCESS = { status: "SUCCESS", compensation: { kind: "AUTOMATIC", requireApproval: false } };
const PENDING = { ...SUCCESS, status: "PENDING_APPROVAL" };

const AGENTS = ["billing", "coder", "inbox", "research"];
const TASKS = ["fix-login", "close-books", "triage", "weekly-report"];

// Each is a list of commands, all of which are allowed.

const logs = (count) => Array.from({ length: count }, (_, at) => log(at + 1, SUCCESS));
const asks = (number) => ({ ...log(number, PENDING), timeoutMs: WEEK });
const approves = (number) => ({
  type: "resolve_approval",
  approvalId: `approval-${number}`,
  decision: "approve",
  resolvedBy: "ana",
});
const confirms = (number) => ({ type: "confirm_action", actionId: `action-${number}`, status: "SUCCESS" });
const undone = (id) => (number) => ({
  type: "report_undo",
  actionId: `action-${number}`,
  idempotencyKey: `${id}/action-${number}/1`,
  result: "SUCCEEDED",
});

const says = (content) => ({ type: "submit", inputs: [{ type: "message", content }] });
const ended = (turn) => ({ type: "turn_ended", turn });
const calls = (turn, ...names) => ({
  type: "tool_calls",
  turn,
  batchId: `batch-${turn}`,
  calls: names.map((name, at) => ({
    callId: `call-${at}`,
    name,
    arguments: { path: `src/file-${at}.ts` },
    toolType: "builtin",
  })),
});
const ran = (turn, at) => ({
  type: "tool_finished",
  turn,
  batchId: `batch-${turn}`,
  callId: `call-${at}`,
  isError: false,
});
const allows = (turn, at) => ({
  type: "submit",
  inputs: [{ type: "tool_approval_response", batchId: `batch-${turn}`, callId: `call-${at}`, decision: "allow" }],
});

const begins = [{ type: "initialize" }, { type: "activate" }];
const artifacts = (count) =>
  Array.from({ length: count }, (_, at) => ({
    type: "add_artifact",
    artifact: { id: `artifact-${at}`, kind: "patch", path: `src/file-${at}.ts`, lines: at },
  }));
const reflects = (sessionUid) => ({
  author: "agent",
  sessionUid,
  outcome: "Completed",
  taskAssessment: "as planned",
  decomposition: "none was needed",
  orchestration: "one harness",
  lessons: "read the tests first",
});

const LIFECYCLES = {
  reversible: {
    its: reversible,
    create: (id, { agent }) => ({ type: "create", id, agentId: agent }),
    live: [() => [...logs(8), asks(9)], () => [...logs(5), asks(6), approves(6), confirms(6), log(7, SUCCESS)]],
    finished: [
      () => [...logs(5), asks(6), approves(6), confirms(6), { type: "complete" }],
      (id) => [...logs(4), { type: "request_rollback" }, ...[4, 3, 2, 1].map(undone(id))],
    ],
  },
  interactive: {
    its: interactive,
    create: (id) => ({
      type: "create",
      id,
      toolPolicies: { default: "always_ask", tools: { read_file: "always_allow" } },
    }),
    live: [
      () => [
        ...[1, 2, 3].flatMap((turn) => [says(`question ${turn}`), ended(turn)]),
        says("now do it"),
        calls(4, "read_file", "edit_file", "edit_file"),
        ran(4, 0),
      ],
      () => [
        ...[says("fix it"), calls(1, "read_file", "edit_file"), ran(1, 0), allows(1, 1), ran(1, 1), ended(1)],
        ...[says("the other one, too"), calls(2, "read_file"), ran(2, 0)],
      ],
    ],
    finished: [
      () => [
        ...[says("look"), calls(1, "read_file", "read_file", "read_file"), ran(1, 0), ran(1, 1), ran(1, 2), ended(1)],
        ...[says("thanks"), ended(2), { type: "archive" }],
      ],
    ],
  },
  delegated: {
    its: delegated,
    create: (uid, { agent, task }) => ({
      type: "create",
      uid,
      agent,
      task,
      harness: "cli",
      authority: ["repo:read", "repo:write"],
    }),
    live: [() => [...begins, ...artifacts(7)], () => [...begins, ...artifacts(6), { type: "complete" }]],
    finished: [
      (uid) => [...begins, ...artifacts(5), { type: "complete" }, { type: "reflect", reflect: reflects(uid) }],
    ],
  },
};

/** As many sessions as told, a line for each, with ids of their own for each `prefix`; every fourth is still at work. */
export function ndjson(count, prefix) {
  const random = numbers(1);
  const one = (values) => values[Math.floor(random() * values.length)];
  const lines = Array.from({ length: count }, (_, at) => {
    const lifecycle = ["reversible", "reversible", "interactive", "delegated"][Math.floor(at / 4) % 4];
    const id = `${prefix}-${lifecycle}-${at}`;
    const isLive = at % 4 === 0;
    const { create, live, finished } = LIFECYCLES[lifecycle];
    const commands = [create(id, { agent: one(AGENTS), task: one(TASKS) }), ...one(isLive ? live : finished)(id)];
    // What lives was active within the day; else it would be abandoned.
    const start = NOW - HOUR - Math.floor(random() * (isLive ? 20 * HOUR : 4 * WEEK));
    return `${JSON.stringify(run(lifecycle, id, commands, start))}\n`;
  });
  return Buffer.from(lines.join(""));
}

/** The record of a session and its entries, the engine deciding a command a minute. */
function run(lifecycle, id, commands, start) {
  const { its } = LIFECYCLES[lifecycle];
  if (commands.length !== ENTRIES) throw new Error(`${lifecycle}: ${commands.length} commands`);
  let live;
  const entries = commands.map((command, index) => {
    const context = { now: start + index * 60_000, caller: "OPERATOR" };
    const decision = live ? live.decide(command, context) : its.decide(null, command, context);
    if (decision.outcome !== "allowed") throw new Error(`${lifecycle} ${command.type}: ${decision.message}`);
    const { session, events, ...answer } = decision;
    if (live) live.apply(events);
    else live = its.open(session);
    const more = { id, seq: index + 1, at: context.now, rulesHash };
    return { kind: "command", caller: context.caller, command, events, ...answer, ...more };
  });
  const session = live.session();
  return {
    id,
    lifecycle,
    session,
    seq: ENTRIES,
    changes: ENTRIES,
    version: null,
    origin: "local",
    label: "",
    entries,
  };
}
