import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { runInNewContext } from "node:vm";
import { answer, plain, text } from "../text.js";

describe("what goes in", () => {
  test("is JSON, absent is null", () => {
    assert.equal(text({ a: [1, "x", undefined], b: undefined }, "value"), '{"a":[1,"x",null]}');
    assert.equal(text(undefined, "value"), "null");
    assert.equal(text(null, "value"), "null");
  });

  test("names numbers that JSON does not have, wherever they are", () => {
    const cases = [
      [Number.NaN, "NaN"],
      [{ a: { b: [Number.NaN, null, "NaN"] } }, '{"a":{"b":[NaN,null,"NaN"]}}'],
      [[Number.POSITIVE_INFINITY, -Infinity, 1], "[Infinity,-Infinity,1]"],
      [{ at: { toJSON: () => Number.NaN } }, '{"at":NaN}'],
      [[new Number(Number.NaN), null], "[NaN,null]"],
      [[runInNewContext("new Number(NaN)"), null], "[NaN,null]"],
      [[{ [Symbol.toStringTag]: "Number", a: 1 }, Number.NaN], '[{"a":1},NaN]'],
      [[Object.assign(new Number(1), { [Symbol.toPrimitive]: () => Number.NaN })], "[NaN]"],
      [[Object.assign(() => 0, { toJSON: () => Number.NaN })], "[NaN]"],
      [{ a: null, b: 1.5, c: "null" }, '{"a":null,"b":1.5,"c":"null"}'],
      // What looks like the mark is no mark.
      [
        ["\u0000NaN", "\\u0000NaN", "\u0000\u0000Infinity", Number.NaN],
        String.raw`["\u0000NaN","\\u0000NaN","\u0000\u0000Infinity",NaN]`,
      ],
    ];
    for (const [value, crossed] of cases) assert.equal(text(value, "value"), crossed);
  });

  test("may be deep", () => {
    let deep = Number.NaN;
    for (let i = 0; i < 800; i++) deep = [deep, null];
    assert.match(text(deep, "value"), /NaN/);
  });

  test("changes nothing", () => {
    const value = Object.freeze({ a: Object.freeze([Number.NaN]) });
    text(value, "value");
    assert.deepEqual(value, { a: [Number.NaN] });
  });

  test("is refused with its place where JSON cannot hold it", () => {
    const cycle = { a: [{}] };
    cycle.a[0].b = cycle;
    const throwing = {
      get a() {
        throw new Error("mine");
      },
    };
    let deep = {};
    for (let i = 0; i < 1e6; i++) deep = { deep };
    // Another one each time.
    const endless = () => ({ toJSON: () => ({ a: endless(), b: endless() }) });
    // Each once, however often it occurs.
    let shared = [1];
    for (let i = 0; i < 20; i++) shared = [shared, shared];
    const cases = [
      [{ actions: [{}, { at: 1n }] }, "actions[1].at", /session: found the BigInt 1n/],
      [cycle, "a[0].b", /cycle/],
      [{ a: { b: Object(7n) } }, "a.b", /7n/],
      [{ a: { b: { toJSON: () => 8n } } }, "a.b", /8n/],
      [{ a: { toJSON: () => 1, b: 1n }, c: 2n }, "c", /2n/],
      [[Object(7n), shared], "[0]", /7n/],
      [[shared, 9n], "[1]", /9n/],
      [{ [Symbol.toStringTag]: "BigInt", a: 3n }, "a", /3n/],
      [endless(), "", /JSON.stringify failed/],
      [throwing, "", /mine/],
      [() => 1, "", /function/],
      [Symbol("x"), "", /symbol/],
    ];
    for (const [value, path, message] of cases) {
      assert.throws(() => text(value, "session"), { name: "CountersignError", code: "invalid_input", path, message });
    }
    try {
      text(deep, "session");
    } catch (error) {
      // Newer engines write it without recursion; either is fine.
      assert.equal(error.code, "invalid_input");
    }
  });

  test("as a bare string is taken as it is, anything else as JSON", () => {
    assert.equal(plain("AGENT", "caller"), "AGENT");
    assert.equal(plain(["AGENT"], "caller"), '["AGENT"]');
    assert.throws(() => plain(1n, "caller"), { code: "invalid_input" });
  });
});

describe("what comes back", () => {
  test("is an answer, or an error to throw", () => {
    assert.deepEqual(answer('{"a":1}'), { a: 1 });
    assert.throws(() => answer('!{"code":"c","path":"a.b","message":"m"}'), {
      name: "CountersignError",
      code: "c",
      path: "a.b",
      message: "m",
    });
  });
});
