// The delegated lifecycle as one would write it with XState: the same phases, commands and conditions, no reasons.
import { and, assign, initialTransition, setup, transition } from "xstate";

const ANSWERS = ["taskAssessment", "decomposition", "orchestration", "lessons"];

const outcome = (phase, ...guards) => ({
  guard: and(["undecided", ...guards]),
  actions: assign({ pendingOutcome: ({ event }) => ({ ...event, phase }) }),
});

const reflected = (target) => ({ guard: { type: "reflects", params: { phase: target } }, target });

const machine = setup({
  guards: {
    undecided: ({ context }) => context.pendingOutcome === null,
    outranks: ({ context }) => !["Revoked", "Error"].includes(context.pendingOutcome?.phase),
    produced: ({ context }) => context.artifacts.length > 0,
    unique: ({ context, event }) => !context.artifacts.some(({ id }) => id === event.artifact.id),
    reflects: ({ context, event }, { phase }) =>
      phase === context.pendingOutcome?.phase &&
      event.reflect.sessionUid === context.uid &&
      event.reflect.outcome === phase &&
      (event.reflect.author === "agent" || ["Revoked", "Error"].includes(event.reflect.outcome)) &&
      ANSWERS.every((answer) => event.reflect[answer].trim() !== ""),
  },
}).createMachine({
  context: ({ input }) => ({ pendingOutcome: null, superseded: [], reflect: null, ...input }),
  initial: "Pending",
  states: {
    Pending: {
      on: {
        initialize: { guard: "undecided", target: "Initializing" },
        revoke: { guard: "outranks", actions: assign({ pendingOutcome: { phase: "Revoked" } }) },
        error: { guard: "outranks", actions: assign({ pendingOutcome: { phase: "Error" } }) },
        reflect: [reflected("Revoked"), reflected("Error")],
      },
    },
    Initializing: {
      on: {
        activate: { guard: "undecided", target: "Active" },
        decline: outcome("Declined"),
        revoke: { guard: "outranks", actions: assign({ pendingOutcome: { phase: "Revoked" } }) },
        error: { guard: "outranks", actions: assign({ pendingOutcome: { phase: "Error" } }) },
        reflect: [reflected("Declined"), reflected("Revoked"), reflected("Error")],
      },
    },
    Active: {
      on: {
        add_artifact: {
          guard: "unique",
          actions: assign({ artifacts: ({ context, event }) => [...context.artifacts, event.artifact] }),
        },
        complete: outcome("Completed", "produced"),
        fail: outcome("Failed"),
        decline: outcome("Declined"),
        revoke: { guard: "outranks", actions: assign({ pendingOutcome: { phase: "Revoked" } }) },
        error: { guard: "outranks", actions: assign({ pendingOutcome: { phase: "Error" } }) },
        reflect: ["Completed", "Failed", "Declined", "Revoked", "Error"].map(reflected),
      },
    },
    Completed: { type: "final" },
    Failed: { type: "final" },
    Declined: { type: "final" },
    Revoked: { type: "final" },
    Error: { type: "final" },
  },
});

/** The snapshot of an active session with these fields. */
export function snapshot(session) {
  const [pending] = initialTransition(machine, session);
  return ["initialize", "activate"].reduce((snapshot, type) => transition(machine, snapshot, { type })[0], pending);
}

export const step = (snapshot, event) => transition(machine, snapshot, event)[0];
