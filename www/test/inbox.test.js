// The inbox: all that waits, over all sessions, and what becomes of it while somebody looks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, dashboard, dispatch } from "./dashboard.js";

const { open } = dashboard();

const create = (id, label, more) => ["reversible", id, { type: "create", id, agentId: "billing", ...more }, { label }];
const ask = (id, action = "a", { apiName = "mail.send", purpose = "BEFORE_EXECUTION", timeoutMs, payload } = {}) => [
  "reversible",
  id,
  {
    type: "log_action",
    purpose,
    ...(timeoutMs && { timeoutMs }),
    action: {
      id: action,
      apiName,
      operationType: "CREATE",
      status: "PENDING_APPROVAL",
      payload: payload ?? { to: `${id}@example.com` },
      compensation: { kind: "AUTOMATIC", requireApproval: false },
    },
  },
];
const resolve = (id, decision, resolvedBy, action = "a", purpose = "BEFORE_EXECUTION", reason = null) => [
  "reversible",
  id,
  { type: "resolve_approval", approvalId: `${action}:${purpose}:1`, decision, resolvedBy, reason },
];
const chat = (id) => [
  [
    "interactive",
    id,
    { type: "create", id, toolPolicies: { default: "always_allow", tools: { shell: "always_ask" } } },
    { label: `chat ${id}` },
  ],
  ["interactive", id, { type: "submit", inputs: [{ type: "message", content: "tidy up" }] }],
  [
    "interactive",
    id,
    {
      type: "tool_calls",
      turn: 1,
      batchId: "b",
      calls: [
        { callId: "one", name: "shell", arguments: { cmd: "ls /tmp" }, toolType: "builtin" },
        { callId: "two", name: "shell", arguments: { cmd: "rm -r /tmp/x" }, toolType: "mcp" },
        { callId: "three", name: "read", arguments: { path: "a" }, toolType: "builtin" },
      ],
    },
  ],
];

/** An approval whose time is over, or will be soon, in a session that a server keeps and will tick. */
const expired = (page, id, label, left = -5000) =>
  page.evaluate(
    async ([id, label, left, commands]) => {
      const store = await globalThis.countersignStore(false);
      for (const [lifecycle, draft, command] of commands) await store.dispatch(lifecycle, draft, command);
      const session = await store.get("draft");
      await store.remove("draft");
      const approvals = session.approvals.map((each) => ({ ...each, timeoutAt: Date.now() + left }));
      await store.put("reversible", { ...session, id, approvals }, { version: null, label });
    },
    [id, label, left, [create("draft"), ask("draft", "a", { timeoutMs: 600_000 })]],
  );

async function filled(t, commands, { hash = "#/inbox", name = "Ann" } = {}) {
  const page = await open(t, hash);
  await page.getByText("Nothing waits for a person.").waitFor();
  if (name) await page.evaluate((name) => localStorage.setItem("countersign.name", name), name);
  if (commands) await dispatch(page, commands);
  return page;
}

const items = (page) => page.locator("[data-item]");
const item = (page, label) => items(page).and(page.getByRole("group", { name: label, exact: false }));
const button = (page, word, label) => page.getByRole("button", { name: `${word} ${label}` });
const session = (page, id) => page.evaluate(async (id) => (await globalThis.countersignStore(false)).get(id), id);
const focused = (page) => page.evaluate(() => document.activeElement?.textContent);

test("all that waits is there, whatever the status: who asks, for what, until when; the shortest time first", async (t) => {
  const page = await filled(t, [
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
  assert.match(refund, /8:\d\d/);
  const before = await item(page, "refund 2").locator("time").textContent();
  await page.waitForFunction((was) => !document.body.textContent.includes(was), before);
  assert.match(await item(page, "refund 3").textContent(), /It has run\. May it stay\?/);
  assert.match(await item(page, "refund 1").textContent(), /no limit/);
  assert.match(await item(page, "chat chat-1").first().textContent(), /ls \/tmp/);
  assert.match(await page.getByRole("link", { name: "refund 3" }).getAttribute("href"), /#\/session\/run-3$/);
  await accessible(page);
  await page.setViewportSize({ width: 380, height: 700 });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await accessible(page);
});

test("nobody is asked for a name twice, and it is kept with what they decide, the reason of a no with it", async (t) => {
  const page = await filled(t, [create("run-1", "refund 1"), ask("run-1"), create("run-2", "refund 2"), ask("run-2")], {
    name: null,
  });
  await button(page, "Approve", "mail.send, refund 1").click();
  await page.getByRole("dialog", { name: "Who decides?" }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  assert.equal((await session(page, "run-1")).approvals[0].status, "PENDING");
  await button(page, "Approve", "mail.send, refund 1").click();
  await page.getByLabel("Your name").fill("Ann");
  await page.keyboard.press("Enter");
  await item(page, "refund 1").getByText("Approved by Ann").waitFor();
  await page.getByText("Deciding as Ann.").waitFor();
  await page.reload();
  await button(page, "Reject", "mail.send, refund 2").click();
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
  const page = await filled(t, chat("chat-1"));
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

test("what another tab decides stays in sight, says who and when, and a late click is told the same", async (t) => {
  const page = await filled(t, [create("run-1", "refund 1"), ask("run-1"), create("run-2", "refund 2"), ask("run-2")]);
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
  const page = await filled(t, [
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

test("several are answered at once, each by a command of its own, and those refused are listed with their reason", async (t) => {
  const page = await filled(t, [
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
  await page.getByRole("button", { name: "Reject selected" }).click();
  await page.getByLabel(/Reason/).fill("too late");
  await page.keyboard.press("Enter");
  await outcome.getByText("1 call rejected").waitFor();
  assert.equal((await session(page, "run-3")).approvals[0].reason, "too late");
});

test("expired and unconfirmed ones are told apart, and each has the answers that help", async (t) => {
  const page = await filled(t, [
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
  await unconfirmed.getByText("Approved, nobody said that it ran").waitFor();
  await page.locator('[data-item][data-state="cleared"]').getByText("Approved, not run yet").waitFor();
  const signs = await items(page)
    .locator(".state .sign path")
    .evaluateAll((all) => all.map((path) => path.outerHTML));
  assert.equal(new Set(signs).size, 3);
  await accessible(page);
  await button(page, "It ran", "mail.send, refund 1").click();
  await item(page, "refund 1").getByText("Said to have run by a person").waitFor();
  await button(page, "Withdraw", "mail.send, refund 2").click();
  await page.getByLabel(/Reason/).fill("no longer wanted");
  await page.keyboard.press("Enter");
  await item(page, "refund 2").getByText("Withdrawn by Ann").waitFor();
  assert.equal((await session(page, "run-1")).actions[0].status, "SUCCESS");
  assert.equal((await session(page, "run-2")).actions[0].withdrawn.reason, "no longer wanted");
});

test("who comes too late is told in plain words what happened and what can still be done", async (t) => {
  const page = await filled(t);
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
  const page = await filled(t, [create("run-1", "refund 1"), ask("run-1", "a", { timeoutMs: 1500 })]);
  await item(page, "refund 1").waitFor();
  await item(page, "refund 1").getByText("Nobody answered in time").waitFor();
});

test("the number beside the link counts only what wants a person, and the page says what waits for a host alone", async (t) => {
  const page = await filled(t, [create("run-1", "refund 1"), ask("run-1"), create("run-2", "refund 2"), ask("run-2")]);
  const link = page.getByRole("link", { name: "Inbox" });
  await link.getByText("2").waitFor();
  await dispatch(page, [resolve("run-1", "approve", "Bob")]);
  await link.getByText("1 waiting for a person").waitFor();
  await page.getByText("2 sessions wait, 1 of them only for its host").waitFor();
  await dispatch(page, [resolve("run-2", "approve", "Bob")]);
  await page.getByText("2 sessions wait, 2 of them only for their hosts").waitFor();
  assert.equal(await link.textContent(), "Inbox");
});

test("approving and rejecting need no mouse, and the focus goes on to what waits next", async (t) => {
  const ids = ["1", "2", "3"];
  const page = await filled(
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
  await page.waitForFunction(() => document.activeElement?.textContent === "Approve mail.send, refund 2");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.tagName === "INPUT");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.activeElement?.textContent === "Reject mail.send, refund 2");
  await page.keyboard.press("Enter");
  await page.keyboard.type("no");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.textContent === "Approve mail.send, refund 3");
  assert.deepEqual(
    [(await session(page, "run-1")).actions[0].status, (await session(page, "run-2")).approvals[0].reason],
    ["CLEARED", "no"],
  );
  // What was answered goes, and the focus stays where it is.
  await item(page, "refund 2").waitFor({ state: "detached" });
  assert.equal(await focused(page), "Approve mail.send, refund 3");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.tagName === "H1");
});

test("lifecycle and text are filters that stand in the address; what is not shown is not answered", async (t) => {
  const page = await filled(t, [create("run-1", "refund 1"), ask("run-1"), ...chat("chat-1")]);
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
