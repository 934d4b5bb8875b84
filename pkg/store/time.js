// What time alone changes: sessions of the store's own are ticked, and rows are shown otherwise.
import { dispatch } from "./dispatch.js";
import { dueAt, momentOf, renewed } from "./rows.js";
import { inBatches } from "./transfer.js";

// A timer stands still while the machine sleeps: so the clock is looked at once a minute.
const LONGEST = 60_000;
// How long to wait at least, lest what cannot be done is tried without end.
const REST = 1000;

/** Keeps the rows of a feed up with the time; `changed` tells which ones became others. */
export function timeOf({ clock, feed, db, write, changed }) {
  // One timer, however many sessions there are.
  let timer;
  let at = Infinity;

  /** Derives rows anew: first what is shown, which needs no room, then what is stored. */
  const renew = (rows) =>
    inBatches(rows, (batch) =>
      db
        .write(async (tx) => {
          const fresh = await Promise.all(batch.map((row) => renewIn(tx, row)));
          await Promise.all(fresh.filter(Boolean).map((row) => tx.rows.put(row)));
        })
        .catch(() => {}),
    );

  const renewIn = async (tx, { id }) => {
    const held = await tx.rows.get(id);
    const fresh = held?.lifecycle && (await renewed(tx, held));
    if (fresh) feed.rows.set(id, fresh);
    return fresh !== held && fresh;
  };

  const passed = async () => {
    // Some visible tab does it.
    if (isHidden()) return;
    const now = clock();
    const rows = [...feed.rows.values()].filter((row) => momentOf(row) <= now);
    await renew(rows);
    await changed(new Set(rows.map(({ id }) => id)));
    const due = rows.filter((row) => dueAt(row) <= now);
    await inBatches(due, (batch) => write((tx) => Promise.all(batch.map((row) => tick(tx, row)))));
  };

  const next = () => {
    let moment = Infinity;
    for (const row of feed.rows.values()) moment = Math.min(moment, momentOf(row));
    return moment;
  };

  const set = (moment, least) => {
    clearTimeout(timer);
    at = moment;
    if (at < Infinity) timer = setTimeout(ring, Math.min(Math.max(at - clock(), least), LONGEST));
  };

  const ring = async () => {
    // After a minute, or where the clock was set back: not yet.
    if (at <= clock()) await passed().catch(() => {});
    set(next(), REST);
  };

  const by = (moment) => moment < at && set(moment, 0);

  /** After a sleep, of the tab or of the machine: what was missed is read, and what is due is done. */
  const wake = async () => {
    if (isHidden()) return;
    await feed.catchUp();
    await passed();
    by(next());
  };

  const heard = new AbortController();
  const hear = (type, listener) => globalThis.document?.addEventListener(type, listener, heard);
  hear("freeze", db.freeze);
  // Whoever asks for something is told of an error; here there is nobody.
  hear("visibilitychange", () => wake().catch(() => {}));

  return {
    renew,
    passed,
    wake,

    /** Sessions changed, and with them perhaps what is next. */
    changed(ids) {
      for (const id of ids) if (feed.rows.has(id)) by(momentOf(feed.rows.get(id)));
    },

    stop() {
      clearTimeout(timer);
      heard.abort();
    },
  };
}

function isHidden() {
  return globalThis.document?.hidden;
}

/** Tells a session that time has passed. One that cannot be read stops no other. */
function tick(tx, { lifecycle, id }) {
  return dispatch(tx, { lifecycle, id, command: { type: "tick" }, caller: "SYSTEM" }).catch(() => {});
}
