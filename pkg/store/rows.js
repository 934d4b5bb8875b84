// What lists show of a session: a slim row, derived by the engine.
import { lifecycleOf } from "./engine.js";

/** The row of a record. `waiting` is how many approvals are open and clearances not confirmed. */
export function rowOf(tx, record, { position, updated }) {
  const { id, lifecycle, session, origin, label } = record;
  const asked = lifecycleOf(tx, lifecycle);
  const { display, attention, changesAt } = asked.view(session, tx);
  const outstanding = asked.outstanding(session);
  return {
    id,
    lifecycle,
    display,
    attention,
    waiting: outstanding.filter(({ type }) => WAITS.includes(type)).length,
    outstanding: outstanding.length,
    parent: session.parentUid ?? null,
    deadline: asked.deadline(session),
    changesAt,
    updated,
    label: label ?? labelOf(session, id),
    origin,
    unconfirmed: isUnconfirmed(record),
    revision: session.revision,
    position,
    rulesHash: tx.engine.rulesHash,
  };
}

// The instructions that only a person, or a host after one, can carry out.
const WAITS = ["approval_requested", "action_cleared"];

function labelOf({ agentId, agent, task }, id) {
  return [agentId, agent, task].filter(Boolean).join(" · ") || id;
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

/** The row as it is now: one that time or other rules have changed is derived anew. */
export async function renewed(tx, row) {
  const { rulesHash } = tx.engine;
  if (row.rulesHash === rulesHash && momentOf(row) > tx.now) return row;
  const record = await tx.sessions.get(row.id);
  try {
    return rowOf(tx, record, row);
  } catch {
    // One that cannot be read stays as it is, and is not asked for again.
    return { ...row, deadline: null, changesAt: null, rulesHash };
  }
}
