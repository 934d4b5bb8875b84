// The list of the inbox: what becomes of it while somebody looks, and many at once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, dashboard, dispatch } from "./dashboard.js";
import { ask, button, chat, create, expired, filled, item, items, resolve, session } from "./inbox-page.js";

const { open } = dashboard();

test("what another tab decides stays in sight, says who and when, and a late click is told the same", async (t) => {
  const page = await filled(open, t, [
    create("run-1", "refund 1"),
    ask("run-1"),
    create("run-2", "refund 2"),
    ask("run-2"),
  ]);
  const other = await open(t, "#/inbox", { context: page.context() });
  await button(page, "Approve", "mail.send, refund 1").waitFor();
  await page.locator(".asked").hover();
  await dispatch(other, [resolve("run-1", "reject", "Bob", "a", "BEFORE_EXECUTION", "twice")]);
  const gone = item(page, "refund 1");
  await gone.getByText(/Rejected by Bob, \w+ \d+, \d{4}/).waitFor();
  await gone.getByText("twice").waitFor();
  await page.locator(".inbox > [role=status]").getByText("mail.send, refund 1: Rejected by Bob").waitFor();
  await button(other, "Approve", "mail.send, refund 2").waitFor();
  await button(page, "Approve", "mail.send, refund 1").click({ force: true });
  await page
    .locator(".saying")
    .getByText(/Refused: .*rejected by Bob at 20/)
    .waitFor();
  await page.locator(".saying code").getByText("Bob").waitFor();
  assert.equal((await session(page, "run-1")).approvals[0].resolvedBy, "Bob");
  // It holds still as long as somebody points at it, and goes once they do not.
  await page.waitForTimeout(6500);
  assert.equal(await gone.count(), 1);
  await page.mouse.move(5, 5);
  await button(page, "Approve", "mail.send, refund 2").focus();
  await gone.waitFor({ state: "detached" });
  assert.equal(await items(page).count(), 1);
});

test("what somebody points at stays under the pointer, whatever comes or grows above it", async (t) => {
  const page = await filled(open, t, [
    create("run-1", "refund 1"),
    ask("run-1", "a", { timeoutMs: 400_000 }),
    create("run-2", "refund 2"),
    ask("run-2", "a", { timeoutMs: 500_000 }),
    ask("run-2", "b", { timeoutMs: 600_000, apiName: "mail.delete" }),
  ]);
  const approve = button(page, "Approve", "mail.delete, refund 2");
  await approve.hover();
  const { y } = await approve.boundingBox();
  const reason = "They have asked for this twice already, and were told no each time. ".repeat(3);
  await dispatch(page, [
    ask("run-1", "c", { timeoutMs: 300_000, apiName: "mail.forward" }),
    ask("run-2", "d", { timeoutMs: 350_000, apiName: "mail.copy" }),
    resolve("run-1", "reject", "Bob", "a", "BEFORE_EXECUTION", reason),
  ]);
  await items(page).nth(4).waitFor();
  await item(page, "refund 1").getByText("told no each time").waitFor();
  await page.waitForTimeout(300);
  assert.equal(await items(page).count(), 5);
  assert.ok(Math.abs((await approve.boundingBox()).y - y) < 2, `${(await approve.boundingBox()).y} instead of ${y}`);
  await page.mouse.move(5, 5);
  await page.waitForFunction(() => document.querySelector(".asked > ul").style.top === "");
  assert.ok((await approve.boundingBox()).y > y + 50);
});

test("what was answered is still said where one has scrolled away and back", async (t) => {
  const ids = Array.from({ length: 40 }, (_, at) => String(at + 1));
  const page = await filled(
    open,
    t,
    ids.flatMap((at) => [
      create(`run-${at}`, `refund ${at}.`),
      ask(`run-${at}`, "a", { timeoutMs: 900_000 + Number(at) * 1000 }),
    ]),
  );
  await button(page, "Approve", "mail.send, refund 1.").waitFor();
  await page.locator(".asked").hover();
  await dispatch(page, [resolve("run-1", "reject", "Bob")]);
  const first = item(page, "refund 1.");
  await first.getByText("Rejected by Bob").waitFor();
  const scroll = (to) => page.locator(".asked").evaluate((element, to) => element.scrollTo(0, to), to);
  await scroll(100_000);
  await first.waitFor({ state: "detached" });
  await scroll(0);
  await first.getByText("Rejected by Bob").waitFor();
});

test("all of a long payload is shown by keyboard next to its answers, and what is pointed at stays", async (t) => {
  const body = `${"A long letter. ".repeat(60)}The end.`;
  const page = await filled(open, t, [
    create("run-1", "refund 1"),
    ask("run-1", "a", { timeoutMs: 400_000 }),
    create("run-2", "refund 2"),
    ask("run-2", "a", { timeoutMs: 500_000, payload: { body } }),
    ...chat("chat-1"),
  ]);
  const letter = item(page, "refund 2");
  await letter.hover();
  const { y } = await letter.boundingBox();
  assert.equal(await page.getByText("The end.").count(), 0);
  await letter.locator("summary").focus();
  await page.keyboard.press("Enter");
  await letter.getByText("The end.").waitFor();
  assert.equal((await letter.boundingBox()).y, y);
  await accessible(page);
  await page.keyboard.press("Enter");
  await page.getByText("The end.").waitFor({ state: "detached" });
  // What is short is there at once.
  assert.equal(await item(page, "refund 1").locator("summary").count(), 0);
});

test("several are answered at once, each by a command of its own, and those refused are listed with their reason", async (t) => {
  const page = await filled(open, t, [
    create("run-1", "refund 1"),
    ask("run-1"),
    ask("run-1", "b"),
    create("run-2", "refund 2"),
    ask("run-2"),
    ...chat("chat-1"),
  ]);
  await expired(page, "run-3", "refund 3");
  await page.getByText("4 sessions wait").waitFor();
  const approve = page.getByRole("button", { name: "Approve selected" });
  assert.equal(await approve.getAttribute("aria-disabled"), "true");
  await page.getByRole("checkbox", { name: "Select mail.send, refund 2" }).check();
  await page.getByText("1 selected").waitFor();
  const all = page.getByRole("button", { name: "Select all" });
  await all.click();
  await page.getByText("All 6 selected").waitFor();
  assert.equal(await all.getAttribute("aria-disabled"), "true");
  const last = page.getByRole("checkbox", { name: "Select mail.send, refund 2" });
  await last.uncheck();
  await page.getByText("5 selected").waitFor();
  assert.equal(await all.getAttribute("aria-disabled"), null);
  await last.check();
  await page.getByText("All 6 selected").waitFor();
  await approve.click();
  const outcome = page.locator(".outcome");
  await outcome.getByText("5 calls approved, 1 refused:").waitFor();
  assert.match(await outcome.textContent(), /run-3 mail\.send: .*time limit.*it can still be rejected/s);
  await page.getByText("Nothing is selected.").waitFor();
  assert.equal(
    (await session(page, "run-1")).approvals.every(({ status }) => status === "APPROVED"),
    true,
  );
  assert.equal((await session(page, "chat-1")).status, "running");
  await accessible(page);
  await page.getByRole("button", { name: "Select all" }).click();
  await page.getByText("1 selected").waitFor();
  // Nothing moves for the reason, and all of it is in one place.
  for (const width of [1280, 900, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const { y } = await page.locator(".asked").boundingBox();
    await page.getByRole("button", { name: "Reject selected" }).click();
    const [cancel, reject] = await Promise.all(
      [/^Cancel$/, /^Reject 1 selected call$/].map((name) => page.getByRole("button", { name }).boundingBox()),
    );
    assert.equal(cancel.y, reject.y);
    assert.ok(cancel.x + cancel.width <= width);
    assert.equal((await page.locator(".asked").boundingBox()).y, y);
    if (width > 390) await page.keyboard.press("Escape");
    else await accessible(page);
  }
  await page.getByLabel(/Reason/).fill("too late");
  await page.keyboard.press("Enter");
  await outcome.getByText("1 call rejected").waitFor();
  assert.equal((await session(page, "run-3")).approvals[0].reason, "too late");
});

test("lifecycle and text are filters that stand in the address; what is not shown is not answered", async (t) => {
  const page = await filled(open, t, [create("run-1", "refund 1"), ask("run-1"), ...chat("chat-1")]);
  await page.getByText("2 sessions wait").waitFor();
  await page.getByRole("button", { name: "Select all" }).click();
  await page.getByText("3 selected").waitFor();
  await page.getByRole("button", { name: /Interactive\s*1/ }).click();
  await page.getByText("1 session waits").waitFor();
  await page.getByText("2 selected").waitFor();
  assert.match(page.url(), /#\/inbox\?lifecycle=interactive$/);
  await page.getByRole("searchbox").fill("refund");
  await page.getByText("Nothing like this waits").waitFor();
  await page.reload();
  await page.getByText("Nothing like this waits").waitFor();
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByText("2 sessions wait").waitFor();
});

test("of thousands of sessions only those in sight are read", async (t) => {
  const page = await open(t, "#/inbox");
  await page.getByText("Nothing waits for a person.").waitFor();
  await page.evaluate(async () => {
    const store = await globalThis.countersignStore(false);
    const id = "many-0";
    await store.dispatch("reversible", id, { type: "create", id, agentId: "billing" });
    await store.dispatch("reversible", id, {
      type: "log_action",
      purpose: "BEFORE_EXECUTION",
      action: {
        id: "a",
        apiName: "mail.send",
        operationType: "CREATE",
        status: "PENDING_APPROVAL",
        compensation: { kind: "NONE", requireApproval: false },
      },
    });
    const session = await store.get(id);
    const lines = Array.from({ length: 2000 }, (_, at) => ({ ...session, id: `many-${at + 1}` }));
    for (let at = 0; at < lines.length; at += 100) {
      const some = lines.slice(at, at + 100);
      await Promise.all(some.map((each) => store.put("reversible", each, { version: null, local: true })));
    }
  });
  await page.getByText("2,001 sessions wait").waitFor();
  assert.ok((await items(page).count()) < 40);
  const started = Date.now();
  await page.reload();
  await items(page).first().waitFor();
  assert.ok(Date.now() - started < 4000, `${Date.now() - started} ms`);
  await page.locator(".asked").evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await page.getByText("many-999", { exact: true }).first().waitFor();
});
