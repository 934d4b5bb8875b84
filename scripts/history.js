// Sessions with their histories, made by the engine as a store would have made them: lines for `importAll`.
import { delegated, interactive, reversible, rulesHash } from "countersign";

const LIFECYCLES = { reversible, interactive, delegated };

/**
 * The line of a session that came about by these steps, `[time, command, caller]` each. All of them have to be allowed; what
 * no step asks for does not happen.
 */
export function lineOf(lifecycle, id, steps, label = "") {
  const { decide } = LIFECYCLES[lifecycle];
  const entries = [];
  let session = null;
  for (const [at, command, caller = "AGENT"] of steps) {
    const decision = decide(session, command, { now: at, caller });
    if (decision.outcome !== "allowed") throw new Error(`${id}: ${command.type}: ${decision.message}`);
    const { session: next, ...answer } = decision;
    session = next;
    const seq = entries.length + 1;
    entries.push({ kind: "command", caller, command, ...answer, id, seq, at, rulesHash });
  }
  const { length } = entries;
  const record = { id, lifecycle, session, seq: length, changes: length, version: null, origin: "local", label };
  return `${JSON.stringify({ ...record, entries })}\n`;
}

/** An action to log; `more` says what else is told of it. */
export function action(id, apiName, payload, { status = "SUCCESS", kind = "AUTOMATIC", asks = false } = {}) {
  const operationType = /create|send|post/.test(apiName) ? "CREATE" : /delete/.test(apiName) ? "DELETE" : "UPDATE";
  return { id, apiName, operationType, payload, status, compensation: { kind, requireApproval: asks } };
}
