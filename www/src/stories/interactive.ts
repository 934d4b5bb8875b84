// Chats with tools: turns, calls that ask before they run, and people who answer, refuse, or stop it.
import type { Caller, interactive } from "countersign";
import type { Command } from "countersign/store";
import type { Random } from "./random";
import { type Step, soonest, type Told } from "./story";

const TASKS = [
  ["Tidy the staging database", "Which tables were not used this month? Drop those."],
  ["Find out why builds are slow", "Our builds take twice as long as in spring. Why?"],
  ["Answer a security questionnaire", "Fill in the questionnaire in my inbox."],
  ["Plan the move to the new region", "What has to move first? Begin with the queues."],
  ["Clean up old feature flags", "Remove the flags that are on for everybody."],
  ["Look into a billing complaint", "Order 48113 was billed twice, they say."],
] as const;

const MORE = [
  "Go on.",
  "Now the same for production.",
  "Show me what you changed.",
  "Once more, and slower.",
  "Thank you. And the rest?",
];

/** Which tools there are, and what they are called with. */
const TOOLS: readonly (readonly [name: string, interactive.ToolType, (chance: Random) => unknown])[] = [
  ["files.read", "builtin", (chance) => ({ path: chance.pick(["ci/build.yml", "README.md", "db/schema.sql"]) })],
  ["web.search", "builtin", (chance) => ({ query: chance.pick(["slow cold start", "drop table lock", "queue lag"]) })],
  [
    "shell",
    "builtin",
    (chance) => ({ command: chance.pick(["du -sh build", "rm -r build/old", "git log -5", "make clean"]) }),
  ],
  ["db.query", "mcp", (chance) => ({ sql: chance.pick(["select count(*) from orders", "drop table flags_old"]) })],
  ["deploy", "skill", (chance) => ({ service: chance.pick(["api", "worker", "search"]), to: "staging" })],
];

const POLICIES: interactive.GivenToolPolicies = {
  default: "always_allow",
  tools: { shell: "always_ask", "db.query": "always_ask", deploy: "always_ask" },
};

export function begin(id: string, { random }: Pick<Told, "random">): Step {
  const [label] = random("task").pick(TASKS);
  return {
    lifecycle: "interactive",
    id,
    command: { type: "create", id, toolPolicies: POLICIES },
    caller: "SYSTEM",
    after: 0,
    label,
  };
}

export function next(told: Told<"interactive">): Step | null {
  const { engine, session, random } = told;
  const outstanding = engine.interactive.outstanding(session);
  const carried = outstanding.map((event) => carriedOut(told, event));
  if (session.status === "running") {
    const chance = random("running", session.revision);
    const isStopped = chance.chance(0.04);
    const stopped = isStopped ? said(told, chance.between(1500, 3000), [{ type: "interrupt" }]) : null;
    return soonest([...carried, stopped, outstanding.length === 0 ? worked(told) : null]);
  }
  return soonest([...carried, rested(told)]);
}

function carriedOut(told: Told<"interactive">, event: interactive.Event): Step | null {
  const { session, random } = told;
  const { turn } = session;
  switch (event.type) {
    case "turn_started":
      return worked(told);
    case "tool_released":
    case "tool_denied": {
      const { batchId, callId } = event;
      const chance = random("tool", batchId, callId);
      const isError = event.type === "tool_denied" || chance.chance(0.1);
      const after = event.type === "tool_denied" ? 1200 : chance.between(2500, 9000);
      return step(told, "SYSTEM", after, { type: "tool_finished", turn, batchId, callId, isError });
    }
    case "approval_requested": {
      const { batchId, callId } = event;
      const chance = random("answer", batchId, callId);
      // Some are for whoever looks at the page. In the end somebody of the story has waited long enough.
      if (chance.chance(0.12)) return said(told, chance.between(300_000, 600_000), [{ type: "interrupt" }]);
      const isAllowed = chance.chance(0.75);
      return said(told, chance.between(5000, 13_000), [
        {
          type: "tool_approval_response",
          batchId,
          callId,
          decision: isAllowed ? "allow" : "deny",
          denyMessage: isAllowed ? null : chance.pick(["not on this database", "ask the owner first", null]),
        },
      ]);
    }
    default:
      return null;
  }
}

/** What the model does next in its turn. */
function worked(told: Told<"interactive">): Step {
  const { session, random } = told;
  const { turn, batch, pastBatchIds } = session;
  const batches = pastBatchIds.length + (batch ? 1 : 0);
  const chance = random("model", turn, batches);
  const after = chance.between(2500, 6000);
  const part = chance.next();
  if (part < 0.03) return step(told, "SYSTEM", after, { type: "retries_exhausted", turn });
  if (part < 0.045)
    return step(told, "SYSTEM", after, { type: "unrecoverable_error", turn, message: "the container was lost" });
  if (batches >= 3 || part < 0.15 + batches * 0.3) return step(told, "SYSTEM", after, { type: "turn_ended", turn });
  const calls = Array.from({ length: chance.between(1, 3) }, (_, at) => {
    const [name, toolType, argumentsOf] = chance.pick(TOOLS);
    return { callId: `call-${at + 1}`, name, toolType, arguments: argumentsOf(chance) };
  });
  return step(told, "SYSTEM", after, { type: "tool_calls", turn, batchId: `turn-${turn}-${batches + 1}`, calls });
}

/** What the person does while the agent rests. */
function rested(told: Told<"interactive">): Step | null {
  const { engine, session, now, random } = told;
  const { actions } = engine.interactive.view(session, { now });
  const chance = random("person", session.revision);
  if (!actions.message.allowed) return null;
  if (session.turn === 0) {
    const [, message] = random("task").pick(TASKS);
    return said(told, chance.between(1500, 4000), [{ type: "message", content: message }]);
  }
  if (session.turn < random("turns").between(1, 4)) {
    return said(told, chance.between(6000, 15_000), [{ type: "message", content: chance.pick(MORE) }]);
  }
  const part = random("end").next();
  if (part < 0.5) return step(told, "OPERATOR", chance.between(15_000, 30_000), { type: "archive" });
  if (part < 0.58) return step(told, "OPERATOR", chance.between(15_000, 30_000), { type: "delete" });
  return null;
}

function said(told: Told, after: number, inputs: interactive.Input[]): Step {
  return step(told, "OPERATOR", after, { type: "submit", inputs });
}

function step({ id }: Told, caller: Caller, after: number, command: Command<"interactive">): Step {
  return { lifecycle: "interactive", id, command, caller, after };
}
