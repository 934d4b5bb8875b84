// The API as its types and their comments say it, method by method: how reversible sessions are read and opened.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { CountersignError, reversible } from "countersign";
import { frozen, refuses } from "./given.js";
import {
  agent,
  asked,
  atGate,
  cleared,
  created,
  DAY,
  executed,
  HOUR,
  halted,
  holding,
  log,
  NOW,
  operator,
  payload,
  report,
  row,
  then,
} from "./lifecycles/reversible.js";

describe("parse", () => {
  test("gives the session back, without what it does not know, with times as numbers", () => {
    const told = structuredClone(atGate);
    told.owner = { of: [null] };
    told.createdAt = "2026-01-01T01:00:00.000+01:00";
    told.actions[0].loggedAt = "2026-01-01T00:00:00Z";
    told.actions[0].response = {};
    told.approvals[0].timeoutAt = "2026-01-02T00:00:00Z";
    told.rollback.by = "ana";
    assert.deepEqual(reversible.parse(told), atGate);
  });

  test("what is missing is null, or as by default", () => {
    const { settings, approvals, rollback, ...rest } = created;
    assert.deepEqual(reversible.parse(rest), { ...created, approvals: null });
    const { payload, error, undoError, acknowledged, withdrawn, ...action } = executed.actions[0];
    assert.deepEqual(reversible.parse({ ...executed, actions: [action] }), executed);
    const limited = (settings) => reversible.parse({ ...created, settings }).settings;
    assert.deepEqual(limited({ rollbackApprovalTimeoutMs: null }), {
      ...settings,
      rollbackApprovalTimeoutMs: null,
    });
    assert.deepEqual(limited({ unconfirmedAfterMs: 1 }), { ...settings, unconfirmedAfterMs: 1 });
  });

  test("what contradicts itself is accepted and reported", () => {
    for (const [session, message] of [
      [holding([{ status: "ROLLED_BACK" }]), /`1` is `ROLLED_BACK`, and its undo is `NONE`/],
      [holding([{ undo: "IN_PROGRESS", undoAttempts: 1 }]), /no rollback is at it/],
      [holding([{}], { status: "ROLLED_BACK" }), /could be undone and is not/],
      [holding([{ status: "CLEARED" }]), /no approval before its execution is `APPROVED`/],
      [holding([{ status: "PENDING_APPROVAL" }]), /no approval of it is `PENDING`/],
      [holding([{}], { approvals: asked.approvals }), /is `PENDING`, and its action `1` is `SUCCESS`/],
      [holding([], { approvals: asked.approvals }), /names the action `1`, which is not there/],
      [holding([{}], { rollback: { ...atGate.rollback, current: "2" } }), /no undo is `IN_PROGRESS`/],
    ]) {
      const read = reversible.parse(session);
      assert.match(reversible.view(read, agent).conditions.inconsistent, message);
      assert.equal(reversible.view(read, agent).attention, "needs_human");
    }
  });

  test("unknown_schema, before anything else is looked at", () => {
    for (const schema of [0, 2, -1]) {
      refuses(() => reversible.parse({ ...executed, schema }), "unknown_schema", "schema", /expected 1/);
    }
    refuses(() => reversible.parse({ ...executed, lifecycle: "delegated" }), "invalid_input", "lifecycle");
    refuses(() => reversible.parse(payload()), "invalid_input", "", /fromApi/);
  });

  test("types and closed sets, by path", () => {
    for (const [path, change] of [
      ["id", { id: 7 }],
      ["agentId", { agentId: undefined }],
      ["sandbox", { sandbox: null }],
      ["status", { status: "DONE" }],
      ["settings.unconfirmedAfterMs", { settings: { unconfirmedAfterMs: -1 } }],
      ["lastActivityAt", { lastActivityAt: NaN }],
      ["actions", { actions: null }],
      ["approvals", { approvals: {} }],
      ["rollback.scope", { rollback: {} }],
      ["revision", { revision: 1.5 }],
      ["actions[0].order", { order: "1" }],
      ["actions[0].operationType", { operationType: "constructor" }],
      ["actions[0].status", { status: "success" }],
      ["actions[0].undo", { undo: null }],
      ["actions[0].undoAttempts", { undoAttempts: -1 }],
      ["actions[0].compensation.requireApproval", { compensation: { kind: "NONE" } }],
      ["actions[0].acknowledged.note", { acknowledged: { by: "ana", at: 0 } }],
      ["actions[0].withdrawn.at", { withdrawn: { by: "ana", reason: "" } }],
      ["approvals[0].purpose", { purpose: "EXECUTION" }],
      ["approvals[0].resolution", { resolution: "PERSON" }],
      ["approvals[0].requestedAt", { requestedAt: null }],
    ]) {
      const [, list] = path.match(/^(actions|approvals)\[0\]/) ?? [];
      const wrong = list ? { [list]: [{ ...asked[list][0], ...change }] } : change;
      refuses(() => reversible.parse({ ...asked, ...wrong }), "invalid_input", path);
    }
    refuses(() => reversible.parse(holding([{ id: "1" }, { id: "1" }])), "invalid_input", "actions[1]");
    const twice = [...asked.approvals, ...asked.approvals];
    refuses(() => reversible.parse({ ...asked, approvals: twice }), "invalid_input", "approvals[1]");
  });
});

describe("fromApi", () => {
  const codes = ({ warnings }) => warnings.map(({ code }) => code);

  test("a payload gives its session, in its envelope or without, and no warning when it tells all", () => {
    const actions = [
      { payload: { charge: "ch_1" }, response: { id: "re_1" }, undoConfig: { type: "http-delete" } },
      { undoConfig: { type: "none", requireApproval: true }, updatedAt: "2026-01-01T01:00:00Z" },
    ];
    const told = payload(actions, { isSandbox: true, displayStatus: "ACTIVE" });
    const imported = reversible.fromApi(frozen({ data: told, error: null, timestamp: "2026-03-01T00:00:00Z" }), []);
    assert.deepEqual(reversible.fromApi(told, []), imported);
    assert.deepEqual(imported.warnings, []);
    const action = { ...executed.actions[0], loggedAt: NOW };
    assert.deepEqual(imported.session, {
      ...created,
      sandbox: true,
      lastActivityAt: NOW + HOUR,
      actions: [
        { ...action, payload: { charge: "ch_1" } },
        { ...action, id: "2", order: 2, compensation: { kind: "NONE", requireApproval: true } },
      ],
    });
    assert.deepEqual(reversible.parse(imported.session), imported.session);
  });

  test("without the rows the approvals are not known; a warning if one might matter", () => {
    assert.deepEqual(
      [reversible.fromApi(payload()).session.approvals, codes(reversible.fromApi(payload()))],
      [null, []],
    );
    for (const waits of [{ status: "CLEARED" }, { status: "PENDING_APPROVAL" }, { undoStatus: "IN_PROGRESS" }]) {
      assert.deepEqual(codes(reversible.fromApi(payload([waits]))), ["approvals_unknown"]);
    }
    assert.deepEqual(reversible.fromApi(payload(), []).session.approvals, []);
  });

  test("`more` is the rows, of which those of the session are taken, or an envelope with them", () => {
    const rows = [
      row({ approvalId: "a", actionId: "2" }),
      row({ approvalId: "b", sessionId: "another" }),
      row({ approvalId: "c", sessionId: undefined }),
      row({ approvalId: "d", sessionId: undefined, actionId: "of another" }),
    ];
    const actions = [{}, { status: "CLEARED" }];
    for (const more of [rows, { data: rows }]) {
      const { approvals } = reversible.fromApi(payload(actions), more).session;
      assert.deepEqual(
        approvals.map(({ approvalId }) => approvalId),
        ["a", "c"],
      );
    }
  });

  test("what a row is for follows from its action; where it does not, null and a warning", () => {
    const purpose = (action, fields) => {
      const imported = reversible.fromApi(payload([action]), [row({ resolvedAt: "2026-01-01T01:00:00Z", ...fields })]);
      return [imported.session.approvals[0].purpose, ...codes(imported)];
    };
    const rejected = { status: "REJECTED", resolvedBy: "ana" };
    assert.deepEqual(purpose({ undoStatus: "IN_PROGRESS" }), ["ROLLBACK"]);
    assert.deepEqual(purpose({ undoStatus: "DECLINED" }, rejected), ["ROLLBACK"]);
    assert.deepEqual(purpose({ status: "CLEARED" }, { status: "APPROVED", resolvedBy: "ana" }), ["BEFORE_EXECUTION"]);
    assert.deepEqual(purpose({ status: "FAILED" }, rejected), ["BEFORE_EXECUTION"]);
    assert.deepEqual(purpose({ status: "PENDING_APPROVAL", response: {} }), ["AFTER_EXECUTION"]);
    assert.deepEqual(purpose({ status: "PENDING_APPROVAL" }), [null, "purpose_unknown"]);
    assert.deepEqual(purpose({}, { actionId: "gone" }), [null, "action_unknown"]);
  });

  test("who answered follows from the row; a timeout is no person", () => {
    const answered = (fields) => {
      const resolvedAt = "2026-01-01T01:00:00Z";
      const imported = reversible.fromApi(payload([{ status: "FAILED" }]), [
        row({ status: "REJECTED", resolvedAt, ...fields }),
      ]);
      assert.equal(imported.session.lastActivityAt, NOW + HOUR);
      return [imported.session.approvals[0].resolution, ...codes(imported)];
    };
    assert.deepEqual(answered({ resolvedBy: "ana" }), ["HUMAN"]);
    assert.deepEqual(answered({ reason: "timeout" }), ["TIMEOUT"]);
    assert.deepEqual(answered({}), [null, "resolution_unknown"]);
  });

  test("what is left open is a warning", () => {
    const imported = reversible.fromApi(
      payload([{ order: undefined, createdAt: undefined, undoConfig: { type: "carrier-pigeon" } }], {
        createdAt: undefined,
        displayStatus: "REVERTED",
      }),
      [],
    );
    assert.deepEqual(codes(imported).sort(), [
      "created_at_missing",
      "created_at_missing",
      "display_status_differs",
      "order_missing",
      "undo_type_unknown",
    ]);
    for (const { code, message, input } of imported.warnings) {
      assert.match(message, /`/, code);
      assert.equal(input, null);
    }
  });

  test("an undo that the vendor began is the vendor's to run: any key will do", () => {
    const { session } = reversible.fromApi(payload([{ undoStatus: "IN_PROGRESS" }]), []);
    assert.equal(reversible.view(session, agent).conditions.inconsistent, null);
    assert.deepEqual(reversible.outstanding(session), []);
    const told = { ...report("1", "SUCCEEDED"), idempotencyKey: "whatever" };
    assert.equal(reversible.decide(session, told, agent).session.actions[0].status, "ROLLED_BACK");
  });

  test("actions_unknown: a count is no list", () => {
    const listed = { ...payload(), actions: undefined, _count: { actions: 3 } };
    refuses(() => reversible.fromApi(listed), "actions_unknown", "actions", /GET \/sessions\/:id/);
  });

  test("another payload is nonsense, named by its path", () => {
    refuses(() => reversible.fromApi(undefined), "invalid_input", "");
    refuses(() => reversible.fromApi(payload([], { status: "RUNNING" })), "invalid_input", "status", /`ACTIVE`/);
    refuses(
      () => reversible.fromApi({ data: payload([{ status: "DONE" }]) }),
      "invalid_input",
      "data.actions[0].status",
    );
    refuses(() => reversible.fromApi(payload([{ id: "1" }, { id: "1" }])), "invalid_input", "actions[1]");
    refuses(() => reversible.fromApi(payload(), {}), "invalid_input", "", /`more` is /);
    refuses(() => reversible.fromApi(payload(), [7]), "invalid_input", "[0]");
    refuses(() => reversible.fromApi(payload(), [row(), row()]), "invalid_input", "[1].approvalId");
  });
});

describe("fromApiList", () => {
  const items = [
    payload(),
    { ...payload(), actions: undefined, _count: { actions: 1 } },
    payload([{}], { id: "other" }),
  ];

  test("a bad item loses no other, and every item has its own of `more`", () => {
    const more = [row({ approvalId: "a" }), row({ approvalId: "b", sessionId: "other" })];
    for (const [list, path] of [
      [items, "[1].actions"],
      [{ data: items, error: null }, "data[1].actions"],
    ]) {
      const [first, bad, last] = reversible.fromApiList(list, more);
      assert.deepEqual(first, reversible.fromApi(items[0], more));
      assert.ok(bad.error instanceof CountersignError);
      assert.deepEqual([bad.error.code, bad.error.path], ["actions_unknown", path]);
      assert.deepEqual(
        [first, last].map(({ session }) => session.approvals.map(({ approvalId }) => approvalId)),
        [["a"], ["b"]],
      );
    }
    assert.equal(reversible.fromApiList(items)[0].session.approvals, null);
    assert.deepEqual(reversible.fromApiList([]), []);
    for (const none of [null, 7, payload(), { data: {} }]) {
      refuses(() => reversible.fromApiList(none), "invalid_input", "");
    }
  });
});

describe("open", () => {
  test("gives copies", () => {
    const live = reversible.open(executed);
    live.session().actions.push(7);
    assert.deepEqual(live.session(), executed);
  });

  test("applies all events or none", () => {
    const live = reversible.open(executed);
    const { events } = reversible.decide(executed, log("2"), agent);
    refuses(() => live.apply([...events, { type: "undo_unavailable" }]), "invalid_input", "[1].actionId");
    assert.deepEqual(live.session(), executed);
    live.apply(events);
    assert.deepEqual(live.session(), then(executed, log("2")));
  });

  test("goes through a long run as the free functions do", () => {
    const live = reversible.open(created);
    let session = created;
    for (let number = 1; number <= 300; number++) {
      const { session: next, ...decision } = reversible.decide(session, log(`${number % 100}`), operator);
      assert.deepEqual(live.decide(log(`${number % 100}`), operator), decision);
      if (decision.outcome === "allowed") live.apply(decision.events);
      session = next;
    }
    assert.deepEqual(live.session(), session);
    assert.equal(session.actions.length, 100);
  });

  test("survives nonsense, as do its siblings", () => {
    const [live, sibling] = [reversible.open(asked), reversible.open(cleared)];
    refuses(() => live.decide({ type: "submit" }, agent), "unknown_command", "type");
    refuses(() => live.decide(log("1", { status: "DONE" }), agent), "invalid_input", "action.status");
    for (const ask of ["view", "offers"]) refuses(() => live[ask]({ now: DAY / 7 }), "invalid_input", "now");
    refuses(() => reversible.open({ ...halted, status: "DONE" }), "invalid_input", "status");
    assert.deepEqual([live.session(), sibling.session()], [asked, cleared]);
  });
});
