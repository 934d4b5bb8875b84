// The lifecycles that the page shows, and how what somebody brings becomes sessions of theirs.
import { delegated, detect } from "countersign";

/** Another one is another name. */
export const lifecycles = { delegated };

/**
 * The sessions in a text: `{ sessions: [{ name, session, warnings }], errors }`; the errors are those of a list's items,
 * where others could be read. Throws with a code, a path and a message.
 */
export function open(text) {
  const value = parsed(text);
  const name = detect(value);
  const known = Object.keys(lifecycles);
  if (name !== null && !known.includes(name)) {
    throw nonsense("unknown_lifecycle", `this page does not know the lifecycle \`${name}\``);
  }
  // A stored session names its lifecycle, a payload is a vendor's.
  if (name !== null && value.lifecycle === name) {
    return { sessions: [{ name, session: lifecycles[name].parse(value), warnings: [] }], errors: [] };
  }
  const listed = list(value, name === null ? known : [name]);
  if (listed) return listed;
  if (name !== null) return { sessions: [{ name, ...lifecycles[name].fromApi(value) }], errors: [] };
  throw nonsense(
    "unknown_lifecycle",
    `no lifecycle knows this, expected a payload or a stored session, or a list of them, of one of: ${known.join(", ")}`,
  );
}

/** A list of payloads, read by the lifecycle that makes the most of it, and of stored sessions; null if it is none. */
function list(value, names) {
  let best = null;
  for (const name of names) {
    let items;
    try {
      items = lifecycles[name].fromApiList(value).map((item, index) => stored(value, index, name) ?? { name, ...item });
    } catch {
      continue;
    }
    const sessions = items.filter(({ session }) => session);
    const errors = items.filter(({ error }) => error).map(({ error }) => error);
    if (items.length > 0 && sessions.length > (best?.sessions.length ?? -1)) best = { sessions, errors };
  }
  if (best?.sessions.length === 0) throw best.errors[0];
  return best;
}

/** The item of a list read as a stored session, which names its lifecycle; null if it is a payload. */
function stored(value, index, name) {
  const path = ["items", "data"].find((path) => Array.isArray(value[path])) ?? "";
  const item = (path === "" ? value : value[path])[index];
  if (item?.lifecycle === undefined) return null;
  const its = Object.hasOwn(lifecycles, item.lifecycle) ? item.lifecycle : name;
  try {
    return { name: its, session: lifecycles[its].parse(item), warnings: [] };
  } catch (error) {
    const inner = error.path === "" ? "" : `.${error.path}`;
    return { error: nonsense(error.code, error.message, `${path}[${index}]${inner}`) };
  }
}

export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw nonsense("invalid_json", cause.message);
  }
}

/** Errors of ours look like the engine's. */
export function nonsense(code, message, path = "") {
  return Object.assign(new Error(message), { code, path });
}
