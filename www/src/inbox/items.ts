// What waits in a session, as the engine tells it, and the commands that answer it.
import type { Attention, interactive, LifecycleName, reversible } from "countersign";
import type { Command, OfferOf, Session, Shown } from "countersign/store";
import { sentence } from "../words";

/**
 * - `waits`: somebody can answer.
 * - `expired`: nobody has answered in time.
 * - `cleared`: approved, and its host is to run it.
 * - `unconfirmed`: approved long ago, and nobody has said that it ran.
 */
export type State = "waits" | "expired" | "cleared" | "unconfirmed";

/** One answer that can be given. */
export interface Choice {
  readonly word: string;
  readonly reason: "none" | "optional" | "required";
  /** Whether the command carries the name of who gives it; the others are kept without one. */
  readonly isSigned: boolean;
  readonly command: (by: string, reason: string | null) => Command;
  /** Whether an offer is of this answer. */
  readonly isOf: (offer: OfferOf) => boolean;
}

export interface Item {
  /** Of all sessions the only one. */
  readonly key: string;
  readonly lifecycle: LifecycleName;
  readonly session: string;
  /** Who asks, where the session says it. */
  readonly agent: string | null;
  /** Which of those of its session. */
  readonly index: number;
  /** The call within its session. */
  readonly target: { readonly batchId: string | null; readonly id: string; readonly actionId: string };
  /** What is called. */
  readonly name: string;
  readonly operation: string | null;
  /** What is asked. */
  readonly question: string;
  readonly summary: string | null;
  /** All that it is called with. */
  readonly payload: unknown;
  readonly state: State;
  /** Until when it can be given; null: no limit. */
  readonly until: number | null;
  /** Since when it waits, where that is known. */
  readonly since: number | null;
  readonly yes: Choice;
  readonly no: Choice;
}

/**
 * The attention of sessions in which what waits may want a person. In the others it was approved, and waits for a host to
 * run it. One that failed may have both.
 */
export const FOR_PERSON: readonly Attention[] = ["needs_human", "failed"];

/** Whether somebody is asked, and several can be answered at once. */
export function isAnswerable({ state }: Item): boolean {
  return state === "waits" || state === "expired";
}

const QUESTIONS: Readonly<Record<reversible.Purpose, string>> = {
  BEFORE_EXECUTION: "May it run?",
  AFTER_EXECUTION: "It has run. May it stay?",
  ROLLBACK: "May it be undone?",
};

/** What an approval of a reversible session still asks for; null if it is answered, and nothing waits behind it. */
export function itemOfRow(row: reversible.Row, index: number, payload: unknown): Item | null {
  const { approvalId, actionId, sessionId } = row;
  const state = stateOf(row);
  if (!state) return null;
  const isApproved = row.status === "APPROVED";
  return {
    key: keyOf(row, isApproved),
    lifecycle: "reversible",
    session: sessionId,
    agent: row.agentId,
    index,
    target: { batchId: null, id: approvalId, actionId },
    name: row.apiName ?? actionId,
    operation: row.operationType && sentence(row.operationType),
    question: isApproved ? "It may run now." : row.purpose ? QUESTIONS[row.purpose] : "Nobody knows what is asked.",
    summary: row.payloadSummary,
    payload,
    state,
    until: isApproved ? null : row.timeoutAt,
    since: isApproved ? row.resolvedAt : row.requestedAt,
    yes: isApproved ? confirmed(actionId) : answered(approvalId, "approve"),
    no: isApproved ? withdrawn(actionId) : answered(approvalId, "reject"),
  };
}

/** An approval that is given may wait once more: for its host. */
function keyOf({ sessionId, approvalId }: reversible.Row, isApproved: boolean): string {
  return JSON.stringify([sessionId, approvalId, isApproved]);
}

/** The key under which an approval waits for its answer. */
export const keyOfAnswer = (row: reversible.Row): string => keyOf(row, false);

function stateOf({ status, expired, actionStatus, unconfirmed }: reversible.Row): State | null {
  if (status === "PENDING") return expired ? "expired" : "waits";
  if (status !== "APPROVED" || actionStatus !== "CLEARED") return null;
  return unconfirmed ? "unconfirmed" : "cleared";
}

function answered(approvalId: string, decision: reversible.Answer): Choice {
  return {
    word: sentence(decision),
    reason: decision === "reject" ? "optional" : "none",
    isSigned: true,
    command: (resolvedBy, reason) => ({ type: "resolve_approval", approvalId, decision, resolvedBy, reason }),
    isOf: ({ command }) =>
      command.type === "resolve_approval" && command.approvalId === approvalId && command.decision === decision,
  };
}

function confirmed(actionId: string): Choice {
  return {
    word: "Mark as run",
    reason: "none",
    isSigned: false,
    command: () => ({ type: "confirm_action", actionId, status: "SUCCESS" }),
    isOf: ({ command }) => command.type === "confirm_action" && command.actionId === actionId,
  };
}

function withdrawn(actionId: string): Choice {
  return {
    word: "Withdraw approval",
    reason: "required",
    isSigned: true,
    command: (resolvedBy, reason) => ({ type: "withdraw_clearance", actionId, resolvedBy, reason: reason ?? "" }),
    isOf: ({ command }) => command.type === "withdraw_clearance" && command.actionId === actionId,
  };
}

/** The calls for whose answer a turn waits. */
export function itemsOfTurn({ session, view }: Shown<"interactive">): Item[] {
  const stopped = view.display === "requires_action" ? view.stopReason : null;
  return (stopped?.pending_call_ids ?? []).flatMap((callId) => {
    const { batchId, calls = [] } = session.batch ?? {};
    const index = calls.findIndex((each) => each.callId === callId);
    const call = calls[index];
    return call && batchId !== undefined ? [itemOfCall(session, batchId, call, index)] : [];
  });
}

function itemOfCall(session: Session<"interactive">, batchId: string, call: interactive.Call, index: number): Item {
  const { callId } = call;
  return {
    key: JSON.stringify([session.id, batchId, callId]),
    lifecycle: "interactive",
    session: session.id,
    agent: null,
    index,
    target: { batchId, id: callId, actionId: callId },
    name: call.name,
    operation: call.toolType === "builtin" ? null : call.toolType,
    question: "May the tool run?",
    summary: summaryOf(call.arguments),
    payload: call.arguments,
    state: "waits",
    until: null,
    since: null,
    yes: responded(batchId, callId, "allow"),
    no: responded(batchId, callId, "deny"),
  };
}

function responded(batchId: string, callId: string, decision: interactive.Answer): Choice {
  return {
    word: sentence(decision),
    reason: decision === "deny" ? "optional" : "none",
    isSigned: false,
    command: (_, denyMessage) => ({
      type: "submit",
      inputs: [{ type: "tool_approval_response", batchId, callId, decision, denyMessage }],
    }),
    isOf: ({ command }) => {
      const [input, ...others] = command.type === "submit" ? (command.inputs ?? []) : [];
      return (
        others.length === 0 &&
        input?.type === "tool_approval_response" &&
        input.batchId === batchId &&
        input.callId === callId &&
        input.decision === decision
      );
    },
  };
}

/** As long as that of an approval's row. */
const LONGEST = 200;

function summaryOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return [...text].slice(0, LONGEST).join("");
}
