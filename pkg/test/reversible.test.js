// The API as its types and their comments say it, method by method: what is asked of a reversible session.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { detect, reversible } from "countersign";
import { refuses } from "./given.js";
import {
  agent,
  asked,
  asks,
  atGate,
  before,
  cleared,
  complete,
  completed,
  confirm,
  create,
  created,
  DAY,
  executed,
  HOUR,
  halted,
  later,
  log,
  NOW,
  operator,
  payload,
  report,
  resolve,
  reverted,
  system,
  then,
  tick,
  undoing,
} from "./lifecycles/reversible.js";

const asking = "1:BEFORE_EXECUTION:1";
const started = { type: "undo_started", actionId: "1", attempt: 1, idempotencyKey: "s/1/1" };

describe("decide", () => {
  test("allowed: rule, events, the session that follows, warnings", () => {
    const settings = { abandonAfterMs: DAY, unconfirmedAfterMs: HOUR, rollbackApprovalTimeoutMs: DAY };
    assert.deepEqual(reversible.decide(null, create, agent), {
      outcome: "allowed",
      rule: "create",
      events: [{ ...create, type: "created", sandbox: false, settings, at: NOW }],
      session: {
        lifecycle: "reversible",
        schema: 1,
        id: "s",
        agentId: "a",
        sandbox: false,
        status: "ACTIVE",
        settings,
        createdAt: NOW,
        lastActivityAt: NOW,
        actions: [],
        approvals: [],
        rollback: null,
        revision: 1,
      },
      warnings: [],
    });
  });

  test("noop: rule, code, message, the session as it was", () => {
    const { message, ...rest } = reversible.decide(executed, log("1"), agent);
    assert.deepEqual(rest, { outcome: "noop", rule: "log-again", code: "duplicate", session: executed });
    assert.match(message, /already/);
  });

  test("denied: code, message, the nearest rule, what is unmet, where it is possible", () => {
    const { message, unmet, ...rest } = reversible.decide(cleared, resolve(asking, "reject"), agent);
    const code = "approval_already_resolved";
    assert.deepEqual(rest, { outcome: "denied", code, rule: "reject-execution", possibleIn: ["PENDING"] });
    assert.deepEqual(
      unmet.map(({ guard, code, input }) => [guard, code, input]),
      [
        ["unanswered", code, null],
        ["signed", "caller_not_permitted", null],
      ],
    );
    assert.equal(message, unmet[0].message);
    assert.match(message, /approved by `ana` at 2026-01-01T00:00:00/);
  });

  test("denied without a session", () => {
    const { message, ...rest } = reversible.decide(null, complete, agent);
    assert.deepEqual(rest, { outcome: "denied", code: "no_session", rule: null, unmet: [], possibleIn: [] });
    assert.match(message, /session/);
  });

  test("whoever does not say who asks is an agent, which signs for nothing", () => {
    for (const caller of [undefined, null, "AGENT"]) {
      const { code } = reversible.decide(asked, resolve(asking, "approve"), { now: NOW, caller });
      assert.equal(code, "caller_not_permitted");
    }
    for (const context of [operator, system]) {
      assert.equal(reversible.decide(asked, resolve(asking, "approve"), context).outcome, "allowed");
    }
  });

  test("an approval is given before its limit, and not at it", () => {
    const given = (millis) => reversible.decide(asked, resolve(asking, "approve"), later(millis));
    assert.equal(given(HOUR - 1).outcome, "allowed");
    assert.equal(given(HOUR).code, "approval_expired");
    assert.match(given(HOUR).message, /passed at 2026-01-01T01:00:00.*reject.*`tick`/);
    assert.equal(reversible.decide(asked, resolve(asking, "reject"), later(DAY)).outcome, "allowed");
  });

  test("a warning stands in nobody's way", () => {
    const codes = (session, command) =>
      reversible.decide(session, command, operator).warnings.map(({ code, input }) => [code, input]);
    assert.deepEqual(codes(asked, complete), [["approvals_pending", null]]);
    assert.deepEqual(codes(cleared, complete), [["actions_cleared", null]]);
    assert.deepEqual(codes(undoing, log("2")), [["logged_during_rollback", null]]);
  });

  test("what is absent is null, or as by default", () => {
    const answer = reversible.decide(null, create, agent);
    const nothing = { sandbox: null, settings: { abandonAfterMs: null, unconfirmedAfterMs: undefined } };
    assert.deepEqual(reversible.decide(undefined, { ...create, ...nothing }, agent), answer);
    assert.deepEqual(reversible.decide(null, { ...create, settings: undefined }, agent), answer);
    // Null is a limit of its own: none.
    const { session } = reversible.decide(null, { ...create, settings: { rollbackApprovalTimeoutMs: null } }, agent);
    assert.equal(session.settings.rollbackApprovalTimeoutMs, null);
    const call = log("1", { order: null, payload: undefined, error: null }, { purpose: null, approvalId: null });
    assert.deepEqual(then(created, call), executed);
  });

  test("unknown_command", () => {
    refuses(() => reversible.decide(executed, { type: "submit" }, agent), "unknown_command", "type", /`retry_undo`/);
    refuses(() => reversible.decide(executed, {}, agent), "invalid_input", "type", /missing/);
    refuses(() => reversible.decide(executed, null, agent), "invalid_input", "");
  });

  test("what is wrong in a command is named by its path", () => {
    for (const [path, command] of [
      ["id", { type: "create", agentId: "a" }],
      ["sandbox", { ...create, sandbox: "yes" }],
      ["settings.abandonAfterMs", { ...create, settings: { abandonAfterMs: 0 } }],
      ["settings.rollbackApprovalTimeoutMs", { ...create, settings: { rollbackApprovalTimeoutMs: 0.5 } }],
      ["action", { type: "log_action" }],
      ["action.status", log("2", { status: "CLEARED" })],
      ["action.order", log("2", { order: 1.5 })],
      ["action.operationType", log("2", { operationType: "READ" })],
      ["action.compensation", log("2", { compensation: null })],
      ["action.compensation.kind", log("2", { compensation: { kind: "MANUAL", requireApproval: false } })],
      ["purpose", log("2", { status: "PENDING_APPROVAL" })],
      ["purpose", asks("2", "ROLLBACK")],
      ["timeoutMs", before("2", {}, { timeoutMs: 0 })],
      ["approvalId", before("2", {}, { approvalId: 7 })],
      ["decision", resolve(asking, "approved")],
      ["resolvedBy", resolve(asking, "approve", { resolvedBy: null })],
      ["status", { ...confirm("1"), status: "DONE" }],
      ["result", report("1", "COMPLETED")],
      ["idempotencyKey", { type: "report_undo", actionId: "1", result: "SUCCEEDED" }],
      ["actionId", { type: "retry_undo" }],
      ["reason", { type: "withdraw_clearance", actionId: "1", resolvedBy: "ana" }],
      ["note", { type: "acknowledge_undo", actionId: "1", resolvedBy: "ana" }],
    ]) {
      refuses(() => reversible.decide(created, command, agent), "invalid_input", path);
    }
  });
});

describe("apply and replay", () => {
  test("what does not fit leaves the session as it is", () => {
    for (const event of [
      { type: "action_confirmed", actionId: "another", at: 0 },
      {
        type: "approval_requested",
        approvalId: "ok",
        actionId: "another",
        purpose: "ROLLBACK",
        timeoutAt: null,
        requestedAt: 0,
      },
      { type: "rollback_started", scope: "ACTION", caller: "SYSTEM", actionId: "another" },
      { type: "rollback_started", scope: "RETRY", caller: "SYSTEM", actionId: null },
      { ...create, type: "created", sandbox: false, settings: {}, at: 0 },
    ]) {
      assert.deepEqual(reversible.apply(executed, event), executed);
    }
    assert.equal(reversible.apply(null, { type: "completed", at: 0 }), null);
  });

  test("what happened, happened, whatever the rules say", () => {
    assert.equal(reversible.apply(asked, { type: "action_cleared", actionId: "1" }).actions[0].status, "CLEARED");
    assert.equal(reversible.apply(completed, { type: "abandoned" }).status, "ABANDONED");
  });

  test("an event tells when it was, and whether it counts as activity", () => {
    const at = NOW + HOUR;
    const answer = { type: "approval_resolved", approvalId: asking, status: "REJECTED", resolution: "TIMEOUT", at };
    const last = (activity) => reversible.apply(asked, { ...answer, activity }).lastActivityAt;
    assert.deepEqual([last(true), last(false)], [at, NOW]);
  });

  test("unknown_event, and what is wrong in one", () => {
    refuses(() => reversible.apply(executed, complete), "unknown_event", "type", /`completed`/);
    refuses(() => reversible.replay([{ type: "abandoned" }, tick], executed), "unknown_event", "[1].type");
    const settled = { type: "rollback_settled", status: "ACTIVE" };
    refuses(() => reversible.replay([settled], executed), "invalid_input", "[0].status", /`ROLLED_BACK`/);
    refuses(() => reversible.replay(), "invalid_input", "");
  });
});

describe("what is derived", () => {
  test("view", () => {
    const conditions = {
      awaitingApproval: false,
      awaitingRollbackApproval: true,
      rollbackInProgress: true,
      hasCleared: false,
      hasUnconfirmed: false,
      hasExpired: false,
      hasIrreversible: false,
      inconsistent: null,
    };
    assert.deepEqual(reversible.view(atGate, agent), {
      display: "ROLLING_BACK",
      rule: 2,
      status: "ACTIVE",
      terminal: false,
      attention: "needs_human",
      changesAt: NOW + DAY,
      conditions,
    });
    const late = reversible.view(atGate, later(DAY));
    assert.deepEqual([late.conditions, late.changesAt], [{ ...conditions, hasExpired: true }, null]);
  });

  test("a clearance is unconfirmed after more than its limit", () => {
    const at = (millis) => reversible.view(cleared, later(millis));
    assert.deepEqual([at(HOUR).conditions.hasUnconfirmed, at(HOUR).changesAt], [false, NOW + HOUR + 1]);
    assert.deepEqual([at(HOUR + 1).conditions.hasUnconfirmed, at(HOUR + 1).changesAt], [true, null]);
    assert.equal(at(HOUR + 1).attention, "needs_human");
  });

  test("what depends on approvals is null where they are not known", () => {
    const { session } = reversible.fromApi(payload());
    const { awaitingRollbackApproval, hasUnconfirmed, hasExpired } = reversible.view(session, agent).conditions;
    assert.deepEqual([awaitingRollbackApproval, hasUnconfirmed, hasExpired], [null, null, null]);
    assert.deepEqual([reversible.approvals(session, agent), reversible.deadline(session)], [null, null]);
  });

  test("offers: what could be done, and why not", () => {
    const short = ({ command: { type, decision, ...target }, needs, allowed, code, by }) => [
      [type, decision, ...Object.values(target)].filter(Boolean).join(" "),
      needs.join(),
      allowed || code,
      by,
    ];
    assert.deepEqual(reversible.offers(asked, later(HOUR)).map(short), [
      ["log_action", "action", true, "runtime"],
      [`resolve_approval approve ${asking}`, "resolvedBy", "approval_expired", "client"],
      [`resolve_approval reject ${asking}`, "resolvedBy", true, "client"],
      ["complete", "", true, "client"],
      ["request_rollback", "", "nothing_to_roll_back", "client"],
      ["tick", "", true, "runtime"],
    ]);
    assert.deepEqual(reversible.offers(undoing, agent).map(short), [
      ["log_action", "action", true, "runtime"],
      ["complete", "", "rollback_in_progress", "client"],
      ["request_rollback", "", "rollback_in_progress", "client"],
      ["report_undo 1", "idempotencyKey,result", true, "runtime"],
      ["tick", "", "nothing_due", "runtime"],
    ]);
    assert.deepEqual(reversible.offers(halted, operator).map(short).slice(3, 5), [
      ["retry_undo 1", "", true, "client"],
      ["acknowledge_undo 1", "resolvedBy,note", true, "client"],
    ]);
  });

  test("outstanding: what a restarted host still has to do, as it was told", () => {
    const [requested] = reversible.decide(created, before("1", {}, { timeoutMs: HOUR }), agent).events.slice(1);
    const { requestedAt, ...instruction } = requested;
    assert.equal(requestedAt, NOW);
    assert.deepEqual(reversible.outstanding(asked), [instruction]);
    const cleared1 = { type: "action_cleared", actionId: "1", approvalId: asking };
    assert.deepEqual(reversible.outstanding(cleared), [cleared1]);
    assert.deepEqual(reversible.outstanding(undoing), [started]);
    const [{ approvalId, purpose }] = reversible.outstanding(atGate);
    assert.deepEqual([approvalId, purpose], ["1:ROLLBACK:1", "ROLLBACK"]);
    for (const session of [created, executed, halted, reverted]) assert.deepEqual(reversible.outstanding(session), []);
  });

  test("deadline: when a tick next does something", () => {
    assert.equal(reversible.deadline(asked), NOW + HOUR);
    assert.equal(reversible.deadline(executed), NOW + DAY + 1);
    for (const session of [completed, cleared, undoing]) assert.equal(reversible.deadline(session), null);
    const ticked = (session, millis) => reversible.decide(session, tick, later(millis));
    assert.equal(ticked(asked, HOUR - 1).code, "nothing_due");
    assert.equal(ticked(asked, HOUR).session.approvals[0].resolution, "TIMEOUT");
    assert.equal(ticked(executed, DAY).code, "nothing_due");
    assert.equal(ticked(executed, DAY + 1).session.status, "ABANDONED");
  });

  test("detect: of a session, of a vendor's payload, or of the first in a list", () => {
    for (const value of [executed, { lifecycle: "reversible" }, payload(), { data: payload(), error: null }]) {
      assert.equal(detect(value), "reversible");
      assert.equal(detect([value, 7]), "reversible");
      assert.equal(detect({ data: [value] }), "reversible");
    }
    for (const value of [{ agentId: "a" }, { status: "ACTIVE" }, [7, payload()], { ...payload(), kind: "Pod" }]) {
      assert.equal(detect(value), null);
    }
  });
});
