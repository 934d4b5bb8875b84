// What the engine is asked: of a lifecycle by its name, and of what is stored.
import { CountersignError } from "../error.js";

export function lifecycleOf({ engine }, name) {
  if (engine[name]?.decide) return engine[name];
  throw new CountersignError("invalid_input", "lifecycle", `no lifecycle \`${name}\``);
}

/** What the engine says of a stored record; one that it cannot read is named, and the others stay usable. */
export function stored(tx, { id, lifecycle, session }, ask) {
  const asked = lifecycleOf(tx, lifecycle);
  try {
    return ask(asked, session);
  } catch (cause) {
    if (!session || isWhole(asked, session)) throw cause;
    const code = cause.code === "unknown_schema" ? "version_too_new" : "corrupt_record";
    throw new CountersignError(code, id, `\`${id}\` cannot be read: ${cause.message}`, { cause });
  }
}

/** Whether the engine can read a session. */
export function isWhole(lifecycle, session) {
  try {
    return lifecycle.parse(session);
  } catch {
    return false;
  }
}
