// What became of what was taken in: counts of everything, and the first of what has to be looked at.

export type Matter = "error" | "conflict" | "refused" | "warning";

/** In the order of their weight. */
export const MATTERS: readonly Matter[] = ["error", "conflict", "refused", "warning"];

export interface Found {
  readonly matter: Matter;
  readonly file: string;
  readonly id: string | null;
  readonly line: number | null;
  readonly path: string;
  readonly message: string;
}

export interface Answer {
  /** Sessions that are here now and were not, or are now as was told. */
  stored: number;
  /** Of these, those that a server keeps. */
  remote: number;
  /** Sessions that were here already in this version, or a later one. */
  known: number;
  /** Sessions that were removed here, and are not taken in again. */
  removed: number;
  /** Commands of logs, by what was decided. */
  commands: { allowed: number; noop: number; denied: number };
  many: { [matter in Matter]: number };
  /** The first of them. */
  found: Found[];
}

/** How many are told in full. */
export const SHOWN = 100;

export class Tally {
  readonly answer: Answer = {
    stored: 0,
    remote: 0,
    known: 0,
    removed: 0,
    commands: { allowed: 0, noop: 0, denied: 0 },
    many: { error: 0, conflict: 0, refused: 0, warning: 0 },
    found: [],
  };
  #found = new Map<Matter, Found[]>(MATTERS.map((matter) => [matter, []]));

  add(found: Found): void {
    this.answer.many[found.matter]++;
    const those = this.#found.get(found.matter) as Found[];
    if (those.length < SHOWN) those.push(found);
  }

  /** All that is to be told, the heaviest first; `place` fills in the lines. */
  end(place: (found: readonly Found[]) => readonly Found[]): void {
    const all = MATTERS.flatMap((matter) => this.#found.get(matter) as Found[]);
    this.answer.found = [...place(all.slice(0, SHOWN))];
  }
}

/** What is wrong with, or to be said of, an item of a file. */
export function problem(
  matter: Matter,
  file: string,
  { line, path }: { line: number | null; path: string },
  error: unknown,
): Found {
  const { argument, path: its = "" } = error as { argument?: string; path?: string };
  // What is wrong beside the item is at no place in it, and the message tells where.
  const inner = argument === "more" ? "" : its;
  const whole = path && inner && !inner.startsWith("[") ? `${path}.${inner}` : path + inner;
  return { matter, file, id: null, line, path: whole, message: messageOf(error) };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
