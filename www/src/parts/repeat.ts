// A key that is held down presses nothing again: whatever comes under the focus meanwhile was not meant.
import { useEffect } from "react";

export function useNoRepeat(): void {
  useEffect(() => {
    const heard = new AbortController();
    const listen = (event: KeyboardEvent) => {
      const { key, repeat, target } = event;
      if (repeat && key === "Enter" && !(target instanceof HTMLTextAreaElement)) event.preventDefault();
    };
    addEventListener("keydown", listen, { capture: true, signal: heard.signal });
    return () => heard.abort();
  }, []);
}
