// What becomes of the context of a reversible session as its undos go on. Each function returns a new context.

/** With another action in the place of that one. */
export const changed = (context, id, change) => ({
  ...context,
  actions: context.actions.map((action) => (action.id === id ? change(action) : action)),
});
/** With the rollback further on. */
const chained = (context, change) => ({ ...context, rollback: change(context.rollback) });

export const has = (context, ...statuses) => context.actions.some(({ status }) => statuses.includes(status));
export const declined = (context) => context.actions.some(({ undo }) => undo === "DECLINED");

/** Whether a rollback would undo something. */
export const undoable = ({ actions, sandbox }) =>
  actions.some(({ status, compensation }) => status === "SUCCESS" && (sandbox || compensation.kind !== "NONE"));

/** With one more approval, whose id is derived unless it is given. */
export function asked(context, { actionId, purpose, approvalId, timeoutMs, now }) {
  const derived = (number) => `${encodeURIComponent(actionId)}:${purpose}:${number}`;
  const taken = (id) => context.approvals.some((approval) => approval.approvalId === id);
  let number = 1;
  while (taken(derived(number))) number++;
  const approval = {
    approvalId: approvalId ?? derived(number),
    actionId,
    purpose,
    status: "PENDING",
    resolution: null,
    requestedAt: now,
    timeoutAt: typeof timeoutMs === "number" ? now + timeoutMs : null,
    resolvedAt: null,
    resolvedBy: null,
    reason: null,
  };
  return { ...context, approvals: [...context.approvals, approval] };
}

/** The rollback of the session begins, unless its own runs already; it waits while another does. */
export function rollBackSession(context, caller, now) {
  const { rollback } = context;
  if (rollback?.sessionNext || rollback?.scope === "SESSION") return context;
  if (rollback) return chained(context, (rollback) => ({ ...rollback, sessionNext: true }));
  return undoable(context) ? goOn(startSession(context, caller, now), now) : context;
}

/** The rollback of a single action begins; it waits while another runs. */
export function rollBackAction(context, scope, caller, id, now) {
  if (context.sandbox) return flip(context, [id], now);
  if (context.rollback) return chained(context, (rollback) => ({ ...rollback, waiting: [...rollback.waiting, id] }));
  return goOn(start(context, scope, caller, [id]), now);
}

/** Whose undo is over; a failed or declined one ends its chain. */
export function leave(context, id, halts, now) {
  const left = chained(context, (rollback) => ({ ...rollback, current: null, walked: [...rollback.walked, id] }));
  return goOn(halts ? end(left) : left, now);
}

/** The compensation runs: an attempt more. */
export function startUndo(context, id) {
  return changed(context, id, (action) => ({
    ...action,
    undo: "IN_PROGRESS",
    undoAttempts: action.undoAttempts + 1,
  }));
}

function startSession(context, caller, now) {
  const { sandbox, actions } = context;
  const reached = actions.filter(({ status }) => status === "SUCCESS" || (sandbox && status === "PENDING_APPROVAL"));
  const newestFirst = reached.reverse().sort((a, b) => b.order - a.order);
  const todo = newestFirst.map(({ id }) => id);
  return sandbox ? settle(flip(context, todo, now), []) : start(context, "SESSION", caller, todo);
}

function start(context, scope, caller, todo) {
  const before = context.rollback ?? { waiting: [], sessionNext: false };
  const own = scope === "SESSION";
  const waiting = own ? before.waiting : before.waiting.filter((id) => !todo.includes(id));
  const rollback = { scope, caller, current: null, todo, walked: [], waiting, sessionNext: !own && before.sessionNext };
  return { ...context, rollback };
}

/** Simulated actions are rolled back in one step. */
function flip(context, ids, now) {
  const actions = context.actions.map((action) =>
    ids.includes(action.id) ? { ...action, status: "ROLLED_BACK", undo: "COMPLETED" } : action,
  );
  const closed = (approval) => ({
    ...approval,
    status: "REJECTED",
    resolution: "SYSTEM",
    resolvedAt: now,
    reason: "sandbox_rollback",
  });
  const approvals = context.approvals.map((approval) =>
    approval.status === "PENDING" && ids.includes(approval.actionId) ? closed(approval) : approval,
  );
  return { ...context, actions, approvals };
}

/** Goes on until an undo is in progress, or nothing is left to do. */
function goOn(context, now) {
  const { rollback } = context;
  if (rollback === null || rollback.current !== null) return context;
  const { todo, walked, waiting, sessionNext } = rollback;
  if (todo.length > 0) return goOn(walk(context, todo[0], now), now);
  if (walked.length > 0) return goOn(end(context), now);
  if (sessionNext && undoable(context)) return goOn(startSession(context, "SYSTEM", now), now);
  if (sessionNext)
    return goOn(
      chained(context, (rollback) => ({ ...rollback, sessionNext: false })),
      now,
    );
  if (waiting.length === 0) return { ...context, rollback: null };
  const newest = context.actions
    .filter(({ id }) => waiting.includes(id))
    .reduce((a, b) => (b.order >= a.order ? b : a));
  return goOn(start(context, "ACTION", "SYSTEM", [newest.id]), now);
}

function walk(context, id, now) {
  const { status, compensation } = context.actions.find((action) => action.id === id);
  if (status !== "SUCCESS" || compensation.kind === "NONE") return pass(context, id);
  if (compensation.kind === "UNAVAILABLE") {
    const failed = changed(context, id, (action) => ({ ...action, status: "ROLLBACK_FAILED", undo: "FAILED" }));
    return end(pass(failed, id));
  }
  const reached = chained(context, (rollback) => ({ ...rollback, todo: rollback.todo.slice(1), current: id }));
  if (!compensation.requireApproval) return startUndo(reached, id);
  const timeoutMs = context.settings.rollbackApprovalTimeoutMs;
  const gated = asked(reached, { actionId: id, purpose: "ROLLBACK", timeoutMs, now });
  return changed(gated, id, (action) => ({ ...action, undo: "IN_PROGRESS" }));
}

const pass = (context, id) =>
  chained(context, (rollback) => ({
    ...rollback,
    todo: rollback.todo.slice(1),
    walked: [...rollback.walked, id],
  }));

function end(context) {
  const { scope, walked, waiting } = context.rollback;
  const rest = waiting.filter((id) => !walked.includes(id));
  const ended = chained(context, (rollback) => ({ ...rollback, current: null, todo: [], walked: [], waiting: rest }));
  return scope === "SESSION" ? settle(ended, walked) : ended;
}

/** What the session becomes of after its chain, which the machine then does. */
function settle(context, walked) {
  const stays = ({ id, status, compensation }) =>
    status === "SUCCESS" && compensation.kind !== "NONE" && !walked.includes(id);
  if (has(context, "ROLLBACK_FAILED") || declined(context)) return { ...context, outcome: "FAILED" };
  if (has(context, "PENDING_APPROVAL", "CLEARED") || context.actions.some(stays)) return context;
  return { ...context, outcome: "ROLLED_BACK" };
}
