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
    tell(entry);
  };

  const page = async (entry, ids) => {
    await feed.ready;
    const rows = pageOf(relisted(feed.rows, entry, ids), entry.what);
    // What changed on another page is no news.
    return entry.last?.length === rows.length && rows.every((row, at) => row === entry.last[at]) ? entry.last : rows;
  };

  return {
    add(what, listener) {
      const key = JSON.stringify(what);
      const entry = all.get(key) ?? { what, listeners: new Set(), known: new Map() };
      all.set(key, entry);
      // Each by itself, so that one that throws hurts nobody else.
      const told = () => queueMicrotask(() => entry.listeners.has(told) && listener(closed ?? entry.last));
      entry.listeners.add(told);
      // The first one has it read; who comes later is told at once what is known by then.
      if (closed || entry.last !== undefined) told();
      else if (entry.listeners.size === 1) refresh(entry, []);
      return () => {
        if (entry.listeners.delete(told) && entry.listeners.size === 0) all.delete(key);
      };
    },

    /** What a subscriber last received, the same reference until it changes. */
    snapshot: (what) => all.get(JSON.stringify(what))?.last,

    /** After these sessions changed: all lists, and who follows one of them. */
    changed: (ids) =>
      Promise.all([...all.values()].map((entry) => (isId(entry.what) && !ids.has(entry.what)) || refresh(entry, ids))),

    close(why) {
      if (closed) return;
      closed = why;
      all.forEach(tell);
    },
  };
}

function isId(what) {
  return typeof what === "string";
}

/** All rows that a query means, in its order: those of the sessions that changed are put in anew. */
function relisted(all, entry, ids) {
  const { what, known } = entry;
  if (!entry.rows) {
    entry.rows = listed(all.values(), what);
    for (const row of entry.rows) known.set(row.id, row);
  }
  // Of very many rows few change, and a look into each of them would take longer than a frame.
  const { rows } = entry;
  for (const id of ids) {
    const row = all.get(id) ?? {};
    if (known.has(id)) rows.splice(rows.indexOf(known.get(id)), 1);
    known.delete(id);
    if (!isMeant(row, what)) continue;
    rows.splice(placeOf(rows, row, inOrderOf(what)), 0, row);
    known.set(id, row);
  }
  return rows;
}

/** Where a row belongs among rows that are in order. */
function placeOf(rows, row, order) {
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (order(rows[middle], row) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function tell({ listeners }) {
  for (const told of listeners) told();
}
