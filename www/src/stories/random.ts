// Chance that can be had again: the same seed and salt give the same.

export interface Random {
  /** From 0 up to 1. */
  readonly next: () => number;
  readonly chance: (of: number) => boolean;
  /** A whole number from `least` to `most`. */
  readonly between: (least: number, most: number) => number;
  readonly pick: <Value>(values: readonly Value[]) => Value;
}

export function randomOf(...salt: readonly (string | number)[]): Random {
  let state = hash(salt.join("\u0000"));
  const next = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    chance: (of) => next() < of,
    between,
    pick: (values) => values[between(0, values.length - 1)] as never,
  };
}

function hash(text: string): number {
  let state = 2166136261;
  for (let at = 0; at < text.length; at++) state = Math.imul(state ^ text.charCodeAt(at), 16777619);
  return state;
}
