// What holds for all methods of the interactive lifecycle, whatever values they are given.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { interactive } from "countersign";
import { refuses } from "./given.js";
import {
  allow,
  broke,
  call,
  calls,
  context,
  create,
  created,
  deny,
  ended,
  event,
  finished,
  holding,
  message,
  payload,
  request,
  running,
  submit,
  then,
  waiting,
} from "./lifecycles/interactive.js";

const NAMES = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "",
  "\u0000",
  "!",
  "a.b[0]",
  "null",
  "10",
  "😀",
];

/** An object with one field, by its name whatever that is. */
const of = (name, value) => JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`);
const text = JSON.stringify;

describe("names", () => {
  test("may be as an object's innards are: sessions, batches and calls", () => {
    for (const name of NAMES) {
      const inBatch = { batchId: name };
      const session = then(
        null,
        { ...create, id: name, toolPolicies: { default: "always_ask" } },
        submit(message(name)),
        calls(name, [call(name, name, { arguments: of(name, name), ref: name }), call("other", name)]),
        submit(allow(name, inBatch)),
      );
      assert.deepEqual(interactive.view(session, context).stopReason, {
        type: "requires_action",
        pending_batch_id: name,
        pending_call_ids: ["other"],
      });
      assert.equal(interactive.can(session, "tool_finished", name), true);
      assert.equal(interactive.can(session, "submit", name), false);
      const [first] = interactive.outstanding(then(session, submit(deny("other", { ...inBatch, denyMessage: name }))));
      assert.deepEqual(first, { type: "tool_released", batchId: name, callId: name, ref: name });
      const decided = then(session, submit(deny("other", inBatch)));
      const after = then(decided, finished("other", false, inBatch), finished(name, true, inBatch));
      assert.deepEqual(after.deniedCallsRan, [{ batchId: name, callId: "other" }]);
      assert.equal(text(interactive.parse(after)), text(after));
      assert.deepEqual(then(after, calls("next", [call("1", "x")])).pastBatchIds, [name]);
      assert.equal(interactive.decide(then(after, calls("next")), calls(name), context).code, "batch_open");
    }
  });

  test("of tools too, each with the policy that is its own", () => {
    for (const name of NAMES) {
      const toolPolicies = { default: "always_allow", tools: of(name, "always_ask") };
      const { session } = interactive.decide(null, { ...create, toolPolicies }, context);
      assert.deepEqual(Object.entries(session.toolPolicies.tools), [[name, "always_ask"]]);
      assert.equal(Object.getPrototypeOf(session.toolPolicies.tools), Object.prototype);
      for (const back of [
        session,
        interactive.parse(session),
        interactive.open(session).session(),
        interactive.decide(session, submit(message()), context).session,
        interactive.replay(interactive.decide(null, { ...create, toolPolicies }, context).events),
      ]) {
        assert.equal(text(back.toolPolicies), text(toolPolicies));
      }
      assert.equal(interactive.decide(session, { ...create, toolPolicies }, context).code, "duplicate");

      const others = NAMES.filter((other) => other !== name);
      const made = [name, ...others].map((tool, at) => call(`${at}`, tool));
      const { batch } = then(session, submit(message()), calls("b", made));
      assert.deepEqual(
        batch.calls.filter(({ policy }) => policy === "always_ask").map((call) => call.name),
        [name],
      );
    }
    // All at once, and nobody asks about the one that is not named.
    const tools = JSON.parse(`{${NAMES.map((name) => `${text(name)}:"always_allow"`)}}`);
    const all = then(null, { ...create, toolPolicies: { default: "always_ask", tools } }, submit(message()));
    assert.deepEqual(Object.keys(all.toolPolicies.tools).sort(), [...NAMES].sort());
    const named = NAMES.map((name, at) => call(`${at}`, name));
    assert.equal(then(all, calls("b", named)).status, "running");
    assert.equal(then(all, calls("b", [...named, call("last", "valueOf")])).status, "idle");
    assert.equal({}.polluted, undefined);
  });

  test("in whatever order, policies are the same", () => {
    const tools = { mail: "always_ask", deploy: "always_ask" };
    const again = { ...create, toolPolicies: { ...create.toolPolicies, tools } };
    assert.equal(interactive.decide(created, again, context).code, "duplicate");
    const other = { ...again, toolPolicies: { ...again.toolPolicies, tools: { ...tools, read: "always_ask" } } };
    assert.equal(interactive.decide(created, other, context).code, "id_conflict");
  });

  test("a call is found by its batch and its id, not by its place", () => {
    const recurring = then(
      running,
      calls("a", [call("1", "deploy")]),
      submit(allow("1", { batchId: "a" })),
      calls("b"),
    );
    assert.equal(
      interactive.decide(recurring, submit(allow("1", { batchId: "a" })), context).code,
      "invalid_tool_approval",
    );
    assert.equal(
      interactive.decide(recurring, finished("1", false, { batchId: "a" }), context).code,
      "call_not_released",
    );
    const [first] = then(recurring, submit(deny("1"))).batch.calls;
    assert.deepEqual([first.decision, recurring.pastBatchIds], ["deny", ["a"]]);
  });

  test("lone surrogates: refused in ids, U+FFFD in what people say, kept in what is opaque", () => {
    for (const lone of ["\ud800", "a\udc00", "\udc00\ud800"]) {
      const asks = (session, command) => () => interactive.decide(session, command, context);
      refuses(asks(null, { ...create, id: lone }), "invalid_input", "id", /lone/);
      const toolPolicies = { default: "always_ask", tools: of(lone, "always_ask") };
      assert.throws(asks(null, { ...create, toolPolicies }), { code: "invalid_input", message: /lone/ });
      refuses(asks(running, calls(lone)), "invalid_input", "batchId");
      refuses(asks(running, calls("b", [call(lone, "read")])), "invalid_input", "calls[0].callId");
      refuses(asks(running, calls("b", [call("1", lone)])), "invalid_input", "calls[0].name");
      refuses(asks(waiting, submit(allow(lone))), "invalid_input", "inputs[0].callId");
      refuses(asks(waiting, submit(allow("1", { batchId: lone }))), "invalid_input", "inputs[0].batchId");
      refuses(asks(waiting, finished(lone)), "invalid_input", "callId");
      refuses(() => interactive.parse(holding({ status: lone })), "invalid_input", "status");
      refuses(() => interactive.parse(holding({ pastBatchIds: [lone] })), "invalid_input", "pastBatchIds[0]");
      refuses(() => interactive.fromApi(payload({ id: lone })), "invalid_input", "id");
      assert.deepEqual(then(created, submit(message(lone))).turnInputs, [lone]);
      const [{ ref }] = then(running, calls("b", [call("1", "read", { ref: lone })])).batch.calls;
      assert.equal(ref, lone);
      assert.equal(interactive.can(waiting, "submit", lone), false);
    }
    assert.equal(then(running, broke({ message: "a\ud800b" })).error, "a\ufffdb");
    const [{ denyMessage }] = then(waiting, submit(deny("1", { denyMessage: "a\ud800b" }))).batch.calls;
    assert.equal(denyMessage, "a\ufffdb");
    assert.equal(then(running, broke({ message: "😀" })).error, "😀");
  });
});

describe("numbers", () => {
  test("turns are counted as far as JavaScript counts", () => {
    const last = { ...created, turn: Number.MAX_SAFE_INTEGER, revision: Number.MAX_SAFE_INTEGER };
    const session = then(last, submit(message()));
    assert.deepEqual([session.turn, session.revision, session.status], [last.turn, last.revision, "running"]);
    assert.equal(then(session, ended(last.turn)).status, "idle");
    for (const turn of [2 ** 53, -1, 0.5, NaN, Infinity]) {
      refuses(() => interactive.decide(running, ended(turn), context), "invalid_input", "turn");
      refuses(() => interactive.parse({ ...running, turn }), "invalid_input", "turn");
    }
  });

  test("NaN is no time, wherever one is", () => {
    for (const nonsense of [NaN, Infinity, -Infinity, 8.64e15 + 1]) {
      refuses(() => interactive.apply(null, { ...create, type: "created", at: nonsense }), "invalid_input", "at");
      refuses(() => interactive.parse({ ...created, createdAt: nonsense }), "invalid_input", "createdAt");
      refuses(() => interactive.fromApi(payload({ created_at: nonsense })), "invalid_input", "created_at");
    }
  });
});

describe("what is large", () => {
  const many = 20_000;
  const made = Array.from({ length: many }, (_, at) => call(`${at}`, at % 2 ? "read" : "deploy"));

  test("a batch of 20,000 calls is asked about, answered at once, and denied at once", () => {
    const { session, events } = interactive.decide(running, calls("b", made), context);
    assert.equal(events.length, many + 1);
    assert.equal(interactive.offers(session, context).length, 2 * (many / 2) + many / 2 + 9);
    assert.equal(interactive.can(session, "submit", `${many - 2}`), true);
    const answers = made.flatMap(({ callId }, at) => (at % 2 ? [] : allow(callId)));
    const live = interactive.open(session);
    const decision = live.decide(submit(...answers.toReversed()), context);
    assert.equal(decision.events.length, many);
    live.apply(decision.events);
    assert.equal(live.session().status, "running");
    const stopped = interactive.decide(session, submit({ type: "interrupt" }), context);
    assert.deepEqual([stopped.events.length, stopped.session.batch], [many + 1, null]);
  });

  test("as many policies", () => {
    const named = made.map((call) => ({ ...call, name: `tool ${call.callId}` }));
    const tools = Object.fromEntries(named.map(({ name }) => [name, "always_ask"]));
    const session = then(null, { ...create, toolPolicies: { default: "always_allow", tools } }, submit(message()));
    assert.equal(Object.keys(session.toolPolicies.tools).length, many);
    const { pending_call_ids } = interactive.view(then(session, calls("b", named)), context).stopReason;
    assert.equal(pending_call_ids.length, many);
  });

  test("as many inputs, earlier batches and events of a vendor", () => {
    const said = made.map(({ callId }) => message(callId));
    assert.equal(then(created, submit(...said)).turnInputs.length, many);
    const past = { ...waiting, pastBatchIds: made.map(({ callId }) => callId) };
    assert.equal(interactive.decide({ ...past, status: "running" }, calls("77", made), context).code, "stale_batch");
    const [{ data }] = request.content;
    const requests = made.map(({ callId }) =>
      event("tool_approval_request", { ...data, call_id: callId }, { id: callId, session_id: "sesn_1" }),
    );
    const waits = {
      type: "requires_action",
      pending_batch_id: "b",
      pending_call_ids: made.map(({ callId }) => callId),
    };
    const imported = interactive.fromApi(payload({ stop_reason: waits }), requests);
    assert.equal(imported.session.batch.calls.length, many);
  });
});
