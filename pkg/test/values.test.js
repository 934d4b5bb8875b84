// What holds for all methods of the API, whatever values they are given.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { delegated, detect } from "countersign";
import { active, after, completed, create, frozen, refuses, withArtifact } from "./given.js";
import { context, reflect } from "./types/walk.js";

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
