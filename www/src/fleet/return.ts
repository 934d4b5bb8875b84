// The row that has the focus is there, wherever the list is scrolled to; and whoever comes back from a session is at its row.
import type { Row } from "countersign/store";
import { defaultRangeExtractor, type Range } from "@tanstack/react-virtual";
import { type FocusEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { hrefOf, type Place, placeBefore, placeOf } from "../place";

interface Left {
  readonly href: string;
  readonly id: string;
  readonly top: number;
}

let left: Left | null = null;

export function useReturn(place: Place, rows: readonly Row[], scroller: RefObject<HTMLDivElement | null>) {
  const href = hrefOf(place);
  const [back] = useState(() => (placeBefore()?.page === "session" && left?.href === href ? left : null));
  const [focused, setFocused] = useState(back?.id ?? null);
  const at = useIndex(rows, focused);

  // What is left for a session is remembered; that is drawn once more, for the address of the session.
  useLayoutEffect(() => {
    if (placeOf(href).page !== "fleet") return;
    const element = scroller.current;
    return () => {
      const { page, id } = placeOf(location.hash);
      if (element && page === "session" && id !== null) left = { href, id, top: element.scrollTop };
    };
  }, [href, scroller]);

  const isReturning = useRef(back !== null);
  useEffect(() => {
    if (!isReturning.current || at < 0) return;
    // It may be drawn only next time.
    const link = scroller.current?.querySelector<HTMLElement>(`[aria-rowindex="${at + 2}"] a`);
    if (!link) return;
    isReturning.current = false;
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.id === "main") link.focus();
  });

  const rangeExtractor = useCallback(
    (range: Range) => {
      const seen = defaultRangeExtractor(range);
      return at < 0 || seen.includes(at) ? seen : [...seen, at].sort((one, other) => one - other);
    },
    [at],
  );
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const index = target.closest("[role=row]")?.getAttribute("aria-rowindex");
    setFocused(rows[Number(index) - 2]?.id ?? null);
  };
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
    // A page that is left for another window keeps its focus.
    if (relatedTarget ? !currentTarget.contains(relatedTarget) : document.hasFocus()) setFocused(null);
  };
  return { top: back?.top ?? 0, rangeExtractor, on: { onFocus, onBlur } };
}

/** Where that row is; it is looked for only if it is not where it was. */
function useIndex(rows: readonly Row[], id: string | null): number {
  const last = useRef(-1);
  if (id === null) last.current = -1;
  else if (rows[last.current]?.id !== id) last.current = rows.findIndex((row) => row.id === id);
  return last.current;
}
