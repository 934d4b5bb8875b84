// Field case 24: the engine stops in the middle of a call. Provoked in builds that do, and with the shipped one.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { delegated, interactive, reversible } from "countersign";
import { small, TRAP, trapping } from "./engine/broken.js";

const context = { now: 1_700_000_000_000 };
const WHOLE = { reversible, interactive, delegated };
const RESTARTED = { name: "CountersignError", code: "engine_restarted" };
// A first command of each lifecycle, and one after it.
const COMMANDS = {
  reversible: [{ type: "create", id: "run-1", agentId: "billing" }, { type: "complete" }],
  interactive: [
    { type: "create", id: "chat-1", toolPolicies: { default: "always_ask", tools: {} } },
    { type: "submit", inputs: [{ type: "message", content: "hello" }] },
  ],
  delegated: [{ type: "create", uid: "u", agent: "a", task: "t", harness: "h", authority: [] }, { type: "initialize" }],
};
const folder = mkdtempSync(join(tmpdir(), "countersign-trap-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** The package, whose entries have these bytes. */
async function withBytes(name, bytes) {
  const to = join(folder, name);
  cpSync(fileURLToPath(new URL("..", import.meta.url)), to, {
    recursive: true,
    filter: (path) => !/\/(test|samples|store|node_modules)$/.test(path),
  });
  writeFileSync(
    join(to, "inline.js"),
    `export const bytes = () => Buffer.from("${Buffer.from(bytes).toString("base64")}", "base64");`,
  );
  const slim = await import(join(to, "slim.js"));
  slim.initSync(bytes);
  return { entry: await import(join(to, "index.js")), slim };
}

describe("a build that traps", () => {
  let builds;
  before(async () => {
    builds = await withBytes("trapping", trapping());
  });

  for (const name of ["entry", "slim"]) {
    for (const [lifecycle, [first, second]] of Object.entries(COMMANDS)) {
      test(`${name}, ${lifecycle}: a typed error, the handles are gone, the next call works`, () => {
        const api = builds[name];
        const its = api[lifecycle];
        const { session } = its.decide(null, first, context);
        // A build that is whole decides the very command.
        assert.equal(WHOLE[lifecycle].decide(session, { ...TRAP, ...second }, context).outcome, "allowed");

        const live = its.open(session);
        const trapped = (thrown) => {
          assert.ok(thrown instanceof api.CountersignError);
          assert.equal(thrown.code, "engine_trapped");
          assert.equal(thrown.path, "");
          assert.match(thrown.message, /RuntimeError: unreachable/);
          assert.ok(thrown.cause instanceof WebAssembly.RuntimeError);
          return true;
        };
        assert.throws(() => its.decide(session, { ...TRAP, ...second }, context), trapped);
        for (const use of [
          () => live.session(),
          () => live.view(context),
          () => live.offers(context),
          () => live.apply([]),
          () => live.decide(second, context),
        ]) {
          assert.throws(use, RESTARTED);
        }
        live[Symbol.dispose]();

        assert.equal(api.detect(session), lifecycle);
        const fresh = its.open(session);
        assert.deepEqual(fresh.session(), session);
        assert.throws(() => fresh.decide({ ...TRAP, ...second }, context), trapped);
        assert.throws(() => fresh.session(), RESTARTED);
        assert.equal(its.decide(session, second, context).outcome, "allowed");
      });
    }
  }
});

test("a build that has little memory traps at what is too large for it, and takes what is not", async () => {
  const { entry } = await withBytes("small", small(64));
  const found = { allowed: 0, engine_trapped: 0 };
  for (let length = 1000; length < 8_000_000; length *= 1.5) {
    const [create] = COMMANDS.delegated;
    const live = entry.delegated.open(entry.delegated.decide(null, create, context).session);
    const answer = () => entry.delegated.decide(null, { ...create, task: "x".repeat(length) }, context).outcome;
    const outcome = tried(answer);
    found[outcome]++;
    // What was opened before is what it was, or gone.
    if (outcome === "engine_trapped") assert.throws(() => live.session(), RESTARTED);
    else assert.equal(live.session().phase, "Pending");
  }
  assert.deepEqual(Object.keys(found), ["allowed", "engine_trapped"]);
  assert.ok(found.allowed > 3 && found.engine_trapped > 3, JSON.stringify(found));
});

test("the shipped build traps at the end of the stack, and the next call works", () => {
  const [first, second] = COMMANDS.interactive;
  const { session } = interactive.decide(null, first, context);
  const deep = (use) => {
    use();
    deep(use);
  };
  // What makes the error is compiled when it is first needed, and then there would be no room for that.
  assert.throws(() => interactive.parse(17), { code: "invalid_input" });
  for (let round = 0; round < 5; round++) {
    const others = delegated.open(delegated.decide(null, COMMANDS.delegated[0], context).session);
    const live = interactive.open(session);
    assert.throws(
      () => deep(() => live.view(context)),
      (thrown) => thrown.code === "engine_trapped" && thrown.cause instanceof RangeError,
    );
    assert.throws(() => live.session(), RESTARTED);
    assert.throws(() => others.session(), RESTARTED);
    assert.deepEqual(interactive.open(session).session(), session);
    assert.equal(interactive.decide(session, second, context).outcome, "allowed");
  }
});

test("a stack that has no room even for the error costs no more than that", () => {
  const deep = () => {
    try {
      return deep();
    } catch {
      tried(() => delegated.view({}, context));
    }
  };
  for (let i = 0; i < 20; i++) deep();
  assert.equal(delegated.decide(null, COMMANDS.delegated[0], context).outcome, "allowed");
});

function tried(ask) {
  try {
    return ask();
  } catch (error) {
    return error.code ?? error.constructor.name;
  }
}
