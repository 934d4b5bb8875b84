// The page with reversible sessions: their approvals, their rollback, and the forms of their commands.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { reversible } from "countersign";
import { after } from "../../pkg/test/given.js";
import {
  afterwards,
  asked,
  before,
  complete,
  create,
  created,
  gated,
  kept,
  log,
  payload,
  resolve,
  row,
  tick,
  undoing,
} from "../../pkg/test/lifecycles/reversible.js";
import {
  accessible,
  complaints,
  display,
  drop,
  focused,
  offer,
  opened,
  paste,
  press,
  sample,
  stored as shownJson,
  tab,
  verdict,
} from "./page-run.js";

const start = Date.now();
const at = (millis) => ({ now: start + millis, caller: "OPERATOR" });
const then = (session, ...commands) => after(reversible, session, ...commands.map((command) => [command, at(0)]));
const hour = { timeoutMs: 3_600_000 };

const worked = then(null, create, log("customer"), log("note", kept), log("invoice", gated));
const waiting = then(worked, before("charge", {}, hour), afterwards("refund", {}, { timeoutMs: 1 }));
const stored = (session) => JSON.stringify(session);
const approval = (page, id) => page.locator(`[data-approval="${id}"]`);
const about = (page, name) => page.getByRole("button", { name, exact: true });
const plan = (page) => page.getByRole("region", { name: "What a rollback would do" });
const action = (page, id) => page.locator(`[data-item="${id}"]`);

describe("the page with reversible sessions", () => {
  test("shows what waits for whom, and that an approval has expired (field case 23)", async () => {
    const page = await opened();
    await paste(page, stored(waiting));
    assert.equal(await display(page), "AWAITING_APPROVAL");
    assert.match(await page.locator("dl").first().textContent(), /Rule3StatusACTIVE/);
    assert.match(await page.locator(".conditions").textContent(), /has expired yes/);
    assert.equal(await page.locator(".outstanding li").count(), 2);
    assert.match(
      await page.locator(".outstanding li").first().textContent(),
      /^approval_requested approval id charge:/,
    );
    assert.match(
      await approval(page, "charge:BEFORE_EXECUTION:1").textContent(),
      /BEFORE_EXECUTION of charge.*stripe\.refunds\.create.*PENDING, until /,
    );
    assert.match(await approval(page, "refund:AFTER_EXECUTION:1").textContent(), /expired since .*, still PENDING$/);
    await press(about(page, "Resolve approval refund:AFTER_EXECUTION:1 · approve"));
    assert.match(await verdict(page).textContent(), /denied approval_expired.*it can still be rejected/);
    await page.close();
  });

  test("tells a timeout from a person's rejection (field case 2)", async () => {
    const page = await opened();
    await paste(page, stored(waiting));
    await offer(page, "Tick").click();
    assert.match(await approval(page, "refund:AFTER_EXECUTION:1").textContent(), /REJECTED by TIMEOUT.*timeout$/);
    assert.match(await page.locator("#history").textContent(), /resolution TIMEOUT/);
    await about(page, "Resolve approval charge:BEFORE_EXECUTION:1 · reject").click();
    const form = page.locator("#list form");
    await form.getByLabel("Resolved by").fill("ana");
    await form.getByLabel("Reason optional").fill("charged twice");
    await form.getByRole("button", { name: "Resolve approval" }).click();
    assert.match(
      await approval(page, "charge:BEFORE_EXECUTION:1").textContent(),
      /REJECTED by HUMANana, .*charged twice$/,
    );
    await page.close();
  });

  test("shows what a rollback would do before the button that asks for it", async () => {
    const page = await opened();
    await paste(page, stored(waiting));
    const text = await plan(page).textContent();
    assert.match(
      text,
      /ASK_FIRST invoice .*: a person is asked.*SKIP note .*: declared not undoable.*COMPENSATE customer /,
    );
    assert.match(text, /leave alone.*refund .*: waits for an approval.*charge .*: waits for an approval$/);
    const order = await page.locator(".offer", { has: plan(page) }).evaluate((offer) => {
      const [plan, button] = offer.children;
      return [plan.className, button.firstChild.textContent];
    });
    assert.deepEqual(order, ["plan", "Request rollback"]);
    await offer(page, "Request rollback").click();
    assert.match(await verdict(page).textContent(), /AWAITING_APPROVAL → ROLLING_BACK.*approval_requested/);
    assert.match(await approval(page, "invoice:ROLLBACK:1").textContent(), /PENDING, until /);
    await page.close();
  });

  test("shows every check that a rollback fails, for the caller that is chosen", async () => {
    const page = await opened();
    await paste(page, stored(then(null, create, log("note", kept), complete)));
    assert.match(await plan(page).textContent(), /^A rollback would take/);
    await page.getByLabel("Caller").selectOption("AGENT");
    assert.match(
      await plan(page).textContent(),
      /^All that stands in the way of a rollback.*rollback_not_permitted.*nothing_to_roll_back.*SKIP note/,
    );
    assert.equal(await offer(page, "Request rollback").getAttribute("aria-disabled"), "true");
    await page.close();
  });

  test("undoes with the key that the instruction gives, and shows what failed (field cases 11, 13)", async () => {
    const page = await opened();
    await paste(page, stored(undoing));
    await about(page, "Report undo 1").click();
    const form = page.locator("#list form");
    assert.equal(await form.getByLabel("Idempotency key").inputValue(), "s/1/1");
    await form.getByLabel("Result").selectOption("FAILED");
    await form.getByLabel("Error optional").fill('{ "status": 502 }');
    await form.getByRole("button", { name: "Report undo" }).click();
    assert.equal(await display(page), "ROLLBACK_FAILED");
    assert.match(await shownJson(page), /"undoError": \{\s+"status": 502/);
    assert.match(
      await action(page, "1").textContent(),
      /^1ROLLBACK_FAILEDFAILED, 1 attemptCREATE stripe\.refunds\.createerror of the undo: \{"status":502\}/,
    );
    await about(page, "Acknowledge undo 1").click();
    await form.getByLabel("Resolved by").fill("ana");
    await form.getByLabel("Note").fill("refunded by hand");
    await form.getByRole("button", { name: "Acknowledge undo" }).click();
    assert.equal(await display(page), "REVERTED");
    // The button that was pressed is gone, the focus is not.
    assert.match(await focused(page), /Acknowledge undo: allowed/);
    assert.match(await action(page, "1").textContent(), /undone by hand by ana at 20.* UTC: refunded by hand/);
    await page.getByRole("img", { name: "present status ROLLED_BACK" }).waitFor();
    await page.close();
  });

  test("asks for what goes with a choice only while it is chosen", async () => {
    const page = await opened();
    await paste(page, stored(created));
    await offer(page, "Log action").click();
    const form = page.locator("#list form");
    assert.equal(await form.getByLabel("Purpose").isVisible(), false);
    await form.getByLabel("Id").fill("a-1");
    await form.getByLabel("Api name").fill("stripe.refunds.create");
    await form.getByLabel("Payload").fill('{ "amount": 100 }');
    await form.getByLabel("Operation type").selectOption("CREATE");
    await form.getByLabel("Kind").selectOption("AUTOMATIC");
    assert.equal(await form.getByLabel("Require approval").inputValue(), "");
    await form.getByLabel("Require approval").selectOption("true");
    await form.getByLabel("Status").selectOption("SUCCESS");
    assert.equal(await form.getByLabel("Timeout ms").isVisible(), false);
    await form.getByLabel("Status").selectOption("PENDING_APPROVAL");
    const submit = form.getByRole("button", { name: "Log action" });
    await submit.click();
    assert.match(await form.locator(".error:not(:empty)").textContent(), /^invalid_input at purpose: .*missing/);
    await form.getByLabel("Purpose").selectOption("AFTER_EXECUTION");
    await form.getByLabel("Timeout ms").fill("soon");
    await submit.click();
    assert.match(await form.locator(".error:not(:empty)").textContent(), /^invalid_input at timeoutMs: .*"soon"/);
    await form.getByLabel("Timeout ms").fill("60000");
    await submit.click();
    const said = await approval(page, "a-1:AFTER_EXECUTION:1").textContent();
    assert.match(
      said,
      /AFTER_EXECUTION of a-1CREATE stripe\.refunds\.createasked at .* UTC\{"amount":100\}PENDING, until /,
    );
    await page.close();
  });

  test("says that approvals are not known, and takes them beside a payload", async () => {
    const page = await opened();
    const text = JSON.stringify(payload([{ status: "PENDING_APPROVAL", response: {} }]));
    await paste(page, text);
    assert.match(await page.locator(".warnings").textContent(), /approvals_unknown/);
    assert.match(await page.locator("#status").textContent(), /Approvalsnot known: the payload came without them/);
    assert.match(await page.locator(".conditions").textContent(), /has expired not known/);

    await paste(page, text, "[{");
    assert.match(await page.locator("#beside-error").textContent(), /^invalid_json: /);
    await paste(page, text, JSON.stringify([row({ status: "ASKED" })]));
    assert.match(await page.locator("#beside-error").textContent(), /^invalid_input at \[0\].status: .*"ASKED"/);
    assert.equal(await page.getByLabel("What the vendor keeps beside it").getAttribute("aria-invalid"), "true");
    await paste(page, text, JSON.stringify({ data: [row()] }));
    assert.equal(await page.locator("#beside-error").textContent(), "");
    assert.match(await approval(page, "ok").textContent(), /AFTER_EXECUTION of 1.*PENDING, without a limit/);
    await page.close();
  });

  test("takes two files that are dropped together, in either order", async () => {
    const page = await opened();
    const session = ["session.json", JSON.stringify(payload([{ status: "PENDING_APPROVAL", response: {} }]))];
    const approvals = ["approvals.json", JSON.stringify([row()])];
    for (const files of [
      [session, approvals],
      [approvals, session],
    ]) {
      await page.getByRole("button", { name: "Start again" }).click();
      await drop(page, ...files);
      await page.getByText(`Dropped: ${files[0][0]}, ${files[1][0]}.`).waitFor();
      assert.equal(await approval(page, "ok").count(), 1);
    }
    await page.close();
  });

  test("opens a sample with what is beside it, and shows all of a payload that is cut", async () => {
    const page = await opened("approvals-of-reversible-awaiting-approval-payload");
    const row = approval(page, "apr_7Ht3w");
    assert.match(await row.textContent(), /"note":"The customer …the rest is in the payload/);
    await row.getByText("The whole payload").click();
    await row.getByText("both payments went through").waitFor();
    await accessible(page);
    const beside = sample("approvals-of-reversible-awaiting-approval-payload.json");
    await paste(page, sample("reversible-awaiting-approval-payload.json"), beside);
    assert.equal(await row.count(), 1);
    await page.close();
  });

  test("shows how far a rollback has come, and events in words", async () => {
    const page = await opened("reversible-rolling-back-gate");
    const progress = page.getByRole("region", { name: "The rollback in progress" });
    const text = await progress.textContent();
    assert.match(text, /A rollback is in progressatact-02 .*still to comeact-01 .*doneact-04 .*act-03 /);
    assert.doesNotMatch(text, /would/);
    await about(page, "Resolve approval act-02:ROLLBACK:1 · approve").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("ana");
    await page.keyboard.press("Enter");
    assert.match(await focused(page), /Resolve approval: allowed/);
    assert.match(await action(page, "act-02").textContent(), /IN_PROGRESS, 1 attempt/);

    await page.getByText("New session").click();
    const create = page.getByRole("button", { name: "Create a reversible session" });
    const form = page.locator("#create form", { has: create });
    await form.getByLabel("Id", { exact: true }).fill("s");
    await form.getByLabel("Agent id").fill("a");
    await create.click();
    assert.match(
      await page.locator("#history").textContent(),
      /created id s · agent id a · sandbox no · settings abandon after 24 h · settings unconfirmed after 1 h/,
    );
    await page.close();
  });

  test("says so by itself when an approval expires", async () => {
    const page = await opened();
    const session = after(reversible, created, [before("1", {}, { timeoutMs: 2_000 }), { now: Date.now() }]);
    await paste(page, stored(session));
    const answer = approval(page, "1:BEFORE_EXECUTION:1");
    assert.match(await answer.textContent(), /PENDING, until /);
    await answer.getByText("expired").waitFor();
    await page.close();
  });

  test("marks the stored status in the diagram where the word to show is another", async () => {
    const page = await opened();
    const abandoned = after(reversible, created, [tick, { now: start + 1e9 }]);
    for (const [session, shown, status] of [
      [asked, "AWAITING_APPROVAL", "ACTIVE"],
      [{ ...abandoned, status: "ROLLED_BACK" }, "COMPLETED", "ROLLED_BACK"],
    ]) {
      await paste(page, stored(session));
      assert.equal(await display(page), shown);
      await page.getByRole("img", { name: `present status ${status}` }).waitFor();
    }
    await page.close();
  });

  test("shows the rules with what they start on, and where the status may stay", async () => {
    const page = await opened();
    await paste(page, stored(created));
    await page.locator("#rules summary").click();
    const cells = (id) => page.getByRole("row", { name: id }).getByRole("cell").allTextContents();
    const [, when] = await cells("confirm-again");
    assert.match(when, /^it says SUCCESS, /);
    const [, , from, to] = await cells("reject-executed");
    assert.match(from, /^ACTIVE, .*, on PENDING$/);
    assert.equal(to, "same, ROLLED_BACK");
    await page.close();
  });

  test("goes from a new session to a rolled back one by keyboard alone", async () => {
    const page = await opened();
    const type = async (label, text) => {
      await tab(page, label);
      await page.keyboard.type(text);
    };
    const hit = async (label) => {
      await tab(page, label);
      await page.keyboard.press("Enter");
    };
    await hit("New session");
    await type("Id", "ses-1");
    await type("Agent id", "billing");
    await hit("Create a reversible session");
    assert.equal(await display(page), "ACTIVE");
    await hit("Log action");
    await type("Id", "a-1");
    await type("Api name", "stripe.refunds.create");
    for (const [label, key] of [
      ["Operation type", "C"],
      ["Kind", "A"],
      ["Require approval", "f"],
      ["Status", "S"],
    ])
      await type(label, key);
    await tab(page, "Api name", "Shift+Tab");
    await page.keyboard.press("Enter");
    assert.equal(await focused(page), "Log action");
    await tab(page, "Request rollback", "Shift+Tab");
    // The plan can be reached, and read, before the button.
    await page.keyboard.press("Shift+Tab");
    assert.match(await focused(page), /^A rollback would take.*COMPENSATE a-1/);
    await hit("Request rollback");
    await hit("Report undo a-1");
    await tab(page, "Result");
    await page.keyboard.press("S");
    await hit("Report undo");
    assert.equal(await display(page), "REVERTED");
    assert.equal(await page.locator("#history tbody tr").count(), 4);
    await page.close();
  });

  test("has nothing in the way of assistive technology, light and dark, narrow and wide", async () => {
    const page = await opened();
    const failing = after(reversible, waiting, [resolve("charge:BEFORE_EXECUTION:1", "approve"), at(0)]);
    await paste(page, stored(after(reversible, failing, [tick, at(10)])));
    await page.getByText("New session").click();
    await page.locator("#diagram svg").waitFor();
    await offer(page, "Log action").click();
    await page.locator("#list").getByLabel("Status").selectOption("PENDING_APPROVAL");
    await accessible(page);
    await page.close();
  });

  test("has asked no other host and broken no policy", () => assert.deepEqual(complaints, []));
});
