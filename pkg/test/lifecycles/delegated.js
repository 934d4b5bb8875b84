// Delegated sessions to begin with, and to walk through.
import { delegated as api } from "countersign";
import { after, frozen } from "../given.js";

export const context = { now: 1_700_000_000_000 };

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

export const create = frozen({
  type: "create",
  uid: "s",
  agent: "a",
  task: "t",
  harness: "h",
  authority: ["read", "write"],
});
export const pending = then(null, create);
export const active = then(pending, { type: "initialize" }, { type: "activate" });
export const worked = then(active, { type: "add_artifact", artifact: { id: "1" } });
export const declining = then(active, { type: "decline", reason: "ethical_objection" });
export const completed = then(worked, { type: "complete", reflect: reflect("Completed") });

/** The session after commands, each of which is allowed. */
export function then(session, ...commands) {
  return after(api, session, ...commands.map((command) => [command, context]));
}

export function withArtifact(artifact) {
  return { ...worked, artifacts: [artifact] };
}

/** Whatever tests of all lifecycles need of this one. */
export const delegated = {
  name: "delegated",
  api,
  status: "phase",
  statusOf: ({ phase }) => phase,
  targets: {},
  about: () => undefined,
  context,
  // One of each kind, with much in it.
  sample: {
    session: completed,
    create,
    command: { type: "complete", reflect: reflect("Completed") },
    event: { type: "artifact_added", artifact: { id: "2", n: NaN } },
    payload: { metadata: { uid: "s" }, status: { artifacts: [{ id: "1" }] } },
    more: [],
    own: (session) => api.cascade([session], "s"),
  },
  // Where an opaque value may be, here an object with an id.
  opaque: {
    within: withArtifact,
    of: (session) => session.artifacts[0],
    place: "artifacts[0]",
    before: active,
    command: (artifact) => ({ type: "add_artifact", artifact }),
    commandPlace: "artifact",
  },
  walks: [{ steps: steps() }],
};

function steps() {
  const outcomes = [
    [{ type: "complete" }, "Completed"],
    [{ type: "fail", message: "it broke" }, "Failed"],
    [{ type: "decline", reason: "ethical_objection" }, "Declined"],
    [{ type: "revoke", source: "parent" }, "Revoked"],
    [{ type: "revoke", source: "timeout" }, "Revoked"],
    [{ type: "error", message: "the disk is full" }, "Error"],
  ];
  const commands = [
    create,
    { ...create, task: "another" },
    { ...create, uid: "other" },
    { ...create, uid: "child", parentUid: "s", parent: pending },
    { ...create, uid: "child", parentUid: "s", parent: { ...completed, artifacts: [] } },
    { ...create, uid: "child", parentUid: "s", parent: pending, authority: ["read", "deploy"] },
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
  return commands.map((command) => [command, context]);
}
