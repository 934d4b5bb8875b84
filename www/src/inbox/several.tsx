// Several answers at once, each a command of its own.
import { useRef, useState } from "react";
import { Foreign } from "../parts/foreign";
import { Phrase } from "../parts/phrase";
import { hrefOf, type Place } from "../place";
import { count } from "../words";
import type { Item } from "./items";
import { Refusal } from "./refusal";

/** What became of several answers. */
export interface Outcome {
  readonly word: "approved" | "rejected";
  readonly done: number;
  readonly refused: readonly { readonly item: Item; readonly message: string }[];
}

interface SeveralProps {
  selected: ReadonlyMap<string, Item>;
  /** Nothing is left to select. */
  isAll: boolean;
  isBusy: boolean;
  onSelectAll: () => void;
  onSelectNone: () => void;
  onGive: (answer: "yes" | "no", reason: string | null) => void;
}

export function Several({ selected, isAll, isBusy, onSelectAll, onSelectNone, onGive }: SeveralProps) {
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

export function Summary({ place, outcome: { word, done, refused }, onClose }: SummaryProps) {
  return (
    <div className="outcome">
      <p>
        {`${count(done, "call")} ${word}`}
        {refused.length > 0 && `, ${refused.length.toLocaleString("en")} refused:`}
      </p>
      {refused.length > 0 && (
        <ul>
          {refused.map(({ item, message }) => (
            <li key={item.key}>
              <a href={hrefOf({ ...place, page: "session", id: item.session, query: {} })}>
                <Foreign>{item.session}</Foreign>
              </a>{" "}
              <code>
                <Foreign>{item.name}</Foreign>
              </code>
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
