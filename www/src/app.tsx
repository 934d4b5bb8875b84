// The frame of every page: where one can go, which world it is, and what is wrong with the storage.
import { useSessions } from "countersign/react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Data } from "./data/data";
import { Drop } from "./data/drop";
import { Fleet } from "./fleet/fleet";
import { Inbox } from "./inbox/inbox";
import { FOR_PERSON } from "./inbox/items";
import { Broken } from "./parts/broken";
import { CopyLink } from "./parts/link";
import { Offline } from "./parts/offline";
import { useNoRepeat } from "./parts/repeat";
import { useTitle } from "./parts/title";
import { go, hrefOf, PAGES, type Page, type Place, usePlace } from "./place";
import { Session } from "./session/session";
import { Stories } from "./stories/stories";
import { useOpened } from "./stores";

export function App() {
  const place = usePlace();
  const { error, closed, tryAgain } = useOpened();
  const main = useRef<HTMLElement>(null);
  const name = PAGES.find(([page]) => page === place.page)?.[1] ?? null;
  useTitle(name);
  useKnown(place);
  useArrival(place, main);
  useNoRepeat();
  return (
    <>
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        Skip to the page
      </button>
      <header className="top">
        <a className="brand" href={hrefOf({ ...place, page: "fleet", id: null, query: {} })}>
          countersign
        </a>
        <nav aria-label="Pages">
          {PAGES.map(([page, title]) => (
            <a key={page} href={hrefOf({ ...place, page, id: null, query: {} })} aria-current={currentOf(page, place)}>
              {title}
              {page === "inbox" && <Waiting />}
            </a>
          ))}
        </nav>
        <Offline />
        {place.page !== "data" && <CopyLink isOfSession={place.page === "session"} />}
        <Worlds place={place} />
      </header>
      {place.simulated && !error && <Stories />}
      {closed && (
        <Notice>
          This page is out of date, or its storage was closed.{" "}
          <button type="button" onClick={() => location.reload()}>
            Load it again
          </button>
        </Notice>
      )}
      <main id="main" ref={main} tabIndex={-1} aria-label={name ?? `Session ${place.id}`}>
        <Broken at={hrefOf(place)}>
          {error ? <Unavailable why={error.message} tryAgain={tryAgain} /> : <Shown place={place} />}
        </Broken>
      </main>
      <Drop simulated={place.simulated} />
    </>
  );
}

/** An address that leads nowhere gives way to that of what is shown. */
function useKnown(place: Place) {
  useEffect(() => {
    const known = hrefOf({ ...place, query: {} });
    const isKnown = place.page === "session" || location.hash.split("?", 1)[0] === known;
    if (location.hash && !isKnown) go(place, { replace: true });
  }, [place]);
}

/** A session is one of the fleet. */
function currentOf(page: Page, place: Place): "page" | "true" | undefined {
  if (page === place.page) return "page";
  return page === "fleet" && place.page === "session" ? "true" : undefined;
}

/** Whoever goes to another page is at its top, with the focus too, unless the page has put it elsewhere. */
function useArrival(place: Place, main: RefObject<HTMLElement | null>) {
  const here = hrefOf({ ...place, query: {} });
  const last = useRef(here);
  useEffect(() => {
    if (last.current === here) return;
    last.current = here;
    main.current?.scrollTo(0, 0);
    if (!main.current?.contains(document.activeElement)) main.current?.focus();
  }, [here, main]);
}

/** In place of every page: without a store there is nothing to show. */
function Unavailable({ why, tryAgain }: { why: string; tryAgain: () => void }) {
  return (
    <div className="empty" role="alert">
      <h1>Sessions cannot be kept here</h1>
      <p>{why}</p>
      <button type="button" onClick={tryAgain}>
        Try again
      </button>
    </div>
  );
}

function Shown({ place }: { place: Place }) {
  if (place.page === "inbox") return <Inbox />;
  if (place.page === "data") return <Data />;
  if (place.page === "session") return <Session key={place.id} id={place.id ?? ""} />;
  return <Fleet />;
}

/** In how many sessions something waits for a person, beside the link to them. */
function Waiting() {
  const { store } = useOpened();
  const rows = useSessions(store, { waiting: true, attention: FOR_PERSON });
  if (!rows?.length) return null;
  return (
    <span className="count">
      {rows.length.toLocaleString("en")}
      <span className="hidden"> waiting for a person</span>
    </span>
  );
}

/** One's own sessions, or the simulated ones: never both. */
function Worlds({ place }: { place: Place }) {
  const to = (simulated: boolean) => hrefOf({ simulated, page: "fleet", id: null, query: {} });
  return (
    <nav className="worlds" aria-label="Whose sessions">
      <a href={to(false)} aria-current={place.simulated ? undefined : "true"}>
        Yours
      </a>
      <a href={to(true)} aria-current={place.simulated ? "true" : undefined}>
        Simulated
      </a>
    </nav>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <div className="notice" role="alert">
      {children}
    </div>
  );
}
