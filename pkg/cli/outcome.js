// What became of a command, or would.

const STYLES = { allowed: "green", noop: "gray", denied: "red" };

export function outcomeStyle(outcome) {
  return STYLES[outcome];
}
