// Where the page is: all of it stands in the address, behind the `#`, so that a link brings somebody else to the same place.
import { useSyncExternalStore } from "react";

export type Page = "fleet" | "inbox" | "session" | "data";

export interface Place {
  /** Whether the sessions are those of the stories, which never mix with real ones. */
  readonly simulated: boolean;
  readonly page: Page;
  /** The session that is looked at. */
  readonly id: string | null;
  /** Filters, and whatever else the page has to say. */
  readonly query: Readonly<Record<string, string>>;
}

/** Those that one goes to by their names. */
export const PAGES: readonly (readonly [Page, string])[] = [
  ["fleet", "Fleet"],
  ["inbox", "Inbox"],
  ["data", "Data"],
];

/** `#/fleet?text=refund`, `#/session/run-7?seq=3`; `#/stories/…` in front of it is the simulated world. */
export function placeOf(hash: string): Place {
  const [path = "", ...rest] = hash.replace(/^#?\/?/, "").split("?");
  const parts = path.split("/").filter(Boolean).map(decode);
  const simulated = parts[0] === "stories";
  const [page, id] = simulated ? parts.slice(1) : parts;
  return {
    simulated,
    page: page === "session" ? page : (PAGES.find(([name]) => name === page)?.[0] ?? "fleet"),
    id: page === "session" ? (id ?? null) : null,
    query: Object.fromEntries(new URLSearchParams(rest.join("?"))),
  };
}

export function hrefOf({ simulated, page, id, query }: Place): string {
  const path = [simulated ? "stories" : null, page, id === null ? null : encodeURIComponent(id)]
    .filter(Boolean)
    .join("/");
  const search = new URLSearchParams(query).toString();
  return `#/${path}${search && `?${search}`}`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Goes somewhere else; `replace` leaves no step to go back to, as for each letter of a search. */
export function go(place: Place, { replace = false } = {}): void {
  const href = hrefOf(place);
  if (href === location.hash) return;
  history[replace ? "replaceState" : "pushState"](null, "", href);
  dispatchEvent(new Event("placed"));
}

function subscribe(listener: () => void): () => void {
  const heard = new AbortController();
  for (const type of ["hashchange", "popstate", "placed"]) addEventListener(type, listener, heard);
  return () => heard.abort();
}

let last = { hash: location.hash, place: placeOf(location.hash) };
let before: Place | null = null;
let list: Place | null = null;

function snapshot(): Place {
  if (location.hash !== last.hash) {
    before = last.place;
    if (before.page !== "session") list = before;
    last = { hash: location.hash, place: placeOf(location.hash) };
  }
  return last.place;
}

/** Where the page was before it is where it is. */
export function placeBefore(): Place | null {
  return before;
}

/** What led to the session that is looked at: what was left for it, or for those before it. */
export function listBefore({ simulated }: Place): Place {
  return list?.simulated === simulated ? list : { simulated, page: "fleet", id: null, query: {} };
}

/** The present place, which is a new object only when it has changed. */
export function usePlace(): Place {
  return useSyncExternalStore(subscribe, snapshot);
}
