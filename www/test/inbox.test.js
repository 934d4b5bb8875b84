// The inbox: all that waits, over all sessions, and the answers that can be given.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, dashboard, dispatch } from "./dashboard.js";
import {
  ask,
  button,
  chat,
  create,
  expired,
  filled,
  focused,
  focusedItem,
  item,
  items,
  resolve,
  session,
} from "./inbox-page.js";

const { open } = dashboard();

test("all that waits is there, whatever the status: who asks, for what, until when; the shortest time first", async (t) => {
  const page = await filled(open, t, [
    create("run-1", "refund 1"),
    ask("run-1"),
    create("run-2", "refund 2"),
    ask("run-2", "a", { apiName: "stripe.refunds.create", timeoutMs: 500_000, payload: { amount: 129 } }),
    create("run-3", "refund 3"),
    ask("run-3", "a", { purpose: "AFTER_EXECUTION", timeoutMs: 90_000 }),
    ["reversible", "run-3", { type: "complete" }],
    create("run-4", "refund 4"),
    ...chat("chat-1"),
  ]);
  await page.getByText("4 sessions wait").waitFor();
  await items(page).nth(4).waitFor();
  const names = await page.locator(".who h2").allInnerTexts();
  assert.deepEqual(names.slice(0, 2), ["refund 3", "refund 2"]);
  assert.deepEqual(names.slice(2).sort(), ["chat chat-1", "refund 1"]);
  const refund = await item(page, "refund 2").textContent();
  assert.match(refund, /stripe\.refunds\.create/);
  assert.match(refund, /May it run\?/);
  assert.match(refund, /"amount":129/);
  assert.match(refund, /8:\d\d left/);
  const before = await item(page, "refund 2").locator("time").textContent();
  await page.waitForFunction((was) => !document.body.textContent.includes(was), before);
  assert.match(await item(page, "refund 3").textContent(), /It has run\. May it stay\?/);
  assert.match(await item(page, "refund 1").textContent(), /no limit/);
  await dispatch(page, [ask("run-4", "a", { timeoutMs: 86_400_000 })]);
  await item(page, "refund 4").getByText("24 h left").waitFor();
  assert.match(await item(page, "chat chat-1").first().textContent(), /ls \/tmp/);
  assert.match(await page.getByRole("link", { name: "refund 3" }).getAttribute("href"), /#\/session\/run-3$/);
  await accessible(page);
  await page.setViewportSize({ width: 380, height: 700 });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await accessible(page);
});

test("nobody is asked for a name twice, and it is kept with what they decide, the reason of a no with it", async (t) => {
  const page = await filled(
    open,
    t,
    [create("run-1", "refund 1"), ask("run-1"), create("run-2", "refund 2"), ask("run-2")],
    {
      name: null,
    },
  );
  await button(page, "Approve", "mail.send, refund 1").click();
  const dialog = page.getByRole("dialog", { name: "Who decides?" });
  await dialog.getByText("kept with what you approve, reject or withdraw").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  assert.equal((await session(page, "run-1")).approvals[0].status, "PENDING");
  await button(page, "Approve", "mail.send, refund 1").click();
  const field = page.getByLabel("Your name");
  await field.fill("   ");
  await page.getByRole("button", { name: "Go on" }).click();
  await dialog.getByText("Write a name: there is none yet.").waitFor();
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  assert.match(await field.getAttribute("aria-describedby"), /person-missing/);
  await accessible(page);
  await field.fill("Ann");
  await page.keyboard.press("Enter");
  await item(page, "refund 1").getByText("Approved by Ann").waitFor();
  await page.getByText("Approvals signed by Ann.").waitFor();
  await page.reload();
  await button(page, "Reject", "mail.send, refund 2").click();
  const said = "What follows: the action is \u201cFailed\u201d, and the session is \u201cActive\u201d.";
  await item(page, "refund 2").getByText(said).waitFor();
  await page.getByLabel(/Reason \(optional\)/).fill("not theirs");
  await page.keyboard.press("Enter");
  await item(page, "refund 2").getByText("Rejected by Ann").waitFor();
  const { approvals } = await session(page, "run-2");
  assert.deepEqual(
    [approvals[0].status, approvals[0].resolvedBy, approvals[0].reason],
    ["REJECTED", "Ann", "not theirs"],
  );
});

test("the calls of a turn are allowed and denied one by one, and the model is told why", async (t) => {
  // Nobody is asked for a name that would not be kept.
  const page = await filled(open, t, chat("chat-1"), { name: null });
  await button(page, "Allow", "shell, chat chat-1").first().click();
  await items(page).first().getByText("Allowed by a person").waitFor();
  await button(page, "Deny", "shell, chat chat-1").nth(1).click();
  await page.getByLabel(/Reason/).fill("keep it");
  await page.keyboard.press("Enter");
  await items(page).nth(1).getByText("Denied by a person").waitFor();
  const { batch, status } = await session(page, "chat-1");
  assert.equal(status, "running");
  assert.deepEqual(
    batch.calls.map(({ decision, denyMessage }) => [decision, denyMessage]),
    [
      ["allow", null],
      ["deny", "keep it"],
      [null, null],
    ],
  );
});

test("expired and unconfirmed ones are told apart, and each has the answers that help", async (t) => {
  const page = await filled(open, t, [
    create("run-1", "refund 1", { settings: { unconfirmedAfterMs: 1 } }),
    ask("run-1"),
    create("run-2", "refund 2"),
    ask("run-2"),
  ]);
  await expired(page, "run-3", "refund 3");
  await dispatch(page, [resolve("run-1", "approve", "Bob"), resolve("run-2", "approve", "Bob")]);
  const late = item(page, "refund 3");
  await late.getByText("Expired").waitFor();
  const approve = button(page, "Approve", "mail.send, refund 3");
  assert.equal(await approve.getAttribute("aria-disabled"), "true");
  const why = await approve.getAttribute("aria-describedby");
  assert.equal(
    await page.locator(`[id="${why}"]`).textContent(),
    "Nobody has answered within the time limit, so that it cannot be approved any more; it can still be rejected",
  );
  const unconfirmed = page.locator('[data-item][data-state="unconfirmed"]');
  await unconfirmed.getByText("Approved, but nobody said that it ran").waitFor();
  await page.locator('[data-item][data-state="cleared"]').getByText("Approved, not run yet").waitFor();
  const signs = await items(page)
    .locator(".state .sign path")
    .evaluateAll((all) => all.map((path) => path.outerHTML));
  assert.equal(new Set(signs).size, 3);
  await accessible(page);
  await button(page, "Mark as run", "mail.send, refund 1").click();
  await item(page, "refund 1").getByText("Marked as run by a person").waitFor();
  await button(page, "Withdraw approval", "mail.send, refund 2").click();
  await page.getByLabel(/Reason/).fill("   ");
  await page.keyboard.press("Enter");
  await page.getByText("Write a reason first.").waitFor();
  await page.getByLabel(/Reason/).fill("no longer wanted");
  await page.keyboard.press("Enter");
  await item(page, "refund 2").getByText("Withdrawn by Ann").waitFor();
  assert.equal((await session(page, "run-1")).actions[0].status, "SUCCESS");
  assert.equal((await session(page, "run-2")).actions[0].withdrawn.reason, "no longer wanted");
});

test("who comes too late is told in plain words what happened and what can still be done", async (t) => {
  const page = await filled(open, t);
  await expired(page, "run-1", "refund 1", 3000);
  await page.getByRole("link", { name: "refund 1" }).click();
  await page.getByRole("button", { name: "Approve" }).click();
  const dialog = page.getByRole("dialog", { name: "Approve" });
  // Who decides is known from here.
  assert.equal(await dialog.getByLabel("Your name").inputValue(), "Ann");
  await page.waitForTimeout(3000);
  await dialog.getByRole("button", { name: "Approve" }).click();
  const plain = "nobody has answered within the time limit, so that it cannot be approved any more";
  await page.locator(".saying").getByText(`Refused: ${plain}; it can still be rejected`).waitFor();
  const doable = page.getByRole("region", { name: "What can be done" });
  await doable.getByText("nobody has answered in time, and it is still open").waitFor();
  await doable.locator(".refused").filter({ hasText: "Approve" }).getByText(plain).waitFor();
  await doable.getByRole("button", { name: "Reject" }).click();
  await page.getByRole("dialog", { name: "Reject" }).getByRole("button", { name: "Reject" }).click();
  await page.getByRole("region", { name: "Actions" }).getByText("rejected by Ann").waitFor();
});

test("what nobody answers in time is not shown as somebody's no", async (t) => {
  const page = await filled(open, t, [create("run-1", "refund 1"), ask("run-1", "a", { timeoutMs: 1500 })]);
  await item(page, "refund 1").waitFor();
  await item(page, "refund 1").getByText("Nobody answered in time").waitFor();
});

test("the number beside the link counts only what wants a person, and the page says what waits for a host alone", async (t) => {
  const page = await filled(open, t, [
    create("run-1", "refund 1"),
    ask("run-1"),
    create("run-2", "refund 2"),
    ask("run-2"),
  ]);
  const link = page.getByRole("link", { name: "Inbox" });
  await link.getByText("2").waitFor();
  await dispatch(page, [resolve("run-1", "approve", "Bob")]);
  await link.getByText("1 waiting for a person").waitFor();
  await page.getByText("1 session waits for a person, 1 for an approved call to run.").waitFor();
  await dispatch(page, [resolve("run-2", "approve", "Bob")]);
  await page.getByText("0 sessions wait for a person, 2 for approved calls to run.").waitFor();
  assert.equal(await link.textContent(), "Inbox");
});

test("approving and rejecting need no mouse, and the focus goes on to what waits next", async (t) => {
  const ids = ["1", "2", "3"];
  const page = await filled(
    open,
    t,
    ids.flatMap((at) => [
      create(`run-${at}`, `refund ${at}`),
      ask(`run-${at}`, "a", { timeoutMs: Number(at) * 100_000 }),
    ]),
  );
  await button(page, "Approve", "mail.send, refund 3").waitFor();
  await page.getByRole("button", { name: "Reject selected" }).focus();
  for (let at = 0; at < 3; at++) await page.keyboard.press("Tab");
  assert.equal(await focused(page), "Approve mail.send, refund 1");
  await page.keyboard.press("Enter");
  await focusedItem(page, "refund 2");
  for (let at = 0; at < 3; at++) await page.keyboard.press("Tab");
  assert.equal(await focused(page), "Reject mail.send, refund 2");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.tagName === "INPUT");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.activeElement?.textContent === "Reject mail.send, refund 2");
  await page.keyboard.press("Enter");
  await page.keyboard.type("no");
  await page.keyboard.press("Enter");
  await focusedItem(page, "refund 3");
  assert.deepEqual(
    [(await session(page, "run-1")).actions[0].status, (await session(page, "run-2")).approvals[0].reason],
    ["CLEARED", "no"],
  );
  // What was answered goes, and the focus stays where it is.
  await item(page, "refund 2").waitFor({ state: "detached" });
  await focusedItem(page, "refund 3");
  for (let at = 0; at < 2; at++) await page.keyboard.press("Tab");
  assert.equal(await focused(page), "Approve mail.send, refund 3");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.tagName === "H1");
});

/** Whether it waits still, of each. */
const open3 = (page) => Promise.all(three.map(async (at) => (await session(page, `run-${at}`)).approvals[0].status));
const three = ["1", "2", "3"];
const asked3 = three.flatMap((at) => [
  create(`run-${at}`, `refund ${at}`),
  ask(`run-${at}`, "a", { timeoutMs: Number(at) * 100_000 }),
]);

async function held(page, key, times = 12) {
  for (let at = 0; at < times; at++) {
    await page.keyboard.down(key);
    await page.waitForTimeout(60);
  }
  await page.keyboard.up(key);
}

test("a key that is held down decides one thing, and none that nobody has looked at", async (t) => {
  const page = await filled(open, t, asked3);
  for (const key of ["Enter", "Space"]) {
    const before = (await open3(page)).filter((status) => status === "PENDING").length;
    await button(page, "Approve", `mail.send, refund ${key === "Enter" ? 1 : 2}`).focus();
    await held(page, key);
    await focusedItem(page, key === "Enter" ? "refund 2" : "refund 3");
    assert.equal((await open3(page)).filter((status) => status === "PENDING").length, before - 1);
  }
  await button(page, "Reject", "mail.send, refund 3").focus();
  await held(page, "Enter");
  await page.waitForFunction(() => document.activeElement?.tagName === "INPUT");
  assert.deepEqual(await open3(page), ["APPROVED", "APPROVED", "PENDING"]);
});

test("who says the name with more than one Enter decides what was asked, and nothing else", async (t) => {
  for (const pause of [0, 400]) {
    const page = await filled(open, t, asked3, { name: null });
    await button(page, "Approve", "mail.send, refund 1").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("Ann");
    await page.keyboard.press("Enter");
    await page.waitForTimeout(pause);
    await page.keyboard.press("Enter");
    await focusedItem(page, "refund 2");
    await page.keyboard.press("Enter");
    await page.waitForTimeout(300);
    assert.deepEqual(await open3(page), ["APPROVED", "PENDING", "PENDING"]);
    assert.equal(await page.locator(".saying").textContent(), "");
  }
});
