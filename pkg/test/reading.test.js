// The API as its types and their comments say it, method by method: how delegated sessions are read and opened.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { CountersignError, delegated, rulesHash, version } from "countersign";
import { frozen, refuses } from "./given.js";
import { active, completed, context, pending, reflect } from "./lifecycles/delegated.js";

describe("parse", () => {
  test("gives the session back, without what it does not know, with times as numbers", () => {
    const deep = { ...completed.reflect, more: { and: ["more"] } };
    const told = { ...completed, createdAt: "2023-11-14T23:13:20.000+01:00", reflect: deep, owner: { of: [null] } };
    assert.deepEqual(delegated.parse(told), completed);
  });

  test("a missing optional field is null", () => {
    const { parentUid, pendingOutcome, outcome, reflect, ...rest } = pending;
    assert.deepEqual(delegated.parse(rest), pending);
  });

  test("what contradicts itself is accepted and reported", () => {
    const session = delegated.parse({ ...completed, phase: "Active" });
    assert.match(delegated.view(session, context).conditions.inconsistent, /`Active`.*`Completed`/);
  });

  test("unknown_schema, before anything else is looked at", () => {
    for (const schema of [0, 2, -1]) {
      refuses(() => delegated.parse({ ...active, schema }), "unknown_schema", "schema", /expected 1/);
    }
    refuses(() => delegated.parse({ schema: 2, lifecycle: "another" }), "unknown_schema", "schema");
    refuses(() => delegated.parse({ ...active, schema: "1" }), "invalid_input", "schema");
    refuses(() => delegated.parse({ ...active, lifecycle: "reversible" }), "invalid_input", "lifecycle");
  });

  test("types and closed sets, by path", () => {
    for (const [path, change] of [
      ["uid", { uid: 7 }],
      ["uid", { uid: undefined }],
      ["phase", { phase: "Done" }],
      ["phase", { phase: "__proto__" }],
      ["authority[1]", { authority: ["read", null] }],
      ["pendingOutcome.reason", { pendingOutcome: { phase: "Declined", reason: "tired" } }],
      ["outcome.phase", { outcome: { phase: "Active" } }],
      ["superseded[0]", { superseded: [7] }],
      ["reflect.outcome", { reflect: { ...reflect("Failed"), outcome: "Pending" } }],
      ["artifacts[0].id", { artifacts: [{}] }],
      ["artifacts[1]", { artifacts: [{ id: "1" }, { id: "1" }] }],
      ["revision", { revision: -1 }],
      ["revision", { revision: 2 ** 53 }],
      ["revision", { revision: 1.5 }],
    ]) {
      refuses(() => delegated.parse({ ...active, ...change }), "invalid_input", path);
    }
  });

  test("times: integers, or RFC 3339", () => {
    const parsed = (createdAt) => () => delegated.parse({ ...active, createdAt }).createdAt;
    for (const [told, millis] of [
      [0, 0],
      [-1, -1],
      [8.64e15, 8.64e15],
      ["1970-01-01T00:00:00Z", 0],
      ["2026-03-01T09:30:00.250+01:00", 1_772_353_800_250],
      ["2026-03-01T08:30:00.2509z", 1_772_353_800_250],
    ]) {
      assert.equal(parsed(told)(), millis);
    }
    for (const told of [NaN, Infinity, 0.5, 8.64e15 + 2, "2026-02-30T00:00:00Z", "2026-03-01", "0", null, true, {}]) {
      refuses(parsed(told), "invalid_input", "createdAt");
    }
    assert.equal(parsed(new Date(42))(), 42);
    refuses(parsed(new Date(NaN)), "invalid_input", "createdAt");
  });
});

describe("fromApi and fromApiList", () => {
  const resource = frozen({
    apiVersion: "r5e/v1",
    kind: "AgentSession",
    metadata: {
      uid: "s",
      creationTimestamp: "2026-03-01T08:30:00Z",
      ownerReferences: [{ kind: "AgentSession", uid: "lead" }],
    },
    spec: { agentRef: { name: "a" }, taskRef: "t", harnessRef: { uid: "h" }, authority: ["read"] },
    status: { phase: "Active", artifacts: [{ id: "1", text: "…" }], unknown: true },
  });

  test("a payload gives its session, without a warning when it tells all", () => {
    const { session, warnings } = delegated.fromApi(resource);
    assert.deepEqual(warnings, []);
    assert.deepEqual(
      [session.uid, session.parentUid, session.agent, session.phase, session.createdAt, session.artifacts],
      ["s", "lead", "a", "Active", 1_772_353_800_000, [{ id: "1", text: "…" }]],
    );
    assert.deepEqual(delegated.parse(session), session);
  });

  test("what is left open is a warning", () => {
    const { warnings } = delegated.fromApi({ metadata: { uid: "s" } });
    assert.ok(warnings.length > 0);
    for (const { code, message, input } of warnings) {
      assert.match(code, /^[a-z_]+$/);
      assert.match(message, /`/);
      assert.equal(input, null);
    }
  });

  test("what it gives can be read again", () => {
    const { session } = delegated.fromApi({ metadata: { uid: "s" }, status: { phase: "Active", reflect: {} } });
    assert.deepEqual(delegated.parse(session), session);
  });

  test("another kind is nonsense", () => {
    refuses(() => delegated.fromApi({ ...resource, kind: "Pod" }), "invalid_input", "kind");
    refuses(() => delegated.fromApi({ kind: "AgentSession" }), "invalid_input", "metadata");
    refuses(() => delegated.fromApi(undefined), "invalid_input", "");
  });

  test("a list, or an envelope with one; a bad item loses no other", () => {
    const items = [resource, { kind: "AgentSession" }, { ...resource, metadata: { uid: "other" } }];
    for (const [list, path] of [
      [items, "[1].metadata"],
      [{ items }, "items[1].metadata"],
      [{ data: items, error: null }, "data[1].metadata"],
    ]) {
      const [first, bad, last] = delegated.fromApiList(list);
      assert.deepEqual(first, delegated.fromApi(resource));
      assert.ok(bad.error instanceof CountersignError);
      assert.deepEqual([bad.error.code, bad.error.path], ["invalid_input", path]);
      assert.equal(last.session.uid, "other");
    }
    assert.deepEqual(delegated.fromApiList([]), []);
    for (const none of [null, 7, resource, { items: {} }])
      refuses(() => delegated.fromApiList(none), "invalid_input", "");
  });
});

describe("open", () => {
  test("gives copies", () => {
    const live = delegated.open(active);
    live.session().authority.push("deploy");
    assert.deepEqual(live.session(), active);
  });

  test("applies all events or none", () => {
    const live = delegated.open(pending);
    refuses(() => live.apply([{ type: "initialized" }, { type: "x" }]), "unknown_event", "[1].type");
    refuses(() => live.apply({ type: "initialized" }), "invalid_input", "");
    assert.deepEqual(live.session(), pending);
  });

  test("survives nonsense, as do its siblings", () => {
    const [live, sibling] = [delegated.open(pending), delegated.open(active)];
    refuses(() => live.decide({ type: "submit" }, context), "unknown_command", "type");
    for (const ask of ["view", "offers"]) {
      refuses(() => live[ask]({ now: NaN }), "invalid_input", "now");
      assert.throws(() => live[ask]({ now: 0, caller: 1n }), { code: "invalid_input" });
    }
    assert.throws(() => live.decide({ type: "initialize" }, { now: 0, caller: Symbol("me") }), {
      code: "invalid_input",
    });
    assert.deepEqual([live.session(), sibling.session()], [pending, active]);
  });

  test("ends by Symbol.dispose", { skip: !Symbol.dispose }, () => {
    const [live, sibling] = [delegated.open(active), delegated.open(active)];
    live[Symbol.dispose]();
    live[Symbol.dispose]();
    for (const ask of [
      () => live.decide({ type: "initialize" }, context),
      () => live.apply([]),
      () => live.view(context),
      () => live.offers(context),
      () => live.session(),
    ]) {
      refuses(ask, "disposed", "", /open/);
    }
    assert.deepEqual(sibling.session(), active);
  });
});

test("version and rulesHash are text", () => {
  assert.match(version, /^\d+\.\d+\.\d+/);
  assert.match(rulesHash, /^[0-9a-f]+$/);
});
