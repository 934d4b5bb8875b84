import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { opened } from "../chromium.js";
import { started } from "../started.js";

let server;
before(async () => {
  server = await started("next");
});
after(() => server?.close());

test("the server renders what the page then derives, and a click shows what it comes to", async () => {
  const html = await (await fetch(server.url)).text();
  assert.match(html, /AWAITING_APPROVAL/);

  const { page, wrong, close } = await opened(server.url);
  try {
    const run = page.getByRole("region", { name: "run-7" });
    const shown = run.locator("output");
    assert.equal(await shown.textContent(), "AWAITING_APPROVAL");
    const approve = run.getByRole("button", { name: /^approve/ });
    // Nothing happens at a click before the page is alive.
    for (const end = Date.now() + 20_000; (await approve.count()) > 0 && Date.now() < end; ) {
      await approve.first().click();
      await page.waitForTimeout(100);
    }
    await run.getByText("approve-execution, not confirmed").waitFor();
    assert.equal(await shown.textContent(), "ACTIVE");
    assert.equal(await approve.count(), 0);
    assert.deepEqual(wrong, []);
  } finally {
    await close();
  }
});
