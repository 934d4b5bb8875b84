// The approvals of a session, where its lifecycle has them.
import { broken, h, table, time } from "./element.js";

// More of them than anybody reads; those that wait come first.
const SHOWN = 100;

export function approvals(rows) {
  const heading = h("h3", {}, "Approvals");
  if (rows === null) return [heading, h("p", { class: "quiet" }, "not known: the payload came without them")];
  if (rows.length === 0) return [];
  const sorted = [...rows.filter(waits), ...rows.filter((row) => !waits(row))].slice(0, SHOWN);
  const left = rows.length - sorted.length;
  return [
    heading,
    table("Approvals", ["Approval", "What for", "Answer"], h("tbody", {}, sorted.map(row))),
    left > 0 && h("p", { class: "quiet" }, `and ${left.toLocaleString()} more`),
  ];
}

function waits({ status }) {
  return status === "PENDING";
}

function row(row) {
  const { approvalId, purpose, actionId, apiName, operationType, payloadSummary, unconfirmed } = row;
  const call = [operationType, apiName].filter(Boolean).join(" ");
  return h(
    "tr",
    { "data-approval": approvalId },
    h("td", {}, h("code", {}, broken(approvalId))),
    h(
      "td",
      {},
      h("strong", {}, broken(purpose ?? "(purpose not known)")),
      " of ",
      h("code", {}, broken(actionId)),
      call && h("p", {}, call),
      payloadSummary !== null && h("p", { class: "quiet" }, payloadSummary),
    ),
    h(
      "td",
      {},
      waits(row) ? open(row) : answer(row),
      unconfirmed && h("p", { class: "late" }, "unconfirmed: nobody has said that it was executed"),
    ),
  );
}

function open({ status, timeoutAt, expired }) {
  if (expired) return [h("strong", { class: "late" }, "expired"), " since ", time(timeoutAt), `, still ${status}`];
  return [h("strong", {}, status), timeoutAt === null ? ", without a limit" : [", until ", time(timeoutAt)]];
}

// A timeout is nobody's answer, and is told apart from a person's.
function answer({ status, resolution, resolvedBy, resolvedAt, reason }) {
  return [
    h("strong", {}, status),
    resolution !== null && [" by ", h("strong", {}, resolution)],
    h("p", {}, resolvedBy, resolvedBy !== null && resolvedAt !== null && ", ", resolvedAt !== null && time(resolvedAt)),
    reason !== null && h("p", { class: "quiet" }, reason),
  ];
}
