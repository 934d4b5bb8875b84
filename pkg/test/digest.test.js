import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { digest } from "./digest.js";

const api = await import("countersign");
const folder = new URL("../../tests/vectors/", import.meta.url);

for (const name of readdirSync(folder)) {
  const vector = JSON.parse(readFileSync(new URL(name, folder)));

  test(`${vector.lifecycle}: ${vector.decisions} decisions are those of native code`, async () => {
    assert.equal(await digest(api[vector.lifecycle], vector), vector.digest);
  });

  test(`${vector.lifecycle}: one other answer gives another digest`, async () => {
    const lifecycle = api[vector.lifecycle];
    const other = { ...lifecycle, view: (...asked) => ({ ...lifecycle.view(...asked), terminal: null }) };
    assert.notEqual(await digest(other, vector), vector.digest);
  });
}
