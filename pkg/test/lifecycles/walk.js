// Every session that a few commands can reach, and what the engine answers along the way.

/**
 * Gives `{ session, command, context, decision }` for each command in each session, the one of no session included.
 * `lifecycle` is one of those beside this file: its `walks` are lists of `[command, context]`, each walked by itself, and
 * where one of its sessions `ends`, it is left.
 */
export function* walk({ api, walks, ends = () => false }) {
  for (const { from = null, steps } of walks) {
    const seen = new Set();
    const waiting = [from];
    while (waiting.length > 0) {
      const session = waiting.pop();
      for (const [command, context] of steps) {
        const decision = api.decide(session, command, context);
        yield { session, command, context, decision };
        if (decision.outcome !== "allowed" || ends(decision.session)) continue;
        const key = JSON.stringify({ ...decision.session, revision: 0 });
        if (seen.has(key)) continue;
        seen.add(key);
        waiting.push(decision.session);
      }
    }
  }
}

/** The steps by the session that they begin in. */
export function bySession(steps) {
  const found = new Map();
  for (const step of steps) {
    if (!found.has(step.session)) found.set(step.session, []);
    found.get(step.session).push(step);
  }
  return found;
}
