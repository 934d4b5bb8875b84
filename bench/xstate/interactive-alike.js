// Whether XState's machine decides as the engine does, along random ways through the interactive lifecycle: what is
// compared in time is to do the same.
import { deepStrictEqual } from "node:assert";
import { interactive } from "countersign";
import { numbers } from "../given/numbers.js";
import { snapshot, step } from "./interactive.js";

const COMMANDS = 60;
const TYPES = [
  ...Array(8).fill("submit"),
  ...Array(4).fill("tool_calls"),
  ...Array(5).fill("tool_finished"),
  ...["turn_ended", "retries_exhausted"],
];
const RARE = ["archive", "delete", "unrecoverable_error"];
const TOOLS = ["read", "edit", "constructor"];
const IDS = ["1", "2", "3"];

/** Throws at the first difference. */
export function expectAlike(ways) {
  const random = numbers(7);
  for (let way = 0; way < ways; way++) walk(random);
}

function walk(random) {
  const among = (...values) => values[Math.floor(random() * values.length)];
  const toolPolicies = { default: among("always_ask", "always_allow"), tools: { read: "always_allow" } };
  const context = { now: 1_767_225_600_000 };
  let { session } = interactive.decide(null, { type: "create", id: "s", toolPolicies }, context);
  let theirs = snapshot(session);
  for (let count = 0; count < COMMANDS; count++) {
    const command = next(session, among);
    const decision = interactive.decide(session, command, context);
    session = decision.session ?? session;
    theirs = step(theirs, command);
    deepStrictEqual(plain(theirs), plainly(session), `${JSON.stringify(command)}: ${decision.message}`);
  }
}

/** A command that has some chance to be allowed. */
function next(session, among) {
  const turn = among(session.turn, session.turn, session.turn, session.turn - 1, session.turn + 1);
  const batchId = among(session.batch?.batchId ?? "a", session.batch?.batchId ?? "a", "a", "b", "c");
  const type = among(...TYPES, ...TYPES, among(...RARE));
  switch (type) {
    case "submit":
      return { type, inputs: Array.from({ length: among(0, 1, 1, 2, 3) }, () => input(batchId, among)) };
    case "tool_calls": {
      const calls = IDS.slice(0, among(1, 2, 3)).map((callId) => ({ callId, name: among(...TOOLS), toolType: "mcp" }));
      return { type, turn: Math.max(turn, 0), batchId: among("a", "b", "c", "d", "e"), calls };
    }
    case "tool_finished":
      return { type, turn: Math.max(turn, 0), batchId, callId: among(...IDS), isError: among(true, false) };
    case "unrecoverable_error":
      return { type, message: "lost", ...among({}, { turn: Math.max(turn, 0) }) };
    case "archive":
    case "delete":
      return { type };
    default:
      return { type, turn: Math.max(turn, 0) };
  }
}

function input(batchId, among) {
  const type = among("message", "interrupt", ...Array(4).fill("tool_approval_response"));
  if (type === "message") return { type, content: among("go on", { text: "stop" }, null) };
  if (type === "interrupt") return { type };
  const denyMessage = among(undefined, undefined, "not now");
  return { type, batchId, callId: among(...IDS), decision: among("allow", "allow", "deny"), denyMessage };
}

const plainly = ({ lifecycle, schema, revision, ...session }) => session;
const plain = ({ value, context: { lifecycle, schema, revision, ...session } }) => {
  const waits = value === "requires_action";
  return { ...session, status: waits ? "idle" : value, stopReason: waits ? value : session.stopReason };
};
