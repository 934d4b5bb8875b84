// Which argument of a call an error is about: several may have the same path in them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CountersignError, delegated, detect, interactive, reversible } from "countersign";
import * as ofDelegated from "./lifecycles/delegated.js";
import * as ofInteractive from "./lifecycles/interactive.js";
import * as ofReversible from "./lifecycles/reversible.js";

const context = { now: 0, caller: "OPERATOR" };
const cyclic = {};
cyclic.id = cyclic;
// Refused by the engine, and before it is asked.
const nonsense = [
  [7, ""],
  [{ type: 7 }, /^(type|schema|)$/],
  [cyclic, "id"],
  [Symbol("x"), ""],
];

const CREATED = {
  reversible: [reversible, ofReversible.create],
  interactive: [interactive, ofInteractive.create],
  delegated: [delegated, ofDelegated.create],
};

function about(argument, path, ask) {
  assert.throws(ask, (error) => {
    assert.ok(error instanceof CountersignError, String(error));
    assert.equal(error.argument, argument, error.message);
    if (path instanceof RegExp) assert.match(error.path, path);
    else assert.equal(error.path, path, error.message);
    return true;
  });
}

for (const [name, [api, create]] of Object.entries(CREATED)) {
  const id = "uid" in create ? "uid" : "id";
  const { session, events } = api.decide(null, create, context);

  test(`${name}: each method names its arguments`, () => {
    for (const [value, path] of nonsense) {
      about("session", path, () => api.decide(value, create, context));
      about("command", path, () => api.decide(session, value, context));
      about("session", path, () => api.apply(value, events[0]));
      about("event", path, () => api.apply(session, value));
      about("session", path, () => api.replay(events, value));
      for (const ask of [api.view, api.offers, api.outstanding, api.deadline, api.open]) {
        about("session", path, () => ask(value, context));
      }
      about("command", path, () => api.open(session).decide(value, context));
      about("value", path, () => api.parse(value));
    }
    about("events", "", () => api.replay(7, session));
    about("events", "[1].type", () => api.replay([...events, {}], session));
    about("events", "[0].type", () => api.open(session).apply([{}]));
    about("value", "", () => api.fromApi(7));
    about("value", "", () => api.fromApiList(7));
  });

  test(`${name}: the same path in the session and in the command`, () => {
    about("session", id, () => api.decide({ ...session, [id]: 7 }, create, context));
    about("command", id, () => api.decide(session, { ...create, [id]: 7 }, context));
    about("event", id, () => api.apply(null, { ...events[0], [id]: 7 }));
  });

  test(`${name}: the context`, () => {
    const live = api.open(session);
    for (const ask of [(context) => api.decide(session, create, context), (context) => api.view(session, context)]) {
      about("context", "now", () => ask({}));
      about("context", "now", () => ask(undefined));
      about("context", "now", () => ask({ now: "2026-01-01" }));
      about("context", "now", () => ask({ now: 1.5 }));
      about("context", "caller", () => ask({ now: 0, caller: "NOBODY" }));
      about("context", "caller", () => ask({ now: 0, caller: 7 }));
      about("context", "caller", () => ask({ now: 0, caller: 7n }));
      about("context", "caller.id", () => ask({ now: 0, caller: cyclic }));
      about("context", "now", () =>
        ask({
          get now() {
            throw new Error("mine");
          },
        }),
      );
    }
    about("context", "now", () => live.offers({}));
    about("context", "now", () => live.decide(create, {}));
  });
}

test("what single lifecycles have beyond that", () => {
  about("value", "", () => detect(Symbol("x")));
  about("session", "", () => reversible.rollback(7, context));
  about("session", "", () => reversible.approvals(7, context));
  about("session", "", () => reversible.displayStatus(7));
  about("session", "status", () => reversible.displayStatus({ status: "active", actions: [] }));
  about("session", "actions", () => reversible.displayStatus({ status: "ACTIVE" }));
  about("session", "actions[0].undo", () =>
    reversible.displayStatus({ status: "ACTIVE", actions: [{ status: "SUCCESS" }] }),
  );
  about("columns", "stored", () => reversible.displayStatuses({}));
  about("policies", "[0]", () => reversible.evaluatePolicies([7], { apiName: "a" }));
  about("action", "apiName", () => reversible.evaluatePolicies([], {}));
  about("mode", "", () => reversible.evaluatePolicies([], { apiName: "a" }, "lenient"));
  about("sessions", "[0]", () => delegated.cascade([7], "s"));
  about("uid", "", () => delegated.cascade([], 7));
});

test("what is beside a payload", () => {
  const payload = { id: "s", agentId: "a", status: "ACTIVE", actions: [] };
  about("more", "[0]", () => reversible.fromApi(payload, [7]));
  const [one] = reversible.fromApiList([payload], [7]);
  assert.deepEqual([one.error.argument, one.error.path], ["more", "[0]"]);
  const [bad] = reversible.fromApiList([{ ...payload, agentId: 7 }]);
  assert.deepEqual([bad.error.argument, bad.error.path], ["value", "[0].agentId"]);
});
