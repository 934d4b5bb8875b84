// What a rollback would do, where a lifecycle has it.
import { Table } from "./table.js";

/** Whether it may be asked for or every check that failed, its steps, and what it leaves alone and why. */
export async function printRollback({ eligible, failed, plan, leftAlone }, { actions }, output) {
  const names = new Map(actions.map(({ id, apiName }) => [id, apiName]));
  const named = (id) => [id, names.get(id)].filter(Boolean).join(" ");
  const table = new Table(output, ["ROLLBACK", ""]);
  await table.row(
    [{ text: eligible ? "eligible" : "refused", style: eligible ? "green" : "red" }],
    [...failed.map(({ code, message }) => `${code}: ${message}`)],
  );
  for (const [index, { actionId, step }] of plan.entries()) {
    await table.row([`${index + 1} ${step}`], [named(actionId)]);
  }
  if (plan.length === 0) await table.row(["steps"], ["none"]);
  for (const { actionId, reason } of leftAlone) {
    await table.row([{ text: "left alone", style: "dim" }], [`${named(actionId)}: ${reason}`]);
  }
  await table.flush();
}
