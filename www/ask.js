// What a command takes, learned by asking: the engine is given the command without its fields, and names one after the
// other what it expects there. Nothing is ever applied here.

/** `[{ path, name, kind, values?, prefill?, fields }]`; kind: text, prose, choice, lines, object or json. */
export function ask(lifecycle, session, command, context, needs = []) {
  const filled = structuredClone(command);
  const root = { path: "", kind: "object", fields: [] };
  const known = new Map([["", root]]);
  const decide = () => lifecycle.decide(session, filled, context);
  const add = (path, kind, more) => {
    const field = { path, name: path.split(/[.[]/).at(-1).replace("]", ""), kind, fields: [], ...more };
    known.set(path, field);
    known.get(above(path))?.fields.push(field);
    return field;
  };

  let verdict;
  for (let turn = 0; turn < 100 && !verdict; turn++) {
    try {
      verdict = decide();
    } catch (error) {
      const expected = /expected (.+)$/.exec(error.message)?.[1];
      if (!expected || error.path === "") break;
      const field = known.get(error.path) ?? add(error.path, ...kindOf(expected));
      // Said again of a value that was tried: it is not among those accepted here.
      if (field.tried && (field.values?.length ?? 0) < 2) break;
      if (field.tried) field.values = field.values.slice(1);
      field.tried = true;
      put(filled, field.path, field.standIn ?? STAND_IN[field.kind] ?? field.values?.[0] ?? null);
    }
  }
  for (const name of needs) {
    if (!known.has(name)) add(name, "json");
  }
  if (verdict?.outcome === "denied") {
    for (const path of emptyOnes(verdict, root)) {
      if (known.has(path)) continue;
      add(path, "prose");
      put(filled, path, STAND_IN.prose);
    }
  }
  for (const field of known.values()) {
    if (field.kind === "list") asList(field, filled);
    else if (field !== root && above(field.path) !== "") prefill(field, filled, session, decide);
  }
  return { fields: root.fields, filled };
}

const STAND_IN = { text: "…", prose: "…", object: {}, list: [null] };

function kindOf(expected) {
  if (expected.startsWith("one of "))
    return ["choice", { values: expected.match(/`[^`]*`/g).map((v) => v.slice(1, -1)) }];
  if (expected.startsWith("a string")) return ["text"];
  if (expected === "an object") return ["object"];
  if (expected === "a list") return ["list"];
  if (expected === "true or false") return ["json", { expected, standIn: false }];
  return ["json", { expected, standIn: expected.includes("integer") ? 0 : null }];
}

/** Fields that may be left out, and that a guard misses: it lists them as empty. They belong to the one object there is. */
function emptyOnes(verdict, root) {
  const objects = root.fields.filter((field) => field.kind === "object");
  if (objects.length !== 1) return [];
  const lists = verdict.unmet.map(({ message }) => /empty: (.+)$/.exec(message)?.[1] ?? "");
  return lists.flatMap((list) => list.match(/`[^`]*`/g) ?? []).map((name) => `${objects[0].path}.${name.slice(1, -1)}`);
}

/** Lists of strings are written one a line, others as JSON. */
function asList(field, filled) {
  const item = field.fields[0];
  field.fields = [];
  if (item?.kind === "text") {
    field.kind = "lines";
  } else {
    field.kind = "json";
    field.prefill = JSON.stringify(at(filled, field.path), null, 2);
  }
}

/** Inside an object, the value that leaves the fewest guards unmet: names that a session has to be called by, and the like. */
function prefill(field, filled, session, decide) {
  const own = Object.values(session ?? {}).filter((value) => typeof value === "string");
  const choices = { choice: field.values, text: own }[field.kind];
  if (!choices) return;
  const before = at(filled, field.path);
  const unmet = (value) => {
    put(filled, field.path, value);
    try {
      return decide().unmet?.length ?? 0;
    } catch {
      return Number.POSITIVE_INFINITY;
    }
  };
  let best = before;
  let fewest = unmet(before);
  for (const choice of choices) {
    const count = unmet(choice);
    if (count < fewest) [best, fewest] = [choice, count];
  }
  put(filled, field.path, best);
  if (best !== STAND_IN[field.kind]) field.prefill = best;
}

function above(path) {
  return path.slice(0, Math.max(path.lastIndexOf("."), path.lastIndexOf("["), 0));
}

function steps(path) {
  return path.split(/[.[\]]/).filter((step) => step !== "");
}

function at(value, path) {
  return steps(path).reduce((inner, step) => inner?.[step], value);
}

export function put(value, path, inner) {
  const way = steps(path);
  const last = way.pop();
  let place = value;
  for (const step of way) {
    if (!Object.hasOwn(place, step)) place[step] = {};
    place = place[step];
  }
  place[last] = structuredClone(inner);
}
