// The display status of many sessions, on objects and in columns.
import { deepStrictEqual } from "node:assert";
import { reversible as api } from "countersign";
import { displayStatus, displayStatusByLength } from "../by-hand.js";
import { ACTION_STATUSES, DISPLAYS, displayed, inputs, STATUSES } from "../given/displays.js";
import { sideBySide } from "../measure.js";
import { faster, row, times } from "../report.js";

const OBJECTS = 4096;
const COLUMNS = 100_000;

export function displays() {
  expectAlike();
  const sessions = displayed(OBJECTS);
  const columns = columnsOf(Array.from({ length: COLUMNS }, (_, at) => encoded(sessions[at % OBJECTS])));
  const { displayStatus: ofEngine } = api;
  // Each counts in a loop of its own, which is compiled for nothing else.
  const ns = sideBySide({
    ours: () => {
      let active = 0;
      for (const session of sessions) if (ofEngine(session) === "ACTIVE") active++;
      return active;
    },
    byHand: () => {
      let active = 0;
      for (const session of sessions) if (displayStatus(session) === "ACTIVE") active++;
      return active;
    },
    byLength: () => {
      let active = 0;
      for (const session of sessions) if (displayStatusByLength(session) === "ACTIVE") active++;
      return active;
    },
    columns: () => api.displayStatuses(columns),
  });
  const ofObject = ns.ours / OBJECTS;
  const byLength = `; ${times(ns.byLength / ns.ours)} one that tells statuses apart by their lengths alone`;
  const what = "`displayStatus` on session objects, beside one pass by hand";
  faster(what, 0.8, ofObject, ns.byHand / OBJECTS, byLength);
  const milliseconds = `${(ns.columns / 1e6).toFixed(2)} ms`;
  row("`displayStatuses` on columns, 100,000 sessions", "≤ 0.3 ms", milliseconds, ns.columns <= 300_000);
  const factor = ofObject / (ns.columns / COLUMNS);
  row("the same beside `displayStatus` on objects, a session each", "≥ 10 ×", times(factor), factor >= 10);
}

/** Whoever is faster by another answer is not faster: all 640 inputs, of which five are no session's. */
function expectAlike() {
  const all = inputs();
  const found = api.displayStatuses(columnsOf(all.map(({ columns }) => columns)));
  for (const [at, { session }] of all.entries()) {
    if (session === null) continue;
    const answers = [api.displayStatus, displayStatus, displayStatusByLength].map((display) => display(session));
    deepStrictEqual(answers, Array(3).fill(DISPLAYS[found[at]]));
  }
}

function encoded({ status, actions }) {
  const present = actions.reduce((present, action) => present | (1 << ACTION_STATUSES.indexOf(action.status)), 0);
  const undoing = actions.some(({ undo }) => undo === "IN_PROGRESS") ? 1 : 0;
  return [STATUSES.indexOf(status), present, undoing];
}

function columnsOf(rows) {
  const [stored, present, undoing] = [0, 1, 2].map((column) => Uint8Array.from(rows, (row) => row[column]));
  return { stored, present, undoing };
}
