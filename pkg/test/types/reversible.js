// What the types of the reversible lifecycle have to say beyond what all have.
import * as r from "../lifecycles/reversible.js";
import { closedSet, snake } from "./rust.js";

const { api } = r.reversible;
const event = (type) => `Extract<r.Event, { type: "${type}" }>`;
const command = (type) => `Extract<r.Command, { type: "${type}" }>`;

// With everything that may be given.
const create = { ...r.create, sandbox: true, settings: r.created.settings };
const action = r.log("1", { order: 1, payload: {}, error: {} }).action;
const logged = { type: "log_action", action, purpose: null, approvalId: null, timeoutMs: null };
const asked = r.before("1", { order: 1, payload: {}, error: {} }, { approvalId: "ok", timeoutMs: 1 });
const condition = { field: "amount", operator: "gt", value: 1 };
const policy = { id: "1", apiNamePattern: "*", condition, action: "BLOCK", enabled: true };
const call = { apiName: "stripe.refunds.create", payload: {} };
const evaluated = (policy, one = call) => api.evaluatePolicies([policy], one);

export const reversible = {
  ...r.reversible,
  letter: "r",
  contexts: [r.agent, r.later(r.DAY)],

  structs: {
    "r.Session": { struct: "Session", added: ["lifecycle", "schema"] },
    "r.Settings": { struct: "Settings" },
    "r.GivenSettings": { struct: "Settings" },
    "r.Action": { struct: "Action" },
    "r.GivenAction": { struct: "Entry" },
    "r.LoggedAction": { struct: "Entry", added: ["status"] },
    "r.Compensation": { struct: "Compensation" },
    "r.Acknowledged": { struct: "Acknowledged" },
    "r.Withdrawn": { struct: "Withdrawn" },
    "r.Approval": { struct: "Approval" },
    "r.Rollback": { struct: "Rollback" },
    "r.View": { struct: "View" },
    "r.Conditions": { struct: "Conditions" },
    "r.Row": { struct: "Row" },
    "r.Eligibility": { struct: "Eligibility" },
    'r.Eligibility["plan"][number]': { struct: "Planned" },
    'r.Eligibility["leftAlone"][number]': { struct: "LeftAlone" },
    "r.Policy": { struct: "Policy" },
    "r.Condition": { struct: "Condition" },
    "r.Evaluation": { struct: "Evaluation" },
  },
  // The status is told in the action.
  unions: {
    Command: {
      tag: "type",
      spelled: snake,
      added: { log_action: ["purpose", "approvalId", "timeoutMs"] },
      left: { log_action: ["status"] },
    },
    Event: { tag: "type", spelled: snake, left: { action_logged: ["status"] } },
  },
  names: () => ({
    "r.RollbackCode": api
      .rules()
      .filter(({ command }) => command === "request_rollback")
      .flatMap(({ rules }) => rules.flatMap(({ guards }) => guards.map(({ code }) => code))),
    'r.LogAction["action"]["status"]': closedSet("ActionStatus").filter((status) =>
      isRead(() => decide(r.asks("1", "BEFORE_EXECUTION", {}, { action: { ...action, status } }))),
    ),
    'Extract<r.LogAction, { action: { status: "PENDING_APPROVAL" } }>["purpose"]': closedSet("Purpose").filter(
      (purpose) => isRead(() => decide({ ...asked, purpose })),
    ),
  }),
  further: [
    `same<r.LogAction, ${command("log_action")}>(true);`,
    'same<r.LeaveReason, r.Eligibility["leftAlone"][number]["reason"]>(true);',
    'same<r.RollbackCode, r.Eligibility["failed"][number]["code"]>(true);',
  ],

  given: [
    [command("create"), create, decide],
    ["r.GivenSettings", create.settings, (settings) => decide({ ...create, settings })],
    ['Extract<r.LogAction, { action: { status: "PENDING_APPROVAL" } }>', asked, decide],
    ['Exclude<r.LogAction, { action: { status: "PENDING_APPROVAL" } }>', logged, decide],
    ['r.LogAction["action"]', action, (rest) => decide({ ...logged, action: rest })],
    ["r.Compensation", action.compensation, (rest) => decide(r.log("1", { compensation: rest }))],
    ...[
      r.resolve("ok", "approve", { reason: "…" }),
      r.confirm("1"),
      r.report("1", "FAILED", 1, { error: {} }),
      r.retry("1"),
      r.withdraw("1"),
      r.acknowledge("1"),
    ].map((full) => [command(full.type), full, decide]),
    ["r.Policy", policy, (rest) => evaluated(rest)],
    ["r.Condition", condition, (rest) => evaluated({ ...policy, condition: rest })],
    ["Parameters<typeof api.reversible.evaluatePolicies>[1]", call, (rest) => evaluated(policy, rest)],
  ],

  inside: {
    "r.Session": { settings: "r.Settings", actions: "r.Action", approvals: "r.Approval", rollback: "r.Rollback" },
    "r.Action": { compensation: "r.Compensation", acknowledged: "r.Acknowledged", withdrawn: "r.Withdrawn" },
    "r.LoggedAction": { compensation: "r.Compensation" },
    "r.View": { conditions: "r.Conditions" },
    "r.Eligibility": {
      failed: 'r.Eligibility["failed"][number]',
      plan: 'r.Eligibility["plan"][number]',
      leftAlone: 'r.Eligibility["leftAlone"][number]',
    },
    [event("created")]: { settings: "r.Settings" },
    [event("action_logged")]: { action: "r.LoggedAction" },
    [event("clearance_withdrawn")]: { withdrawn: "r.Withdrawn" },
    [event("undo_acknowledged")]: { acknowledged: "r.Acknowledged" },
  },
  /** By type, the fields of which every value occurs. */
  closed: {
    "r.Session": ["lifecycle", "schema"],
    "r.View": ["rule", "attention", "display"],
    "r.LoggedAction": ["status"],
    [event("approval_resolved")]: ["status", "resolution"],
    [event("rollback_settled")]: ["status"],
    [event("rollback_started")]: ["scope"],
    'r.Eligibility["failed"][number]': ["code"],
    'r.Eligibility["leftAlone"][number]': ["reason"],
  },
  /** Further answers to look at, with their types. */
  *more(session) {
    for (const context of [r.agent, r.operator]) yield ["r.Eligibility", api.rollback(session, context)];
    for (const row of api.approvals(session, r.operator) ?? []) yield ["r.Row", row];
    yield ["r.Evaluation", evaluated(policy)];
  },

  imports: () => [
    [r.payload([], { createdAt: null, status: "ABANDONED" })],
    [r.payload([{ undoConfig: { type: "none" } }], { status: "COMPLETED" }), []],
    [r.payload([{ status: "CLEARED" }, { undoStatus: "IN_PROGRESS" }])],
    [r.payload([{ undoConfig: { requireApproval: true } }])],
    [r.payload([{}, { status: "ROLLED_BACK" }, { status: "FAILED" }]), [r.row({ actionId: "gone", timeoutAt: 0 })]],
    [r.payload([{ status: "FAILED" }]), [r.row({ status: "REJECTED", reason: "…" })]],
    [r.payload([{}, { undoConfig: { type: "none" } }], { status: "ROLLED_BACK" }), []],
  ],
};

function decide(given) {
  return api.decide(null, given, r.operator);
}

function isRead(ask) {
  try {
    return ask() !== undefined;
  } catch {
    return false;
  }
}
