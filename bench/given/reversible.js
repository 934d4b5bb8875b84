// Reversible sessions in the middle of their work, by the commands that lead to them.
import { reversible } from "countersign";

const NOW = 1_767_225_600_000;
export const agent = { now: NOW };
export const operator = { now: NOW, caller: "OPERATOR" };

const AUTOMATIC = { kind: "AUTOMATIC", requireApproval: false };
const GATED = { kind: "AUTOMATIC", requireApproval: true };
const KEPT = { kind: "NONE", requireApproval: false };
// Of ten actions two wait for approval or waited for it, one failed, one has a gate, and one cannot be undone.
const TEN = [
  ...Array(5).fill({ status: "SUCCESS", compensation: AUTOMATIC }),
  { status: "FAILED", compensation: AUTOMATIC },
  { status: "PENDING_APPROVAL", compensation: AUTOMATIC },
  { status: "SUCCESS", compensation: GATED },
  { status: "SUCCESS", compensation: KEPT },
  { status: "PENDING_APPROVAL", compensation: AUTOMATIC, approved: true },
];

export function log(number, { status, compensation }) {
  const payload = { customer: `cus_${number}`, amount: 100 * number, currency: "eur" };
  const call = { apiName: "stripe.refunds.create", operationType: "CREATE", payload };
  const action = { id: `action-${number}`, ...call, status, compensation };
  const asks = { purpose: "BEFORE_EXECUTION", approvalId: `approval-${number}`, timeoutMs: 3_600_000 };
  return { type: "log_action", action, ...(status === "PENDING_APPROVAL" ? asks : {}) };
}
export const approve = (number) => ({
  type: "resolve_approval",
  approvalId: `approval-${number}`,
  decision: "approve",
  resolvedBy: "ana",
});
export const report = (number) => ({
  type: "report_undo",
  actionId: `action-${number}`,
  idempotencyKey: `session-1/action-${number}/1`,
  result: "SUCCEEDED",
});

/** The session after these commands of an operator, each of which is allowed. */
function after(session, commands) {
  const live = reversible.open(session);
  for (const command of commands) {
    const decision = live.decide(command, operator);
    if (decision.outcome !== "allowed") throw new Error(`${command.type}: ${decision.message}`);
    live.apply(decision.events);
  }
  return live.session();
}

/** With as many actions as told. */
export function working(actions) {
  const { session } = reversible.decide(null, { type: "create", id: "session-1", agentId: "billing" }, agent);
  const commands = Array.from({ length: actions }, (_, at) => {
    const entry = TEN[at % TEN.length];
    return entry.approved ? [log(at + 1, entry), approve(at + 1)] : [log(at + 1, entry)];
  });
  return after(session, commands.flat());
}

/** Of 20 actions, in the middle of its rollback: the undo of the fifteenth runs. */
export function unwinding() {
  const gate = { type: "resolve_approval", approvalId: "action-18:ROLLBACK:1", decision: "approve", resolvedBy: "ana" };
  return after(working(20), [{ type: "request_rollback" }, gate, report(18)]);
}
