// A list that somebody is pointing at does not move under their hand.
import type { Row } from "countersign/store";
import { useMemo, useRef } from "react";
import { type Changes, changesOf } from "./changes";

export interface Steady {
  readonly rows: readonly Row[];
  /** How many changed, or are new, and would move what is seen: they wait until the list is let go. */
  readonly waiting: number;
}

interface Held {
  readonly key: string;
  /** Where each row is kept. */
  readonly places: ReadonlyMap<string, number>;
  /** The rows where they are kept, each as it is now; without those that are there no more. */
  shown: (Row | undefined)[];
  /** The rows in their order. */
  latest: readonly Row[];
  readonly changed: Set<string>;
}

/** The rows in their order; while they are held, in the order that they had, each as it is now. */
export function useSteady(rows: readonly Row[], isHeld: boolean, key: string): Steady {
  const held = useRef<Held | null>(null);
  return useMemo(() => {
    if (!isHeld || held.current?.key !== key) {
      held.current = isHeld ? hold(rows, key) : null;
      return { rows, waiting: 0 };
    }
    return steadied(rows, held.current);
  }, [rows, isHeld, key]);
}

function hold(rows: readonly Row[], key: string): Held {
  const places = new Map(rows.map(({ id }, at) => [id, at]));
  return { key, places, shown: [...rows], latest: rows, changed: new Set() };
}

function steadied(rows: readonly Row[], held: Held): Steady {
  const { gone, come }: Changes = changesOf(held.latest, rows) ?? { gone: held.latest, come: rows };
  held.latest = rows;
  if (gone.length + come.length > 0) held.shown = [...held.shown];
  for (const { id } of gone) {
    const place = held.places.get(id);
    if (place !== undefined) held.shown[place] = undefined;
  }
  for (const row of come) {
    const place = held.places.get(row.id);
    if (place !== undefined) held.shown[place] = row;
    held.changed.add(row.id);
  }
  const shown = held.shown.includes(undefined) ? held.shown.filter((row) => row !== undefined) : held.shown;
  const isMoved = shown.length !== rows.length || shown.some((row, at) => row !== rows[at]);
  return { rows: shown as readonly Row[], waiting: isMoved ? held.changed.size : 0 };
}
