// What a rollback would do, where a lifecycle has it, or how far the one has come that is in progress.
import { progressOf, shownOf } from "./shown.js";
import { Table } from "./table.js";

/** Whether it may be asked for or every check that failed, its steps, and what it leaves alone and why. */
export async function printRollback({ eligible, failed, plan, leftAlone }, name, session, output) {
  const names = new Map(session.actions.map(({ id, apiName }) => [id, apiName]));
  const named = (id) => [id, names.get(id)].filter(Boolean).join(" ");
  const { steps, reasons } = shownOf(name);
  const progress = progressOf(name, session);
  const table = new Table(output, [progress ? "ROLLBACK IN PROGRESS" : "ROLLBACK", ""]);
  await table.row(
    [{ text: eligible ? "eligible" : "refused", style: eligible ? "green" : "red" }],
    [...failed.map(({ code, message }) => `${code}: ${message}`)],
  );
  if (progress) {
    for (const { said, ids } of progress) {
      await table.row([said], [ids && (ids.length > 0 ? ids.map(named).join(", ") : "none")]);
    }
    return table.flush();
  }
  for (const [index, { actionId, step }] of plan.entries()) {
    await table.row([`${index + 1} ${step}`], [[named(actionId), steps[step]].filter(Boolean).join(": ")]);
  }
  if (plan.length === 0) await table.row(["steps"], ["none"]);
  for (const { actionId, reason } of leftAlone) {
    await table.row([{ text: "left alone", style: "dim" }], [`${named(actionId)}: ${reasons[reason] ?? reason}`]);
  }
  await table.flush();
}
