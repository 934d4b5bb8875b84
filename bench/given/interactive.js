// Interactive sessions that wait for approvals, and that go on after them, by the commands that lead to them.
import { interactive } from "countersign";

export const context = { now: 1_767_225_600_000 };

// Of ten calls two run unasked, four are answered, and four wait.
const TEN = [null, "allow", undefined, "allow", undefined, null, "deny", undefined, "allow", undefined];
const answerOf = (at) => TEN[at % TEN.length];

const called = (at) => ({
  callId: `call-${at}`,
  name: answerOf(at) === null ? "read_file" : "edit_file",
  arguments: { path: `src/file-${at}.ts`, replace: "total", by: "sum" },
  toolType: "builtin",
});
const answer = (callId, decision) => ({ type: "tool_approval_response", batchId: "batch-1", callId, decision });

export const message = { type: "submit", inputs: [{ type: "message", content: "go on" }] };
export const interrupt = { type: "submit", inputs: [{ type: "interrupt" }] };
export const allow = (callId) => ({ type: "submit", inputs: [answer(callId, "allow")] });
export const finish = (callId) => ({ type: "tool_finished", turn: 1, batchId: "batch-1", callId, isError: false });

/** All answers that are still to come, at once. */
export const allowRest = (calls) => {
  const open = Array.from({ length: calls }, (_, at) => at).filter((at) => answerOf(at) === undefined);
  return { type: "submit", inputs: open.map((at) => answer(`call-${at}`, "allow")) };
};

/** The session after these commands, each of which is allowed. */
function after(commands) {
  return commands.reduce((session, command) => {
    const decision = interactive.decide(session, command, context);
    if (decision.outcome !== "allowed") throw new Error(`${command.type}: ${decision.message}`);
    return decision.session;
  }, null);
}

/** With a batch of as many calls as told, some of which wait. */
export function waiting(calls) {
  const all = Array.from({ length: calls }, (_, at) => at);
  const answers = all.filter((at) => answerOf(at)).map((at) => answer(`call-${at}`, answerOf(at)));
  return after([
    { type: "create", id: "session-1", toolPolicies: { default: "always_ask", tools: { read_file: "always_allow" } } },
    message,
    { type: "tool_calls", turn: 1, batchId: "batch-1", calls: all.map(called) },
    ...all.filter((at) => answerOf(at) === null).map((at) => finish(`call-${at}`)),
    { type: "submit", inputs: answers },
  ]);
}

/** The same once every call is decided. */
export function released(calls) {
  return interactive.decide(waiting(calls), allowRest(calls), context).session;
}
