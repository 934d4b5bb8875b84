// A reversible session: what waits, the plan of a rollback, and the rollback as it goes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, dashboard, dispatch } from "./dashboard.js";
import { focused, held, region } from "./session-page.js";

const { open } = dashboard();

const command = (fields, options) => ["reversible", "run", fields, options];
const log = (id, apiName, { kind = "AUTOMATIC", requireApproval = false, ...more } = {}) =>
  command({
    type: "log_action",
    ...(more.purpose && { purpose: more.purpose, timeoutMs: more.timeoutMs }),
    action: {
      id,
      apiName,
      operationType: "CREATE",
      status: more.purpose ? "PENDING_APPROVAL" : "SUCCESS",
      payload: { about: id },
      compensation: { kind, requireApproval },
    },
  });
const undone = (id, result) =>
  command({
    type: "report_undo",
    actionId: id,
    idempotencyKey: `run/${id}/1`,
    result,
    ...(result === "FAILED" && { error: "the server is away" }),
  });

async function ran(t, ...commands) {
  const page = await open(t, "#/session/run");
  await page.getByRole("heading", { name: "No such session" }).waitFor();
  await dispatch(page, [command({ type: "create", id: "run", agentId: "billing" }), ...commands]);
  await region(page, "What can be done").waitFor();
  return page;
}

const four = [
  log("old", "orders.create"),
  log("gate", "crm.update", { requireApproval: true }),
  log("mail", "mail.send", { kind: "NONE" }),
  log("new", "notes.create"),
];

const steps = (page) => region(page, "Rollback").getByRole("listitem").allInnerTexts();

const left = (page) => region(page, "Rollback").locator("h3 + ul > li").allInnerTexts();

async function rolledBack(page) {
  await page.getByRole("button", { name: "Roll back", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Roll back" }).waitFor();
  assert.equal(await focused(page), "Roll back");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  assert.match(await focused(page), /^Roll back: /);
  await page.keyboard.press("Enter");
  await region(page, "Rollback").waitFor();
}

test("by keyboard a rollback is planned, begun, waits at its gate, and ends", async (t) => {
  const page = await ran(t, ...four, log("later", "wires.send", { purpose: "BEFORE_EXECUTION" }));
  await page.getByRole("button", { name: "Roll back", exact: true }).focus();
  await page.keyboard.press("Enter");
  const plan = page.getByRole("dialog", { name: "Roll back" });
  assert.deepEqual(await plan.getByRole("listitem").allInnerTexts(), [
    "notes.create new would be undone.",
    "mail.send mail would be skipped: it is declared not undoable, and stays.",
    "crm.update gate would be undone once a person approves it.",
    "orders.create old would be undone.",
    "wires.send later, because it waits for its approval.",
  ]);
  await accessible(page);
  await page.keyboard.press("Escape");
  assert.equal(await focused(page), "Roll back");
  await rolledBack(page);
  assert.deepEqual(await steps(page), [
    "notes.create new is being undone, attempt 1",
    "mail.send mail still to come",
    "crm.update gate still to come",
    "orders.create old still to come",
  ]);
  await dispatch(page, [undone("new", "SUCCEEDED")]);
  await page.getByText("waits until a person approves its undo").waitFor();
  assert.match((await steps(page)).join(), /new was undone,mail.send mail was skipped/);
  await accessible(page);
  await page.getByRole("button", { name: "Approve gate" }).click();
  await page.getByLabel("Your name").fill("Ada");
  await page.keyboard.press("Enter");
  await page.getByText("is being undone, attempt 1").waitFor();
  await dispatch(page, [undone("gate", "SUCCEEDED"), undone("old", "SUCCEEDED")]);
  await region(page, "Rollback").getByText("No rollback is in progress").waitFor();
  assert.equal(await page.locator(".walk [data-state=undone]").count(), 3);
  assert.deepEqual(await left(page), [
    "wires.send later was not undone: it waits for its approval.",
    "mail.send mail was not undone: it is declared not undoable.",
  ]);
  await accessible(page);
});

test("a key that is held down sends nothing that it has opened itself", async (t) => {
  const page = await ran(t, ...four, log("later", "wires.send", { purpose: "BEFORE_EXECUTION" }));
  await page.evaluate(() => localStorage.setItem("countersign.name", "Ada"));
  for (const [word, title] of [
    ["Approve later", "Approve"],
    ["Roll back", "Roll back"],
  ]) {
    await page.getByRole("button", { name: word, exact: true }).focus();
    await held(page);
    await page.getByRole("dialog", { name: title }).waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await focused(page), word + (word === "Roll back" ? "" : " …"));
  }
  await region(page, "Actions 5").getByText("waits for a person").waitFor();
  assert.equal(await region(page, "Rollback").count(), 0);
});

test("a plan that undoes nothing says so", async (t) => {
  const page = await ran(t, log("odd", "odd.call", { kind: "UNAVAILABLE" }));
  await page.getByRole("button", { name: "Roll back", exact: true }).click();
  const plan = page.getByRole("dialog", { name: "Roll back" });
  await plan.getByText("Nothing would be undone.").waitFor();
  const button = plan.getByRole("button", { name: "Roll back: 1 failing" });
  assert.doesNotMatch((await button.getAttribute("class")) ?? "", /main/);
});

test("a plan that changed meanwhile is not what is sent", async (t) => {
  const page = await ran(t, ...four);
  await page.getByRole("button", { name: "Roll back", exact: true }).click();
  const plan = page.getByRole("dialog", { name: "Roll back" });
  await plan.getByRole("button", { name: /^Roll back: 2 undone, 1 asked first, 1 skipped$/ }).waitFor();
  await dispatch(page, [log("newest", "files.create")]);
  await plan.getByRole("button", { name: /^Roll back: 3 undone, / }).waitFor();
  await dispatch(page, [command({ type: "request_rollback" })]);
  await plan.getByText(/no undo is in progress/).waitFor();
  await plan.getByRole("button", { name: /^Roll back/ }).click({ force: true });
  await plan.waitFor();
});

test("a rollback that halts, one that is declined, and one that is done look different from each other", async (t) => {
  const page = await ran(t, ...four);
  await rolledBack(page);
  await dispatch(page, [undone("new", "FAILED")]);
  await page.getByText("could not be undone, and the rollback halted here").waitFor();
  await page.locator(".head").getByText("Rollback failed").waitFor();
  assert.equal(await page.locator(".walk [data-state]").getAttribute("data-state"), "failed");
  assert.deepEqual(await left(page), [
    "mail.send mail was not undone: it is declared not undoable.",
    "crm.update gate was not undone, as no rollback has come to it.",
    "orders.create old was not undone, as no rollback has come to it.",
  ]);
  await page.getByText("What another rollback would do now").click();
  await region(page, "Rollback").getByText("orders.create old would be undone.").waitFor();
  await page.getByText("its undo failed, and only a retry tries it again").waitFor();
  await accessible(page);
  await page.getByRole("button", { name: "Acknowledge the undo new" }).click();
  await page.getByLabel("Your name").fill("   ");
  await page.getByLabel("What was done by hand").fill(" \n ");
  await page.getByRole("dialog").getByRole("button", { name: "Acknowledge the undo" }).click();
  assert.equal(await page.getByRole("dialog").getByText("Nothing is written here.").count(), 2);
  assert.equal(await page.evaluate(() => localStorage.getItem("countersign.name")), null);
  await page.getByLabel("Your name").fill(" Ada ");
  await page.getByLabel("What was done by hand").fill("removed it\n");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("was undone by hand by Ada: removed it").waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem("countersign.name")), "Ada");
  await rolledBack(page);
  await page.getByRole("button", { name: "Reject gate" }).click();
  await page.getByRole("dialog").getByText("crm.update gate. To undo it").waitFor();
  await page.getByRole("dialog").getByText("What follows: ").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
  await page.getByText("stays, as its undo was declined").waitFor();
  assert.equal(await page.locator(".walk [data-state=declined]").count(), 1);
  await accessible(page);
});

test("an approval that nobody answered in time is told apart from somebody's no", async (t) => {
  const soon = { purpose: "BEFORE_EXECUTION", timeoutMs: 1500 };
  const page = await ran(t, log("a", "wires.send", soon), log("b", "wires.send", { purpose: "BEFORE_EXECUTION" }));
  const actions = region(page, "Actions 2");
  await actions.getByText("waits for a person").first().waitFor();
  await actions.getByText("nobody answered in time").waitFor();
  await dispatch(page, [
    command({
      type: "resolve_approval",
      approvalId: "b:BEFORE_EXECUTION:1",
      decision: "reject",
      resolvedBy: "Bob",
      reason: "too much",
    }),
  ]);
  await actions.getByText("rejected by Bob: too much").waitFor();
  await page.setViewportSize({ width: 380, height: 800 });
  assert.equal(await page.evaluate(() => document.querySelector("main").scrollWidth <= innerWidth), true);
  await accessible(page);
});
