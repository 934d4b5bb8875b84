// What happened to a session, entry by entry.
import { CountersignError } from "../error.js";
import { lifecycleOf } from "./engine.js";
import { append, dropEntries, recordOf } from "./record.js";

/** All entries of a session, the oldest first. */
export function entriesOf(tx, id, last) {
  const range = IDBKeyRange.bound([id], [id, last ?? []]);
  return tx.objectStore("entries").index("session").getAll(range);
}

/** The session as it was after the entry of that number; null before the first. */
export async function sessionAt(tx, engine, id, seq) {
  const record = await recordOf(tx, id);
  const entries = await entriesOf(tx, id, seq);
  const base = entries.findLastIndex(({ kind }) => kind === "snapshot");
  const begin = base < 0 ? null : entries[base].session;
  return record ? replay(engine, record.lifecycle, entries.slice(base + 1), begin) : null;
}

/** The session that entries give; a snapshot among them starts anew. */
export function replay(engine, lifecycle, entries, begin = null) {
  return lifecycleOf(engine, lifecycle).replay(
    entries.flatMap(({ events }) => events ?? []),
    begin,
  );
}

/** Replaces the entries of a session by one that holds it as it is. */
export async function compact(tx, engine, id, now) {
  const record = await recordOf(tx, id);
  if (!record) throw new CountersignError("unknown_session", "id", `there is no session \`${id}\``);
  await dropEntries(tx, id);
  const { session, version } = record;
  const seq = record.seq + 1;
  await append(
    tx,
    engine,
    { ...record, seq, base: seq },
    { kind: "snapshot", at: now, session, version, rulesHash: engine.rulesHash },
  );
}
