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
  const [name, setName] = useState(remembered);
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
  // Another tab may have asked meanwhile.
  const ask = useCallback(async () => {
    const known = remembered();
    setName(known);
    return known ?? change();
  }, [change]);
  const said = (event: FormEvent) => {
    event.preventDefault();
    const given = typed.trim();
    setMissing(given === "");
    if (given === "") {
      field.current?.focus();
      return;
    }
    remember(given);
    setName(given);
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

/** Who decided here last. */
export function remembered(): string | null {
  try {
    return localStorage.getItem(KEY)?.trim() || null;
  } catch {
    return null;
  }
}

export function remember(name: string): void {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // It is asked for again, once the page is loaded anew.
  }
}
