// Every code of a CountersignError, each from the smallest thing that is answered with it.
import { compile } from "../../compile.js";
import { api } from "../../engine.js";
import { CountersignError, delegated, reversible } from "../../index.js";
import { bytes } from "../../inline.js";
import { delegated as slim } from "../../slim.js";
import { glue } from "../../wasm/glue.js";

const context = { now: 0 };
const create = { type: "create", uid: "s", agent: "a", task: "t", harness: "h", authority: [] };

/** From code to error. */
export function provoked() {
  const { session } = delegated.decide(null, create, context);
  const module = new WebAssembly.Module(bytes());
  const another = api(
    () => module,
    () => ({ ...glue(), version: () => "0.0.0" }),
  );
  const frail = api(() => module, trapping);
  const held = frail.delegated.open(session);
  const disposed = delegated.open(session);
  // Where the runtime has no name for it there is no way to dispose either.
  disposed[Symbol.dispose]?.();

  const errors = [
    () => delegated.parse(null),
    () => delegated.decide(session, { type: "submit" }, context),
    () => delegated.apply(session, { type: "submitted" }),
    () => delegated.parse({ ...session, schema: 2 }),
    () => reversible.fromApi({ id: "s", agentId: "a", status: "ACTIVE", createdAt: 0, _count: { actions: 1 } }),
    () => disposed.session(),
    () => slim.parse(session),
    blocked,
    () => another.delegated.parse(session),
    () => frail.detect(session),
    () => held.session(),
  ].map(thrown);
  return new Map(errors.map((error) => [error.code, error]));
}

/** What `ask` throws, which is a CountersignError. */
export function thrown(ask) {
  try {
    ask();
  } catch (error) {
    if (error instanceof CountersignError) return error;
    throw error;
  }
  throw new Error(`nothing was thrown by ${ask}`);
}

/** As under a policy that allows no WebAssembly. */
function blocked() {
  const { Module } = WebAssembly;
  WebAssembly.Module = function blocked() {
    throw new WebAssembly.CompileError("blocked by the policy");
  };
  try {
    compile(bytes());
  } finally {
    WebAssembly.Module = Module;
  }
}

function trapping() {
  const js = glue();
  return {
    ...js,
    ask(what, ...rest) {
      if (what === "detect") throw new WebAssembly.RuntimeError("unreachable");
      return js.ask(what, ...rest);
    },
  };
}
