"use client";

import { reversible } from "countersign";
import { useState } from "react";

/** `now` is when the page was asked for: server and browser derive the same. */
export function Runs({ stored, now }) {
  const [sessions, setSessions] = useState(stored);
  const change = (next) => setSessions(sessions.map((session) => (session.id === next.id ? next : session)));
  return (
    <main>
      <h1>Runs</h1>
      {sessions.map((session) => (
        <Run key={session.id} session={session} now={now} change={change} />
      ))}
    </main>
  );
}

function Run({ session, now, change }) {
  const [said, setSaid] = useState("");
  const offers = reversible.offers(session, { now, caller: "OPERATOR" });
  const answers = offers.filter(({ command }) => command.type === "resolve_approval");

  // Shown at once. What is sent to the server is the command, and the server decides again.
  function give(command) {
    const complete = { ...command, resolvedBy: "ana" };
    const decision = reversible.decide(session, complete, { now: Date.now(), caller: "OPERATOR" });
    setSaid(decision.outcome === "allowed" ? `${decision.rule}, not confirmed` : decision.message);
    if (decision.outcome === "allowed") change(decision.session);
  }

  return (
    <section aria-label={session.id}>
      <h2>
        {session.id}: <output>{reversible.displayStatus(session)}</output>
      </h2>
      {answers.map(({ command, allowed, message }) => (
        <button
          key={command.approvalId + command.decision}
          type="button"
          disabled={!allowed}
          title={message ?? ""}
          onClick={() => give(command)}
        >
          {command.decision} {command.approvalId}
        </button>
      ))}
      <p role="status">{said}</p>
    </section>
  );
}
