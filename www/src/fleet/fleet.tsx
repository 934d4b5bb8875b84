// All sessions: what they need, and what has just changed.
import type { Row } from "countersign/store";
import { useEffect, useMemo, useRef, useState } from "react";
import { Empty } from "../parts/empty";
import { go, type Place, usePlace } from "../place";
import { useOpened } from "../stores";
import { count } from "../words";
import { containing, countsOf, type Found, filteredBy, type Kinds, kindsOf } from "./counts";
import { Filters, filtered, filterOf } from "./filters";
import { useRows } from "./rows";
import { COLUMNS, type Order, opposite, Table } from "./table";

/** How many rows the first page has, until all are in. */
const FIRST = 100;

export function Fleet() {
  const place = usePlace();
  const { store, simulated } = useOpened();
  const order = orderOf(place);
  const all = useRows(store, order);
  const first = useFirst(all === undefined);
  const text = textOf(place);
  const { lifecycle, attention, display, disposition } = filterOf(place);
  const filter = useMemo(
    () => ({ lifecycle, attention, display, disposition }),
    [lifecycle, attention, display, disposition],
  );
  // Everything that the text finds, so that the filters can say how many there would be.
  const search = useRef<Found>(null);
  const found = useMemo(() => {
    search.current = all ? containing(all.rows, text, search.current) : null;
    return search.current?.found;
  }, [all, text]);
  const counted = useRef<Kinds>(null);
  const kinds = useMemo(() => {
    counted.current = found ? kindsOf(found, counted.current) : null;
    return counted.current;
  }, [found]);
  const counts = useMemo(() => (kinds ? countsOf(kinds, filter) : null), [kinds, filter]);
  const shown = useMemo(() => found && filteredBy(found, filter), [found, filter]);
  const isFiltered = hasFilter(place);
  const rows = shown ?? (isFiltered ? undefined : first);
  return (
    <section className="fleet" aria-labelledby="fleet-title">
      <div className="head">
        <h1 id="fleet-title">Fleet</h1>
        <p className="quiet" role="status">
          {all && rows ? told(rows.length, all.rows.length, isFiltered) : "Reading sessions …"}
        </p>
        <Search place={place} />
      </div>
      <Filters place={place} counts={counts} />
      {rows && rows.length > 0 && <Table place={place} rows={rows} order={order} shownBy={all?.order ?? order} />}
      {rows?.length === 0 && (isFiltered ? <NoneOfThese place={place} /> : <Empty simulated={simulated} />)}
    </section>
  );
}

/** That of the address, if it is one. */
function orderOf({ query }: Place): Order {
  return COLUMNS.flatMap(([, , by]) => [by, opposite(by)]).find((order) => order === query.order) ?? "-updated";
}

function textOf({ query }: Place): string {
  return query.text?.trim() ?? "";
}

function hasFilter(place: Place): boolean {
  return textOf(place) !== "" || Object.values(filterOf(place)).some((value) => value !== null);
}

function told(many: number, all: number, isFiltered: boolean): string {
  return isFiltered ? `${many.toLocaleString("en")} of ${count(all, "session")}` : count(all, "session");
}

/** The newest rows straight from the database, until the store has all of them. */
function useFirst(isNeeded: boolean): readonly Row[] | undefined {
  const { store } = useOpened();
  const [first, setFirst] = useState<readonly Row[]>();
  useEffect(() => {
    let isCurrent = true;
    setFirst(undefined);
    if (isNeeded)
      store?.list({ limit: FIRST }).then(
        (rows) => isCurrent && setFirst(rows),
        () => {},
      );
    return () => {
      isCurrent = false;
    };
  }, [store, isNeeded]);
  return first;
}

function Search({ place }: { place: Place }) {
  return (
    <label className="search">
      <span className="hidden">Search by id or label</span>
      <input
        type="search"
        placeholder="Search by id or label"
        value={place.query.text ?? ""}
        onChange={({ target }) => go(filtered(place, "text", target.value), { replace: true })}
      />
    </label>
  );
}

function NoneOfThese({ place }: { place: Place }) {
  return (
    <div className="empty">
      <p>No session is like this.</p>
      <button type="button" onClick={() => go({ ...place, query: {} })}>
        Show all
      </button>
    </div>
  );
}
