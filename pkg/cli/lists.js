// The lists that a lifecycle's sessions hold, each as a table.
import { listsOf } from "./shown.js";
import { Table } from "./table.js";
import { written } from "./time.js";

export async function printLists(name, session, output) {
  for (const { name: list, columns, rows } of listsOf(name, session)) {
    await output.line();
    if (rows.length === 0) {
      await output.line(`there are no ${list}`);
      continue;
    }
    const header = columns.map((column) => column.toUpperCase());
    const table = new Table(output, [list.toUpperCase(), ...header]);
    for (const { id, cells, notes } of rows) {
      const last = cells.pop();
      const texts = notes.map(({ parts, isBad }) => ({ text: inText(parts), style: isBad ? "red" : "yellow" }));
      await table.row([id, ...cells], [last], texts);
    }
    await table.flush();
  }
}

function inText(parts) {
  return parts.map((part) => (typeof part === "string" ? part : written(part.at))).join("");
}
