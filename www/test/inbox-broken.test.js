// The inbox where something is not as it should be: names, storage, and what cannot be read.
import assert from "node:assert/strict";
import { test } from "node:test";
import { dashboard } from "./dashboard.js";
import { ask, button, create, filled, item, session } from "./inbox-page.js";

const { open } = dashboard();

const two = [create("run-1", "refund 1"), ask("run-1"), create("run-2", "refund 2"), ask("run-2")];
const resolver = async (page, id) => (await session(page, id)).approvals[0].resolvedBy;

test("an answer is signed with the name that is shown, whichever tab was told it", async (t) => {
  const page = await filled(open, t, two);
  await page.getByText("Approvals signed by Ann.").waitFor();
  const other = await open(t, "#/inbox", { context: page.context() });
  await other.getByText("Approvals signed by Ann.").waitFor();
  await other.getByRole("button", { name: "Change" }).click();
  await other.getByLabel("Your name").fill("Bob");
  await other.keyboard.press("Enter");
  await page.getByText("Approvals signed by Bob.").waitFor();
  await button(page, "Approve", "mail.send, refund 1").click();
  await item(page, "refund 1").getByText("Approved by Bob").waitFor();
  // What only stands in the storage, and was not shown, is nobody's name.
  await page.evaluate(() => localStorage.setItem("countersign.name", "Eve"));
  await button(page, "Approve", "mail.send, refund 2").click();
  await item(page, "refund 2").getByText("Approved by Bob").waitFor();
  assert.deepEqual([await resolver(page, "run-1"), await resolver(page, "run-2")], ["Bob", "Bob"]);
});

test("who says a name that the browser cannot keep is not asked again in this tab", async (t) => {
  const page = await filled(open, t, two, { name: null });
  await page.evaluate(() => {
    const deny = () => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    };
    Object.assign(Storage.prototype, { getItem: deny, setItem: deny });
  });
  await button(page, "Approve", "mail.send, refund 1").click();
  await page.getByLabel("Your name").fill("Ann");
  await page.keyboard.press("Enter");
  await item(page, "refund 1").getByText("Approved by Ann").waitFor();
  await page.getByText("Approvals signed by Ann.").waitFor();
  await button(page, "Approve", "mail.send, refund 2").click();
  await item(page, "refund 2").getByText("Approved by Ann").waitFor();
});
