// The interactive lifecycle as one would write it with XState: the same statuses, commands and conditions, no reasons.
// The batch of tool calls is in the context. What the host has to do is an action of the transition.
import { assign, setup, transition } from "xstate";
import {
  approvals,
  decided,
  decides,
  finished,
  hasOpen,
  interrupts,
  isHandedOut,
  isNewBatch,
  left,
  messages,
  recorded,
  started,
} from "./interactive-context.js";

const become = (next) => assign(({ context, event }) => next(context, event));

const FINISH = { guard: "mayFinish", actions: "finish" };
const BREAK = { guard: "mayBreak", target: "terminated", actions: "break" };
const INTERRUPT = [
  { guard: "interruptsToSay", target: "running", actions: ["interrupt", "start", "instruct"] },
  { guard: "interrupts", target: "idle", actions: ["interrupt", "instruct"] },
];

const machine = setup({
  guards: {
    says: ({ event: { inputs } }) => messages(inputs).length > 0 && approvals(inputs).length === 0,
    interrupts: ({ event: { inputs } }) => interrupts(inputs) && approvals(inputs).length === 0,
    interruptsToSay: ({ event: { inputs } }) =>
      interrupts(inputs) && messages(inputs).length > 0 && approvals(inputs).length === 0,
    decides: ({ context, event }) => decides(context, event),
    hasOpen: ({ context }) => hasOpen(context),
    hasNone: ({ context }) => !hasOpen(context),
    isCurrent: ({ context, event }) => event.turn === context.turn,
    mayCall: ({ context, event }) => event.turn === context.turn && isNewBatch(context, event),
    mayFinish: ({ context, event }) => event.turn === context.turn && isHandedOut(context, event),
    mayBreak: ({ context, event }) => (event.turn ?? context.turn) === context.turn,
    isOfNoTurn: ({ event }) => event.turn === undefined,
    isKept: ({ context }) => context.terminatedBy !== "deleted",
  },
  actions: {
    start: become(started),
    interrupt: become((context) => left(context, "end_turn")),
    decide: become(decided),
    record: become(recorded),
    finish: become(finished),
    end: become((context) => left(context, "end_turn")),
    exhaust: become((context) => left(context, "retries_exhausted")),
    break: become((context, { message }) => ({ ...left(context, null), terminatedBy: "error", error: message })),
    archive: become((context) => ({ ...left(context, null), terminatedBy: "archived" })),
    delete: become((context) => ({ ...left(context, null), terminatedBy: "deleted" })),
    // The host asks, runs or refuses what the context now says.
    instruct: () => {},
  },
}).createMachine({
  context: ({ input }) => input,
  initial: "idle",
  states: {
    idle: {
      on: {
        submit: { guard: "says", target: "running", actions: ["start", "instruct"] },
        archive: { target: "terminated", actions: "archive" },
        delete: { target: "terminated", actions: ["delete", "instruct"] },
        unrecoverable_error: { ...BREAK, guard: "isOfNoTurn" },
      },
    },
    requires_action: {
      on: {
        submit: [...INTERRUPT, { guard: "decides", actions: "decide" }],
        tool_finished: FINISH,
        unrecoverable_error: BREAK,
      },
      always: { guard: "hasNone", target: "running", actions: "instruct" },
    },
    running: {
      on: {
        submit: INTERRUPT,
        tool_calls: { guard: "mayCall", actions: ["record", "instruct"] },
        tool_finished: FINISH,
        turn_ended: { guard: "isCurrent", target: "idle", actions: "end" },
        retries_exhausted: { guard: "isCurrent", target: "idle", actions: "exhaust" },
        unrecoverable_error: BREAK,
      },
      always: { guard: "hasOpen", target: "requires_action" },
    },
    terminated: { on: { delete: { guard: "isKept", actions: ["delete", "instruct"] } } },
  },
});

/** The snapshot of a session. */
export function snapshot({ status, stopReason, ...session }) {
  const waits = status === "idle" && stopReason === "requires_action";
  return machine.resolveState({
    value: waits ? "requires_action" : status,
    context: { ...session, stopReason: waits ? null : stopReason },
  });
}

export const step = (snapshot, event) => transition(machine, snapshot, event)[0];
