// What a user writes of interactive sessions, and what the types must not let pass. Compiled, never run.
import {
  type Context,
  type Denied,
  detect,
  type Imported,
  interactive,
  type Lifecycle,
  type Live,
  type Offer,
  type OfferedCommand,
} from "countersign";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_: Same<A, B>) {}

declare const session: interactive.Session;
const context: Context = { now: 1_700_000_000_000 };

// ---- commands

const toolPolicies: interactive.GivenToolPolicies = { default: "always_ask", tools: { read: "always_allow" } };
const answer = { type: "tool_approval_response", batchId: "b", callId: "1", decision: "allow" } as const;
const call: interactive.GivenCall = { callId: "1", name: "read", arguments: { path: "/" }, toolType: "builtin" };

interactive.decide(null, { type: "create", id: "s", toolPolicies }, context);
interactive.decide(null, { type: "create", id: "s", toolPolicies: { default: "always_allow" } }, context);
interactive.decide(session, { type: "submit", inputs: [{ type: "message", content: "go on" }] }, context);
interactive.decide(session, { type: "submit", inputs: [{ type: "message", content: [{ text: "…" }] }] }, context);
interactive.decide(session, { type: "submit", inputs: [{ type: "interrupt" }, { type: "interrupt" }] }, context);
interactive.decide(session, { type: "submit", inputs: [answer, { ...answer, decision: "deny" }] }, context);
interactive.decide(session, { type: "submit", inputs: [{ ...answer, denyMessage: "no" }] as const }, context);
interactive.decide(session, { type: "submit", inputs: [] }, context);
interactive.decide(session, { type: "tool_calls", turn: 1, batchId: "b", calls: [call] }, context);
interactive.decide(session, { type: "tool_calls", turn: 1, batchId: "b", calls: [{ ...call, ref: 7 }] }, context);
interactive.decide(session, { type: "tool_finished", turn: 1, batchId: "b", callId: "1", isError: false }, context);
interactive.decide(session, { type: "turn_ended", turn: session.turn }, context);
interactive.decide(session, { type: "unrecoverable_error", message: "…" }, context);
interactive.decide(session, { type: "unrecoverable_error", turn: 1, message: "…" }, context);
interactive.decide(session, { type: "archive" }, context);

// @ts-expect-error no such command
interactive.decide(session, { type: "interrupt" }, context);
// @ts-expect-error what is said is said in a list
interactive.decide(session, { type: "submit", input: { type: "interrupt" } }, context);
// @ts-expect-error a message says something
interactive.decide(session, { type: "submit", inputs: [{ type: "message" }] }, context);
// @ts-expect-error no such input
interactive.decide(session, { type: "submit", inputs: [{ type: "approve", callId: "1" }] }, context);
// @ts-expect-error a call is named with its batch
interactive.decide(session, { type: "submit", inputs: [{ type: "tool_approval_response", callId: "1" }] }, context);
// @ts-expect-error no such answer
interactive.decide(session, { type: "submit", inputs: [{ ...answer, decision: "approve" }] }, context);
// @ts-expect-error a report names its turn
interactive.decide(session, { type: "turn_ended" }, context);
// @ts-expect-error a tool comes from somewhere
const bare: interactive.GivenCall = { callId: "1", name: "read" };
interactive.decide(session, { type: "tool_calls", turn: 1, batchId: "b", calls: [bare] }, context);
// @ts-expect-error how it ended
interactive.decide(session, { type: "tool_finished", turn: 1, batchId: "b", callId: "1" }, context);
// @ts-expect-error tools without a policy of their own have the default
interactive.decide(null, { type: "create", id: "s", toolPolicies: { tools: {} } }, context);
// @ts-expect-error no such policy
interactive.decide(null, { type: "create", id: "s", toolPolicies: { default: "ask" } }, context);

// ---- decisions

const decision = interactive.decide(session, { type: "delete" }, context);
if (decision.outcome === "allowed") {
  same<typeof decision.session, interactive.Session>(true);
  for (const event of decision.events) {
    if (event.type === "turn_started") same<typeof event.turnInputs, readonly unknown[]>(true);
    if (event.type === "tool_calls") same<typeof event.calls, readonly interactive.Call[]>(true);
    if (event.type === "tool_released") same<typeof event.ref, unknown>(true);
    if (event.type === "tool_denied") {
      same<typeof event.output, interactive.DeniedOutput>(true);
      event.output.is_error satisfies true;
    }
    if (event.type === "approval_resolved") same<typeof event.denyMessage, string | null>(true);
    // @ts-expect-error an event is in the past tense
    if (event.type === "submit") event;
  }
  for (const { code, input } of decision.warnings)
    if (code === "already_decided") same<typeof input, number | null>(true);
} else if (decision.outcome === "denied") {
  same<typeof decision, Denied<interactive.DenialCode>>(true);
  for (const { code, input } of decision.unmet) {
    if (code === "invalid_tool_approval" && input !== null) input.toFixed();
  }
  // @ts-expect-error no such code
  if (decision.code === "approval_expired") decision;
} else {
  same<typeof decision.code, interactive.NoopCode>(true);
}

// ---- sessions

// @ts-expect-error a session is a value
session.status = "idle";
// @ts-expect-error and so are its lists
session.pastBatchIds.push("b");
// @ts-expect-error no tool may have been called
session.batch.calls;
// @ts-expect-error what a tool is called with is not known
session.batch?.calls[0]?.arguments.path;
// @ts-expect-error and neither is what was said
session.turnInputs[0]?.text;
// A status that is not known is kept as it came.
if (session.status === "rescheduling") session;
same<interactive.Session["stopReason"], interactive.StopReason | null>(true);
if (typeof session.stopReason === "string" && session.stopReason === "requires_action") session;
same<interactive.ToolPolicies["tools"][string], interactive.Policy>(true);
for (const { policy, decision } of session.batch?.calls ?? []) {
  if (policy === "always_ask" && decision === null) policy;
  // @ts-expect-error no such decision
  if (decision === "approve") policy;
}

// ---- what is shown

const view = interactive.view(session, context);
if (view.display === "requires_action") {
  for (const callId of view.stopReason.pending_call_ids) callId satisfies string;
  same<typeof view.stopReason.pending_batch_id, string | null>(true);
} else if (view.display === "idle") {
  same<NonNullable<typeof view.stopReason>["type"], "end_turn" | "retries_exhausted">(true);
} else if (view.display === "running" || view.display === "terminated") {
  same<typeof view.stopReason, null>(true);
} else {
  // @ts-expect-error what is not known may have any form
  view.stopReason?.pending_call_ids;
}
// @ts-expect-error it may be none, or none that is known
view.stopReason.type;
// @ts-expect-error interactive sessions are never declined
if (view.attention === "declined") view;
same<(typeof view)["conditions"], interactive.Conditions>(true);

for (const [name, { allowed, message }] of Object.entries(view.actions)) {
  name satisfies string;
  if (!allowed) message satisfies string | null;
}
const { approve, attach_files, view_history } = view.actions;
if (approve.allowed) same<typeof approve.message, null>(true);
else same<typeof approve.code, interactive.DenialCode | interactive.NoopCode>(true);
if (!attach_files.allowed) same<typeof attach_files.message, string>(true);
if (!view_history.allowed) same<typeof view_history.code, "session_deleted">(true);
// @ts-expect-error no such action
view.actions.rename;

// ---- offers, of which some still need a content

for (const offer of interactive.offers(session, context)) {
  if (offer.command.type !== "submit") continue;
  same<keyof typeof offer.command, "type" | "inputs">(true);
  for (const input of offer.command.inputs ?? []) {
    if (input.type === "message") same<typeof input.content, unknown>(true);
    if (input.type === "tool_approval_response") same<typeof input.decision, interactive.Answer | undefined>(true);
    // @ts-expect-error no such input
    if (input.type === "approve") input;
  }
  // @ts-expect-error what is offered may lack a field
  interactive.decide(session, offer.command, context);
}
const offered = { type: "submit", inputs: [{ type: "interrupt" }, { type: "message" }] } as const;
offered satisfies OfferedCommand<interactive.Command>;
// @ts-expect-error but what is said is missing
offered satisfies interactive.Command;
({ type: "submit", inputs: [answer] }) satisfies OfferedCommand<interactive.Command>;
// @ts-expect-error no such input is offered
({ type: "submit", inputs: [{ type: "approve" }] }) satisfies OfferedCommand<interactive.Command>;

// ---- everything else

interactive.can(session, "submit");
interactive.can(session, "tool_finished", "1");
// @ts-expect-error what is said is no command
interactive.can(session, "message");
const imported: Imported<interactive.Session> = interactive.fromApi({}, [{ type: "message" }]);
imported.session.batch?.calls[0]?.name;
for (const item of interactive.fromApiList([])) if ("session" in item) item.session satisfies interactive.Session;
interactive.apply(session, { type: "archived" });
interactive.apply(session, { type: "tool_released", batchId: "b", callId: "1", ref: null });
// @ts-expect-error its turn is missing
interactive.apply(session, { type: "turn_interrupted" });
same<ReturnType<typeof interactive.outstanding>, interactive.Event[]>(true);
same<
  ReturnType<typeof interactive.open>,
  ReturnType<
    Lifecycle<
      interactive.Session,
      interactive.Command,
      interactive.Event,
      interactive.View,
      interactive.DenialCode,
      interactive.NoopCode
    >["open"]
  >
>(true);
if (detect(session) === "interactive") session;

function waiting<Session, Command extends { readonly type: string }, Event extends { readonly type: string }, View>(
  lifecycle: Lifecycle<Session, Command, Event, View>,
  session: Session,
): Offer<Command>[] {
  const live: Live<Session, Command, Event, View> = lifecycle.open(session);
  return live.offers(context).filter((offer) => offer.allowed);
}
waiting(interactive, session)[0]?.command.type;
