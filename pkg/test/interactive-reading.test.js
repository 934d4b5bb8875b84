// The API as its types and their comments say it, method by method: how interactive sessions are read and opened.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { CountersignError, detect, interactive } from "countersign";
import { frozen, refuses } from "./given.js";
import {
  allow,
  archived,
  broken,
  call,
  calls,
  context,
  created,
  decided,
  deniedRan,
  deny,
  event,
  holding,
  interactive as lifecycle,
  message,
  NOW,
  partly,
  payload,
  request,
  running,
  submit,
  then,
  waiting,
} from "./lifecycles/interactive.js";

describe("parse", () => {
  test("gives the session back, without what it does not know, with times as numbers", () => {
    const told = structuredClone(partly);
    told.owner = { of: [null] };
    told.createdAt = "2026-01-01T01:00:00.000+01:00";
    told.batch.calls[0].server = "…";
    told.toolPolicies.by = "ana";
    assert.deepEqual(interactive.parse(told), partly);
  });

  test("a missing optional field is null", () => {
    const { stopReason, batch, terminatedBy, error, ...rest } = created;
    assert.deepEqual(interactive.parse(rest), created);
    const bare = waiting.batch.calls.map(({ decision, denyMessage, ran, ref, ...call }) => call);
    const without = holding({ batch: { ...waiting.batch, calls: bare } });
    const handles = waiting.batch.calls.map((call) => ({ ...call, ref: null }));
    assert.deepEqual(interactive.parse(without), holding({ batch: { ...waiting.batch, calls: handles } }));
    const { tools, ...policies } = created.toolPolicies;
    const parsed = interactive.parse({ ...created, toolPolicies: policies });
    assert.deepEqual(parsed.toolPolicies, { ...policies, tools: {} });
  });

  test("a stop reason in the vendor's form is read as its name", () => {
    for (const type of ["end_turn", "retries_exhausted", "requires_action"]) {
      const told = { type, pending_batch_id: "b", pending_call_ids: ["1"] };
      assert.equal(interactive.parse(holding({ stopReason: told })).stopReason, type);
    }
    assert.deepEqual(
      interactive.parse(holding({ stopReason: interactive.view(waiting, context).stopReason })),
      waiting,
    );
  });

  test("only one that rests has a reason to", () => {
    for (const status of ["running", "terminated"]) {
      for (const stopReason of ["end_turn", "paused", { type: "requires_action" }, 7, [], {}]) {
        assert.equal(interactive.parse(holding({ status, stopReason })).stopReason, null);
      }
    }
  });

  test("what is not known is kept as it came, and comes through decisions so", () => {
    for (const change of [
      { status: "rescheduling" },
      { status: "__proto__" },
      { status: "constructor", stopReason: "__proto__" },
      { stopReason: "" },
      { stopReason: { type: "paused", until: [{ n: 1.5 }], 10: 1, 2: 2 } },
      { stopReason: JSON.parse('{"__proto__":{"type":"end_turn"},"type":"constructor"}') },
    ]) {
      const session = holding(change);
      assert.equal(JSON.stringify(interactive.parse(session)), JSON.stringify(session));
      const after = interactive.decide(session, { type: "unrecoverable_error", message: "…" }, context).session;
      assert.deepEqual([after.status, after.stopReason, after.error], ["terminated", null, "…"]);
      const resolved = { type: "approval_resolved", batchId: "b", callId: "3", decision: "allow" };
      const { status, stopReason } = interactive.apply(session, resolved);
      assert.equal(JSON.stringify([status, stopReason]), JSON.stringify([session.status, session.stopReason]));
    }
  });

  test("what contradicts itself is accepted and reported", () => {
    const ofCall = (fields) => ({ batch: { ...waiting.batch, calls: [{ ...waiting.batch.calls[0], ...fields }] } });
    for (const [session, message] of [
      [holding({ batch: null }), /no tool call waits/],
      [holding({ stopReason: "end_turn" }), /`1` waits for approval, and the session is `idle`/],
      [holding({ turn: 0 }), /no turn has begun/],
      [holding({ turnInputs: ["…"] }), /not at its beginning/],
      [{ ...archived, pastBatchIds: ["b"] }, /batches are kept/],
      [holding({ status: "terminated", ...ofCall({ decision: "allow" }) }), /`b` is recorded/],
      [holding({ turn: 2 }), /is of turn 1, and the present one is turn 2/],
      [holding({ pastBatchIds: ["b"] }), /an earlier one as well/],
      [holding({ status: "running", ...ofCall({ policy: "always_allow", decision: "deny" }) }), /nobody is asked/],
      [holding({ status: "running", ...ofCall({ decision: "allow", denyMessage: "no" }) }), /was not denied/],
      [holding(ofCall({ ran: "ok" })), /was not handed out/],
      [{ ...created, terminatedBy: "archived" }, /its status is `idle`/],
      [{ ...created, error: "…" }, /did not terminate/],
    ]) {
      const { conditions, terminal, attention } = interactive.view(interactive.parse(session), context);
      assert.match(conditions.inconsistent, message);
      assert.equal(attention, terminal ? "done" : "needs_human");
    }
  });

  test("unknown_schema, before anything else is looked at", () => {
    for (const schema of [0, 2, -1]) {
      refuses(() => interactive.parse({ ...waiting, schema }), "unknown_schema", "schema", /expected 1/);
    }
    refuses(() => interactive.parse({ ...waiting, lifecycle: "delegated" }), "invalid_input", "lifecycle");
    refuses(() => interactive.parse(payload()), "invalid_input", "", /fromApi/);
  });

  test("types and closed sets, by path", () => {
    for (const [path, change] of [
      ["id", { id: 7 }],
      ["status", { status: null }],
      ["stopReason", { stopReason: 7 }],
      ["stopReason", { stopReason: ["end_turn"] }],
      ["stopReason.type", { stopReason: {} }],
      ["stopReason.type", { stopReason: { type: 7 } }],
      ["turn", { turn: -1 }],
      ["turn", { turn: 2 ** 53 }],
      ["turnInputs", { turnInputs: null }],
      ["batch", { batch: [] }],
      ["batch.calls", { batch: { ...waiting.batch, calls: null } }],
      ["batch.calls[1]", { batch: { ...waiting.batch, calls: [waiting.batch.calls[0], waiting.batch.calls[0]] } }],
      ["pastBatchIds[1]", { pastBatchIds: ["a", "a"] }],
      ["deniedCallsRan[0].callId", { deniedCallsRan: [{ batchId: "b" }] }],
      ["toolPolicies", { toolPolicies: null }],
      ["toolPolicies.default", { toolPolicies: { tools: {} } }],
      ["toolPolicies.tools.mail", { toolPolicies: { default: "always_ask", tools: { mail: null } } }],
      ["terminatedBy", { terminatedBy: "person" }],
      ["error", { error: {} }],
      ["createdAt", { createdAt: "yesterday" }],
      ["revision", { revision: 1.5 }],
    ]) {
      refuses(() => interactive.parse({ ...waiting, ...change }), "invalid_input", path);
    }
    for (const [field, value] of [
      ["callId", 1],
      ["name", null],
      ["toolType", "constructor"],
      ["policy", "ask"],
      ["decision", "approve"],
      ["decision", "null"],
      ["denyMessage", 7],
      ["ran", true],
    ]) {
      const batch = { ...waiting.batch, calls: [{ ...waiting.batch.calls[0], [field]: value }] };
      refuses(() => interactive.parse({ ...waiting, batch }), "invalid_input", `batch.calls[0].${field}`);
    }
  });
});

describe("fromApi", () => {
  const codes = ({ warnings }) => warnings.map(({ code }) => code).sort();

  test("a payload and its events give the session, with a warning for what they do not tell", () => {
    const message = { role: "user", created_at: "2025-12-31T23:59:59Z" };
    const events = [event("message", { text: "ship it" }, message), request];
    const imported = interactive.fromApi(frozen(payload()), frozen(events));
    assert.deepEqual(codes(imported), ["policies_unknown"]);
    assert.deepEqual(interactive.fromApi(payload(), { data: events }), imported);
    assert.deepEqual(imported.session, {
      ...waiting,
      id: "sesn_1",
      batch: {
        ...waiting.batch,
        calls: [{ ...waiting.batch.calls[0], arguments: '{"to":"production"}' }],
      },
      toolPolicies: { default: "always_ask", tools: {} },
      createdAt: NOW,
      revision: 1,
    });
    assert.deepEqual(interactive.parse(imported.session), imported.session);
    assert.equal(then(imported.session, submit(allow("1"))).status, "running");
  });

  test("the snapshot says which calls wait; of one without its request the name is not known", () => {
    const imported = interactive.fromApi(payload(), []);
    assert.deepEqual(codes(imported), ["policies_unknown", "request_unknown"]);
    const [{ callId, name, decision }] = imported.session.batch.calls;
    assert.deepEqual([callId, name, decision], ["1", "", null]);
    for (const { message, input } of imported.warnings) {
      assert.match(message, /`/);
      assert.equal(input, null);
    }
  });

  test("status and reason as they come", () => {
    const told = (fields) => {
      const { session } = interactive.fromApi(payload(fields));
      return [session.status, session.stopReason, session.turn, interactive.view(session, context).display];
    };
    assert.deepEqual(told({ stop_reason: null }), ["idle", null, 0, "idle"]);
    assert.deepEqual(told({ stop_reason: "end_turn" }), ["idle", "end_turn", 1, "idle"]);
    assert.deepEqual(told({ stop_reason: { type: "retries_exhausted" } }), ["idle", "retries_exhausted", 1, "idle"]);
    assert.deepEqual(told({ status: "running" }), ["running", null, 1, "running"]);
    assert.deepEqual(told({ status: "terminated" }), ["terminated", null, 1, "terminated"]);
    assert.deepEqual(told({ stop_reason: "paused" }), ["idle", "paused", 1, "unknown"]);
    assert.equal(told({ status: "rescheduling" })[3], "unknown");
  });

  test("detect knows the payload, and a list of them", () => {
    for (const value of [payload(), payload({ stop_reason: null }), payload({ status: "rescheduling" })]) {
      assert.equal(detect(value), "interactive");
      assert.equal(detect({ data: [value] }), "interactive");
    }
  });

  test("another payload is nonsense, named by its path", () => {
    refuses(() => interactive.fromApi(undefined), "invalid_input", "");
    refuses(() => interactive.fromApi(payload({ id: 7 })), "invalid_input", "id");
    refuses(() => interactive.fromApi(payload({ status: null })), "invalid_input", "status");
    refuses(() => interactive.fromApi(payload({ stop_reason: 7 })), "invalid_input", "stop_reason");
    refuses(() => interactive.fromApi(payload(), 7), "invalid_input", "", /`more` is /);
  });

  test("a bad item loses no other", () => {
    const items = [payload(), payload({ status: 7 }), payload({ id: "sesn_2", stop_reason: null })];
    for (const [list, path] of [
      [items, "[1].status"],
      [{ data: items }, "data[1].status"],
    ]) {
      const [first, bad, last] = interactive.fromApiList(list);
      assert.deepEqual(first, interactive.fromApi(items[0]));
      assert.ok(bad.error instanceof CountersignError);
      assert.deepEqual([bad.error.code, bad.error.path], ["invalid_input", path]);
      assert.equal(last.session.id, "sesn_2");
    }
    assert.deepEqual(interactive.fromApiList([]), []);
  });
});

describe("open", () => {
  test("gives copies", () => {
    const live = interactive.open(waiting);
    live.session().batch.calls.pop();
    assert.deepEqual(live.session(), waiting);
  });

  test("applies all events or none", () => {
    const live = interactive.open(waiting);
    const { events } = interactive.decide(waiting, submit(allow("1")), context);
    refuses(() => live.apply([...events, { type: "turn_ended" }]), "invalid_input", "[1].turn");
    assert.deepEqual(live.session(), waiting);
    live.apply(events);
    assert.deepEqual(live.session(), partly);
  });

  test("goes through a long turn as the free functions do", () => {
    const live = interactive.open(running);
    let session = running;
    for (let number = 1; number <= 100; number++) {
      const batchId = `${number % 40}`;
      for (const command of [
        calls(batchId, [call("1", "deploy"), call("2", "read")]),
        submit(deny("1", { batchId })),
      ]) {
        const { session: next, ...decision } = interactive.decide(session, command, context);
        assert.deepEqual(live.decide(command, context), decision);
        if (decision.outcome === "allowed") live.apply(decision.events);
        session = next ?? session;
      }
    }
    assert.deepEqual(live.session(), session);
    assert.deepEqual([session.pastBatchIds.length, session.batch.batchId], [39, "0"]);
  });

  test("survives nonsense, as do its siblings", () => {
    const [live, sibling] = [interactive.open(decided), interactive.open(deniedRan)];
    refuses(() => live.decide({ type: "interrupt" }, context), "unknown_command", "type");
    refuses(() => live.decide(submit(message(), {}), context), "invalid_input", "inputs[1].type");
    for (const ask of ["view", "offers"]) refuses(() => live[ask]({ now: 0.5 }), "invalid_input", "now");
    refuses(() => interactive.open({ ...broken, turn: null }), "invalid_input", "turn");
    assert.deepEqual([live.session(), sibling.session()], [decided, deniedRan]);
    assert.deepEqual(live.offers(context), lifecycle.api.offers(decided, context));
  });
});
