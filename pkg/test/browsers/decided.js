// The engine of the package, in a tab.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as api from "../../index.js";
import { run } from "../cell.js";
import { vectors } from "../store/server.js";
import { plain } from "../store/tabs.js";

export function decided(given) {
  test("all decisions are those of native code, and every other answer that of Node", async (t) => {
    t.diagnostic(`version ${given.browser.version}`);
    const [tab] = await given.tabs(1);
    const answers = JSON.parse(await tab.evaluate(() => decided()));
    assert.deepEqual(
      answers.digests,
      vectors.map(({ digest }) => digest),
    );
    assert.deepEqual(answers, plain(await run(api, vectors)));
  });
}
