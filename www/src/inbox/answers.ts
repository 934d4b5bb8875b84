// What became of what waited: who decided what, and when.
import type { Caller, reversible } from "countersign";
import type { Entry } from "countersign/store";
import type { Item } from "./items";

export interface Answer {
  /** As in "Approved by Ann". */
  readonly words: string;
  /** Whether it was a yes; null: neither. */
  readonly isYes: boolean | null;
  readonly at: number | null;
  readonly reason: string | null;
}

/** As the approval says it; null while it waits. */
export function answerOfRow(row: reversible.Row): Answer | null {
  if (row.status === "PENDING") return null;
  const at = row.resolvedAt;
  if (row.resolution === "TIMEOUT") return { words: "Nobody answered in time", isYes: null, at, reason: null };
  const word = row.status === "APPROVED" ? "Approved" : "Rejected";
  const by = row.resolution === "SYSTEM" ? "the platform" : row.resolvedBy;
  return { words: by ? `${word} by ${by}` : word, isYes: row.status === "APPROVED", at, reason: row.reason };
}

const CALLERS: Readonly<Record<Caller, string>> = {
  AGENT: "the agent",
  OPERATOR: "a person",
  SYSTEM: "the platform",
};

/** As the history says it, of which the last that speaks of the item counts. */
export function answerInHistory(entries: readonly Entry[], item: Item): Answer {
  for (const entry of entries.toReversed()) {
    const { at } = entry;
    if (entry.kind === "snapshot") return { words: "Its server has decided it", isYes: null, at, reason: null };
    const by = entry.caller ? ` by ${CALLERS[entry.caller]}` : "";
    for (const event of entry.events) {
      if (event.type === "approval_resolved" && "batchId" in event && isOf(event, item)) {
        const word = event.decision === "allow" ? "Allowed" : "Denied";
        return { words: word + by, isYes: event.decision === "allow", at, reason: event.denyMessage };
      }
      if (event.type === "action_confirmed" && event.actionId === item.target.actionId) {
        return { words: `Marked as run${by}`, isYes: true, at, reason: null };
      }
      if (event.type === "clearance_withdrawn" && event.actionId === item.target.actionId) {
        return { words: `Withdrawn by ${event.withdrawn.by}`, isYes: false, at, reason: event.withdrawn.reason };
      }
      if (event.type === "turn_interrupted") return { words: `Interrupted${by}`, isYes: null, at, reason: null };
      if (event.type === "unrecoverable_error")
        return { words: "The session is over", isYes: null, at, reason: event.message };
    }
  }
  return { words: "It waits no longer", isYes: null, at: null, reason: null };
}

function isOf(event: { batchId: string; callId: string }, { target }: Item): boolean {
  return event.batchId === target.batchId && event.callId === target.id;
}
