// The command line names callers and attentions to check and to colour them: they are those of the engine.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { CALLERS } from "../cli/arguments.js";
import { attentionStyle, inOrder } from "../cli/attention.js";

const engine = readFileSync(new URL("../../src/engine.rs", import.meta.url), "utf8");

function closedSet(name) {
  const [, body] = engine.match(new RegExp(`closed_set!\\(${name} \\{(.*?)\\}\\);`, "s"));
  return [...body.matchAll(/"(\w+)"/g)].map(([, word]) => word);
}

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
