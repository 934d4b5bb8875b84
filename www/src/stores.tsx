// The two databases of the page: one's own sessions, and those of the stories, which never mix.
import { CountersignError, openStore, type Store } from "countersign/store";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { usePlace } from "./place";

interface Opened {
  /** Null until it is open. */
  readonly store: Store | null;
  readonly simulated: boolean;
  /** Why there is none. */
  readonly error: CountersignError | null;
  /** The page has to be loaded again: another tab has a newer one, or the browser closed the database. */
  readonly closed: boolean;
}

const NAMES = { real: "countersign", simulated: "countersign-stories" };
const Context = createContext<Opened>({ store: null, simulated: false, error: null, closed: false });

const stores = new Map<string, Promise<Store>>();

/** The store of that name, opened once. */
export function storeOf(simulated: boolean): Promise<Store> {
  const name = simulated ? NAMES.simulated : NAMES.real;
  const known = stores.get(name);
  if (known) return known;
  const store = openStore({ name, caller: "OPERATOR" });
  stores.set(name, store);
  return store;
}

// For whoever wants to look into it from the console.
Object.assign(globalThis, { countersignStore: storeOf });

/** Gives all below it the store that the address means. */
export function StoreProvider({ children }: { children: ReactNode }) {
  const { simulated } = usePlace();
  const [opened, setOpened] = useState<Opened>({ store: null, simulated, error: null, closed: false });
  useEffect(() => {
    let isCurrent = true;
    let stop: (() => void) | undefined;
    setOpened({ store: null, simulated, error: null, closed: false });
    storeOf(simulated).then(
      (store) => {
        if (!isCurrent) return;
        setOpened({ store, simulated, error: null, closed: false });
        stop = store.subscribe({ text: "\u0000" }, (rows) => {
          if ("closed" in rows) setOpened((before) => ({ ...before, closed: true }));
        });
      },
      (error) => {
        if (isCurrent) setOpened({ store: null, simulated, error: error as CountersignError, closed: false });
      },
    );
    return () => {
      isCurrent = false;
      stop?.();
    };
  }, [simulated]);
  return <Context value={opened}>{children}</Context>;
}

export function useOpened(): Opened {
  return useContext(Context);
}

export function useStore(): Store | null {
  return useOpened().store;
}

export { CountersignError };
