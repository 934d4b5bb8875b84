// What can be done with a session now: every offer as a button, and why the rest cannot be done.
import type { OfferOf, Session } from "countersign/store";
import { type ReactNode, useId } from "react";
import { seen } from "../parts/foreign";
import { Phrase } from "../parts/phrase";
import { plainly } from "../parts/plain";
import { useGive } from "./ask";
import { DOABLE } from "./focus";
import { commandSaid } from "./said";

export interface Grouped {
  /** What people can do about an action or a call, by its id. */
  readonly about: ReadonlyMap<string, readonly OfferOf[]>;
  /** What they can do with the session. */
  readonly session: readonly OfferOf[];
  /** What its host would report. */
  readonly runtime: readonly OfferOf[];
}

/** The identity of a call, whose id may come again in another batch. */
export function callKey({ batchId, callId }: { readonly batchId: string; readonly callId: string }): string {
  return JSON.stringify([batchId, callId]);
}

export function grouped(session: Session, offers: readonly OfferOf[]): Grouped {
  const about = new Map<string, OfferOf[]>();
  const whole: OfferOf[] = [];
  const runtime: OfferOf[] = [];
  for (const offer of offers) {
    const target = targetOf(session, offer);
    if (offer.by === "runtime") runtime.push(offer);
    else if (target === null) whole.push(offer);
    else about.set(target, [...(about.get(target) ?? []), offer]);
  }
  return { about, session: whole, runtime };
}

function targetOf(session: Session, { command }: OfferOf): string | null {
  if ("actionId" in command) return command.actionId ?? null;
  if (command.type === "resolve_approval" && session.lifecycle === "reversible") {
    return session.approvals?.find(({ approvalId }) => approvalId === command.approvalId)?.actionId ?? null;
  }
  if (command.type !== "submit") return null;
  const [input] = command.inputs ?? [];
  const isOfCall = input && "callId" in input && input.batchId !== undefined && input.callId !== undefined;
  return isOfCall ? callKey(input as { batchId: string; callId: string }) : null;
}

/** Buttons of offers, those that can be given first; what cannot be given says why. */
export function Buttons({ offers, about }: { offers: readonly OfferOf[]; about?: string | undefined }) {
  const sorted = [...offers.filter(({ allowed }) => allowed), ...offers.filter(({ allowed }) => !allowed)];
  return (
    <ul className="offers">
      {sorted.map((offer) => (
        <Offer key={JSON.stringify(offer.command)} offer={offer} others={offers} about={about} />
      ))}
    </ul>
  );
}

interface OfferProps {
  offer: OfferOf;
  /** What else can be done about the same. */
  others: readonly OfferOf[];
  about: string | undefined;
}

function Offer({ offer, others, about }: OfferProps) {
  const give = useGive();
  const id = useId();
  const { allowed } = offer;
  return (
    <li className={allowed ? "allowed" : "refused"}>
      <button
        type="button"
        aria-disabled={allowed ? undefined : true}
        aria-describedby={allowed ? undefined : id}
        // The second half of a double click was not meant for what stands here by then.
        onClick={({ detail }) => allowed && detail < 2 && give(offer)}
      >
        {commandSaid(offer.command)}
        {about && <span className="hidden"> {seen(about)}</span>}
        {allowed && offer.needs.length > 0 && <span aria-hidden="true"> …</span>}
      </button>
      {!allowed && (
        <span id={id} className="quiet">
          <Phrase>{plainly(offer, offer.command, others)}</Phrase>
        </span>
      )}
    </li>
  );
}

interface OffersProps {
  readonly offers: Grouped | null;
  readonly children?: ReactNode;
}

/** All that can be done: what is about single actions or calls as `children`, then what is about the session. */
export function Offers({ offers, children }: OffersProps) {
  return (
    <section className="doable" aria-labelledby={DOABLE}>
      <h2 id={DOABLE} tabIndex={-1}>
        What can be done
      </h2>
      {!offers && <p className="quiet">Asking what can be done …</p>}
      {children}
      {offers && offers.session.length > 0 && <Buttons offers={offers.session} />}
      {offers && offers.session.length === 0 && offers.about.size === 0 && !children && (
        <p className="quiet">Nothing that a person could do.</p>
      )}
      {offers && offers.runtime.length > 0 && (
        <details>
          <summary>What its host would report</summary>
          <p className="quiet">These are for the runtime to say. Give them by hand only in its place.</p>
          <Buttons offers={offers.runtime} />
        </details>
      )}
    </section>
  );
}
