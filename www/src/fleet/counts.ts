// Which rows a fleet shows, and how many there would be with another filter.
import type { Attention, delegated, LifecycleName } from "countersign";
import type { Counts as Counted, Row } from "countersign/store";
import { changesOf } from "./changes";

export interface Filter {
  readonly lifecycle: LifecycleName | null;
  readonly attention: Attention | null;
  readonly display: Row["display"] | null;
  /** Where a decline goes. */
  readonly disposition: delegated.Disposition | null;
}

export interface Counts extends Omit<Counted, "display"> {
  /** By lifecycle, as words of different ones read alike. */
  display: { [name in LifecycleName]?: { [display in Row["display"]]?: number } };
  disposition: { [Disposition in delegated.Disposition]?: number };
}

export interface Found {
  readonly rows: readonly Row[];
  readonly text: string;
  readonly found: readonly Row[];
}

/** The rows whose id or label contain the text, in whatever case, as the store means it. `before` is what was found last. */
export function containing(rows: readonly Row[], text: string, before: Found | null): Found {
  if (!text) return { rows, text, found: rows };
  const wanted = text.toLowerCase();
  // Whoever types on looks only through what there was.
  const among = before?.rows === rows && wanted.startsWith(before.text.toLowerCase()) ? before.found : rows;
  const isFound = ({ id, label }: Row) => label.toLowerCase().includes(wanted) || id.toLowerCase().includes(wanted);
  return { rows, text, found: among.filter(isFound) };
}

export function filteredBy(rows: readonly Row[], filter: Filter): readonly Row[] {
  const { lifecycle, attention, display, disposition } = filter;
  if (Object.values(filter).every((value) => value === null)) return rows;
  return rows.filter(
    (row) =>
      (lifecycle === null || row.lifecycle === lifecycle) &&
      (attention === null || row.attention === attention) &&
      (display === null || row.display === display) &&
      (disposition === null || row.disposition === disposition),
  );
}

/** How many rows there are of each kind, by all of what filters ask for at once. */
export interface Kinds {
  readonly rows: readonly Row[];
  readonly kinds: readonly { readonly row: Row; readonly many: number }[];
}

/** `before` is what was counted last: what changed since then is added and taken away. */
export function kindsOf(rows: readonly Row[], before: Kinds | null): Kinds {
  const changes = before && changesOf(before.rows, rows);
  const kinds = changes ? before.kinds.map((kind) => ({ ...kind })) : [];
  const add = (row: Row, by: number) => {
    // There are few, and a look through them is quicker than any key made of their words.
    const kind = kinds.find((kind) => isAlike(kind.row, row));
    if (kind) kind.many += by;
    else kinds.push({ row, many: by });
  };
  for (const row of changes?.gone ?? []) add(row, -1);
  for (const row of changes?.come ?? rows) add(row, 1);
  return { rows, kinds };
}

function isAlike(one: Row, other: Row): boolean {
  return (
    one.display === other.display &&
    one.attention === other.attention &&
    one.lifecycle === other.lifecycle &&
    one.disposition === other.disposition
  );
}

/** The same by one of them; of a kind that is filtered by, as many as there would be without that filter. */
export function countsOf({ kinds }: Kinds, { lifecycle, attention, display, disposition }: Filter): Counts {
  const counts: Counts = { all: 0, waiting: 0, lifecycle: {}, display: {}, attention: {}, disposition: {} };
  for (const { row, many } of kinds) {
    if (many === 0) continue;
    const isLifecycle = lifecycle === null || row.lifecycle === lifecycle;
    const isAttention = attention === null || row.attention === attention;
    const isDisplay = display === null || row.display === display;
    const isDisposition = disposition === null || row.disposition === disposition;
    counts.all += many;
    if (isAttention && isDisplay && isDisposition) add(counts.lifecycle, row.lifecycle, many);
    if (isLifecycle && isDisplay && isDisposition) add(counts.attention, row.attention, many);
    if (isLifecycle && isAttention && isDisposition) {
      counts.display[row.lifecycle] ??= {};
      add(counts.display[row.lifecycle] as object, row.display, many);
    }
    // Each that there is can be filtered by, though there were none with the other filters.
    if (row.disposition) add(counts.disposition, row.disposition, isLifecycle && isAttention && isDisplay ? many : 0);
  }
  return counts;
}

function add<Key extends string>(counts: { [key in Key]?: number }, key: Key, many: number): void {
  counts[key] = (counts[key] ?? 0) + many;
}
