// A large fleet as lines of an export: all lifecycles, short histories, most of them over.
import { action, lineOf } from "../../scripts/history.js";
import { numbers } from "./numbers.js";

const AGENTS = ["billing", "support", "inventory", "onboarding", "ledger", "newsletter"];
const LABELS = ["refund", "restock", "welcome", "close the books", "triage", "weekly report"];
const MINUTE = 60_000;
const TURN = { type: "turn_ended", turn: 1 };
const REFLECT = { taskAssessment: "as planned", decomposition: "none", orchestration: "one harness", lessons: "none" };

/** One line after another; nothing of it is due at `now`. */
export function* lines(many, now) {
  const random = numbers(1);
  for (let at = 0; at < many; at++) {
    const id = `run-${at}`;
    const agent = AGENTS[at % AGENTS.length];
    const label = `${LABELS[Math.floor(random() * LABELS.length)]} ${at}`;
    // Some wait for a person, some are at work, most are over.
    const chance = random();
    const phase = chance < 0.05 ? "asks" : chance < 0.2 ? "works" : "over";
    const start = now - (1 + random() * 20 * 60) * MINUTE;
    const commands = [reversible, reversible, interactive, delegated][at % 4];
    const [lifecycle, steps] = commands(id, agent, phase);
    yield lineOf(
      lifecycle,
      id,
      steps.map((command, step) => [Math.floor(start) + step * 1000, command, "OPERATOR"]),
      label,
    );
  }
}

function reversible(id, agentId, phase) {
  const create = { type: "create", id, agentId };
  const pending = action("b", "mail.messages.send", { to: "a" }, { status: "PENDING_APPROVAL" });
  const last = {
    asks: { type: "log_action", action: pending, purpose: "BEFORE_EXECUTION", timeoutMs: 2880 * MINUTE },
    works: { type: "log_action", action: action("b", "crm.contacts.update", { row: 2 }) },
    over: { type: "complete" },
  };
  return [
    "reversible",
    [create, { type: "log_action", action: action("a", "crm.contacts.update", { row: 1 }) }, last[phase]],
  ];
}

function interactive(id, _agent, phase) {
  const create = { type: "create", id, toolPolicies: { default: "always_ask", tools: {} } };
  const says = { type: "submit", inputs: [{ type: "message", content: "go on" }] };
  const calls = [{ callId: "c", name: "publish", arguments: {}, toolType: "builtin" }];
  const last = { asks: [{ type: "tool_calls", turn: 1, batchId: "b", calls }], works: [], over: [TURN] };
  return ["interactive", [create, says, ...last[phase]]];
}

function delegated(uid, agent, phase) {
  const create = { type: "create", uid, agent, task: "fix", harness: "cli", authority: ["repo:read"] };
  const begins = [create, { type: "initialize" }, { type: "activate" }];
  const reflect = { author: "agent", sessionUid: uid, outcome: "Declined", ...REFLECT };
  return ["delegated", phase === "over" ? [...begins, { type: "decline", reason: "scope_mismatch", reflect }] : begins];
}
