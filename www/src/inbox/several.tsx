// What is selected, the answers that all of it is given, and what became of them.
import { type ReactNode, useRef, useState } from "react";
import { Foreign } from "../parts/foreign";
import { Phrase } from "../parts/phrase";
import { hrefOf, type Place } from "../place";
import { count } from "../words";
import type { Outcome } from "./bulk";
import type { Item } from "./items";
import { Refusal } from "./refusal";

interface SeveralProps {
  selected: ReadonlyMap<string, Item>;
  /** Nothing is left to select. */
  isAll: boolean;
  isBusy: boolean;
  onSelectAll: () => void;
  onSelectNone: () => void;
  onGive: (answer: "yes" | "no", reason: string | null) => void;
  /** What became of it. */
  children: ReactNode;
}

export function Several({ selected, isAll, isBusy, onSelectAll, onSelectNone, onGive, children }: SeveralProps) {
  const [refusing, setRefusing] = useState(false);
  const no = useRef<HTMLButtonElement>(null);
  const many = selected.size;
  const isOff = many === 0 || isBusy;
  const all = isAll ? { "aria-disabled": true, "aria-describedby": "selected" } : {};
  const none = many === 0 ? { "aria-disabled": true, "aria-describedby": "selected" } : {};
  const off = isOff ? { "aria-disabled": true, "aria-describedby": "selected" } : {};
  const approve = () => {
    setRefusing(false);
    onGive("yes", null);
  };
  const close = () => {
    setRefusing(false);
    requestAnimationFrame(() => no.current?.focus());
  };
  return (
    <div className="several" role="group" aria-label="Several at once">
      <button type="button" {...all} onClick={() => isAll || onSelectAll()}>
        Select all
      </button>
      <button type="button" {...none} onClick={() => many > 0 && onSelectNone()}>
        Select none
      </button>
      <span id="selected" className="quiet" role="status">
        {isBusy ? "Working …" : selectedSaid(many, isAll)}
      </span>
      <div className="answers">
        <button type="button" className="main" {...off} onClick={() => isOff || approve()}>
          Approve selected
        </button>
        <button
          ref={no}
          type="button"
          {...off}
          aria-expanded={refusing}
          onClick={() => (refusing ? close() : isOff || setRefusing(true))}
        >
          Reject selected
        </button>
      </div>
      {refusing && (
        <Refusal
          choice={{ word: "Reject", reason: "optional" }}
          title={count(many, "selected call")}
          onClose={close}
          onGive={(reason) => {
            onGive("no", reason);
            close();
          }}
        />
      )}
      <div className="became" role="status">
        {children}
      </div>
    </div>
  );
}

function selectedSaid(many: number, isAll: boolean): string {
  if (many === 0) return isAll ? "Nothing to select." : "Nothing is selected.";
  return `${isAll ? "All " : ""}${many.toLocaleString("en")} selected`;
}

interface SummaryProps {
  place: Place;
  outcome: Outcome;
  onClose: () => void;
}

export function Summary({ place, outcome: { said, others }, onClose }: SummaryProps) {
  return (
    <div className="outcome">
      <p>{others.length > 0 ? `${said}:` : said}</p>
      {others.length > 0 && (
        <ul>
          {others.map(({ key, session, name, message }) => (
            <li key={key}>
              <a href={hrefOf({ ...place, page: "session", id: session, query: {} })}>
                <Foreign>{session}</Foreign>
              </a>
              {name !== null && (
                <>
                  {" "}
                  <code>
                    <Foreign>{name}</Foreign>
                  </code>
                </>
              )}
              : <Phrase capital={false}>{message}</Phrase>
            </li>
          ))}
        </ul>
      )}
      <button type="button" onClick={onClose}>
        Close
      </button>
    </div>
  );
}
