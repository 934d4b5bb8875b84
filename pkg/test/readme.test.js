// The README's JavaScript runs, and comes to what its comments say. react.test.js has what it shows in React, and
// packaging/policy.test.js its last two examples, which need a page.
import "fake-indexeddb/auto";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { reversible } from "countersign";
import { openStore } from "countersign/store";
import { cells } from "./packaging/cells/all.js";
import { checking, examples, readme } from "./readme.js";

const [first, persisting, , , ...others] = examples;

/** Runs an example with these names, and gives how many of its values it checked. */
async function run(example, names) {
  const lines = checking(example)
    .split("\n")
    .filter((line) => !line.startsWith("import "));
  let checked = 0;
  const check = (found, expected) => {
    assert.deepEqual(found, expected);
    checked += 1;
  };
  const all = { ...names, check };
  const body = `return (async () => {${lines.join("\n")}})()`;
  await new Function(...Object.keys(all), body)(...Object.values(all));
  return checked;
}

test("the first example of the README", async () => {
  assert.equal(await run(first, { reversible }), 3);
});

test("the README's example of a store", async (t) => {
  const [, log] = first.match(/(const refund = .*?\n};)/s);
  const stores = [];
  t.after(() => {
    for (const store of stores) store.close();
  });
  const opened = async (options) => {
    stores.push(await openStore(options));
    return stores[0];
  };
  const shown = [];
  // At the end it is told that the store is closed.
  const console = { log: (rows) => shown.push(rows.closed ?? rows.map(({ label }) => label)) };
  assert.equal(await run(`${log}\n${persisting}`, { openStore: opened, console }), 3);
  assert.deepEqual(shown.at(-1), ["billing"]);
});

test("the README's table of runtimes has every cell, in order, and none failed", () => {
  const [, table] = readme.match(/<!-- written by `npm run test:runtimes.*?-->\n(.*?)<!-- until here -->/s);
  const rows = table.trim().split("\n").slice(2);
  const found = rows.map((row) => row.split(" | ").map((text) => text.replace(/^\| | \|$/g, "")));
  assert.deepEqual(
    found.map(([name, version, ...results]) => [name, version !== "", ...results]),
    cells.map(({ name, slim }) => [name, true, "✓", slim ? "✓" : "–"]),
  );
});

test("the README's sizes are those that were recorded", () => {
  const recorded = JSON.parse(readFileSync(new URL("../size.json", import.meta.url), "utf8"));
  const all = ["countersign", "engine.wasm", "slim", "store", "react"];
  const [, ...found] = readme.match(
    /`countersign` takes (\d+) KB, (\d+) of them the engine, `countersign\/slim` (\d+), the store (\d+) and the hooks (\d+);/,
  );
  assert.deepEqual(
    found.map(Number),
    all.map((name) => Math.round(recorded[name].brotli / 1000)),
  );
});

test("there is no example of the README that does not run", () => {
  assert.deepEqual(others, []);
});
