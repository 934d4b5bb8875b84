// Which rows a list shows, and in which order.

/** The rows that a query means, in its order, from behind `after`, at most `limit`. */
export function listed(rows, query = {}) {
  const { order = "updated", after, limit = Number.POSITIVE_INFINITY } = query;
  const found = [...rows].filter((row) => isMeant(row, query)).sort(ORDERS[order]);
  const start = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1;
  return found.slice(start, start + limit);
}

/** The first of them, from the database: what is shown until all rows are in. */
export async function firstPage(tx, query) {
  const found = [];
  let cursor = await tx.objectStore("rows").index("updated").openCursor(null, "prev");
  while (cursor && found.length < query.limit) {
    if (isMeant(cursor.value, query)) found.push(cursor.value);
    cursor = await cursor.continue();
  }
  return found;
}

/** Whether the database has the first page of a query in its order. */
export function hasFirstPage({ order = "updated", after, limit } = {}) {
  return order === "updated" && after === undefined && limit !== undefined;
}

/** How many rows there are, by what filters ask for. */
export function counted(rows) {
  const counts = { all: 0, waiting: 0, lifecycle: {}, display: {}, attention: {} };
  for (const row of rows) {
    counts.all++;
    if (row.waiting > 0) counts.waiting++;
    for (const by of ["lifecycle", "display", "attention"]) counts[by][row[by]] = (counts[by][row[by]] ?? 0) + 1;
  }
  return counts;
}

export function isMeant(row, { lifecycle, display, attention, waiting, parent, text }) {
  const is = (wanted, found) =>
    wanted === undefined || (Array.isArray(wanted) ? wanted.includes(found) : wanted === found);
  return (
    is(lifecycle, row.lifecycle) &&
    is(display, row.display) &&
    is(attention, row.attention) &&
    is(parent, row.parent) &&
    (waiting === undefined || waiting === row.waiting > 0) &&
    (text === undefined || `${row.id}\n${row.label}`.toLowerCase().includes(text.toLowerCase()))
  );
}

const byId = (one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);

const ORDERS = {
  /** The newest first. */
  updated: (one, other) => other.updated - one.updated || byId(other, one),
  id: byId,
};
