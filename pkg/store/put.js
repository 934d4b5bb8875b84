// A session as its server has it, which takes the place of what was decided here.
import { CountersignError } from "../error.js";
import { lifecycleOf } from "./engine.js";
import { append, idOf, recordOf } from "./record.js";

/**
 * Stores an authoritative snapshot, whose `version` is null if its server tells none, unless it is no newer than the one before. What was decided here since then stays in the
 * history and is not applied again, which the answer warns of.
 */
export async function put(tx, engine, { lifecycle, session: given, version: told, local, label, now }) {
  if (told !== null && (!Number.isSafeInteger(told) || told < 0)) {
    throw new CountersignError("invalid_input", "version", `\`version\` is ${told}, expected an integer from 0`);
  }
  const parsed = lifecycleOf(engine, lifecycle).parse(given);
  const id = idOf(parsed);
  const record = await recordOf(tx, id, lifecycle);
  // A payload without a version is newer if it says something else.
  if (record && told === null && isAlike(record.session, parsed)) return noop("older_version", record.session);
  const version = told ?? (record?.version ?? -1) + 1;
  if (record && record.version !== null && version <= record.version) return noop("older_version", record.session);
  const removed = record ? undefined : await tx.objectStore("removed").get(id);
  if (removed) return noop("removed", null);
  const session = { ...parsed, revision: (record?.session.revision ?? 0) + 1 };
  const seq = (record?.seq ?? 0) + 1;
  const warnings = record && record.seq > record.base ? [replaced(record)] : [];
  const next = {
    id,
    lifecycle,
    session,
    seq,
    base: seq,
    version,
    origin: local ? "local" : "remote",
    unconfirmed: false,
  };
  const entry = { kind: "snapshot", at: now, session, version, warnings, rulesHash: engine.rulesHash };
  await append(tx, engine, { ...next, label: label ?? record?.label ?? null }, entry);
  return { outcome: "stored", session, warnings };
}

function isAlike(one, other) {
  return JSON.stringify({ ...one, revision: 0 }) === JSON.stringify({ ...other, revision: 0 });
}

function noop(code, session) {
  return { outcome: "noop", code, message: NOOPS[code], session };
}

const NOOPS = { older_version: "one of this version or a later one is stored", removed: "the session was removed" };

function replaced({ seq, base }) {
  const message = `${seq - base} entries were decided here since the last snapshot, and are not applied again`;
  return { code: "local_changes_replaced", message, input: null };
}
