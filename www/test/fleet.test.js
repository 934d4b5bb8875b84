// The fleet: all sessions, counts that are filters, an address that holds it all.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, dashboard, dispatch } from "./dashboard.js";

const { open } = dashboard();

const create = (id, label) => ["reversible", id, { type: "create", id, agentId: "billing" }, { label }];
const ask = (id) => [
  "reversible",
  id,
  {
    type: "log_action",
    purpose: "BEFORE_EXECUTION",
    timeoutMs: 600_000,
    action: {
      id: "a",
      apiName: "mail.send",
      operationType: "CREATE",
      status: "PENDING_APPROVAL",
      compensation: { kind: "NONE", requireApproval: false },
    },
  },
];

async function filled(t) {
  const page = await open(t);
  await page.getByText("No sessions yet").waitFor();
  await dispatch(page, [
    create("run-1", "refund order 1"),
    create("run-2", "write to customers"),
    ask("run-2"),
    create("run-3", "refund order 3"),
    ["reversible", "run-3", { type: "complete" }],
    [
      "delegated",
      "work-1",
      { type: "create", uid: "work-1", agent: "coder", task: "fix", harness: "cli", authority: [] },
    ],
  ]);
  await page.getByText("4 sessions").waitFor();
  return page;
}

const names = (page) => page.locator(".scroll .name a").allInnerTexts();

test("every session is there with what it needs, the newest first, and what changes is seen in every tab", async (t) => {
  const page = await filled(t);
  assert.deepEqual(await names(page), ["coder · fix", "refund order 3", "write to customers", "refund order 1"]);
  const row = page.getByRole("row").filter({ hasText: "write to customers" });
  assert.match(await row.textContent(), /Awaiting approval/);
  const other = await open(t, "#/fleet", { context: page.context() });
  await other.getByText("4 sessions").waitFor();
  await dispatch(other, [["reversible", "run-1", { type: "complete" }]]);
  await page.getByRole("row").filter({ hasText: "refund order 1" }).getByText("Completed").waitFor();
  assert.equal((await names(page))[0], "refund order 1");
  await page.locator(".fresh").first().waitFor({ state: "attached" });
  await accessible(page);
});

test("what has just changed is as legible as the rest, hovered or not", async (t) => {
  const page = await filled(t);
  await dispatch(page, [["reversible", "run-1", { type: "complete" }], ask("run-3")]);
  await page.getByRole("row").filter({ hasText: "refund order 1" }).getByText("Completed").waitFor();
  // It stands still at its strongest.
  const many = await page.evaluate(() => {
    const fading = document.getAnimations().filter(({ effect }) => effect.target.matches(".fresh"));
    for (const animation of fading) {
      animation.pause();
      animation.currentTime = 0;
    }
    return fading.length;
  });
  assert.ok(many >= 4, `${many}`);
  await accessible(page);
  await page.getByRole("row").filter({ hasText: "refund order 1" }).hover();
  await accessible(page);
  const seen = await page.locator(".fresh").evaluateAll((all) => all.map((each) => getComputedStyle(each).opacity));
  assert.deepEqual(new Set(seen), new Set(["1"]));
  // What lies over something else would not have been looked at.
  const unseen = await page.evaluate(async () => {
    const { incomplete } = await globalThis.axe.run(".scroll", { runOnly: ["color-contrast"] });
    const nodes = incomplete.flatMap((found) => found.nodes);
    return nodes.filter(({ any }) => any.some(({ data }) => data?.messageKey === "bgOverlap")).map(({ html }) => html);
  });
  assert.deepEqual(unseen, []);
});

test("a count is a filter, and the address holds what is filtered, searched and sorted", async (t) => {
  const page = await filled(t);
  await page.getByRole("button", { name: /Needs a person\s*1/ }).click();
  await page.getByText("1 of 4 sessions").waitFor();
  assert.deepEqual(await names(page), ["write to customers"]);
  await page.goBack();
  await page.getByText("4 sessions", { exact: true }).waitFor();
  await page.goForward();
  await page.getByText("1 of 4 sessions").waitFor();
  await page.reload();
  await page.getByText("1 of 4 sessions").waitFor();
  await page.getByRole("button", { name: /Needs a person/, pressed: true }).click();
  await page.getByRole("searchbox").fill("REFUND");
  await page.getByText("2 of 4 sessions").waitFor();
  await page.getByRole("columnheader", { name: "Session" }).getByRole("button").click();
  assert.deepEqual(await names(page), ["refund order 1", "refund order 3"]);
  await page.getByRole("columnheader", { name: "Session", exact: false }).getByRole("button").click();
  assert.deepEqual(await names(page), ["refund order 3", "refund order 1"]);
  assert.match(page.url(), /#\/fleet\?text=REFUND&order=-label$/);
  await page.getByRole("combobox", { name: "Status" }).selectOption({ label: "Completed (1)" });
  assert.deepEqual(await names(page), ["refund order 3"]);
  await page.getByRole("searchbox").fill(" refund order 3 ");
  await page.getByText("1 of 4 sessions").waitFor();
  assert.deepEqual(await names(page), ["refund order 3"]);
  await page.getByRole("searchbox").fill("nothing");
  await page.getByText("No session is like this").waitFor();
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByText("4 sessions", { exact: true }).waitFor();
});

test("an address that leads nowhere gives way to that of the fleet", async (t) => {
  const page = await open(t, "#/nowhere?text=refund");
  await page.getByRole("heading", { name: "Fleet" }).waitFor();
  await page.waitForURL(/#\/fleet\?text=refund$/);
});

test("statuses that read alike are told apart by their lifecycle", async (t) => {
  const page = await filled(t);
  await dispatch(page, [
    ["delegated", "work-1", { type: "initialize" }],
    ["delegated", "work-1", { type: "activate" }],
  ]);
  const status = page.getByRole("combobox", { name: "Status" });
  const alike = status.locator("option", { hasText: /^Active/ });
  await alike.nth(1).waitFor({ state: "attached" });
  const groups = await alike.evaluateAll((all) => all.map(({ parentNode, text }) => `${parentNode.label}: ${text}`));
  assert.deepEqual(groups, ["Reversible: Active (1)", "Delegated: Active (1)"]);
  await status.selectOption("Active");
  await page.getByText("1 of 4 sessions").waitFor();
  assert.deepEqual(await names(page), ["coder · fix"]);
  await accessible(page);
});

test("a decline says where it goes, and those that ask for a person can be filtered", async (t) => {
  const page = await filled(t);
  assert.equal(await page.getByRole("group", { name: "Declined" }).count(), 0);
  const decline = (uid, reason, more) => [
    ["delegated", uid, { type: "create", uid, agent: "coder", task: uid, harness: "cli", authority: [] }],
    ["delegated", uid, { type: "initialize" }],
    ["delegated", uid, { type: "activate" }],
    ["delegated", uid, { type: "decline", reason, ...more }],
  ];
  const texts = { taskAssessment: "a", decomposition: "b", orchestration: "c", lessons: "d" };
  const said = { author: "agent", outcome: "Declined", ...texts };
  const reflected = (sessionUid) => ({ reflect: { sessionUid, ...said } });
  const answers = await dispatch(page, [
    ...decline("work-2", "ethical_objection", reflected("work-2")),
    ...decline("work-3", "needs_decomposition", reflected("work-3")),
    ...decline("work-4", "ethical_objection"),
  ]);
  assert.deepEqual(
    answers.filter(({ outcome }) => outcome !== "allowed").map(({ message }) => message),
    [],
  );
  const row = (name) => page.getByRole("row").filter({ hasText: name });
  await row("coder · work-2").getByText("Declined · to a person").waitFor();
  await row("coder · work-3").getByText("Declined · to be planned again").waitFor();
  await row("coder · work-4").getByText("declines to a person").waitFor();
  await page.getByRole("button", { name: /^to a person\s*2$/ }).click();
  await page.getByText("2 of 7 sessions").waitFor();
  assert.deepEqual(await names(page), ["coder · work-4", "coder · work-2"]);
  assert.match(page.url(), /disposition=escalate_to_human$/);
  await page.reload();
  await page.getByText("2 of 7 sessions").waitFor();
  await page.getByRole("button", { name: /^to be planned again\s*1$/, pressed: false }).waitFor();
  await accessible(page);
  await page.getByRole("button", { name: /^to a person/, pressed: true }).click();
  await page.getByText("7 sessions", { exact: true }).waitFor();
});

test("a list does not move under the hand of whoever points at it", async (t) => {
  const page = await filled(t);
  const before = await names(page);
  await page.locator(".scroll").hover();
  await dispatch(page, [["reversible", "run-1", { type: "complete" }], create("run-9", "new")]);
  await page.getByText(/held back while you point/).waitFor();
  assert.deepEqual(await names(page), before);
  await page.getByRole("row").filter({ hasText: "refund order 1" }).getByText("Completed").waitFor();
  await page.mouse.move(5, 5);
  await page.waitForFunction(() => document.querySelector(".scroll .name a")?.textContent === "new");
  assert.equal((await names(page)).length, 5);
});

test("with less motion a row that moves is in its place at once", async (t) => {
  const page = await filled(t);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const strayed = page.evaluate(
    () =>
      new Promise((resolve) => {
        const scroll = document.querySelector(".scroll");
        const isElsewhere = (row) => {
          const top = row.getBoundingClientRect().top - row.parentElement.getBoundingClientRect().top;
          return Math.round(top) !== (Number(row.getAttribute("aria-rowindex")) - 2) * 36;
        };
        new MutationObserver((_, observer) => {
          observer.disconnect();
          resolve([...scroll.querySelectorAll(".row")].filter(isElsewhere).length);
        }).observe(scroll, { subtree: true, attributes: true, attributeFilter: ["aria-rowindex"] });
      }),
  );
  await dispatch(page, [["reversible", "run-1", { type: "complete" }]]);
  assert.equal(await strayed, 0);
});

test("of many sessions only those in sight are drawn, and all can be scrolled to", async (t) => {
  const page = await open(t);
  await page.getByText("No sessions yet").waitFor();
  await dispatch(
    page,
    Array.from({ length: 300 }, (_, at) => create(`run-${at}`, `label ${at}`)),
  );
  await page.getByText("300 sessions").waitFor();
  assert.ok((await names(page)).length < 80);
  await page.locator(".scroll").evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await page.getByText("label 0", { exact: true }).waitFor();
});

test("by keyboard the focus stays on its row, and whoever comes back from a session is at it", async (t) => {
  const page = await open(t);
  await page.getByText("No sessions yet").waitFor();
  const labels = Array.from({ length: 300 }, (_, at) => create(`run-${at}`, `label ${at}`));
  await dispatch(page, labels);
  await page.getByText("300 sessions").waitFor();
  const focused = () => page.evaluate(() => document.activeElement.textContent);
  const top = () => page.locator(".scroll").evaluate(({ scrollTop }) => scrollTop);
  await page.getByRole("link", { name: "label 297", exact: true }).focus();
  await page.keyboard.press("End");
  await page.getByText("label 0", { exact: true }).waitFor();
  assert.equal(await focused(), "label 297");
  await page.keyboard.press("Home");
  await page.getByText("label 299", { exact: true }).waitFor();
  assert.equal(await focused(), "label 297");
  await page.getByRole("searchbox").fill("label");
  await page.locator(".scroll").evaluate((element) => element.scrollTo(0, 5000));
  await page.getByRole("link", { name: "label 150", exact: true }).press("Enter");
  await page.getByRole("heading", { name: "label 150" }).waitFor();
  const fleet = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Fleet" });
  assert.equal(await fleet.getAttribute("aria-current"), "true");
  await accessible(page);
  await page.goBack();
  await page.getByRole("row").filter({ hasText: "label 150" }).waitFor();
  await page.waitForFunction(() => document.activeElement.textContent === "label 150");
  assert.equal(await top(), 5000);
  await page.keyboard.press("Enter");
  await page.getByRole("article").getByRole("link", { name: "Fleet" }).press("Enter");
  await page.waitForFunction(() => document.activeElement.textContent === "label 150");
  assert.match(page.url(), /#\/fleet\?text=label$/);
  // Whoever comes from elsewhere begins at the top.
  await page.getByRole("link", { name: "Data", exact: true }).click();
  await page.goBack();
  await page.getByText("label 299", { exact: true }).waitFor();
  assert.equal(await top(), 0);
});

test("it is all there on a narrow page", async (t) => {
  const page = await filled(t);
  await page.setViewportSize({ width: 380, height: 700 });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await page.getByText("write to customers").waitFor();
  // Most of it are sessions, and each can be told from the next.
  const sizes = await page.evaluate(() => {
    const isCut = (element) => element.scrollWidth > element.clientWidth;
    const rows = [...document.querySelectorAll(".scroll .row")];
    return {
      top: document.querySelector(".scroll").getBoundingClientRect().top,
      cut: rows.flatMap((row) => [...row.querySelectorAll("a, .id")]).filter(isCut).length,
      high: rows.map((row) => row.getBoundingClientRect().height),
    };
  });
  assert.ok(sizes.top < 260, `${sizes.top}`);
  assert.equal(sizes.cut, 0);
  assert.deepEqual(new Set(sizes.high), new Set([56]));
  await page.getByRole("row", { name: /write to customers.*run-2.*1 waiting.*in 9:\d\d/ }).waitFor();
  await accessible(page);
  // By keyboard one reaches what is beside the edge.
  await page.getByRole("button", { name: /^Done/ }).focus();
  const box = await page.getByRole("button", { name: /^Done/ }).boundingBox();
  assert.ok(box.x >= 0 && box.x + box.width <= 380, JSON.stringify(box));
});
