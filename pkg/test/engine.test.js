import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import vm from "node:vm";
import * as countersign from "countersign";
import * as slim from "countersign/slim";
import { bytes } from "../inline.js";
import { glue } from "../wasm/glue.js";
import * as meta from "../wasm/meta.js";

const wasm = readFileSync(new URL("../wasm/engine.wasm", import.meta.url));
const module = new WebAssembly.Module(wasm);
const context = { now: 1_700_000_000_000 };
const create = { type: "create", uid: "u", agent: "a", task: "t", harness: "h", authority: [] };

describe("entries", () => {
  test("export the same names; slim adds its two", () => {
    assert.deepEqual(
      Object.keys(slim)
        .filter((name) => !name.startsWith("init"))
        .sort(),
      Object.keys(countersign).sort(),
    );
  });

  test("workerd and edge-light differ from each other in the module's specifier only", () => {
    const read = (name) =>
      readFileSync(new URL(`../${name}.js`, import.meta.url), "utf8")
        .split("\n")
        .slice(1);
    assert.deepEqual(
      read("edge-light").map((line) => line.replace("?module", "")),
      read("workerd"),
    );
    assert.deepEqual(
      read("workerd").at(-2),
      "export const { delegated, detect, interactive, reversible } = /* @__PURE__ */ api(() => module);",
    );
  });

  test("carry the binary as it is", () => {
    assert.ok(Buffer.from(bytes()).equals(wasm));
  });

  test("know the engine's version without starting it", () => {
    const { js } = started(glue);
    assert.deepEqual([meta.version, meta.rulesHash], [js.version(), js.rulesHash()]);
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
    assert.equal(meta.version, version);
  });
});

describe("slim", () => {
  test("says what to do when it has no bytes", () => {
    assert.throws(() => slim.detect({}), { name: "CountersignError", code: "not_initialized", message: /initSync/ });
  });

  test("refuses other bytes, stays usable, and takes a module of another realm", async () => {
    const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
    assert.throws(() => slim.initSync(empty), { name: "CountersignError", code: "engine_mismatch" });
    assert.throws(() => slim.detect({}), { code: "not_initialized" });
    const foreign = vm.runInNewContext("new WebAssembly.Module(bytes)", { bytes: wasm });
    assert.equal(foreign instanceof WebAssembly.Module, false);
    await slim.init(Promise.resolve(foreign));
    assert.equal(slim.detect({}), null);
    slim.initSync(empty);
    assert.equal(slim.detect({}), null);
  });

  test("takes a response whatever its media type, and says when there is none", async () => {
    for (const type of ["application/wasm", "text/plain"]) {
      const fresh = await import(`../slim.js?${type}`);
      await fresh.init(new Response(wasm, { headers: { "content-type": type } }));
      assert.equal(fresh.detect({}), null);
    }
    const fresh = await import("../slim.js?404");
    await assert.rejects(fresh.init(Promise.resolve(new Response("", { status: 404 }))), /404/);
  });
});

describe("what slim cannot start from is told", () => {
  const html = "<!doctype html><title>app</title>";
  const told =
    (message, cause = "CompileError") =>
    (thrown) => {
      const { name, code, path } = thrown;
      assert.deepEqual([name, code, path, thrown.cause.name], ["CountersignError", "invalid_input", "", cause]);
      assert.match(thrown.message, message);
      return true;
    };
  const served = (body, type) => new Response(body, { headers: { "content-type": type } });
  let fresh;
  before(async () => {
    fresh = await import("../slim.js?told");
  });
  after(() => {
    fresh.initSync(wasm);
    assert.equal(fresh.detect({}), null);
  });

  test("bytes of something else, or not all of them", async () => {
    const page = /^found 33 bytes that begin with "<!do", expected WebAssembly \(/;
    assert.throws(() => fresh.initSync(Buffer.from(html)), told(page));
    assert.throws(() => fresh.initSync(new TextEncoder().encode(html).buffer), told(page));
    assert.throws(
      () => fresh.initSync(new DataView(new ArrayBuffer(0))),
      told(/^found 0 bytes that begin with "",/, "TypeError"),
    );
    await assert.rejects(fresh.init(served(html, "text/html")), told(page));
    await assert.rejects(
      fresh.init(served(html, "application/wasm")),
      told(/^found \[object Response\], .*3c 21 64 6f/),
    );
    const cut = wasm.subarray(0, 1_000);
    const begins = /^found 1000 bytes that begin with "\\u0000asm", expected WebAssembly/;
    assert.throws(() => fresh.initSync(cut), told(begins));
    await assert.rejects(fresh.init(served(cut, "")), told(begins));
    await assert.rejects(fresh.init(served(cut, "application/wasm")), told(/^found \[object Response\], expected Web/));
  });

  test("what has no bytes", async () => {
    for (const [source, tag] of [
      [undefined, "Undefined"],
      [null, "Null"],
      [{}, "Object"],
      [{ byteLength: 5 }, "Object"],
      [Object.create(null), "Object"],
      [17, "Number"],
      ["/engine.wasm", "String"],
      [served(wasm, "application/wasm"), "Response"],
    ]) {
      const message = new RegExp(`^found \\[object ${tag}\\], expected WebAssembly`);
      assert.throws(() => fresh.initSync(source), told(message, "TypeError"));
      if (typeof source !== "string" && tag !== "Response") {
        await assert.rejects(fresh.init(Promise.resolve(source)), told(message, "TypeError"));
      }
    }
  });

  test("but what breaks off on its way is its own error", async () => {
    for (const type of ["application/wasm", "text/plain"]) {
      const broken = new ReadableStream({ pull: (controller) => controller.error(new TypeError("cut off")) });
      await assert.rejects(fresh.init(served(broken, type)), { name: "TypeError", message: "cut off" });
    }
  });
});

describe("live", () => {
  test("ends with dispose", () => {
    const { delegated } = countersign;
    const { session } = delegated.decide(null, create, context);
    const live = delegated.open(session);
    const decision = live.decide({ type: "initialize" }, context);
    assert.equal("session" in decision, false);
    assert.deepEqual(live.session(), session);
    live.apply(decision.events);
    assert.equal(live.session().phase, "Initializing");
    live[Symbol.dispose]();
    live[Symbol.dispose]();
    assert.throws(() => live.session(), { code: "disposed" });
  });

  test("open throws what parse throws", () => {
    assert.throws(() => countersign.delegated.open({ phase: 1 }), { name: "CountersignError", code: "invalid_input" });
  });
});

function started(makeGlue) {
  const js = makeGlue();
  const { exports } = new WebAssembly.Instance(module, { "./engine_bg.js": js });
  js.__wbg_set_wasm(exports);
  return { js };
}
