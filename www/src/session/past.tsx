// What happened to a session, and the session as it was then.
import type { Entry, Session, Shown, Store } from "countersign/store";
import { useEffect, useState } from "react";
import { hrefOf, type Place } from "../place";
import { moment } from "../words";

/** Everything that happened to the session, the oldest first; read again whenever it was told anew. */
export function useHistory(store: Store | null, id: string, shown: Shown | null | undefined): readonly Entry[] | null {
  const [entries, setEntries] = useState<readonly Entry[] | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    let isCurrent = true;
    if (store && shown)
      store.history(id).then(
        (read) => isCurrent && setEntries(read),
        (failure) => isCurrent && setError(failure),
      );
    return () => {
      isCurrent = false;
    };
  }, [store, id, shown]);
  if (error) throw error;
  return entries;
}

/** The session after the entry of that `seq`; undefined until it is read. */
export function useAt(store: Store | null, id: string, seq: number | null): Session | null | undefined {
  const [read, setRead] = useState<{ seq: number; session: Session | null } | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    let isCurrent = true;
    if (store && seq !== null)
      store.at(id, seq).then(
        (session) => isCurrent && setRead({ seq, session }),
        (failure) => isCurrent && setError(failure),
      );
    return () => {
      isCurrent = false;
    };
  }, [store, id, seq]);
  if (error) throw error;
  return seq !== null && read?.seq === seq ? read.session : undefined;
}

/** Which step of the history the address means; null: the present. */
export function seqOf({ query }: Place): number | null {
  return query.seq !== undefined && /^\d{1,9}$/.test(query.seq) ? Number(query.seq) : null;
}

/** The address of a step, or of the present. */
export function stepHref(place: Place, seq: number | null): string {
  const { seq: _, ...rest } = place.query;
  return hrefOf({ ...place, query: seq === null ? rest : { ...rest, seq: String(seq) } });
}

interface BannerProps {
  place: Place;
  seq: number;
  entries: readonly Entry[];
}

/** Says that the page shows the past, and how to leave it. */
export function Banner({ place, seq, entries }: BannerProps) {
  const at = entries.findIndex((entry) => entry.seq === seq);
  const entry = entries[at];
  const before = entries[at - 1];
  const after = entries[at + 1];
  return (
    <section className="past" aria-label="The past">
      <p role="status">
        <strong>This is the past.</strong>{" "}
        {entry ? (
          <>
            {`Step ${seq} of ${entries.at(-1)?.seq}, on ${moment(entry.at)}`}
            <span className="more">: the session as it was after it</span>. Nothing can be sent.
          </>
        ) : (
          `There is no step ${seq} in the history.`
        )}
      </p>
      <nav aria-label="Steps">
        {before && <a href={stepHref(place, before.seq)}>Earlier</a>}
        {after && <a href={stepHref(place, after.seq)}>Later</a>}
        <a className="button" href={stepHref(place, null)}>
          Back to now
        </a>
      </nav>
    </section>
  );
}
