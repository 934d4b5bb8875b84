// What happened to a session, the newest first; each step leads to the session as it was after it.
import type { Entry } from "countersign/store";
import { useState } from "react";
import { Foreign } from "../parts/foreign";
import { Phrase } from "../parts/phrase";
import { Ago } from "../parts/time";
import type { Place } from "../place";
import { count, moment } from "../words";
import { stepHref } from "./past";
import { callerSaid, commandAbout, commandSaid, eventsSaid } from "./said";

/** How many steps are drawn at first, and how many more at a time. */
const SOME = 100;

export function History({
  place,
  entries,
  seq,
}: {
  place: Place;
  entries: readonly Entry[] | null;
  seq: number | null;
}) {
  const [many, setMany] = useState(SOME);
  const newest = entries?.at(-1)?.seq ?? null;
  const chosen = seq ?? newest;
  const shown = entries ? entries.slice(-many).reverse() : [];
  const left = (entries?.length ?? 0) - shown.length;
  return (
    <section className="history" aria-labelledby="history-title">
      <h2 id="history-title">History</h2>
      {!entries && <p className="quiet">Reading what happened …</p>}
      {entries?.length === 0 && <p className="quiet">Nothing is known of what happened.</p>}
      <ol reversed start={newest ?? 1}>
        {shown.map((entry) => (
          <li key={entry.seq}>
            <a
              href={stepHref(place, entry.seq === newest ? null : entry.seq)}
              aria-current={entry.seq === chosen ? "step" : undefined}
            >
              <Step entry={entry} />
            </a>
          </li>
        ))}
      </ol>
      {left > 0 && (
        <button type="button" onClick={() => setMany(many + SOME)}>
          {`Show more of ${count(left, "earlier step")}`}
        </button>
      )}
    </section>
  );
}

function Step({ entry }: { entry: Entry }) {
  if (entry.kind === "snapshot") {
    return (
      <>
        <span className="seq">{entry.seq}</span>
        <span className="said">
          Taken over as it was
          <span className="quiet">
            {entry.version === null ? "a snapshot" : `its server's version ${entry.version}`}
          </span>
        </span>
        <When at={entry.at} />
      </>
    );
  }
  const about = commandAbout(entry.command);
  return (
    <>
      <span className="seq">{entry.seq}</span>
      <span className="said">
        <span>
          {commandSaid(entry.command)}{" "}
          {about && (
            <span className="about">
              <Foreign>{about}</Foreign>
            </span>
          )}
        </span>
        <span className="quiet">
          by <Foreign>{callerSaid(entry.caller, entry.command)}</Foreign>:{" "}
          {entry.outcome === "noop" ? (
            <Phrase capital={false}>{`nothing to do: ${entry.message}`}</Phrase>
          ) : (
            eventsSaid(entry.events)
          )}
        </span>
        {entry.warnings.map(({ code, message }) => (
          <span key={code} className="needs_human">
            <Phrase>{message}</Phrase>
          </span>
        ))}
      </span>
      <When at={entry.at} />
    </>
  );
}

function When({ at }: { at: number }) {
  return (
    <span className="quiet when" title={moment(at)}>
      <Ago at={at} />
    </span>
  );
}
