// Reversible sessions to begin with, and to walk through.
import { reversible as api } from "countersign";
import { after, frozen } from "../given.js";

export const NOW = 1_767_225_600_000;
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const agent = frozen({ now: NOW });
export const operator = frozen({ now: NOW, caller: "OPERATOR" });
export const system = frozen({ now: NOW, caller: "SYSTEM" });
/** An operator, so many milliseconds later. */
export const later = (millis) => ({ now: NOW + millis, caller: "OPERATOR" });

// ---- what is asked

export const create = frozen({ type: "create", id: "s", agentId: "a" });

/** `entry` changes what is logged of the call, `more` is given beside it. */
export function log(id, entry = {}, more = {}) {
  const compensation = { kind: "AUTOMATIC", requireApproval: false };
  const call = { id, apiName: "stripe.refunds.create", operationType: "CREATE", status: "SUCCESS", compensation };
  return { type: "log_action", action: { ...call, ...entry }, ...more };
}

export const gated = { compensation: { kind: "AUTOMATIC", requireApproval: true } };
export const kept = { compensation: { kind: "NONE", requireApproval: false } };
export const unavailable = { compensation: { kind: "UNAVAILABLE", requireApproval: false } };

export const asks = (id, purpose, entry = {}, more = {}) =>
  log(id, { ...entry, status: "PENDING_APPROVAL" }, { purpose, ...more });
export const before = (id, entry, more) => asks(id, "BEFORE_EXECUTION", entry, more);
export const afterwards = (id, entry, more) => asks(id, "AFTER_EXECUTION", entry, more);

export const resolve = (approvalId, decision, more = {}) => ({
  type: "resolve_approval",
  approvalId,
  decision,
  resolvedBy: "ana",
  ...more,
});
export const confirm = (actionId) => ({ type: "confirm_action", actionId, status: "SUCCESS" });
export const complete = { type: "complete" };
export const rollBack = { type: "request_rollback" };
export const report = (actionId, result, attempt = 1, more = {}) => ({
  type: "report_undo",
  actionId,
  idempotencyKey: `s/${actionId}/${attempt}`,
  result,
  ...more,
});
export const retry = (actionId) => ({ type: "retry_undo", actionId });
export const withdraw = (actionId) => ({ type: "withdraw_clearance", actionId, resolvedBy: "ana", reason: "too late" });
export const acknowledge = (actionId) => ({ type: "acknowledge_undo", actionId, resolvedBy: "ana", note: "by hand" });
export const tick = { type: "tick" };

/** The session after commands of an operator, each of which is allowed. */
export function then(session, ...commands) {
  return after(api, session, ...commands.map((command) => [command, operator]));
}

// ---- sessions

export const created = then(null, create);
export const executed = then(created, log("1"));
export const asked = then(created, before("1", {}, { timeoutMs: HOUR }));
export const cleared = then(asked, resolve("1:BEFORE_EXECUTION:1", "approve"));
export const undoing = then(executed, rollBack);
export const atGate = then(created, log("1", gated), rollBack);
export const declined = then(atGate, resolve("1:ROLLBACK:1", "reject"));
export const halted = then(undoing, report("1", "FAILED", 1, { error: { status: 502 } }));
export const reverted = then(undoing, report("1", "SUCCEEDED"));
export const completed = then(executed, complete);

/** A session of these actions, by no way that leads to them. */
export function holding(actions, more = {}) {
  return { ...created, actions: actions.map((fields, at) => action(`${at + 1}`, fields)), ...more };
}

export function action(id, fields = {}) {
  return { ...executed.actions[0], id, order: Number(id) || 1, ...fields };
}

/** What this vendor's API tells of a session, with as many actions as `actions` has. */
export function payload(actions = [{}], more = {}) {
  const times = { createdAt: "2026-01-01T00:00:00Z", updatedAt: "2026-01-01T00:00:00Z" };
  const call = {
    sessionId: "s",
    apiName: "stripe.refunds.create",
    operationType: "CREATE",
    status: "SUCCESS",
    ...times,
  };
  return {
    id: "s",
    organizationId: "o",
    agentId: "a",
    intent: "refund what was charged twice",
    status: "ACTIVE",
    isSandbox: false,
    ...times,
    actions: actions.map((fields, at) => ({ ...call, id: `${at + 1}`, order: at + 1, ...fields })),
    ...more,
  };
}

/** One of the vendor's rows of approvals. */
export function row(fields = {}) {
  const times = { requestedAt: "2026-01-01T00:00:00Z", timeoutAt: null, resolvedAt: null };
  const answer = { status: "PENDING", resolvedBy: null, reason: null };
  return { approvalId: "ok", actionId: "1", sessionId: "s", agentId: "a", ...times, ...answer, ...fields };
}

// ---- walks

const about = (id, ...purposes) => [
  ...purposes.flatMap((purpose) => [
    [resolve(`${id}:${purpose}:1`, "approve"), operator],
    [resolve(`${id}:${purpose}:1`, "reject", { reason: "no" }), operator],
  ]),
  ...(purposes.includes("BEFORE_EXECUTION") ? [confirm, withdraw].map((command) => [command(id), operator]) : []),
  [report(id, "SUCCEEDED"), agent],
  [report(id, "FAILED", 1, { error: { status: 502 } }), agent],
  [retry(id), operator],
  [acknowledge(id), operator],
];

const always = [
  [complete, agent],
  [rollBack, operator],
  [tick, later(DAY + 1)],
];

/** Whatever tests of all lifecycles need of this one. */
export const reversible = {
  name: "reversible",
  api,
  status: "status",
  statusOf: ({ status }) => status,
  // Which commands are about what, and which of its fields is the status.
  targets: {
    resolve_approval: { list: "approvals", id: "approvalId", status: "status" },
    confirm_action: { list: "actions", id: "id", status: "status" },
    report_undo: { list: "actions", id: "id", status: "undo" },
    retry_undo: { list: "actions", id: "id", status: "status" },
    withdraw_clearance: { list: "actions", id: "id", status: "status" },
    acknowledge_undo: { list: "actions", id: "id", status: "status" },
  },
  about: ({ approvalId, actionId }) => approvalId ?? actionId,
  context: operator,
  // One of each kind, with much in it.
  sample: {
    session: halted,
    create,
    command: retry("1"),
    event: { type: "undo_reported", actionId: "1", result: "FAILED", error: { n: NaN }, at: NOW },
    payload: payload([{ payload: { n: NaN } }]),
    more: [row()],
    own(session) {
      api.displayStatus(session);
      api.rollback(session, operator);
      api.approvals(session, operator);
      api.evaluatePolicies([], session.actions[0]);
    },
  },
  // Where an opaque value may be.
  opaque: {
    within: (payload) => holding([{ payload }]),
    of: (session) => session.actions[0].payload,
    place: "actions[0].payload",
    before: created,
    command: (payload) => log("1", { payload }),
    commandPlace: "action.payload",
  },
  // Attempts and approvals could go on for ever.
  ends: ({ actions, approvals }) => actions.some(({ undoAttempts }) => undoAttempts > 1) || approvals?.length > 2,
  walks: [
    walked([log("1", gated), before("2", {}, { timeoutMs: HOUR })], ["ROLLBACK"], ["BEFORE_EXECUTION"]),
    walked([log("1", unavailable), afterwards("2", gated)], [], ["AFTER_EXECUTION", "ROLLBACK"]),
    walked([afterwards("1"), before("2", kept)], ["AFTER_EXECUTION"], ["BEFORE_EXECUTION"]),
    walked([afterwards("1"), afterwards("2", kept)], ["AFTER_EXECUTION"], ["AFTER_EXECUTION"]),
    walked([log("1"), afterwards("2", {}, { timeoutMs: HOUR })], [], ["AFTER_EXECUTION"], {
      sandbox: true,
      settings: { rollbackApprovalTimeoutMs: null },
    }),
    refusals(),
    late(),
    imported([{ status: "PENDING_APPROVAL" }, { undoStatus: "IN_PROGRESS" }, { status: "CLEARED" }], null),
    imported(
      [{ status: "PENDING_APPROVAL", response: {} }, { undoStatus: "IN_PROGRESS" }],
      [row(), row({ approvalId: "lost", actionId: "gone" })],
    ),
    imported(
      [{ status: "PENDING_APPROVAL" }, { undoConfig: { requireApproval: true } }],
      [row({ approvalId: "told" })],
    ),
  ],
};

function walked(logged, first, second, settings = {}) {
  const beginning = [{ ...create, ...settings }, ...logged].map((command) => [command, agent]);
  return { steps: [...beginning, ...about("1", ...first), ...about("2", ...second), ...always] };
}

/** What the walks above do not come to, in a session that does not go far. */
function refusals() {
  const commands = [
    create,
    { ...create, agentId: "another" },
    { ...create, id: "another" },
    before("1"),
    log("1", kept),
  ];
  return {
    steps: [
      ...commands.map((command) => [command, agent]),
      [resolve("1:BEFORE_EXECUTION:1", "approve"), agent],
      [resolve("1:BEFORE_EXECUTION:1", "approve"), operator],
      [log("2", { status: "FAILED", error: "…" }), agent],
      [{ ...confirm("1"), status: "FAILED" }, agent],
      [rollBack, agent],
      [tick, agent],
    ],
  };
}

/** An answer after its limit, and the report of an attempt that there was not. */
function late() {
  return {
    steps: [
      ...[create, log("1"), before("2", {}, { timeoutMs: HOUR })].map((command) => [command, agent]),
      [resolve("2:BEFORE_EXECUTION:1", "approve"), later(HOUR)],
      [rollBack, operator],
      [report("1", "SUCCEEDED", 2), agent],
    ],
  };
}

/** From what an import leaves open: it has undos that nobody here started, or approvals that nobody knows. */
function imported(actions, approvals) {
  const { session } = api.fromApi(payload(actions), approvals);
  const answers = ["ok", "told", "lost"].flatMap((id) => [resolve(id, "approve"), resolve(id, "reject")]);
  const commands = [...answers, afterwards("4"), report("2", "FAILED", 7), acknowledge("2"), rollBack];
  return { from: session, steps: commands.map((command) => [command, operator]) };
}
