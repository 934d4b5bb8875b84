// Refunds, incidents and mails: calls of which some want a person's approval, and which are sometimes undone.
import type { Caller, reversible } from "countersign";
import type { Command } from "countersign/store";
import { type Call, callsOf, type Kind } from "./calls";
import { PEOPLE, type Step, soonest, type Told } from "./story";

/** How a story ends, if nobody stands in its way. */
const ENDINGS = [
  "done",
  "regretted",
  "done",
  "unconfirmed",
  "done",
  "given up",
  "done",
  "abandoned",
  "regretted",
] as const;

/** Who answers an approval: somebody of the story, whoever looks at the page, or nobody in time. */
type Answers = "reviewer" | "you" | "nobody";

export function begin(id: string, kind: Kind, number: number, { random }: Pick<Told, "random">): Step {
  const { agentId, label } = callsOf(kind, random);
  const ending = endingOf(number);
  const settings = {
    ...(ending === "unconfirmed" && { unconfirmedAfterMs: 60_000 }),
    ...(ending === "abandoned" && { abandonAfterMs: 240_000 }),
  };
  return {
    lifecycle: "reversible",
    id,
    command: { type: "create", id, agentId, sandbox: false, settings },
    caller: "SYSTEM",
    after: 0,
    label,
  };
}

function endingOf(number: number): (typeof ENDINGS)[number] {
  return ENDINGS[(number + Math.floor(number / 10)) % ENDINGS.length] ?? "done";
}

export function next(told: Told<"reversible">, kind: Kind): Step | null {
  const { engine, session } = told;
  const outstanding = engine.reversible.outstanding(session);
  const carried = outstanding.map((event) => carriedOut(told, event));
  const isStopped = outstanding.some(
    (event) =>
      event.type === "undo_started" || (event.type === "approval_requested" && event.purpose !== "AFTER_EXECUTION"),
  );
  return soonest([...carried, isStopped ? null : goneOn(told, kind)]);
}

/** What the host, or a reviewer, does about an instruction. */
function carriedOut(told: Told<"reversible">, event: reversible.Event): Step | null {
  const { session, number, random } = told;
  if (event.type === "undo_started") {
    const { actionId, attempt, idempotencyKey } = event;
    const chance = random("undo", actionId, attempt);
    const isFailed = chance.chance(attempt === 1 ? 0.22 : 0.4);
    return step(told, "SYSTEM", chance.between(3000, 7000), {
      type: "report_undo",
      actionId,
      idempotencyKey,
      result: isFailed ? "FAILED" : "SUCCEEDED",
      ...(isFailed && { error: { status: chance.pick([409, 502, 504]), message: "the other side refused" } }),
    });
  }
  if (event.type === "action_cleared") {
    if (endingOf(number) === "unconfirmed") return null;
    const after = random("run", event.actionId).between(2500, 6000);
    return step(told, "SYSTEM", after, { type: "confirm_action", actionId: event.actionId, status: "SUCCESS" });
  }
  if (event.type !== "approval_requested" || answersOf(told, event.actionId) !== "reviewer") return null;
  const chance = random("answer", event.approvalId);
  const isApproved = chance.chance(event.purpose === "ROLLBACK" ? 0.75 : 0.8);
  const approval = session.approvals?.find(({ approvalId }) => approvalId === event.approvalId);
  if (approval?.timeoutAt && approval.timeoutAt <= told.now) return null;
  return step(told, "OPERATOR", chance.between(6000, 15_000), {
    type: "resolve_approval",
    approvalId: event.approvalId,
    decision: isApproved ? "approve" : "reject",
    resolvedBy: chance.pick(PEOPLE),
    reason: isApproved ? null : chance.pick(REASONS),
  });
}

const REASONS = ["wrong customer", "ask them first", "over the limit for this month", "we said this last week"];

function answersOf({ random }: Told, actionId: string): Answers {
  const part = random("who answers", actionId).next();
  return part < 0.74 ? "reviewer" : part < 0.9 ? "you" : "nobody";
}

/** What agent and operators do when nothing holds them up. */
function goneOn(told: Told<"reversible">, kind: Kind): Step | null {
  const { session, number, random } = told;
  const ending = endingOf(number);
  const chance = random("goes on", session.revision);
  const { calls } = callsOf(kind, random);
  const call = calls[session.actions.filter(({ id }) => /^call-\d+$/.test(id)).length];
  const isRefused = session.approvals?.some(
    ({ status, purpose }) => status === "REJECTED" && purpose === "BEFORE_EXECUTION",
  );
  if (ending === "abandoned" && session.actions.length > 0) return null;
  if (call && !isRefused)
    return offered(told, "AGENT", chance.between(2500, 6500), logged(told, call, session.actions.length));
  const failed = session.actions.find(({ status }) => status === "ROLLBACK_FAILED");
  if (failed) return mended(told, failed);
  const isUndone = session.actions.some(({ undo }) => undo !== "NONE");
  if (ending === "given up" && !isUndone && !isRefused) {
    const undone = offered(told, "AGENT", chance.between(4000, 8000), { type: "request_rollback" });
    if (undone) return undone;
  }
  const over = offered(told, "AGENT", chance.between(2000, 5000), { type: "complete" });
  if (over) return over;
  if (ending !== "regretted" || isUndone) return null;
  return offered(told, "OPERATOR", chance.between(12_000, 25_000), { type: "request_rollback" });
}

function logged(told: Told<"reversible">, call: Call, at: number): Command<"reversible"> {
  const { random, behind } = told;
  const { gate, compensation, ...action } = call;
  const id = `call-${at + 1}`;
  if (gate === null) {
    const isFailed = random("fails", id).chance(0.06);
    const error = isFailed ? { error: { status: 503, message: "try again later" } } : {};
    return {
      type: "log_action",
      action: { id, ...action, ...error, compensation, status: isFailed ? "FAILED" : "SUCCESS" },
    };
  }
  const who = answersOf(told, id);
  const seconds = random("limit", id).between(...((who === "nobody" ? [40, 80] : [420, 1500]) as [number, number]));
  return {
    type: "log_action",
    purpose: gate,
    timeoutMs: behind + seconds * 1000,
    action: { id, ...action, compensation, status: "PENDING_APPROVAL" },
  };
}

/** An undo that failed is tried again, done by hand, or left to whoever looks at the page. */
function mended(told: Told<"reversible">, { id, undoAttempts }: reversible.Action): Step | null {
  const chance = told.random("mend", id, undoAttempts);
  const part = chance.next();
  const after = chance.between(12_000, 30_000);
  if (part < 0.35) return offered(told, "OPERATOR", after, { type: "retry_undo", actionId: id });
  if (part > 0.6) return null;
  const resolvedBy = chance.pick(PEOPLE);
  const note = "undone by hand in the vendor's console";
  return offered(told, "OPERATOR", after, { type: "acknowledge_undo", actionId: id, resolvedBy, note });
}

/** The step, if the engine offers such a command now. */
function offered(told: Told<"reversible">, caller: Caller, after: number, command: Command<"reversible">): Step | null {
  const offers = told.engine.reversible.offers(told.session, { now: told.now, caller });
  const isIt = offers.some(
    ({ allowed, command: { type, ...fields } }) =>
      allowed &&
      type === command.type &&
      (!("actionId" in fields) || fields.actionId === (command as { actionId?: string }).actionId),
  );
  return isIt ? step(told, caller, after, command) : null;
}

function step({ id }: Told, caller: Caller, after: number, command: Command<"reversible">): Step {
  return { lifecycle: "reversible", id, command, caller, after };
}
