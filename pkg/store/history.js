// What happened to a session, entry by entry.
import { lifecycleOf } from "./engine.js";
import { append, dropEntries, entriesOf, recordOf } from "./record.js";

/** The session as it was after the entry of that number; null before the first. */
export async function sessionAt(tx, id, seq) {
  const record = await recordOf(tx, id);
  return record.session && replay(tx, record.lifecycle, await entriesOf(tx, id, seq));
}

/** The session that entries give: from the last snapshot among them on. */
export function replay(tx, lifecycle, entries) {
  const base = entries.findLastIndex(({ kind }) => kind === "snapshot");
  const events = entries.slice(base + 1).flatMap(({ events }) => events);
  return lifecycleOf(tx, lifecycle).replay(events, entries[base]?.session ?? null);
}

/** Replaces the entries of a session by one that holds it as it is. */
export async function compact(tx, id) {
  const record = await recordOf(tx, id);
  const { session, version } = record;
  if (!session) return;
  await dropEntries(tx, id);
  await append(tx, record, { kind: "snapshot", session, version, warnings: [] });
}
