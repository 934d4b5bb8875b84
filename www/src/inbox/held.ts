// A list under somebody's hand: nothing in it changes its place, and what is over stays for a while.
import type { Row } from "countersign/store";
import { useEffect, useReducer, useRef } from "react";
import { LINGER } from "./asked";

export interface Line {
  readonly row: Row;
  /** When its session stopped waiting; null: it waits. */
  readonly leftAt: number | null;
}

export interface Held {
  /** Somebody points at the list. */
  readonly isPointed: boolean;
  /** The session that has the focus. */
  readonly focused: string | null;
}

/** The rows in their order, and for a while those that were among them. */
export function useHeld(rows: readonly Row[], held: Held): readonly Line[] {
  const last = useRef<readonly Line[]>([]);
  const [, again] = useReducer((times: number) => times + 1, 0);
  const lines = next(last.current, rows, held);
  last.current = lines;
  const leaves = Math.min(
    ...lines.map(({ row, leftAt }) => (leftAt === null || row.id === held.focused ? Infinity : leftAt)),
  );
  useEffect(() => {
    if (leaves === Infinity || held.isPointed) return;
    const timer = setTimeout(again, Math.max(0, leaves + LINGER - Date.now()) + 1);
    return () => clearTimeout(timer);
  }, [leaves, held.isPointed]);
  return lines;
}

const waiting = (row: Row): Line => ({ row, leftAt: null });

function next(before: readonly Line[], rows: readonly Row[], { isPointed, focused }: Held): Line[] {
  const now = Date.now();
  const present = new Map(rows.map((row) => [row.id, row]));
  const known = new Set(before.map(({ row }) => row.id));
  const stays = ({ row, leftAt }: Line) => leftAt === null || isPointed || row.id === focused || now < leftAt + LINGER;
  const kept = before
    .map(({ row, leftAt }) => {
      const found = present.get(row.id);
      return found ? waiting(found) : { row, leftAt: leftAt ?? now };
    })
    .filter(stays);
  if (isPointed || focused !== null) return [...kept, ...rows.filter(({ id }) => !known.has(id)).map(waiting)];
  const lines = rows.map(waiting);
  // Each behind the one that it was behind.
  kept.forEach((line, at) => {
    if (line.leftAt === null) return;
    const ahead = kept[at - 1]?.row.id;
    lines.splice(lines.findIndex(({ row }) => row.id === ahead) + 1, 0, line);
  });
  return lines;
}
