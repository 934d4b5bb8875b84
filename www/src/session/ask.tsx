// Asks for what a command still needs, in a dialog, and sends it.
import type { Command, OfferOf } from "countersign/store";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { useDecide } from "../parts/decide";
import { Dialog } from "./dialog";
import { endOf, fieldsOf, filled } from "./fields";
import { Form } from "./form";
import { Plan } from "./plan";
import { commandSaid } from "./said";
import { idOf, type Subject } from "./subject";

/**
 * Gives the offered command: at once, or once what it needs is filled in. Whether it was taken; false, too, if it is still
 * to be filled in.
 */
export type Give = (offer: OfferOf, values?: ReadonlyMap<string, unknown>) => Promise<boolean>;

const Context = createContext<Give>(async () => false);

export function useGive(): Give {
  return useContext(Context);
}

// What nobody gets back is asked for twice.
const SURE: Readonly<Record<string, string>> = {
  delete: "The session is forgotten, with its history. Nothing brings it back.",
  archive: "The session is over, and its history is kept.",
};

/** Lets all below it give commands to the session. */
export function AskProvider({ subject, children }: { subject: Subject; children: ReactNode }) {
  const decide = useDecide();
  const [offered, setAsked] = useState<OfferOf | null>(null);
  // Whoever goes into the past by the browser's own buttons sends nothing from there.
  const asked = subject.isPast ? null : offered;
  // What was filled in for a command that was refused is still there at the next time.
  const kept = useRef(new Map<string, string>());
  const present = useRef(subject);
  useEffect(() => {
    present.current = subject;
  });
  // What was sent and is not answered yet is not sent once more.
  const sent = useRef(new Set<string>());
  const send = useCallback(
    async (command: object, revision?: number) => {
      const { name, session } = present.current;
      const key = JSON.stringify(command);
      if (sent.current.has(key)) return false;
      sent.current.add(key);
      const options = revision === undefined ? {} : { expectedRevision: revision };
      const decision = await decide(name, idOf(session), command as Command, options);
      sent.current.delete(key);
      return decision !== null && decision.outcome !== "denied";
    },
    [decide],
  );
  const give = useCallback<Give>(
    async (offer, values) => {
      if (values) return send(filled(offer, present.current, values));
      const isWhole = fieldsOf(present.current, offer).length === 0 && endOf(present.current, offer) === null;
      if (isWhole && !isWeighty(offer)) return send(offer.command);
      setAsked(offer);
      return false;
    },
    [send],
  );
  const close = useCallback(() => setAsked(null), []);
  return (
    <Context value={give}>
      {children}
      {asked && asked.command.type === "request_rollback" && subject.name === "reversible" && (
        <Dialog title="Roll back" onClose={close}>
          <Plan
            subject={subject}
            onSend={(revision) => {
              close();
              send(asked.command, revision);
            }}
            onClose={close}
          />
        </Dialog>
      )}
      {asked && asked.command.type !== "request_rollback" && (
        <Dialog title={commandSaid(asked.command)} onClose={close}>
          <Form
            subject={subject}
            offer={asked}
            said={SURE[asked.command.type]}
            kept={kept.current}
            onClose={close}
            onSend={async (command) => {
              close();
              if (await send(command)) kept.current.clear();
            }}
          />
        </Dialog>
      )}
    </Context>
  );
}

function isWeighty({ command }: OfferOf): boolean {
  return command.type === "request_rollback" || command.type in SURE;
}
