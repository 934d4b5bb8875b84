// What a command takes, learned by asking: the engine is given the command without its fields, and names one after the
// other what it expects there. Nothing is ever applied here.

/**
 * `{ fields, filled }`: the fields as `{ path, name, kind, values?, prefill?, expected?, optional?, only?, fields }`, and
 * the command with something in each that is required. kind: text, prose, choice, number, lines, object or json; `only`
 * is the choice that the field goes with, `{ path, values }`. `needs` are the fields that the command has to have,
 * `optional` more that it may have, `prose` those of opaque JSON that take words.
 */
export function ask(lifecycle, session, command, context, { needs = [], optional = [], prose = [] } = {}) {
  // It stays in the engine's memory, since it is asked many times.
  const live = session && lifecycle.open(session);
  const decide = (filled) => (live ? live.decide(filled, context) : lifecycle.decide(null, filled, context));
  const filled = structuredClone(command);
  const root = { path: "", kind: "object", fields: [] };
  const known = new Map([["", root]]);

  const verdict = settle(decide, filled, known);
  for (const name of needs) if (!known.has(name)) add(known, name, { kind: "json" });
  if (verdict?.outcome === "denied") {
    for (const path of emptyOnes(verdict, root)) {
      if (!known.has(path)) put(filled, add(known, path, { kind: "prose" }).path, STAND_IN.prose);
    }
  }
  for (const path of optional) probe(decide, filled, known, path);
  for (const field of [...known.values()]) if (field.kind === "choice") branch(decide, filled, known, optional, field);
  for (const path of optional) if (!known.has(path)) add(known, path, { kind: "json", optional: true });
  for (const path of prose) Object.assign(known.get(path) ?? {}, { kind: "prose", expected: undefined });

  const told = session ? answered(lifecycle.outstanding(session), command) : {};
  for (const field of known.values()) {
    if (field.kind === "list") asList(field, filled);
    else if (field === root || field.optional || field.only) continue;
    else if (above(field.path) !== "") prefill(field, filled, session, decide);
    else if (field.kind === "text") fill(field, filled, told[field.name]);
    else if (field.kind === "choice") fill(field, filled, onlyOne(narrow(field, filled, decide)));
  }
  return { fields: outOf(command, root.fields), filled };
}

/** What the command holds already is no field to be filled in, only what is in it. */
function outOf(command, fields) {
  const isThere = ({ kind, path }) => kind === "object" && at(command, path) !== undefined;
  return fields.flatMap((field) => (isThere(field) ? outOf(command, field.fields) : [field]));
}

const STAND_IN = { text: "…", prose: "…", number: 1, object: {}, list: [null] };

/** Fills in stand-ins until there is a verdict; undefined if there is none. What is asked for on the way becomes known. */
function settle(decide, filled, known, only) {
  for (let turn = 0; turn < 100; turn++) {
    try {
      return decide(filled);
    } catch (error) {
      const kind = kindOf(error);
      if (!kind) return undefined;
      const field = known.get(error.path) ?? add(known, error.path, { ...kind, only });
      if (field.tried) {
        // Said again of a value that was tried: it is not among those accepted here.
        if (field.only !== only || (field.values?.length ?? 0) < 2) return undefined;
        field.values = field.values.slice(1);
      }
      field.tried = true;
      put(filled, field.path, STAND_IN[field.kind] ?? field.values?.[0] ?? null);
    }
  }
}

function add(known, path, more) {
  const field = { path, name: path.split(/[.[]/).at(-1).replace("]", ""), fields: [], ...more };
  known.set(path, field);
  const outer = known.get(above(path)) ?? add(known, above(path), { kind: "object", optional: more.optional });
  outer.fields.push(field);
  return field;
}

/** The kind of field that an error asks for. */
function kindOf({ path, message }) {
  const expected = /expected (.+)$/.exec(message)?.[1];
  if (!expected || !path) return undefined;
  if (expected.startsWith("one of "))
    return { kind: "choice", values: expected.match(/`[^`]*`/g).map((name) => name.slice(1, -1)) };
  if (expected === "true or false") return { kind: "choice", values: [false, true] };
  if (expected.startsWith("a string")) return { kind: "text" };
  if (expected === "an object") return { kind: "object" };
  if (expected === "a list") return { kind: "list" };
  return { kind: expected.includes("integer") ? "number" : "json", expected };
}

/** What an optional field takes, by giving it what nothing takes but opaque JSON; and whether it then makes a difference. */
function probe(decide, filled, known, path, only) {
  const field = known.get(path);
  // One that goes with one choice may go with another as well.
  if (field && field.only?.path !== only?.path) return;
  const other = structuredClone(filled);
  put(other, path, 7.5);
  let kind = { kind: "json" };
  try {
    decide(other);
  } catch (error) {
    if (error.path !== path) return;
    kind = kindOf(error);
  }
  if (!kind || !matters(decide, filled, path, kind)) return;
  if (field) field.only?.values.push(...only.values);
  else add(known, path, { ...kind, optional: true, only });
}

/** Whether anything else happens with the field than without; it is taken so where nothing happens at all. */
function matters(decide, filled, path, { kind, values = [STAND_IN[kind] ?? 7.5] }) {
  const happens = (command) => {
    try {
      return JSON.stringify(decide(command).events);
    } catch {
      return undefined;
    }
  };
  const without = happens(filled);
  return values.some((value) => {
    const other = structuredClone(filled);
    put(other, path, value);
    return without === undefined || happens(other) !== without;
  });
}

/** What else is asked for when something is chosen, and what cannot be chosen at all. */
function branch(decide, filled, known, optional, field) {
  field.values = field.values.filter((value) => {
    const other = structuredClone(filled);
    put(other, field.path, value);
    const before = [...known.keys()];
    const only = { path: field.path, values: [value] };
    try {
      decide(other);
    } catch (error) {
      if (error.path === field.path) return false;
      settle(decide, other, known, only);
    }
    for (const path of optional) probe(decide, other, known, path, only);
    for (const [path, inner] of [...known]) {
      if (inner.kind === "choice" && !before.includes(path)) branch(decide, other, known, [], inner);
    }
    return true;
  });
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
  let best = before;
  let fewest = unmet(field, filled, before, decide);
  for (const choice of choices) {
    const count = unmet(field, filled, choice, decide);
    if (count < fewest) [best, fewest] = [choice, count];
  }
  put(filled, field.path, best);
  // Which of several that are as good is for people to choose.
  const isOneOfSeveral = field.kind === "choice" && !isTheOnly(best, fewest);
  if (best !== STAND_IN[field.kind] && !isOneOfSeveral) field.prefill = best;

  function isTheOnly(value, count) {
    const other = structuredClone(filled);
    return choices.every((choice) => choice === value || unmet(field, other, choice, decide) > count);
  }
}

function unmet(field, filled, value, decide) {
  put(filled, field.path, value);
  try {
    return decide(filled).unmet?.length ?? 0;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** A choice without the values that are refused, where others are not. */
function narrow(field, filled, decide) {
  const other = structuredClone(filled);
  const counts = new Map(field.values.map((value) => [value, unmet(field, other, value, decide)]));
  const isRefused = (value) => counts.get(value) > 0 && Number.isFinite(counts.get(value));
  if ([...counts.values()].includes(0)) field.values = field.values.filter((value) => !isRefused(value));
  return field;
}

/** The value of a choice that leaves none. */
function onlyOne({ values }) {
  return values.length === 1 ? values[0] : undefined;
}

function fill(field, filled, value) {
  if (value === undefined) return;
  field.prefill = value;
  put(filled, field.path, value);
}

/** What an instruction tells that the command answers: one that speaks of the same. */
function answered(instructions, { type, ...about }) {
  const same = instructions.find((instruction) => {
    const shared = Object.keys(about).filter((name) => name in instruction);
    return shared.length > 0 && shared.every((name) => about[name] === instruction[name]);
  });
  return same ?? {};
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
