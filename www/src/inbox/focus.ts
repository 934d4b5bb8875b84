// Where the focus goes once something is answered.
import type { State } from "./items";

/**
 * To the next thing that waits in the same way, else to the one before it, else to the title of the page. Never to a button:
 * what was not looked at yet is not decided by the same key.
 */
export function focusBehind(from: HTMLElement, state: State, title: HTMLElement | null): void {
  const items = [...(from.closest("ul")?.querySelectorAll<HTMLElement>("[data-item]") ?? [])];
  // Whoever approves one after the other is not led to say that something has run.
  const states: readonly (string | undefined)[] = ASKING.includes(state) ? ASKING : [state];
  const isNext = (item: HTMLElement) => item !== from && states.includes(item.dataset.state);
  const at = items.indexOf(from);
  const next = items.slice(at + 1).find(isNext) ?? items.slice(0, at).findLast(isNext);
  (next ?? title)?.focus();
}

const ASKING: readonly State[] = ["waits", "expired"];
