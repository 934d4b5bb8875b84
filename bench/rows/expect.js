/** What is measured must be what it is said to be. */
export function expectOutcome(live, command, context, outcome, code = undefined) {
  const decision = live.decide(command, context);
  if (decision.outcome === outcome && decision.code === code) return;
  throw new Error(`${command.type} is ${decision.outcome}: ${decision.code} (${decision.message})`);
}
