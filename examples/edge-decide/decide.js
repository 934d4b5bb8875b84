// POST /decide: whether a session may take a command, why not, and what follows. The same on every runtime.
import { CountersignError, delegated, interactive, reversible } from "countersign";
import { answered, callerOf, parsed, pathOf, Refusal, read } from "./request.js";

const lifecycles = new Map(Object.entries({ reversible, interactive, delegated }));
// The reversible rules judge who asks. For the other two their host does: people give what clients give.
const GIVES = { AGENT: ["runtime"], OPERATOR: ["client"], SYSTEM: ["client", "runtime"] };
const givers = new Map();

export async function handle(request, { tokens, limit }) {
  try {
    if (pathOf(request) !== "/decide") throw new Refusal(404, "not_found", "there is only /decide");
    if (request.method !== "POST") {
      throw new Refusal(405, "method_not_allowed", "only POST is answered here", "", { allow: "POST" });
    }
    const caller = callerOf(request, tokens);
    const { lifecycle, session, command } = parsed(await read(request, limit));
    const rules = lifecycles.get(lifecycle);
    if (!rules) throw unknown(lifecycle);
    // The clock is the server's: whoever could name the time could make an approval that is over still count.
    const decision = judged(rules, session, command, { now: Date.now(), caller });
    // Deciding changes nothing: whoever may not give the command does not hear the decision.
    if (rules !== reversible) authorize(rules, command, caller);
    return answered(decision, statusOf(decision));
  } catch (error) {
    return (error instanceof Refusal ? error : unexpected(error)).response();
  }
}

/** Of what is no text only the type is told: who knows how deeply it is nested. */
function unknown(lifecycle) {
  const found = typeof lifecycle === "string" ? `"${lifecycle.slice(0, 60)}"` : `of type ${typeof lifecycle}`;
  const message = `\`lifecycle\` is ${found}, expected one of ${[...lifecycles.keys()].join(", ")}`;
  return new Refusal(422, "invalid_input", message, "lifecycle");
}

/** A denial is an answer, in full; its status lets whoever looks at nothing else see that nothing may happen. */
export function statusOf({ outcome, code }) {
  if (outcome !== "denied") return 200;
  return code === "caller_not_permitted" ? 403 : 409;
}

/** Nonsense is told by its place in the body. */
export function judged(rules, session, command, context) {
  try {
    return rules.decide(session ?? null, command, context);
  } catch (error) {
    if (!(error instanceof CountersignError) || error.code.startsWith("engine_")) throw error;
    throw new Refusal(422, error.code, error.message, error.argument + (error.path && `.${error.path}`));
  }
}

/** What is no command at all, the engine has told by now; what has no giver in the rules, nobody gives. */
function authorize(rules, { type }, caller) {
  if (GIVES[caller]?.includes(giversOf(rules).get(type))) return;
  throw new Refusal(403, "caller_not_permitted", `no ${caller} gives \`${type}\``, "command.type");
}

/** Who gives each command, put together when a lifecycle is first asked for: its rules do not change. */
function giversOf(rules) {
  if (!givers.has(rules)) givers.set(rules, new Map(rules.rules().map(({ command, by }) => [command, by])));
  return givers.get(rules);
}

/** Told to whoever runs this, not to whoever asks. */
export function unexpected(error) {
  console.error(error);
  return new Refusal(500, "internal", "this is not the fault of the request");
}
