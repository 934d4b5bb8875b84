// What can be done with a session now: every offer as a button, and why the rest cannot be done.
import type { OfferOf } from "countersign/store";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useGive } from "./ask";
import { DOABLE } from "./dialog";
import { commandSaid, Phrase } from "./said";
import type { Subject } from "./subject";

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

export function grouped(subject: Subject, offers: readonly OfferOf[]): Grouped {
  const about = new Map<string, OfferOf[]>();
  const session: OfferOf[] = [];
  const runtime: OfferOf[] = [];
  for (const offer of offers) {
    const target = targetOf(subject, offer);
    if (offer.by === "runtime") runtime.push(offer);
    else if (target === null) session.push(offer);
    else about.set(target, [...(about.get(target) ?? []), offer]);
  }
  return { about, session, runtime };
}

function targetOf({ session }: Subject, { command }: OfferOf): string | null {
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
        <Offer key={JSON.stringify(offer.command)} offer={offer} about={about} />
      ))}
    </ul>
  );
}

function Offer({ offer, about }: { offer: OfferOf; about: string | undefined }) {
  const give = useGive();
  const id = useId();
  const { allowed, message } = offer;
  return (
    <li className={allowed ? "allowed" : "refused"}>
      <button
        type="button"
        aria-disabled={allowed ? undefined : true}
        aria-describedby={allowed ? undefined : id}
        onClick={() => allowed && give(offer)}
      >
        {commandSaid(offer.command)}
        {about && <span className="hidden"> {about}</span>}
        {allowed && offer.needs.length > 0 && <span aria-hidden="true"> …</span>}
      </button>
      {!allowed && (
        <span id={id} className="quiet">
          <Phrase>{message}</Phrase>
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
  const title = useKeptFocus();
  return (
    <section className="doable" aria-labelledby={DOABLE}>
      <h2 id={DOABLE} ref={title} tabIndex={-1}>
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

/** Whoever gives a command whose button is gone then goes on at the title. */
function useKeptFocus() {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const section = title.current?.parentElement;
    if (!section) return;
    let held: Element | null = null;
    const heard = new AbortController();
    section.addEventListener(
      "focusin",
      ({ target }) => {
        held = target as Element;
      },
      heard,
    );
    document.addEventListener(
      "focusin",
      ({ target }) => {
        if (!section.contains(target as Element)) held = null;
      },
      heard,
    );
    const watched = new MutationObserver(() => {
      if (held && !held.isConnected && document.activeElement === document.body) title.current?.focus();
    });
    watched.observe(section, { childList: true, subtree: true });
    return () => {
      heard.abort();
      watched.disconnect();
    };
  }, []);
  return title;
}
