// What crosses into the engine and back: JSON text.
import { CountersignError } from "./error.js";

/** `what` names the value in the message of an error. */
export function text(value, what) {
  let json;
  try {
    json = JSON.stringify(value);
    // JSON writes NaN and the infinities as null, and null has a meaning of its own. The engine is told what was there.
    if (json?.includes("null") && mayHoldNonFinite(value, json.length)) json = withNonFinite(value, json);
  } catch (cause) {
    throw notJson(value, what, cause);
  }
  if (json !== undefined) return json;
  if (value === undefined) return "null";
  throw nonsense(what, "", `${what}: found a ${typeof value}, which JSON cannot hold`);
}

/** For what the engine takes as a bare string. Another value crosses as JSON, which it then refuses by name. */
export function plain(value, what) {
  return typeof value === "string" ? value : text(value, what);
}

export function answer(text) {
  if (text.startsWith("!")) throw error(JSON.parse(text.slice(1)));
  return JSON.parse(text);
}

export function error({ code, argument, path, message }) {
  return new CountersignError(code, path, message, { argument });
}

// Non-finite numbers cross by name, which is no JSON: a wrong type where a type is expected, null inside opaque values.
// They are written as texts first, behind a mark that occurs nowhere else.
function withNonFinite(value, json) {
  let mark = "\u0000";
  while (json.includes(JSON.stringify(mark).slice(1, -1))) mark += "\u0000";
  const marked = JSON.stringify(value, (_key, inner) => {
    const number = isBoxed(Number, inner) ? Number(inner) : inner;
    return typeof number === "number" && !Number.isFinite(number) ? mark + number : inner;
  });
  const names = ["NaN", "Infinity", "-Infinity"];
  return names.reduce((text, name) => text.replaceAll(JSON.stringify(mark + name), name), marked);
}

// Errs towards yes, which costs only time. Not recursive: JSON.stringify of a new engine goes deeper than the stack.
function mayHoldNonFinite(value, length) {
  const rest = [value];
  // A getter could go on for ever. More values than characters cannot be in the text.
  for (let seen = 0; rest.length > 0 && seen <= length; seen++) {
    const value = rest.pop();
    if (typeof value === "number") {
      if (!Number.isFinite(value)) return true;
    } else if (value !== null) {
      if (typeof value.toJSON === "function" || !isPlain(value)) return true;
      for (const key in value) {
        const inner = value[key];
        const type = typeof inner;
        if (type === "object" || type === "number" || type === "function") rest.push(inner);
      }
    }
  }
  return rest.length > 0;
}

// A number in an object, of whatever realm, is not.
function isPlain(value) {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Array.isArray(value) || typeof value === "function";
}

/** Whether it is a value of that type in an object, of whatever realm and whatever it says of itself. */
function isBoxed(type, value) {
  if (typeof value !== "object" || value === null) return false;
  try {
    type.prototype.valueOf.call(value);
    return true;
  } catch {
    return false;
  }
}

function notJson(value, what, cause) {
  let path = "";
  let found = `JSON.stringify failed: ${said(cause)}`;
  try {
    const culprit = find(value, "", "", [], { seen: new Set(), left: 100_000 });
    if (culprit) [path, found] = culprit;
  } catch {
    // A getter that throws, or depth: the cause says more than we could.
  }
  return nonsense(what, path, `${what}: ${found}`, { cause });
}

/** `what` is an argument, or something in it, as `context.caller`; `path` where in that. */
export function nonsense(what, path, message, options) {
  const [argument, ...inside] = what.split(".");
  return new CountersignError("invalid_input", joined(inside.join("."), path), message, { argument, ...options });
}

function joined(above, path) {
  return above === "" || path === "" || path.startsWith("[") ? above + path : `${above}.${path}`;
}

/** For what is looked at here: a getter or a proxy may throw whatever it likes. */
export function reading(what, read) {
  try {
    return read();
  } catch (cause) {
    throw unreadable(what, cause);
  }
}

export function unreadable(what, cause) {
  return nonsense(what, "", `${what} cannot be read: ${said(cause)}`, { cause });
}

// Not everything that is thrown has a text.
function said(cause) {
  try {
    return String(cause);
  } catch {
    return `a ${typeof cause} was thrown`;
  }
}

// The first BigInt or cycle, by path. What was `seen` has none; of what is made while it is read there may be no end.
function find(given, key, path, parents, search) {
  if (search.left-- <= 0) return undefined;
  const value = typeof given?.toJSON === "function" ? given.toJSON(key) : given;
  if (typeof value === "bigint" || isBoxed(BigInt, value))
    return [path, `found the BigInt ${value}n, which JSON cannot hold`];
  if (typeof value !== "object" || value === null || search.seen.has(value)) return undefined;
  if (parents.includes(value)) return [path, "found a cycle; only a tree crosses"];
  if (parents.length > 200) return undefined;
  const inside = [...parents, value];
  for (const key of Object.keys(value)) {
    const culprit = find(value[key], key, joined(path, Array.isArray(value) ? `[${key}]` : key), inside, search);
    if (culprit) return culprit;
  }
  search.seen.add(value);
  return undefined;
}
