// The README's examples in JavaScript.
import { readFileSync } from "node:fs";

export const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
export const examples = Array.from(readme.matchAll(/```js\n(.*?)```/gs), ([, example]) => example);

// A value may be followed by what it means; another comment is for people only.
const CHECKED = /^([a-z(].*); \/\/ (true|false|\d+|"[^"]*"|\[.*\])(?:: .*)?$/;

/** The example, and each value that it tells is given to `check` with what the comment says. */
export function checking(example) {
  const lines = example.split("\n").map((line) => {
    const [, expression, value] = line.match(CHECKED) ?? [];
    return expression && !line.startsWith("const ") ? `check(${expression}, ${value});` : line;
  });
  return lines.join("\n");
}
