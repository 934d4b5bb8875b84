// From records to sessions: a payload, a list of them, an envelope with a list, or sessions of ours.
import { CountersignError, delegated, detect, interactive, reversible } from "../index.js";
import { members, place } from "./json-text.js";
import { listOnly, listOrEnvelope } from "./list.js";

/** The lifecycles of the engine by name, in the order in which they are told of. */
export const lifecycles = { reversible, interactive, delegated };

// What is beside the payloads crosses into the engine with each call: so many are read by one.
const TOGETHER = 256;

/**
 * Calls `use({ name, lifecycle, session, warnings })` for each session of some records; what cannot be read is
 * complained about. `more` is what `--more` brought, if it did.
 */
export async function eachSession(records, { lifecycle: chosen, more }, output, use) {
  const items = [];
  for (const record of records) {
    await guarded({ at: record.at, path: (path) => path }, output, () => {
      for (const item of itemsOf(record, listOrEnvelope)) items.push(item);
    });
  }
  const size = more === undefined ? 1 : TOGETHER;
  for (let start = 0; start < items.length; start += size) {
    const some = items.slice(start, start + size);
    const together = more === undefined ? new Map() : readTogether(some, chosen, more);
    for (const item of some) {
      output.progress.one();
      await guarded(item, output, async () => {
        const session = together.get(item) ?? read(item.value, chosen, more);
        if (session !== null) await use(session);
      });
    }
  }
}

/** Complains about nonsense at its place and goes on. */
export async function guarded(item, output, work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error;
    output.bad([item.at(error.path), item.path(error.path), error.message].filter(Boolean).join(": "));
  }
}

/** The records that a value holds: itself, or the items of the list that `find` finds, as `{ items, path }`. */
export function itemsOf({ value, text, at }, find = listOnly) {
  const list = find(value);
  if (list === undefined) return [{ value, at, path: (path) => path }];
  let starts;
  return list.items.map((item, index) => ({
    value: item,
    path: (path) => joined(`${list.path}[${index}]`, path),
    at(path) {
      // Found once, at the first complaint: looking from the beginning for each would take for ever in a long list.
      if (text !== undefined) starts ??= Array.from(members(text, place(text, list.path)), (member) => member.at);
      return at(path, starts?.[index]);
    },
  }));
}

function joined(above, path) {
  return path === "" || path.startsWith("[") ? above + path : `${above}.${path}`;
}

/** The sessions in the payloads about which there is nothing to say, by item: what is said names places in the list. */
function readTogether(items, chosen, more) {
  const found = new Map();
  const payloads = items.filter(({ value }) => !isOurs(value));
  for (const [name, lifecycle] of Object.entries(lifecycles)) {
    const its = payloads.filter(({ value }) => (chosen ?? tried(() => detect(value))) === name);
    const values = its.map(({ value }) => value);
    const all = values.length > 0 ? tried(() => lifecycle.fromApiList(values, more.value)) : undefined;
    for (const [index, imported] of all?.entries() ?? []) {
      if (imported.warnings?.length === 0) found.set(its[index], { name, lifecycle, ...imported });
    }
  }
  return found;
}

/** Undefined for nonsense, which is complained about when each is read on its own. */
function tried(work) {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error;
    return undefined;
  }
}

/** Null where the mistake is in what is beside the payload, which is complained about. */
function read(value, chosen, more) {
  const name = chosen ?? detect(value);
  if (name === null) {
    throw new CountersignError(
      "unknown_lifecycle",
      "",
      `neither a session nor a payload that is known (${Object.keys(lifecycles).join(", ")}); \`--lifecycle\` can say which one it is`,
    );
  }
  const lifecycle = lifecycles[name];
  if (isOurs(value)) return { name, lifecycle, session: lifecycle.parse(value), warnings: [] };
  try {
    return { name, lifecycle, ...lifecycle.fromApi(value, more?.value) };
  } catch (error) {
    if (!(error instanceof CountersignError) || error.argument !== "more") throw error;
    more.complain(error);
    return null;
  }
}

// Only sessions of ours say which lifecycle they have.
function isOurs(value) {
  return typeof value === "object" && value !== null && value.lifecycle !== undefined;
}
