// The database: what is stored where, how it is read and written, and what becomes of it when another tab wants it.
import { openDB } from "idb";
import { CountersignError } from "../error.js";

/**
 * What makes each form of the database of the one before; their number is its version. One of a later version is left
 * as it is.
 *
 * - `sessions`: a record for each, `{ id, lifecycle, session, seq, changes, version, origin, label }`, where `changes` were
 *   decided here since its server's last snapshot
 * - `rows`: what lists show of each; `{ id, position }` of one that is there no more
 * - `entries`: what happened, by `position`
 */
const FORMS = [
  (db) => {
    const sessions = db.createObjectStore("sessions", { keyPath: "id" });
    sessions.createIndex("parent", "session.parentUid");
    const rows = db.createObjectStore("rows", { keyPath: "id" });
    rows.createIndex("position", "position");
    const entries = db.createObjectStore("entries", { keyPath: "position", autoIncrement: true });
    entries.createIndex("session", ["id", "seq"], { unique: true });
    entries.createIndex("command", ["id", "commandId"], { unique: true });
  },
];

export async function openDatabase(name, { onBlocked, onClosed }) {
  try {
    return await openDB(name, FORMS.length, {
      upgrade(db, from, _to, tx) {
        for (const form of FORMS.slice(from)) form(db, tx);
      },
      blocked: onBlocked,
      // Another tab wants to upgrade or delete it, and would wait for ever.
      blocking: () => onClosed("versionchange"),
      terminated: () => onClosed("terminated"),
    });
  } catch (cause) {
    // Above all where there is no IndexedDB.
    throw typed(cause, UNAVAILABLE);
  }
}

/**
 * How a database is read and written: in transactions of all its stores. Whoever works in one gets them, with the engine and
 * the time, before what is given, and keeps the rows that it wrote in `written`. Once it resolves all of it is durable; else nothing is.
 *
 * A tab that is frozen gets no answers, and what it had begun would hold up all others: it is undone, and done anew once the
 * tab goes on.
 */
export function transactions(db, { engine, clock, durability }) {
  const names = [...db.objectStoreNames];
  const running = new Set();
  let resumed;

  const transact = async (mode, work, given) => {
    await resumed;
    let tx;
    try {
      tx = db.transaction(names, mode, { durability });
      running.add(tx);
      tx.done.catch(() => {});
      const stores = names.map((name) => [name, tx.objectStore(name)]);
      const answer = await work({ ...Object.fromEntries(stores), engine, now: clock(), written: [] }, ...given);
      tx.commit();
      await tx.done;
      return answer;
    } catch (cause) {
      abort(tx);
      const error = tx?.error ?? cause;
      if (resumed && error.name === "AbortError") return transact(mode, work, given);
      throw typed(error);
    } finally {
      running.delete(tx);
    }
  };

  return {
    read: (work, ...given) => transact("readonly", work, given),
    write: (work, ...given) => transact("readwrite", work, given),
    freeze() {
      resumed = new Promise((resolve) => document.addEventListener("resume", resolve, { once: true }));
      running.forEach(abort);
    },
  };
}

function abort(tx) {
  try {
    tx.abort();
  } catch {
    // It was over already, or had not begun.
  }
}

/** The error that says what the browser's means for whoever asked. */
function typed(cause, otherwise = ["invalid_input", "not possible"]) {
  // An engine of another bundle has another class.
  if (cause?.name === "CountersignError") return cause;
  const [code, message] = ERRORS[cause?.name] ?? otherwise;
  return new CountersignError(code, "", `${message}: ${cause?.message}`, { cause });
}

const CLOSED = ["store_closed", "closed or deleted: reopen it"];
const UNAVAILABLE = ["storage_unavailable", "no storage here"];
const ERRORS = {
  QuotaExceededError: ["quota_exceeded", "no room: nothing was written"],
  VersionError: ["version_too_new", "of a later version"],
  InvalidStateError: CLOSED,
  NotFoundError: CLOSED,
  AbortError: CLOSED,
  SecurityError: UNAVAILABLE,
  UnknownError: UNAVAILABLE,
};
