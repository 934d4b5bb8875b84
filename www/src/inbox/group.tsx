// A session with all that waits in it.
import { useOffers, useSession } from "countersign/react";
import type { Row, Shown } from "countersign/store";
import { memo, useEffect, useReducer, useRef } from "react";
import { Foreign } from "../parts/foreign";
import { Status } from "../parts/status";
import { hrefOf, type Place } from "../place";
import { useStore } from "../stores";
import { sentence } from "../words";
import type { Answer } from "./answers";
import { type Asked, type Known, LINGER, useAsked } from "./asked";
import { ItemLine } from "./item";
import type { Choice, Item } from "./items";

export interface GroupActions {
  readonly onSelect: (item: Item, is: boolean) => void;
  /** Gives an answer; whether it was taken. */
  readonly onAnswer: (item: Item, choice: Choice, reason: string | null, from: HTMLElement) => Promise<boolean>;
  /** Told once of each item that was answered while it was shown. */
  readonly onAnswered: (item: Item, answer: Answer, row: Row) => void;
}

interface GroupProps extends GroupActions {
  place: Place;
  row: Row;
  known: Known;
  /** The session waits no longer. */
  hasLeft: boolean;
  isPointed: boolean;
  /** The item that has the focus, if it is one of these. */
  focused: string | null;
  /** The keys of what is selected. */
  selected: ReadonlyMap<string, Item>;
}

export const Group = memo(function Group(props: GroupProps) {
  const { place, row, known, hasLeft, isPointed, focused, selected, onSelect, onAnswer, onAnswered } = props;
  const store = useStore();
  const asked = useAsked(store, row, known);
  const offers = useOffers(store, row.id);
  // A row that has left its list says no more how the session is.
  const status = useSession(store, row.id, statusOf) ?? row;
  const agent = asked?.[0]?.item.agent;
  const shown = useShown(asked ?? [], hasLeft || isPointed, focused);
  useEffect(() => {
    for (const { item, answer } of asked ?? []) {
      if (!answer || known.told.has(item.key)) continue;
      known.told.add(item.key);
      onSelect(item, false);
      onAnswered(item, answer, row);
    }
  }, [asked, known, onSelect, onAnswered, row]);
  return (
    <>
      <div className="who">
        <h2>
          <a href={hrefOf({ ...place, page: "session", id: row.id, query: {} })}>
            <Foreign>{row.label}</Foreign>
          </a>
        </h2>
        {row.label !== row.id && (
          <span className="quiet id">
            <Foreign>{row.id}</Foreign>
          </span>
        )}
        {agent && agent !== row.label && (
          <span className="quiet">
            <Foreign>{agent}</Foreign>
          </span>
        )}
        <span className="quiet">{sentence(row.lifecycle)}</span>
        {row.origin === "remote" && <span className="mark">{row.unconfirmed ? "not confirmed" : "remote"}</span>}
        <Status display={status.display} attention={status.attention} />
      </div>
      {asked === undefined && <p className="quiet reading">Reading …</p>}
      {asked !== undefined && shown.length === 0 && <p className="quiet reading">Nothing waits here any more.</p>}
      {shown.map((each) => (
        <ItemLine
          key={each.item.key}
          asked={each}
          label={row.label}
          offers={offers}
          isSelected={selected.has(each.item.key)}
          onSelect={onSelect}
          onAnswer={onAnswer}
        />
      ))}
    </>
  );
});

const statusOf = ({ view: { display, attention } }: Shown) => ({ display, attention });

/** What waits, and what was answered a moment ago, or is held. What waits behind an answer is shown in its place, later. */
function useShown(asked: readonly Asked[], isHeld: boolean, focused: string | null): readonly Asked[] {
  const [, again] = useReducer((times: number) => times + 1, 0);
  const gone = useRef(new Set<string>());
  const now = Date.now();
  for (const { item, answeredAt } of asked) {
    if (answeredAt === null) gone.current.delete(item.key);
    else if (!isHeld && item.key !== focused && now >= answeredAt + LINGER) gone.current.add(item.key);
  }
  const lingering = asked.filter(({ item, answer }) => answer !== null && !gone.current.has(item.key));
  const behind = new Set(lingering.map(({ item }) => item.target.id));
  const leaves = Math.min(...lingering.map(({ answeredAt }) => (answeredAt ?? 0) + LINGER).filter((at) => at > now));
  useEffect(() => {
    if (leaves === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(again, leaves - Date.now() + 1);
    return () => clearTimeout(timer);
  }, [leaves]);
  const isShown = (each: Asked) => {
    const { item, answer } = each;
    return answer ? lingering.includes(each) : item.state !== "cleared" || !behind.has(item.target.id);
  };
  return asked.filter(isShown);
}
