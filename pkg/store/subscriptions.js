// Who is told what, and what each was told last.
import { inOrderOf, isMeant, listed, pageOf } from "./query.js";

/** Subscribers of a session, by its id, or of a list, by its query. `shown` is what one of a session is told. */
export function subscriptionsOf(feed, shown) {
  const all = new Map();
  let last = 0;
  let closed;

  const refresh = async (entry, ids) => {
    const asked = ++last;
    const { what } = entry;
    const value = await (isId(what) ? shown(what) : page(entry, ids)).catch((error) => ({ error }));
    // Two reads may overtake each other: nobody is shown an older revision than before.
    if (closed || asked < entry.asked || value === entry.last) return;
    entry.asked = asked;
    entry.last = value;
    for (const told of entry.listeners) told(value);
  };

  const page = async (entry, ids) => {
    await feed.ready;
    entry.rows = relisted(feed.rows, entry, ids);
    const rows = pageOf(entry.rows, entry.what);
    // What changed on another page is no news.
    return entry.last?.length === rows.length && rows.every((row, at) => row === entry.last[at]) ? entry.last : rows;
  };

  return {
    add(what, listener) {
      const key = JSON.stringify(what);
      if (!all.has(key)) all.set(key, { what, listeners: new Set(), asked: 0 });
      const entry = all.get(key);
      const told = (value) => tell(listener, value);
      entry.listeners.add(told);
      // The first one has it read; who comes later is told at once what is known by then.
      if (entry.listeners.size === 1 && !closed) refresh(entry, new Set());
      else if ((closed ?? entry.last) !== undefined)
        queueMicrotask(() => entry.listeners.has(told) && told(closed ?? entry.last));
      return () => {
        entry.listeners.delete(told);
        if (entry.listeners.size === 0 && all.get(key) === entry) all.delete(key);
      };
    },

    /** What a subscriber last received, the same reference until it changes. */
    snapshot: (what) => all.get(JSON.stringify(what))?.last,

    /** After these sessions changed. */
    changed(ids) {
      const concerned = [...all.values()].filter(({ what }) => !isId(what) || ids.has(what));
      return Promise.all(concerned.map((entry) => refresh(entry, ids)));
    },

    close(why) {
      if (closed) return;
      closed = why;
      for (const { listeners } of all.values()) for (const told of listeners) told(why);
    },
  };
}

function isId(what) {
  return typeof what === "string";
}

/** All rows that a query means, in its order: those of the sessions that changed are put in anew. */
function relisted(all, { what, rows }, ids) {
  if (!rows) return listed(all.values(), what);
  const changed = [...ids].map((id) => all.get(id)).filter((row) => row && isMeant(row, what));
  // Nearly in order already, which makes this quick.
  return [...rows.filter(({ id }) => !ids.has(id)), ...changed].sort(inOrderOf(what));
}

function tell(listener, value) {
  try {
    listener(value);
  } catch (error) {
    // One that throws hurts nobody else, and is not lost.
    (globalThis.reportError ?? console.error)(error);
  }
}
