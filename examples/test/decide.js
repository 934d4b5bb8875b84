// What whoever answers POST /decide is asked, on whatever runtime.
import assert from "node:assert/strict";
import { request } from "node:http";
import { after, before, describe, test } from "node:test";
import { cleared, completed, created } from "../../pkg/test/lifecycles/reversible.js";
import * as interactive from "../../pkg/test/lifecycles/interactive.js";
import * as delegated from "../../pkg/test/lifecycles/delegated.js";
import { hostile } from "./hostile.js";
import { started } from "./started.js";

const LIMIT = 1_000_000;
const ANSWERS = [200, 400, 403, 409, 413, 422];
const create = { type: "create", id: "run-1", agentId: "billing" };
const complete = { lifecycle: "reversible", session: created, command: { type: "complete" } };

/** `more` may add tests of this one, and is given what tells where it is. */
export function asks(name, more) {
  describe(name, () => {
    let server;
    before(async () => {
      server = await started(name);
    });
    after(() => server?.close());

    more?.(() => server.url);

    const send = (body, headers = {}, path = "/decide", method = "POST") =>
      fetch(server.url + path, {
        method,
        body,
        headers: { authorization: "Bearer demo-operator", "content-type": "application/json", ...headers },
      });
    const ask = async (body, token = "demo-operator") => {
      const response = await send(JSON.stringify(body), { authorization: `Bearer ${token}` });
      assert.match(response.headers.get("content-type"), /^application\/json/);
      assert.equal(response.headers.get("cache-control"), "no-store");
      return [response.status, await response.json()];
    };
    const refused = async (response, status, code, path = "") => {
      const { error } = await response.json();
      assert.deepEqual([response.status, error.code, error.path], [status, code, path], error.message);
      assert.ok(error.message);
    };

    test("what is allowed comes with its events and the session", async () => {
      const before = Date.now();
      const [status, { outcome, events, session }] = await ask({ lifecycle: "reversible", command: create });
      assert.deepEqual([status, outcome, events.length, session.id], [200, "allowed", 1, "run-1"]);
      assert.ok(session.createdAt >= before && session.createdAt <= Date.now(), "the clock is the server's");
    });

    test("whoever asks cannot say what time it is, or who they are", async () => {
      const context = { now: 1, caller: "SYSTEM" };
      const command = { ...create, now: 1, caller: "SYSTEM" };
      const [, { session }] = await ask({ lifecycle: "reversible", command, context, ...context });
      assert.ok(session.createdAt > 1_700_000_000_000);
      const withdraw = {
        type: "withdraw_clearance",
        actionId: "1",
        resolvedBy: "ana",
        reason: "late",
        caller: "SYSTEM",
      };
      const [status] = await ask(
        { lifecycle: "reversible", session: cleared, command: withdraw, context },
        "demo-agent",
      );
      assert.equal(status, 403);
    });

    test("a denial is an answer, with its reasons", async () => {
      const command = { type: "confirm_action", actionId: "1", status: "SUCCESS" };
      const [status, denied] = await ask({ lifecycle: "reversible", session: created, command });
      assert.deepEqual([status, denied.outcome], [409, "denied"]);
      assert.ok(denied.code && denied.message && denied.unmet.length > 0);
    });

    test("an agent does not sign for itself, an operator does", async () => {
      const command = { type: "withdraw_clearance", actionId: "1", resolvedBy: "ana", reason: "too late" };
      const asked = { lifecycle: "reversible", session: cleared, command };
      const [status, { outcome, code }] = await ask(asked, "demo-agent");
      assert.deepEqual([status, outcome, code], [403, "denied", "caller_not_permitted"]);
      assert.equal((await ask(asked))[0], 200);
    });

    test("in the lifecycles that leave it to the host, agents give what runtimes give and people what clients give", async () => {
      const allow = interactive.submit(interactive.allow("1"));
      const asked = { lifecycle: "interactive", session: interactive.waiting, command: allow };
      const [status, { error }] = await ask(asked, "demo-agent");
      assert.deepEqual([status, error.code, error.path], [403, "caller_not_permitted", "command.type"]);
      assert.equal((await ask(asked))[0], 200);
      const activate = { lifecycle: "delegated", session: delegated.pending, command: { type: "initialize" } };
      assert.deepEqual([(await ask(activate))[0], (await ask(activate, "demo-agent"))[0]], [403, 200]);
      assert.equal((await ask(activate, "demo-system"))[0], 200);
    });

    test("what has happened already is a noop", async () => {
      const [status, { outcome, session }] = await ask({ ...complete, session: completed });
      assert.deepEqual([status, outcome, session], [200, "noop", completed]);
    });

    test("without a token that is known nobody is let in", async () => {
      for (const authorization of [
        "",
        "Bearer",
        "Bearer nobody",
        "Bearer __proto__",
        "Bearer constructor",
        "Basic demo-agent",
      ]) {
        const response = await send(JSON.stringify(complete), { authorization });
        assert.equal(response.headers.get("www-authenticate"), "Bearer");
        await refused(response, 401, "unauthorized");
      }
    });

    test("another path, another method", async () => {
      await refused(await send("{}", {}, "/"), 404, "not_found");
      for (const method of ["GET", "PUT", "DELETE"]) {
        const response = await send(method === "GET" ? undefined : "{}", {}, "/decide", method);
        assert.equal(response.headers.get("allow"), "POST");
        await refused(response, 405, "method_not_allowed");
      }
    });

    test("another type, or another encoding", async () => {
      for (const type of ["text/plain", "application/jsonp", "multipart/form-data"]) {
        await refused(await send("{}", { "content-type": type }), 415, "unsupported_media_type");
      }
      const encoded = await send("{}", { "content-encoding": "gzip" });
      assert.match((await encoded.clone().json()).error.message, /encoding gzip/);
      await refused(encoded, 415, "unsupported_media_type");
      assert.equal((await send(JSON.stringify(complete), { "content-encoding": "identity" })).status, 200);
      const charset = { "content-type": "Application/JSON; charset=utf-8" };
      assert.equal((await send(JSON.stringify(complete), charset)).status, 200);
    });

    test("what is no JSON", async () => {
      const cut = Buffer.concat([Buffer.from('{"lifecycle":"'), Buffer.from([0xc3]), Buffer.from('"}')]);
      for (const body of ["", "{", "undefined", cut]) {
        await refused(await send(body), 400, "invalid_json");
      }
    });

    test("JSON that is nonsense is told by its place in the body", async () => {
      const told = async (body, code, path) => refused(await send(JSON.stringify(body)), 422, code, path);
      await told(null, "invalid_input", "lifecycle");
      await told([], "invalid_input", "lifecycle");
      await told({ ...complete, lifecycle: "__proto__" }, "invalid_input", "lifecycle");
      await told({ ...complete, lifecycle: ["reversible"] }, "invalid_input", "lifecycle");
      const deep = `{"lifecycle":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
      await refused(await send(deep), 422, "invalid_input", "lifecycle");
      await told({ lifecycle: "reversible", session: created }, "invalid_input", "command");
      await told({ ...complete, command: { type: "vanish" } }, "unknown_command", "command.type");
      await told({ ...complete, command: { type: "log_action", action: {} } }, "invalid_input", "command.action.id");
      await told({ ...complete, session: { ...created, status: 3 } }, "invalid_input", "session.status");
      await told({ ...complete, session: { ...created, schema: 2 } }, "unknown_schema", "session.schema");
      await told({ ...complete, session: 3 }, "invalid_input", "session");
    });

    test("a body that is too large, whatever it claims", async () => {
      await refused(await send(`"${"x".repeat(LIMIT)}"`), 413, "too_large");
      await refused(await send(`"${"x".repeat(LIMIT - 2)}"`), 422, "invalid_input", "lifecycle");
      assert.equal(await chunked(server.url, LIMIT), 422);
      assert.equal((await ask(complete))[0], 200);
    });

    test("a body of no known length is answered as soon as it is too large, and not read to its end", async () => {
      assert.equal(await chunked(server.url, LIMIT + 1, "waits"), 413);
      assert.ok([413, "cut off"].includes(await chunked(server.url, Number.POSITIVE_INFINITY)));
      assert.equal((await ask(complete))[0], 200);
    });

    test("500 hostile bodies are each answered, and the right one afterwards", async () => {
      for (let number = 0; number < 500; number += 5) {
        const numbers = [0, 1, 2, 3, 4].map((more) => number + more);
        const responses = await Promise.all(
          numbers.map((number) => send(hostile(number), { authorization: "Bearer demo-system" })),
        );
        for (const [at, response] of responses.entries()) {
          assert.ok(ANSWERS.includes(response.status), `${response.status} for hostile(${number + at})`);
          await response.json();
        }
      }
      assert.deepEqual((await ask(complete))[1].outcome, "allowed");
      assert.doesNotMatch(server.said(), /engine_trapped|RuntimeError/);
    });
  });
}

/** The status of the answer to a JSON text of so many bytes, whose length nobody says; or one whose end is never sent. */
function chunked(url, length, waits) {
  return new Promise((resolve) => {
    const headers = { authorization: "Bearer demo-operator", "content-type": "application/json" };
    const sent = request(`${url}/decide`, { method: "POST", headers });
    let isOver = false;
    const over = (answer) => {
      isOver = true;
      sent.destroy();
      resolve(answer);
    };
    sent.on("response", ({ statusCode }) => over(statusCode));
    // Whoever goes on sending may be cut off before they hear why.
    sent.on("error", () => over("cut off"));
    let left = length - (waits ? 1 : 2);
    const more = () => {
      if (isOver) return;
      const size = Math.min(left, 65_536);
      left -= size;
      const isLast = left <= 0;
      if (isLast && !waits) sent.end(`${"x".repeat(size)}"`);
      else if (sent.write("x".repeat(size)) && !isLast) setImmediate(more);
      else if (!isLast) sent.once("drain", more);
    };
    sent.write('"');
    more();
  });
}
