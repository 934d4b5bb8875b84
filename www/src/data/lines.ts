// In which line of a JSON text something is: whoever has to mend a file wants to go there.

const STRING = /"(?:[^"\\\t\r\n]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const PLAIN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const SPACE = /[ \t\r\n]*/y;

/** The line of each path, or of the nearest value around it; none where the text cannot be walked through. */
export function linesOf(text: string, paths: Iterable<string>): Map<string, number> {
  const wanted = new Map([...paths].map((path) => [path, partsOf(path)]));
  const prefixes = new Set([...wanted.values()].flat());
  const found = new Map<string, number>();
  walk(text, (path, at) => {
    if (!prefixes.has(path)) return false;
    found.set(path, at);
    return true;
  });
  const lineAt = lineCounter(text);
  const places = [...wanted].flatMap(([path, parts]) => {
    const nearest = parts.findLast((part) => found.has(part));
    return nearest === undefined ? [] : [[path, found.get(nearest) as number] as const];
  });
  places.sort(([, one], [, other]) => one - other);
  return new Map(places.map(([path, at]) => [path, lineAt(at)]));
}

/** The line in which a text stops being JSON. */
export function syntaxErrorIn(text: string): number | null {
  const at = walk(text, () => false);
  return at === null ? null : lineCounter(text)(at);
}

/** `a.b[3]` as `""`, `a`, `a.b`, `a.b[3]`. */
function partsOf(path: string): string[] {
  const ends = [...path.matchAll(/[.[]/g)].map(({ index }) => index).filter((at) => at > 0);
  return ["", ...ends.map((end) => path.slice(0, end)), path];
}

/** Counts up to places that come in their order. */
function lineCounter(text: string): (at: number) => number {
  let [line, next] = [1, text.indexOf("\n")];
  return (at) => {
    while (next >= 0 && next < at) {
      line++;
      next = text.indexOf("\n", next + 1);
    }
    return line;
  };
}

/** Goes through all values; `visit` says whether those within are of interest. Gives where it is no JSON. */
function walk(text: string, visit: (path: string, at: number) => boolean): number | null {
  let at = 0;
  const skip = (pattern: RegExp) => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const is = (character: string) => {
    skip(SPACE);
    if (text[at] !== character) return false;
    at++;
    return true;
  };
  const need = (isThere: boolean) => {
    if (!isThere) throw new Stop();
  };
  // Of what is of no interest there is no path.
  const value = (path: string | null) => {
    skip(SPACE);
    const isWanted = path !== null && visit(path, at);
    if (is("{")) members("}", isWanted, path);
    else if (is("[")) members("]", isWanted, path);
    else need(skip(STRING) || skip(PLAIN));
  };
  const members = (end: "}" | "]", isWanted: boolean, path: string | null) => {
    if (is(end)) return;
    for (let index = 0; ; index++) {
      let inner = isWanted ? `${path}[${index}]` : null;
      if (end === "}") {
        skip(SPACE);
        const start = at;
        need(skip(STRING));
        if (isWanted) {
          const key = JSON.parse(text.slice(start, at)) as string;
          inner = path ? `${path}.${key}` : key;
        }
        need(is(":"));
      }
      value(inner);
      if (is(end)) return;
      need(is(","));
    }
  };
  try {
    value("");
    skip(SPACE);
    return at < text.length ? at : null;
  } catch (error) {
    // What is nested too deep is not walked through.
    return error instanceof Stop ? at : null;
  }
}

class Stop extends Error {}
