// What a rollback would do, before it is asked for.
import type { reversible } from "countersign";
import { useMemo } from "react";
import { Foreign } from "../parts/foreign";
import { Phrase } from "../parts/phrase";
import { contextOf, type Subject } from "./subject";

const STEPS: Readonly<Record<reversible.Step, string>> = {
  COMPENSATE: "would be undone",
  ASK_FIRST: "would be undone once a person approves it",
  SKIP: "would be skipped: it is declared not undoable, and stays",
  FAIL: "would fail: nobody knows how to undo it, and the rollback would stop here",
  FLIP: "would be rolled back without a compensation, as it is simulated",
};

export const REASONS: Readonly<Record<reversible.LeaveReason, string>> = {
  pending_approval: "it waits for its approval",
  cleared: "it is approved, and not known to be executed",
  failed: "it failed, was rejected or was withdrawn, so there is nothing to undo",
  already_rolled_back: "it is undone already",
  rollback_failed: "its undo failed, and only a retry tries it again",
  chain_halted: "it is older than the one at which a rollback stops",
};

/** What becomes of the steps, in the order in which it is told. */
const DONE: Readonly<Record<reversible.Step, string>> = {
  COMPENSATE: "undone",
  FLIP: "simulated",
  ASK_FIRST: "asked first",
  SKIP: "skipped",
  FAIL: "failing",
};

/** "Roll back: 2 undone, 1 skipped". */
function doneSaid(plan: readonly { readonly step: reversible.Step }[]): string {
  const parts = Object.entries(DONE).flatMap(([step, said]) => {
    const many = plan.filter((each) => each.step === step).length;
    return many > 0 ? `${many.toLocaleString("en")} ${said}` : [];
  });
  return parts.length > 0 ? `Roll back: ${parts.join(", ")}` : "Roll back";
}

interface PlanProps {
  subject: Extract<Subject, { name: "reversible" }>;
  /** The revision that the plan is of. */
  onSend: (revision: number) => void;
  onClose: () => void;
}

export function Plan({ subject, onSend, onClose }: PlanProps) {
  const { lifecycle, session } = subject;
  const { eligible, failed, plan } = useMemo(
    () => lifecycle.rollback(session, contextOf({ now: Date.now() })),
    [lifecycle, session],
  );
  const isAny = plan.some(({ step }) => step !== "SKIP" && step !== "FAIL");
  return (
    <div className="plan">
      <Steps subject={subject} />
      {failed.map(({ code, message }) => (
        <p key={code} className="failed" role="alert">
          <Phrase>{message}</Phrase>
        </p>
      ))}
      {eligible && !isAny && <p>Nothing would be undone.</p>}
      <p className="buttons">
        <button
          type="button"
          className={isAny ? "main" : undefined}
          aria-disabled={eligible ? undefined : true}
          onClick={() => eligible && onSend(session.revision)}
        >
          {doneSaid(plan)}
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </p>
    </div>
  );
}

/** The steps of a rollback, and what it leaves alone and why. */
export function Steps({ subject }: { subject: PlanProps["subject"] }) {
  const { lifecycle, session, now } = subject;
  const { plan, leftAlone } = useMemo(() => lifecycle.rollback(session, contextOf({ now })), [lifecycle, session, now]);
  const names = useMemo(() => new Map(session.actions.map(({ id, apiName }) => [id, apiName])), [session]);
  return (
    <>
      {plan.length === 0 ? (
        <p>There is nothing that it would undo.</p>
      ) : (
        <>
          <p>It would go from the newest to the oldest:</p>
          <ol className="steps">
            {plan.map(({ actionId, step }) => (
              <li key={actionId} data-step={step}>
                <strong>
                  <Foreign>{names.get(actionId) ?? ""}</Foreign>
                </strong>{" "}
                <span className="about">
                  <Foreign>{actionId}</Foreign>
                </span>{" "}
                {STEPS[step]}.
              </li>
            ))}
          </ol>
        </>
      )}
      {leftAlone.length > 0 && (
        <>
          <p>It would leave alone:</p>
          <ul className="steps">
            {leftAlone.map(({ actionId, reason }) => (
              <li key={actionId} className="quiet">
                <Foreign>{names.get(actionId) ?? ""}</Foreign>{" "}
                <span className="about">
                  <Foreign>{actionId}</Foreign>
                </span>
                , because {REASONS[reason]}.
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
