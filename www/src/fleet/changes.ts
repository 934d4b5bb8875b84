// What has changed from one list of rows to the next. Of very many rows few change: what stayed is compared by reference
// alone, as a look into each of them would take longer than a frame.
import type { Row } from "countersign/store";

export interface Changes {
  readonly gone: readonly Row[];
  readonly come: readonly Row[];
}

/** How far a row is looked for that moved. */
const FAR = 200;

/** Null where the lists have too little in common. A row that moved has gone and come. */
export function changesOf(before: readonly Row[], after: readonly Row[]): Changes | null {
  const gone: Row[] = [];
  const come: Row[] = [];
  let [from, to] = [0, 0];
  for (;;) {
    const same = sameFrom(before, from, after, to);
    from += same;
    to += same;
    if (from === before.length || to === after.length) break;
    const [old, now] = [before[from] as Row, after[to] as Row];
    if (old.id === now.id) {
      gone.push(old);
      come.push(now);
      from++;
      to++;
    } else {
      const [ahead, behind] = [distance(after, to, old), distance(before, from, now)];
      if (ahead === null && behind === null) {
        // Both are elsewhere now, or were.
        gone.push(old);
        come.push(now);
        from++;
        to++;
      } else if (behind === null || (ahead !== null && ahead <= behind)) come.push(after[to++] as Row);
      else gone.push(before[from++] as Row);
    }
    if (gone.length + come.length > FAR * 4) return null;
  }
  if (before.length - from + after.length - to > FAR * 4) return null;
  return { gone: gone.concat(before.slice(from)), come: come.concat(after.slice(to)) };
}

/** How many rows are the same ones from there on: nearly all, so this does nothing else. */
function sameFrom(before: readonly Row[], from: number, after: readonly Row[], to: number): number {
  const most = Math.min(before.length - from, after.length - to);
  let same = 0;
  while (same < most && before[from + same] === after[to + same]) same++;
  return same;
}

function distance(rows: readonly Row[], from: number, row: Row): number | null {
  const end = Math.min(rows.length, from + FAR);
  for (let at = from + 1; at < end; at++) if (rows[at] === row) return at - from;
  return null;
}
