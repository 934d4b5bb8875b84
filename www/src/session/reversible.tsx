// A reversible session: the actions that somebody has to do something about, the rollback, and all actions.
import type { reversible } from "countersign";
import { useMemo } from "react";
import { Foreign, seen } from "../parts/foreign";
import { Actions } from "./actions";
import { ApprovalSaid } from "./approval";
import { Chain } from "./chain";
import { Json } from "./json";
import { Buttons, Offers } from "./offers";
import { contextOf } from "./subject";
import type { Part } from "./work";

export function Reversible({ subject, offers }: Part<"reversible">) {
  const { lifecycle, session, now, isPast } = subject;
  const rows = useMemo(() => lifecycle.approvals(session, contextOf({ now })), [lifecycle, session, now]);
  const approvals = useMemo(() => (rows ? byAction(rows) : null), [rows]);
  const concerned = session.actions.filter(({ id }) => offers?.about.has(id));
  return (
    <>
      {!isPast && (
        <Offers offers={offers}>
          {concerned.map((action) => (
            <Concern key={action.id} action={action} approvals={approvals?.get(action.id) ?? []} now={now}>
              <Buttons offers={offers?.about.get(action.id) ?? []} about={action.id} />
            </Concern>
          ))}
        </Offers>
      )}
      <Chain subject={subject} approvals={approvals} />
      <Actions subject={subject} approvals={approvals} />
    </>
  );
}

function byAction(rows: readonly reversible.Row[]): ReadonlyMap<string, readonly reversible.Row[]> {
  const found = new Map<string, reversible.Row[]>();
  for (const row of rows) {
    const others = found.get(row.actionId);
    if (others) others.push(row);
    else found.set(row.actionId, [row]);
  }
  return found;
}

interface ConcernProps {
  action: reversible.Action;
  approvals: readonly reversible.Row[];
  now: number;
  children: React.ReactNode;
}

/** An action about which something can be done, with all that it was called with. */
function Concern({ action, approvals, now, children }: ConcernProps) {
  const open = approvals.filter(({ status, unconfirmed }) => status === "PENDING" || unconfirmed);
  return (
    <div
      className="concern"
      data-open={open.length > 0 ? "" : undefined}
      role="group"
      aria-label={seen(`${action.apiName} ${action.id}`)}
    >
      <h3>
        <Foreign>{action.apiName}</Foreign>{" "}
        <span className="about">
          <Foreign>{action.id}</Foreign>
        </span>
      </h3>
      {open.map((row) => (
        <ApprovalSaid key={row.approvalId} row={row} now={now} isPast={false} />
      ))}
      {action.undoError !== null && (
        <div>
          <p className="failed">Its undo failed:</p>
          <Json title="What went wrong" value={action.undoError} isOpen />
        </div>
      )}
      <Json title="Payload" value={action.payload} isOpen />
      {children}
    </div>
  );
}
