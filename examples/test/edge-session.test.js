// A run that is kept: who has seen what, who was first, and what is remembered.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { reversible, rulesHash } from "countersign";
import { hostile } from "./hostile.js";
import { answer, client, create, log, pending } from "./runs.js";
import { started } from "./started.js";

describe("edge-session", () => {
  const disk = mkdtempSync(join(tmpdir(), "countersign-runs-"));
  let server;
  before(async () => {
    server = await started("edge-session", "--persist-to", disk);
  });
  after(async () => {
    await server?.close();
    rmSync(disk, { recursive: true, force: true });
  });

  const { send, begun } = client(() => server.url);

  test("a run is created once, read with its revision, and goes on from what was seen", async () => {
    assert.equal((await send("a")).status, 404);
    const created = await send("a", { command: { ...create, id: "a" }, seen: 0 });
    assert.deepEqual([created.status, created.etag, created.body.outcome], [200, '"1"', "allowed"]);
    const again = await send("a", { command: { ...create, id: "a" }, seen: 0 });
    assert.deepEqual([again.status, again.etag], [412, '"1"']);
    const logged = await send("a", { command: log("1"), seen: 1 });
    assert.deepEqual([logged.status, logged.etag], [200, '"2"']);
    const present = await send("a");
    assert.deepEqual([present.status, present.etag, present.body.session], [200, '"2"', logged.body.session]);
    assert.equal(reversible.displayStatus(present.body.session), "ACTIVE");
  });

  test("what was denied has its reasons, and is not kept", async () => {
    await begun("b");
    const { status, body, etag } = await send("b", { command: answer("approve"), seen: 1 });
    assert.deepEqual([status, body.outcome, etag], [409, "denied", '"1"']);
    assert.ok(body.message);
    assert.equal((await send("b/history")).body.length, 1);
  });

  test("an agent does not sign for itself", async () => {
    await begun("c");
    assert.equal((await send("c", { command: pending("1"), seen: 1 }, "demo-agent")).status, 200);
    const { status, body } = await send("c", { command: answer("approve"), seen: 3 }, "demo-agent");
    assert.deepEqual([status, body.code], [403, "caller_not_permitted"], body.message);
    assert.equal((await send("c", { command: answer("approve"), seen: 3 })).status, 200);
  });

  test("of two who saw the same, one is first, and the other is told what there is now", async () => {
    await begun("d");
    await send("d", { command: pending("1"), seen: 1 });
    for (let round = 0; round < 10; round++) {
      const { session } = (await send("d")).body;
      const [one, other] = await Promise.all(
        ["x", "y"].map((who) => send("d", { command: log(`${who}${round}`), seen: session.revision })),
      );
      const [first, late] = one.status === 200 ? [one, other] : [other, one];
      assert.deepEqual([first.status, late.status], [200, 412]);
      assert.equal(late.body.error.code, "revision_conflict");
      assert.deepEqual(late.body.session, first.body.session);
      assert.equal(late.etag, first.etag);
    }
    const decisions = ["approve", "reject"].map((decision) => answer(decision));
    const { revision } = (await send("d")).body.session;
    const answers = await Promise.all(decisions.map((command) => send("d", { command, seen: revision })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412]);
  });

  test("without what was seen nothing is overwritten", async () => {
    await begun("e");
    for (const headers of [
      {},
      { "if-match": "*" },
      { "if-match": "1" },
      { "if-match": 'W/"1"' },
      { "if-match": '"01"' },
    ]) {
      const { status, body } = await send("e", { command: log("1"), ...headers });
      assert.deepEqual([status, body.error.code], [428, "precondition_required"]);
    }
  });

  test("a command that is repeated by its id happens once, and is answered as at first", async () => {
    await begun("f");
    const asked = { command: log("1"), seen: 1, "idempotency-key": "click-1" };
    const first = await send("f", asked);
    await send("f", { command: log("2"), seen: first.body.session.revision });
    for (const again of await Promise.all([send("f", asked), send("f", asked)])) {
      assert.deepEqual([again.status, again.etag, again.body], [200, first.etag, first.body]);
    }
    assert.equal((await send("f")).body.session.actions.length, 2);
    const { status, body } = await send("f", { ...asked, command: log("3") });
    assert.deepEqual([status, body.error.code], [422, "id_conflict"]);
    assert.equal((await send("f", asked, "demo-agent")).status, 422);
    for (const key of ["", "k\u00e9", "k".repeat(256)]) {
      const { status, body } = await send("f", { ...asked, "idempotency-key": key });
      assert.deepEqual([status, body.error.code], [422, "invalid_input"]);
    }
    const noop = { command: log("1"), seen: 3, "idempotency-key": "click-2" };
    const nothing = await send("f", noop);
    assert.deepEqual([nothing.status, nothing.body.outcome], [200, "noop"]);
    assert.deepEqual((await send("f", noop)).body, nothing.body);
  });

  test("two at once with one id: it happens once, and both are answered alike", async () => {
    await begun("g");
    const asked = { command: log("1"), seen: 1, "idempotency-key": "click-1" };
    const [one, other] = await Promise.all([send("g", asked), send("g", asked)]);
    assert.deepEqual([one.status, one.body], [200, other.body]);
    assert.equal((await send("g/history")).body.length, 2);
  });

  test("what happened is kept with the rules that decided it, and comes to the session", async () => {
    await begun("h");
    await send("h", { command: pending("1"), seen: 1, "idempotency-key": "k" }, "demo-agent");
    const history = (await send("h/history")).body;
    assert.deepEqual(
      history.map(({ seq, caller, commandId, rule, rulesHash }) => [seq, caller, commandId, rule, rulesHash]),
      [
        [1, "AGENT", null, "create", rulesHash],
        [2, "AGENT", "k", "log-pending", rulesHash],
      ],
    );
    const events = history.flatMap(({ events }) => events);
    assert.deepEqual(reversible.replay(events), (await send("h")).body.session);
  });

  test("when its time has come, it goes on by itself", async () => {
    await begun("i", { settings: { abandonAfterMs: 50 } });
    const end = Date.now() + 10_000;
    let { session } = (await send("i")).body;
    while (session.status === "ACTIVE" && Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      session = (await send("i")).body.session;
    }
    assert.equal(session.status, "ABANDONED");
    assert.deepEqual((await send("i/history")).body.at(-1).caller, "SYSTEM");
  });

  test("what is nonsense is told by its place, and nothing of it is kept", async () => {
    await begun("j");
    const told = async (command, status, code, path) => {
      const { body, ...answer } = await send("j", { command, seen: 1 });
      assert.deepEqual([answer.status, body.error.code, body.error.path], [status, code, path]);
    };
    await told({ type: "vanish" }, 422, "unknown_command", "command.type");
    await told({ type: "log_action", action: {} }, 422, "invalid_input", "command.action.id");
    assert.equal((await send("k", { command: { ...create, id: "other" }, seen: 0 })).body.error.path, "command.id");
    assert.equal((await send("k")).status, 404);
    const raws = { "{": 400, null: 422, [`"${"x".repeat(1_000_000)}"`]: 413 };
    for (const [raw, status] of Object.entries(raws)) assert.equal((await send("j", { raw, seen: 1 })).status, status);
    const { status } = await send("j", { raw: "{}", seen: 1, "content-type": "text/plain" });
    assert.equal(status, 415);
    assert.equal((await send("j/history")).body.length, 1);
  });

  test("100 hostile bodies are each answered, and the right one afterwards", async () => {
    await begun("l");
    let seen = 1;
    for (let number = 200; number < 300; number++) {
      const { status, etag } = await send("l", { raw: hostile(number), seen, "idempotency-key": `${number % 50}` });
      assert.ok([200, 400, 403, 409, 413, 422].includes(status), `${status} for hostile(${number})`);
      if (etag) seen = Number(JSON.parse(etag));
    }
    assert.equal((await send("l", { command: { type: "tick" }, seen })).body.outcome, "noop");
  });

  test("a run that is only looked at is not made", async () => {
    // workerd has a file for each, with whatever is in it.
    const counted = () => {
      const files = readdirSync(disk, { recursive: true }).filter((name) => /\.sqlite(-wal)?$/.test(name));
      const ours = files.filter((name) => readFileSync(join(disk, name)).includes("CREATE TABLE history"));
      return new Set(ours.map((name) => name.replace("-wal", ""))).size;
    };
    // What it writes ahead goes into the file at any time, and is gone then.
    const made = () => {
      try {
        return counted();
      } catch (error) {
        if (error.code === "ENOENT") return made();
        throw error;
      }
    };
    const before = made();
    assert.ok(before > 0);
    for (const path of ["nothing", "nothing/history"]) assert.equal((await send(path)).status, 404);
    assert.equal(made(), before);
    await begun("something");
    assert.equal(made(), before + 1);
  });

  test("HEAD says what GET does, without the body, and nobody on the way keeps an answer", async () => {
    const headers = { authorization: "Bearer demo-agent" };
    for (const path of ["d", "d/history", "nothing"]) {
      const [head, get] = await Promise.all(
        ["HEAD", "GET"].map((method) => fetch(`${server.url}/runs/${path}`, { method, headers })),
      );
      assert.deepEqual([head.status, head.headers.get("etag")], [get.status, get.headers.get("etag")]);
      assert.equal(get.headers.get("cache-control"), "no-store");
      assert.equal(await head.text(), "");
      await get.text();
    }
  });

  test("no token, another path, another method", async () => {
    assert.equal((await send("a", {}, "nobody")).status, 401);
    assert.equal((await send("../other")).status, 404);
    assert.equal((await send("a%2Fb")).status, 404);
    const deleted = await send("a", {}, "demo-operator", "DELETE");
    assert.deepEqual([deleted.status, deleted.headers.get("allow")], [405, "GET, HEAD, POST"]);
    const posted = await send("a/history", { raw: "{}", seen: 1 });
    assert.deepEqual([posted.status, posted.headers.get("allow")], [405, "GET, HEAD"]);
  });

  test("all of it is there after a restart", async () => {
    const before = await Promise.all(["d", "d/history"].map((path) => send(path)));
    await server.close();
    server = await started("edge-session", "--persist-to", disk);
    const then = await Promise.all(["d", "d/history"].map((path) => send(path)));
    assert.deepEqual(
      then.map(({ body }) => body),
      before.map(({ body }) => body),
    );
  });
});

test("started as its README says, it begins anew each time", async () => {
  for (let time = 0; time < 2; time++) {
    const server = await started("edge-session");
    try {
      const headers = { authorization: "Bearer demo-agent", "content-type": "application/json", "if-none-match": "*" };
      const body = JSON.stringify({ command: { ...create, id: "a" } });
      assert.equal((await fetch(`${server.url}/runs/a`, { method: "POST", body, headers })).status, 200);
    } finally {
      await server.close();
    }
  }
});
