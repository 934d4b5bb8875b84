// Where things stand in a JSON text: what JSON.parse does not tell. Used only when there is something to complain about.

const WORD = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SPACE = /[ \t\n\r]*/y;

/** The first mistake in a text that is not JSON, as `{ at, message }`. */
export function mistake(text) {
  try {
    const end = space(text, skip(text, space(text, 0)));
    if (end < text.length) throw new Mistake(text, end, "nothing more");
    return undefined;
  } catch (error) {
    if (error instanceof Mistake) return error;
    throw error;
  }
}

/** Where the value at `path` begins, or else the innermost one around it that exists. The text must be JSON. */
export function place(text, path, from = 0) {
  let at = space(text, from);
  for (const step of steps(path)) {
    let found;
    // The last one, as JSON.parse takes it where a key occurs twice.
    for (const member of members(text, at)) if (member.key === step) found = member.at;
    if (found === undefined) return at;
    at = found;
  }
  return at;
}

/** The keys (or positions) and the beginnings of what an object or a list holds. */
export function* members(text, from) {
  const list = text[from] === "[";
  if (!list && text[from] !== "{") return;
  let at = space(text, from + 1);
  for (let index = 0; text[at] !== "]" && text[at] !== "}"; index++) {
    let key = index;
    if (!list) {
      const end = string(text, at);
      key = JSON.parse(text.slice(at, end));
      at = space(text, space(text, end) + 1);
    }
    yield { key, at };
    at = space(text, skip(text, at));
    if (text[at] === ",") at = space(text, at + 1);
  }
}

/** Tells the line and column of a position, both from 1. The lines are counted once, and only if anybody asks. */
export function lines(text) {
  let starts;
  return (at) => {
    starts ??= startsOfLines(text);
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= at) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: at - starts[low] + 1 };
  };
}

function startsOfLines(text) {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

class Mistake extends Error {
  constructor(text, at, expected) {
    const found = at < text.length ? `\`${String.fromCodePoint(text.codePointAt(at))}\`` : "the end";
    super(`found ${found}, expected ${expected}`);
    this.at = at;
  }
}

// `actions[3].status` → "actions", 3, "status". A key with a dot or bracket in it is not found, and then its surroundings are.
function steps(path) {
  return [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([step, index]) => (index === undefined ? step : Number(index)));
}

/** The end of the value that begins at `at`. Depth costs no stack. */
function skip(text, from) {
  const open = [];
  let at = from;
  for (;;) {
    // A value begins here.
    if (text[at] === "{" || text[at] === "[") {
      open.push(text[at] === "{" ? "}" : "]");
      at = space(text, at + 1);
      if (text[at] !== open.at(-1)) {
        if (open.at(-1) === "}") at = key(text, at, "a key in quotes or `}`");
        continue;
      }
    } else {
      const end = text[at] === '"' ? string(text, at) : match(WORD, text, at);
      if (end === undefined) throw new Mistake(text, at, "a value");
      at = ended(text, end, open);
    }
    // A value ended here, and with it perhaps what it is in.
    while (open.length > 0 && text[at] === open.at(-1)) {
      open.pop();
      at = ended(text, at + 1, open);
    }
    if (open.length === 0) return at;
    if (text[at] !== ",") throw new Mistake(text, at, `\`,\` or \`${open.at(-1)}\``);
    at = space(text, at + 1);
    if (open.at(-1) === "}") at = key(text, at, "a key in quotes");
  }
}

function ended(text, at, open) {
  return open.length > 0 ? space(text, at) : at;
}

function key(text, from, expected) {
  if (text[from] !== '"') throw new Mistake(text, from, expected);
  const colon = space(text, string(text, from));
  if (text[colon] !== ":") throw new Mistake(text, colon, "`:`");
  return space(text, colon + 1);
}

// By hand: a pattern that repeats an alternative runs out of memory in a string of some megabytes.
function string(text, from) {
  let at = from + 1;
  while (text[at] !== '"') {
    if (text[at] === "\\") {
      const end = match(ESCAPE, text, at);
      if (end === undefined) throw new Mistake(text, at, "an escape that JSON knows");
      at = end;
    } else {
      if (at >= text.length || text[at] < " ") throw new Mistake(text, at, "the rest of a string");
      at++;
    }
  }
  return at + 1;
}

function space(text, at) {
  return match(SPACE, text, at);
}

// The end of the match at that very position.
function match(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
