import { digest } from "./digest.js";

const context = { now: 1_700_000_000_000 };

// What every runtime is asked. The answer is JSON-able: wherever the package runs, it is the same.
// `vectors` are the worlds of tests/vectors.
export async function run(api, vectors) {
  const { delegated, detect, interactive, reversible, version, rulesHash } = api;
  const create = {
    type: "create",
    uid: "task-1",
    agent: "agent/reviewer",
    task: "task/review",
    harness: "harness/loop",
    authority: ["read"],
  };
  const session = answered(() => delegated.decide(null, create, context)).session ?? null;
  return {
    version,
    rulesHash,
    // Of each lifecycle a command that is allowed, and one that is denied.
    decided: {
      reversible: both(reversible, { type: "create", id: "run-1", agentId: "billing" }, { type: "request_rollback" }),
      interactive: both(
        interactive,
        { type: "create", id: "chat-1", toolPolicies: { default: "always_ask", tools: {} } },
        { type: "turn_ended", turn: 0 },
      ),
      delegated: both(delegated, create, { type: "complete" }),
    },
    can: answered(() => ["initialize", "complete", "nonsense"].map((command) => delegated.can(session, command))),
    detected: answered(() => detect(session)),
    nonsense: answered(() => delegated.parse(17)),
    live: answered(() => {
      const live = delegated.open(session);
      const decision = live.decide({ type: "initialize" }, context);
      live.apply(decision.events);
      return [decision, live.session(), live.view(context)];
    }),
    reversible: answered(() => {
      const { session } = reversible.decide(null, { type: "create", id: "run-1", agentId: "billing" }, context);
      const [stored, present, undoing] = [
        [0, 4],
        [1, 17],
        [1, 0],
      ].map((column) => Uint8Array.from(column));
      const policy = { id: "1", apiNamePattern: "stripe.*", action: "BLOCK" };
      return [
        session,
        reversible.displayStatus(session),
        [...reversible.displayStatuses({ stored, present, undoing })],
        reversible.rollback(session, context),
        reversible.approvals(session, context),
        reversible.evaluatePolicies([policy], { apiName: "stripe.refunds.create" }),
      ];
    }),
    interactive: answered(() => {
      // A tool may have any name, and an object any own property.
      const toolPolicies = JSON.parse('{"default":"always_allow","tools":{"__proto__":"always_ask"}}');
      const call = { callId: "1", name: "__proto__", arguments: JSON.parse('{"__proto__":1}'), toolType: "mcp" };
      const session = [
        { type: "create", id: "chat-1", toolPolicies },
        { type: "submit", inputs: [{ type: "message", content: "hello" }] },
        { type: "tool_calls", turn: 1, batchId: "b", calls: [call] },
      ].reduce((session, command) => interactive.decide(session, command, context).session, null);
      return [
        session,
        interactive.view(session, context),
        interactive.offers(session, context),
        interactive.outstanding(session),
        interactive.can(session, "archive"),
        interactive.can(session, "submit", "1"),
        interactive.can({ ...session, stopReason: "constructor" }, "submit"),
      ];
    }),
    noColumns: answered(() => reversible.displayStatuses({ stored: [0] })),
    digests: await Promise.all(vectors.map((vector) => digest(api[vector.lifecycle], vector))),
  };
}

function both(lifecycle, first, second) {
  return answered(() => {
    const allowed = lifecycle.decide(null, first, context);
    return [allowed, lifecycle.decide(allowed.session, second, context)];
  });
}

function answered(ask) {
  try {
    return ask();
  } catch (error) {
    const { name, code, path, message } = error;
    return { name, code, path, message };
  }
}
