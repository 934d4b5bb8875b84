// The approvals of a session, where its lifecycle has them.
import { summary } from "../pkg/cli/shown.js";
import { broken, first, h, stacking, time } from "./element.js";
import { payload } from "./lists.js";

export function approvals(rows, { actions }) {
  const heading = h("h3", {}, "Approvals");
  if (rows === null) return [heading, h("p", { class: "quiet" }, "not known: the payload came without them")];
  if (rows.length === 0) return [];
  const { some, more } = first([...rows.filter(waits), ...rows.filter((row) => !waits(row))]);
  const payloads = new Map(actions.map(({ id, payload }) => [id, payload]));
  return [
    heading,
    stacking(
      "Approvals",
      ["Approval", "What for", "Answer"],
      some.map((one) => row(one, payloads.get(one.actionId))),
    ),
    more,
  ];
}

function waits({ status }) {
  return status === "PENDING";
}

function row(row, whole) {
  const { approvalId, purpose, actionId, apiName, operationType, payloadSummary, requestedAt, unconfirmed } = row;
  const call = [operationType, apiName].filter(Boolean).join(" ");
  const cells = [
    h("code", {}, broken(approvalId)),
    [
      h("strong", {}, broken(purpose ?? "(purpose not known)")),
      " of ",
      h("code", {}, broken(actionId)),
      call && h("p", {}, broken(call)),
      h("p", { class: "quiet" }, "asked at ", time(requestedAt)),
      payloadSummary !== null && summarised(approvalId, summary(row), whole),
    ],
    [
      waits(row) ? open(row) : answer(row),
      unconfirmed && h("p", { class: "late" }, "unconfirmed: nobody has said that it was executed"),
    ],
  ];
  return { attributes: { "data-approval": approvalId }, cells };
}

function summarised(approvalId, { text, rest }, whole) {
  return [
    h("p", { class: "quiet" }, text),
    rest !== null && [
      h("p", { class: "late" }, rest),
      whole !== null && whole !== undefined && payload(`whole ${approvalId}`, "The whole payload", whole),
    ],
  ];
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
