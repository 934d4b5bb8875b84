// What can be done with a session, and what it is made of, as its lifecycle has it.
import { useOffers } from "countersign/react";
import { useMemo } from "react";
import { useStore } from "../stores";
import { AskProvider } from "./ask";
import { Delegated } from "./delegated";
import { useKeptFocus } from "./focus";
import { Interactive } from "./interactive";
import { type Grouped, grouped } from "./offers";
import { Reversible } from "./reversible";
import type { Subject } from "./subject";

export function Work({ subject, id }: { subject: Subject; id: string }) {
  const store = useStore();
  const told = useOffers(store, subject.isPast ? null : id);
  const offers = useMemo(() => (told ? grouped(subject.session, told) : null), [subject.session, told]);
  const work = useKeptFocus();
  return (
    <AskProvider subject={subject}>
      <div className="work" ref={work}>
        <Its subject={subject} offers={offers} />
      </div>
    </AskProvider>
  );
}

/** What every lifecycle's part of the page is given; nothing can be done in the past, so that there are no offers. */
export interface Part<Name extends Subject["name"]> {
  readonly subject: Extract<Subject, { name: Name }>;
  readonly offers: Grouped | null;
}

function Its({ subject, offers }: { subject: Subject; offers: Grouped | null }) {
  if (subject.name === "reversible") return <Reversible subject={subject} offers={offers} />;
  if (subject.name === "interactive") return <Interactive subject={subject} offers={offers} />;
  return <Delegated subject={subject} offers={offers} />;
}
