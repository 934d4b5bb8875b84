// The API as its types and their comments say it, method by method: what is asked of an interactive session.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { interactive } from "countersign";
import { refuses } from "./given.js";
import {
  allow,
  answer,
  archive,
  archived,
  broke,
  call,
  calls,
  create,
  created,
  decided,
  decide,
  deleted,
  deny,
  ended,
  finished,
  interrupt,
  message,
  NOW,
  partly,
  remove,
  rested,
  running,
  submit,
  then,
  types,
  waiting,
} from "./lifecycles/interactive.js";

describe("decide", () => {
  test("allowed: rule, events, the session that follows, warnings", () => {
    assert.deepEqual(decide(null, create), {
      outcome: "allowed",
      rule: "create",
      events: [{ ...create, type: "created", at: NOW }],
      session: {
        lifecycle: "interactive",
        schema: 1,
        id: "s",
        status: "idle",
        stopReason: null,
        turn: 0,
        turnInputs: [],
        batch: null,
        pastBatchIds: [],
        deniedCallsRan: [],
        toolPolicies: create.toolPolicies,
        terminatedBy: null,
        error: null,
        createdAt: NOW,
        revision: 1,
      },
      warnings: [],
    });
  });

  test("noop: rule, code, message, the session as it was", () => {
    const { message, ...rest } = decide(partly, submit(deny("1")));
    assert.deepEqual(rest, { outcome: "noop", rule: "approve-again", code: "already_decided", session: partly });
    assert.match(message, /first decision stands.*`1` was `allow`/);
    for (const [session, command, code] of [
      [created, create, "duplicate"],
      [created, submit(interrupt), "nothing_to_interrupt"],
      [waiting, calls("b"), "duplicate"],
      [rested, ended(), "duplicate"],
      [archived, archive, "already_archived"],
      [deleted, remove, "already_deleted"],
    ]) {
      assert.deepEqual([decide(session, command).outcome, decide(session, command).code], ["noop", code]);
    }
  });

  test("denied: code, message, the nearest rule, what is unmet of which input, where it is possible", () => {
    const { message: sentence, unmet, ...rest } = decide(waiting, submit(message(), allow("1"), message()));
    const code = "pending_tool_approval_unresolved";
    assert.deepEqual(rest, { outcome: "denied", code, rule: "message", possibleIn: ["idle"] });
    assert.deepEqual(
      unmet.map(({ guard, code, input }) => [guard, code, input]),
      [
        ["settled", code, 0],
        ["settled", code, 2],
        ["alone", "invalid_tool_approval", 1],
      ],
    );
    assert.equal(sentence, unmet[0].message);
    assert.match(sentence, /^this requires that no tool call waits for approval/);
  });

  test("denied without a session", () => {
    const { message, ...rest } = decide(null, submit(interrupt));
    assert.deepEqual(rest, { outcome: "denied", code: "no_session", rule: null, unmet: [], possibleIn: [] });
    assert.match(message, /session/);
  });

  test("whoever asks, the host has authorised it", () => {
    for (const caller of [undefined, null, "AGENT", "OPERATOR", "SYSTEM"]) {
      assert.equal(interactive.decide(waiting, submit(allow("1")), { now: NOW, caller }).outcome, "allowed");
    }
  });

  test("one decision about all inputs, in whatever order, with the index of each that did nothing", () => {
    const inputs = [allow("2", { denyMessage: "dropped" }), deny("1"), allow("4")];
    const { outcome, events, session, warnings } = decide(partly, submit(...inputs));
    assert.deepEqual([outcome, session.status], ["allowed", "running"]);
    assert.deepEqual(types(events), ["approval_resolved 2", "tool_released 1", "tool_released 2"]);
    assert.deepEqual(
      warnings.map(({ code, input }) => [code, input]),
      [
        ["deny_message_dropped", 0],
        ["already_decided", 1],
        ["unknown_call", 2],
      ],
    );
    const reversed = decide(partly, submit(...inputs.toReversed()));
    assert.deepEqual([reversed.events, reversed.session], [events, session]);
    assert.deepEqual(
      reversed.warnings.map(({ input }) => input),
      [0, 1, 2],
    );
  });

  test("nothing of a request is taken that contradicts itself, or names another batch", () => {
    for (const [inputs, at] of [
      [
        [allow("1"), deny("2"), deny("1")],
        [0, 2],
      ],
      [
        [deny("1"), deny("1", { denyMessage: "no" })],
        [0, 1],
      ],
      [[allow("1"), allow("2", { batchId: "gone" })], [1]],
      [
        [allow("3"), allow("4")],
        [0, 1],
      ],
      [[allow("1"), interrupt], [0]],
    ]) {
      const { code, unmet } = decide(waiting, submit(...inputs));
      assert.equal(code, "invalid_tool_approval");
      assert.deepEqual(
        unmet.map(({ input }) => input),
        at,
      );
    }
  });

  test("▶ the calls are handed out in their order once every one is decided, with the host's own handle", () => {
    const { events } = decide(partly, submit(deny("2", { denyMessage: "not today" })));
    assert.deepEqual(events.slice(1), [
      { type: "tool_released", batchId: "b", callId: "1", ref: null },
      {
        type: "tool_denied",
        batchId: "b",
        callId: "2",
        ref: "h2",
        output: { is_error: true, content: "not today" },
      },
    ]);
    const [, , denied] = decide(partly, submit(deny("2"))).events;
    assert.equal(denied.output.content, "The tool call was denied.");
  });

  test("▶ an interrupt denies whatever has not run, and a message with it begins another turn", () => {
    const after = then(partly, finished("3"));
    const stopped = decide(after, submit(interrupt));
    assert.deepEqual(types(stopped.events), ["tool_denied 1", "tool_denied 2", "turn_interrupted"]);
    assert.deepEqual([stopped.session.status, stopped.session.stopReason], ["idle", "end_turn"]);
    const next = decide(after, submit(message("no, that"), interrupt));
    assert.deepEqual(types(next.events).slice(2), ["turn_interrupted", "turn_started"]);
    assert.deepEqual([next.session.turn, next.session.turnInputs], [2, ["no, that"]]);
  });

  test("a report of another turn changes nothing", () => {
    const next = then(rested, submit(message("and now?")));
    for (const [turn, code] of [
      [1, "stale_turn"],
      [2, undefined],
      [3, "unknown_turn"],
    ]) {
      assert.equal(decide(next, ended(turn)).code, code);
      assert.equal(decide(next, broke({ turn })).code, code);
      assert.equal(decide(next, calls("b", [call("1", "read")], turn)).code, code);
    }
    assert.equal(decide(rested, finished("1")).code, "stale_turn");
  });

  test("a denied call that runs is told of, and remembered until the next turn", () => {
    const { warnings, session } = decide(decided, finished("2"));
    assert.deepEqual(
      warnings.map(({ code, input }) => [code, input]),
      [["denied_call_ran", null]],
    );
    assert.deepEqual(session.deniedCallsRan, [{ batchId: "b", callId: "2" }]);
    assert.deepEqual(then(session, ended()).deniedCallsRan, session.deniedCallsRan);
    assert.deepEqual(then(session, ended(), submit(message())).deniedCallsRan, []);
    assert.deepEqual(decide(decided, finished("2", true)).warnings, []);
  });

  test("what is absent is null", () => {
    const answered = decide(partly, submit(deny("2")));
    assert.deepEqual(decide(partly, submit(deny("2", { denyMessage: null }))), answered);
    const bare = decide(running, calls("b", [{ callId: "1", name: "deploy", toolType: "skill" }]));
    const told = { arguments: null, ref: undefined };
    assert.deepEqual(decide(running, calls("b", [call("1", "deploy", { toolType: "skill", ...told })])), bare);
    assert.deepEqual(decide(running, broke({ turn: null })), decide(running, broke()));
    const without = { ...create, toolPolicies: { default: "always_ask", tools: null } };
    assert.deepEqual(decide(null, without).session.toolPolicies, { default: "always_ask", tools: {} });
    assert.deepEqual(decide(undefined, create), decide(null, create));
    // Null is something to say, nothing is not.
    assert.deepEqual(then(created, submit(message(null))).turnInputs, [null]);
  });

  test("unknown_command", () => {
    refuses(() => decide(created, { type: "interrupt" }), "unknown_command", "type", /`submit`/);
    refuses(() => decide(created, {}), "invalid_input", "type", /missing/);
    refuses(() => decide(created, null), "invalid_input", "");
  });

  test("what is wrong in a command is named by its path", () => {
    const tools = { deploy: "never" };
    for (const [path, command] of [
      ["id", { ...create, id: 7 }],
      ["toolPolicies", { type: "create", id: "s" }],
      ["toolPolicies.default", { ...create, toolPolicies: {} }],
      ["toolPolicies.tools", { ...create, toolPolicies: { default: "always_ask", tools: ["deploy"] } }],
      ["toolPolicies.tools.deploy", { ...create, toolPolicies: { default: "always_ask", tools } }],
      ["inputs", { type: "submit" }],
      ["inputs", { type: "submit", inputs: interrupt }],
      ["inputs[1]", submit(interrupt, null)],
      ["inputs[1].type", submit(interrupt, { type: "approve" })],
      ["inputs[0].type", submit({})],
      ["inputs[0].content", submit({ type: "message" })],
      ["inputs[0].content", submit({ type: "message", content: undefined })],
      ["inputs[0].batchId", submit(allow("1", { batchId: undefined }))],
      ["inputs[0].callId", submit(allow(1))],
      ["inputs[0].decision", submit(answer("1", "approve"))],
      ["inputs[0].denyMessage", submit(deny("1", { denyMessage: 7 }))],
      ["turn", ended("1")],
      ["turn", ended(-1)],
      ["turn", ended(1.5)],
      ["turn", ended(NaN)],
      ["turn", broke({ turn: "1" })],
      ["message", broke({ message: null })],
      ["batchId", calls(null)],
      ["calls", calls("b", [])],
      ["calls", calls("b", {})],
      ["calls[0].name", calls("b", [call("1")])],
      ["calls[0].toolType", calls("b", [call("1", "read", { toolType: "custom" })])],
      ["calls[1]", calls("b", [call("1", "read"), call("1", "deploy")])],
      ["isError", finished("1", "no")],
      ["isError", finished("1", null)],
    ]) {
      refuses(() => decide(running, command), "invalid_input", path);
    }
  });
});

describe("apply and replay", () => {
  const id = (callId) => ({ batchId: "b", callId });

  test("what does not fit leaves the session as it is", () => {
    const gone = { batchId: "b", callId: "gone" };
    for (const event of [
      { type: "approval_requested", ...gone },
      { type: "tool_released", batchId: "gone", callId: "1" },
      { type: "tool_denied", ...gone, output: { is_error: true, content: "…" } },
      { type: "approval_resolved", ...gone, decision: "allow" },
      { type: "tool_finished", ...gone, isError: false },
      { ...waiting.batch, type: "tool_calls" },
      { ...create, type: "created", at: 0 },
    ]) {
      assert.deepEqual(interactive.apply(waiting, event), waiting);
    }
    assert.equal(interactive.apply(null, { type: "archived" }), null);
  });

  test("what happened, happened, whatever the rules say", () => {
    assert.equal(interactive.apply(waiting, { type: "turn_ended", turn: 9 }).stopReason, "end_turn");
    assert.equal(interactive.apply(deleted, { type: "turn_started", turn: 3, turnInputs: [] }).status, "running");
    const [first] = interactive.apply(partly, { type: "approval_resolved", ...id("1"), decision: "deny" }).batch.calls;
    assert.equal(first.decision, "deny");
  });

  test("unknown_event, and what is wrong in one", () => {
    refuses(() => interactive.apply(waiting, { type: "submit" }), "unknown_event", "type", /`turn_started`/);
    refuses(() => interactive.replay([{ type: "archived" }, archive], waiting), "unknown_event", "[1].type");
    const recorded = { ...waiting.batch, type: "tool_calls", batchId: "c", calls: [{ ...waiting.batch.calls[0] }] };
    for (const [path, event] of [
      ["[0].turn", { type: "turn_interrupted" }],
      ["[0].turnInputs", { type: "turn_started", turn: 1 }],
      ["[0].calls[0].policy", { ...recorded, calls: [{ ...recorded.calls[0], policy: "ask" }] }],
      ["[0].calls[0].ran", { ...recorded, calls: [{ ...recorded.calls[0], ran: "yes" }] }],
      ["[0].output.content", { type: "tool_denied", ...id("1"), output: null }],
    ]) {
      refuses(() => interactive.replay([event], waiting), "invalid_input", path);
    }
    refuses(() => interactive.replay(), "invalid_input", "");
  });
});
