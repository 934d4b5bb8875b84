// The database: what is stored where, and what becomes of it when another tab wants it.
import { openDB } from "idb";
import { CountersignError } from "../error.js";
import { lifecycleOf } from "./engine.js";

/** The form of the database. One of an unknown later form is left as it is. */
const SCHEMA = 1;

/**
 * Opens the database.
 *
 * - `sessions`: a record for each, `{ id, lifecycle, session, seq, base, version, origin, unconfirmed, label }`
 * - `rows`: what lists show of each
 * - `entries`: what happened, by `position`
 * - `removed`: `{ id, position }` of what is there no more
 */
export async function openDatabase(name, { onBlocked, onClosed }) {
  if (typeof indexedDB === "undefined") throw typed({ name: "SecurityError", message: "there is no IndexedDB" });
  try {
    return await openDB(name, SCHEMA, {
      upgrade(db) {
        const sessions = db.createObjectStore("sessions", { keyPath: "id" });
        sessions.createIndex("parent", "session.parentUid");
        const rows = db.createObjectStore("rows", { keyPath: "id" });
        rows.createIndex("updated", ["updated", "id"]);
        const entries = db.createObjectStore("entries", { keyPath: "position", autoIncrement: true });
        entries.createIndex("session", ["id", "seq"], { unique: true });
        entries.createIndex("command", ["id", "commandId"], { unique: true });
        const removed = db.createObjectStore("removed", { keyPath: "id" });
        removed.createIndex("position", "position");
      },
      blocked: (held) => onBlocked?.(held),
      // Another tab wants to upgrade or delete it, and would wait for ever.
      blocking(_held, _wanted, event) {
        event.target.close();
        onClosed("versionchange");
      },
      terminated: () => onClosed("terminated"),
    });
  } catch (cause) {
    throw typed(cause);
  }
}

/** The error that says what the browser's means for whoever asked. */
export function typed(cause) {
  if (cause instanceof CountersignError) return cause;
  const [code, message] = ERRORS[cause?.name] ?? [];
  return code ? new CountersignError(code, "", `${message}: ${cause.message}`, { cause }) : cause;
}

const CLOSED = ["store_closed", "the database is closed or was deleted; open the store again"];
const UNAVAILABLE = ["storage_unavailable", "nothing can be stored here"];
const ERRORS = {
  QuotaExceededError: ["quota_exceeded", "there is no more room, and nothing was written"],
  VersionError: ["version_too_new", "the database is of a later version, and stays as it is"],
  InvalidStateError: CLOSED,
  NotFoundError: CLOSED,
  SecurityError: UNAVAILABLE,
  UnknownError: UNAVAILABLE,
};

/** What the engine says of a stored record; one that it cannot read is named, and the others stay usable. */
export function stored(engine, record, ask) {
  const lifecycle = lifecycleOf(engine, record.lifecycle);
  try {
    return ask(lifecycle, record.session);
  } catch (cause) {
    try {
      lifecycle.parse(record.session);
    } catch {
      const message = `the stored session \`${record.id}\` cannot be read: ${cause.message}`;
      throw new CountersignError("corrupt_record", record.id, message, { cause });
    }
    throw cause;
  }
}
