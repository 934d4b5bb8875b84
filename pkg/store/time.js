// What time alone changes: sessions of the store's own are ticked, and rows are shown otherwise.
import { alarm } from "./clock.js";
import { dispatch } from "./dispatch.js";
import { dueAt, momentOf, renewed } from "./rows.js";
import { inBatches } from "./transfer.js";

/** Keeps the rows of a feed up with the time; `changed` tells which ones became others. */
export function timeOf({ clock, feed, transact, write, changed }) {
  /** Derives rows anew: first what is shown, which needs no room, then what is stored. */
  const renew = (rows) =>
    inBatches(rows, (batch) =>
      transact(async (tx) => {
        const fresh = await Promise.all(batch.map((row) => renewIn(tx, row)));
        await Promise.all(fresh.filter(Boolean).map((row) => tx.rows.put(row)));
      }).catch(() => {}),
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

  const timer = alarm(clock, next, passed);

  /** After a sleep, of the tab or of the machine: what was missed is read, and what is due is done. */
  const wake = async (event) => {
    if (event) feed.isFrozen = event.type === "freeze";
    if (isHidden()) return;
    await feed.catchUp();
    await passed();
    timer.by(next());
  };

  const heard = new AbortController();
  for (const type of ["visibilitychange", "freeze", "resume"]) {
    // Whoever asks for something is told of an error; here there is nobody.
    globalThis.document?.addEventListener(type, (event) => wake(event).catch(() => {}), heard);
  }

  return {
    renew,
    passed,
    wake,

    /** Sessions changed, and with them perhaps what is next. */
    changed(ids) {
      for (const id of ids) if (feed.rows.has(id)) timer.by(momentOf(feed.rows.get(id)));
    },

    stop() {
      timer.stop();
      heard.abort();
    },
  };
}

function isHidden() {
  return globalThis.document?.visibilityState === "hidden";
}

/** Tells a session that time has passed. One that cannot be read stops no other. */
function tick(tx, { lifecycle, id }) {
  return dispatch(tx, { lifecycle, id, command: { type: "tick" }, caller: "SYSTEM" }).catch(() => {});
}
