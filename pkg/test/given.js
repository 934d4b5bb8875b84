// Sessions to begin with, and what is expected of whatever is nonsense.
import assert from "node:assert/strict";
import { CountersignError, delegated } from "countersign";
import { context, reflect } from "./types/walk.js";

export const create = frozen({
  type: "create",
  uid: "s",
  agent: "a",
  task: "t",
  harness: "h",
  authority: ["read", "write"],
});
export const pending = after(null, create);
export const active = after(pending, { type: "initialize" }, { type: "activate" });
export const worked = after(active, { type: "add_artifact", artifact: { id: "1" } });
export const declining = after(active, { type: "decline", reason: "ethical_objection" });
export const completed = after(worked, { type: "complete", reflect: reflect("Completed") });

/** The session after commands, each of which is allowed. */
export function after(session, ...commands) {
  return commands.reduce((session, command) => {
    const decision = delegated.decide(session, command, context);
    assert.equal(decision.outcome, "allowed", decision.message);
    return frozen(decision.session);
  }, session);
}

/** Frozen through and through: whoever changes it throws. */
export function frozen(value) {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

export function withArtifact(artifact) {
  return { ...worked, artifacts: [artifact] };
}

export function refuses(ask, code, path, message = /./) {
  assert.throws(ask, (error) => {
    assert.ok(error instanceof CountersignError && error instanceof Error, String(error));
    assert.deepEqual([error.name, error.code, error.path], ["CountersignError", code, path]);
    assert.match(error.message, message);
    return true;
  });
}
