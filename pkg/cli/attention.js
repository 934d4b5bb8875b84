// How a session concerns people: the same words in all lifecycles, the most urgent first.

const STYLES = {
  failed: "red",
  needs_human: "magenta",
  working: "blue",
  at_rest: "cyan",
  undone: "yellow",
  declined: "yellow",
  stopped: "gray",
  done: "green",
};

export function attentionStyle(attention) {
  return STYLES[attention];
}

/** Counts by attention in that order; a word that is new comes last. */
export function inOrder(counts) {
  const order = Object.keys(STYLES);
  const rank = ([attention]) => order.indexOf(attention) + 1 || order.length + 1;
  return [...counts].sort((one, other) => rank(one) - rank(other));
}
