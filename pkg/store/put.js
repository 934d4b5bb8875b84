// A session as its server has it, which takes the place of what was decided here.
import { CountersignError } from "../error.js";
import { lifecycleOf, stored } from "./engine.js";
import { append, idOf, isSame, recordOf } from "./record.js";

/**
 * Stores an authoritative snapshot, whose `version` is null if its server tells none, unless it is no newer than the one
 * before. What was decided here since then stays in the history and is not applied again, which the answer warns of.
 */
export async function put(tx, lifecycle, given, { version: told, local, label } = {}) {
  if (told !== null && !(Number.isSafeInteger(told) && told >= 0)) {
    throw new CountersignError("invalid_input", "version", `\`version\` is ${told}, expected an integer from 0`);
  }
  const parsed = lifecycleOf(tx, lifecycle).parse(given);
  const id = idOf(parsed);
  const record = await recordOf(tx, id, lifecycle);
  const { session: held, changes } = record;
  // What a later version wrote stays as it is.
  if (held?.schema > parsed.schema) stored(tx, record, (its) => its.parse(held));
  const before = record.version ?? -1;
  // A payload without a version is newer if it says something else.
  if (held && (told === null ? isSame(held, { ...parsed, revision: held.revision }) : told <= before))
    return { ...OLDER, session: held };
  if (!held && (await tx.rows.get(id))) return { ...REMOVED, session: null };
  const version = told ?? before + 1;
  const session = { ...parsed, revision: (held?.revision ?? 0) + 1 };
  const warnings = changes > 0 ? [replaced(changes)] : [];
  const origin = local ? "local" : "remote";
  const next = { ...record, session, changes: 0, version, origin, label: label ?? record.label };
  await append(tx, next, { kind: "snapshot", session, version, warnings });
  return { outcome: "stored", session, warnings };
}

const OLDER = { outcome: "noop", code: "older_version", message: "not newer than what is stored" };
const REMOVED = { outcome: "noop", code: "removed", message: "it was removed" };

function replaced(changes) {
  const message = `${changes} changes made here are not applied again`;
  return { code: "local_changes_replaced", message, input: null };
}
