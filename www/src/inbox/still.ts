// What is selected and answered elsewhere is selected no more, in sight or not.
import type { Row, Store } from "countersign/store";
import { useCallback, useEffect, useRef } from "react";
import { answerableIn } from "./asked";
import type { Item } from "./items";

/**
 * Asks again whatever has changed since it was selected. `note` tells how the sessions were before they are read to be
 * selected.
 */
export function useStillAsked(
  store: Store | null,
  rows: readonly Row[] | undefined,
  selected: ReadonlyMap<string, Item>,
  isBusy: boolean,
  onSelect: (item: Item, is: boolean) => void,
): { note: (rows: readonly Row[]) => void } {
  /** Where the sessions were when they were asked last, by id. */
  const asked = useRef(new Map<string, number>());
  const note = useCallback((noted: readonly Row[]) => {
    asked.current = new Map(noted.map(({ id, position }) => [id, position]));
  }, []);
  useEffect(() => {
    if (!store || isBusy) return;
    const ids = new Set([...selected.values()].map(({ session }) => session));
    const changed = (rows ?? []).filter(({ id, position }) => {
      const before = asked.current.get(id);
      if (ids.has(id)) asked.current.set(id, position);
      return ids.has(id) && before !== undefined && before !== position;
    });
    if (changed.length === 0) return;
    const among = new Set(changed.map(({ id }) => id));
    answerableIn(store, changed).then(
      (items) => {
        const open = new Set(items.map(({ key }) => key));
        for (const item of selected.values()) if (among.has(item.session) && !open.has(item.key)) onSelect(item, false);
      },
      // A store that is closed: its page says so.
      () => {},
    );
  }, [store, rows, selected, isBusy, onSelect]);
  return { note };
}
