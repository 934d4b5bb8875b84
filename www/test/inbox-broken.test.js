// The inbox where something is not as it should be: names, storage, and what cannot be read.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, dashboard, dispatch } from "./dashboard.js";
import { ask, button, chat, create, filled, item, resolve, session } from "./inbox-page.js";

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

// Read as "mail.resend", and as 10000, by whoever does not see what turns them.
const TURNED = "\u202Edneser.liam";
const turned = [
  create("run-1", "refund 1\u2067"),
  ask("run-1", "a", { apiName: TURNED, payload: { amount: "\u202E00001" } }),
];

test("a name that turns what is read is shown as it is, and turns nothing beside it", async (t) => {
  const page = await filled(open, t, [
    ...turned,
    ...chat("chat-\u200B1"),
    create("fam", "family 👨‍👩‍👧 ❤️"),
    ask("fam"),
  ]);
  const line = item(page, "refund 1");
  assert.equal(await line.locator(".api").textContent(), "\\u202Edneser.liam");
  assert.equal(await line.locator(".summary").textContent(), '{"amount":"\\u202E00001"}');
  assert.equal(await line.getAttribute("aria-label"), "\\u202Edneser.liam, refund 1\\u2067");
  assert.equal(await line.locator(".api bdi").evaluate((name) => getComputedStyle(name).unicodeBidi), "isolate");
  await page.getByRole("link", { name: "chat chat-\\u200B1" }).waitFor();
  // What an emoji is made of is seen in it.
  await page.getByRole("link", { name: "family 👨‍👩‍👧 ❤️" }).waitFor();
  const unseen = async () => assert.doesNotMatch(await page.locator("body").textContent(), /[\u202E\u2067\u200B]/);
  await unseen();
  await accessible(page);
  await page.getByRole("link", { name: "Fleet" }).click();
  await page.getByRole("link", { name: "refund 1\\u2067" }).waitFor();
  await unseen();
  await page.getByRole("link", { name: "refund 1\\u2067" }).click();
  await page.getByRole("heading", { name: "refund 1\\u2067" }).waitFor();
  await page.getByRole("button", { name: "Reject" }).click();
  await page.getByRole("dialog").getByText("\\u202Edneser.liam").waitFor();
  await unseen();
  await page.getByLabel("Reason").fill("\u202Eon");
  await page.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
  await page.getByRole("region", { name: "Actions" }).getByText("rejected by Ann: \\u202Eon").waitFor();
  await unseen();
});

/** Spoils what is stored of a session, as another version or a fault of the disk could. */
const spoil = (page, id) =>
  page.evaluate(async (id) => {
    const { promise, resolve } = Promise.withResolvers();
    indexedDB.open("countersign").onsuccess = ({ target }) => resolve(target.result);
    const db = await promise;
    const tx = db.transaction("sessions", "readwrite");
    const sessions = tx.objectStore("sessions");
    sessions.get(id).onsuccess = ({ target }) => {
      sessions.put({ ...target.result, session: { ...target.result.session, actions: 7 } });
    };
    await new Promise((done) => {
      tx.oncomplete = done;
    });
    db.close();
  }, id);

test("a session that cannot be read is named, and all others are selected", async (t) => {
  const page = await filled((t, hash) => open(t, hash, { expects: /actions/ }), t, two);
  await spoil(page, "run-1");
  await page.reload();
  await page.getByText("The session refund 1 cannot be read:").waitFor();
  const { y } = await page.locator(".asked").boundingBox();
  await page.getByRole("button", { name: "Select all" }).click();
  await page.getByText("1 selected", { exact: false }).first().waitFor();
  const outcome = page.locator(".outcome");
  await outcome.getByText("1 call selected, 1 session cannot be read:").waitFor();
  await outcome.getByRole("listitem").filter({ hasText: "run-1: " }).waitFor();
  // It stands over the list, which does not move.
  assert.equal((await page.locator(".asked").boundingBox()).y, y);
  await accessible(page);
  await page.getByRole("button", { name: "Approve selected" }).click();
  await outcome.getByText("1 call approved", { exact: true }).waitFor();
  assert.equal(await resolver(page, "run-2"), "Ann");
});

test("what another has approved already is told apart from what is refused", async (t) => {
  const page = await filled(open, t, [...two, create("run-3", "refund 3"), ask("run-3")], { name: null });
  await button(page, "Approve", "mail.send, refund 3").waitFor();
  await page.getByRole("button", { name: "Select all" }).click();
  await page.getByText("All 3 selected").waitFor();
  await page.getByRole("button", { name: "Approve selected" }).click();
  // While somebody still says who they are.
  await page.getByLabel("Your name").fill("Ann");
  await dispatch(page, [resolve("run-1", "approve", "Bob"), resolve("run-2", "reject", "Bob")]);
  await page.keyboard.press("Enter");
  const outcome = page.locator(".outcome");
  await outcome.getByText("1 call approved, 1 already approved, 1 refused:").waitFor();
  await outcome.getByText("run-1 mail.send: already approved by Bob").waitFor();
  await outcome.getByText(/run-2 mail\.send: .*rejected by Bob at/).waitFor();
});

test("what is selected and answered elsewhere is selected no more, though it is scrolled out of sight", async (t) => {
  const ids = Array.from({ length: 40 }, (_, at) => String(at + 1));
  const page = await filled(open, t, [
    ...ids.flatMap((at) => [
      create(`run-${at}`, `refund ${at}.`),
      ask(`run-${at}`, "a", { timeoutMs: 900_000 + Number(at) * 1000 }),
    ]),
    ask("run-39", "b", { timeoutMs: 999_000 }),
  ]);
  await page.getByText("40 sessions wait").waitFor();
  await page.getByRole("button", { name: "Select all" }).click();
  await page.getByText("All 41 selected").waitFor();
  assert.equal(await item(page, "refund 39.").count(), 0);
  await dispatch(page, [resolve("run-40", "approve", "Bob"), resolve("run-39", "reject", "Bob")]);
  await page.getByText("39 selected").waitFor();
  await page.getByRole("button", { name: "Approve selected" }).click();
  await page.locator(".outcome").getByText("39 calls approved", { exact: true }).waitFor();
});

test("an address that no chip stands for is mended, and a text in it may have a question mark", async (t) => {
  const page = await filled(open, t, [create("run-1", "refund? 1"), ask("run-1")], {
    hash: "#/inbox?lifecycle=delegated",
  });
  await page.getByText("1 session waits").waitFor();
  assert.match(page.url(), /#\/inbox$/);
  await page.evaluate(() => {
    location.hash = "#/fleet?attention=foo&lifecycle=bar&text=refund?";
  });
  await page.getByRole("link", { name: "refund? 1" }).waitFor();
  await page.waitForFunction(() => !/foo|bar/.test(location.hash));
  assert.equal(await page.getByRole("searchbox").inputValue(), "refund?");
});
