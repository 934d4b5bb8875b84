// Who decides here: asked once, when a name is first needed, and remembered by this browser.
import {
  createContext,
  type FormEvent,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";

interface Person {
  /** Null until somebody has said it. */
  readonly name: string | null;
  /** The name, asked for if it is not known; null if nobody says it. */
  readonly ask: () => Promise<string | null>;
  /** Asks for another one. */
  readonly change: () => Promise<string | null>;
}

const KEY = "countersign.name";
const nobody = async () => null;
const Context = createContext<Person>({ name: null, ask: nobody, change: nobody });

export function usePerson(): Person {
  return useContext(Context);
}

export function PersonProvider({ children }: { children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const answer = useRef<(name: string | null) => void>(() => {});
  const name = useSyncExternalStore(subscribe, remembered);
  const [typed, setTyped] = useState("");
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const change = useCallback(() => {
    setTyped(remembered() ?? "");
    setMissing(false);
    dialog.current?.showModal();
    return new Promise<string | null>((resolve) => {
      answer.current(null);
      answer.current = resolve;
    });
  }, []);
  const ask = useCallback(async () => remembered() ?? change(), [change]);
  const said = (event: FormEvent) => {
    event.preventDefault();
    const given = typed.trim();
    setMissing(given === "");
    if (given === "") {
      field.current?.focus();
      return;
    }
    remember(given);
    answer.current(given);
    dialog.current?.close();
  };
  return (
    <Context value={useMemo(() => ({ name, ask, change }), [name, ask, change])}>
      {children}
      <dialog ref={dialog} className="person" aria-labelledby="person-title" onClose={() => answer.current(null)}>
        <form onSubmit={said}>
          <h2 id="person-title">Who decides?</h2>
          <label>
            Your name
            <input
              ref={field}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              autoComplete="name"
              maxLength={80}
              aria-required="true"
              aria-invalid={isMissing || undefined}
              aria-describedby={isMissing ? "person-missing person-kept" : "person-kept"}
            />
          </label>
          {isMissing && (
            <p className="failed" id="person-missing" role="alert">
              Write a name: there is none yet.
            </p>
          )}
          <p className="quiet" id="person-kept">
            It is kept with what you approve, reject or withdraw. Other answers are kept without a name. This browser
            remembers it, and sends it nowhere.
          </p>
          <div className="answers">
            <button type="submit" className="main">
              Go on
            </button>
            <button type="button" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
          </div>
        </form>
      </dialog>
    </Context>
  );
}

// What this tab says and signs with: what another one remembers meanwhile is said here, too.
let known = kept();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function become(name: string | null): void {
  known = name;
  for (const listener of listeners) listener();
}

addEventListener("storage", ({ key, newValue }) => {
  if (key === KEY || key === null) become(newValue);
});

function kept(): string | null {
  try {
    return localStorage.getItem(KEY)?.trim() || null;
  } catch {
    return null;
  }
}

/** Who decided here last. */
export function remembered(): string | null {
  return known;
}

export function remember(name: string): void {
  const said = name.trim();
  if (said === "") return;
  become(said);
  try {
    localStorage.setItem(KEY, said);
  } catch {
    // It is asked for again, once the page is loaded anew.
  }
}
