// The delegated lifecycle beside what one would use instead.
import { delegated as api } from "countersign";
import { context, working } from "../given/delegated.js";
import { sideBySide } from "../measure.js";
import { faster, lookup, micro, row, section, times } from "../report.js";
import { snapshot, step } from "../xstate/delegated.js";
import { expectOutcome } from "./expect.js";

const add = { type: "add_artifact", artifact: { id: "artifact-new", kind: "patch", path: "src/new.ts", lines: 7 } };
const decline = { type: "decline", reason: "scope_mismatch" };
const initialize = { type: "initialize" };

export function delegated() {
  section("Delegated sessions, with 20 artifacts");
  const session = working(20);
  decisions(session, snapshot(session));
  plainObjects(session, snapshot(session));
  can(session);
  growth();
}

function decisions(session, theirs) {
  const live = api.open(session);
  expectOutcome(live, add, context, "allowed");
  expectOutcome(live, decline, context, "allowed");
  expectOutcome(live, initialize, context, "denied", "phase_passed");
  const ns = sideBySide({
    ours: () => live.decide(decline, context),
    theirs: () => step(theirs, decline),
    oursAdding: () => live.decide(add, context),
    theirsAdding: () => step(theirs, add),
    denied: () => live.decide(initialize, context),
    ignored: () => step(theirs, initialize),
  });
  faster("`open().decide`, allowed, beside XState's `transition()`: `decline`", 5, ns.ours, ns.theirs);
  faster("the same with an artifact to carry: `add_artifact`", 5, ns.oursAdding, ns.theirsAdding);
  faster("denied with reasons, beside XState, which ignores without one: `initialize`", 3, ns.denied, ns.ignored);
}

function plainObjects(session, theirs) {
  const ns = sideBySide({
    ours: () => api.decide(session, decline, context),
    theirs: () => step(theirs, decline),
    clone: () => structuredClone(session),
  });
  const clone = `; structuredClone of the session ${micro(ns.clone)}`;
  faster("`decide` on plain objects, beside XState: `decline`", 1, ns.ours, ns.theirs, clone, "aim ≥ 1 ×");
}

function can(session) {
  const commands = ["initialize", "activate", "complete", "reflect", "revoke", "nonsense"];
  const asked = Array(20).fill(commands).flat();
  const table = { Active: { complete: true, fail: true, decline: true, revoke: true, error: true, reflect: true } };
  const ns = sideBySide({
    ours: () => {
      let yes = 0;
      for (const command of asked) if (api.can(session, command)) yes++;
      return yes;
    },
    theirs: () => {
      let yes = 0;
      for (const command of asked) if (table[session.phase]?.[command] === true) yes++;
      return yes;
    },
  });
  lookup("`can`, beside a lookup in a plain object", ns.ours / asked.length, ns.theirs / asked.length);
}

function growth() {
  const [small, large] = [10, 1000].map((artifacts) => api.open(working(artifacts)));
  const ns = sideBySide({ small: () => small.decide(add, context), large: () => large.decide(add, context) });
  row(
    "`open().decide` with 1,000 artifacts, beside 10: `add_artifact`",
    "reported",
    `${times(ns.large / ns.small)}: ${micro(ns.large)} to ${micro(ns.small)}`,
    null,
  );
}
