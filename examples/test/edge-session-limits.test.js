// How large a kept run may become, and who has room when nobody else has.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { answer, client, log, pending } from "./runs.js";
import { started } from "./started.js";

const [LOGGED, OTHERS] = [1_000_000, 1_900_000];
const sizeOf = ({ body }) => Buffer.byteLength(JSON.stringify(body.session));

describe("edge-session", () => {
  let server;
  before(async () => {
    server = await started("edge-session");
  });
  after(() => server?.close());

  const { send, begun } = client(() => server.url);

  test("a run that would be too large to keep is refused, and stays as it was", async () => {
    const large = (id, length) => {
      const command = log(id);
      command.action.payload = { text: "x".repeat(length) };
      return command;
    };
    await begun("m", { settings: { abandonAfterMs: 3_000 } });
    const asks = { ...pending("1"), purpose: "AFTER_EXECUTION" };
    await send("m", { command: asks, seen: 1 });
    let seen = 3;
    for (let length = 180_000; length > 1_000; ) {
      const { status, body } = await send("m", { command: large(`${seen}`, length), seen });
      if (status === 200) {
        seen++;
        continue;
      }
      assert.deepEqual([status, body.error.code], [413, "too_large"]);
      assert.match(body.error.message, /this run /);
      assert.equal((await send("m")).body.session.revision, seen);
      length = Math.floor(length / 2);
    }
    const left = LOGGED - sizeOf(await send("m"));
    assert.ok(left >= 0 && left < 2_000, `${left}`);

    // A person can still say no, the undo goes on, and time what it has to bring.
    const rejected = await send("m", { command: answer("reject", "1:AFTER_EXECUTION:1"), seen });
    assert.deepEqual([rejected.status, rejected.body.events.at(-1).type], [200, "undo_started"]);
    for (const end = Date.now() + 10_000; Date.now() < end; ) {
      if ((await send("m")).body.session.revision > rejected.body.session.revision) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.doesNotMatch(server.said(), /a tick was refused|TOOBIG|Uncaught/);
  });

  test("what is nested deeply, or asked over and over, does not keep the history from being told", async () => {
    await begun("o");
    let seen = 1;
    for (const depth of [100, 8_000, 90_000]) {
      const { type, action } = log(`${depth}`);
      const note = "[".repeat(depth) + "]".repeat(depth);
      const raw = `{"command":{"type":"${type}","action":${JSON.stringify(action)},"note":${note}}}`;
      assert.equal((await send("o", { raw, seen: seen++ })).status, 200);
    }
    for (let number = 0; number < 60; number++) {
      const command = { ...log("100"), note: "x".repeat(100_000) };
      const { body } = await send("o", { command, seen, "idempotency-key": `again-${number}` });
      assert.equal(body.outcome, "noop");
    }
    assert.deepEqual(
      (await send("o/history")).body.map(({ seq }) => seq),
      [1, 2, 3, 4],
    );
    const long = await send("o", { command: { type: "complete", note: "x".repeat(4_000) }, seen });
    assert.deepEqual([long.status, long.body.error.code], [413, "too_large"]);
    for (const after of ["-1", "1e3", "x", "", "9".repeat(16)]) {
      assert.equal((await send(`o/history?after=${after}`)).status, 422, after);
    }
    await begun("p");
    for (let number = 0; number < 60; number++) await send("p", { command: log(`${number}`), seen: 1 + number });
    const pages = [await send("p/history"), await send("p/history?after=50"), await send("p/history?after=61")];
    assert.deepEqual(
      pages.map(({ body }) => [body.length, body.at(0)?.seq]),
      [
        [50, 1],
        [11, 51],
        [0, undefined],
      ],
    );
    const [, { asked }] = pages[0].body;
    assert.deepEqual(asked, { command: log("0") });
  });

  test("when those who answer have used up what is theirs, time still brings what it has to", async () => {
    const ids = Array.from({ length: 90 }, (_, at) => `${at + 10}`);
    await begun("q", { settings: { abandonAfterMs: 6_000 } });
    let seen = 1;
    for (const id of ids) {
      const command = pending(id);
      command.action.payload = { text: "x".repeat(10_000) };
      const logged = await send("q", { command, seen });
      assert.equal(logged.status, 200);
      seen = logged.body.session.revision;
    }
    let size = sizeOf(await send("q"));
    const last = ids.at(-1);
    let around = 0;
    for (const id of ids) {
      // Of characters of three bytes a command has room for enough; at the end to the byte.
      const left = OTHERS - size - around;
      const share = Math.floor(left / (100 - Number(id)));
      const reason = "€".repeat(Math.floor(share / 3)) + "x".repeat(id === last ? share % 3 : 0);
      const said = { command: { ...answer("reject", `${id}:BEFORE_EXECUTION:1`), reason }, seen };
      if (id === last) {
        const more = await send("q", { ...said, command: { ...said.command, reason: `${reason}x` } });
        assert.deepEqual([more.status, more.body.error.code], [413, "too_large"]);
      }
      const rejected = await send("q", said);
      assert.equal(rejected.status, 200);
      around = sizeOf(rejected) - size - Buffer.byteLength(reason);
      [size, seen] = [sizeOf(rejected), rejected.body.session.revision];
    }
    assert.equal(size, OTHERS);
    let { session } = (await send("q")).body;
    for (const end = Date.now() + 20_000; session.status === "ACTIVE" && Date.now() < end; ) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      ({ session } = (await send("q")).body);
    }
    assert.equal(session.status, "ABANDONED");
    assert.doesNotMatch(server.said(), /a tick was refused/);
  });
});
