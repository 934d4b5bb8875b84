// All sessions: what they need, and what has just changed.
import { useSessions } from "countersign/react";
import type { Query, Row } from "countersign/store";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { Empty } from "../parts/empty";
import { go, type Place, usePlace } from "../place";
import { useOpened } from "../stores";
import { count } from "../words";
import { countsOf, Filters, filtered, filterOf } from "./filters";
import { Table } from "./table";

/** How many rows the first page has, until all are in. */
const FIRST = 100;

export function Fleet() {
  const place = usePlace();
  const { store, simulated } = useOpened();
  const { text } = place.query;
  // Everything, so that the filters can say how many there would be.
  const all = useSessions(store, text ? { text } : {});
  const filter = filterOf(place);
  const order = (place.query.order ?? "-updated") as NonNullable<Query["order"]>;
  const shown = useSessions(store, queryOf(filter, text, order));
  const first = useFirst(shown === undefined);
  const counted = useDeferredValue(all);
  const { lifecycle, attention, display } = filter;
  const counts = useMemo(
    () => (counted ? countsOf(counted, { lifecycle, attention, display }) : null),
    [counted, lifecycle, attention, display],
  );
  const rows = shown ?? (hasFilter(place) ? undefined : first);
  const isFiltered = hasFilter(place);
  return (
    <section className="fleet" aria-labelledby="fleet-title">
      <div className="head">
        <h1 id="fleet-title">Fleet</h1>
        <p className="quiet" role="status">
          {counted && rows ? told(rows.length, counted.length, isFiltered) : "Reading sessions …"}
        </p>
        <Search place={place} />
      </div>
      <Filters place={place} counts={counts} />
      {rows && rows.length > 0 && <Table place={place} rows={rows} order={order} />}
      {rows?.length === 0 && (isFiltered ? <NoneOfThese place={place} /> : <Empty simulated={simulated} />)}
    </section>
  );
}

function queryOf(
  { lifecycle, attention, display }: ReturnType<typeof filterOf>,
  text: string | undefined,
  order: Query["order"],
): Query {
  return {
    order,
    ...(lifecycle && { lifecycle }),
    ...(attention && { attention }),
    ...(display && { display }),
    ...(text && { text }),
  };
}

function hasFilter({ query }: Place): boolean {
  return ["lifecycle", "attention", "display", "text"].some((key) => query[key]);
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
