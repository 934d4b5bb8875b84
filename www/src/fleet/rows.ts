// All rows of a store, shown anew as often as there is time for: many sessions change more often than a page can be drawn.
import type { CountersignError, Query, Row, Store } from "countersign/store";
import { useMemo, useRef, useSyncExternalStore } from "react";

type Order = NonNullable<Query["order"]>;

/** How many rows are shown anew within a millisecond, with room for everything else in between. */
const PER_MILLISECOND = 1000;

export interface Ordered {
  readonly rows: readonly Row[];
  /** In which they are. */
  readonly order: Order;
}

/** The rows in that order; undefined until they are known. In another order they stay as they are until it is there. */
export function useRows(store: Store | null, order: Order): Ordered | undefined {
  const { subscribe, read } = useMemo(() => (store ? reading(store, order) : NONE), [store, order]);
  const last = useRef<{ store: Store | null; ordered: Ordered | undefined }>({ store, ordered: undefined });
  const ordered = useSyncExternalStore(subscribe, read);
  if (ordered || last.current.store !== store) last.current = { store, ordered };
  return last.current.ordered;
}

const NONE = { subscribe: () => () => {}, read: () => undefined };

function reading(store: Store, order: Order) {
  let shown: Ordered | undefined;
  let error: CountersignError | undefined;

  const subscribe = (listener: () => void) => {
    let latest: readonly Row[];
    let timer: ReturnType<typeof setTimeout> | undefined;
    let shownAt = Number.NEGATIVE_INFINITY;
    const show = () => {
      clearTimeout(timer);
      timer = undefined;
      shownAt = performance.now();
      shown = { rows: latest, order };
      listener();
    };
    const stop = store.subscribe({ order }, (told) => {
      // When the store is closed what was known last stays.
      if ("closed" in told) return;
      if ("error" in told) error = told.error as CountersignError;
      latest = error ? [] : told;
      const wait = shownAt + latest.length / PER_MILLISECOND - performance.now();
      if (wait <= 0) show();
      else timer ??= setTimeout(show, wait);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  };

  const read = () => {
    if (error) throw error;
    return shown;
  };

  return { subscribe, read };
}
