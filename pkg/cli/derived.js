// What a session comes to, from what the engine says and nothing else: no command or status is known here.

// More names than these say less.
const NAMES = 6;

/** A session as the commands show it; in this order it is printed as JSON. */
export function derived({ name, lifecycle, session, warnings }, context) {
  const view = lifecycle.view(session, context);
  return {
    // All lifecycles call it one of these.
    id: session.uid ?? session.id,
    lifecycle: name,
    display: view.display,
    attention: view.attention,
    waitsFor: waitsFor(lifecycle, session, view, context),
    view,
    warnings,
  };
}

/** An instruction or event in a few words: what it is, and whatever names it carries. */
export function inWords({ type, ...fields }) {
  return [type, ...Object.values(fields).filter((value) => typeof value === "string")].join(" ");
}

// A few words, or null where nothing is waited for.
function waitsFor(lifecycle, session, view, context) {
  const owed = lifecycle.outstanding(session).map(inWords);
  const goesTo = view.disposition ? `→ ${view.disposition}` : "";
  if (owed.length > 0) {
    const more = owed.length > 1 ? `(and ${owed.length - 1} more)` : "";
    return [owed[0], more, goesTo].filter(Boolean).join(" ");
  }
  return goesTo || (view.terminal ? null : move(lifecycle.offers(session, context), view.attention));
}

// Whose move it is, and which moves there are. Where a person is needed, the moves are those of people.
function move(offers, attention) {
  const allowed = offers.filter((offer) => offer.allowed);
  const by = attention === "needs_human" ? "client" : allowed[0]?.by;
  const names = new Set(allowed.filter((offer) => offer.by === by).map((offer) => offer.command.type));
  if (names.size === 0) return null;
  const shown = [...names].slice(0, NAMES);
  return `${by}: ${shown.join(", ")}${names.size > NAMES ? ", …" : ""}`;
}
