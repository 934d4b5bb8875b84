// What the commands do to the context of a reversible session, and what the guards look at.
import { asked, changed, has, leave, rollBackAction, rollBackSession, startUndo } from "./reversible-chain.js";

export const actionOf = (context, { actionId }) => context.actions.find(({ id }) => id === actionId);
export const approvalOf = (context, event) =>
  context.approvals.find(({ approvalId }) => approvalId === event.approvalId);
export const isNew = (context, { id }) => !context.actions.some((action) => action.id === id);
export const isDue = ({ status, timeoutAt }, now) => status === "PENDING" && timeoutAt !== null && now >= timeoutAt;
export const key = ({ id }, action) =>
  `${encodeURIComponent(id)}/${encodeURIComponent(action.id)}/${action.undoAttempts}`;

/** Nobody needs it any more. */
export const isForgotten = (context, now) =>
  now - context.lastActivityAt > context.settings.abandonAfterMs &&
  context.rollback === null &&
  !has(context, "CLEARED") &&
  !context.approvals.some(({ status }) => status === "PENDING");

export function logged(context, { action, purpose, approvalId, timeoutMs, now }) {
  const highest = context.actions.reduce((highest, { order }) => Math.max(highest, order), 0);
  const { id, order, apiName, operationType, payload, status, compensation, error } = action;
  const entry = {
    id,
    order: order ?? highest + 1,
    apiName,
    operationType,
    payload: payload ?? null,
    status,
    undo: "NONE",
    undoAttempts: 0,
    compensation,
    loggedAt: now,
    error: error ?? null,
    undoError: null,
    acknowledged: null,
    withdrawn: null,
  };
  const next = { ...context, actions: [...context.actions, entry] };
  return purpose ? asked(next, { actionId: action.id, purpose, approvalId, timeoutMs, now }) : next;
}

/** An approval is answered, and what follows from that follows. */
function answered(context, { approvalId, actionId, purpose }, approved, now, answer) {
  const approvals = context.approvals.map((approval) =>
    approval.approvalId === approvalId ? answer(approval) : approval,
  );
  const next = { ...context, approvals };
  switch (purpose) {
    case "BEFORE_EXECUTION":
      if (approved) return changed(next, actionId, (action) => ({ ...action, status: "CLEARED" }));
      return rollBackSession(
        changed(next, actionId, (action) => ({ ...action, status: "FAILED" })),
        "SYSTEM",
        now,
      );
    case "AFTER_EXECUTION": {
      const kept = changed(next, actionId, (action) => ({ ...action, status: "SUCCESS" }));
      return approved ? kept : rollBackAction(kept, "ACTION", "SYSTEM", actionId, now);
    }
    default: {
      if (approved) return startUndo(next, actionId);
      const declined = changed(next, actionId, (action) => ({ ...action, undo: "DECLINED" }));
      return leave({ ...declined, outcome: "FAILED" }, actionId, true, now);
    }
  }
}

export function resolved(context, event) {
  const { decision, caller, now, resolvedBy, reason } = event;
  const approved = decision === "approve";
  return answered(context, approvalOf(context, event), approved, now, (approval) => ({
    ...approval,
    status: approved ? "APPROVED" : "REJECTED",
    resolution: caller === "SYSTEM" ? "SYSTEM" : "HUMAN",
    resolvedAt: now,
    resolvedBy,
    reason: reason ?? null,
  }));
}

/** Due approvals expire one by one; then nobody may need the session any more. */
export function ticked(context, { now }) {
  const expired = (approval) => ({
    ...approval,
    status: "REJECTED",
    resolution: "TIMEOUT",
    resolvedAt: now,
    reason: "timeout",
  });
  const due = context.approvals.filter((approval) => isDue(approval, now)).sort((a, b) => a.timeoutAt - b.timeoutAt);
  const next = due.reduce(
    (next, approval) =>
      approvalOf(next, approval).status === "PENDING" ? answered(next, approval, false, now, expired) : next,
    context,
  );
  return isForgotten(next, now) ? { ...next, outcome: next.outcome ?? "ABANDONED" } : next;
}

export function reported(context, { actionId, result, error, now }) {
  const failed = result === "FAILED";
  const over = changed(context, actionId, (action) => ({
    ...action,
    status: failed ? "ROLLBACK_FAILED" : "ROLLED_BACK",
    undo: failed ? "FAILED" : "COMPLETED",
    undoError: error ?? null,
  }));
  return leave(over, actionId, failed, now);
}

export function retried(context, { actionId, caller, now }) {
  const again = changed(context, actionId, (action) => ({ ...action, status: "SUCCESS", undo: "NONE" }));
  return rollBackAction(again, "RETRY", caller, actionId, now);
}
