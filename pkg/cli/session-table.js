// Sessions in rows: the main table of the command line.
import { inNotes } from "./approvals.js";
import { attentionStyle } from "./attention.js";
import { Table } from "./table.js";

export class SessionTable {
  #table;

  constructor(output) {
    this.#table = new Table(output, ["SESSION", "LIFECYCLE", "STATUS", "ATTENTION", "WAITS FOR"]);
  }

  row({ id, lifecycle, display, attention, waitsFor, approvals, view, warnings }) {
    const style = attentionStyle(attention);
    const { inconsistent } = view.conditions;
    const status = view.rule === undefined ? display : `${display} (rule ${view.rule})`;
    return this.#table.row(
      [id, { text: lifecycle, style: "dim" }, { text: status, style }, { text: attention, style }],
      [waitsFor],
      [
        inconsistent !== null && { text: `inconsistent: ${inconsistent}`, style: "red" },
        ...inNotes(approvals, view),
        ...warnings.map(({ message }) => ({ text: `warning: ${message}`, style: "yellow" })),
      ],
    );
  }

  flush() {
    return this.#table.flush();
  }
}
