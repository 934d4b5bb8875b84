// A session as it is stored, and how an entry goes on from it.
import { CountersignError } from "../error.js";
import { stored } from "./engine.js";
import { rowOf } from "./rows.js";

/** The record of the session, one without a session if there is none; of another lifecycle it is nonsense. */
export async function recordOf(tx, id, lifecycle) {
  const none = { id, lifecycle, session: null, seq: 0, changes: 0, version: null, origin: "local", label: "" };
  const record = (await tx.sessions.get(id)) ?? none;
  if (lifecycle !== undefined && record.lifecycle !== lifecycle) {
    throw new CountersignError("invalid_input", "lifecycle", `\`${id}\` is ${record.lifecycle}`);
  }
  return record;
}

/** The id of a session, whatever its lifecycle calls it. */
export function idOf(session) {
  return session.uid ?? session.id;
}

/** Writes an entry, and the session and its row as they are after it. */
export async function append(tx, record, entry) {
  const { id, seq } = record;
  const next = { ...record, seq: seq + 1, label: `${record.label}` };
  const added = { ...entry, id, seq: next.seq, at: tx.now, rulesHash: tx.engine.rulesHash };
  await write(tx, next, [added], tx.now);
}

/** Writes entries, the session after them, and its row: of what the engine cannot derive nothing is written. */
export async function write(tx, record, entries, updated) {
  const row = stored(tx, record, () => rowOf(tx, record, { updated }));
  row.position = (await Promise.all(entries.map((entry) => tx.entries.add(entry)))).at(-1);
  tx.written.push(row);
  // Of these the transaction tells.
  for (const put of [tx.sessions.put(record), tx.rows.put(row)]) put.catch(() => {});
}

/** All entries of a session up to that number, the oldest first. */
export function entriesOf(tx, id, last) {
  return tx.entries.index("session").getAll(range(id, last));
}

/** Removes the entries of a session. */
export async function dropEntries(tx, id) {
  const keys = await tx.entries.index("session").getAllKeys(range(id));
  await Promise.all(keys.map((key) => tx.entries.delete(key)));
}

function range(id, last = []) {
  return IDBKeyRange.bound([id], [id, last]);
}

/** Removes all of a session. What is left in place of its row tells the other tabs, and turns away a late snapshot. */
export async function forget(tx, id) {
  // A position of its own, so that whoever catches up sees it.
  const row = { id, position: await tx.entries.add({ id, seq: 0 }) };
  tx.written.push(row);
  await Promise.all([tx.sessions.delete(id), tx.rows.put(row), dropEntries(tx, id)]);
}

/** Removes a session, if there is one. */
export async function remove(tx, id) {
  if (await tx.sessions.count(id)) await forget(tx, id);
}

/** Removes all sessions. */
export async function clear(tx) {
  for (const id of await tx.sessions.getAllKeys()) await forget(tx, id);
}

/** Whether two values say the same, in whatever order their keys are. */
export function isSame(one, other) {
  return inOrder(one) === inOrder(other);
}

function inOrder(value) {
  return JSON.stringify(value, (_key, inner) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(
          Object.keys(inner)
            .sort()
            .map((key) => [key, inner[key]]),
        )
      : inner,
  );
}
