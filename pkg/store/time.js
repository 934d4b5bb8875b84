// What time alone changes: sessions of the store's own are ticked, and rows are shown otherwise.
import { dispatch } from "./dispatch.js";
import { dueAt, isStale, momentOf, renewed } from "./rows.js";
import { inBatches } from "./transfer.js";

/** Keeps the rows of a feed up with the time; `changed` tells which ones became others. */
export function timeOf({ clock, engine, feed, db, write, changed }) {
  const { document } = globalThis;
  // A timer stands still while the machine sleeps: so the clock is looked at once a minute, and what could not be done is
  // tried again as often.
  const MINUTE = 60_000;
  // One timer, however many sessions there are.
  let timer;
  let at = Infinity;

  /** Derives anew the rows that are stale, which it gives: first what is shown, which needs no room, then what is stored. */
  const renew = async () => {
    const rows = [...feed.rows.values()].filter((row) => isStale({ engine, now: clock() }, row));
    await inBatches(rows, (batch) =>
      db.write((tx) => Promise.all(batch.map((row) => renewIn(tx, row)))).catch(() => {}),
    );
    return rows;
  };

  const renewIn = async (tx, { id }) => {
    const held = await tx.rows.get(id);
    const fresh = held?.lifecycle && (await renewed(tx, held));
    if (!fresh) return;
    feed.rows.set(id, fresh);
    if (fresh !== held) await tx.rows.put(fresh);
  };

  const passed = async () => {
    // Some visible tab does it.
    if (document?.hidden) return;
    const rows = await renew();
    await changed(new Set(rows.map(({ id }) => id)));
    const due = rows.filter((row) => dueAt(row) <= clock());
    await inBatches(due, (batch) => write(tick, batch));
  };

  const next = () => {
    let moment = Infinity;
    for (const row of feed.rows.values()) moment = Math.min(moment, momentOf(row));
    return moment;
  };

  const set = (moment, again) => {
    clearTimeout(timer);
    at = heard.signal.aborted ? Infinity : moment;
    const left = at - clock();
    if (at < Infinity) timer = setTimeout(ring, left > 0 ? Math.min(left, MINUTE) : again);
  };

  const ring = async () => {
    const asOf = clock();
    await passed().catch(() => {});
    set(next(), next() > asOf ? 0 : MINUTE);
  };

  const by = (moment) => moment < at && set(moment, 0);

  /** After a sleep, of the tab or of the machine: what was missed is read, and what is due is done. */
  const wake = () => feed.catchUp().then(ring);

  const heard = new AbortController();

  document?.addEventListener("freeze", db.freeze, heard);
  // Whoever asks for something is told of an error; here there is nobody.
  document?.addEventListener("visibilitychange", () => wake().catch(() => {}), heard);

  return {
    renew,
    passed,
    wake,

    /** Sessions changed, and with them perhaps what is next. */
    changed(ids) {
      for (const id of ids) by(momentOf(feed.rows.get(id) ?? {}));
    },

    stop() {
      clearTimeout(timer);
      heard.abort();
    },
  };
}

/** Tells sessions that time has passed. One that cannot be read stops no other. */
async function tick(tx, rows) {
  for (const { lifecycle, id } of rows) {
    await dispatch(tx, { lifecycle, id, command: { type: "tick" }, caller: "SYSTEM" }).catch(() => {});
  }
}
