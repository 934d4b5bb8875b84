// What a user writes of reversible sessions, and what the types must not let pass. Compiled, never run.
import {
  type Context,
  type Denied,
  detect,
  type Imported,
  type Lifecycle,
  type Live,
  type Offer,
  reversible,
} from "countersign";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_: Same<A, B>) {}

declare const session: reversible.Session;
const context: Context = { now: 1_700_000_000_000, caller: "OPERATOR" };

// ---- commands

const action: reversible.GivenAction = {
  id: "1",
  apiName: "stripe.refunds.create",
  operationType: "CREATE",
  compensation: { kind: "AUTOMATIC", requireApproval: true },
};
const answer = { type: "resolve_approval", approvalId: "1", decision: "approve", resolvedBy: "a" } as const;

reversible.decide(null, { type: "create", id: "s", agentId: "a" }, context);
reversible.decide(null, { type: "create", id: "s", agentId: "a", settings: { abandonAfterMs: 1 } }, context);
reversible.decide(session, { type: "log_action", action: { ...action, status: "SUCCESS" } }, context);
reversible.decide(session, { type: "log_action", action: { ...action, status: "FAILED", error: "…" } }, context);
reversible.decide(
  session,
  { type: "log_action", action: { ...action, status: "PENDING_APPROVAL" }, purpose: "BEFORE_EXECUTION", timeoutMs: 1 },
  context,
);
reversible.decide(session, answer, context);
reversible.decide(session, { type: "confirm_action", actionId: "1", status: "SUCCESS" }, context);
reversible.decide(session, { type: "tick" }, { now: 0 });

declare const status: "SUCCESS" | "FAILED";
reversible.decide(session, { type: "log_action", action: { ...action, status } }, context);

// @ts-expect-error no such command
reversible.decide(session, { type: "undo" }, context);
// @ts-expect-error a status is missing
reversible.decide(session, { type: "log_action", action }, context);
// @ts-expect-error what waits says what for
reversible.decide(session, { type: "log_action", action: { ...action, status: "PENDING_APPROVAL" } }, context);
// @ts-expect-error a call that is over asks nobody
reversible.decide(session, { type: "log_action", action: { ...action, status }, purpose: "AFTER_EXECUTION" }, context);
// @ts-expect-error nothing is logged as cleared
reversible.decide(session, { type: "log_action", action: { ...action, status: "CLEARED" } }, context);
// @ts-expect-error an answer has a name below it
reversible.decide(session, { type: "resolve_approval", approvalId: "1", decision: "approve" }, context);
// @ts-expect-error no such answer
reversible.decide(session, { ...answer, decision: "approved" }, context);
// @ts-expect-error nothing but success is a confirmation
reversible.decide(session, { type: "confirm_action", actionId: "1", status: "FAILED" }, context);
// @ts-expect-error which attempt it was
reversible.decide(session, { type: "report_undo", actionId: "1", result: "SUCCEEDED" }, context);

// ---- decisions

const decision = reversible.decide(session, { type: "request_rollback" }, context);
if (decision.outcome === "allowed") {
  same<typeof decision.session, reversible.Session>(true);
  for (const event of decision.events) {
    if (event.type === "undo_started") {
      same<typeof event.idempotencyKey, string>(true);
      same<typeof event.attempt, number>(true);
    }
    if (event.type === "action_logged") same<typeof event.action.payload, unknown>(true);
    if (event.type === "rollback_settled") same<typeof event.status, "FAILED" | "ROLLED_BACK">(true);
    // @ts-expect-error an event is in the past tense
    if (event.type === "log_action") event;
  }
} else if (decision.outcome === "denied") {
  same<typeof decision, Denied<reversible.DenialCode>>(true);
  // @ts-expect-error no such code
  if (decision.code === "too_late") decision;
} else {
  same<typeof decision.code, reversible.NoopCode>(true);
}

// ---- sessions

same<(typeof session.actions)[number], reversible.Action>(true);
// @ts-expect-error a session is a value
session.status = "ACTIVE";
// @ts-expect-error and so are its lists
session.actions.push();
// @ts-expect-error the approvals of an import may not be known
session.approvals.length;
// @ts-expect-error nothing may be in progress
session.rollback.current;
// @ts-expect-error what a payload holds is not known
session.actions[0]?.payload.amount;
// @ts-expect-error a stored status is not what is shown
if (session.status === "ROLLING_BACK") session;

// ---- what only this lifecycle has

same<ReturnType<typeof reversible.displayStatus>, reversible.Display>(true);
const columns = { stored: new Uint8Array(), present: new Uint8Array(), undoing: new Uint8Array() };
reversible.displayStatus({ status: "ACTIVE", actions: [{ status: "SUCCESS", undo: "NONE" }] });
// @ts-expect-error An action says whether it is undone.
reversible.displayStatus({ status: "ACTIVE", actions: [{ status: "SUCCESS" }] });
same<ReturnType<typeof reversible.displayStatuses>, Uint8Array>(true);
reversible.displayStatuses(columns).at(0)?.toFixed();
// @ts-expect-error a column is missing
reversible.displayStatuses({ stored: columns.stored, present: columns.present });
// @ts-expect-error a list is no column
reversible.displayStatuses({ ...columns, undoing: [0] });

const { eligible, failed, plan, leftAlone } = reversible.rollback(session, context);
if (!eligible) same<NonNullable<(typeof failed)[0]>["code"], reversible.RollbackCode>(true);
for (const { actionId, step } of plan) if (step === "ASK_FIRST") actionId satisfies string;
for (const { reason } of leftAlone) if (reason === "chain_halted") reason;
// @ts-expect-error it is asked at a time, by somebody
reversible.rollback(session);

for (const row of reversible.approvals(session, context) ?? []) {
  same<typeof row.timeRemaining, number | null>(true);
  if (row.expired) row.approvalId satisfies string;
}
// @ts-expect-error they may not be known
reversible.approvals(session, context).length;

const policy: reversible.Policy = {
  id: "large",
  apiNamePattern: "stripe.*",
  condition: { field: "amount", operator: "gt", value: 1000 },
  action: "REQUIRE_APPROVAL",
};
same<reversible.Evaluation, ReturnType<typeof reversible.evaluatePolicies>>(true);
reversible.evaluatePolicies([policy, { ...policy, condition: null, enabled: false }], action).matched.includes("large");
reversible.evaluatePolicies([policy] as const, { apiName: "x" }, "compat");
reversible.evaluatePolicies([], session.actions[0] ?? action, undefined);
// @ts-expect-error no such operator
reversible.evaluatePolicies([{ ...policy, condition: { field: "a", operator: "matches", value: 1 } }], action);
// @ts-expect-error a condition compares with something
reversible.evaluatePolicies([{ ...policy, condition: { field: "a", operator: "eq" } }], action);
// @ts-expect-error no such mode
reversible.evaluatePolicies([], action, "lenient");

// ---- everything else

reversible.can(session, "resolve_approval", "1");
const imported: Imported<reversible.Session> = reversible.fromApi({}, [{ approvalId: "1" }]);
imported.session.approvals?.[0]?.purpose;
for (const item of reversible.fromApiList([], [])) if ("session" in item) item.session satisfies reversible.Session;
reversible.apply(session, { type: "abandoned" });
// @ts-expect-error a time is missing
reversible.apply(session, { type: "completed" });
for (const offer of reversible.offers(session, context)) {
  if (offer.command.type === "resolve_approval") {
    same<typeof offer.command.decision, reversible.Answer | undefined>(true);
  }
  // @ts-expect-error what is offered may lack a field
  if (offer.command.type === "report_undo") offer.command.idempotencyKey.length;
}
if (detect(session) === "reversible") session;

function waiting<Session, Command extends { readonly type: string }, Event extends { readonly type: string }, View>(
  lifecycle: Lifecycle<Session, Command, Event, View>,
  session: Session,
): Offer<Command>[] {
  const live: Live<Session, Command, Event, View> = lifecycle.open(session);
  return live.offers(context).filter((offer) => offer.allowed);
}
waiting(reversible, session)[0]?.command.type;
