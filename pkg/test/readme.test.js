// The README's JavaScript runs, and comes to what its comments say.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as countersign from "countersign";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const [, example] = readme.match(/```js\n(.*?)```/s);

test("the first example of the README", () => {
  const lines = example.split("\n").map((line) => {
    const [, expression, value] = line.match(/^([a-z].*); \/\/ (.+)$/) ?? [];
    if (line.startsWith("import ")) return "";
    if (line.startsWith("const ") || !expression) return line;
    // A value may be followed by what it means.
    return `check(${expression}, ${value.replace(/^(true|false|"\w+"): .*$/, "$1")});`;
  });
  let checked = 0;
  const check = (found, expected) => {
    assert.deepEqual(found, expected);
    checked += 1;
  };
  new Function("reversible", "check", lines.join("\n"))(countersign.reversible, check);
  assert.equal(checked, 3);
});
