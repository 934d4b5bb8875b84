// The reversible lifecycle as one would write it with XState: the same statuses, commands and conditions, no reasons.
// Actions, approvals and the chain are in the context. What the host has to do is an action of the transition.
import { assign, setup, transition } from "xstate";
import { changed, declined, has, rollBackSession, undoable } from "./reversible-chain.js";
import {
  actionOf,
  approvalOf,
  isDue,
  isForgotten,
  isNew,
  key,
  logged,
  reported,
  resolved,
  retried,
  ticked,
} from "./reversible-context.js";

/** The context becomes this; what is done is activity. */
const become = (next) =>
  assign(({ context, event }) => ({
    ...next(context, event),
    lastActivityAt: Math.max(context.lastActivityAt, event.now),
  }));
const update = (change) =>
  become((context, event) => changed(context, event.actionId, (action) => change(action, event)));

const AFTER_CHAIN = [
  { guard: { type: "becomes", params: "FAILED" }, target: "#session.FAILED" },
  { guard: { type: "becomes", params: "ROLLED_BACK" }, target: "#session.ROLLED_BACK" },
];
const LATE = { guard: "failsLate", actions: "log" };
const ROLL_BACK = { guard: "mayRollBack", actions: ["rollBack", "instruct"] };
const CLEAR = { guard: "mayClear", actions: ["resolve", "instruct"] };

const machine = setup({
  guards: {
    becomes: ({ context }, outcome) => context.outcome === outcome,
    mayLog: ({ context, event }) => event.action.status !== "PENDING_APPROVAL" && isNew(context, event.action),
    mayAsk: ({ context, event }) =>
      event.action.status === "PENDING_APPROVAL" &&
      isNew(context, event.action) &&
      context.rollback === null &&
      (!event.approvalId || !approvalOf(context, event)),
    failsLate: ({ context, event }) =>
      event.action.status === "FAILED" && isNew(context, event.action) && has(context, "CLEARED"),
    mayClear: ({ context, event }) => {
      const approval = approvalOf(context, event);
      return (
        approval?.status === "PENDING" &&
        approval.purpose === "BEFORE_EXECUTION" &&
        event.decision === "approve" &&
        event.caller !== "AGENT" &&
        !isDue(approval, event.now) &&
        context.rollback === null
      );
    },
    mayResolve: ({ context, event }) => {
      const approval = approvalOf(context, event);
      return (
        approval?.status === "PENDING" &&
        event.caller !== "AGENT" &&
        (event.decision === "reject" || (approval.purpose !== "BEFORE_EXECUTION" && !isDue(approval, event.now)))
      );
    },
    isIdle: ({ context }) => context.rollback === null,
    mayConfirm: ({ context, event }) => event.status === "SUCCESS" && actionOf(context, event)?.status === "CLEARED",
    agentMayRollBack: ({ context }) => context.rollback === null && undoable(context),
    mayRollBack: ({ context, event }) => event.caller !== "AGENT" && context.rollback === null && undoable(context),
    runs: ({ context, event }) => {
      const action = actionOf(context, event);
      const atGate = ({ actionId, purpose, status }) =>
        actionId === event.actionId && purpose === "ROLLBACK" && status === "PENDING";
      return (
        action?.undo === "IN_PROGRESS" &&
        event.idempotencyKey === key(context, action) &&
        !context.approvals.some(atGate)
      );
    },
    mayRetry: ({ context, event }) => {
      const action = actionOf(context, event);
      return (
        event.caller === "OPERATOR" &&
        context.rollback === null &&
        action?.status === "ROLLBACK_FAILED" &&
        action.compensation.kind !== "UNAVAILABLE"
      );
    },
    mayWithdraw: ({ context, event }) => event.caller === "OPERATOR" && actionOf(context, event)?.status === "CLEARED",
    mayAcknowledge: ({ context, event }) =>
      event.caller === "OPERATOR" &&
      context.rollback === null &&
      actionOf(context, event)?.status === "ROLLBACK_FAILED",
    isDue: ({ context, event }) => context.approvals.some((approval) => isDue(approval, event.now)),
    isDueOrForgotten: ({ context, event }) =>
      context.approvals.some((approval) => isDue(approval, event.now)) || isForgotten(context, event.now),
    isUndone: ({ context }) =>
      context.rollback === null &&
      has(context, "ROLLED_BACK") &&
      !has(context, "ROLLBACK_FAILED", "PENDING_APPROVAL", "CLEARED") &&
      !declined(context) &&
      !undoable(context),
  },
  actions: {
    log: become(logged),
    resolve: become(resolved),
    confirm: update((action) => ({ ...action, status: "SUCCESS" })),
    touch: become(() => ({})),
    rollBack: become((context, { caller, now }) => rollBackSession(context, caller, now)),
    report: become(reported),
    retry: become(retried),
    withdraw: update((action, { resolvedBy, now, reason }) => ({
      ...action,
      status: "FAILED",
      withdrawn: { by: resolvedBy, at: now, reason },
    })),
    acknowledge: update((action, { resolvedBy, now, note }) => ({
      ...action,
      status: "ROLLED_BACK",
      undo: "COMPLETED",
      acknowledged: { by: resolvedBy, at: now, note },
    })),
    expire: assign(({ context, event }) => ticked(context, event)),
    // The host runs, or asks for, what the context now says.
    instruct: () => {},
  },
}).createMachine({
  id: "session",
  context: ({ input }) => ({ ...input, outcome: null }),
  initial: "ACTIVE",
  on: {
    resolve_approval: { guard: "mayResolve", actions: ["resolve", "instruct"] },
    confirm_action: { guard: "mayConfirm", actions: "confirm" },
    report_undo: { guard: "runs", actions: ["report", "instruct"] },
    retry_undo: { guard: "mayRetry", actions: ["retry", "instruct"] },
    withdraw_clearance: { guard: "mayWithdraw", actions: "withdraw" },
    acknowledge_undo: { guard: "mayAcknowledge", actions: "acknowledge" },
    tick: { guard: "isDue", actions: ["expire", "instruct"] },
  },
  states: {
    ACTIVE: {
      on: {
        log_action: [
          { guard: "mayLog", actions: "log" },
          { guard: "mayAsk", actions: ["log", "instruct"] },
        ],
        resolve_approval: CLEAR,
        complete: { guard: "isIdle", target: "COMPLETED", actions: "touch" },
        request_rollback: { guard: "agentMayRollBack", actions: ["rollBack", "instruct"] },
        tick: { guard: "isDueOrForgotten", actions: ["expire", "instruct"] },
      },
      always: [...AFTER_CHAIN, { guard: { type: "becomes", params: "ABANDONED" }, target: "ABANDONED" }],
    },
    COMPLETED: { on: { log_action: LATE, resolve_approval: CLEAR, request_rollback: ROLL_BACK }, always: AFTER_CHAIN },
    ABANDONED: { on: { log_action: LATE, request_rollback: ROLL_BACK }, always: AFTER_CHAIN },
    FAILED: {
      on: { log_action: LATE, request_rollback: ROLL_BACK },
      always: { guard: "isUndone", target: "ROLLED_BACK" },
    },
    ROLLED_BACK: { type: "final" },
  },
});

/** The snapshot of a session. */
export function snapshot({ status, ...session }) {
  return machine.resolveState({ value: status, context: { ...session, outcome: null } });
}

export const step = (snapshot, event) => transition(machine, snapshot, event)[0];
