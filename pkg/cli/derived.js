// What a session comes to, from what the engine says and nothing else: no command is known here.
import { waits } from "./approvals.js";
import { inputsOf } from "./inputs.js";

// More names than these say less.
const NAMES = 6;

/** A session as the commands show it; in this order it is printed as JSON. */
export function derived({ name, lifecycle, session, warnings }, context) {
  const view = lifecycle.view(session, context);
  const approvals = "approvals" in lifecycle ? lifecycle.approvals(session, context) : undefined;
  return {
    // All lifecycles call it one of these.
    id: session.uid ?? session.id,
    lifecycle: name,
    display: view.display,
    attention: view.attention,
    waitsFor: waitsFor({ name, lifecycle, session }, view, approvals?.filter(waits) ?? [], context),
    ...(approvals !== undefined && { approvals }),
    view,
    warnings,
  };
}

/** An instruction or event in a few words: what it is, and whatever names it carries. */
export function inWords({ type, ...fields }) {
  return [type, ...Object.values(fields).map(named).filter(Boolean)].join(" ");
}

/** The same of a command, with what it has of several inputs. */
export function commandInWords(name, command) {
  return withInputs(name, command, inWords(command));
}

function withInputs(name, command, said) {
  const inputs = inputsOf(name, command);
  return inputs.length > 0 ? `${said} ${inputs.join(" and ")}` : said;
}

function named(value) {
  return typeof value === "string" ? value : typeof value?.id === "string" && value.id;
}

// A few words, or null where nothing is waited for. The approvals are told beside it, one by one.
function waitsFor({ name, lifecycle, session }, view, waiting, context) {
  const told = new Set(waiting.map(({ approvalId }) => approvalId));
  const owed = lifecycle.outstanding(session).filter(({ approvalId }) => !told.has(approvalId));
  const parts = [
    ofEachType(owed).join(", "),
    told.size > 0 && `${owed.length > 0 ? "and " : ""}${told.size === 1 ? "1 approval" : `${told.size} approvals`}`,
    view.disposition && `→ ${view.disposition}`,
  ].filter(Boolean);
  if (parts.length > 0) return parts.join(" ");
  if (view.terminal) return null;
  const movesOf = (caller, by) => moves(name, lifecycle.offers(session, { ...context, caller }), by);
  // Where a person is needed, the moves are those of people, and an agent is none; while it works, those of the runtime.
  const isForPeople = ["failed", "needs_human"].includes(view.attention);
  const by = isForPeople ? "client" : view.attention === "working" && "runtime";
  const ours = movesOf(context.caller, by);
  if (context.caller !== null || (ours !== null && !isForPeople)) return movesInWords(ours);
  const theirs = movesOf(PERSON, "client");
  return movesInWords(theirs, theirs?.names.join() === movesOf(null, "client")?.names.join() ? undefined : PERSON);
}

// The first instruction of each type, and how many more there are: one that a person has to answer is not lost among others.
function ofEachType(owed) {
  return [...new Set(owed.map(({ type }) => type))].map((type) => {
    const [first, ...more] = owed.filter((instruction) => instruction.type === type);
    return inWords(first) + (more.length > 0 ? ` (and ${more.length} more)` : "");
  });
}

// Who is asked for when nobody was chosen, and nobody else can go on; named where it makes a difference.
const PERSON = "OPERATOR";

// Whose move it is, and which moves there are; null if there is none.
function moves(name, offers, by) {
  const allowed = offers.filter((offer) => offer.allowed);
  const whose = by || allowed[0]?.by;
  const its = allowed.filter((offer) => offer.by === whose);
  const names = [...new Set(its.map(({ command }) => withInputs(name, command, command.type)))];
  return names.length === 0 ? null : { whose, names };
}

function movesInWords(moves, caller) {
  if (moves === null) return null;
  const { whose, names } = moves;
  return `${caller ?? whose}: ${names.slice(0, NAMES).join(", ")}${names.length > NAMES ? ", …" : ""}`;
}
