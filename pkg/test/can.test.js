// `can` of interactive sessions, whose status is told by two fields together: the look-up against the engine's own reading.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { interactive } from "countersign";
import { refuses } from "./given.js";
import { context, holding, partly, waiting } from "./lifecycles/interactive.js";

const tables = interactive.rules();
const HOSTILE = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "", " ", "\u0000", "\ud800"];
const STATUSES = ["idle", "running", "terminated"];
const REASONS = ["end_turn", "retries_exhausted", "requires_action"];

/** The status as the engine reads it, or the one that goes for what it does not read. */
function read(session, otherwise) {
  try {
    return interactive.view(session, context).display;
  } catch (error) {
    if (error.code === "invalid_input") return otherwise;
    throw error;
  }
}

function starts({ rules }, status, decision) {
  const here = rules.filter(({ noop, from }) => noop === null && from.includes(status));
  return here.some(({ target }) => decision === undefined || target.includes(String(decision)));
}

/** Each command is looked up as it starts in what the engine says of the session. */
function agrees(session, status = read(session, "unknown")) {
  for (const table of tables) {
    const { command } = table;
    assert.equal(
      interactive.can(session, command),
      starts(table, status),
      `${command}: ${JSON.stringify([session.status, session.stopReason])}`,
    );
  }
}

describe("status and stop reason", () => {
  test("together, however the reason comes", () => {
    for (const status of STATUSES) {
      for (const reason of [null, undefined, ...REASONS]) agrees(holding({ status, stopReason: reason }));
      for (const type of REASONS) {
        agrees(holding({ status, stopReason: { type } }));
        agrees(holding({ status, stopReason: { type, pending_batch_id: "b", pending_call_ids: ["1"] } }));
      }
    }
    const { stopReason: _, ...without } = waiting;
    agrees(without);
    assert.equal(interactive.can(without, "archive"), true);
    assert.equal(interactive.can(waiting, "archive"), false);
    assert.equal(interactive.can(holding({ stopReason: { type: "end_turn" } }), "archive"), true);
  });

  test("that are not known are busy with something", () => {
    // Some are names of what the two come to, which is never stored.
    for (const name of ["rescheduling", "requires_action", "unknown", "null", "undefined", "Idle", ...HOSTILE]) {
      for (const reason of [null, ...REASONS]) agrees(holding({ status: name, stopReason: reason }));
      if (name === "requires_action") continue;
      for (const stopReason of [name, { type: name }, JSON.parse(`{"__proto__":1,"type":${JSON.stringify(name)}}`)]) {
        agrees(holding({ stopReason }));
        agrees(holding({ stopReason, status: "running" }));
        assert.equal(interactive.can(holding({ stopReason }), "submit"), false);
        assert.equal(interactive.can(holding({ stopReason }), "unrecoverable_error"), true);
      }
    }
  });

  test("that the engine does not read are no more than that", () => {
    const own = JSON.parse('{"__proto__":{"type":"end_turn"}}');
    for (const stopReason of [7, true, NaN, [], ["end_turn"], {}, { type: null }, { type: 7 }, { type: {} }, own]) {
      assert.throws(() => interactive.parse(holding({ stopReason })), { code: "invalid_input", path: /^stopReason/ });
      agrees(holding({ stopReason }));
    }
    for (const status of [undefined, null, 7, true, [], {}, ["idle"]]) {
      for (const { command } of tables) assert.equal(interactive.can(holding({ status }), command), false);
    }
    for (const session of [null, undefined, 7, "idle", [], {}, () => 1]) {
      for (const { command } of tables) assert.equal(interactive.can(session, command), false);
    }
  });

  test("may throw when they are looked at", () => {
    const trap = () => {
      throw new Error("mine");
    };
    for (const session of [
      Object.defineProperty({ status: "idle" }, "stopReason", { get: trap }),
      holding({ stopReason: new Proxy({}, { get: trap }) }),
    ]) {
      refuses(() => interactive.can(session, "submit"), "invalid_input", "", /mine/);
    }
  });
});

describe("the target is a call of the recorded batch", () => {
  const of = (session, command, target) => interactive.can(session, command, target);

  test("by its id, and its decision", () => {
    const calls = ["allow", "deny", null, undefined].map((decision, at) => ({
      ...partly.batch.calls[0],
      callId: `${at}`,
      decision,
    }));
    for (const status of STATUSES) {
      for (const stopReason of [null, "end_turn", "requires_action", "paused"]) {
        const session = holding({ status, stopReason, batch: { ...waiting.batch, calls } });
        const display = read(session);
        for (const table of tables.filter(({ command }) => ["submit", "tool_finished"].includes(command))) {
          for (const { callId, decision } of calls) {
            assert.equal(of(session, table.command, callId), starts(table, display, decision ?? null));
          }
          assert.equal(of(session, table.command, "another"), false);
          for (const none of [null, undefined]) {
            assert.equal(of(session, table.command, none), starts(table, display));
          }
        }
      }
    }
  });

  test("so that only what waits is answered", () => {
    assert.deepEqual(
      ["1", "2", "3"].map((callId) => of(partly, "submit", callId)),
      // Whether anybody is asked about the third is for `decide` to say.
      [false, true, true],
    );
    assert.equal(of(partly, "archive", "another"), interactive.can(partly, "archive"));
  });

  test("a decision that is none is no status", () => {
    for (const decision of ["null", "undefined", "maybe", "__proto__", "constructor", 7, {}, []]) {
      const session = holding({ batch: { batchId: "b", turn: 1, calls: [{ callId: "1", decision }] } });
      assert.equal(of(session, "submit", "1"), false, decision);
      assert.equal(of(session, "tool_finished", "1"), false);
    }
  });

  test("without a batch there is none", () => {
    for (const batch of [null, undefined, 7, "calls", [], {}, { calls: null }, { calls: {} }, { calls: "1" }]) {
      assert.equal(of(holding({ batch }), "submit", "1"), false);
    }
    const { batch: _, ...without } = waiting;
    assert.equal(of(without, "submit", "1"), false);
    assert.equal(interactive.can(without, "submit"), true);
  });

  test("whose name may be any", () => {
    for (const callId of [...HOSTILE, "0", "length"]) {
      assert.equal(of(waiting, "submit", callId), false);
      const [call] = waiting.batch.calls;
      const session = holding({ batch: { ...waiting.batch, calls: [{ ...call, callId }] } });
      assert.equal(of(session, "submit", callId), true);
    }
  });
});
