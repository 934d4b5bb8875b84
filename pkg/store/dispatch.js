// One command, in one transaction: decided by the engine, and either all of what follows is stored or nothing.
import { CountersignError } from "../error.js";
import { lifecycleOf } from "./engine.js";
import { sessionAt } from "./history.js";
import { append, forget, idOf, recordOf } from "./record.js";

/** Decides a command on a stored session. Gives the decision, with the ids of descendants that were revoked with it. */
export async function dispatch(tx, engine, asked) {
  const { lifecycle, id, command, caller, now, expectedRevision, commandId } = asked;
  const record = await recordOf(tx, id, lifecycle);
  const known = commandId === undefined ? undefined : await commandOf(tx, id, commandId);
  if (known) return recall(tx, engine, known, command);
  const session = record?.session ?? null;
  const revision = session?.revision ?? 0;
  if (expectedRevision !== undefined && expectedRevision !== revision) return outdated(expectedRevision, revision);
  const decision = lifecycleOf(engine, lifecycle).decide(session, await withParent(tx, command), { now, caller });
  if (decision.outcome === "denied") return decision;
  const entry = entryOf(engine, asked, decision);
  if (decision.outcome === "noop") {
    if (commandId !== undefined) await append(tx, engine, { ...record, seq: record.seq + 1 }, entry);
    return decision;
  }
  if (idOf(decision.session) !== id) {
    throw new CountersignError("invalid_input", "id", `the command creates \`${idOf(decision.session)}\``);
  }
  if (decision.events.some(({ type }) => type === "session_forgotten")) {
    await forget(tx, id);
    return decision;
  }
  const cascaded = await cascade(tx, engine, asked, decision);
  await append(tx, engine, next(record, asked, decision), cascaded.length > 0 ? { ...entry, cascaded } : entry);
  return withCascaded(decision, cascaded);
}

function next(record, { lifecycle, id }, { session }) {
  const begun = record ?? {
    id,
    lifecycle,
    seq: 0,
    base: 0,
    version: null,
    origin: "local",
    unconfirmed: false,
    label: null,
  };
  return { ...begun, session, seq: begun.seq + 1, unconfirmed: begun.origin === "remote" };
}

function entryOf(engine, { command, caller, now, commandId }, decision) {
  const { outcome, rule, events = [], warnings = [], code, message } = decision;
  const entry = {
    kind: "command",
    at: now,
    caller,
    command,
    outcome,
    rule,
    events,
    warnings,
    rulesHash: engine.rulesHash,
  };
  if (outcome === "noop") Object.assign(entry, { code, message });
  // An index holds only what has its key.
  return commandId === undefined ? entry : { ...entry, commandId };
}

function commandOf(tx, id, commandId) {
  return tx.objectStore("entries").index("command").get([id, commandId]);
}

/** The answer that was given to the command of that id; with another content it is a conflict. */
async function recall(tx, engine, entry, command) {
  if (inOrder(entry.command) !== inOrder(command)) {
    return denied("id_conflict", "a command of this id had another content");
  }
  const { outcome, rule, code, message, events, warnings, cascaded } = entry;
  const session = await sessionAt(tx, engine, entry.id, entry.seq);
  return outcome === "noop"
    ? { outcome, rule, code, message, session }
    : withCascaded({ outcome, rule, events, session, warnings }, cascaded);
}

function withCascaded(decision, cascaded) {
  return cascaded?.length > 0 ? { ...decision, cascaded } : decision;
}

/** The same text for the same content, in whatever order its keys are. */
function inOrder(value) {
  const sorted = (_key, inner) => (isObject(inner) ? Object.fromEntries(Object.entries(inner).sort()) : inner);
  return JSON.stringify(value, sorted);
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function outdated(expected, revision) {
  const message = `this requires revision ${expected}; it is ${revision}`;
  return { ...denied("revision_conflict", message), revision };
}

function denied(code, message) {
  const unmet = [{ guard: code, code, message, input: null }];
  return { outcome: "denied", code, message, rule: null, unmet, possibleIn: [] };
}

/** A session that is delegated is judged beside the one that delegates it; one that is not stored comes with the command. */
async function withParent(tx, command) {
  const uid = command?.parentUid;
  if (typeof uid !== "string") return command;
  const parent = await tx.objectStore("sessions").get(uid);
  return parent ? { ...command, parent: parent.session } : command;
}

/** Revokes the descendants of a session that declared its outcome, as far as the engine says so. */
async function cascade(tx, engine, { id, lifecycle, now }, { events }) {
  if (!events.some(({ type }) => type === "outcome_declared")) return [];
  const records = new Map();
  const open = [id];
  while (open.length > 0) {
    const children = await tx.objectStore("sessions").index("parent").getAll(open.pop());
    for (const child of children.filter((child) => child.lifecycle === lifecycle && !records.has(child.id))) {
      records.set(child.id, child);
      open.push(child.id);
    }
  }
  records.delete(id);
  const sessions = [...records.values()].map(({ session }) => session);
  const revoked = [];
  for (const uid of lifecycleOf(engine, lifecycle).cascade(sessions, id)) {
    const asked = { lifecycle, id: uid, command: { type: "revoke", source: "parent" }, caller: "SYSTEM", now };
    const record = records.get(uid);
    const decision = lifecycleOf(engine, lifecycle).decide(record.session, asked.command, asked);
    if (decision.outcome !== "allowed") continue;
    await append(tx, engine, next(record, asked, decision), entryOf(engine, asked, decision));
    revoked.push(uid);
  }
  return revoked;
}
