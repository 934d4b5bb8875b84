// Where the focus goes when what had it is gone.
import { type RefObject, useEffect, useRef } from "react";

/** The title of what can be done, which has the focus when what had it is gone. */
export const DOABLE = "doable";

export function focusDoable(): void {
  (document.getElementById(DOABLE) ?? document.getElementById("main"))?.focus();
}

/** Whoever gives a command whose button is gone then goes on at the title of what can be done. */
export function useKeptFocus(): RefObject<HTMLDivElement | null> {
  const within = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = within.current;
    if (!element) return;
    let held: Element | null = null;
    const heard = new AbortController();
    const listen = ({ target }: FocusEvent) => {
      held = element.contains(target as Element) ? (target as Element) : null;
    };
    document.addEventListener("focusin", listen, heard);
    const watched = new MutationObserver(() => {
      if (held && !held.isConnected && document.activeElement === document.body) focusDoable();
    });
    watched.observe(element, { childList: true, subtree: true });
    return () => {
      heard.abort();
      watched.disconnect();
    };
  }, []);
  return within;
}
