// How quickly the stories go on: the same in all tabs, and after a reload.
import { useSyncExternalStore } from "react";
import { placeOf } from "../place";

export type Pace = "slow" | "normal" | "fast" | "paused";

export const PACES: readonly Pace[] = ["slow", "normal", "fast", "paused"];

/** How many times as quickly. */
export const SPEEDS: Readonly<Record<Pace, number>> = { slow: 0.4, normal: 1, fast: 4, paused: 0 };

const KEY = "countersign.pace";

let chosen: Pace = addressed() ?? remembered();

/** That of the address, as in `#/stories/fleet?pace=fast`, with which a page begins. */
function addressed(): Pace | null {
  return known(placeOf(location.hash).query.pace);
}

function remembered(): Pace {
  try {
    return known(localStorage.getItem(KEY)) ?? "normal";
  } catch {
    return "normal";
  }
}

function known(text: string | null | undefined): Pace | null {
  return PACES.find((pace) => pace === text) ?? null;
}

export function paceNow(): Pace {
  return chosen;
}

export function setPace(pace: Pace): void {
  chosen = pace;
  try {
    localStorage.setItem(KEY, pace);
  } catch {
    // This tab alone knows it.
  }
  dispatchEvent(new Event("paced"));
}

function subscribe(listener: () => void): () => void {
  const heard = new AbortController();
  addEventListener("paced", listener, heard);
  const elsewhere = ({ key }: StorageEvent) => {
    if (key !== KEY) return;
    chosen = remembered();
    dispatchEvent(new Event("paced"));
  };
  addEventListener("storage", elsewhere, heard);
  return () => heard.abort();
}

export function usePace(): Pace {
  return useSyncExternalStore(subscribe, paceNow);
}
