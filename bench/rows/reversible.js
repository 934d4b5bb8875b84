// The reversible lifecycle beside what one would use instead.
import { reversible as api } from "countersign";
import { agent, approve, log, operator, report, unwinding, working } from "../given/reversible.js";
import { sideBySide } from "../measure.js";
import { faster, lookup, micro, row, section, times } from "../report.js";
import { expectAlike } from "../xstate/reversible-alike.js";
import { snapshot, step } from "../xstate/reversible.js";
import { displays } from "./displays.js";
import { expectOutcome } from "./expect.js";

const SUCCESS = { status: "SUCCESS", compensation: { kind: "AUTOMATIC", requireApproval: false } };
const byAgent = { now: agent.now, caller: "AGENT" };

export function reversible() {
  section("Reversible sessions, with 20 actions");
  displays();
  expectAlike(100);
  decisions();
  plainObjects();
  can();
  growth();
}

function decisions() {
  const [session, undoing] = [working(20), unwinding()];
  const [live, liveUndoing] = [api.open(session), api.open(undoing)];
  const [theirs, theirsUndoing] = [snapshot(session), snapshot(undoing)];
  const [logs, approves, reports, misreports] = [log(21, SUCCESS), approve(17), report(15), report(14)];
  expectOutcome(live, logs, byAgent, "allowed");
  expectOutcome(live, approves, operator, "allowed");
  expectOutcome(liveUndoing, reports, operator, "allowed");
  expectOutcome(live, approves, byAgent, "denied", "caller_not_permitted");
  expectOutcome(liveUndoing, misreports, operator, "denied", "undo_not_in_progress");
  const event = {
    logs: { ...logs, ...byAgent },
    approves: { ...approves, ...operator },
    reports: { ...reports, ...operator },
    signs: { ...approves, ...byAgent },
    misreports: { ...misreports, ...operator },
  };
  const ns = sideBySide({
    logs: () => live.decide(logs, byAgent),
    json: json([logs], live.decide(logs, byAgent)),
    theirLogs: () => step(theirs, event.logs),
    approves: () => live.decide(approves, operator),
    theirApproves: () => step(theirs, event.approves),
    reports: () => liveUndoing.decide(reports, operator),
    theirReports: () => step(theirsUndoing, event.reports),
    signs: () => live.decide(approves, byAgent),
    theirSigns: () => step(theirs, event.signs),
    misreports: () => liveUndoing.decide(misreports, operator),
    theirMisreports: () => step(theirsUndoing, event.misreports),
  });
  const what = "`open().decide`, allowed, beside XState's `transition()`: `log_action`";
  faster(what, 5, ns.logs, ns.theirLogs, inJson(ns.json));
  faster("the same: `resolve_approval`", 5, ns.approves, ns.theirApproves);
  faster("the same: `report_undo`, upon which the next undo starts", 5, ns.reports, ns.theirReports);
  const signs = "denied with reasons, beside XState, which ignores without one: an agent's approval";
  faster(signs, 3, ns.signs, ns.theirSigns);
  faster("the same: a report of an undo that does not run", 3, ns.misreports, ns.theirMisreports);
}

/** What crosses, written and read by JavaScript: less than that no call takes. */
function json(given, answer) {
  const text = JSON.stringify(answer);
  return () => [given.map((value) => JSON.stringify(value)), JSON.parse(text)];
}

const inJson = (ns) => `; of it in \`JSON\` ${micro(ns)}`;

function plainObjects() {
  const session = working(20);
  const theirs = snapshot(session);
  const [logs, approves] = [log(21, SUCCESS), approve(17)];
  const event = { logs: { ...logs, ...byAgent }, approves: { ...approves, ...operator } };
  const ns = sideBySide({
    logs: () => api.decide(session, logs, byAgent),
    json: json([session, logs], api.decide(session, logs, byAgent)),
    theirLogs: () => step(theirs, event.logs),
    approves: () => api.decide(session, approves, operator),
    theirApproves: () => step(theirs, event.approves),
    clone: () => structuredClone(session),
  });
  const clone = `${inJson(ns.json)}; structuredClone of the session ${micro(ns.clone)}`;
  const what = "`decide` on plain objects, beside XState: `log_action`";
  faster(what, 1, ns.logs, ns.theirLogs, clone, "aim ≥ 1 ×");
  faster("the same: `resolve_approval`", 1, ns.approves, ns.theirApproves, "", "aim ≥ 1 ×");
}

function can() {
  const session = working(20);
  const commands = ["log_action", "complete", "retry_undo", "request_rollback", "create", "nonsense"];
  const asked = Array(20).fill(commands).flat();
  const about = session.approvals.map(({ approvalId }) => ["resolve_approval", approvalId]);
  const targets = session.actions.map(({ id }, at) => [at % 2 ? "confirm_action" : "withdraw_clearance", id]);
  const askedOf = [...about, ...targets, ["resolve_approval", "none"]];
  const table = { ACTIVE: { log_action: true, complete: true, request_rollback: true, tick: true, retry_undo: true } };
  const approvalIs = (id, status) => session.approvals.find(({ approvalId }) => approvalId === id)?.status === status;
  const actionIs = (target, status) => session.actions.find(({ id }) => id === target)?.status === status;
  const find = (command, target) =>
    command === "resolve_approval" ? approvalIs(target, "PENDING") : actionIs(target, "CLEARED");
  for (const command of commands) expectSame(api.can(session, command), table[session.status]?.[command] === true);
  for (const [command, target] of askedOf) expectSame(api.can(session, command, target), find(command, target));
  const ns = sideBySide({
    ours: () => {
      let yes = 0;
      for (const command of asked) if (api.can(session, command)) yes++;
      return yes;
    },
    theirs: () => {
      let yes = 0;
      for (const command of asked) if (table[session.status]?.[command] === true) yes++;
      return yes;
    },
    oursOf: () => {
      let yes = 0;
      for (const [command, target] of askedOf) if (api.can(session, command, target)) yes++;
      return yes;
    },
    theirsOf: () => {
      let yes = 0;
      for (const [command, target] of askedOf) if (find(command, target)) yes++;
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
  const [small, large] = [10, 1000].map((actions) => api.open(working(actions)));
  const logs = log(1001, SUCCESS);
  const ns = sideBySide({
    logs: () => small.decide(logs, byAgent),
    logsMore: () => large.decide(logs, byAgent),
    approves: () => small.decide(approve(7), operator),
    approvesMore: () => large.decide(approve(507), operator),
  });
  const grows = (what, less, more) =>
    row(what, "≤ 2 ×", `${times(more / less)}: ${micro(more)} to ${micro(less)}`, more / less <= 2);
  grows("`open().decide` with 1,000 actions, beside 10: `log_action`", ns.logs, ns.logsMore);
  grows("the same: `resolve_approval`", ns.approves, ns.approvesMore);
}
