// What a vendor keeps beside its payloads, as `--more` names it: one JSON document.
import { isLive, records } from "./records.js";
import { UsageError } from "./usage.js";

/** `{ value, complain(error) }`, or undefined if there is none; null if it cannot be read, which is complained about. */
export async function moreIn({ more: file, session }, files, stdin, output) {
  if (file === undefined) return undefined;
  if (file === "-" && (isLive(files) || session === "-")) {
    throw new UsageError("stdin cannot be both what is judged and what is beside it");
  }
  const found = [];
  for await (const batch of records([file], stdin, output)) found.push(...batch);
  if (output.exitCode !== 0) return null;
  if (found.length !== 1) throw new UsageError(`${file} holds ${found.length} JSON values, --more takes one`);
  const [{ value, at }] = found;
  const said = new Set();
  return {
    value,
    // The same mistake may spoil many sessions.
    complain({ path, message }) {
      const text = [at(path), path, message].filter(Boolean).join(": ");
      if (!said.has(text)) output.bad(text);
      said.add(text);
    },
  };
}
