// An interactive session: the calls behind the barrier one by one, and what can be said now.
import type { interactive } from "countersign";
import type { OfferOf } from "countersign/store";
import { Foreign } from "../parts/foreign";
import { sentence } from "../words";
import { Json } from "./json";
import { MessageBox } from "./message";
import { Buttons, callKey, type Grouped, Offers } from "./offers";
import type { Part } from "./work";

export function Interactive({ subject, offers }: Part<"interactive">) {
  const { session, view, isPast } = subject;
  const { batch, deniedCallsRan, turnInputs } = session;
  const speak = offers ? speaking(offers.session) : null;
  const rest =
    offers && speak ? { ...offers, session: offers.session.filter((offer) => !speak.includes(offer)) } : null;
  return (
    <>
      {turnInputs.length > 0 && (
        <section aria-labelledby="inputs-title">
          <h2 id="inputs-title">What the turn is about</h2>
          {turnInputs.map((content, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the contents of a turn have no names, and do not change.
            <Json key={at} title="Message" value={content} isOpen />
          ))}
        </section>
      )}
      {batch && <Barrier batch={batch} view={view} offers={offers} />}
      {deniedCallsRan.length > 0 && (
        <section aria-labelledby="ran-title" className="needs_human">
          <h2 id="ran-title">Ran although they were denied</h2>
          <ul>
            {deniedCallsRan.map((call) => (
              <li key={callKey(call)} className="about">
                <Foreign>{`${call.callId} of ${call.batchId}`}</Foreign>
              </li>
            ))}
          </ul>
        </section>
      )}
      {!isPast && (
        <Offers offers={rest}>
          <MessageBox possible={view.actions.message} send={speak?.[0]} interrupt={speak?.[1]} />
        </Offers>
      )}
    </>
  );
}

/** The offers that say something: the message, and the message behind an interrupt. */
function speaking(offers: readonly OfferOf[]): readonly (OfferOf | undefined)[] {
  const of = (types: string) =>
    offers.find(({ command }) => "inputs" in command && command.inputs?.map(({ type }) => type).join(" ") === types);
  return [of("message"), of("interrupt message")];
}

interface BarrierProps {
  batch: interactive.Batch;
  view: interactive.View;
  offers: Grouped | null;
}

/** The calls in the order in which the model made them. */
function Barrier({ batch, view, offers }: BarrierProps) {
  const waiting = view.stopReason && typeof view.stopReason === "object" ? pendingOf(view.stopReason) : 0;
  return (
    <section className="barrier" aria-labelledby="barrier-title">
      <h2 id="barrier-title">Tool calls</h2>
      <p role="status">
        {waiting > 0
          ? `${waiting} of ${batch.calls.length} wait for an answer. None of those that ask runs before all are answered.`
          : "No call waits for an answer."}
      </p>
      <ol>
        {batch.calls.map((call) => (
          <Call
            key={call.callId}
            call={call}
            offers={offers?.about.get(callKey({ ...batch, callId: call.callId })) ?? []}
          />
        ))}
      </ol>
    </section>
  );
}

function pendingOf(reason: object): number {
  return "pending_call_ids" in reason && Array.isArray(reason.pending_call_ids) ? reason.pending_call_ids.length : 0;
}

const TOOLS: Readonly<Record<interactive.ToolType, string>> = { builtin: "built in", mcp: "MCP", skill: "skill" };

function Call({ call, offers }: { call: interactive.Call; offers: readonly OfferOf[] }) {
  const { callId, name, toolType, policy, decision, denyMessage, ran } = call;
  const isAsked = policy === "always_ask";
  return (
    <li data-decision={decision ?? (isAsked ? "open" : "free")}>
      <h3>
        {name === "" ? <em>a tool that is not known</em> : <Foreign>{name}</Foreign>}{" "}
        <span className="about">
          <Foreign>{callId}</Foreign>
        </span>{" "}
        <span className="quiet">{TOOLS[toolType]}</span>
      </h3>
      <p>
        {decision === null && isAsked && <span className="needs_human">Waits for an answer.</span>}
        {decision === null && !isAsked && <span className="quiet">Runs without asking.</span>}
        {decision === "allow" && <span className="done">Allowed.</span>}
        {decision === "deny" && (
          <span className="declined">
            Denied
            {denyMessage ? (
              <>
                : <Foreign>{denyMessage}</Foreign>
              </>
            ) : (
              "."
            )}
          </span>
        )}{" "}
        <span className={ran === "error" ? "failed" : "quiet"}>
          {ran === null
            ? "It has not run, as far as is known."
            : ran === "ok"
              ? "It ran."
              : `It ran: ${sentence(ran).toLowerCase()}.`}
        </span>
      </p>
      <Json title="Arguments" value={call.arguments} isOpen={isAsked && decision === null} />
      {offers.length > 0 && <Buttons offers={offers} about={`${name} ${callId}`} />}
    </li>
  );
}
