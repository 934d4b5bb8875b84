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
    const number = inner instanceof Number ? inner.valueOf() : inner;
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
    } else if (typeof value === "object" && value !== null) {
      if (typeof value.toJSON === "function" || value instanceof Number) return true;
      for (const key in value) {
        const inner = value[key];
        if (typeof inner === "object" || typeof inner === "number") rest.push(inner);
      }
    }
  }
  return rest.length > 0;
}

function notJson(value, what, cause) {
  let path = "";
  let found = `JSON.stringify failed: ${said(cause)}`;
  try {
    const culprit = find(value, "", []);
    if (culprit) [path, found] = culprit;
  } catch {
    // A getter that throws, or depth: the cause says more than we could.
  }
  return nonsense(what, path, `${what}: ${found}`, { cause });
}

// `context.caller` is in the argument `context`.
export function nonsense(what, path, message, options) {
  return new CountersignError("invalid_input", path, message, { argument: what.split(".")[0], ...options });
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

// The first BigInt or cycle, by path.
function find(value, path, parents) {
  if (typeof value === "bigint") return [path, `found the BigInt ${value}n, which JSON cannot hold`];
  if (typeof value !== "object" || value === null) return undefined;
  if (parents.includes(value)) return [path, "found a cycle; only a tree crosses"];
  if (parents.length > 200) return undefined;
  const inside = [...parents, value];
  for (const key of Object.keys(value)) {
    const step = Array.isArray(value) ? `[${key}]` : path === "" ? key : `.${key}`;
    const culprit = find(value[key], path + step, inside);
    if (culprit) return culprit;
  }
  return undefined;
}
