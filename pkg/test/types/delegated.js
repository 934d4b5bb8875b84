// What the types of the delegated lifecycle have to say beyond what all have.
import { context, delegated as lifecycle, reflect } from "../lifecycles/delegated.js";
import { closedSet, snake, variants } from "./rust.js";

const { api } = lifecycle;
const outcomes = () => Object.keys(variants("delegated", "Outcome"));
const decline = { type: "decline", reason: "ethical_objection", reflect: reflect("Declined") };

export const delegated = {
  ...lifecycle,
  /** What the types are called in the claims. */
  letter: "d",
  contexts: [context],

  /** By type, the struct in Rust, and what the wire adds to it or leaves out. */
  structs: {
    "d.Session": { struct: "Session", added: ["lifecycle", "schema"] },
    "d.Reflect": { struct: "Reflect" },
    "d.GivenReflect": { struct: "Reflect" },
    "d.View": { struct: "View", added: ["awaitingReflect"] },
    "d.Conditions": { struct: "Conditions" },
    "d.Accountable": { struct: "Accountable" },
  },
  /** By type, the tag that tells its members apart, and how the variants of that name in Rust are spelled there. */
  unions: {
    Command: { tag: "type", spelled: snake, added: { create: ["parentUid"] } },
    Event: { tag: "type", spelled: snake },
    Outcome: { tag: "phase", spelled: (name) => name },
  },
  names: () => ({
    "d.TerminalPhase": outcomes(),
    'd.Outcome["phase"]': outcomes(),
    "keyof d.WithReflect": ["reflect"],
  }),
  further: [
    'same<d.Create, Extract<d.Command, { type: "create" }>>(true);',
    "same<d.Artifact, { readonly id: string; readonly [field: string]: unknown }>(true);",
  ],

  /** Types whose fields some commands may leave out, with all of them, and the question that is asked with the rest. */
  given: [
    ...[
      { type: "create", uid: "s", agent: "a", task: "t", harness: "h", authority: [], parentUid: null, parent: null },
      { type: "add_artifact", artifact: { id: "1" } },
      { type: "complete", reflect: reflect("Completed") },
      { type: "fail", message: "…", reflect: reflect("Failed") },
      decline,
      { type: "revoke", source: "parent", reflect: reflect("Revoked") },
      { type: "error", message: "…", reflect: reflect("Error") },
      { type: "reflect", reflect: reflect("Failed") },
    ].map((command) => [`Extract<d.Command, { type: "${command.type}" }>`, command, decide]),
    ["d.GivenReflect", decline.reflect, (rest) => decide({ ...decline, reflect: rest })],
    ["{ id: string }", { id: "1" }, (rest) => decide({ type: "add_artifact", artifact: rest })],
  ],

  /** By type, the fields that have a type of their own. */
  inside: {
    "d.Session": { reflect: "d.Reflect" },
    "d.View": { conditions: "d.Conditions", accountable: "d.Accountable" },
  },
  closed: { "d.Session": ["lifecycle", "schema"] },
  more: () => [],

  // With what an import adds: sessions that contradict themselves, and warnings.
  imports: () => [
    [{ kind: "AgentSession", metadata: { uid: "bare" } }],
    ...closedSet("Phase").map((phase) => [{ metadata: { uid: phase }, status: { phase } }]),
    ...closedSet("Reason").map((declineReason) => [
      { metadata: { uid: declineReason }, status: { phase: "Declined", declineReason, reflect: {} } },
    ]),
    ...closedSet("Source").map((revokeSource) => [
      { metadata: { uid: revokeSource }, status: { phase: "Active", revokeSource } },
    ]),
  ],
};

function decide(command) {
  return api.decide(null, command, context);
}
