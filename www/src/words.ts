// How what the engine says is written and coloured. Nothing here decides what is said.
import type { Attention, delegated, LifecycleName } from "countersign";

/** `AWAITING_APPROVAL`, `requires_action` and `Completed`, as a person would write them. */
export function sentence(word: string): string {
  const words = word
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** All kinds of attention, in the order in which a person would look at them. */
export const ATTENTION: readonly Attention[] = [
  "needs_human",
  "failed",
  "working",
  "at_rest",
  "declined",
  "stopped",
  "undone",
  "done",
];

export const ATTENTION_WORDS: Readonly<Record<Attention, string>> = {
  needs_human: "Needs a person",
  failed: "Failed",
  working: "Working",
  at_rest: "At rest",
  declined: "Declined",
  stopped: "Stopped",
  undone: "Undone",
  done: "Done",
};

/** Where a decline goes, as in "Declined · to a person". */
export const DISPOSITIONS: Readonly<Record<delegated.Disposition, string>> = {
  escalate_to_human: "to a person",
  escalate_to_parent: "to its parent",
  back_to_research: "back to research",
  replan: "to be planned again",
  reassign: "to another agent",
};

export const LIFECYCLES: readonly LifecycleName[] = ["reversible", "interactive", "delegated"];

/** How many there are, as in "3 sessions". */
export function count(many: number, one: string, more = `${one}s`): string {
  return `${many.toLocaleString("en")} ${many === 1 ? one : more}`;
}

const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1000],
] as const;

/**
 * A length of time in its largest unit, as "3 min". What is counted down is told closer: with its seconds below an hour, above
 * it rounded to the next smaller unit, as "23 h 59 min".
 */
export function duration(millis: number, { exact = false } = {}): string {
  const left = Math.max(0, millis);
  if (exact && left < 3_600_000) {
    // The time is told in full seconds, the one that runs.
    const seconds = Math.floor(left / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
  if (exact) {
    const [one, unit, other, part] =
      left < 172_800_000 ? ["h", 3_600_000, "min", 60_000] : ["d", 86_400_000, "h", 3_600_000];
    const parts = Math.round(left / part);
    const rest = parts % (unit / part);
    return `${Math.floor(parts / (unit / part))} ${one}${rest > 0 ? ` ${rest} ${other}` : ""}`;
  }
  for (const [unit, size] of UNITS) if (left >= size) return `${Math.floor(left / size)} ${unit}`;
  return "0 s";
}

const DATE = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });

/** A moment in full, as "Mar 2, 2026, 10:00:00 AM". */
export function moment(at: number): string {
  return DATE.format(at);
}
