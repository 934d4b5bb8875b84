// Every session that a small alphabet of commands can reach, and what the engine answers along the way.
import { delegated } from "../../index.js";

export const context = { now: 1_700_000_000_000 };

const create = { type: "create", uid: "s", agent: "a", task: "t", harness: "h", authority: ["read", "write"] };

/** A reflect that is complete. */
export function reflect(outcome, author = "agent") {
  const said = "…";
  return {
    author,
    sessionUid: "s",
    outcome,
    taskAssessment: said,
    decomposition: said,
    orchestration: said,
    lessons: said,
  };
}

function alphabet() {
  const outcomes = [
    [{ type: "complete" }, "Completed"],
    [{ type: "fail", message: "it broke" }, "Failed"],
    [{ type: "decline", reason: "ethical_objection" }, "Declined"],
    [{ type: "revoke", source: "parent" }, "Revoked"],
    [{ type: "revoke", source: "timeout" }, "Revoked"],
    [{ type: "error", message: "the disk is full" }, "Error"],
  ];
  const parent = delegated.decide(null, create, context).session;
  const ended = delegated.replay(
    [{ type: "reflected", outcome: { phase: "Completed" }, reflect: reflect("Completed") }],
    parent,
  );
  return [
    create,
    { ...create, task: "another" },
    { ...create, uid: "other" },
    { ...create, uid: "child", parentUid: "s", parent },
    { ...create, uid: "child", parentUid: "s", parent: ended },
    { ...create, uid: "child", parentUid: "s", parent, authority: ["read", "deploy"] },
    { type: "initialize" },
    { type: "activate" },
    { type: "add_artifact", artifact: { id: "1" } },
    { type: "add_artifact", artifact: { id: "1", text: null } },
    ...outcomes.flatMap(([command, phase]) => [
      command,
      { ...command, reflect: reflect(phase) },
      { ...command, reflect: reflect(phase, "system") },
    ]),
    ...["Completed", "Failed", "Declined", "Revoked", "Error"].map((phase) => ({
      type: "reflect",
      reflect: reflect(phase),
    })),
    { type: "reflect", reflect: reflect("Revoked", "system") },
    { type: "reflect", reflect: { ...reflect("Failed"), sessionUid: "other" } },
    { type: "reflect", reflect: { ...reflect("Failed"), lessons: " " } },
  ];
}

/** Calls `visit(session, command, decision)` for each command in each session, null included. */
export function walk(visit) {
  const commands = alphabet();
  const seen = new Set();
  const waiting = [null];
  while (waiting.length > 0) {
    const session = waiting.pop();
    for (const command of commands) {
      const decision = delegated.decide(session, command, context);
      visit(session, command, decision);
      if (decision.outcome !== "allowed") continue;
      const key = JSON.stringify({ ...decision.session, revision: 0 });
      if (seen.has(key)) continue;
      seen.add(key);
      waiting.push(decision.session);
    }
  }
}
