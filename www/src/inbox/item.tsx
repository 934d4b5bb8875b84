// One thing that waits, with the answers that can be given.
import type { OfferOf } from "countersign/store";
import { useId, useRef, useState } from "react";
import { Foreign, seen } from "../parts/foreign";
import { Phrase } from "../parts/phrase";
import { plainly } from "../parts/plain";
import { Ago, Until } from "../parts/time";
import { jsonSaid } from "../session/said";
import { moment } from "../words";
import type { Asked } from "./asked";
import { useFollows } from "./follows";
import type { GroupActions } from "./group";
import { type Choice, type Item, isAnswerable } from "./items";
import { Refusal } from "./refusal";
import { ItemSign, STATE_WORDS } from "./sign";

interface ItemProps {
  asked: Asked;
  /** The session's name, for those who hear and do not see above which item they are. */
  label: string;
  offers: readonly OfferOf[] | null | undefined;
  isSelected: boolean;
  onSelect: GroupActions["onSelect"];
  onAnswer: GroupActions["onAnswer"];
}

export function ItemLine({ asked, label, offers, isSelected, onSelect, onAnswer }: ItemProps) {
  const { item, answer } = asked;
  const [refusing, setRefusing] = useState(false);
  const line = useRef<HTMLDivElement>(null);
  const id = useId();
  const isGiving = useRef(false);
  const give = async (choice: Choice, reason: string | null) => {
    if (!line.current || isGiving.current) return;
    isGiving.current = true;
    try {
      if (await onAnswer(item, choice, reason, line.current)) setRefusing(false);
    } finally {
      isGiving.current = false;
    }
  };
  const follows = useFollows(item, refusing, offers);
  const title = seen(`${item.name}, ${label}`);
  const yes = verdict(offers, item.yes);
  const no = verdict(offers, item.no);
  const why = answer ? null : [...new Set([yes, no])].filter((message) => message !== null).join("; ");
  return (
    <div
      ref={line}
      className={`item ${item.state}`}
      data-item={item.key}
      data-state={answer ? "answered" : item.state}
      role="group"
      aria-label={title}
      tabIndex={-1}
    >
      {isAnswerable(item) && (
        <input
          type="checkbox"
          aria-label={`Select ${title}`}
          checked={isSelected}
          aria-disabled={answer !== null || undefined}
          onChange={({ target }) => answer || onSelect(item, target.checked)}
        />
      )}
      <div className="what">
        <p>
          <code className="api">
            <Foreign>{item.name}</Foreign>
          </code>{" "}
          {item.operation && <span className="mark">{item.operation}</span>}{" "}
          <span className="question">{item.question}</span>
        </p>
        {item.summary && <Payload summary={item.summary} value={item.payload} />}
        {why && (
          <p id={`${id}-why`} className="why">
            <Phrase>{why}</Phrase>
          </p>
        )}
      </div>
      <div className="left">
        {answer ? (
          <p id={`${id}-answer`} className="answer">
            <ItemSign state={answer.isYes === null ? "over" : answer.isYes ? "yes" : "no"} />
            <span>
              <Foreign>{answer.words}</Foreign>
              {answer.at !== null && (
                <time dateTime={new Date(answer.at).toISOString()}>{`, ${moment(answer.at)}`}</time>
              )}
              {answer.reason && (
                <q>
                  <Foreign>{answer.reason}</Foreign>
                </q>
              )}
            </span>
          </p>
        ) : (
          <Waits item={item} />
        )}
      </div>
      {refusing ? (
        <Refusal
          choice={item.no}
          title={title}
          follows={follows ?? ""}
          onGive={(reason) => give(item.no, reason)}
          onClose={() => {
            setRefusing(false);
            requestAnimationFrame(() => line.current?.querySelector<HTMLElement>("[data-no]")?.focus());
          }}
        />
      ) : (
        <div className="answers">
          {[item.yes, item.no].map((choice) => {
            const isNo = choice === item.no;
            const isOff = answer !== null || (isNo ? no : yes) !== null;
            const by = answer ? `${id}-answer` : `${id}-why`;
            return (
              <button
                key={choice.word}
                type="button"
                className={!isNo && item.state === "waits" ? "main" : ""}
                data-yes={isNo ? undefined : ""}
                data-no={isNo ? "" : undefined}
                aria-disabled={isOff || undefined}
                aria-describedby={isOff ? by : undefined}
                // A late answer goes to the engine all the same, which says who was first.
                onClick={() => {
                  if (answer) give(choice, null);
                  else if (isOff) return;
                  else if (choice.reason === "none") give(choice, null);
                  else setRefusing(true);
                }}
              >
                {choice.word}
                <span className="hidden"> {title}</span>
              </button>
            );
          })}
        </div>
      )}
    </div>
  );
}

/** Of a text up to this length nothing is cut, however narrow the page is. */
const SHORT = 60;

function Payload({ summary, value }: { summary: string; value: unknown }) {
  const [isOpen, setOpen] = useState(false);
  const short = (
    <code className="summary">
      <Foreign>{summary}</Foreign>
    </code>
  );
  if (summary.length <= SHORT) return short;
  return (
    <details className="payload" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{isOpen ? <span className="quiet">Show less</span> : short}</summary>
      {isOpen && (
        <pre>
          <Foreign>{jsonSaid(value ?? summary)}</Foreign>
        </pre>
      )}
    </details>
  );
}

/** Why a choice cannot be made now; null if it can, as far as is known. */
function verdict(offers: readonly OfferOf[] | null | undefined, choice: Choice): string | null {
  const offer = offers?.find(choice.isOf);
  return offer && !offer.allowed ? plainly(offer, offer.command, offers ?? null) : null;
}

function Waits({ item }: { item: Item }) {
  const { state, until, since } = item;
  const isGiven = state === "cleared" || state === "unconfirmed";
  return (
    <p className={`state ${state}`}>
      <ItemSign state={state} />
      <span>
        <span className="word">{STATE_WORDS[state]}</span>
        {isGiven && since !== null && (
          <span className="quiet">
            approved <Ago at={since} />
          </span>
        )}
        {state === "waits" && <Until at={until} isSaid />}
      </span>
    </p>
  );
}
