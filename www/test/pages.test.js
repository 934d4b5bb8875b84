// Going from page to page: where the focus is, what the browser calls the page, and what happens if one of them fails.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, dashboard, dispatch } from "./dashboard.js";

const { open } = dashboard();

const create = (id, label) => ["reversible", id, { type: "create", id, agentId: "billing" }, { label }];
const delegated = (uid, parentUid) => [
  ["delegated", uid, { type: "create", uid, agent: "coder", task: uid, harness: "cli", authority: [], parentUid }],
  ["delegated", uid, { type: "initialize" }],
  ["delegated", uid, { type: "activate" }],
];

const focused = (page) => page.evaluate(() => document.activeElement.id || document.activeElement.tagName);
const arrived = (page, title) =>
  page.waitForFunction((title) => document.title === title && document.activeElement.id === "main", title);

test("whoever goes to another page is at its top with the focus, and the browser calls it by its name", async (t) => {
  const page = await open(t);
  await page.getByText("No sessions yet").waitFor();
  await dispatch(page, [create("run-1", "refund order 1"), ...delegated("root"), ...delegated("leaf", "root")]);
  await page.getByText("3 sessions").waitFor();
  assert.equal(await focused(page), "BODY");
  assert.equal(await page.title(), "Fleet · countersign");

  await page.getByRole("link", { name: "refund order 1" }).focus();
  await page.keyboard.press("Enter");
  await arrived(page, "refund order 1 · countersign");
  assert.equal(await page.locator("#main").getAttribute("aria-label"), "Session run-1");

  await page.getByRole("link", { name: "Data" }).focus();
  await page.keyboard.press("Enter");
  await arrived(page, "Data · countersign");
  await page.goBack();
  await arrived(page, "refund order 1 · countersign");

  await page.goto(page.url().replace("run-1", "root"));
  await page.setViewportSize({ width: 1280, height: 300 });
  await page.getByRole("link", { name: "coder · leaf" }).focus();
  assert.ok((await page.locator("#main").evaluate(({ scrollTop }) => scrollTop)) > 0);
  await page.keyboard.press("Enter");
  await arrived(page, "coder · leaf · countersign");
  assert.equal(await page.locator("#main").evaluate(({ scrollTop }) => scrollTop), 0);

  await page.goto(page.url().replace("leaf", "nothing"));
  await arrived(page, "nothing · countersign");
});

test("filters, and going back among them, leave the focus where it is", async (t) => {
  const page = await open(t);
  await page.getByText("No sessions yet").waitFor();
  await dispatch(page, [create("run-1", "refund order 1")]);
  const filter = page.getByRole("button", { name: /Working\s*1/ });
  await filter.focus();
  await page.keyboard.press("Enter");
  await page.getByText("1 of 1 session").waitFor();
  assert.equal(await focused(page), "BUTTON");
  await page.goBack();
  await page.getByText("1 session", { exact: true }).waitFor();
  assert.equal(await focused(page), "BUTTON");
});

test("a page that fails says so and takes nothing else with it", async (t) => {
  const page = await open(t, "#/fleet", { expects: /no numbers here/ });
  const fail = () =>
    page.evaluate(() => {
      const { toLocaleString: told } = Number.prototype;
      globalThis.mend = () => Object.assign(Number.prototype, { toLocaleString: told });
      Number.prototype.toLocaleString = () => {
        throw new Error("no numbers here");
      };
    });
  const mend = () => page.evaluate(() => globalThis.mend());
  const failed = page.getByRole("heading", { name: "This page has failed" });
  await page.getByText("No sessions yet").waitFor();
  await dispatch(page, [create("run-1", "refund order 1")]);
  const link = page.getByRole("link", { name: "refund order 1" });
  await link.focus();
  await fail();
  await dispatch(page, [create("run-2", "refund order 2")]);
  await failed.waitFor();
  await page.getByRole("alert").getByText("no numbers here").waitFor();
  await page.waitForFunction(() => document.activeElement.id === "main");
  await accessible(page);
  await page.getByRole("button", { name: "Try again" }).click();
  await failed.waitFor();
  await mend();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("2 sessions").waitFor();
  await fail();
  await page.getByRole("searchbox").fill("refund");
  await failed.waitFor();
  await mend();
  await page.getByRole("link", { name: "Inbox" }).click();
  await page.getByText("Nothing waits for a person.").waitFor();
  await page.goBack();
  await page.getByText("2 of 2 sessions").waitFor();
});

test("where nothing can be kept each page says so, and it can be tried again", async (t) => {
  const page = await open(t, "#/stories/fleet");
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    globalThis.mend = () => Object.assign(IDBFactory.prototype, { open });
    IDBFactory.prototype.open = () => {
      throw new DOMException("not in this window", "SecurityError");
    };
  });
  await page.evaluate(() => location.assign("#/fleet"));
  await page.reload();
  const told = page.getByRole("heading", { name: "Sessions cannot be kept here" });
  await told.waitFor();
  await page.getByRole("alert").getByText("not in this window").waitFor();
  await page.getByRole("link", { name: "Inbox" }).click();
  await page.getByRole("button", { name: "Try again" }).click();
  await told.waitFor();
  await accessible(page);
  await page.evaluate(() => globalThis.mend());
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Nothing waits for a person.").waitFor();
});
