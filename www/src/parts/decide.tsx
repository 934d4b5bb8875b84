// Asks for a command, and says what became of it where everybody sees and hears it.
import type { LifecycleName } from "countersign";
import type { Command, Decision, DispatchOptions, OfferOf } from "countersign/store";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { useOpened } from "../stores";
import { lateSaid } from "./late";
import { Phrase } from "./phrase";
import { plainly } from "./plain";

/** What is said of a command: that it was refused and why, that nothing was to be done, that somebody was first, or what was warned of. */
interface Said {
  readonly tone: "refused" | "noop" | "late" | "warned" | "broken";
  readonly text: string;
}

type Decide = (
  lifecycle: LifecycleName,
  id: string,
  command: Command,
  options?: DispatchOptions,
) => Promise<Decision | null>;

const Context = createContext<Decide>(async () => null);

/**
 * Sends a command, once. Null if it could not even be decided; whatever is to be said of the answer is said by the page
 * itself.
 */
export function useDecide(): Decide {
  return useContext(Context);
}

export function DecideProvider({ children }: { children: ReactNode }) {
  const { store } = useOpened();
  const [said, setSaid] = useState<Said | null>(null);
  const decide = useCallback<Decide>(
    async (lifecycle, id, command, options) => {
      if (!store) return null;
      try {
        const decision = (await store.dispatch(lifecycle, id, command as never, options)) as Decision;
        const offers = decision.outcome === "denied" ? await store.offers(id) : null;
        const late = await lateSaid(store, id, command, decision);
        setSaid(late === null ? sayingOf(decision, command, offers) : { tone: "late", text: late });
        return decision;
      } catch (error) {
        setSaid({ tone: "broken", text: error instanceof Error ? error.message : String(error) });
        return null;
      }
    },
    [store],
  );
  return (
    <Context value={decide}>
      {children}
      <Saying said={said} onClose={useCallback(() => setSaid(null), [])} />
    </Context>
  );
}

function sayingOf(decision: Decision, command: Command, offers: readonly OfferOf[] | null): Said | null {
  if (decision.outcome === "denied") return { tone: "refused", text: plainly(decision, command, offers) };
  if (decision.outcome === "noop") return { tone: "noop", text: decision.message };
  const [warning] = decision.warnings;
  return warning ? { tone: "warned", text: warning.message } : null;
}

const WORDS = {
  refused: "Refused",
  noop: "Nothing to do",
  late: "Decided already",
  warned: "Done, but",
  broken: "Not done",
};
const LONG = 12_000;

function Saying({ said, onClose }: { said: Said | null; onClose: () => void }) {
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(onClose, LONG);
    return () => clearTimeout(timer);
  }, [said, onClose]);
  return (
    <div className="saying" role="status">
      {said && (
        <p className={said.tone}>
          <span>
            {WORDS[said.tone]}: <Phrase capital={false}>{said.text}</Phrase>
          </span>
          <button type="button" onClick={onClose}>
            Close
          </button>
        </p>
      )}
    </div>
  );
}
