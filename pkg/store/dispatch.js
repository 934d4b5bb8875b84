// One command, in one transaction: decided by the engine, and either all of what follows is stored or nothing.
import { CountersignError } from "../error.js";
import { isWhole, lifecycleOf, stored } from "./engine.js";
import { sessionAt } from "./history.js";
import { append, forget, idOf, isSame, recordOf } from "./record.js";

/** Decides a command on a stored session. Gives the decision, with the ids of descendants that were revoked with it. */
export async function dispatch(tx, asked) {
  const { lifecycle, id, command, expectedRevision, commandId } = asked;
  const record = await recordOf(tx, id, lifecycle);
  const known = commandId && (await tx.entries.index("command").get([id, commandId]));
  if (known) return recall(tx, known, command);
  const revision = record.session?.revision ?? 0;
  if ((expectedRevision ?? revision) !== revision) {
    return denied("revision_conflict", `this requires revision ${expectedRevision}; it is ${revision}`, { revision });
  }
  const decision = decide(tx, record, { ...asked, command: await withParent(tx, command) });
  const { outcome, session, events = [] } = decision;
  const created = command.type === "create" ? idOf(session ?? command) : id;
  if (created !== id) throw new CountersignError("invalid_input", "id", `it creates \`${created}\``);
  if (outcome === "denied" || (outcome === "noop" && !commandId)) return decision;
  const types = events.map(({ type }) => type);
  if (types.includes("session_forgotten")) {
    await forget(tx, id);
    return decision;
  }
  const cascaded = types.includes("outcome_declared") ? await cascade(tx, asked) : [];
  return store(tx, record, asked, cascaded.length > 0 ? { ...decision, cascaded } : decision);
}

function decide(tx, record, { command, caller }) {
  return stored(tx, record, (its, session) => its.decide(session, command, { now: tx.now, caller }));
}

/** Writes an entry of what was decided, and the session as it is after it. */
async function store(tx, record, { command, caller, commandId, label }, decision) {
  const { session, ...answer } = decision;
  const entry = {
    kind: "command",
    caller,
    command,
    commandId: commandId || undefined,
    events: [],
    warnings: [],
    ...answer,
  };
  const changes = record.changes + (answer.outcome === "allowed" ? 1 : 0);
  await append(tx, { ...record, session, changes, label: label ?? record.label }, entry);
  return decision;
}

/** The answer that was given to the command of that id; with another content it is a conflict. */
async function recall(tx, entry, command) {
  if (!isSame(entry.command, command)) {
    return denied("id_conflict", "this id had another command");
  }
  const { outcome, rule, code, message, events, warnings, cascaded } = entry;
  const session = await sessionAt(tx, entry.id, entry.seq);
  if (outcome === "noop") return { outcome, rule, code, message, session };
  return { outcome, rule, events, session, warnings, ...(cascaded && { cascaded }) };
}

function denied(code, message, more) {
  const unmet = [{ guard: code, code, message, input: null }];
  return { outcome: "denied", code, message, rule: null, unmet, possibleIn: [], ...more };
}

/** A session that is delegated is judged beside the one that delegates it; one that is not stored comes with the command. */
async function withParent(tx, command) {
  const uid = command?.parentUid;
  const parent = typeof uid === "string" && (await tx.sessions.get(uid));
  return parent ? { ...command, parent: parent.session } : command;
}

/** Revokes the descendants of a session that declared its outcome, as far as the engine says so. */
async function cascade(tx, { id, lifecycle }) {
  const its = lifecycleOf(tx, lifecycle);
  const records = new Map([[id]]);
  // What is found on the way is looked through as well.
  for (const [uid] of records) {
    const children = await tx.sessions.index("parent").getAll(uid);
    for (const child of children) if (!records.has(child.id)) records.set(child.id, child);
  }
  records.delete(id);
  const sessions = [...records.values()].map(({ session }) => session).filter((session) => isWhole(its, session));
  const revoked = [];
  for (const uid of its.cascade(sessions, id)) {
    const asked = { command: { type: "revoke", source: "parent" }, caller: "SYSTEM" };
    const record = records.get(uid);
    const decision = decide(tx, record, asked);
    if (decision.outcome !== "allowed") continue;
    await store(tx, record, asked, decision);
    revoked.push(uid);
  }
  return revoked;
}
