import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { digest } from "./digest.js";

const api = await import("countersign");
const folder = new URL("../../tests/vectors/", import.meta.url);

for (const name of readdirSync(folder)) {
  const worlds = JSON.parse(readFileSync(new URL(name, folder)));
  const lifecycle = api[worlds[0].lifecycle];
  const decisions = worlds.reduce((sum, world) => sum + world.decisions, 0);

  test(`${name}: ${decisions} decisions in ${worlds.length} worlds are those of native code`, async () => {
    for (const world of worlds) assert.equal(await digest(lifecycle, world), world.digest);
  });

  test(`${name}: one other answer gives another digest`, async () => {
    const other = { ...lifecycle, view: (...asked) => ({ ...lifecycle.view(...asked), terminal: null }) };
    assert.notEqual(await digest(other, worlds[0]), worlds[0].digest);
  });
}
