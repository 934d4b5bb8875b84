// A session as it is stored, and how an entry goes on from it.
import { CountersignError } from "../error.js";
import { rowOf } from "./rows.js";

/** The stores that a change writes to. */
export const WRITTEN = ["sessions", "rows", "entries", "removed"];

/** The record of the session, if there is one; of another lifecycle it is nonsense. */
export async function recordOf(tx, id, lifecycle) {
  const record = await tx.objectStore("sessions").get(id);
  if (record && lifecycle !== undefined && record.lifecycle !== lifecycle) {
    throw new CountersignError("invalid_input", "lifecycle", `\`${id}\` is ${record.lifecycle}`);
  }
  return record;
}

/** The id of a session, whatever its lifecycle calls it. */
export function idOf(session) {
  return session.uid ?? session.id;
}

/** Writes an entry, and the session and its row as they are after it. */
export async function append(tx, engine, record, entry) {
  const { id, seq } = record;
  const position = await tx.objectStore("entries").add({ ...entry, id, seq });
  await tx.objectStore("sessions").put(record);
  const row = rowOf(engine, record, entry.at, { position, updated: entry.at });
  await tx.objectStore("rows").put(row);
  return position;
}

/** Removes the entries of a session. */
export async function dropEntries(tx, id) {
  const entries = tx.objectStore("entries");
  const keys = await entries.index("session").getAllKeys(IDBKeyRange.bound([id], [id, []]));
  for (const key of keys) entries.delete(key);
}

/** Removes all of a session. What is left tells the other tabs, and turns away a late snapshot. */
export async function forget(tx, id) {
  // A position of its own, so that whoever catches up sees it.
  const position = await tx.objectStore("entries").add({ id, seq: 0 });
  await dropEntries(tx, id);
  tx.objectStore("sessions").delete(id);
  tx.objectStore("rows").delete(id);
  await tx.objectStore("removed").put({ id, position });
  return position;
}
