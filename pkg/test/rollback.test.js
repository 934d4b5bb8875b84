// What a rollback would do, asked beforehand, and that it does so.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { reversible } from "countersign";
import { refuses } from "./given.js";
import {
  afterwards,
  agent,
  create,
  completed,
  created,
  declined,
  executed,
  gated,
  HOUR,
  halted,
  holding,
  kept,
  log,
  NOW,
  operator,
  payload,
  report,
  reverted,
  rollBack,
  system,
  then,
  unavailable,
  undoing,
} from "./lifecycles/reversible.js";

describe("rollback", () => {
  const step = (actionId, step) => ({ actionId, step });
  const left = (actionId, reason) => ({ actionId, reason });

  test("what it would do, newest first, and what it leaves alone, and why", () => {
    const session = holding([
      {},
      { status: "CLEARED" },
      unavailable,
      { status: "ROLLED_BACK", undo: "COMPLETED" },
      { status: "FAILED" },
      { order: 90 },
      gated,
      { status: "PENDING_APPROVAL" },
      kept,
      { status: "ROLLBACK_FAILED", undo: "FAILED" },
    ]);
    assert.deepEqual(reversible.rollback(session, operator), {
      eligible: true,
      failed: [],
      plan: [step("6", "COMPENSATE"), step("9", "SKIP"), step("7", "ASK_FIRST"), step("3", "FAIL")],
      leftAlone: [
        left("10", "rollback_failed"),
        left("8", "pending_approval"),
        left("5", "failed"),
        left("4", "already_rolled_back"),
        left("2", "cleared"),
        left("1", "chain_halted"),
      ],
    });
  });

  test("of equal order the one that was logged later is newer, whenever that was", () => {
    const session = holding([{ order: 1, loggedAt: NOW + HOUR }, { order: 1 }, { order: -1 }]);
    const { plan } = reversible.rollback(session, operator);
    assert.deepEqual(
      plan.map(({ actionId }) => actionId),
      ["2", "1", "3"],
    );
    const { session: begun } = reversible.decide(session, rollBack, operator);
    assert.deepEqual([begun.rollback.current, begun.rollback.todo], ["2", ["1", "3"]]);
  });

  test("every check that failed, the first of which gives the denial its code", () => {
    for (const [session, context, codes] of [
      [executed, agent, []],
      [completed, agent, ["rollback_not_permitted"]],
      [completed, operator, []],
      [completed, system, []],
      [created, agent, ["nothing_to_roll_back"]],
      [undoing, agent, ["rollback_in_progress"]],
      [reverted, system, ["rollback_not_permitted", "already_reverted", "nothing_to_roll_back"]],
      [halted, agent, ["rollback_not_permitted", "nothing_to_roll_back"]],
      [reversible.fromApi(payload([{ undoConfig: { requireApproval: true } }])).session, agent, ["approvals_unknown"]],
    ]) {
      const { eligible, failed } = reversible.rollback(session, context);
      assert.deepEqual(
        failed.map(({ code }) => code),
        codes,
      );
      assert.equal(eligible, codes.length === 0);
      for (const { message } of failed) assert.match(message, /^this requires that /);
      const decision = reversible.decide(session, rollBack, context);
      assert.equal(decision.code, codes[0]);
    }
  });

  test("in a sandbox everything is flipped", () => {
    const session = then(null, { ...create, sandbox: true }, log("1", gated), afterwards("2"));
    const { eligible, plan } = reversible.rollback(session, agent);
    assert.deepEqual([eligible, plan], [true, [step("2", "FLIP"), step("1", "FLIP")]]);
    const { session: after } = reversible.decide(session, rollBack, agent);
    assert.equal(after.status, "ROLLED_BACK");
    const [{ status, resolution, reason }] = after.approvals;
    assert.deepEqual([status, resolution, reason], ["REJECTED", "SYSTEM", "sandbox_rollback"]);
  });

  test("the plan that was shown is what runs", () => {
    const session = then(created, log("1"), log("2", kept), log("3"));
    const { plan } = reversible.rollback(session, agent);
    let now = reversible.decide(session, rollBack, agent).session;
    for (const { actionId } of plan.filter(({ step }) => step === "COMPENSATE")) {
      assert.equal(now.rollback.current, actionId);
      now = reversible.decide(now, report(actionId, "SUCCEEDED"), agent).session;
    }
    assert.deepEqual([now.status, now.rollback, now.actions[1].status], ["ROLLED_BACK", null, "SUCCESS"]);
  });

  test("declined, it may be asked for again", () => {
    assert.deepEqual([declined.status, declined.actions[0].undo], ["FAILED", "DECLINED"]);
    assert.deepEqual(reversible.rollback(declined, operator).plan, [step("1", "ASK_FIRST")]);
    const { session } = reversible.decide(declined, rollBack, operator);
    assert.equal(session.approvals.at(-1).approvalId, "1:ROLLBACK:2");
  });

  test("nonsense is thrown", () => {
    refuses(() => reversible.rollback(null, agent), "invalid_input", "");
    refuses(() => reversible.rollback(executed), "invalid_input", "now");
    refuses(() => reversible.rollback(executed, { now: 0, caller: "ADMIN" }), "invalid_input", "caller");
    refuses(() => reversible.rollback({ ...executed, actions: [{}] }, agent), "invalid_input", "actions[0].id");
  });
});
