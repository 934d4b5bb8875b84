// What somebody points at stays under the pointer, whatever comes, goes or grows above it.
import { type RefObject, useEffect } from "react";

/**
 * Keeps the item, or the session, under the pointer where it is: by scrolling, and where there is nothing to scroll by moving
 * the list, until the pointer leaves.
 */
export function useAnchor(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    const list = element?.querySelector<HTMLElement>("ul");
    if (!element || !list) return;
    let anchor: Element | null = null;
    let at = 0;
    let moved = 0;
    const place = () => (anchor ? anchor.getBoundingClientRect().top - list.getBoundingClientRect().top : 0);
    const move = (by: number) => {
      moved = by;
      list.style.top = by === 0 ? "" : `${by}px`;
    };
    const hold = (found: Element | null) => {
      anchor = found;
      at = place();
    };
    const heard = new AbortController();
    const point = ({ target, pointerType }: PointerEvent) => {
      if (pointerType === "mouse") hold((target as Element).closest("[data-item], [data-session]"));
    };
    const leave = () => {
      hold(null);
      move(0);
    };
    element.addEventListener("pointerover", point, heard);
    element.addEventListener("pointerleave", leave, heard);
    // Told before anything is drawn.
    const watched = new MutationObserver(() => {
      if (!anchor?.isConnected) return hold(null);
      const by = place() - at;
      if (by === 0) return;
      at += by;
      const before = element.scrollTop;
      element.scrollTop += by;
      const rest = by - (element.scrollTop - before);
      if (Math.abs(rest) >= 1) move(moved - rest);
    });
    watched.observe(list, { subtree: true, childList: true, characterData: true, attributes: true });
    return () => {
      heard.abort();
      watched.disconnect();
    };
  }, [scroller]);
}
