// What no client can bring about: how the handler is set up, how a body is cut, and what is nobody's fault.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { CountersignError, delegated, reversible } from "countersign";
import { handle } from "../edge-decide/decide.js";

const tokens = JSON.stringify({ secret: "AGENT", odd: "ADMIN", nobody: null });
const create = { lifecycle: "reversible", command: { type: "create", id: "ä😀", agentId: "a" } };

function asked(body, token = "secret", more = {}) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", ...more };
  return new Request("http://localhost/decide", { method: "POST", headers, body, duplex: "half" });
}

test("a host that is none is the client's mistake, as on servers that hand it on as it came", async () => {
  for (const [path, status] of [
    ["/decide", 405],
    ["/nothing", 404],
    ["", 404],
    ["?/decide", 404],
  ]) {
    for (const host of ["a b", "x:99999999", "[::", "%00", ""]) {
      const asked = { url: `http://${host}${path}`, method: "GET", headers: new Headers() };
      assert.equal((await handle(asked, {})).status, status, asked.url);
    }
  }
});

test("without tokens nobody is let in, nor with one that stands for no caller", async () => {
  const text = JSON.stringify(create);
  assert.equal((await handle(asked(text), {})).status, 401);
  for (const token of ["odd", "nobody", "toString"])
    assert.equal((await handle(asked(text, token), { tokens })).status, 401);
  assert.equal((await handle(asked(text), { tokens })).status, 200);
});

test("what is not the fault of whoever asks is 500, says nothing of its cause, and is told to whoever runs it", async () => {
  const told = mock.method(console, "error", () => {});
  assert.equal((await handle(asked(JSON.stringify(create)), { tokens: "{no json" })).status, 500);
  const trap = mock.method(reversible, "decide", () => {
    throw new CountersignError("engine_trapped", "", "unreachable at 0x17");
  });
  const response = await handle(asked(JSON.stringify(create)), { tokens });
  trap.mock.restore();
  told.mock.restore();
  const text = await response.text();
  assert.equal(response.status, 500);
  assert.doesNotMatch(text, /0x17|trapped/);
  assert.equal(told.mock.callCount(), 2);
  assert.equal((await handle(asked(JSON.stringify(create)), { tokens })).status, 200);
});

test("a character that comes in two pieces is one", async () => {
  const bytes = new TextEncoder().encode(JSON.stringify(create));
  const body = ReadableStream.from([...bytes].map((byte) => Uint8Array.of(byte)));
  const { session } = await (await handle(asked(body), { tokens })).json();
  assert.equal(session.id, "ä😀");
  const cut = bytes.slice(0, bytes.indexOf(0xf0) + 2);
  assert.equal((await handle(asked(cut), { tokens })).status, 400);
});

test("what is too large is not read on, and its source is told so", async () => {
  let read = 0;
  let isCancelled = false;
  const body = new ReadableStream({
    pull(controller) {
      read += 10;
      controller.enqueue(new Uint8Array(10).fill(32));
    },
    cancel: () => (isCancelled = true),
  });
  assert.equal((await handle(asked(body), { tokens, limit: 100 })).status, 413);
  assert.ok(read <= 140 && isCancelled, `${read} bytes were read`);
});

test("a body that says that it is too large is not waited for", async () => {
  const body = new ReadableStream({ pull: () => new Promise(() => {}) });
  assert.equal((await handle(asked(body, "secret", { "content-length": "101" }), { tokens, limit: 100 })).status, 413);
});

test("what the rules name no giver of is given by nobody, and they are asked once", async () => {
  const { handle } = await import("../edge-decide/decide.js?anew");
  const create = { type: "create", uid: "u", agent: "a", task: "t", harness: "h", authority: [] };
  const rules = delegated.rules();
  const told = mock.method(delegated, "rules", () => rules.filter(({ command }) => command !== "create"));
  const ask = async (command) => {
    const response = await handle(asked(JSON.stringify({ lifecycle: "delegated", command })), { tokens });
    const { outcome, error } = await response.json();
    return [response.status, outcome ?? error.code];
  };
  assert.deepEqual(await ask(create), [403, "caller_not_permitted"]);
  assert.deepEqual(await ask({ type: "complete" }), [409, "denied"]);
  assert.deepEqual(await ask({ type: "vanish" }), [422, "unknown_command"]);
  assert.deepEqual(await ask({ type: "constructor" }), [422, "unknown_command"]);
  told.mock.restore();
  assert.equal(told.mock.callCount(), 1);
});
