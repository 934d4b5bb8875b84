// Which rows a list shows, and in which order.
import { renewed } from "./rows.js";

/** The rows that a query means, in its order. */
export function listed(rows, query) {
  return [...rows].filter((row) => isMeant(row, query)).sort(inOrderOf(query));
}

/** Of the rows that a query means those from behind `after`, at most `limit`. */
export function pageOf(rows, { after, limit = Infinity }) {
  const start = after ? rows.findIndex(({ id }) => id === after) + 1 : 0;
  return rows.slice(start, start + limit);
}

/** The first of them, from the database: what is shown until all rows are in. */
export async function firstPage(tx, query) {
  const found = [];
  for (
    let cursor = await tx.rows.index("position").openCursor(null, "prev");
    cursor && found.length < query.limit;
    cursor = await cursor.continue()
  ) {
    const row = await renewed(tx, cursor.value);
    if (isMeant(row, query)) found.push(row);
  }
  return found;
}

/** How many rows there are, by what filters ask for. */
export function counted(rows) {
  const counts = { all: rows.length, waiting: 0, lifecycle: {}, display: {}, attention: {} };
  for (const row of rows) {
    if (row.waiting > 0) counts.waiting++;
    for (const by of ["lifecycle", "display", "attention"]) counts[by][row[by]] = (counts[by][row[by]] ?? 0) + 1;
  }
  return counts;
}

export function isMeant(row, { lifecycle, display, attention, waiting, parent, text }) {
  const is = (wanted, found) => wanted === undefined || [wanted].flat().includes(found);
  return (
    // What is left of a session that was removed is no row.
    row.lifecycle &&
    is(lifecycle, row.lifecycle) &&
    is(display, row.display) &&
    is(attention, row.attention) &&
    is(parent, row.parent) &&
    is(waiting, row.waiting > 0) &&
    (text === undefined || `${row.id}\n${row.label}`.toLowerCase().includes(text.toLowerCase()))
  );
}

/** How two rows stand in the order of a query: by a key, downwards behind a `-`, what has none last, and by id. */
export function inOrderOf({ order = "-position" }) {
  const key = order.replace("-", "");
  const sign = key === order ? 1 : -1;
  const none = sign * Infinity;
  const compare = (one, other) => (one < other ? -sign : one > other ? sign : 0);
  return (one, other) => compare(one[key] ?? none, other[key] ?? none) || compare(one.id, other.id);
}
