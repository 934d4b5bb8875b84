// The reversible lifecycle: what all have, and what only this one has. The display status is looked up in the table that
// the engine exported: nothing of its rules is written here.
import { CountersignError } from "./error.js";
import { caller, lifecycle, now } from "./lifecycle.js";
import { answer, reading, text } from "./text.js";

export function reversible(engine) {
  const common = lifecycle("reversible", engine);
  let display;
  const displays = () => {
    display ??= tableOf(answer(engine.ask("reversible.displays")));
    return display;
  };

  return {
    ...common,
    displayStatus(session) {
      const { ofSession } = displays();
      try {
        const found = ofSession(session);
        if (found !== undefined) return found;
      } catch {}
      // What cannot be looked up the engine names, with its place.
      return ofSession(common.parse(session));
    },
    displayStatuses: (columns) => displays().ofColumns(columns),
    rollback: (session, context) => {
      const [json, at, by] = [text(session, "session"), now(context), caller(context)];
      return answer(engine.ask("reversible.rollback", json, "", at, by));
    },
    approvals: (session, context) => {
      const [json, at, by] = [text(session, "session"), now(context), caller(context)];
      return answer(engine.ask("reversible.approvals", json, "", at, by));
    },
    evaluatePolicies: (policies, action, mode) => {
      const [all, one, how] = [text(policies, "policies"), text(action, "action"), text(mode, "mode")];
      return answer(engine.ask("reversible.evaluatePolicies", all, `{"action":${one},"mode":${how}}`));
    },
  };
}

function tableOf({ statuses, actionStatuses, undoing, undos, displays, ...digits }) {
  const table = Uint8Array.from(digits.table);
  // Room for whatever three bytes come to; 255 stands for nothing.
  const padded = new Uint8Array(1 << 15).fill(255);
  padded.set(table);
  const [none, ended, failed, declined] = undos.filter((undo) => undo !== undoing);
  const [bit0, bit1, bit2, bit3, bit4, bit5] = actionStatuses;

  return {
    /** Undefined for a session with something unknown in it. */
    ofSession({ status, actions }) {
      const stored = statuses.indexOf(status);
      if (!Array.isArray(actions)) return undefined;
      let present = 0;
      let undone = 0;
      for (let at = 0; at < actions.length; at++) {
        const { status, undo } = actions[at];
        if (status === bit0) present |= 1;
        else if (status === bit1) present |= 2;
        else if (status === bit2) present |= 4;
        else if (status === bit3) present |= 8;
        else if (status === bit4) present |= 16;
        else if (status === bit5) present |= 32;
        else return undefined;
        if (undo === undoing) undone = 1;
        else if (undo !== none && undo !== ended && undo !== failed && undo !== declined) return undefined;
      }
      return displays[table[(stored << 7) | (present << 1) | undone]];
    },

    ofColumns(columns) {
      const given = reading("columns", () => ({ ...columns }));
      const length = lengthOf(given);
      const result = new Uint8Array(length);
      const [stored, present, undoing] = [given.stored, given.present, given.undoing].map((column) =>
        view(column, length),
      );
      if (lookUp(padded, stored, present, undoing, result) > 7) {
        throw outside(given, length, { stored: statuses.length - 1, present: 63, undoing: 1 });
      }
      return result;
    },
  };
}

/** Looks up column by column, alone in a function for the compiler's sake; more than 7 if some value stands for nothing. */
function lookUp(padded, stored, present, undoing, result) {
  const { length } = result;
  let wrong = 0;
  for (let at = 0; at < length; at++) {
    const bits = present[at];
    const undone = undoing[at];
    const display = padded[(stored[at] << 7) | (bits << 1) | undone];
    wrong |= display | ((bits >> 6) << 3) | ((undone >> 1) << 3);
    result[at] = display;
  }
  return wrong;
}

// What an array itself says: `instanceof` is false for what another realm made, and anything can pretend to have a length.
function said(column, name) {
  return Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), name).get.call(column);
}

function view(column, length) {
  return new Uint8Array(said(column, "buffer"), said(column, "byteOffset"), length);
}

/** The length of the columns, which all have the same. */
function lengthOf({ stored, present, undoing }) {
  for (const [name, column] of Object.entries({ stored, present, undoing })) {
    if (said(column, Symbol.toStringTag) !== "Uint8Array") {
      throw new CountersignError("invalid_input", name, `\`${name}\` is not a Uint8Array`);
    }
    const [found, expected] = [said(column, "length"), said(stored, "length")];
    if (found !== expected) {
      const message = `\`${name}\` has ${found} values, expected as many as \`stored\`, ${expected}`;
      throw new CountersignError("invalid_input", name, message);
    }
  }
  return said(stored, "length");
}

/** The first value that stands for nothing. */
function outside(columns, length, largest) {
  for (const [name, most] of Object.entries(largest)) {
    for (let at = 0; at < length; at++) {
      const value = columns[name][at];
      const path = `${name}[${at}]`;
      if (value > most)
        return new CountersignError("invalid_input", path, `\`${path}\` is ${value}, expected at most ${most}`);
    }
  }
}
