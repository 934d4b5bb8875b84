// Sessions in rows: the main table of the command line.
import { attentionStyle } from "./attention.js";
import { Table } from "./table.js";

export class SessionTable {
  #table;

  constructor(output) {
    this.#table = new Table(output, ["SESSION", "LIFECYCLE", "STATUS", "ATTENTION", "WAITS FOR"]);
  }

  row({ id, lifecycle, display, attention, waitsFor, view, warnings }) {
    const style = attentionStyle(attention);
    const { inconsistent } = view.conditions;
    return this.#table.row(
      [id, { text: lifecycle, style: "dim" }, { text: display, style }, { text: attention, style }],
      [waitsFor],
      [
        inconsistent !== null && { text: `inconsistent: ${inconsistent}`, style: "red" },
        ...warnings.map(({ message }) => ({ text: `warning: ${message}`, style: "yellow" })),
      ],
    );
  }

  flush() {
    return this.#table.flush();
  }
}
