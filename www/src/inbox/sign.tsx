// How what waits is marked: each state has its own shape and words.
import type { State } from "./items";

const SIGNS: Readonly<Record<State | "yes" | "no" | "over", readonly [attention: string, path: string]>> = {
  waits: ["needs_human", "M8 2.2 14 13.4H2z M8 6.4v3.2 M8 11.2v.6"],
  expired: ["failed", "M4 2.5h8 M4 13.5h8 M5 2.5c0 3 3 4 3 5.5s-3 2.5-3 5.5 M11 2.5c0 3-3 4-3 5.5s3 2.5 3 5.5"],
  cleared: ["working", "M8 2.4a5.6 5.6 0 1 1-5.6 5.6 M8 5v3l2 1.4"],
  unconfirmed: ["needs_human", "M8 2.4a5.6 5.6 0 1 0 .01 0 M6.3 6.4a1.7 1.7 0 1 1 2.5 1.5c-.6.3-.8.6-.8 1.2 M8 11v.4"],
  yes: ["at_rest", "M3 8.6l3.2 3.2L13 4.6"],
  no: ["at_rest", "M8 2.4a5.6 5.6 0 1 0 .01 0 M4.2 11.8l7.6-7.6"],
  over: ["at_rest", "M3 8h10"],
};

export const STATE_WORDS: Readonly<Record<State, string>> = {
  waits: "Waits",
  expired: "Expired",
  cleared: "Approved, not run yet",
  unconfirmed: "Approved, but nobody said that it ran",
};

export function ItemSign({ state }: { state: keyof typeof SIGNS }) {
  const [attention, path] = SIGNS[state];
  return (
    <svg className={`sign ${attention}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
