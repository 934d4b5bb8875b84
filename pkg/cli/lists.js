// The lists that a lifecycle's sessions hold, each as a table.
import { listsOf, restOf, shortened } from "./shown.js";
import { Table } from "./table.js";
import { written } from "./time.js";

export async function printLists(name, session, output) {
  for (const { name: list, columns, rows, payloadName, isPayloadTold } of listsOf(name, session)) {
    await output.line();
    if (rows.length === 0) {
      await output.line(`there are no ${list}`);
      continue;
    }
    const header = columns.map((column) => column.toUpperCase());
    const table = new Table(output, [list.toUpperCase(), ...header]);
    for (const { id, cells, notes, payload } of rows) {
      const last = cells.pop();
      const texts = notes.map(({ parts, isBad }) => ({ text: inText(parts), style: isBad ? "red" : "yellow" }));
      await table.row([id, ...cells], [last], [...texts, ...(isPayloadTold ? told(payload, payloadName, id) : [])]);
    }
    await table.flush();
  }
}

function told(payload, payloadName, id) {
  if (payload === null) return [];
  const text = shortened(payload);
  const isCut = text !== shortened(payload, Number.POSITIVE_INFINITY);
  return [{ text, style: "dim" }, isCut && { text: restOf(payloadName, id), style: "yellow" }];
}

function inText(parts) {
  return parts.map((part) => (typeof part === "string" ? part : written(part.at))).join("");
}
