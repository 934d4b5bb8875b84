// What the types of the interactive lifecycle have to say beyond what all have.
import * as i from "../lifecycles/interactive.js";
import { snake, struct, variants } from "./rust.js";
import { union } from "./samples.js";

const { api } = i.interactive;
const event = (type) => `Extract<i.Event, { type: "${type}" }>`;
const command = (type) => `Extract<i.Command, { type: "${type}" }>`;
const input = (type) => `Extract<i.Input, { type: "${type}" }>`;
const known = (name) => Object.keys(variants("interactive", name)).map(snake);

// With everything that may be given.
const message = i.message({ text: "…" });
const answer = i.deny("1", { denyMessage: "no" });
const call = i.call("1", "read", { ref: {} });

// A call is named by its two ids, and what it is called with stands beside what became of it.
const IDS = ["batchId", "callId"];
const INSTRUCTIONS = ["approval_requested", "tool_released", "tool_denied"];
const OUTPUT = { batch_id: "b", call_id: "1", is_error: true };
const of = (types, fields) => Object.fromEntries(types.map((type) => [type, fields]));

export const interactive = {
  ...i.interactive,
  letter: "i",
  contexts: [i.context],

  structs: {
    "i.Session": { struct: "Session", added: ["lifecycle", "schema"] },
    "i.Batch": { struct: "Batch" },
    "i.Call": { struct: "Call", left: ["toolCall"], added: ["callId", "name", "arguments", "toolType", "ref"] },
    "i.GivenCall": { struct: "ToolCall", left: ["reference"], added: ["ref"] },
    "i.CallId": { struct: "CallId" },
    "i.CallInstruction": { struct: "CallId", added: ["ref"] },
    "i.ToolPolicies": { struct: "ToolPolicies" },
    "i.GivenToolPolicies": { struct: "ToolPolicies" },
    "i.View": { struct: "View" },
    "i.Derived": { struct: "View", left: ["stopReason"] },
    "i.Conditions": { struct: "Conditions" },
    "i.Possible": { struct: "Possible" },
  },
  unions: {
    Command: { tag: "type", spelled: snake },
    Event: {
      tag: "type",
      spelled: snake,
      left: {
        tool_calls: ["batch"],
        ...of(INSTRUCTIONS, ["call", "reference", "content"]),
        ...of(["approval_resolved", "tool_finished"], ["call"]),
      },
      added: {
        tool_calls: struct("interactive", "Batch"),
        ...of(INSTRUCTIONS, [...IDS, "ref"]),
        tool_denied: [...IDS, "ref", "output"],
        ...of(["approval_resolved", "tool_finished"], IDS),
      },
    },
  },
  /** What the rules alone speak of. */
  unsaid: ["Decided"],
  names: () => ({
    "i.KnownStopReason": known("StopReason"),
    'i.Input["type"]': ["message", "interrupt", "tool_approval_response"],
    [`keyof ${input("message")}`]: ["type", ...variants("interactive", "Input").Message],
    [`keyof ${input("tool_approval_response")}`]: ["type", ...struct("interactive", "Approval")],
    "keyof i.Actions": struct("interactive", "Actions").map(snake),
  }),
  further: [
    `same<i.Status, ${union(known("Status"))} | (string & {})>(true);`,
    "same<i.StopReason, i.KnownStopReason | i.UnknownStopReason>(true);",
    "same<i.UnknownStopReason, (string & {}) | { readonly type: string; readonly [field: string]: unknown }>(true);",
  ],

  given: [
    ...[
      i.create,
      i.submit(message),
      i.calls("b"),
      i.finished("1"),
      i.ended(),
      i.exhausted(),
      i.broke({ turn: 1 }),
      i.archive,
      i.remove,
    ].map((full) => [command(full.type), full, decide]),
    ["i.GivenToolPolicies", i.create.toolPolicies, (rest) => decide({ ...i.create, toolPolicies: rest })],
    [input("message"), message, (rest) => decide(i.submit(rest))],
    [input("tool_approval_response"), answer, (rest) => decide(i.submit(rest))],
    ["i.GivenCall", call, (rest) => decide(i.calls("b", [rest]))],
  ],

  inside: {
    "i.Session": { batch: "i.Batch", deniedCallsRan: "i.CallId", toolPolicies: "i.ToolPolicies" },
    "i.Batch": { calls: "i.Call" },
    [event("created")]: { toolPolicies: "i.ToolPolicies" },
    [event("tool_calls")]: { calls: "i.Call" },
    [event("tool_denied")]: { output: "i.DeniedOutput" },
    "i.View": { conditions: "i.Conditions", actions: "i.Actions" },
    "i.Actions": {
      ...of(["message", "approve", "interrupt", "attach_files", "archive", "delete"], "i.Possible"),
      ...Object.fromEntries(["view_history", "create_new"].map((action) => [action, `i.Actions["${action}"]`])),
    },
  },
  closed: {
    "i.Session": ["lifecycle", "schema"],
    "i.DeniedOutput": ["is_error"],
    "i.View": ["display", "attention"],
    "i.Stopped": ["type"],
    'i.Actions["view_history"]': ["code"],
    'i.Actions["create_new"]': ["code"],
  },
  /** The vendor's own form of a stop reason. */
  *more(session) {
    const { display, stopReason } = api.view(session, i.context);
    if (stopReason !== null && display !== "unknown") yield ["i.Stopped", stopReason];
  },

  // With what an import leaves open, and what is not known.
  imports: () => [
    [i.payload(), [i.request]],
    [i.payload({ created_at: undefined })],
    [i.payload({ stop_reason: null }), []],
    [i.payload({ status: "running" }), [i.event("message", {}), i.request, i.event("tool_call_output", OUTPUT)]],
    [i.payload({ status: "terminated" }), [i.event("error", { error: { message: "…" } })]],
    [i.payload({ status: "terminated" })],
    [i.payload({ status: "rescheduling" })],
    [i.payload({ stop_reason: { type: "paused", until: 7 } })],
    [i.payload({ stop_reason: "paused" })],
  ],
};

function decide(given) {
  return api.decide(null, given, i.context);
}
