// What holds for all methods of the reversible lifecycle, whatever values they are given.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { reversible } from "countersign";
import { refuses } from "./given.js";
import {
  afterwards,
  agent,
  asked,
  before,
  cleared,
  confirm,
  create,
  created,
  DAY,
  executed,
  gated,
  holding,
  log,
  NOW,
  operator,
  payload,
  report,
  resolve,
  rollBack,
  row,
  then,
  tick,
} from "./lifecycles/reversible.js";

const LAST = 8.64e15;
const NAMES = ["__proto__", "constructor", "toString", "hasOwnProperty", "", "\u0000", "!", "a/b", "a:b", "%2F", "😀"];

describe("names", () => {
  test("may be as an object's innards are, and hold what parts of an id are joined by", () => {
    for (const name of NAMES) {
      const begun = then(null, { ...create, id: name, agentId: name }, before(name, { apiName: name }));
      const { approvalId, actionId } = begun.approvals[0];
      assert.deepEqual([begun.id, actionId], [name, name]);
      const session = then(begun, resolve(approvalId, "approve", { resolvedBy: name }), confirm(name), rollBack);
      const [{ idempotencyKey }] = reversible.outstanding(session);
      assert.equal(idempotencyKey, [encodeURIComponent(name), encodeURIComponent(name), 1].join("/"));
      assert.equal(approvalId, `${encodeURIComponent(name)}:BEFORE_EXECUTION:1`);
      assert.equal(reversible.can(session, "report_undo", name), true);
      assert.equal(reversible.displayStatus(session), "ROLLING_BACK");
      assert.equal(reversible.rollback(session, agent).plan[0].actionId, name);
      assert.equal(reversible.approvals(session, agent)[0].apiName, name);
      const undone = then(session, { ...report(name, "SUCCEEDED"), idempotencyKey });
      assert.deepEqual(reversible.parse(undone), undone);
      assert.equal(undone.status, "ROLLED_BACK");
    }
  });

  test("no two share a key or an id", () => {
    const keys = (id, actionId) => then(null, { ...create, id }, log(actionId), rollBack);
    const pairs = [
      ["a/b", "c"],
      ["a", "b/c"],
      ["a%2Fb", "c"],
      ["a", "b%2Fc"],
    ];
    const found = pairs.map((pair) => reversible.outstanding(keys(...pair))[0].idempotencyKey);
    assert.equal(new Set(found).size, pairs.length);
    const { approvals } = then(created, before("1"), before("1:BEFORE_EXECUTION"), before("1%3ABEFORE_EXECUTION"));
    assert.equal(new Set(approvals.map(({ approvalId }) => approvalId)).size, 3);
  });

  test("a derived id steps past those that are taken; a given one does not", () => {
    const taken = then(created, before("1", {}, { approvalId: "2:AFTER_EXECUTION:1" }));
    assert.equal(then(taken, afterwards("2")).approvals[1].approvalId, "2:AFTER_EXECUTION:2");
    const again = before("2", {}, { approvalId: "2:AFTER_EXECUTION:1" });
    assert.equal(reversible.decide(taken, again, agent).code, "id_conflict");
  });

  test("of policies and fields may be any, too", () => {
    for (const name of NAMES.filter((name) => name !== "")) {
      const one = { apiName: name, payload: JSON.parse(`{${JSON.stringify(name)}: 1}`) };
      const condition = { field: name, operator: "eq", value: 1 };
      const policy = { id: name, apiNamePattern: name, action: "BLOCK", condition };
      const { matched, undecidable } = reversible.evaluatePolicies([policy], one);
      assert.deepEqual([matched, undecidable], [[name], []]);
      assert.deepEqual(reversible.evaluatePolicies([policy], { ...one, payload: {} }).undecidable, [name]);
    }
  });

  test("lone surrogates: refused in ids, U+FFFD in what people say", () => {
    for (const lone of ["\ud800", "a\udc00", "\udc00\ud800"]) {
      const asks = (session, command) => () => reversible.decide(session, command, operator);
      refuses(asks(null, { ...create, id: lone }), "invalid_input", "id", /lone/);
      refuses(asks(null, { ...create, agentId: lone }), "invalid_input", "agentId");
      refuses(asks(created, log(lone)), "invalid_input", "action.id");
      refuses(asks(created, log("1", { apiName: lone })), "invalid_input", "action.apiName");
      refuses(asks(created, before("1", {}, { approvalId: lone })), "invalid_input", "approvalId");
      refuses(asks(asked, resolve(lone, "approve")), "invalid_input", "approvalId");
      refuses(asks(asked, resolve("1", "approve", { resolvedBy: lone })), "invalid_input", "resolvedBy");
      refuses(asks(executed, { ...report("1", "FAILED"), idempotencyKey: lone }), "invalid_input", "idempotencyKey");
      refuses(() => reversible.parse(holding([{ id: lone }])), "invalid_input", "actions[0].id");
      refuses(() => reversible.fromApi(payload([{ id: lone }])), "invalid_input", "actions[0].id");
      refuses(() => reversible.fromApi(payload(), [row({ approvalId: lone })]), "invalid_input", "[0].approvalId");
      const policy = { id: lone, apiNamePattern: "*", action: "ALLOW" };
      refuses(() => reversible.evaluatePolicies([policy], { apiName: "x" }), "invalid_input", "[0].id");
      refuses(() => reversible.evaluatePolicies([], { apiName: lone }), "invalid_input", "apiName");
    }
    const [{ reason }] = then(asked, resolve("1:BEFORE_EXECUTION:1", "reject", { reason: "a\ud800b" })).approvals;
    assert.equal(reason, "a\ufffdb");
    assert.equal(reversible.displayStatus(holding([{ id: "\ud800" }])), "ACTIVE");
    assert.equal(reversible.can(executed, "retry_undo", "\ud800"), false);
  });
});

describe("numbers", () => {
  test("the last moment is no obstacle", () => {
    const at = { now: LAST, caller: "OPERATOR" };
    const { session } = reversible.decide(created, before("1", gated, { timeoutMs: Number.MAX_SAFE_INTEGER }), at);
    assert.equal(session.approvals[0].timeoutAt, null);
    assert.deepEqual([reversible.deadline(session), reversible.view(session, at).conditions.hasExpired], [null, false]);
    const waiting = then(created, log("1", gated));
    const { session: asks } = reversible.decide(waiting, rollBack, at);
    assert.equal(asks.approvals[0].timeoutAt, null);
    const idle = reversible.decide(null, create, at).session;
    assert.equal(reversible.deadline(idle), null);
    assert.equal(reversible.decide(idle, tick, at).code, "nothing_due");
  });

  test("a clock that jumps back expires nothing", () => {
    for (const now of [-LAST, -1, NOW - DAY]) {
      assert.equal(reversible.decide(asked, tick, { now }).code, "nothing_due");
      assert.equal(reversible.view(cleared, { now }).conditions.hasUnconfirmed, false);
      const { session } = reversible.decide(executed, log("2"), { now });
      assert.deepEqual([session.lastActivityAt, session.actions[1].loggedAt], [NOW, now]);
    }
  });

  test("orders are integers of any size, and the next one stops at the largest", () => {
    const largest = Number.MAX_SAFE_INTEGER;
    const session = then(created, log("1", { order: largest }), log("2", { order: -largest }), log("3"));
    assert.deepEqual(
      session.actions.map(({ order }) => order),
      [largest, -largest, largest],
    );
    assert.deepEqual(
      reversible.rollback(session, agent).plan.map(({ actionId }) => actionId),
      ["3", "1", "2"],
    );
    for (const order of [NaN, Infinity, 0.5, 2 ** 53, "1"]) {
      refuses(() => reversible.decide(created, log("1", { order }), agent), "invalid_input", "action.order");
    }
  });

  test("NaN is no time, wherever one is", () => {
    for (const nonsense of [NaN, Infinity, -Infinity, LAST + 1]) {
      const asks = { type: "approval_requested", approvalId: "ok", actionId: "1", purpose: "ROLLBACK" };
      refuses(() => reversible.apply(executed, { ...asks, requestedAt: nonsense }), "invalid_input", "requestedAt");
      refuses(() => reversible.parse({ ...executed, lastActivityAt: nonsense }), "invalid_input", "lastActivityAt");
      const approvals = [{ ...asked.approvals[0], timeoutAt: nonsense }];
      refuses(() => reversible.view({ ...asked, approvals }, agent), "invalid_input", "approvals[0].timeoutAt");
      refuses(() => reversible.fromApi(payload([], { createdAt: nonsense })), "invalid_input", "createdAt");
      for (const ask of ["rollback", "approvals", "view", "offers"]) {
        refuses(() => reversible[ask](executed, { now: nonsense }), "invalid_input", "now");
      }
    }
  });
});
