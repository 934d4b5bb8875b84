// What a session comes to, from what the engine says and nothing else: no command is known here.
import { waits } from "./approvals.js";

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
    waitsFor: waitsFor(lifecycle, session, view, approvals?.filter(waits) ?? [], context),
    ...(approvals !== undefined && { approvals }),
    view,
    warnings,
  };
}

/** An instruction or event in a few words: what it is, and whatever names it carries. */
export function inWords({ type, ...fields }) {
  return [type, ...Object.values(fields).map(named).filter(Boolean)].join(" ");
}

function named(value) {
  return typeof value === "string" ? value : typeof value?.id === "string" && value.id;
}

// A few words, or null where nothing is waited for. The approvals are told beside it, one by one.
function waitsFor(lifecycle, session, view, waiting, context) {
  const told = new Set(waiting.map(({ approvalId }) => approvalId));
  const owed = lifecycle.outstanding(session).filter(({ approvalId }) => !told.has(approvalId));
  const parts = [
    owed.length > 0 && inWords(owed[0]),
    owed.length > 1 && `(and ${owed.length - 1} more)`,
    told.size > 0 && `${owed.length > 0 ? "and " : ""}${told.size === 1 ? "1 approval" : `${told.size} approvals`}`,
    view.disposition && `→ ${view.disposition}`,
  ].filter(Boolean);
  if (parts.length > 0) return parts.join(" ");
  if (view.terminal) return null;
  const offers = (caller) => lifecycle.offers(session, { ...context, caller });
  // Where a person is needed, the moves are those of people, and an agent is none.
  const isForPeople = ["failed", "needs_human"].includes(view.attention);
  const ours = isForPeople && context.caller === null ? null : moves(offers(context.caller), isForPeople && "client");
  return ours ?? (context.caller === null ? moves(offers(PERSON), "client", PERSON) : null);
}

// Who is asked for when nobody was chosen, and nobody else can go on.
const PERSON = "OPERATOR";

// Whose move it is, and which moves there are; null if there is none.
function moves(offers, by, said) {
  const allowed = offers.filter((offer) => offer.allowed);
  const whose = by || allowed[0]?.by;
  const names = new Set(allowed.filter((offer) => offer.by === whose).map((offer) => offer.command.type));
  if (names.size === 0) return null;
  const shown = [...names].slice(0, NAMES);
  return `${said ?? whose}: ${shown.join(", ")}${names.size > NAMES ? ", …" : ""}`;
}
