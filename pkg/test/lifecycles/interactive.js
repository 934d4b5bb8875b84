// Interactive sessions to begin with, and to walk through.
import { interactive as api } from "countersign";
import { after, frozen } from "../given.js";

export const NOW = 1_767_225_600_000;
export const context = frozen({ now: NOW });

// ---- what is asked

export const create = frozen({
  type: "create",
  id: "s",
  toolPolicies: { default: "always_allow", tools: { deploy: "always_ask", mail: "always_ask" } },
});

export const submit = (...inputs) => ({ type: "submit", inputs });
export const message = (content = "go on") => ({ type: "message", content });
export const interrupt = { type: "interrupt" };
/** Of a call of the batch `b`, unless `more` says otherwise. */
export const answer = (callId, decision, more = {}) => ({
  type: "tool_approval_response",
  batchId: "b",
  callId,
  decision,
  ...more,
});
export const allow = (callId, more) => answer(callId, "allow", more);
export const deny = (callId, more) => answer(callId, "deny", more);

export const call = (callId, name, more = {}) => ({ callId, name, arguments: {}, toolType: "builtin", ...more });
/** Two calls that ask before they run, and one that does not. */
export const mixed = [
  call("1", "deploy"),
  call("2", "mail", { toolType: "mcp", ref: "h2" }),
  call("3", "read", { arguments: null }),
];
export const calls = (batchId, list = mixed, turn = 1) => ({ type: "tool_calls", turn, batchId, calls: list });
export const finished = (callId, isError = false, more = {}) => ({
  type: "tool_finished",
  turn: 1,
  batchId: "b",
  callId,
  isError,
  ...more,
});
export const ended = (turn = 1) => ({ type: "turn_ended", turn });
export const exhausted = (turn = 1) => ({ type: "retries_exhausted", turn });
export const broke = (more = {}) => ({ type: "unrecoverable_error", message: "the disk is full", ...more });
export const archive = { type: "archive" };
export const remove = { type: "delete" };

/** The session after commands, each of which is allowed. */
export function then(session, ...commands) {
  return after(api, session, ...commands.map((command) => [command, context]));
}

export const decide = (session, command) => api.decide(session, command, context);

/** Events by their types, with the calls that they are about. */
export const types = (events) => events.map(({ type, callId }) => (callId === undefined ? type : `${type} ${callId}`));

// ---- sessions

export const created = then(null, create);
export const running = then(created, submit(message()));
export const waiting = then(running, calls("b"));
export const partly = then(waiting, submit(allow("1")));
export const decided = then(partly, submit(deny("2", { denyMessage: "not today" })));
export const deniedRan = then(decided, finished("2"));
export const rested = then(running, ended());
export const archived = then(created, archive);
export const deleted = then(created, remove);
export const broken = then(running, broke());

/** A session of these fields, by no way that leads to it. */
export function holding(fields) {
  return { ...waiting, ...fields };
}

/** What this vendor's API tells of a session. */
export function payload(more = {}) {
  const reason = { type: "requires_action", pending_batch_id: "b", pending_call_ids: ["1"] };
  return { id: "sesn_1", status: "idle", stop_reason: reason, created_at: "2026-01-01T00:00:00Z", ...more };
}

/** One of the vendor's events. */
export function event(type, data, more = {}) {
  return { id: `${type}_1`, type, created_at: "2026-01-01T00:00:00Z", content: [{ type: "data", data }], ...more };
}

export const request = event("tool_approval_request", {
  batch_id: "b",
  call_id: "1",
  name: "deploy",
  arguments: '{"to":"production"}',
  tool_type: "builtin",
});

// ---- walks

/** Whatever tests of all lifecycles need of this one. */
export const interactive = {
  name: "interactive",
  api,
  status: "status",
  // Where stored status and stop reason come together.
  statusOf: (session) => api.view(session, context).display,
  targets: {
    submit: { list: "batch.calls", id: "callId", status: "decision" },
    tool_finished: { list: "batch.calls", id: "callId", status: "decision" },
  },
  about: ({ callId, inputs = [] }) => callId ?? (inputs.length === 1 ? inputs[0].callId : undefined),
  context,
  // One of each kind, with much in it.
  sample: {
    session: then(running, calls("a", [call("1", "read")]), calls("b"), submit(deny("1", { denyMessage: "no" }))),
    create,
    command: submit(allow("2"), allow("2", { denyMessage: "dropped" })),
    event: { type: "turn_started", turn: 2, turnInputs: [{ n: NaN }] },
    payload: payload(),
    more: [request, event("message", { text: NaN })],
    own: (session) => api.outstanding(session),
  },
  // Where an opaque value may be.
  opaque: {
    within: (value) =>
      holding({ batch: { ...waiting.batch, calls: [{ ...waiting.batch.calls[0], arguments: value }] } }),
    of: (session) => session.batch.calls[0].arguments,
    place: "batch.calls[0].arguments",
    before: running,
    command: (value) => calls("b", [call("1", "read", { arguments: value })]),
    commandPlace: "calls[0].arguments",
  },
  // Turns could go on for ever.
  ends: ({ turn }) => turn > 2,
  walks: [approvals(), submissions(), reports(), lives(), ...troubled()],
};

function walked(steps, from = null) {
  return { from, steps: steps.map((command) => [command, context]) };
}

/** One batch, and what may become of its calls. */
function approvals() {
  return walked([
    create,
    submit(message()),
    calls("b"),
    submit(allow("1")),
    submit(deny("1", { denyMessage: "no" })),
    submit(allow("2")),
    submit(deny("2")),
    submit(allow("3")),
    ...mixed.flatMap(({ callId }) => [finished(callId), finished(callId, true)]),
    submit(interrupt),
    submit(interrupt, message()),
    ended(),
  ]);
}

/** Whatever may be said at once. */
function submissions() {
  return walked([
    create,
    submit(),
    submit(message(), message(null)),
    calls("b"),
    submit(message(), allow("1")),
    submit(interrupt, interrupt),
    submit(interrupt, allow("1")),
    submit(allow("1"), interrupt, message()),
    submit(message({ text: "no, that" }), interrupt),
    submit(allow("2"), deny("1"), allow("1", { batchId: "gone" })),
    submit(allow("1"), deny("1")),
    submit(deny("1"), deny("1", { denyMessage: "no" })),
    submit(allow("1", { denyMessage: "dropped" }), allow("1"), allow("4"), deny("3")),
    submit(allow("1"), deny("2")),
    submit(deny("1"), allow("4")),
    submit(allow("4"), deny("3")),
  ]);
}

/** Several batches and turns: reports that come late, too early, or again. */
function reports() {
  const [read] = [[call("1", "read")]];
  return walked([
    create,
    submit(message()),
    calls("b", read),
    calls("b", [call("1", "read", { ref: "another" })]),
    calls("b", [call("1", "write")]),
    calls("c", [call("1", "mail")]),
    calls("b", read, 2),
    submit(allow("1", { batchId: "c" })),
    finished("1"),
    finished("1", true, { batchId: "c" }),
    finished("1", false, { turn: 2 }),
    finished("1", false, { batchId: "gone" }),
    ...[1, 2, 3].flatMap((turn) => [ended(turn), exhausted(turn)]),
    broke({ turn: 1 }),
    broke({ turn: 3 }),
  ]);
}

/** How sessions begin and end. */
function lives() {
  return walked([
    create,
    { ...create, id: "another" },
    { ...create, toolPolicies: { default: "always_ask" } },
    submit(message()),
    submit(interrupt),
    calls("b", [call("1", "deploy")]),
    exhausted(),
    broke(),
    archive,
    remove,
  ]);
}

/** From sessions that are not known, or contradict themselves. */
function troubled() {
  const steps = [
    create,
    submit(),
    submit(message()),
    submit(interrupt),
    submit(interrupt, message()),
    submit(allow("1")),
    calls("b"),
    calls("c"),
    finished("3"),
    ended(),
    exhausted(),
    broke(),
    broke({ turn: 1 }),
    archive,
    remove,
  ];
  const ran = { ...waiting.batch, calls: waiting.batch.calls.map((call) => ({ ...call, ran: "ok" })) };
  return [
    holding({ status: "rescheduling" }),
    holding({ status: "requires_action", stopReason: "end_turn", batch: null }),
    holding({ stopReason: "paused", batch: ran }),
    holding({ stopReason: { type: "paused", until: 7 }, batch: null }),
    holding({ batch: null }),
    holding({ stopReason: "end_turn", deniedCallsRan: [{ batchId: "b", callId: "1" }] }),
  ].map((session) => walked(steps, session));
}
