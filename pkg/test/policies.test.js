// What policies say of an action.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { reversible } from "countersign";
import { refuses } from "./given.js";

describe("evaluatePolicies", () => {
  const refund = { apiName: "stripe.refunds.create", payload: { amount: 1900, lines: [{ sku: "a" }], tags: ["vip"] } };
  const policy = (id, action, apiNamePattern = "*", condition = null) => ({ id, apiNamePattern, condition, action });
  const holds = (field, operator, value, payload = refund.payload) => {
    const evaluated = reversible.evaluatePolicies(
      [policy("1", "BLOCK", "*", { field, operator, value })],
      { ...refund, payload },
      "compat",
    );
    return evaluated.undecidable.length > 0 ? null : evaluated.effect === "BLOCK";
  };

  test("the most restrictive match wins; without one it is allowed", () => {
    const policies = [policy("a", "ALLOW"), policy("b", "REQUIRE_APPROVAL"), policy("c", "BLOCK")];
    const effect = (...chosen) => reversible.evaluatePolicies(chosen, refund).effect;
    const [allow, ask, block] = policies;
    assert.deepEqual([effect(), effect(allow), effect(allow, ask)], ["ALLOW", "ALLOW", "REQUIRE_APPROVAL"]);
    assert.deepEqual([effect(block, ask), effect({ ...block, enabled: false }, allow)], ["BLOCK", "ALLOW"]);
    assert.deepEqual(reversible.evaluatePolicies(policies, refund), {
      effect: "BLOCK",
      matched: ["a", "b", "c"],
      undecidable: [],
    });
  });

  test("a pattern is a name, a prefix up to a dot, or everything", () => {
    const covers = (pattern) => reversible.evaluatePolicies([policy("1", "BLOCK", pattern)], refund).effect === "BLOCK";
    for (const pattern of ["*", "stripe.*", "stripe.refunds.*", "stripe.refunds.create"])
      assert.ok(covers(pattern), pattern);
    for (const pattern of ["stripe", "stripe*", "*.create", "stripe.refund.*", "stripe.refunds.create.*", "Stripe.*"]) {
      assert.ok(!covers(pattern), pattern);
    }
  });

  test("a field is an own property, or a place in a list", () => {
    assert.equal(holds("lines.0.sku", "eq", "a"), true);
    for (const field of [
      "lines.1.sku",
      "lines.00.sku",
      "lines.-1.sku",
      "toString",
      "__proto__",
      "tags.length",
      "amount.x",
    ]) {
      assert.equal(holds(field, "eq", "a"), null, field);
    }
    assert.equal(holds("__proto__", "eq", 1, JSON.parse('{"__proto__":1}')), true);
  });

  test("operators compare what is alike", () => {
    for (const [operator, value, expected] of [
      ["eq", 1900, true],
      ["eq", 1900.5, false],
      ["eq", "1900", null],
      ["neq", 1, true],
      ["neq", null, null],
      ["gt", 1899.999, true],
      ["gt", 1900, false],
      ["gte", 1900, true],
      ["lt", Infinity, null],
      ["lte", 1900, true],
      ["lte", "2000", null],
      ["contains", 1900, null],
    ]) {
      assert.equal(holds("amount", operator, value), expected, `${operator} ${value}`);
    }
    assert.equal(holds("tags", "contains", "vip"), true);
    assert.equal(holds("tags", "contains", "v"), false);
    assert.equal(holds("tags.0", "contains", "i"), true);
    assert.equal(holds("tags", "eq", ["vip"]), true);
    assert.equal(holds("x", "eq", "é", { x: "\u00e9" }), true);
    assert.equal(holds("x", "eq", false, { x: false }), true);
  });

  test("what cannot be evaluated matches, unless the mode is compat", () => {
    const policies = [policy("1", "BLOCK", "*", { field: "currency", operator: "eq", value: "eur" })];
    for (const mode of [undefined, null, "strict"]) {
      const expected = { effect: "BLOCK", matched: ["1"], undecidable: ["1"] };
      assert.deepEqual(reversible.evaluatePolicies(policies, refund, mode), expected);
    }
    const lenient = { effect: "ALLOW", matched: [], undecidable: ["1"] };
    assert.deepEqual(reversible.evaluatePolicies(policies, refund, "compat"), lenient);
    for (const payload of [undefined, null, "text", 7, []]) {
      assert.deepEqual(reversible.evaluatePolicies(policies, { ...refund, payload }).undecidable, ["1"]);
    }
  });

  test("nonsense is named by its path", () => {
    const one = policy("1", "BLOCK", "*", { field: "a", operator: "eq", value: 1 });
    const asks = (changes) => () => reversible.evaluatePolicies([{ ...one, ...changes }], refund);
    refuses(asks({ id: 7 }), "invalid_input", "[0].id");
    refuses(asks({ apiNamePattern: "" }), "invalid_input", "[0].apiNamePattern");
    refuses(asks({ action: "DENY" }), "invalid_input", "[0].action", /`REQUIRE_APPROVAL`/);
    refuses(asks({ enabled: 1 }), "invalid_input", "[0].enabled");
    refuses(asks({ condition: { ...one.condition, operator: "matches" } }), "invalid_input", "[0].condition.operator");
    refuses(asks({ condition: { ...one.condition, field: "" } }), "invalid_input", "[0].condition.field");
    refuses(asks({ condition: { field: "a", operator: "eq" } }), "invalid_input", "[0].condition.value", /null/);
    refuses(() => reversible.evaluatePolicies([one, one], refund), "invalid_input", "[1]");
    refuses(() => reversible.evaluatePolicies({}, refund), "invalid_input", "");
    refuses(() => reversible.evaluatePolicies([], {}), "invalid_input", "apiName");
    refuses(() => reversible.evaluatePolicies([], null), "invalid_input", "", /`action` is null/);
    refuses(() => reversible.evaluatePolicies([], refund, "lenient"), "invalid_input", "", /`compat`/);
    for (const mode of [() => 1, Symbol("strict"), 1n]) {
      refuses(() => reversible.evaluatePolicies([], refund, mode), "invalid_input", "", /^mode: /);
    }
  });
});
