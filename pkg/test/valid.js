// What is right: values of every kind that the methods take, by lifecycle.
import { lifecycles } from "./lifecycles/all.js";
import { context, pending, worked } from "./lifecycles/delegated.js";
import * as interactive from "./lifecycles/interactive.js";
import { executed, operator, payload, row } from "./lifecycles/reversible.js";
import { walk } from "./lifecycles/walk.js";

const resource = {
  apiVersion: "r5e/v1",
  kind: "AgentSession",
  metadata: {
    uid: "s",
    creationTimestamp: "2026-03-01T09:30:00Z",
    ownerReferences: [{ kind: "AgentSession", uid: "p" }],
  },
  spec: { agentRef: { name: "a" }, taskRef: "t", harnessRef: { uid: "h" }, authority: ["read", { name: "write" }] },
  status: {
    phase: "Declined",
    declineReason: "needs_decomposition",
    artifacts: [{ id: "1" }],
    reflect: { lessons: "…" },
  },
};
const told = payload([
  { status: "CLEARED", payload: { amount: 1900 } },
  { undoStatus: "IN_PROGRESS", undoConfig: { type: "http-delete", requireApproval: true } },
  { status: "PENDING_APPROVAL", response: {} },
]);
const EVENTS = [
  interactive.event("message", { text: "go on" }, { role: "user" }),
  interactive.request,
  interactive.event("tool_approval_response", { batch_id: "b", call_id: "1", result: "deny", deny_message: "no" }),
  interactive.event("tool_call_output", { batch_id: "b", call_id: "1", is_error: true }),
  interactive.event("session_status", { status: "idle", stop_reason: "requires_action" }),
  interactive.event("interrupt", {}, { created_at: undefined }),
];
const condition = { field: "lines.0.amount", operator: "gt", value: 1.5 };
const policy = { id: "1", apiNamePattern: "stripe.*", condition, action: "BLOCK", enabled: true };

/** What a lifecycle takes that others do not, or not so. */
const OWN = {
  delegated: {
    payload: [
      resource,
      { kind: "AgentSession", metadata: { uid: "s" } },
      { ...resource, status: { phase: "Active", revokeSource: "parent" } },
    ],
    more: [null, []],
    sessions: [
      [],
      [worked],
      [
        { ...worked, uid: "p" },
        { ...worked, parentUid: "p" },
        { ...pending, uid: "c" },
      ],
    ],
    context: [context, { now: 0, caller: "SYSTEM" }, { now: -1, caller: null }],
    name: ["s", "p", "1"],
  },
  interactive: {
    payload: [
      interactive.payload(),
      interactive.payload({ stop_reason: null }),
      interactive.payload({ status: "running", stop_reason: "end_turn" }),
      { ...interactive.payload({ status: "rescheduling" }), data: null },
    ],
    more: [null, [], EVENTS, { data: EVENTS }],
    context: [interactive.context, { now: 0, caller: "SYSTEM" }, { now: -1, caller: null }],
    name: ["1", "2", "3", "b", "__proto__"],
  },
  reversible: {
    payload: [told, { data: told, error: null }, payload(), { ...told, actions: undefined, _count: { actions: 1 } }],
    more: [null, [], [row(), row({ approvalId: "2", actionId: "3" })], { data: [row({ status: "REJECTED" })] }],
    context: [
      operator,
      { now: operator.now },
      { now: operator.now + 1e8, caller: "OPERATOR" },
      { now: 0, caller: "SYSTEM" },
    ],
    name: ["1", "2", "1:ROLLBACK:1", "2:BEFORE_EXECUTION:1", "2:AFTER_EXECUTION:1"],
    columns: [
      { stored: [], present: [], undoing: [] },
      { stored: [0, 4, 2], present: [0, 63, 17], undoing: [0, 1, 0] },
    ],
    policies: [[], [policy], [policy, { id: "2", apiNamePattern: "*", action: "REQUIRE_APPROVAL" }]],
    action: [executed.actions[0], { apiName: "stripe.refunds.create", payload: { lines: [{ amount: 2 }], note: "…" } }],
    mode: [null, "strict", "compat"],
  },
};

/** As text, by lifecycle and kind: the quickest way to a copy of one's own. */
export const VALID = Object.fromEntries(lifecycles.map((lifecycle) => [lifecycle.name, texts(lifecycle)]));

function texts(lifecycle) {
  const steps = lifecycle.walks.flatMap((one) => first(300, walk({ ...lifecycle, walks: [one] })));
  const events = steps.flatMap(({ decision }) => decision.events ?? []);
  const { payload, name, ...own } = OWN[lifecycle.name];
  const kinds = {
    session: [null, ...steps.map(({ session }) => session ?? lifecycle.sample.session)],
    command: steps.map(({ command }) => command),
    event: events,
    events: [[], events.slice(0, 3), events.slice(0, 20), ...steps.map(({ decision }) => decision.events ?? [])],
    payload,
    payloads: [[], payload, { items: payload }, { data: payload }],
    name: [...lifecycle.api.rules().map(({ command }) => command), ...name],
    ...own,
  };
  return Object.fromEntries(
    Object.entries(kinds).map(([kind, values]) => [kind, [...new Set(values.map((value) => JSON.stringify(value)))]]),
  );
}

function first(count, values) {
  const found = [];
  for (const value of values) if (found.push(value) === count) break;
  return found;
}
