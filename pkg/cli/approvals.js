// The approvals of a session, where its lifecycle has them.
import { summary } from "./shown.js";
import { Table } from "./table.js";
import { written } from "./time.js";

// More than these say less.
const SHOWN = 6;

const UNKNOWN = "the approvals are not known; `--more FILE` can bring them";

/** Whether the answer is still open. */
export function waits({ status }) {
  return status === "PENDING";
}

/** Those that wait, a few words each, for below a session's row. */
export function inNotes(approvals, { terminal }) {
  if (approvals === null && !terminal) return [{ text: UNKNOWN, style: "yellow" }];
  const waiting = approvals?.filter(waits) ?? [];
  const notes = waiting.slice(0, SHOWN).map((row) => ({
    text: `approval ${row.approvalId}: ${about(row)}, ${limit(row)}`,
    style: row.expired ? "red" : "magenta",
  }));
  return waiting.length > SHOWN ? [...notes, { text: `and ${waiting.length - SHOWN} more approvals` }] : notes;
}

/** All of them as a table. */
export async function printApprovals(approvals, output) {
  if (approvals === null) return output.line(UNKNOWN);
  if (approvals.length === 0) return output.line("there are no approvals");
  const table = new Table(output, ["APPROVAL", "STATUS", "WHAT FOR, AND UNTIL WHEN OR BY WHOM"]);
  for (const row of approvals) {
    const { approvalId, payloadSummary, reason, unconfirmed } = row;
    await table.row(
      [approvalId, status(row)],
      [`${about(row)}, asked at ${written(row.requestedAt)}, ${waits(row) ? limit(row) : answer(row)}`],
      [
        reason !== null && `reason: ${reason}`,
        unconfirmed && { text: "unconfirmed: nobody has said that it was executed", style: "red" },
        ...(payloadSummary === null ? [] : inSummary(summary(row))),
      ],
    );
  }
  await table.flush();
}

function inSummary({ text, rest }) {
  return [{ text, style: "dim" }, rest !== null && { text: rest, style: "yellow" }];
}

// A timeout is told apart from a person's answer.
function status({ status, resolution, expired }) {
  if (expired) return { text: `${status}, expired`, style: "red" };
  return resolution === null ? status : `${status} by ${resolution}`;
}

function about({ purpose, actionId, apiName }) {
  return `${purpose ?? "(purpose not known)"} of ${[actionId, apiName].filter(Boolean).join(" ")}`;
}

function limit({ timeoutAt, expired }) {
  if (timeoutAt === null) return "without a limit";
  return `${expired ? "expired since" : "until"} ${written(timeoutAt)}`;
}

function answer({ resolvedBy, resolvedAt }) {
  const parts = [resolvedBy !== null && `by ${resolvedBy}`, resolvedAt !== null && `at ${written(resolvedAt)}`];
  return parts.filter(Boolean).join(" ") || "answered";
}
