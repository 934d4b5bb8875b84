// A list that somebody is pointing at does not move under their hand.
import type { Row } from "countersign/store";
import { useRef } from "react";

export interface Steady {
  readonly rows: readonly Row[];
  /** How many changed their place, or are new, and wait until the list is let go. */
  readonly waiting: number;
}

/** The rows in their order; while they are held, in the order that they had, each as it is now. */
export function useSteady(rows: readonly Row[], isHeld: boolean, key: string): Steady {
  const held = useRef<{ key: string; ids: readonly string[] } | null>(null);
  if (!isHeld || held.current?.key !== key) {
    held.current = null;
    if (isHeld) held.current = { key, ids: rows.map(({ id }) => id) };
    return { rows, waiting: 0 };
  }
  const present = new Map(rows.map((row) => [row.id, row]));
  const ids = held.current.ids.filter((id) => present.has(id));
  const shown = ids.map((id) => present.get(id) as Row);
  const moved = rows.slice(0, shown.length).filter(({ id }, at) => id !== ids[at]).length;
  return { rows: shown, waiting: Math.max(moved, rows.length - shown.length) };
}
