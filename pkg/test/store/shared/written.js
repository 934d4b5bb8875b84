// What was answered is true, and is there.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { all, isTrue, seen, settled, statesOf, until } from "../tabs.js";

const full = Boolean(process.env.COUNTERSIGN_FULL);
const count = full ? 500 : 100;

export function written(given) {
  const { tabs } = given;

  test("four tabs write at once: every answer is true, and all see the same in the end", async (t) => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    t.diagnostic(`seed ${seed}`);
    const four = await tabs(4);
    for (const tab of four) await tab.evaluate(followed);
    const answered = await Promise.all(
      four.map(async (tab, number) =>
        JSON.parse(await tab.evaluate((given) => work(given), { tab: number, seed, count })),
      ),
    );
    assert.deepEqual(
      answered.map(({ length }) => length),
      Array(4).fill(count),
    );

    const [fresh] = await tabs(1, { context: four[0].context });
    const found = await all(fresh);
    const states = new Map(found.map((one) => [one.id, statesOf(one)]));
    const positions = found.flatMap(({ entries }) => entries.map(({ position }) => position));
    assert.equal(new Set(positions).size, positions.length);
    const kept = new Map(
      found.flatMap(({ entries }) => entries.map((entry) => [`${entry.id} ${entry.commandId}`, entry])),
    );
    assert.equal(kept.size, positions.length, "no command is there twice");

    const told = new Set();
    for (const item of answered.flat()) {
      const key = `${item.id} ${item.options.commandId}`;
      if (item.answer.outcome !== "denied") told.add(key);
      isTrue(item, kept.get(key), states.get(item.id) ?? [null]);
    }
    assert.deepEqual(
      [...kept.keys()].sort(),
      [...told].sort(),
      "what is there was answered, and what was answered is there",
    );

    const expected = await seen(fresh);
    for (const tab of four) {
      assert.deepEqual(await settled(tab, expected), JSON.parse(expected));
      for (const revisions of await tab.evaluate(() => Object.values(told).map((all) => all.map(revisionOf)))) {
        assert.deepEqual(
          revisions,
          revisions.toSorted((one, other) => one - other),
        );
      }
    }
  });

  test("what was promised before the browser was killed is there afterwards", async (t) => {
    const profile = mkdtempSync(join(tmpdir(), "countersign-store-"));
    const rounds = full ? 50 : 2;
    given.reports = [];
    let running;
    try {
      for (let round = 0; round <= rounds; round++) {
        running = await given.launchIn(profile);
        const two = await tabs(2, { context: running.context });
        const found = await all(two[0]);
        const kept = new Map();
        for (const one of found) {
          const states = statesOf(one);
          for (const entry of one.entries) kept.set(entry.commandId, { ...entry, session: states[entry.seq] });
        }
        for (const { id, commandId, answer } of given.reports) {
          const { outcome, rule, events, session, ...entry } = kept.get(commandId) ?? {};
          const promised = answer.outcome === "noop" ? { ...answer, events: [] } : answer;
          assert.deepEqual(
            [entry.id, outcome, rule, events, session],
            [id, ...[promised.outcome, promised.rule, promised.events, promised.session]],
            `round ${round}, command ${commandId}`,
          );
        }
        // A tab goes on only after it told what was promised: of each, one more may be there.
        const reported = new Set(given.reports.map(({ commandId }) => commandId));
        const more = [...kept.keys()].filter((id) => !reported.has(id));
        assert.equal(new Set(more.map((id) => id.slice(0, id.lastIndexOf("-")))).size, more.length, more.join());
        if (round < rounds) {
          const enough = given.reports.length + 1 + Math.floor(Math.random() * 60);
          const wait = Math.random() * 20;
          t.diagnostic(`round ${round}: killed ${wait.toFixed(1)} ms after report ${enough}`);
          const written = new Promise((resolve) => {
            given.onReport = () => given.reports.length >= enough && resolve();
          });
          await Promise.all(
            two.map((tab, number) => tab.evaluate((given) => void report(given), { tab: number, round })),
          );
          await written;
          await new Promise((resolve) => setTimeout(resolve, wait));
        }
        await running.kill();
      }
    } finally {
      await running?.kill();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    }
  });

  test("a session that is removed in one tab while another writes to it is whole or gone", async () => {
    const [one, other] = await tabs(2);
    for (const tab of [one, other]) await tab.evaluate(() => void follow("run"));
    const [answers] = await Promise.all([
      one.evaluate(async () => {
        const answers = [];
        for (let index = 0; index < 60; index++) {
          const command = index % 3 === 0 ? commands.create("run") : commands.asks(`a${index}`);
          const answer = await store.dispatch("reversible", "run", command, { commandId: `c-${index}` });
          answers.push([answer.outcome, answer.code]);
        }
        return answers;
      }),
      other.evaluate(async () => {
        for (let times = 0; times < 15; times++) {
          await store.remove("run");
          await store.get("run");
        }
      }),
    ]);
    // Of a session that is not there the engine says so; nothing else may happen.
    for (const [outcome, code] of answers) assert.ok(outcome !== "denied" || code === "no_session", code);
    const found = await all(one);
    found.map(statesOf);
    const session = found[0]?.session ?? null;
    const [fresh] = await tabs(1, { context: one.context });
    const expected = await seen(fresh);
    for (const tab of [one, other]) {
      assert.deepEqual(await settled(tab, expected), JSON.parse(expected));
      await until(
        tab,
        (json) => JSON.stringify(store.snapshot("run")?.session ?? null) === json,
        JSON.stringify(session),
      );
    }
  });
}

/** Runs in the page: follows all that all tabs write to. */
function followed() {
  globalThis.revisionOf = (told) => told?.session.revision ?? 0;
  for (let index = 0; index < 10; index++) follow(`shared-${index}`);
}
