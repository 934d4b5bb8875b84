// What a command has of several inputs, and what a decision says of each: nothing is judged here.
import { shownOf } from "./shown.js";

/** Its inputs in a few words each; of a command without any, none. */
export function inputsOf(name, command) {
  return given(name, command).map(({ said }) => said);
}

/** What its inputs are about, by the ids in the session's lists. */
export function targetsOf(name, command) {
  return given(name, command)
    .map(({ input }) => shownOf(name).inputs.target(input))
    .filter(Boolean);
}

/** What an input can come to, in words. Of a denied command nothing is taken. */
export const CAME = {
  taken: "taken",
  nothing: "did nothing",
  obstacle: "stood in the way",
  untouched: "not taken",
};

/** What each input came to: `{ said, came, reasons }`, where `came` is one of those above and a reason has a code and a message. */
export function inputsJudged(name, command, decision) {
  const { outcome, events = [], warnings = [], unmet = warnings } = decision;
  const reasons = new Map();
  for (const reason of unmet) {
    if (!reasons.has(reason.input)) reasons.set(reason.input, []);
    reasons.get(reason.input).push(reason);
  }
  // A warning may be about what did nothing, or about a part of what did something: then an event tells of it.
  const told = new Set(events.map(decisionIn));
  return given(name, command).map(({ said, input }, at) => {
    const its = reasons.get(at) ?? [];
    return { said, came: came(outcome, its.length > 0, told.has(decisionIn(input))), reasons: its };
  });
}

function came(outcome, hasReasons, isTold) {
  if (outcome === "denied") return hasReasons ? "obstacle" : "untouched";
  return outcome === "allowed" && (!hasReasons || isTold) ? "taken" : "nothing";
}

function decisionIn({ batchId, callId, decision }) {
  return JSON.stringify([batchId, callId, decision]);
}

function given(name, command) {
  const { inputs } = shownOf(name);
  if (command.type !== inputs?.command) return [];
  return command.inputs.map((input) => ({ input, said: inputs.said[input.type](input) }));
}
