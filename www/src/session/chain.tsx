// A rollback as it runs, halts or waits for its gate, and what became of it.
import type { Attention, reversible } from "countersign";
import { useMemo } from "react";
import { Foreign } from "../parts/foreign";
import { Sign, Status } from "../parts/status";
import { REASONS, Steps } from "./plan";
import { callerWord, jsonSaid } from "./said";
import { contextOf, type Subject } from "./subject";

interface ChainProps {
  subject: Extract<Subject, { name: "reversible" }>;
  approvals: ReadonlyMap<string, readonly reversible.Row[]> | null;
}

const SCOPES: Readonly<Record<reversible.Scope, string>> = {
  SESSION: "The whole session is rolled back",
  ACTION: "One action is undone, which was rejected after its execution",
  RETRY: "One undo is tried again",
};

export function Chain({ subject, approvals }: ChainProps) {
  const { session, view } = subject;
  const { rollback } = session;
  const steps = stepsOf(session);
  if (!rollback && steps.length === 0) return null;
  return (
    <section className="chain" aria-labelledby="chain-title">
      <h2 id="chain-title">Rollback</h2>
      <p role="status">
        {rollback ? (
          `${SCOPES[rollback.scope]}, as ${callerWord(rollback.caller)} began.`
        ) : (
          <>
            No rollback is in progress: the session is <Status display={view.display} attention={view.attention} />, and
            stored as <code>{session.status}</code>.
          </>
        )}
      </p>
      <ol className="walk">
        {steps.map((action) => (
          <Step key={action.id} action={action} state={stateOf(action, rollback, approvals?.get(action.id) ?? [])} />
        ))}
      </ol>
      {rollback?.sessionNext && <p>Then the whole session is rolled back.</p>}
      {!rollback && (
        <>
          <Left subject={subject} />
          <details>
            <summary>What another rollback would do now, and what it would leave alone</summary>
            <Steps subject={subject} />
          </details>
        </>
      )}
    </section>
  );
}

/** The actions of the rollback as it goes; once it is over, those that any has touched, the newest first. */
function stepsOf({ actions, rollback }: reversible.Session): readonly reversible.Action[] {
  if (!rollback) return newestFirst(actions.filter(({ undo }) => undo !== "NONE"));
  const byId = new Map(actions.map((action) => [action.id, action]));
  const { walked, current, todo, waiting } = rollback;
  const ids = new Set([...walked, ...(current === null ? [] : [current]), ...todo, ...waiting]);
  return [...ids].flatMap((id) => byId.get(id) ?? []);
}

function newestFirst(actions: readonly reversible.Action[]): readonly reversible.Action[] {
  return actions.toReversed().sort((one, other) => other.order - one.order);
}

/** What no rollback has touched, and why, as the engine says it of the next one. */
function Left({ subject }: { subject: ChainProps["subject"] }) {
  const { lifecycle, session, now } = subject;
  const { plan, leftAlone } = useMemo(() => lifecycle.rollback(session, contextOf({ now })), [lifecycle, session, now]);
  const reasons = new Map<string, string>(leftAlone.map(({ actionId, reason }) => [actionId, REASONS[reason]]));
  for (const { actionId, step } of plan) if (step === "SKIP") reasons.set(actionId, "it is declared not undoable");
  const left = newestFirst(session.actions.filter(({ undo }) => undo === "NONE"));
  if (left.length === 0) return null;
  return (
    <>
      <h3>Left alone</h3>
      <ul className="steps">
        {left.map(({ id, apiName }) => (
          <li key={id}>
            <strong>{apiName}</strong> <span className="about">{id}</span> was not undone
            {reasons.has(id) ? `: ${reasons.get(id)}.` : ", as no rollback has come to it."}
          </li>
        ))}
      </ul>
    </>
  );
}

type State = readonly [attention: Attention, said: string];

function stateOf(
  { id, undo, undoAttempts, acknowledged }: reversible.Action,
  rollback: reversible.Rollback | null,
  approvals: readonly reversible.Row[],
): State {
  if (rollback?.todo.includes(id)) return ["at_rest", "still to come"];
  if (undo === "IN_PROGRESS") {
    const isAsked = approvals.some(({ purpose, status }) => purpose === "ROLLBACK" && status === "PENDING");
    return isAsked
      ? ["needs_human", "waits until a person approves its undo"]
      : ["working", `is being undone, attempt ${Math.max(1, undoAttempts)}`];
  }
  if (rollback?.waiting.includes(id)) return ["at_rest", "waits until no other undo is in progress"];
  if (acknowledged) return ["undone", `was undone by hand by ${acknowledged.by}: ${acknowledged.note}`];
  if (undo === "COMPLETED") return ["undone", "was undone"];
  if (undo === "FAILED") return ["failed", "could not be undone, and the rollback halted here"];
  if (undo === "DECLINED") return ["declined", "stays, as its undo was declined, and the rollback halted here"];
  return ["at_rest", "was skipped: it is declared not undoable, and stays"];
}

function Step({ action, state: [attention, said] }: { action: reversible.Action; state: State }) {
  return (
    <li data-state={attention}>
      <Sign attention={attention} />
      <span>
        <strong>
          <Foreign>{action.apiName}</Foreign>
        </strong>{" "}
        <span className="about">
          <Foreign>{action.id}</Foreign>
        </span>{" "}
        <span className={attention}>{said}</span>
        {action.undoError !== null && (
          <span className="quiet">
            : <Foreign>{jsonSaid(action.undoError)}</Foreign>
          </span>
        )}
      </span>
    </li>
  );
}
