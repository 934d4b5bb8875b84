// The API as its types and their comments say it, method by method: what is asked of a delegated session.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { delegated, detect } from "countersign";
import { refuses } from "./given.js";
import { active, completed, context, create, declining, pending, worked } from "./lifecycles/delegated.js";

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
