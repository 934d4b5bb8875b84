// A session as its server has it, which takes the place of what was decided here.
import { CountersignError } from "../error.js";
import { lifecycleOf, stored } from "./engine.js";
import { append, idOf, isSame, recordOf } from "./record.js";

/**
 * Stores an authoritative snapshot, whose `version` is null if its server tells none, unless it is no newer than the one
 * before. What was decided here since then stays in the history and is not applied again, which the answer warns of.
 */
export async function put(tx, lifecycle, given, { version, local, label, more } = {}) {
  if (version !== null && !(Number.isSafeInteger(version) && version >= 0)) {
    throw new CountersignError("invalid_input", "version", `\`version\` is ${version}, expected an integer from 0`);
  }
  const parsed = lifecycleOf(tx, lifecycle).parse(given);
  const id = idOf(parsed);
  const record = await recordOf(tx, id, lifecycle);
  const { session: held, changes } = record;
  // What a later version wrote stays as it is.
  if (held?.schema > parsed.schema) stored(tx, record, (its) => its.parse(held));
  // Without a version a payload is newer if it says something else, and so it is of the same one with more beside it.
  const isKnown =
    version === null || (more && version === record.version)
      ? isSame(held, { ...parsed, revision: held?.revision })
      : version <= (record.version ?? -1);
  if (held ? isKnown : await tx.rows.get(id)) {
    const [code, message] = held ? ["older_version", "no newer than what is stored"] : ["removed", "it was removed"];
    return { outcome: "noop", code, message, session: held };
  }
  const session = { ...parsed, revision: (held?.revision ?? 0) + 1 };
  const message = `${changes} changes made here are not applied again`;
  const warnings = changes > 0 ? [{ code: "local_changes_replaced", message, input: null }] : [];
  const origin = local ? "local" : "remote";
  await append(
    tx,
    {
      ...record,
      version: version ?? record.version,
      label: label ?? record.label,
      session,
      changes: 0,
      origin,
    },
    { kind: "snapshot", session, version, warnings },
  );
  return { outcome: "stored", session, warnings };
}
