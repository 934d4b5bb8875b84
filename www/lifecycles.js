// The lifecycles that the page shows, and how what somebody brings becomes sessions of theirs.
import { delegated, detect } from "countersign";

/** Another one is another name. */
export const lifecycles = { delegated };

/** The sessions in a text: `[{ name, session, warnings }]`. Throws with a code, a path and a message. */
export function open(text) {
  const value = parsed(text);
  const name = detect(value);
  if (name === null) return list(value);
  const lifecycle = lifecycles[name];
  if (!lifecycle) throw nonsense("unknown_lifecycle", `this page does not know the lifecycle \`${name}\``);
  // A stored session names its lifecycle, a payload is a vendor's.
  if (value.lifecycle === name) return [{ name, session: lifecycle.parse(value), warnings: [] }];
  return [{ name, ...lifecycle.fromApi(value) }];
}

/** A vendor's list goes to the lifecycle that can read the most of it. */
function list(value) {
  let best = [];
  let refused;
  for (const [name, lifecycle] of Object.entries(lifecycles)) {
    try {
      const items = lifecycle.fromApiList(value);
      const read = items.filter(({ session }) => session).map((item) => ({ name, ...item }));
      if (read.length > best.length) best = read;
      refused ??= items.find(({ error }) => error)?.error;
    } catch {
      // No list for this one.
    }
  }
  if (best.length > 0) return best;
  if (refused) throw refused;
  const known = Object.keys(lifecycles).join(", ");
  throw nonsense(
    "unknown_lifecycle",
    `no lifecycle knows this, expected a payload, a list of payloads or a stored session of one of: ${known}`,
  );
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
