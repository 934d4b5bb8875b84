// What a user writes, and what the types must not let pass. Compiled, never run.
import {
  type Attention,
  type Context,
  CountersignError,
  type Decision,
  type Denied,
  delegated,
  detect,
  type Imported,
  type Lifecycle,
  type LifecycleName,
  type Live,
  type Offer,
  type RuleTable,
  rulesHash,
  version,
} from "countersign";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_: Same<A, B>) {}

declare const session: delegated.Session;
const context: Context = { now: 1_700_000_000_000, caller: "OPERATOR" };

// ---- commands

const create: delegated.Command = {
  type: "create",
  uid: "s1",
  agent: "reviewer",
  task: "review",
  harness: "loop",
  authority: ["read"] as const,
};
const reflect: delegated.GivenReflect = { author: "agent", sessionUid: "s1", outcome: "Completed", lessons: "…" };

delegated.decide(null, create, context);
delegated.decide(null, { ...create, parentUid: "s0", parent: session }, context);
delegated.decide(null, { ...create, parentUid: null, parent: undefined }, context);
delegated.decide(session, { type: "initialize" }, { now: 0 });
delegated.decide(session, { type: "initialize" }, { now: 0, caller: undefined });
delegated.decide(session, { type: "complete" }, context);
delegated.decide(session, { type: "complete", reflect: null }, context);
delegated.decide(session, { type: "complete", reflect: undefined }, context);
delegated.decide(session, { type: "decline", reason: "ethical_objection", reflect }, context);
delegated.decide(session, { type: "add_artifact", artifact: { id: "a", url: "https://example.org" } }, context);

interface Report {
  id: string;
  pages: number;
}
declare const report: Report;
delegated.decide(session, { type: "add_artifact", artifact: report }, context);

// @ts-expect-error no such command
delegated.decide(session, { type: "submit" }, context);
// @ts-expect-error a field is missing
delegated.decide(session, { type: "fail" }, context);
// @ts-expect-error `uid` is missing
delegated.decide(null, { type: "create", agent: "a", task: "t", harness: "h", authority: [] }, context);
// @ts-expect-error a parent comes as a session
delegated.decide(null, { ...create, parentUid: "s0" }, context);
// @ts-expect-error and with its uid
delegated.decide(null, { ...create, parent: session }, context);
// @ts-expect-error no such reason
delegated.decide(session, { type: "decline", reason: "tired" }, context);
// @ts-expect-error a reason is for `decline`
delegated.decide(session, { type: "revoke", reason: "ethical_objection" }, context);
// @ts-expect-error no such source
delegated.decide(session, { type: "revoke", source: "operator" }, context);
// @ts-expect-error an artifact has an id
delegated.decide(session, { type: "add_artifact", artifact: { url: "https://example.org" } }, context);
// @ts-expect-error a live phase is no outcome
delegated.decide(session, { type: "reflect", reflect: { ...reflect, outcome: "Active" } }, context);
// @ts-expect-error a misspelt answer
delegated.decide(session, { type: "reflect", reflect: { ...reflect, lesson: "…" } }, context);
// @ts-expect-error the time is not read from a clock
delegated.decide(session, { type: "initialize" }, {});
// @ts-expect-error a Date is no time
delegated.decide(session, { type: "initialize" }, { now: new Date() });
// @ts-expect-error no such caller
delegated.decide(session, { type: "initialize" }, { now: 0, caller: "ADMIN" });
// @ts-expect-error a session is not its uid
delegated.decide("s1", { type: "initialize" }, context);

// ---- decisions

const decision = delegated.decide(session, create, context);
if (decision.outcome === "allowed") {
  const kept: delegated.Session | null = delegated.replay(decision.events, session);
  same<typeof kept, delegated.Session | null>(true);
  for (const event of decision.events) {
    if (event.type === "created") same<typeof event.at, number>(true);
    if (event.type === "outcome_declared" && event.outcome.phase === "Declined") {
      same<typeof event.outcome.reason, delegated.Reason>(true);
    }
    // @ts-expect-error not every event has a time
    event.at;
    // @ts-expect-error no such event
    if (event.type === "log_action") event;
  }
  // @ts-expect-error what is allowed has no code
  decision.code;
} else if (decision.outcome === "noop") {
  same<typeof decision.code, "duplicate" | "already_declared">(true);
  same<typeof decision.session, delegated.Session>(true);
} else {
  same<typeof decision, Denied<delegated.DenialCode>>(true);
  for (const unmet of decision.unmet) same<typeof unmet.message, string>(true);
  // @ts-expect-error the rule may be null
  decision.rule.length;
  // @ts-expect-error no such code
  if (decision.code === "sesion_terminal") decision;
}
// @ts-expect-error `events` are those of an allowed decision
decision.events;
// @ts-expect-error a refused command leads to no session
decision.session;
// @ts-expect-error no such outcome
if (decision.outcome === "refused") decision;

function told(decision: Decision<delegated.Session, delegated.Event>): string {
  switch (decision.outcome) {
    case "allowed":
      return decision.rule;
    case "noop":
    case "denied":
      return decision.message;
  }
}
told(decision);

// ---- sessions, frozen or not

same<typeof session.phase, delegated.Phase>(true);
same<delegated.Outcome["phase"], delegated.TerminalPhase>(true);
// @ts-expect-error a session is a value
session.phase = "Active";
// @ts-expect-error and so are its lists
session.authority.push("write");
// @ts-expect-error null until the phase is terminal
session.outcome.phase;
// @ts-expect-error no such phase
if (session.phase === "Done") session;
if (session.outcome?.phase === "Failed") session.outcome.message satisfies string;
// @ts-expect-error what an artifact holds is not known
session.artifacts[0]?.pages.length;

// ---- everything else

delegated.apply(null, { type: "initialized" });
delegated.replay([{ type: "initialized" }, { type: "reflect_owed", outcome: "Failed" }] as const);
// @ts-expect-error an event is in the past tense
delegated.apply(session, { type: "initialize" });
// @ts-expect-error a command is no event
delegated.replay([create]);

const view = delegated.view(session, context);
same<typeof view.conditions.inconsistent, string | null>(true);
const attention: Attention = view.attention;
// @ts-expect-error delegated sessions are never undone
if (view.attention === "undone") view;
attention satisfies string;
// @ts-expect-error a view is asked for at a time
delegated.view(session);

for (const offer of delegated.offers(session, context)) {
  if (offer.allowed) same<typeof offer.message, null>(true);
  else same<typeof offer.message, string>(true);
  if (offer.command.type === "decline") same<typeof offer.command.reason, delegated.Reason | undefined>(true);
  const by: "client" | "runtime" = offer.by;
  // @ts-expect-error by whom else
  if (by === "operator") offer;
}

same<ReturnType<typeof delegated.outstanding>, delegated.Event[]>(true);
same<ReturnType<typeof delegated.deadline>, number | null>(true);
delegated.can(session, "decline");
delegated.can(session, create.type, "target");
// @ts-expect-error no such command
delegated.can(session, "approve");

same<ReturnType<typeof delegated.parse>, delegated.Session>(true);
delegated.parse(JSON.parse("{}"));
const imported: Imported<delegated.Session> = delegated.fromApi({ kind: "AgentSession" });
imported.warnings[0]?.code;
for (const item of delegated.fromApiList([])) {
  if ("error" in item) same<typeof item.error, CountersignError>(true);
  else same<typeof item.session, delegated.Session>(true);
  // @ts-expect-error it may be an error
  item.session;
}

{
  using live = delegated.open(session);
  const step = live.decide({ type: "activate" }, context);
  if (step.outcome === "allowed") {
    live.apply(step.events);
    // @ts-expect-error the session stays where it is
    step.session;
  }
  same<ReturnType<typeof live.session>, delegated.Session>(true);
  same<ReturnType<typeof live.view>, delegated.View>(true);
  // @ts-expect-error events, not a decision
  live.apply(step);
}

const tables: RuleTable<delegated.Command["type"]>[] = delegated.rules();
for (const { command, rules } of tables) {
  delegated.can(session, command);
  for (const rule of rules) same<typeof rule.noop, string | null>(true);
}
delegated.diagram().split("\n");
delegated.cascade([session], "s1").includes("s2");
// @ts-expect-error sessions first
delegated.cascade("s1", [session]);

const name: LifecycleName | null = detect({});
// @ts-expect-error it may be none
name.length;
`${version} ${rulesHash}`;

try {
  delegated.parse(17);
} catch (error) {
  if (error instanceof CountersignError) {
    if (error.code === "invalid_input") same<typeof error.path, string>(true);
    // @ts-expect-error no such code
    if (error.code === "invalid") error;
  }
}

// ---- code that knows no lifecycle

function waiting<Session, Command extends { readonly type: string }, Event extends { readonly type: string }, View>(
  lifecycle: Lifecycle<Session, Command, Event, View>,
  session: Session,
): Offer<Command>[] {
  const live: Live<Session, Command, Event, View> = lifecycle.open(session);
  return live.offers(context).filter((offer) => offer.allowed);
}
waiting(delegated, session)[0]?.command.type;
