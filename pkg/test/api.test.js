// The API as its types and their comments say it, method by method, then what holds for all of them.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { CountersignError, delegated, detect, rulesHash, version } from "countersign";
import { context, reflect, walk } from "./types/walk.js";

const create = frozen({ type: "create", uid: "s", agent: "a", task: "t", harness: "h", authority: ["read", "write"] });
const pending = after(null, create);
const active = after(pending, { type: "initialize" }, { type: "activate" });
const worked = after(active, { type: "add_artifact", artifact: { id: "1" } });
const declining = after(active, { type: "decline", reason: "ethical_objection" });
const completed = after(worked, { type: "complete", reflect: reflect("Completed") });

/** The session after commands, each of which is allowed. */
function after(session, ...commands) {
  return commands.reduce((session, command) => {
    const decision = delegated.decide(session, command, context);
    assert.equal(decision.outcome, "allowed", decision.message);
    return frozen(decision.session);
  }, session);
}

/** Frozen through and through: whoever changes it throws. */
function frozen(value) {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

function withArtifact(artifact) {
  return { ...worked, artifacts: [artifact] };
}

function refuses(ask, code, path, message = /./) {
  assert.throws(ask, (error) => {
    assert.ok(error instanceof CountersignError && error instanceof Error, String(error));
    assert.deepEqual([error.name, error.code, error.path], ["CountersignError", code, path]);
    assert.match(error.message, message);
    return true;
  });
}

describe("decide", () => {
  test("allowed: rule, events, the session that follows, warnings", () => {
    assert.deepEqual(delegated.decide(null, create, context), {
      outcome: "allowed",
      rule: "create",
      events: [{ ...create, type: "created", parentUid: null, at: context.now }],
      session: {
        lifecycle: "delegated",
        schema: 1,
        uid: "s",
        agent: "a",
        task: "t",
        harness: "h",
        parentUid: null,
        authority: ["read", "write"],
        phase: "Pending",
        pendingOutcome: null,
        outcome: null,
        superseded: [],
        reflect: null,
        artifacts: [],
        createdAt: context.now,
        revision: 1,
      },
      warnings: [],
    });
  });

  test("noop: rule, code, message, the session as it was", () => {
    const { message, ...rest } = delegated.decide(pending, create, context);
    assert.deepEqual(rest, { outcome: "noop", rule: "create-again", code: "duplicate", session: pending });
    assert.match(message, /already/);
  });

  test("denied: code, message, the nearest rule, what is unmet, where it is possible", () => {
    const { message, unmet, ...rest } = delegated.decide(pending, { type: "complete" }, context);
    assert.deepEqual(rest, { outcome: "denied", code: "phase_skipped", rule: "complete", possibleIn: ["Active"] });
    assert.deepEqual(
      unmet.map(({ guard, code, input }) => [guard, code, input]),
      [
        ["reached", "phase_skipped", null],
        ["produced", "artifact_required", null],
      ],
    );
    assert.equal(message, unmet[0].message);
  });

  test("denied without a session", () => {
    const { message, ...rest } = delegated.decide(null, { type: "initialize" }, context);
    assert.deepEqual(rest, { outcome: "denied", code: "no_session", rule: null, unmet: [], possibleIn: [] });
    assert.match(message, /session/);
  });

  test("an absent session is null or undefined, an absent field too", () => {
    const answer = delegated.decide(null, create, context);
    assert.deepEqual(delegated.decide(undefined, { ...create, parentUid: undefined, parent: null }, context), answer);
  });

  test("unknown_command", () => {
    refuses(() => delegated.decide(active, { type: "submit" }, context), "unknown_command", "type", /`decline`/);
    for (const type of ["__proto__", "constructor", "toString", ""]) {
      refuses(() => delegated.decide(active, { type }, context), "unknown_command", "type");
    }
    refuses(() => delegated.decide(active, {}, context), "invalid_input", "type", /missing/);
    refuses(() => delegated.decide(active, null, context), "invalid_input", "");
  });

  test("what is wrong in a command is named by its path", () => {
    const decide = (command) => () => delegated.decide(active, command, context);
    refuses(decide({ type: "decline", reason: "tired" }), "invalid_input", "reason", /"tired".*`ethical_objection`/);
    refuses(decide({ type: "fail" }), "invalid_input", "message", /missing/);
    refuses(decide({ type: "reflect", reflect: {} }), "invalid_input", "reflect.author");
    refuses(decide({ ...create, authority: ["read", 7] }), "invalid_input", "authority[1]");
    refuses(decide({ ...create, parentUid: "p" }), "invalid_input", "parent");
    refuses(decide({ ...create, parent: active }), "invalid_input", "parentUid");
    refuses(decide({ ...create, parentUid: "p", parent: active }), "invalid_input", "parent.uid");
  });

  test("the time is an integer that a date can hold, the caller one of three", () => {
    const decide = (context) => () => delegated.decide(active, { type: "complete" }, context);
    for (const now of [NaN, Infinity, -Infinity, 0.5, 8.64e15 + 1, "0", "2026-03-01T00:00:00Z", 0n, null, undefined]) {
      refuses(decide({ now }), "invalid_input", "now");
    }
    for (const nothing of [undefined, null, 0, "now", {}]) refuses(decide(nothing), "invalid_input", "now");
    for (const now of [0, -0, -1, 8.64e15, -8.64e15]) assert.equal(decide({ now })().outcome, "denied");
    for (const caller of ["AGENT", "OPERATOR", "SYSTEM", null, undefined]) {
      assert.equal(decide({ now: 0, caller })().outcome, "denied");
    }
    for (const caller of ["agent", "", 7, {}, ["AGENT"]]) {
      refuses(decide({ now: 0, caller }), "invalid_input", "caller", /`SYSTEM`/);
    }
  });
});

describe("apply and replay", () => {
  const events = delegated.decide(active, { type: "decline", reason: "ethical_objection" }, context).events;

  test("the events of a decision lead to its session", () => {
    assert.deepEqual(delegated.replay(events, active), declining);
    assert.deepEqual(
      events.reduce((session, event) => delegated.apply(session, event), active),
      declining,
    );
  });

  test("from nothing, with or without saying so", () => {
    const { events } = delegated.decide(null, create, context);
    for (const replayed of [
      delegated.replay(events),
      delegated.replay(events, null),
      delegated.apply(null, events[0]),
    ]) {
      assert.deepEqual(replayed, pending);
    }
    assert.equal(delegated.replay([]), null);
    assert.deepEqual(delegated.replay([], active), active);
  });

  test("what does not fit leaves the session as it is", () => {
    assert.equal(delegated.apply(null, { type: "initialized" }), null);
    assert.deepEqual(delegated.apply(worked, { type: "artifact_added", artifact: { id: "1" } }), worked);
    assert.deepEqual(delegated.apply(active, { ...create, type: "created", at: 0 }), active);
  });

  test("what happened, happened, whatever the rules say", () => {
    assert.equal(delegated.apply(pending, { type: "activated" }).phase, "Active");
  });

  test("unknown_event", () => {
    refuses(() => delegated.apply(active, { type: "initialize" }), "unknown_event", "type", /`initialized`/);
    refuses(() => delegated.replay([{ type: "initialized" }, { type: "x" }]), "unknown_event", "[1].type");
    refuses(() => delegated.replay({ type: "initialized" }), "invalid_input", "");
    refuses(() => delegated.replay(), "invalid_input", "");
  });
});

describe("what is derived", () => {
  test("view", () => {
    assert.deepEqual(delegated.view(declining, context), {
      display: "Active",
      phase: "Active",
      terminal: false,
      attention: "working",
      changesAt: null,
      conditions: { awaitingReflect: true, inconsistent: null },
      awaitingReflect: true,
      pendingOutcome: { phase: "Declined", reason: "ethical_objection" },
      outcome: null,
      disposition: "escalate_to_human",
      authority: [],
      accountable: { uid: "s", agent: "a", task: "t", harness: "h" },
    });
    refuses(() => delegated.view(null, context), "invalid_input", "");
    refuses(() => delegated.view(active), "invalid_input", "now");
  });

  test("offers: what could be done, and why not", () => {
    const offers = delegated.offers(active, context);
    assert.deepEqual(
      offers.map(({ command }) => command.type),
      delegated
        .rules()
        .map(({ command }) => command)
        .filter((command) => command !== "create"),
    );
    const [decline] = offers.filter(({ command }) => command.type === "decline");
    assert.deepEqual(decline, {
      command: { type: "decline" },
      needs: ["reason"],
      allowed: true,
      outcome: "allowed",
      code: null,
      message: null,
      by: "runtime",
    });
    const [complete] = offers.filter(({ command }) => command.type === "complete");
    assert.deepEqual([complete.allowed, complete.outcome, complete.code], [false, "denied", "artifact_required"]);
    assert.equal(offers.find(({ command }) => command.type === "revoke").by, "client");
  });

  test("outstanding: the reflect that is owed", () => {
    assert.deepEqual(delegated.outstanding(declining), [{ type: "reflect_owed", outcome: "Declined" }]);
    for (const session of [pending, active, completed]) assert.deepEqual(delegated.outstanding(session), []);
  });

  test("deadline: time alone changes nothing", () => {
    for (const session of [pending, declining, completed]) assert.equal(delegated.deadline(session), null);
  });

  test("detect: of a session, or of a vendor's payload", () => {
    for (const value of [active, { lifecycle: "delegated" }, { kind: "AgentSession" }]) {
      assert.equal(detect(value), "delegated");
    }
    for (const value of [null, undefined, 7, "delegated", [], {}, { kind: "Pod" }, { lifecycle: "constructor" }]) {
      assert.equal(detect(value), null);
    }
    // A session says itself what it is.
    assert.equal(detect({ lifecycle: "another", kind: "AgentSession" }), null);
  });

  test("cascade: live descendants, deepest first", () => {
    const family = ["lead", "helper", "below"].map((uid, depth, uids) => ({
      ...active,
      uid,
      parentUid: uids[depth - 1] ?? null,
    }));
    assert.deepEqual(delegated.cascade(family, "lead"), ["below", "helper"]);
    assert.deepEqual(delegated.cascade([{ ...completed, uid: "helper", parentUid: "lead" }, family[2]], "lead"), [
      "below",
    ]);
    assert.deepEqual(delegated.cascade(family, "nobody"), []);
    refuses(() => delegated.cascade([active, active], "s"), "invalid_input", "[1]");
    refuses(() => delegated.cascade([active, { ...active, uid: 7 }], "s"), "invalid_input", "[1].uid");
    refuses(() => delegated.cascade([active]), "invalid_input", "");
  });
});

describe("can", () => {
  test("is whether a rule that allows something starts in the phase", () => {
    for (const { command, rules } of delegated.rules()) {
      for (const session of [pending, active, declining, completed]) {
        const starts = rules.some(({ from, noop }) => noop === null && from.includes(session.phase));
        assert.equal(delegated.can(session, command), starts, `${command} in ${session.phase}`);
      }
    }
  });

  test("is never false where a command is allowed", () => {
    walk((session, command, decision) => {
      if (session && decision.outcome === "allowed") assert.ok(delegated.can(session, command.type), command.type);
    });
  });

  test("is false for whatever is no command or no session", () => {
    for (const command of ["submit", "__proto__", "constructor", "", undefined, null, {}, Symbol.iterator]) {
      assert.equal(delegated.can(active, command), false);
    }
    for (const session of [null, undefined, 7, {}, [], { phase: "constructor" }, { phase: {} }]) {
      assert.equal(delegated.can(session, "initialize"), false);
    }
  });

  test("looks at no target, since no command has one", () => {
    assert.equal(delegated.can(pending, "initialize", "1"), true);
    assert.equal(delegated.can(pending, "activate", "1"), false);
  });
});

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
  test("gives the answers of the free functions, through every session", () => {
    const seen = new Set();
    walk((session, command, decision) => {
      if (!session) return;
      const live = delegated.open(session);
      const { session: next, ...rest } = decision;
      assert.deepEqual(live.decide(command, context), rest);
      const key = JSON.stringify(session);
      if (!seen.has(key)) {
        seen.add(key);
        assert.deepEqual(live.view(context), delegated.view(session, context));
        assert.deepEqual(live.offers(context), delegated.offers(session, context));
      }
      // A decision changes nothing, only events do.
      assert.deepEqual(live.session(), session);
      if (decision.outcome === "allowed") {
        live.apply(decision.events);
        assert.deepEqual(live.session(), next);
      }
      live[Symbol.dispose]?.();
    });
  });

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

describe("rules and diagram", () => {
  test("the rules are data that name every code", () => {
    const tables = delegated.rules();
    const ids = tables.flatMap(({ rules }) => rules.map(({ id }) => id));
    assert.equal(new Set(ids).size, ids.length);
    const codes = new Set(["no_session"]);
    for (const { rules } of tables) {
      for (const { guards, noop } of rules)
        for (const code of [noop, ...guards.map(({ code }) => code)]) codes.add(code);
    }
    walk((_session, command, decision) => {
      const table = tables.find((table) => table.command === command.type);
      if (decision.rule !== null) assert.ok(table.rules.some(({ id }) => id === decision.rule));
      if (decision.code) assert.ok(codes.has(decision.code), decision.code);
    });
  });

  test("they are copies", () => {
    delegated.rules()[0].command = "gone";
    assert.equal(delegated.rules()[0].command, "create");
  });

  test("the diagram is Mermaid", () => {
    assert.match(delegated.diagram(), /^stateDiagram-v2\n {4}\[\*\] --> Pending: create\n/);
  });

  test("version and rulesHash are text", () => {
    assert.match(version, /^\d+\.\d+\.\d+/);
    assert.match(rulesHash, /^[0-9a-f]+$/);
  });
});

describe("opaque values", () => {
  // Written as it is, since a literal's keys would be put in order.
  const text =
    '{"z":[1,2.50,-0,1e400,1E+2,null,true],"id":"1","__proto__":{"polluted":true},"constructor":{"prototype":{}},"":"","\\u0000":1,' +
    '"escaped":"\\u00e9\\ud83d\\ude00\\"\\\\\\n\\u2028","deep":{"toJSON":1,"then":2,"length":-1},"10":1,"2":2}';

  test("come back as they were", () => {
    const artifact = frozen(JSON.parse(text));
    const expected = JSON.stringify(artifact);
    const { session, events } = delegated.decide(active, { type: "add_artifact", artifact }, context);
    for (const back of [
      session.artifacts[0],
      events[0].artifact,
      delegated.apply(active, events[0]).artifacts[0],
      delegated.parse(session).artifacts[0],
      delegated.open(session).session().artifacts[0],
    ]) {
      assert.equal(JSON.stringify(back), expected);
      assert.ok(Object.hasOwn(back, "__proto__"));
    }
    assert.equal({}.polluted, undefined);
  });

  test("come back as they were under a key of NUL, too", () => {
    for (const value of [{ "\u0000": "x" }, { "\u0000": "", b: 1 }, { "\u0000": 'a"}b' }]) {
      const artifact = { id: "1", value };
      assert.deepEqual(delegated.parse(withArtifact(artifact)).artifacts, [artifact]);
    }
  });

  test("are equal when their texts are", () => {
    const added = (artifact) =>
      delegated.decide(withArtifact({ id: "1", a: 1, b: "é" }), { type: "add_artifact", artifact }, context);
    assert.equal(added({ id: "1", a: 1.0, b: "\u00e9" }).code, "duplicate");
    assert.equal(added({ id: "1", a: 1, b: "é", c: undefined }).code, "duplicate");
    for (const other of [
      { id: "1", b: "é", a: 1 },
      { id: "1", a: "1", b: "é" },
      { id: "1", a: 1 },
    ]) {
      assert.equal(added(other).code, "id_conflict");
    }
  });

  test("hold what JSON.stringify makes of them", () => {
    const artifact = {
      id: "1",
      numbers: [NaN, Infinity, -Infinity, -0],
      gone: undefined,
      also: () => 1,
      list: [undefined, Symbol("x")],
      when: new Date(0),
      map: new Map([[1, 2]]),
    };
    assert.deepEqual(delegated.parse(withArtifact(artifact)).artifacts, [JSON.parse(JSON.stringify(artifact))]);
  });

  test("keep lone surrogates", () => {
    const artifact = { id: "1", text: "a\ud800b" };
    assert.deepEqual(delegated.parse(withArtifact(artifact)).artifacts, [artifact]);
  });

  test("may be 128 deep", () => {
    const nested = (depth) => Array.from({ length: depth }).reduce((inner) => [inner], 1);
    // The artifact itself is the first level.
    const deepest = { id: "1", in: nested(127) };
    assert.deepEqual(delegated.parse(withArtifact(deepest)).artifacts, [deepest]);
    refuses(() => delegated.parse(withArtifact({ id: "1", in: nested(128) })), "invalid_input", "artifacts[0]", /128/);
    refuses(
      () => delegated.decide(active, { type: "add_artifact", artifact: { id: "1", in: nested(1_000) } }, context),
      "invalid_input",
      "artifact",
    );
  });

  test("brackets in texts are not depth", () => {
    const artifact = { id: "1", text: '[{"'.repeat(200), ["[".repeat(200)]: "\\" };
    assert.deepEqual(delegated.parse(withArtifact(artifact)).artifacts, [artifact]);
  });
});

describe("whatever is given", () => {
  test("is not changed", () => {
    const session = frozen(structuredClone(completed));
    const command = frozen({ type: "complete", reflect: reflect("Completed") });
    const event = frozen({ type: "artifact_added", artifact: { id: "2", n: NaN } });
    const when = frozen({ now: 0, caller: "AGENT" });
    const before = JSON.stringify([session, command, event, when]);
    delegated.decide(session, command, when);
    delegated.apply(session, event);
    delegated.replay(frozen([event, event]), session);
    delegated.view(session, when);
    delegated.offers(session, when);
    delegated.outstanding(session);
    delegated.deadline(session);
    delegated.can(session, "complete");
    delegated.parse(session);
    delegated.cascade(frozen([session]), "s");
    detect(session);
    delegated.fromApi(frozen({ metadata: { uid: "s" }, status: { artifacts: [{ id: "1" }] } }), frozen([]));
    const live = delegated.open(session);
    live.decide(command, when);
    live.apply(frozen([event]));
    assert.equal(JSON.stringify([session, command, event, when]), before);
  });

  test("is not kept: answers share nothing with it", () => {
    const artifact = { id: "1", list: [1] };
    const { session } = delegated.decide(active, { type: "add_artifact", artifact }, context);
    artifact.list.push(2);
    assert.deepEqual(session.artifacts[0].list, [1]);
    session.authority.push("deploy");
    assert.equal(active.authority.length, 2);
  });

  test("may have fields that are not known, however deep, and from a prototype of any name", () => {
    const extra = { a: Array.from({ length: 500 }).reduce((inner) => ({ inner }), 1) };
    const known = delegated.decide(active, { type: "complete" }, context);
    assert.deepEqual(delegated.decide({ ...active, extra }, { type: "complete", extra }, { ...context, extra }), known);
    assert.deepEqual(delegated.apply(active, { type: "initialized", extra }).phase, "Initializing");
    const proto = JSON.parse(`{"__proto__":{"phase":"Error"},"constructor":{},${JSON.stringify(active).slice(1)}`);
    assert.deepEqual(delegated.parse(proto), active);
  });

  test("is read by its own fields", () => {
    refuses(() => delegated.parse(Object.create(active)), "invalid_input", "schema");
    refuses(() => delegated.decide(null, Object.create(create), context), "invalid_input", "type");
    assert.deepEqual(delegated.parse(Object.assign(Object.create(null), active)), active);
  });

  test("may be named as an object's innards are", () => {
    for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty", "", "\u0000", "!"]) {
      const session = after(
        null,
        { ...create, uid: name, agent: name, authority: [name] },
        { type: "initialize" },
        { type: "activate" },
        { type: "add_artifact", artifact: { id: name } },
      );
      assert.deepEqual([session.uid, session.authority, session.artifacts], [name, [name], [{ id: name }]]);
      const child = { ...session, uid: "child", parentUid: name };
      assert.deepEqual(delegated.cascade([session, child], name), ["child"]);
    }
  });

  test("lone surrogates: refused in ids, U+FFFD in messages", () => {
    for (const lone of ["\ud800", "a\udc00", "\udc00\ud800"]) {
      refuses(() => delegated.decide(null, { ...create, uid: lone }, context), "invalid_input", "uid", /lone/);
      refuses(() => delegated.decide(null, { ...create, authority: [lone] }, context), "invalid_input", "authority[0]");
      refuses(() => delegated.parse(withArtifact({ id: lone })), "invalid_input", "artifacts[0].id");
      refuses(() => delegated.cascade([active], lone), "invalid_input", "");
    }
    const { session } = delegated.decide(active, { type: "fail", message: "a\ud800b" }, context);
    assert.equal(session.pendingOutcome.message, "a\ufffdb");
    assert.equal(after(active, { type: "fail", message: "😀" }).pendingOutcome.message, "😀");
  });

  test("may be large: 100,000 artifacts", () => {
    const artifacts = Array.from({ length: 100_000 }, (_, index) => ({ id: `${index}`, index }));
    const session = { ...active, artifacts };
    assert.equal(delegated.parse(session).artifacts.length, 100_000);
    assert.equal(delegated.view(session, context).attention, "working");
    assert.equal(delegated.offers(session, context).length, 9);
    const live = delegated.open(session);
    assert.equal(live.decide({ type: "add_artifact", artifact: { id: "99999" } }, context).code, "id_conflict");
    live.apply(live.decide({ type: "add_artifact", artifact: { id: "new" } }, context).events);
    assert.equal(live.session().artifacts.length, 100_001);
    const twice = [...artifacts, { id: "5" }];
    refuses(() => delegated.parse({ ...session, artifacts: twice }), "invalid_input", "artifacts[100000]");
  });

  test("is refused where JSON cannot hold it, by its place", () => {
    const cycle = { ...active, artifacts: [{ id: "1" }] };
    cycle.artifacts[0].self = cycle;
    refuses(() => delegated.parse(cycle), "invalid_input", "artifacts[0].self", /cycle/);
    refuses(() => delegated.parse({ ...active, createdAt: 1n }), "invalid_input", "createdAt", /BigInt/);
    for (const value of [() => 1, Symbol("x"), 1n]) refuses(() => delegated.parse(value), "invalid_input", "");
  });

  test("may throw when it is looked at", () => {
    for (const thrown of [new Error("mine"), Symbol("mine"), Object.create(null), undefined]) {
      const trap = () => {
        throw thrown;
      };
      const proxy = new Proxy({}, { get: trap, ownKeys: trap });
      for (const ask of [
        () => delegated.parse(proxy),
        () => delegated.decide(proxy, create, context),
        () => delegated.decide(active, proxy, context),
        () => delegated.decide(active, create, proxy),
        () => delegated.decide(active, create, Object.defineProperty({ now: 0 }, "caller", { get: trap })),
        () => delegated.can(proxy, "create"),
        () => delegated.fromApiList([proxy]),
        () => delegated.open(active).view(proxy),
        () => detect(proxy),
      ]) {
        assert.throws(ask, { name: "CountersignError", code: "invalid_input" });
      }
      assert.equal(detect(active), "delegated");
    }
  });
});
