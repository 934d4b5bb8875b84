// One session: what it is and why, what can be done with it, and what happened.
import { useSession, useSessions } from "countersign/react";
import type { Row, Shown } from "countersign/store";
import { Suspense, useEffect, useMemo, useRef, useState } from "react";
import { Foreign } from "../parts/foreign";
import { Readable } from "../parts/readable";
import { Status } from "../parts/status";
import { useTitle } from "../parts/title";
import { hrefOf, listBefore, PAGES, type Place, usePlace } from "../place";
import { useOpened } from "../stores";
import { sentence } from "../words";
import { type Lifecycles, useEngine, viewOf } from "./engine";
import { Diagram } from "./diagram";
import { Facts } from "./facts";
import { History } from "./history";
import { Banner, seqOf, useAt, useHistory } from "./past";
import { idOf, type Subject } from "./subject";
import { Why } from "./why";
import { Work } from "./work";

export function Session({ id }: { id: string }) {
  return (
    <Readable>
      <Suspense fallback={<Reading id={id} />}>
        <Present id={id} />
      </Suspense>
    </Readable>
  );
}

function Present({ id }: { id: string }) {
  const { store, error } = useOpened();
  const place = usePlace();
  const engine = useEngine();
  const shown = useSession(store, id);
  const [wasThere, setThere] = useState(false);
  if (shown && !wasThere) setThere(true);
  if (error) return <p className="empty">Without storage there is no session to show.</p>;
  if (shown === undefined) return <Reading id={id} />;
  if (shown === null) return <None id={id} place={place} wasThere={wasThere} />;
  return <Page engine={engine} id={id} place={place} shown={shown} />;
}

function Page({ engine, id, place, shown }: { engine: Lifecycles; id: string; place: Place; shown: Shown }) {
  const { store } = useOpened();
  const entries = useHistory(store, id, shown);
  const seq = seqOf(place);
  const then = useAt(store, id, seq);
  const entry = seq === null ? entries?.at(-1) : entries?.find((each) => each.seq === seq);
  const isPast = seq !== null;
  const row = useRow(id);
  const name = row?.label ?? id;
  const title = useStepped(seq);
  useTitle(name);
  const read = useMemo(() => {
    const session = isPast ? then : shown.session;
    if (!session || (isPast && !entry)) return null;
    const now = isPast && entry ? entry.at : Date.now();
    const view = isPast ? viewOf(engine, session, now) : shown.view;
    return { name: session.lifecycle, lifecycle: engine[session.lifecycle], session, view, now, isPast } as Subject;
  }, [engine, shown, then, entry, isPast]);
  const isNone = isPast && entries !== null && !entry;
  const kept = useKept(read, isNone);
  const subject = !kept || kept.isPast === isPast ? kept : { ...kept, isPast };
  return (
    <article className="session" data-past={isPast ? "" : undefined} aria-labelledby="session-title">
      {isPast && entries && <Banner place={place} seq={seq} entries={entries} />}
      <header className="head">
        <Back place={place} />
        <h1 id="session-title" ref={title} tabIndex={-1}>
          <Foreign>{name}</Foreign>
        </h1>
        {subject && <Status display={subject.view.display} attention={subject.view.attention} />}
        <span className="quiet">{sentence(shown.session.lifecycle)}</span>
        <code className="quiet">
          <Foreign>{idOf(shown.session)}</Foreign>
        </code>
        {!isPast && shown.origin === "remote" && (
          <span className="mark">{shown.unconfirmed ? "not confirmed" : "remote"}</span>
        )}
      </header>
      <div className="columns" aria-busy={subject !== read}>
        <div className="work">
          {subject ? (
            <>
              <Why engine={engine} subject={subject} entry={entry} />
              <Work subject={subject} id={id} />
              <Diagram engine={engine} subject={subject} entry={entry} />
            </>
          ) : (
            <p className="empty">{isNone ? "No such step." : "Reading what was …"}</p>
          )}
        </div>
        <div className="beside">
          {subject && <Facts subject={subject} shown={shown} />}
          <History place={place} entries={entries} seq={seq} />
        </div>
      </div>
    </article>
  );
}

/** To the list that led here. */
function Back({ place }: { place: Place }) {
  const list = listBefore(place);
  return (
    <a className="back" href={hrefOf(list)}>
      <span aria-hidden="true">← </span>
      {PAGES.find(([page]) => page === list.page)?.[1]}
    </a>
  );
}

/** What was shown last stays while the next step is read, so that the page neither jumps nor loses the focus. */
function useKept(subject: Subject | null, isNone: boolean): Subject | null {
  const kept = useRef(subject);
  useEffect(() => {
    if (subject) kept.current = subject;
  }, [subject]);
  return isNone ? null : (subject ?? kept.current);
}

/** What lists call the session. */
function useRow(id: string): Row | undefined {
  const { store } = useOpened();
  return useSessions(store, { text: id })?.find((row) => row.id === id);
}

/**
 * Whoever goes to another step sees what it says at the top of the page; and goes on at the title, unless the link that led
 * there is still in sight.
 */
function useStepped(seq: number | null) {
  const title = useRef<HTMLHeadingElement>(null);
  const was = useRef(seq);
  useEffect(() => {
    if (was.current === seq) return;
    was.current = seq;
    document.getElementById("main")?.scrollTo(0, 0);
    const held = document.activeElement;
    if (!held?.closest("a") || held.getBoundingClientRect().bottom > innerHeight)
      title.current?.focus({ preventScroll: true });
  }, [seq]);
  return title;
}

function Reading({ id }: { id: string }) {
  useTitle(id);
  return (
    <div className="session" aria-busy="true">
      <header className="head">
        <h1>{id}</h1>
        <p className="quiet" role="status">
          Reading the session …
        </p>
      </header>
    </div>
  );
}

function None({ id, place, wasThere }: { id: string; place: Place; wasThere: boolean }) {
  const title = useRef<HTMLHeadingElement>(null);
  useTitle(id);
  // What had the focus went away with the session.
  useEffect(() => {
    if (wasThere && document.activeElement === document.body) title.current?.focus();
  }, [wasThere]);
  return (
    <div className="empty">
      <h1 ref={title} tabIndex={-1}>
        No such session
      </h1>
      <p>
        <code>{id}</code> is not kept here{place.simulated ? " among the simulated ones" : ""}, or no longer.
      </p>
      <p>
        <a className="button" href={hrefOf({ ...place, page: "fleet", id: null, query: {} })}>
          Show all sessions
        </a>
      </p>
    </div>
  );
}
