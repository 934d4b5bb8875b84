// What lists show of a session: a slim row, derived by the engine.
import { lifecycleOf } from "./engine.js";

/** The row of a record at that time. `waiting` is how many approvals are open and clearances not confirmed. */
export function rowOf(engine, record, now, { position, updated }) {
  const { id, lifecycle, session, origin, unconfirmed, label } = record;
  const asked = lifecycleOf(engine, lifecycle);
  const { display, attention, changesAt } = asked.view(session, { now });
  const waits = asked.outstanding(session).filter(({ type }) => WAITS.has(type));
  return {
    id,
    lifecycle,
    display,
    attention,
    waiting: waits.length,
    parent: session.parentUid ?? null,
    deadline: asked.deadline(session),
    changesAt,
    updated,
    label: label ?? labelOf(session, id),
    origin,
    unconfirmed,
    revision: session.revision,
    position,
  };
}

// The instructions that only a person, or a host after one, can carry out.
const WAITS = new Set(["approval_requested", "action_cleared"]);

function labelOf({ agentId, agent, task }, id) {
  return [agentId, agent, task].filter(Boolean).join(" · ") || id;
}
