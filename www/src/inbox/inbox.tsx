// All that waits for a person, over all sessions, to be answered one by one or several at once.
import { useSessions } from "countersign/react";
import type { Row } from "countersign/store";
import { useCallback, useMemo, useRef, useState } from "react";
import { Chip, filtered, filterOf, Group as Filter, useKnown } from "../fleet/filters";
import { useDecide } from "../parts/decide";
import { Foreign, seen } from "../parts/foreign";
import { PersonProvider, usePerson } from "../parts/person";
import { go, type Place, usePlace } from "../place";
import { useStore } from "../stores";
import { count, sentence } from "../words";
import type { Answer } from "./answers";
import { giveAll as giveTo, type Outcome, selectIn } from "./bulk";
import { focusBehind } from "./focus";
import { type Choice, FOR_PERSON, type Item } from "./items";
import { List } from "./list";
import { Several, Summary } from "./several";
import { useStillAsked } from "./still";

/** The lifecycles in which something can wait. */
const LIFECYCLES = ["reversible", "interactive"] as const;
const CHIPS = { lifecycle: LIFECYCLES };
const NONE: ReadonlyMap<string, Item> = new Map();

export function Inbox() {
  return (
    <PersonProvider>
      <Page />
    </PersonProvider>
  );
}

function Page() {
  const place = usePlace();
  const store = useStore();
  const decide = useDecide();
  const { name, ask, change } = usePerson();
  const { text } = place.query;
  const { lifecycle } = filterOf(place);
  useKnown(place, CHIPS);
  const all = useSessions(store, { waiting: true, ...(text && { text }) });
  const rows = useSessions(store, {
    waiting: true,
    order: "deadline",
    ...(lifecycle && { lifecycle }),
    ...(text && { text }),
  });
  const title = useRef<HTMLHeadingElement>(null);
  const [chosen, setChosen] = useState(NONE);
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [news, announce] = useNews();
  // What is not shown any more is not answered unseen.
  const selected = useMemo(() => among(chosen, rows), [chosen, rows]);

  const onSelect = useCallback((item: Item, is: boolean) => {
    setChosen((before) => {
      if (before.has(item.key) === is) return before;
      const after = new Map(before);
      if (is) after.set(item.key, item);
      else after.delete(item.key);
      return after;
    });
  }, []);
  const onAnswered = useCallback(
    (item: Item, answer: Answer, row: Row) => announce(seen(`${item.name}, ${row.label}: ${answer.words}`)),
    [announce],
  );
  const onAnswer = useCallback(
    async (item: Item, choice: Choice, reason: string | null, from: HTMLElement) => {
      const by = choice.isSigned ? await ask() : "";
      if (by === null) return false;
      const decision = await decide(item.lifecycle, item.session, choice.command(by, reason));
      const isGiven = decision?.outcome === "allowed";
      if (isGiven) focusBehind(from, item.state, title.current);
      return isGiven;
    },
    [ask, decide],
  );

  const stillAsked = useStillAsked(store, rows, selected, isBusy, onSelect);

  // All that could be selected is, until a row changes.
  const [whole, setWhole] = useState<{ rows: readonly Row[]; many: number } | null>(null);
  const isAll = rows?.length === 0 || (whole !== null && whole.rows === rows && whole.many === selected.size);
  const selectAll = async () => {
    if (!store || !rows) return;
    stillAsked.note(rows);
    const [items, became] = await selectIn(store, rows);
    setOutcome(became);
    setChosen(new Map(items.map((item) => [item.key, item])));
    setWhole({ rows, many: items.length });
  };
  const giveAll = async (answer: "yes" | "no", reason: string | null) => {
    const items = [...selected.values()];
    const by = items.some((item) => item[answer].isSigned) ? await ask() : "";
    if (by === null || !store || items.length === 0) return;
    setBusy(true);
    const became = await giveTo(store, items, answer, by, reason);
    setBusy(false);
    setChosen(NONE);
    setOutcome(became);
  };

  const closeOutcome = () => {
    setOutcome(null);
    title.current?.focus();
  };

  return (
    <section className="inbox" aria-labelledby="inbox-title">
      <div className="head">
        <h1 id="inbox-title" ref={title} tabIndex={-1}>
          Inbox
        </h1>
        <p className="quiet" role="status">
          {rows ? waitingSaid(rows) : "Reading sessions …"}
        </p>
        <p className="quiet as">
          {name === null ? (
            "No name for approvals yet."
          ) : (
            <>
              Approvals signed by <Foreign>{name}</Foreign>.
            </>
          )}{" "}
          <button type="button" className="link" onClick={change}>
            {name === null ? "Say who" : "Change"}
          </button>
        </p>
        <label className="search">
          <span className="hidden">Search by id or label</span>
          <input
            type="search"
            placeholder="Search by id or label"
            value={text ?? ""}
            onChange={({ target }) => go(filtered(place, "text", target.value), { replace: true })}
          />
        </label>
      </div>
      <div className="filters">
        <Filter title="Lifecycle">
          {LIFECYCLES.map((each) => (
            <Chip
              key={each}
              place={place}
              by="lifecycle"
              value={each}
              is={lifecycle === each}
              many={all?.filter((row) => row.lifecycle === each).length}
            >
              {sentence(each)}
            </Chip>
          ))}
        </Filter>
        <Several
          selected={selected}
          isAll={isAll}
          isBusy={isBusy}
          onSelectAll={selectAll}
          onSelectNone={() => setChosen(NONE)}
          onGive={giveAll}
        >
          {outcome && <Summary place={place} outcome={outcome} onClose={closeOutcome} />}
        </Several>
      </div>
      {rows && (
        <List
          key={`${lifecycle} ${text}`}
          place={place}
          rows={rows}
          selected={selected}
          onSelect={onSelect}
          onAnswer={onAnswer}
          onAnswered={onAnswered}
          empty={<Nothing place={place} />}
        />
      )}
      <p className="hidden" role="status">
        {news}
      </p>
    </section>
  );
}

function waitingSaid(rows: readonly Row[]): string {
  const people = rows.filter(({ attention }) => FOR_PERSON.includes(attention)).length;
  const said = `${count(people, "session")} ${people === 1 ? "waits" : "wait"} for a person`;
  const rest = rows.length - people;
  if (rest === 0) return `${said}.`;
  return `${said}, ${rest.toLocaleString("en")} for ${rest === 1 ? "an approved call" : "approved calls"} to run.`;
}

function among(chosen: ReadonlyMap<string, Item>, rows: readonly Row[] | undefined): ReadonlyMap<string, Item> {
  const ids = new Set(rows?.map(({ id }) => id));
  const left = [...chosen].filter(([, { session }]) => ids.has(session));
  return left.length === chosen.size ? chosen : new Map(left);
}

/** What is said aloud: one thing as it is, several that come together by their number. */
function useNews(): [string, (text: string) => void] {
  const [news, setNews] = useState("");
  const heard = useRef<string[]>([]);
  const announce = useCallback((text: string) => {
    if (heard.current.push(text) > 1) return;
    setTimeout(() => {
      const [first = "", ...others] = heard.current.splice(0);
      setNews(others.length === 0 ? first : `${count(others.length + 1, "call")} answered. The first: ${first}`);
    }, 250);
  }, []);
  return [news, announce];
}

function Nothing({ place }: { place: Place }) {
  const isFiltered = ["lifecycle", "text"].some((key) => place.query[key]);
  if (!isFiltered) return <p className="empty">Nothing waits for a person.</p>;
  return (
    <div className="empty">
      <p>Nothing like this waits for a person.</p>
      <button type="button" onClick={() => go({ ...place, query: {} })}>
        Show all
      </button>
    </div>
  );
}
