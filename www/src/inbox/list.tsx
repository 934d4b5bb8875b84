// The sessions in which something waits, of which only those in sight are read and drawn.
import { useVirtualizer, defaultRangeExtractor } from "@tanstack/react-virtual";
import type { Row } from "countersign/store";
import { type FocusEvent, type ReactNode, useCallback, useRef, useState } from "react";
import { seen } from "../parts/foreign";
import { Readable } from "../parts/readable";
import type { Place } from "../place";
import { useAnchor } from "./anchor";
import type { Known } from "./asked";
import { Group, type GroupActions } from "./group";
import { useHeld } from "./held";
import type { Item } from "./items";

/** About that of a session with one item. */
const HEIGHT = 108;

interface ListProps extends GroupActions {
  place: Place;
  rows: readonly Row[];
  selected: ReadonlyMap<string, Item>;
  /** What is shown if nothing is. */
  empty: ReactNode;
}

export function List({ place, rows, selected, empty, ...actions }: ListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [isPointed, setPointed] = useState(false);
  const [focused, setFocused] = useState<{ session: string; item: string | null } | null>(null);
  const lines = useHeld(rows, { isPointed, focused: focused?.session ?? null });
  const held = focused ? lines.findIndex(({ row }) => row.id === focused.session) : -1;
  const [known] = useState<Known>(() => ({ asked: new Map(), told: new Set() }));
  useAnchor(scroller);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => HEIGHT,
    overscan: 6,
    getItemKey: (at) => lines[at]?.row.id ?? at,
    // What has the focus is there, wherever the list is scrolled to.
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const seen = defaultRangeExtractor(range);
        return held < 0 || seen.includes(held) ? seen : [...seen, held].sort((one, other) => one - other);
      },
      [held],
    ),
  });
  // What is kept under the pointer is not moved once more.
  virtual.shouldAdjustScrollPositionOnItemSizeChange = isPointed ? () => false : undefined;
  const focusIn = ({ target }: FocusEvent<HTMLElement>) => {
    const session = target.closest<HTMLElement>("[data-session]")?.dataset.session;
    if (session === undefined) return;
    setFocused({ session, item: target.closest<HTMLElement>("[data-item]")?.dataset.item ?? null });
  };
  const focusOut = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
    // A page that is left for another window keeps its focus.
    if (relatedTarget ? !currentTarget.contains(relatedTarget) : document.hasFocus()) setFocused(null);
  };
  return (
    <div
      className="asked"
      role="group"
      aria-label="What waits"
      ref={scroller}
      onFocus={focusIn}
      onBlur={focusOut}
      onPointerEnter={({ pointerType }) => setPointed(pointerType === "mouse")}
      onPointerLeave={() => setPointed(false)}
    >
      {lines.length === 0 && empty}
      <ul style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const line = lines[index];
          if (!line) return null;
          const { row, leftAt } = line;
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              data-session={row.id}
              aria-setsize={lines.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              <Readable
                instead={({ message }) => (
                  <p className="unreadable">
                    The session {seen(row.label)} cannot be read: {message}
                  </p>
                )}
              >
                <Group
                  {...actions}
                  place={place}
                  row={row}
                  known={known}
                  hasLeft={leftAt !== null}
                  isPointed={isPointed}
                  focused={focused?.session === row.id ? focused.item : null}
                  selected={selected}
                />
              </Readable>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
