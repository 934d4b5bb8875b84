// From records to sessions: a payload, a list of them, an envelope with a list, or sessions of ours.
import * as countersign from "../index.js";
import { members, place } from "./json-text.js";

/** Whatever lifecycles the engine has, by name. */
export const lifecycles = Object.fromEntries(
  Object.entries(countersign).filter(([, value]) => typeof value?.decide === "function"),
);

/** Calls `use({ name, lifecycle, session, warnings })` for each session; what cannot be read is complained about. */
export async function eachSession(record, chosen, output, use) {
  await guarded({ at: record.at, path: (path) => path }, output, async () => {
    for (const item of itemsOf(record, listOrEnvelope)) {
      output.progress.one();
      await guarded(item, output, () => use(read(item.value, chosen)));
    }
  });
}

/** Complains about nonsense at its place and goes on. */
export async function guarded(item, output, work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof countersign.CountersignError)) throw error;
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

function listOnly(value) {
  return Array.isArray(value) ? { items: value, path: "" } : undefined;
}

// A list, or an envelope with one. What is known for a payload without its list is one that happens to hold a list.
function listOrEnvelope(value) {
  const path = ["items", "data"].find((name) => Array.isArray(value?.[name]));
  const isEnvelope = path !== undefined && countersign.detect({ ...value, [path]: null }) === null;
  return isEnvelope ? { items: value[path], path } : listOnly(value);
}

function joined(above, path) {
  return path === "" || path.startsWith("[") ? above + path : `${above}.${path}`;
}

function read(value, chosen) {
  const name = chosen ?? countersign.detect(value);
  if (name === null) {
    throw new countersign.CountersignError(
      "unknown_lifecycle",
      "",
      `neither a session nor a payload that is known (${Object.keys(lifecycles).join(", ")}); \`--lifecycle\` can say which one it is`,
    );
  }
  const lifecycle = lifecycles[name];
  // Only sessions of ours say which lifecycle they have.
  const isOurs = typeof value === "object" && value !== null && value.lifecycle !== undefined;
  return {
    name,
    lifecycle,
    ...(isOurs ? { session: lifecycle.parse(value), warnings: [] } : lifecycle.fromApi(value)),
  };
}
