// The reversible lifecycle: what all have, and what only this one has. The display status is looked up in the table that
// the engine exported: nothing of its rules is written here.
import { caller, lifecycle, now } from "./lifecycle.js";
import { answer, nonsense, reading, text } from "./text.js";

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
      return answer(engine.ask("reversible.displayStatus", text(session, "session")));
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
      return answer(engine.ask("reversible.evaluatePolicies", all, one, 0, how));
    },
  };
}

function tableOf({ statuses, actionStatuses, undoing, undos, displays, ...digits }) {
  const table = Uint8Array.from(digits.table);
  // Room for whatever ten bits come to; 255 stands for nothing.
  const padded = new Uint8Array(1 << 10).fill(255);
  padded.set(table);
  const [none, ended, failed, declined] = undos.filter((undo) => undo !== undoing);
  const [bit0, bit1, bit2, bit3, bit4, bit5] = actionStatuses;
  // Lengths are compared first: they alone tell most names apart.
  const [length0, length1, length2, length3, length4, length5] = actionStatuses.map(({ length }) => length);
  const lengthOfNone = none.length;

  return {
    /** Undefined for a session with something unknown in it. */
    ofSession({ status, actions }) {
      const stored = statuses.indexOf(status);
      if (!Array.isArray(actions)) return undefined;
      let present = 0;
      let undone = 0;
      for (let at = 0; at < actions.length; at++) {
        const { status, undo } = actions[at];
        const { length } = status;
        if (length === length0 && status === bit0) present |= 1;
        else if (length === length1 && status === bit1) present |= 2;
        else if (length === length2 && status === bit2) present |= 4;
        else if (length === length3 && status === bit3) present |= 8;
        else if (length === length4 && status === bit4) present |= 16;
        else if (length === length5 && status === bit5) present |= 32;
        else return undefined;
        // Most of them first.
        if (undo.length === lengthOfNone && undo === none) continue;
        if (undo === undoing) undone = 1;
        else if (undo !== ended && undo !== failed && undo !== declined) return undefined;
      }
      return displays[table[(stored << 7) | (present << 1) | undone]];
    },

    ofColumns(columns) {
      const given = reading("columns", () => ({ ...columns }));
      const length = lengthOf(given);
      const result = new Uint8Array((length + 3) & ~3);
      // One whose memory was given away has none to read.
      const [stored, present, undoing] = reading("columns", () =>
        [given.stored, given.present, given.undoing].map((column) => words(column, length)),
      );
      if (lookUp(padded, stored, present, undoing, new Int32Array(result.buffer)) !== 0) {
        throw outside(given, length, { stored: statuses.length - 1, present: 63, undoing: 1 });
      }
      return result.length === length ? result : result.slice(0, length);
    },
  };
}

/**
 * Looks up four values at a time, alone in a function for the compiler's sake. Where each stands in its word does not matter,
 * as it is the same in all columns. Not 0 if some value stands for nothing.
 */
function lookUp(padded, stored, present, undoing, result) {
  const { length } = result;
  let wrong = 0;
  for (let at = 0; at < length; at++) {
    const [status, bits, undone] = [stored[at], present[at], undoing[at]];
    const column = (bits << 1) | undone;
    const first = padded[((status & 7) << 7) | (column & 127)];
    const second = padded[((status >> 1) & 0x380) | ((column >> 8) & 127)];
    const third = padded[((status >> 9) & 0x380) | ((column >> 16) & 127)];
    const fourth = padded[((status >> 17) & 0x380) | ((column >> 24) & 127)];
    const displays = first | (second << 8) | (third << 16) | (fourth << 24);
    wrong |= ((displays | status) & 0xf8f8f8f8) | (bits & 0xc0c0c0c0) | (undone & 0xfefefefe);
    result[at] = displays;
  }
  return wrong;
}

/** Four values to a word, the last one filled up with 0; a copy only where the column does not lie in words. */
function words(column, length) {
  const [buffer, offset] = [said(column, "buffer"), said(column, "byteOffset")];
  if (offset % 4 === 0 && length % 4 === 0) return new Int32Array(buffer, offset, length / 4);
  const copy = new Uint8Array((length + 3) & ~3);
  copy.set(new Uint8Array(buffer, offset, length));
  return new Int32Array(copy.buffer);
}

// What an array itself says: `instanceof` is false for what another realm made, and anything can pretend to have a length.
function said(column, name) {
  return Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), name).get.call(column);
}

/** The length of the columns, which all have the same. */
function lengthOf({ stored, present, undoing }) {
  for (const [name, column] of Object.entries({ stored, present, undoing })) {
    if (said(column, Symbol.toStringTag) !== "Uint8Array") {
      throw nonsense("columns", name, `\`${name}\` is not a Uint8Array`);
    }
    const [found, expected] = [said(column, "length"), said(stored, "length")];
    if (found !== expected) {
      const message = `\`${name}\` has ${found} values, expected as many as \`stored\`, ${expected}`;
      throw nonsense("columns", name, message);
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
      if (value > most) return nonsense("columns", path, `\`${path}\` is ${value}, expected at most ${most}`);
    }
  }
}
