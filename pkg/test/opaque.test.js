// Opaque values, wherever a lifecycle has some: they cross the boundary as text, and come back as they were.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { frozen, refuses } from "./given.js";
import { lifecycles } from "./lifecycles/all.js";
import { context, created, decided, interactive, message, submit, waiting } from "./lifecycles/interactive.js";
import { NOW, operator, reversible, undoing } from "./lifecycles/reversible.js";

// Written as it is, since a literal's keys would be put in order.
const text =
  '{"z":[1,2.50,-0,1e400,1E+2,null,true],"id":"1","__proto__":{"polluted":true},"constructor":{"prototype":{}},"":"","\\u0000":1,' +
  '"escaped":"\\u00e9\\ud83d\\ude00\\"\\\\\\n\\u2028","deep":{"toJSON":1,"then":2,"length":-1},"10":1,"2":2}';

const nested = (depth) => Array.from({ length: depth }).reduce((inner) => [inner], 1);

for (const { name, api, context, opaque } of lifecycles) {
  const { within, of, place, before, command, commandPlace } = opaque;
  const read = (value) => of(api.parse(within(value)));

  describe(name, () => {
    test("come back as they were", () => {
      const value = frozen(JSON.parse(text));
      const expected = JSON.stringify(value);
      const { session, events } = api.decide(before, command(value), context);
      const live = api.open(before);
      live.apply(events);
      for (const back of [
        of(session),
        of(api.apply(before, events[0])),
        of(api.replay(events, before)),
        of(api.parse(session)),
        of(api.open(session).session()),
        of(live.session()),
      ]) {
        assert.equal(JSON.stringify(back), expected);
        assert.ok(Object.hasOwn(back, "__proto__"));
      }
      assert.ok(JSON.stringify(events[0]).includes(expected));
      assert.equal({}.polluted, undefined);
    });

    test("come back as they were under a key of NUL, too", () => {
      for (const value of [{ "\u0000": "x" }, { "\u0000": "", b: 1 }, { "\u0000": 'a"}b' }]) {
        const given = { id: "1", value };
        assert.deepEqual(read(given), given);
      }
    });

    test("are equal when their texts are", () => {
      const { session } = api.decide(before, command({ id: "1", a: 1, b: "é" }), context);
      const again = (value) => api.decide(session, command(value), context).code;
      assert.equal(again({ id: "1", a: 1.0, b: "\u00e9" }), "duplicate");
      assert.equal(again({ id: "1", a: 1, b: "é", c: undefined }), "duplicate");
      for (const other of [
        { id: "1", b: "é", a: 1 },
        { id: "1", a: "1", b: "é" },
        { id: "1", a: 1 },
      ]) {
        assert.equal(again(other), "id_conflict");
      }
    });

    test("hold what JSON.stringify makes of them", () => {
      const value = {
        id: "1",
        numbers: [NaN, Infinity, -Infinity, -0],
        gone: undefined,
        also: () => 1,
        list: [undefined, Symbol("x")],
        when: new Date(0),
        map: new Map([[1, 2]]),
      };
      assert.deepEqual(read(value), JSON.parse(JSON.stringify(value)));
    });

    test("keep lone surrogates", () => {
      const value = { id: "1", text: "a\ud800b" };
      assert.deepEqual(read(value), value);
    });

    test("may be 128 deep", () => {
      // The value itself is the first level.
      const deepest = { id: "1", in: nested(127) };
      assert.deepEqual(read(deepest), deepest);
      refuses(() => read({ id: "1", in: nested(128) }), "invalid_input", place, /128/);
      for (const depth of [128, 1_000]) {
        const deep = command({ id: "1", in: nested(depth) });
        refuses(() => api.decide(before, deep, context), "invalid_input", commandPlace);
      }
    });

    test("brackets in texts are not depth", () => {
      const value = { id: "1", text: '[{"'.repeat(200), ["[".repeat(200)]: "\\" };
      assert.deepEqual(read(value), value);
    });

    test("are refused where JSON cannot hold them, by their place", () => {
      const cycle = { id: "1" };
      cycle.self = [cycle];
      refuses(() => read(cycle), "invalid_input", `${place}.self[0]`, /cycle/);
      refuses(() => read({ id: "1", big: 1n }), "invalid_input", `${place}.big`, /BigInt/);
    });
  });
}

describe("reversible: payload, error and undoError", () => {
  const { api } = reversible;

  test("may be anything that JSON has", () => {
    for (const value of [null, false, 0, -0, 1e21, "", "\ud800", "\u0000", [], {}, [[]], "null", '{"a":1}']) {
      const action = { ...undoing.actions[0], payload: value, error: value, undoError: value };
      const [{ payload, error, undoError }] = api.parse({ ...undoing, actions: [action] }).actions;
      assert.equal(JSON.stringify([payload, error, undoError]), JSON.stringify([value, value, value]));
    }
  });

  test("that of an undo comes with its report, and goes with the next", () => {
    const told = (result, error) => {
      const command = { type: "report_undo", actionId: "1", idempotencyKey: "s/1/1", result, error };
      return api.decide(undoing, command, operator).session.actions[0].undoError;
    };
    assert.deepEqual(told("FAILED", { at: new Date(NOW), tries: [1, undefined] }), {
      at: "2026-01-01T00:00:00.000Z",
      tries: [1, null],
    });
    assert.equal(told("FAILED"), null);
    assert.equal(told("SUCCEEDED", "none the less"), "none the less");
  });
});

describe("interactive: contents, arguments and handles", () => {
  const { api } = interactive;

  test("may be anything that JSON has", () => {
    for (const value of [null, false, 0, -0, 1e21, "", "\ud800", "\u0000", [], {}, [[]], "null", '{"a":1}']) {
      const expected = JSON.stringify(value);
      const { turnInputs } = api.decide(created, submit(message(value), message([value])), context).session;
      assert.equal(JSON.stringify(turnInputs), `[${expected},[${expected}]]`);
      const calls = [{ ...waiting.batch.calls[0], arguments: value, ref: value }];
      const session = api.parse({ ...waiting, batch: { ...waiting.batch, calls } });
      const [call] = session.batch.calls;
      assert.equal(JSON.stringify([call.arguments, call.ref]), `[${expected},${expected}]`);
      const [{ ref }] = api.outstanding(session);
      assert.equal(JSON.stringify(ref), expected);
    }
  });

  test("a handle is not among what a repeated batch is compared by", () => {
    const calls = decided.batch.calls.map(({ callId, name, toolType, arguments: given }) => {
      return { callId, name, toolType, arguments: given, ref: { another: "handle" } };
    });
    const again = (calls) => api.decide(decided, { type: "tool_calls", turn: 1, batchId: "b", calls }, context).code;
    assert.equal(again(calls), "duplicate");
    assert.equal(again(calls.map((call) => ({ ...call, arguments: { another: "path" } }))), "id_conflict");
  });

  test("are refused by their place", () => {
    for (const content of [1n, [{ deep: 1n }]]) {
      assert.throws(() => api.decide(created, submit(message(content)), context), {
        code: "invalid_input",
        path: /^inputs\[0\]\.content/,
      });
    }
    assert.throws(() => api.decide(created, submit(message("fine"), message(nested(129))), context), {
      code: "invalid_input",
      path: "inputs[1].content",
    });
    assert.throws(() => api.parse({ ...waiting, turnInputs: [nested(129)] }), { path: "turnInputs[0]" });
  });
});
