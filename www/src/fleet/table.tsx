// The rows of a fleet, of which only those in sight are drawn.
import type { Query, Row } from "countersign/store";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, memo, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { Foreign } from "../parts/foreign";
import { Status } from "../parts/status";
import { Ago, Until } from "../parts/time";
import { go, hrefOf, type Place } from "../place";
import { count, DISPOSITIONS, sentence } from "../words";
import { filtered } from "./filters";
import { useReturn } from "./return";
import { useSteady } from "./steady";

/** Of a row, in px: on a narrow page it has two lines. */
const HEIGHT = { wide: 36, narrow: 56 };
/** For how long a change is seen, in ms. */
const FRESH = 3000;

export type Order = NonNullable<Query["order"]>;

export const COLUMNS: readonly (readonly [key: string, title: string, by: Order])[] = [
  ["status", "Status", "display"],
  ["label", "Session", "label"],
  ["lifecycle", "Lifecycle", "lifecycle"],
  ["waiting", "Waiting", "-waiting"],
  ["deadline", "Next deadline", "deadline"],
  ["updated", "Changed", "-updated"],
];

interface TableProps {
  place: Place;
  rows: readonly Row[];
  order: Order;
  /** The order that the rows are in, until those of another one are known. */
  shownBy: Order;
}

export function Table({ place, rows, order, shownBy }: TableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [isHeld, setHeld] = useState(false);
  const steady = useSteady(rows, isHeld, JSON.stringify({ ...place.query, order: shownBy }));
  const { top, rangeExtractor, on } = useReturn(place, steady.rows, scroller);
  const height = useNarrow() ? HEIGHT.narrow : HEIGHT.wide;
  const virtual = useVirtualizer({
    count: steady.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
    initialOffset: top,
    rangeExtractor,
  });
  const measured = useRef(height);
  useLayoutEffect(() => {
    if (measured.current !== height) virtual.measure();
    measured.current = height;
  }, [virtual, height]);
  return (
    <div
      className="table"
      onPointerEnter={({ pointerType }) => setHeld(pointerType === "mouse")}
      onPointerLeave={() => setHeld(false)}
    >
      <div className="rows" role="table" aria-label="Sessions" aria-rowcount={steady.rows.length + 1}>
        <div role="rowgroup">
          <div className="row titles" role="row" aria-rowindex={1}>
            {COLUMNS.map(([key, title, by]) => (
              <Title key={key} place={place} order={order} by={by} title={title} />
            ))}
          </div>
        </div>
        <div className="scroll" ref={scroller} role="rowgroup" {...on}>
          <div role="presentation" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start }) => {
              const row = steady.rows[index];
              return row && <Line key={row.id} place={place} row={row} at={index} start={start} height={height} />;
            })}
          </div>
        </div>
      </div>
      <p className="held quiet" role="status">
        {steady.waiting > 0 && `${count(steady.waiting, "change")} of the order held back while you point at the list`}
      </p>
    </div>
  );
}

export function opposite(order: Order): Order {
  return (order.startsWith("-") ? order.slice(1) : `-${order}`) as Order;
}

function Title({ place, order, by, title }: { place: Place; order: Order; by: Order; title: string }) {
  const key = by.replace("-", "");
  const isBy = order.replace("-", "") === key;
  const next = isBy ? opposite(order) : by;
  const sorted = isBy ? (order.startsWith("-") ? "descending" : "ascending") : "none";
  return (
    <div role="columnheader" className="cell" aria-sort={sorted}>
      <button type="button" onClick={() => go(filtered(place, "order", next === "-updated" ? null : next))}>
        {title}
        <span aria-hidden="true" className="arrow">
          {isBy && (order.startsWith("-") ? "↓" : "↑")}
        </span>
      </button>
    </div>
  );
}

const NARROW = matchMedia("(max-width: 720px)");

function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      NARROW.addEventListener("change", listener);
      return () => NARROW.removeEventListener("change", listener);
    },
    () => NARROW.matches,
  );
}

function None() {
  return <span className="quiet none">–</span>;
}

interface LineProps {
  place: Place;
  row: Row;
  at: number;
  start: number;
  height: number;
}

const Line = memo(function Line({ place, row, at, start, height }: LineProps) {
  const style: CSSProperties = { height, transform: `translateY(${start}px)` };
  const isFresh = Date.now() - row.updated < FRESH;
  return (
    <div className="row" role="row" aria-rowindex={at + 2} style={style}>
      {isFresh && <span key={row.position} className="fresh" aria-hidden="true" />}
      <div role="cell" className="cell">
        <Status display={row.display} attention={row.attention} />
        {row.disposition && (
          <span className="goes quiet">
            {` · ${row.attention === "declined" ? "" : "declines "}${DISPOSITIONS[row.disposition]}`}
          </span>
        )}
      </div>
      <div role="cell" className="cell name">
        <a href={hrefOf({ ...place, page: "session", id: row.id, query: {} })}>
          <Foreign>{row.label}</Foreign>
        </a>
        {row.label !== row.id && (
          <span className="quiet id">
            <Foreign>{row.id}</Foreign>
          </span>
        )}
        {row.origin === "remote" && <span className="mark">{row.unconfirmed ? "not confirmed" : "remote"}</span>}
      </div>
      <div role="cell" className="cell quiet">
        {sentence(row.lifecycle)}
      </div>
      <div role="cell" className="cell number">
        {row.waiting > 0 ? <span className="waits">{row.waiting}</span> : <None />}
      </div>
      <div role="cell" className="cell number">
        {row.deadline === null ? <None /> : <Until at={row.deadline} over="due" />}
      </div>
      <div role="cell" className="cell number quiet">
        <Ago at={row.updated} />
      </div>
    </div>
  );
});
