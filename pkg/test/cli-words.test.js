// The command line and the page know some words of the engine, to check, colour or explain them: they are those of the engine.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CALLERS } from "../cli/arguments.js";
import { attentionStyle, inOrder } from "../cli/attention.js";
import { shownOf, summary } from "../cli/shown.js";
import { interactive } from "./lifecycles/interactive.js";
import { reversible } from "./lifecycles/reversible.js";
import { walk } from "./lifecycles/walk.js";
import { closedSet } from "./types/rust.js";

test("the callers", () => assert.deepEqual(CALLERS, closedSet("Caller")));

test("the attentions, in their order", () => {
  const words = closedSet("Attention");
  assert.equal(words.length, 8);
  assert.ok(words.every(attentionStyle));
  const counts = new Map(words.toReversed().map((word) => [word, 1]));
  assert.deepEqual(
    inOrder(counts).map(([word]) => word),
    words,
  );
});

test("the steps of a rollback, and why it leaves actions alone", () => {
  const { steps, reasons } = shownOf("reversible");
  assert.deepEqual(Object.keys(steps).sort(), closedSet("Step").toSorted());
  const found = new Set();
  for (const { session } of walk(reversible)) {
    if (session === null) continue;
    for (const { reason } of reversible.api.rollback(session, { now: 0 }).leftAlone) found.add(reason);
  }
  assert.deepEqual(Object.keys(reasons).sort(), [...found].sort());
});

test("the summary of a payload is taken for cut where the engine cuts it", () => {
  const api = reversible.api;
  const [{ session }] = Array.from(walk(reversible)).filter(({ session }) => session?.approvals?.length > 0);
  const summaryOf = (length) => {
    const actions = session.actions.map((action) => ({ ...action, payload: "é".repeat(length) }));
    return api.approvals({ ...session, actions }, { now: 0 })[0];
  };
  assert.deepEqual(
    [199, 200, 201].map((length) => summary(summaryOf(length)).rest !== null),
    [false, true, true],
  );
  assert.equal(summaryOf(201).payloadSummary, summaryOf(200).payloadSummary);
});

test("the inputs of a submission", () => {
  const { inputs } = shownOf("interactive");
  assert.throws(
    () => interactive.api.decide(null, { type: inputs.command, inputs: [{ type: "fly" }] }, { now: 0 }),
    ({ message }) => {
      const [, expected] = message.split("expected one of ");
      const names = expected.match(/(?<=`)\w+(?=`)/g);
      assert.deepEqual(Object.keys(inputs.said), names);
      return true;
    },
  );
});
