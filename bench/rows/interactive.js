// The interactive lifecycle beside what one would use instead.
import { interactive as api } from "countersign";
import { allow, allowRest, context, finish, interrupt, message, released, waiting } from "../given/interactive.js";
import { sideBySide } from "../measure.js";
import { faster, lookup, micro, row, section, times } from "../report.js";
import { snapshot, step } from "../xstate/interactive.js";
import { expectAlike } from "../xstate/interactive-alike.js";
import { expectOutcome } from "./expect.js";

const late = { type: "turn_ended", turn: 0 };

export function interactive() {
  section("Interactive sessions, with 20 tool calls");
  expectAlike(100);
  decisions();
  plainObjects();
  can();
  growth();
}

function decisions() {
  const [waits, runs] = [waiting(20), released(20)];
  const [live, liveRunning] = [api.open(waits), api.open(runs)];
  const [theirs, theirsRunning] = [snapshot(waits), snapshot(runs)];
  const [one, rest, report] = [allow("call-2"), allowRest(20), finish("call-3")];
  expectOutcome(live, one, context, "allowed");
  expectOutcome(live, rest, context, "allowed");
  expectOutcome(liveRunning, report, context, "allowed");
  expectOutcome(live, message, context, "denied", "pending_tool_approval_unresolved");
  expectOutcome(liveRunning, late, context, "denied", "stale_turn");
  const ns = sideBySide({
    one: () => live.decide(one, context),
    theirOne: () => step(theirs, one),
    rest: () => live.decide(rest, context),
    theirRest: () => step(theirs, rest),
    report: () => liveRunning.decide(report, context),
    theirReport: () => step(theirsRunning, report),
    says: () => live.decide(message, context),
    theirSays: () => step(theirs, message),
    late: () => liveRunning.decide(late, context),
    theirLate: () => step(theirsRunning, late),
  });
  faster("`open().decide`, allowed, beside XState's `transition()`: `submit` of one approval", 5, ns.one, ns.theirOne);
  faster("the same: `submit` of the last 8, upon which all are handed out", 5, ns.rest, ns.theirRest);
  faster("the same: `tool_finished`", 5, ns.report, ns.theirReport);
  const says =
    "denied with reasons, beside XState, which ignores without one: a message that approvals stand in the way of";
  faster(says, 3, ns.says, ns.theirSays);
  faster("the same: a report of a turn that is over", 3, ns.late, ns.theirLate);
}

function plainObjects() {
  const session = waiting(20);
  const theirs = snapshot(session);
  const one = allow("call-2");
  const ns = sideBySide({
    one: () => api.decide(session, one, context),
    theirOne: () => step(theirs, one),
    interrupts: () => api.decide(session, interrupt, context),
    theirInterrupts: () => step(theirs, interrupt),
    clone: () => structuredClone(session),
  });
  const clone = `; structuredClone of the session ${micro(ns.clone)}`;
  const what = "`decide` on plain objects, beside XState: `submit` of one approval";
  faster(what, 1, ns.one, ns.theirOne, clone, "aim ≥ 1 ×");
  faster("the same: an interrupt", 1, ns.interrupts, ns.theirInterrupts, "", "aim ≥ 1 ×");
}

function can() {
  const session = waiting(20);
  const commands = ["submit", "tool_calls", "tool_finished", "turn_ended", "create", "nonsense"];
  const asked = Array(20).fill(commands).flat();
  const askedOf = [...session.batch.calls.map(({ callId }) => ["submit", callId]), ["submit", "none"]];
  const table = { requires_action: { submit: true, tool_finished: true, unrecoverable_error: true } };
  const statusOf = ({ status, stopReason }) => (status === "idle" ? stopReason : status);
  const isOpen = (id) => session.batch.calls.find(({ callId }) => callId === id)?.decision === null;
  for (const command of commands) expectSame(api.can(session, command), table[statusOf(session)]?.[command] === true);
  for (const [command, target] of askedOf) expectSame(api.can(session, command, target), isOpen(target));
  const ns = sideBySide({
    ours: () => {
      let yes = 0;
      for (const command of asked) if (api.can(session, command)) yes++;
      return yes;
    },
    theirs: () => {
      let yes = 0;
      for (const command of asked) if (table[statusOf(session)]?.[command] === true) yes++;
      return yes;
    },
    oursOf: () => {
      let yes = 0;
      for (const [command, target] of askedOf) if (api.can(session, command, target)) yes++;
      return yes;
    },
    theirsOf: () => {
      let yes = 0;
      for (const [, target] of askedOf) if (isOpen(target)) yes++;
      return yes;
    },
  });
  lookup("`can`, beside a lookup in a plain object", ns.ours / asked.length, ns.theirs / asked.length);
  const [ours, theirs] = [ns.oursOf / askedOf.length, ns.theirsOf / askedOf.length];
  lookup("`can` of a target, beside a lookup that finds it among the 20", ours, theirs, "the same ratio");
}

function expectSame(ours, theirs) {
  if (ours !== theirs) throw new Error(`${ours} is compared with ${theirs}`);
}

function growth() {
  const [small, large] = [10, 1000].map((calls) => api.open(waiting(calls)));
  const [smallRunning, largeRunning] = [10, 1000].map((calls) => api.open(released(calls)));
  const ns = sideBySide({
    approves: () => small.decide(allow("call-4"), context),
    approvesMore: () => large.decide(allow("call-504"), context),
    reports: () => smallRunning.decide(finish("call-3"), context),
    reportsMore: () => largeRunning.decide(finish("call-503"), context),
  });
  const grows = (what, less, more) =>
    row(what, "reported", `${times(more / less)}: ${micro(more)} to ${micro(less)}`, null);
  grows("`open().decide` with 1,000 calls, beside 10: `submit` of one approval", ns.approves, ns.approvesMore);
  grows("the same: `tool_finished`", ns.reports, ns.reportsMore);
}
