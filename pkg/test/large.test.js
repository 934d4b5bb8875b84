// Reversible sessions as large as they may become. It takes some seconds.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { reversible } from "countersign";
import { refuses } from "./given.js";
import {
  action,
  afterwards,
  agent,
  created,
  DAY,
  later,
  operator,
  payload,
  report,
  rollBack,
  row,
  then,
  tick,
} from "./lifecycles/reversible.js";

describe("100,000 actions", () => {
  const many = 100_000;
  const actions = Array.from({ length: many }, (_, at) => action(`${at + 1}`));
  const session = { ...created, actions };

  test("are read, shown, offered nothing, planned and walked, newest first", () => {
    assert.equal(reversible.displayStatus(session), "ACTIVE");
    assert.equal(reversible.can(session, "report_undo", `${many}`), false);
    const { plan } = reversible.rollback(session, agent);
    assert.deepEqual([plan.length, plan[0].actionId, plan.at(-1).actionId], [many, `${many}`, "1"]);
    const live = reversible.open(session);
    assert.equal(live.view(agent).display, "ACTIVE");
    assert.equal(live.offers(operator).length, 4);
    live.apply(live.decide(rollBack, agent).events);
    for (let at = many; at > many - 20; at--) {
      const decision = live.decide(report(`${at}`, "SUCCEEDED"), agent);
      assert.equal(decision.events.length, 2);
      live.apply(decision.events);
    }
    const { rollback } = live.session();
    assert.deepEqual([rollback.current, rollback.walked.length, rollback.todo.length], [`${many - 20}`, 20, many - 21]);
  });

  test("have ids of their own", () => {
    const twice = { ...session, actions: [...actions, action("5")] };
    refuses(() => reversible.parse(twice), "invalid_input", `actions[${many}]`);
  });

  test("are passed in one go, where nothing can be undone but the oldest", () => {
    const kept = actions.map((action, at) =>
      at ? { ...action, compensation: { kind: "NONE", requireApproval: false } } : action,
    );
    const { session: after } = reversible.decide({ ...session, actions: kept }, rollBack, agent);
    assert.deepEqual([after.rollback.current, after.rollback.walked.length], ["1", many - 1]);
    const { status, rollback } = reversible.decide(after, report("1", "SUCCEEDED"), agent).session;
    assert.deepEqual([status, rollback], ["ROLLED_BACK", null]);
  });

  test("and as many approvals are rows, and time out together", () => {
    const [one] = then(created, afterwards("1", {}, { timeoutMs: DAY })).approvals;
    const approvals = actions.map(({ id }) => ({ ...one, approvalId: `ok ${id}`, actionId: id }));
    const waiting = actions.map((action) => ({ ...action, status: "PENDING_APPROVAL" }));
    const large = { ...created, actions: waiting, approvals };
    assert.equal(reversible.approvals(large, later(DAY)).filter(({ expired }) => expired).length, many);
    const { session: after } = reversible.decide(large, tick, later(DAY));
    assert.deepEqual([after.rollback.current, after.rollback.waiting.length], ["1", many - 1]);
  });

  test("of a payload, with their rows", () => {
    const { session, warnings } = reversible.fromApi(
      payload(actions.map(() => ({ status: "CLEARED" }))),
      actions.map(({ id }) =>
        row({ approvalId: id, actionId: id, status: "APPROVED", resolvedBy: "ana", resolvedAt: 0 }),
      ),
    );
    assert.deepEqual([session.approvals.length, warnings], [many, []]);
  });
});
