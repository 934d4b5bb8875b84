// How tests come to what they begin with, and what is expected of whatever is nonsense.
import assert from "node:assert/strict";
import { CountersignError } from "countersign";

/** The session after steps, `[command, context]`, each of which is allowed. */
export function after(api, session, ...steps) {
  return steps.reduce((session, [command, context]) => {
    const decision = api.decide(session, command, context);
    assert.equal(decision.outcome, "allowed", decision.message);
    return frozen(decision.session);
  }, session);
}

/** Frozen through and through: whoever changes it throws. */
export function frozen(value) {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

export function refuses(ask, code, path, message = /./) {
  assert.throws(ask, (error) => {
    assert.ok(error instanceof CountersignError && error instanceof Error, String(error));
    assert.deepEqual([error.name, error.code, error.path], ["CountersignError", code, path]);
    assert.match(error.message, message);
    return true;
  });
}
