// What a command is about, in words, and what the engine says would follow from it.
import type { Command, Event, OfferOf } from "countersign/store";
import { sentence } from "../words";
import { PURPOSES } from "./approval";
import type { Lifecycles, Session } from "./engine";
import { commandAbout, eventsSaid, type Told } from "./said";
import type { Subject } from "./subject";

export interface About {
  /** What is called; null if that is not known. */
  readonly name: string | null;
  readonly id: string;
  /** What is decided about it. */
  readonly what: string | null;
}

/** What a command is about; null if it is about the session. */
export function aboutOf({ session }: Subject, { command }: OfferOf): About | null {
  const id = commandAbout(command);
  if (id === null) return null;
  if (session.lifecycle === "interactive") {
    const name = session.batch?.calls.find(({ callId }) => callId === id)?.name ?? null;
    return { name, id, what: name === null ? null : "To run it" };
  }
  if (session.lifecycle === "delegated") return { name: null, id, what: null };
  const approval = session.approvals?.find(({ approvalId }) => approvalId === id);
  const actionId = approval?.actionId ?? id;
  const name = session.actions.find((action) => action.id === actionId)?.apiName ?? null;
  return { name, id: name === null ? id : actionId, what: approval?.purpose ? PURPOSES[approval.purpose] : null };
}

/** What would follow from a command, as the engine judges it now; null if it would not be allowed. */
export function followsSaid(lifecycle: Lifecycles[keyof Lifecycles], session: Session, command: object): string | null {
  const context = { now: Date.now(), caller: "OPERATOR" } as const;
  const decision = lifecycle.decide(session as never, command as never, context);
  if (decision.outcome !== "allowed") return null;
  const after = decision.session as Session;
  const events = (decision.events as Event[]).filter(({ type }) => type !== "approval_resolved");
  const said = events.length > 0 ? `${eventsSaid(events)}. ` : "";
  const status = after.lifecycle === "reversible" ? statusIn(after, command as Told) : undefined;
  const action = status ? `the action is \u201c${sentence(status)}\u201d, and ` : "";
  const { display } = lifecycle.view(after as never, context);
  return `What follows: ${said}${said ? "Then " : ""}${action}the session is \u201c${sentence(display)}\u201d.`;
}

function statusIn(session: Session<"reversible">, { approvalId, actionId }: Told): string | undefined {
  const about = session.approvals?.find((approval) => approval.approvalId === approvalId)?.actionId ?? actionId;
  return session.actions.find(({ id }) => id === about)?.status;
}

/** Whether a command answers somebody who asks. */
export function isAnswer(command: Command | OfferOf["command"]): boolean {
  const { type, inputs } = command as Told;
  return type === "resolve_approval" || (Array.isArray(inputs) && inputs.some((input) => "decision" in input));
}
