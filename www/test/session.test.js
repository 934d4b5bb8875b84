// A session: what it is and why, and what it was.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, dashboard, dispatch } from "./dashboard.js";
import { focused, region } from "./session-page.js";

const { open } = dashboard();

const create = ["reversible", "run", { type: "create", id: "run", agentId: "billing" }, { label: "refund order 1" }];
const logged = (id) => [
  "reversible",
  "run",
  {
    type: "log_action",
    purpose: "BEFORE_EXECUTION",
    timeoutMs: 600_000,
    action: {
      id,
      apiName: "mail.send",
      operationType: "CREATE",
      status: "PENDING_APPROVAL",
      payload: { to: "everybody" },
      compensation: { kind: "NONE", requireApproval: false },
    },
  },
];
const ask = logged("a");
const approve = [
  "reversible",
  "run",
  { type: "resolve_approval", approvalId: "a:BEFORE_EXECUTION:1", decision: "approve", resolvedBy: "Ada" },
];

async function asked(t) {
  const page = await open(t, "#/session/run");
  await page.getByRole("heading", { name: "No such session" }).waitFor();
  await dispatch(page, [create, ask]);
  await page.getByRole("heading", { name: "refund order 1" }).waitFor();
  return page;
}

test("a session says what it is, why, and what stands beside it", async (t) => {
  const page = await asked(t);
  await page.locator(".head").getByText("Awaiting approval").waitFor();
  const why = region(page, "Why");
  await why.getByText("because an action is PENDING_APPROVAL (rule 3 of 8)").waitFor();
  await why.getByText("log-pending").waitFor();
  await why.getByText("What it required").click();
  await why.getByText("No undo is in progress").waitFor();
  const facts = region(page, "Facts");
  const told = await facts.textContent();
  assert.match(told, /Stored statusACTIVE/);
  assert.match(told, /An action waits for a person/);
  assert.match(told, /Next deadline(10:0\d|9:\d\d)/);
  assert.match(told, /Originkept here/);
  await dispatch(page, [approve]);
  await page.locator(".head").getByText("Active", { exact: true }).waitFor();
  await why.getByText("Ada, an operator").waitFor();
  await why.getByText("it is about the execution").waitFor();
  await facts.getByText("An approved action is not known to be executed").waitFor();
  await accessible(page);
});

test("the past is shown as it was, is told apart, and is left again", async (t) => {
  const page = await asked(t);
  await dispatch(page, [approve]);
  const history = region(page, "History");
  await history.getByRole("listitem").nth(2).waitFor();
  await history.getByRole("link", { name: /Log an action/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("This is the past.").waitFor();
  await page.getByText("left then").first().waitFor();
  assert.match(await focused(page), /Log an action/);
  assert.match(page.url(), /#\/session\/run\?seq=2$/);
  await page.locator(".head").getByText("Awaiting approval").waitFor();
  await region(page, "Why").getByText("log-pending").waitFor();
  await page.getByText("left then").first().waitFor();
  await accessible(page);
  await page.reload();
  await page.getByText("Step 2 of 3").waitFor();
  await page.getByRole("link", { name: "Earlier" }).click();
  await page.getByText("Step 1 of 3").waitFor();
  await page.getByRole("link", { name: "Back to now" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("This is the past.").waitFor({ state: "hidden" });
  assert.equal(await focused(page), "refund order 1");
  await page.goto(page.url().replace(/#.*/, "#/session/run?seq=99"));
  await page.getByText("There is no step 99").waitFor();
});

test("whoever goes to a step far down the history sees at once what it was like", async (t) => {
  const page = await asked(t);
  await dispatch(page, [approve]);
  await page.setViewportSize({ width: 390, height: 844 });
  const status = page.locator(".head .status");
  await region(page, "History")
    .getByRole("link", { name: /Create/ })
    .press("Enter");
  await page.getByText("Step 1 of 3").waitFor();
  await status.getByText("Active").waitFor();
  const isSeen = (locator) =>
    locator.evaluate((element) => {
      const { left, top } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + 4, top + 4));
    });
  assert.equal(await isSeen(status), true);
  assert.equal(await focused(page), "refund order 1");
  assert.ok((await region(page, "Why").boundingBox()).y < 240);
  await page.locator("#main").evaluate((main) => main.scrollTo(0, 9999));
  await page.getByRole("link", { name: "Later" }).press("Enter");
  await status.getByText("Awaiting approval").waitFor();
  assert.equal(await isSeen(status), true);
  assert.equal(await focused(page), "Later");
  await page.getByText("The reversible lifecycle").click();
  await page.getByText(/^It was Active then/).waitFor();
  await accessible(page);
});

test("a session that is none, or cannot be read, is said to be so", async (t) => {
  const page = await asked(t);
  await page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers();
    indexedDB.open("countersign").onsuccess = ({ target }) => resolve(target.result);
    const db = await promise;
    const tx = db.transaction("sessions", "readwrite");
    const sessions = tx.objectStore("sessions");
    sessions.get("run").onsuccess = ({ target }) => {
      sessions.put({ ...target.result, session: { ...target.result.session, actions: 7 } });
    };
    await new Promise((done) => {
      tx.oncomplete = done;
    });
    db.close();
  });
  await page.reload();
  await page.getByRole("heading", { name: "This session cannot be read" }).waitFor();
  await page.getByText(/actions/).waitFor();
  await accessible(page);
  await page.getByRole("button", { name: "Read it again" }).click();
  await page.getByRole("heading", { name: "This session cannot be read" }).waitFor();
});

test("the past says nothing of whose the session is now", async (t) => {
  const page = await asked(t);
  await page.evaluate(async () => {
    const store = await countersignStore(false);
    await store.put("reversible", await store.get("run"), { version: 1 });
  });
  await dispatch(page, [approve]);
  await page.locator(".head").getByText("not confirmed").waitFor();
  await region(page, "Facts").getByText("kept by a server").waitFor();
  await page.goto(`${page.url()}?seq=2`);
  await page.getByText("This is the past.").waitFor();
  await region(page, "Facts").getByText("Stored status").waitFor();
  assert.equal(await page.getByText(/kept by a server|not confirmed/).count(), 0);
  await page.getByRole("link", { name: "Back to now" }).click();
  await page.locator(".head").getByText("not confirmed").waitFor();
});

test("whoever looks at a session that goes away goes on at what is said in its place", async (t) => {
  const page = await asked(t);
  const goes = async (how) => {
    await page.evaluate(how);
    await page.getByRole("heading", { name: "No such session" }).waitFor();
    await page.waitForFunction(() => document.activeElement.textContent === "No such session");
    await accessible(page);
    await dispatch(page, [create, ask]);
    await region(page, "What can be done").waitFor();
  };
  await page.getByRole("button", { name: "Reject a" }).click();
  await page.getByRole("dialog").waitFor();
  await goes(async () => (await countersignStore(false)).remove("run"));
  await page.getByRole("button", { name: "Reject a" }).focus();
  await goes(() => {
    indexedDB.deleteDatabase("countersign");
  });
});

test("by keyboard alone an approval is given and another rejected, with the name asked for once", async (t) => {
  const page = await asked(t);
  await dispatch(page, [logged("b")]);
  const doable = region(page, "What can be done");
  await doable.getByRole("button", { name: "Approve b" }).waitFor();
  await doable.getByRole("button", { name: "Approve a" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Approve" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.match(await focused(page), /Approve a/);
  await page.keyboard.press("Enter");
  assert.equal(await page.getByLabel("Your name").evaluate((field) => field === document.activeElement), true);
  await accessible(page);
  await page.keyboard.type("Ada");
  await page.keyboard.press("Enter");
  await doable.getByRole("button", { name: "Approve a" }).waitFor({ state: "detached" });
  assert.equal(await focused(page), "What can be done");
  await region(page, "Why").getByText("Ada, an operator").waitFor();
  await doable.getByRole("button", { name: "Reject b" }).focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.getByLabel("Your name").inputValue(), "Ada");
  await page.keyboard.press("Tab");
  await page.keyboard.type("too many at once");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await region(page, "Why").getByText("reject-execution").waitFor();
});

test("a late answer is told who decided", async (t) => {
  const page = await asked(t);
  await page.getByRole("button", { name: "Reject a" }).click();
  await page.getByLabel("Your name").fill("  ");
  await page.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
  await page.getByText("Nothing is written here.").waitFor();
  await page.getByLabel("Your name").fill("Bob");
  await page.getByLabel("Reason").fill("nobody asked for it");
  await dispatch(page, [approve]);
  await page.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
  await page
    .getByRole("status")
    .getByText(/Refused: .*Ada/)
    .waitFor();
  assert.equal(await focused(page), "What can be done");
});

test("what cannot be done says why, to everybody, and what the host reports is kept apart", async (t) => {
  const page = await asked(t);
  await dispatch(page, [["reversible", "run", { type: "complete" }]]);
  const complete = page.getByRole("button", { name: "Complete", exact: true });
  await page
    .getByText(/is not one of|has happened|is complete/i)
    .first()
    .waitFor();
  assert.equal(await complete.getAttribute("aria-disabled"), "true");
  const reason = await complete.evaluate(
    (button) => document.getElementById(button.getAttribute("aria-describedby")).textContent,
  );
  assert.match(reason, /complete/);
  await complete.click({ force: true });
  assert.equal(await page.getByRole("button", { name: "Log an action" }).isVisible(), false);
  await page.getByText("What its host would report").click();
  await page.getByRole("button", { name: "Log an action" }).waitFor();
});

test("a form that asks for JSON says what is wrong with it, and keeps what was refused", async (t) => {
  const page = await asked(t);
  await page.getByText("What its host would report").click();
  await page.getByRole("button", { name: "Log an action" }).click();
  const dialog = page.getByRole("dialog", { name: "Log an action" });
  await dialog.getByLabel("Action").fill('{"id": ');
  await dialog.getByRole("button", { name: "Log an action" }).click();
  await dialog.getByText("This is no JSON").waitFor();
  await dialog.getByLabel("Action").fill('{"id": "z", "apiName": 7}');
  await dialog.getByRole("button", { name: "Log an action" }).click();
  await page
    .getByRole("status")
    .getByText(/Not done: .*apiName/)
    .waitFor();
  await page.getByRole("button", { name: "Log an action" }).click();
  assert.equal(await dialog.getByLabel("Action").inputValue(), '{"id": "z", "apiName": 7}');
});

test("the diagram of the lifecycle marks the present status and the last rule, and says the same as text", async (t) => {
  const page = await asked(t);
  await dispatch(page, [["reversible", "run", { type: "complete" }]]);
  await page.getByText("The reversible lifecycle").click();
  await page.getByText("The last rule was complete, and led from Active to Completed.").waitFor();
  assert.deepEqual(await page.locator(".drawing .present text").allTextContents(), ["COMPLETED"]);
  assert.deepEqual(await page.locator(".drawing .commands .last").allTextContents(), ["complete"]);
  assert.equal(await page.locator(".drawing .line.last").count(), 1);
  await page.getByText("The same as text").click();
  await page.getByText("Active → Completed, by complete (the last rule)").waitFor();
  await accessible(page);
  await page.getByRole("link", { name: /Log an action/ }).click();
  await page.getByText("The last rule was log-pending, and the status stayed.").waitFor();
  assert.deepEqual(await page.locator(".drawing .present text").allTextContents(), ["ACTIVE"]);
  await page.setViewportSize({ width: 380, height: 800 });
  assert.equal(await page.evaluate(() => document.querySelector("main").scrollWidth <= innerWidth), true);
});
