// The approvals as rows to show.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { reversible } from "countersign";
import { refuses } from "./given.js";
import {
  agent,
  asked,
  atGate,
  before,
  cleared,
  created,
  DAY,
  HOUR,
  later,
  NOW,
  operator,
  payload,
  resolve,
  row,
  then,
  tick,
} from "./lifecycles/reversible.js";

describe("approvals", () => {
  test("a row has what people see, in this order", () => {
    const session = then(created, before("1", { payload: { amount: 1900 } }, { approvalId: "ok", timeoutMs: HOUR }));
    const [row, ...others] = reversible.approvals(session, later(HOUR / 2 + 1));
    assert.deepEqual(others, []);
    assert.equal(
      Object.keys(row).join(" "),
      "approvalId actionId apiName operationType sessionId agentId payloadSummary requestedAt timeoutAt timeRemaining " +
        "status resolvedAt resolvedBy reason actionStatus unconfirmed purpose resolution expired",
    );
    assert.deepEqual(row, {
      approvalId: "ok",
      actionId: "1",
      apiName: "stripe.refunds.create",
      operationType: "CREATE",
      sessionId: "s",
      agentId: "a",
      payloadSummary: '{"amount":1900}',
      requestedAt: NOW,
      timeoutAt: NOW + HOUR,
      timeRemaining: 1800,
      status: "PENDING",
      resolvedAt: null,
      resolvedBy: null,
      reason: null,
      actionStatus: "PENDING_APPROVAL",
      unconfirmed: false,
      purpose: "BEFORE_EXECUTION",
      resolution: null,
      expired: false,
    });
  });

  const only = (session, context, ...fields) => {
    const [row] = reversible.approvals(session, context);
    return fields.map((field) => row[field]);
  };

  test("it is expired from its limit on, without waiting for a tick", () => {
    const seen = (millis) => only(asked, later(millis), "expired", "timeRemaining", "status");
    assert.deepEqual(seen(HOUR - 1), [false, 1, "PENDING"]);
    assert.deepEqual(seen(HOUR), [true, 0, "PENDING"]);
    assert.deepEqual(seen(-HOUR), [false, 7200, "PENDING"]);
  });

  test("a timeout is nobody's rejection", () => {
    const { session } = reversible.decide(asked, tick, later(DAY));
    assert.deepEqual(
      only(session, later(DAY), "status", "resolution", "resolvedBy", "reason", "expired", "timeRemaining"),
      ["REJECTED", "TIMEOUT", null, "timeout", false, 0],
    );
  });

  test("a clearance is unconfirmed after more than its limit", () => {
    assert.deepEqual(only(cleared, later(HOUR), "unconfirmed", "actionStatus", "resolvedBy"), [
      false,
      "CLEARED",
      "ana",
    ]);
    assert.deepEqual(only(cleared, later(HOUR + 1), "unconfirmed"), [true]);
  });

  test("without a limit there is no time that remains, whatever the status", () => {
    const session = then(created, before("1"));
    assert.deepEqual(only(session, later(DAY), "timeoutAt", "timeRemaining", "expired"), [null, null, false]);
    const rejected = then(session, resolve("1:BEFORE_EXECUTION:1", "reject"));
    assert.deepEqual(only(rejected, operator, "timeRemaining", "resolution"), [null, "HUMAN"]);
  });

  test("a payload is told in 200 characters: a string as it is, anything else as JSON", () => {
    const told = (payload) => only(then(created, before("1", { payload })), operator, "payloadSummary")[0];
    assert.equal(told(null), null);
    assert.equal(told("a note"), "a note");
    assert.equal(told(" { } "), " { } ");
    assert.equal(told([1, { b: ' " ] ' }, null]), '[1,{"b":" \\" ] "},null]');
    assert.equal(told(false), "false");
    assert.equal(told("é".repeat(300)), "é".repeat(200));
    assert.equal([...told("😀".repeat(300))].length, 200);
    assert.equal(told({ text: "x".repeat(300) }).length, 200);
    assert.equal(told("a\ud800b"), "a\ufffdb");
  });

  test("the gate of an undo is a row, too", () => {
    assert.deepEqual(only(atGate, operator, "purpose", "actionStatus"), ["ROLLBACK", "SUCCESS"]);
  });

  test("of an import that lacks the action, what the action would tell is null", () => {
    const { session } = reversible.fromApi(payload(), [row({ actionId: "gone" })]);
    assert.deepEqual(only(session, operator, "apiName", "operationType", "actionStatus", "purpose"), [
      null,
      null,
      null,
      null,
    ]);
    assert.deepEqual(reversible.approvals(reversible.fromApi(payload(), []).session, operator), []);
  });

  test("nonsense is thrown", () => {
    refuses(() => reversible.approvals(undefined, agent), "invalid_input", "");
    refuses(() => reversible.approvals(asked, { now: NaN }), "invalid_input", "now");
    refuses(
      () => reversible.approvals({ ...asked, approvals: [{}] }, agent),
      "invalid_input",
      "approvals[0].approvalId",
    );
  });
});
