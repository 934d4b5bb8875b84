// Sessions in rows: the main table of the command line.
import { inNotes } from "./approvals.js";
import { attentionStyle } from "./attention.js";
import { shownOf, words } from "./shown.js";
import { Table } from "./table.js";

export class SessionTable {
  #table;

  constructor(output) {
    this.#table = new Table(output, ["SESSION", "LIFECYCLE", "STATUS", "ATTENTION", "WAITS FOR"]);
  }

  /** `isToldBelow`: the conditions and approvals are, all of them and in full. */
  row({ id, lifecycle, display, attention, waitsFor, approvals, view, warnings, isToldBelow = false }) {
    const style = attentionStyle(attention);
    const { inconsistent } = view.conditions;
    const status = view.rule === undefined ? display : `${display} (rule ${view.rule})`;
    return this.#table.row(
      [id, { text: lifecycle, style: "dim" }, { text: status, style }, { text: attention, style }],
      [waitsFor],
      [
        inconsistent !== null && { text: `inconsistent: ${inconsistent}`, style: "red" },
        ...(isToldBelow ? [] : why(lifecycle, approvals, view)),
        ...warnings.map(({ message }) => ({ text: `warning: ${message}`, style: "yellow" })),
      ],
    );
  }

  flush() {
    return this.#table.flush();
  }
}

// Why a person is needed: the approvals, or else whatever holds.
function why(name, approvals, view) {
  const notes = inNotes(approvals, view);
  const { inconsistent, ...conditions } = view.conditions;
  const isSaid = inconsistent !== null || notes.length > 0 || view.display === shownOf(name).asking;
  if (view.attention !== "needs_human" || isSaid) return notes;
  const holding = Object.keys(conditions).filter((name) => conditions[name] === true);
  return holding.length === 0 ? [] : [{ text: holding.map(words).join(", "), style: "magenta" }];
}
