// Whether XState's machine decides as the engine does, along random ways through the reversible lifecycle: what is
// compared in time is to do the same.
import { deepStrictEqual } from "node:assert";
import { reversible } from "countersign";
import { numbers } from "../given/numbers.js";
import { snapshot, step } from "./reversible.js";

const COMMANDS = 40;
const TYPES = [
  ...Array(8).fill("log_action"),
  ...Array(4).fill("resolve_approval"),
  ...Array(4).fill("report_undo"),
  ...["tick", "complete", "request_rollback"],
  ...["confirm_action", "withdraw_clearance", "retry_undo", "acknowledge_undo"],
];
const KINDS = ["AUTOMATIC", "AUTOMATIC", "NONE", "UNAVAILABLE"];

/** Throws at the first difference. */
export function expectAlike(ways) {
  const random = numbers(7);
  for (let way = 0; way < ways; way++) walk(random);
}

function walk(random) {
  const among = (...values) => values[Math.floor(random() * values.length)];
  let now = 1_767_225_600_000;
  const create = { type: "create", id: "s/1", agentId: "a", sandbox: among(true, false, false, false) };
  let { session } = reversible.decide(null, create, { now });
  let theirs = snapshot(session);
  for (let count = 0; count < COMMANDS; count++) {
    now += among(0, 0, 1000, 3_600_000, among(0, 0, 0, 90_000_000));
    const context = { now, caller: among("AGENT", "OPERATOR", "OPERATOR", "SYSTEM") };
    const command = next(session, among);
    const decision = reversible.decide(session, command, context);
    session = decision.session ?? session;
    theirs = step(theirs, { ...command, ...context });
    deepStrictEqual(plain(theirs), plainly(session), `${JSON.stringify({ command, context })}: ${decision.message}`);
  }
}

/** A command that has some chance to be allowed. */
function next(session, among) {
  const type = among(...TYPES);
  const actionId = among(...session.actions.map(({ id }) => id), "none");
  const by = { resolvedBy: among("ana", "ben") };
  switch (type) {
    case "log_action":
      return { type, ...entry(among) };
    case "resolve_approval": {
      const approvalId = among(...session.approvals.map(({ approvalId }) => approvalId), "none");
      return { type, approvalId, decision: among("approve", "reject"), ...by };
    }
    case "confirm_action":
      return { type, actionId, status: among("SUCCESS", "SUCCESS", "FAILED") };
    case "report_undo": {
      const id = session.rollback?.current ?? actionId;
      const attempts = session.actions.find((action) => action.id === id)?.undoAttempts;
      const idempotencyKey = `s%2F1/${id}/${among(attempts, attempts, 1)}`;
      return { type, actionId: id, idempotencyKey, result: among("SUCCEEDED", "SUCCEEDED", "FAILED") };
    }
    case "withdraw_clearance":
      return { type, actionId, ...by, reason: "late" };
    case "acknowledge_undo":
      return { type, actionId, ...by, note: "by hand" };
    case "retry_undo":
      return { type, actionId };
    default:
      return { type };
  }
}
function entry(among) {
  const status = among("SUCCESS", "SUCCESS", "FAILED", "PENDING_APPROVAL", "PENDING_APPROVAL");
  const call = { apiName: "stripe.refunds.create", operationType: "CREATE", payload: { amount: 1 } };
  const compensation = { kind: among(...KINDS), requireApproval: among(true, false, false) };
  const order = among(undefined, undefined, 1, 5);
  const action = { id: `${among(1, 2, 3, 4, 5, 6, 7, 8, 9)}`, order, ...call, status, compensation };
  if (status !== "PENDING_APPROVAL") return { action };
  const purpose = among("BEFORE_EXECUTION", "AFTER_EXECUTION");
  return { action, purpose, approvalId: among(undefined, undefined, "given"), timeoutMs: among(undefined, 1000) };
}

const plainly = ({ lifecycle, schema, revision, ...session }) => session;
const plain = ({ value, context: { outcome, lifecycle, schema, revision, ...session } }) => ({
  status: value,
  ...session,
});
