// What lists show of a session: a slim row, derived by the engine.
import { lifecycleOf } from "./engine.js";

/** The row of a record. `waiting` is how many approvals are open and clearances not confirmed: what only a person, or a host
 * after one, can carry out. */
export function rowOf(tx, record, { position, updated }) {
  const { id, lifecycle, session, origin, label } = record;
  const asked = lifecycleOf(tx, lifecycle);
  const { display, attention, changesAt, disposition = null } = asked.view(session, tx);
  const outstanding = asked.outstanding(session);
  return {
    id,
    lifecycle,
    display,
    attention,
    disposition,
    waiting: outstanding.filter(({ type }) => ["approval_requested", "action_cleared"].includes(type)).length,
    outstanding: outstanding.length,
    parent: session.parentUid ?? null,
    deadline: asked.deadline(session),
    changesAt,
    updated,
    label: label || [session.agentId, session.agent, session.task].filter(Boolean).join(" · ") || id,
    origin,
    unconfirmed: isUnconfirmed(record),
    revision: session.revision,
    position,
    rulesHash: tx.engine.rulesHash,
  };
}

/** Whether something was decided here that the session's server has not told of. */
export function isUnconfirmed({ origin, changes }) {
  return origin === "remote" && changes > 0;
}

/** When time alone next gives the store something to do: to tick what is its own, or to show another row. */
export function momentOf(row) {
  return Math.min(row.changesAt ?? Infinity, dueAt(row));
}

/** When a session is to be ticked here. */
export function dueAt({ origin, deadline }) {
  return (origin === "local" ? deadline : null) ?? Infinity;
}

/** Whether time or other rules have changed what the row shows. */
export function isStale({ engine, now }, row) {
  return row.rulesHash !== engine.rulesHash || momentOf(row) <= now;
}

/** The row as it is now: one that is stale is derived anew. */
export async function renewed(tx, row) {
  if (!isStale(tx, row)) return row;
  const record = await tx.sessions.get(row.id);
  try {
    return rowOf(tx, record, row);
  } catch {
    // One that cannot be read stays as it is, and is not asked for again.
    return { ...row, deadline: null, changesAt: null, rulesHash: tx.engine.rulesHash };
  }
}
