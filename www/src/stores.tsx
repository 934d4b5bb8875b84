// The two databases of the page: one's own sessions, and those of the stories, which never mix.
import { CountersignError, openStore, type Store } from "countersign/store";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { usePlace } from "./place";

interface Opened {
  /** Null until it is open. */
  readonly store: Store | null;
  readonly simulated: boolean;
  /** Why there is none. */
  readonly error: CountersignError | null;
  /** The page has to be loaded again: another tab has a newer one, or the browser closed the database. */
  readonly closed: boolean;
  /** Opens it anew, after an error. */
  readonly tryAgain: () => void;
}

const NAMES = { real: "countersign", simulated: "countersign-stories" };
const Context = createContext<Opened>({ store: null, simulated: false, error: null, closed: false, tryAgain() {} });

const stores = new Map<string, Promise<Store>>();

export function databaseOf(simulated: boolean): string {
  return simulated ? NAMES.simulated : NAMES.real;
}

/** The store of that name, opened once. */
export function storeOf(simulated: boolean): Promise<Store> {
  const name = databaseOf(simulated);
  const known = stores.get(name);
  if (known) return known;
  const store = openStore({ name, caller: "OPERATOR" });
  stores.set(name, store);
  // One that could not be opened is tried again by whoever asks next.
  store.catch(() => stores.get(name) === store && stores.delete(name));
  return store;
}

// For whoever wants to look into it from the console.
Object.assign(globalThis, { countersignStore: storeOf });

/** Gives all below it the store that the address means. */
export function StoreProvider({ children }: { children: ReactNode }) {
  const { simulated } = usePlace();
  // How often it had to be opened anew.
  const [turn, setTurn] = useState(0);
  const tryAgain = useCallback(() => setTurn((before) => before + 1), []);
  const [opened, setOpened] = useState<Opened>({ store: null, simulated, error: null, closed: false, tryAgain });
  useEffect(() => {
    let isCurrent = true;
    let stop: (() => void) | undefined;
    setOpened({ store: null, simulated, error: null, closed: false, tryAgain });
    storeOf(simulated).then(
      (store) => {
        if (!isCurrent) return;
        setOpened({ store, simulated, error: null, closed: false, tryAgain });
        stop = store.subscribe({ text: "\u0000" }, (rows) => {
          if (!("closed" in rows)) return;
          stores.delete(databaseOf(simulated));
          // Everything was removed, and it begins anew; or a later version of the page took over, as opening it again tells.
          if (rows.closed === "versionchange") tryAgain();
          else setOpened((before) => ({ ...before, closed: true }));
        });
      },
      (error: CountersignError) => {
        if (!isCurrent) return;
        const closed = turn > 0 && error.code === "version_too_new";
        setOpened({ store: null, simulated, error: closed ? null : error, closed, tryAgain });
      },
    );
    return () => {
      isCurrent = false;
      stop?.();
    };
  }, [simulated, turn, tryAgain]);
  return <Context value={opened}>{children}</Context>;
}

export function useOpened(): Opened {
  return useContext(Context);
}

export function useStore(): Store | null {
  return useOpened().store;
}

export { CountersignError };
