// What holds for all methods of the API, whatever values they are given.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { delegated, detect } from "countersign";
import { frozen, refuses } from "./given.js";
import { lifecycles } from "./lifecycles/all.js";
import { active, context, create, then, withArtifact } from "./lifecycles/delegated.js";

for (const { name, api, status, context, sample } of lifecycles) {
  describe(`whatever is given to ${name}`, () => {
    test("is not changed", () => {
      const { session, command, event, payload, more } = frozen(structuredClone({ ...sample, own: null }));
      const when = frozen({ now: 0, caller: "AGENT" });
      const before = JSON.stringify([session, command, event, payload, more, when]);
      api.decide(session, command, when);
      api.apply(session, event);
      api.replay(frozen([event, event]), session);
      api.view(session, when);
      api.offers(session, when);
      api.outstanding(session);
      api.deadline(session);
      api.can(session, command.type);
      api.can(session, command.type, "1");
      api.parse(session);
      api.fromApi(payload, more);
      api.fromApiList(frozen([payload]), more);
      detect(session);
      sample.own(session);
      const live = api.open(session);
      live.decide(command, when);
      live.apply(frozen([event]));
      assert.equal(JSON.stringify([session, command, event, payload, more, when]), before);
    });

    test("may have fields that are not known, however deep, and from a prototype of any name", () => {
      const extra = { a: Array.from({ length: 500 }).reduce((inner) => ({ inner }), 1) };
      const { session, command, event } = sample;
      assert.deepEqual(
        api.decide({ ...session, extra }, { ...command, extra }, { ...context, extra }),
        api.decide(session, command, context),
      );
      assert.deepEqual(api.apply(session, { ...event, extra }), api.apply(session, event));
      const proto = `{"__proto__":{"${status}":"Error"},"constructor":{},${JSON.stringify(session).slice(1)}`;
      assert.deepEqual(api.parse(JSON.parse(proto)), session);
    });

    test("is read by its own fields", () => {
      refuses(() => api.parse(Object.create(sample.session)), "invalid_input", "schema");
      refuses(() => api.decide(null, Object.create(sample.create), context), "invalid_input", "type");
      assert.deepEqual(api.parse(Object.assign(Object.create(null), sample.session)), sample.session);
    });

    test("is refused where JSON cannot hold it, by its place", () => {
      const cycle = { ...sample.session };
      cycle.self = [cycle];
      refuses(() => api.parse(cycle), "invalid_input", "self[0]", /cycle/);
      refuses(() => api.parse({ ...sample.session, createdAt: 1n }), "invalid_input", "createdAt", /BigInt/);
      for (const value of [() => 1, Symbol("x"), 1n]) refuses(() => api.parse(value), "invalid_input", "");
    });

    test("may throw when it is looked at", () => {
      const { session, create } = sample;
      for (const thrown of [new Error("mine"), Symbol("mine"), Object.create(null), undefined]) {
        const trap = () => {
          throw thrown;
        };
        const proxy = new Proxy({}, { get: trap, ownKeys: trap });
        for (const ask of [
          () => api.parse(proxy),
          () => api.decide(proxy, create, context),
          () => api.decide(session, proxy, context),
          () => api.decide(session, create, proxy),
          () => api.decide(session, create, Object.defineProperty({ now: 0 }, "caller", { get: trap })),
          () => api.can(proxy, "create"),
          () => api.fromApi({}, proxy),
          () => api.fromApiList([proxy]),
          () => api.open(session).view(proxy),
          () => sample.own(proxy),
          () => detect(proxy),
        ]) {
          assert.throws(ask, { name: "CountersignError", code: "invalid_input" });
        }
        assert.equal(detect(session), name);
      }
    });

    test("the time is an integer that a date can hold, the caller one of three", () => {
      const decide = (context) => () => api.decide(sample.session, sample.command, context);
      for (const now of [
        NaN,
        Infinity,
        -Infinity,
        0.5,
        8.64e15 + 1,
        "0",
        "2026-03-01T00:00:00Z",
        0n,
        null,
        undefined,
      ]) {
        refuses(decide({ now }), "invalid_input", "now");
      }
      for (const nothing of [undefined, null, 0, "now", {}]) refuses(decide(nothing), "invalid_input", "now");
      for (const now of [0, -0, -1, 8.64e15, -8.64e15]) assert.equal(typeof decide({ now })().outcome, "string");
      for (const caller of ["AGENT", "OPERATOR", "SYSTEM", null, undefined]) {
        assert.equal(typeof decide({ now: 0, caller })().outcome, "string");
      }
      for (const caller of ["agent", "", 7, {}, ["AGENT"]]) {
        refuses(decide({ now: 0, caller }), "invalid_input", "caller", /`SYSTEM`/);
      }
    });
  });
}

describe("whatever is given to delegated, by name", () => {
  test("is not kept: answers share nothing with it", () => {
    const artifact = { id: "1", list: [1] };
    const { session } = delegated.decide(active, { type: "add_artifact", artifact }, context);
    artifact.list.push(2);
    assert.deepEqual(session.artifacts[0].list, [1]);
    session.authority.push("deploy");
    assert.equal(active.authority.length, 2);
  });

  test("may be named as an object's innards are", () => {
    for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty", "", "\u0000", "!"]) {
      const session = then(
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
    assert.equal(then(active, { type: "fail", message: "😀" }).pendingOutcome.message, "😀");
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
});
