// The hooks in a real browser, under each version of React that is promised.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launched } from "../store/chromium.js";
import { bundled, opened } from "./browser.js";

const VERSIONS = [
  { react: "react", dom: "react-dom" },
  { react: "react-18", dom: "react-dom-18" },
];

/** `define(inPage)` says what is tested. */
export function underEachVersion(define) {
  let browser;
  before(async () => {
    browser = await launched();
  });
  after(() => browser?.close());

  for (const version of VERSIONS) {
    describe(version.react, () => {
      let script;
      let shared;
      before(async () => {
        script = await bundled(version);
        shared = await opened(browser, script);
      });

      /** A test in which nothing may fail unheard, with a store of its own; in a page of its own at that time, if one is told. */
      define((name, run, time) =>
        test(name, async () => {
          const page = time === undefined ? shared : await opened(browser, script, time);
          await page.evaluate(() => globalThis.opened());
          await run(page);
          assert.deepEqual(await page.evaluate(() => ended()), []);
          if (page !== shared) await page.context().close();
        }));
    });
  }
}
