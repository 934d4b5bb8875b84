// All actions of a reversible session, each with what became of it, of its undo and of its approvals.
import type { Attention, reversible } from "countersign";
import { useState } from "react";
import { Foreign } from "../parts/foreign";
import { Sign } from "../parts/status";
import { count, sentence } from "../words";
import { ApprovalSaid } from "./approval";
import { Json } from "./json";
import { jsonSaid } from "./said";
import type { Subject } from "./subject";

/** How many are drawn at first, and how many more at a time. */
const SOME = 200;

const SIGNS: Readonly<Record<reversible.ActionStatus, Attention>> = {
  SUCCESS: "done",
  PENDING_APPROVAL: "needs_human",
  CLEARED: "working",
  FAILED: "failed",
  ROLLED_BACK: "undone",
  ROLLBACK_FAILED: "failed",
};

const KINDS: Readonly<Record<reversible.Kind, string>> = {
  AUTOMATIC: "can be undone",
  NONE: "not undoable",
  UNAVAILABLE: "nobody knows how to undo it",
};

interface ActionsProps {
  subject: Extract<Subject, { name: "reversible" }>;
  /** By action; null: not known. */
  approvals: ReadonlyMap<string, readonly reversible.Row[]> | null;
}

export function Actions({ subject, approvals }: ActionsProps) {
  const [many, setMany] = useState(SOME);
  const { actions } = subject.session;
  const left = actions.length - many;
  return (
    <section className="actions" aria-labelledby="actions-title">
      <h2 id="actions-title">
        Actions <span className="quiet">{actions.length.toLocaleString("en")}</span>
      </h2>
      {actions.length === 0 ? (
        <p className="quiet">Nothing was logged yet.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Order</th>
              <th scope="col">Call</th>
              <th scope="col">Status</th>
              <th scope="col">Undo</th>
              <th scope="col">Approval</th>
            </tr>
          </thead>
          <tbody>
            {actions.slice(0, many).map((action) => (
              <Line
                key={action.id}
                action={action}
                approvals={approvals && (approvals.get(action.id) ?? [])}
                subject={subject}
              />
            ))}
          </tbody>
        </table>
      )}
      {left > 0 && (
        <button type="button" onClick={() => setMany(many + SOME)}>
          {`Show more of ${count(left, "further action")}`}
        </button>
      )}
    </section>
  );
}

interface LineProps {
  action: reversible.Action;
  approvals: readonly reversible.Row[] | null;
  subject: ActionsProps["subject"];
}

function Line({ action, approvals, subject: { now, isPast } }: LineProps) {
  const { status, withdrawn, error } = action;
  return (
    <tr>
      <td data-title="Order">{action.order}</td>
      <th scope="row">
        <Foreign>{action.apiName}</Foreign> <span className="quiet">{action.operationType}</span>{" "}
        <span className="about">
          <Foreign>{action.id}</Foreign>
        </span>
        {action.payload !== null && <Json title="Payload" value={action.payload} />}
      </th>
      <td data-title="Status">
        <span className={`status ${SIGNS[status]}`}>
          <Sign attention={SIGNS[status]} />
          {sentence(status)}
        </span>
        {withdrawn && (
          <p>
            <Foreign>{`Withdrawn by ${withdrawn.by}: ${withdrawn.reason}`}</Foreign>
          </p>
        )}
        {error !== null && (
          <p className="quiet">
            <Foreign>{jsonSaid(error)}</Foreign>
          </p>
        )}
      </td>
      <td data-title="Undo">
        <UndoSaid action={action} />
      </td>
      <td data-title="Approval">
        {approvals === null && <span className="quiet">not known</span>}
        {approvals?.length === 0 && <span className="quiet">none</span>}
        {approvals?.map((row) => (
          <ApprovalSaid key={row.approvalId} row={row} now={now} isPast={isPast} />
        ))}
      </td>
    </tr>
  );
}

function UndoSaid({ action }: { action: reversible.Action }) {
  const { undo, undoAttempts, undoError, acknowledged, compensation } = action;
  if (undo === "NONE") {
    const gate = compensation.kind === "AUTOMATIC" && compensation.requireApproval ? ", once approved" : "";
    return <span className="quiet">{KINDS[compensation.kind] + gate}</span>;
  }
  return (
    <>
      <Foreign>{acknowledged ? `By hand, by ${acknowledged.by}: ${acknowledged.note}` : sentence(undo)}</Foreign>
      {undoAttempts > 0 && <span className="quiet">{` (${count(undoAttempts, "attempt")})`}</span>}
      {undoError !== null && (
        <p className="failed">
          <Foreign>{jsonSaid(undoError)}</Foreign>
        </p>
      )}
    </>
  );
}
