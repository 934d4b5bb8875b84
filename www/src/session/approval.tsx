// An approval in words: for what it is asked, and who answered what; nobody in time is told apart from somebody's no.
import type { reversible } from "countersign";
import { Foreign } from "../parts/foreign";
import { moment } from "../words";
import { Limit } from "./facts";

export const PURPOSES: Readonly<Record<reversible.Purpose, string>> = {
  BEFORE_EXECUTION: "To execute it",
  AFTER_EXECUTION: "To let it stay, as it was executed",
  ROLLBACK: "To undo it",
};

export function ApprovalSaid({ row, now, isPast }: { row: reversible.Row; now: number; isPast: boolean }) {
  return (
    <p className="approval">
      <span className="quiet">{row.purpose ? PURPOSES[row.purpose] : "For what is not known"}:</span>{" "}
      <Answer row={row} now={now} isPast={isPast} />
      {row.unconfirmed && <span className="needs_human"> It was approved long ago, and nobody has confirmed it.</span>}
    </p>
  );
}

function Answer({ row, now, isPast }: { row: reversible.Row; now: number; isPast: boolean }) {
  const { status, resolution, resolvedBy, resolvedAt, reason, expired, timeoutAt } = row;
  if (expired) return <span className="failed">nobody has answered in time, and it is still open</span>;
  if (status === "PENDING") {
    return (
      <span className="needs_human">
        waits for a person, <Limit at={timeoutAt} now={now} isPast={isPast} />
      </span>
    );
  }
  if (resolution === "TIMEOUT") return <span title={when(resolvedAt)}>nobody answered in time</span>;
  const by = resolvedBy ?? (resolution === "SYSTEM" ? "the platform" : "somebody not known");
  return (
    <span title={when(resolvedAt)}>
      {status === "APPROVED" ? "approved" : "rejected"} by <Foreign>{by}</Foreign>
      {reason && (
        <>
          : <Foreign>{reason}</Foreign>
        </>
      )}
    </span>
  );
}

function when(at: number | null): string | undefined {
  return at === null ? undefined : moment(at);
}
