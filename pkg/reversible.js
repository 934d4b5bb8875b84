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
      // What cannot be looked up the engine names, with its place.
      return tried(() => ofSession(session)) ?? ofSession(common.parse(session));
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
  // Room for every value that the bits can take; 255 stands for nothing.
  const padded = new Uint8Array(1024).fill(255);
  padded.set(table);
  const [none] = undos;
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
        else if (undo !== none && !undos.includes(undo)) return undefined;
      }
      return displays[table[(stored << 7) | (present << 1) | undone]];
    },

    ofColumns(columns) {
      const given = reading("columns", () => ({ ...columns }));
      const { stored, present, undoing } = given;
      const length = lengthOf(given);
      const result = new Uint8Array(length);
      let wrong = 0;
      for (let at = 0; at < length; at++) {
        const display = padded[((stored[at] & 7) << 7) | ((present[at] & 63) << 1) | (undoing[at] & 1)];
        wrong |= (stored[at] >> 3) | (present[at] >> 6) | (undoing[at] >> 1) | (display >> 3);
        result[at] = display;
      }
      if (wrong !== 0) throw outside(given, length, { stored: statuses.length - 1, present: 63, undoing: 1 });
      return result;
    },
  };
}

function tried(work) {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** The length of the columns, which all have the same. */
function lengthOf({ stored, present, undoing }) {
  // Asks the array itself: `instanceof` is false for what another realm made, and anything can pretend to have a name or a length.
  const intrinsic = Object.getPrototypeOf(Uint8Array.prototype);
  const get = (name, column) => Object.getOwnPropertyDescriptor(intrinsic, name).get.call(column);
  for (const [name, column] of Object.entries({ stored, present, undoing })) {
    if (get(Symbol.toStringTag, column) !== "Uint8Array") {
      throw new CountersignError("invalid_input", name, `\`${name}\` is not a Uint8Array`);
    }
    const [found, expected] = [get("length", column), get("length", stored)];
    if (found !== expected) {
      const message = `\`${name}\` has ${found} values, expected as many as \`stored\`, ${expected}`;
      throw new CountersignError("invalid_input", name, message);
    }
  }
  return get("length", stored);
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
