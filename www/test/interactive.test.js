// The page with interactive sessions: messages, approvals, interrupts, and what each input of a submission came to.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  allow,
  created,
  decided,
  deny,
  interrupt,
  message,
  running,
  submit,
  waiting,
} from "../../pkg/test/lifecycles/interactive.js";
import {
  accessible,
  complaints,
  display,
  drop,
  focused,
  opened,
  paste,
  press,
  sample,
  stored,
  tab,
  verdict,
} from "./page-run.js";

const json = (session) => JSON.stringify(session);
const about = (page, name) => page.getByRole("button", { name, exact: true });
const reason = (page, name) => page.locator(".offer", { has: about(page, name) }).locator(".reason");
const call = (page, id) => page.locator(`[data-item="${id}"]`);
const form = (page) => page.locator("#list form");
const list = (page) => page.locator("dl").first();

async function of(session) {
  const page = await opened();
  await paste(page, json(session));
  return page;
}

/** Gives a command as JSON. */
async function decide(page, command) {
  const field = page.getByLabel("A command as JSON");
  if (!(await field.isVisible())) await page.getByText("Write a command yourself").click();
  await field.fill(json(command));
  await page.getByRole("button", { name: "Decide" }).click();
}

describe("the page with interactive sessions", () => {
  test("starts a turn by a message, which is words and not JSON", async () => {
    const page = await of(created);
    assert.equal(await display(page), "idle");
    assert.equal(await reason(page, "Message").textContent(), "needs content");
    await about(page, "Message").click();
    assert.equal(await form(page).locator("fieldset").count(), 0);
    await form(page).getByRole("button", { name: "Message" }).click();
    assert.match(
      await form(page).locator(".error:not(:empty)").textContent(),
      /^invalid_input at inputs\[0\]\.content/,
    );
    await form(page).getByLabel("Content").fill("42");
    await form(page).getByRole("button", { name: "Message" }).click();
    assert.equal(await display(page), "running");
    assert.match(await page.locator(".outstanding").textContent(), /turn_started turn 1 · turn inputs \["42"\]/);
    assert.match(await page.locator("#history tbody tr").textContent(), /submit · message.*turn_started/);
    await page.getByRole("img", { name: "present status running" }).waitFor();
    await page.close();
  });

  test("shows why a message is not possible, and what helps (field cases 4, 5)", async () => {
    const page = await of(waiting);
    assert.equal(await display(page), "requires_action");
    assert.equal(await page.locator(".attention").textContent(), "needs human");
    assert.match(await list(page).textContent(), /Statusidle.*Typerequires_actionPending batch idbPending call ids12/);
    const blocked = about(page, "Message");
    assert.equal(await blocked.getAttribute("aria-disabled"), "true");
    assert.match(await reason(page, "Message").textContent(), /^pending_tool_approval_unresolved this requires /);
    await press(blocked);
    assert.match(
      await verdict(page).textContent(),
      /Submit: denied pending_tool_approval_unresolved.*possible in idle$/,
    );
    assert.equal(await page.locator("#history tbody tr").count(), 0);
    for (const name of ["Allow 1", "Deny 1", "Interrupt", "Interrupt and message"])
      assert.equal(await about(page, name).getAttribute("aria-disabled"), null, name);
    await page.getByRole("img", { name: "present status requires_action" }).waitFor();
    await page.close();
  });

  test("shows what may be done as the view has it, each with its code", async () => {
    const page = await of(waiting);
    const text = await list(page).textContent();
    assert.match(text, /Messageno: pending_tool_approval_unresolvedApproveyesInterruptyesAttach filesno: pending_/);
    assert.match(text, /View historyyesCreate newno: session_not_terminated$/);
    const code = list(page).getByText("session_not_terminated");
    assert.match(await code.getAttribute("title"), /^this requires that the session is terminated/);
    await page.close();
  });

  test("allows a call that can be seen before, and denies another with a message", async () => {
    const page = await of(
      waitingFor([{ callId: "1", name: "deploy", arguments: { to: "production" }, toolType: "builtin" }]),
    );
    assert.equal(await reason(page, "Allow 1").textContent(), 'builtin deploy {"to":"production"}');
    assert.match(await call(page, "b/1").textContent(), /^b\/1always_asknonenot yetbuiltin deployArguments/);
    await about(page, "Allow 1").click();
    assert.match(await verdict(page).textContent(), /requires_action → running: approval_resolved, tool_released/);
    assert.match(await call(page, "b/1").textContent(), /^b\/1always_askallownot yet/);
    // The button that was pressed is gone, the focus is not.
    assert.match(await focused(page), /Submit: allowed/);

    await page.getByRole("button", { name: "Start again" }).click();
    await about(page, "Deny 1").click();
    await form(page).getByLabel("Deny message optional").fill("not on a Friday");
    await form(page).getByRole("button", { name: "Deny 1" }).click();
    assert.match(await call(page, "b/1").textContent(), /^b\/1always_askdenynot yet.*deny message: not on a Friday/);
    const told = await page.locator(".outstanding").textContent();
    assert.match(told, /tool_denied batch id b · call id 1 · output is error yes · output content not on a Friday/);
    await page.close();
  });

  test("denies without a message", async () => {
    const page = await of(waiting);
    await about(page, "Deny 2").click();
    await form(page).getByRole("button", { name: "Deny 2" }).click();
    assert.match(await verdict(page).textContent(), /Still requires_action: approval_resolved/);
    assert.match(await stored(page), /"decision": "deny",\s+"denyMessage": null/);
    assert.match(await list(page).textContent(), /Pending call ids1Actions/);
    await page.close();
  });

  test("interrupts, and says that there is nothing to interrupt any more (field case 7)", async () => {
    const page = await of(waiting);
    await about(page, "Interrupt").click();
    assert.equal(await display(page), "idle");
    assert.match(await page.locator("#history").textContent(), /tool_denied.*tool_denied.*turn_interrupted turn 1/);
    assert.equal(await about(page, "Interrupt").getAttribute("aria-disabled"), "true");
    await press(about(page, "Interrupt"));
    assert.match(await verdict(page).textContent(), /Submit: nothing to do nothing_to_interrupt/);
    await page.close();
  });

  test("interrupts and goes on with another message, filled in at its place", async () => {
    const page = await of(waiting);
    await about(page, "Interrupt and message").click();
    await form(page).getByLabel("Content").fill("not that one");
    await form(page).getByRole("button", { name: "Edit as JSON" }).click();
    assert.deepEqual(
      JSON.parse(await page.getByLabel("A command as JSON").inputValue()),
      submit(interrupt, message("not that one")),
    );
    await form(page).getByRole("button", { name: "Interrupt and message" }).click();
    assert.match(await verdict(page).textContent(), /requires_action → running.*interrupt: taken.*message: taken$/);
    assert.match(await list(page).textContent(), /Statusrunning/);
    await page.close();
  });

  test("tells what each input of a submission came to", async () => {
    const page = await of(waiting);
    await decide(page, submit(message(), allow("1")));
    const inputs = verdict(page).locator("li");
    const [first, second] = await inputs.allTextContents();
    assert.match(first, /^message: stood in the way pending_tool_approval_unresolved this requires /);
    assert.match(second, /^allow 1: stood in the way invalid_tool_approval /);
    await decide(page, submit(allow("1"), allow("1", { batchId: "gone" })));
    assert.match((await inputs.allTextContents())[0], /^allow 1: not taken$/);
    await decide(page, submit(allow("1"), deny("3")));
    assert.match(await verdict(page).textContent(), /Submit: allowed.*Still requires_action: approval_resolved/);
    assert.deepEqual(await inputs.allTextContents(), [
      "allow 1: taken",
      "deny 3: did nothing unknown_call nobody was asked about 3",
    ]);
    await page.close();
  });

  test("takes the runtime's reports, and what a denied call did all the same (field case 26)", async () => {
    const page = await of(decided);
    await about(page, "Tool finished turn 1 · b · 2").click();
    await form(page).getByLabel("Is error").selectOption("false");
    await form(page).getByRole("button", { name: "Tool finished" }).click();
    assert.match(await verdict(page).textContent(), /Still running: tool_finished.*denied_call_ran/);
    assert.match(await page.locator(".conditions").textContent(), /denied call ran yes/);
    assert.match(await page.locator("#status").textContent(), /Denied calls that ranIdBatch2b/);
    await about(page, "Turn ended turn 1").click();
    assert.equal(await display(page), "idle");
    await page.close();
  });

  test("takes calls as JSON, with one to begin with", async () => {
    const page = await of(running);
    await about(page, "Tool calls turn 1").click();
    await form(page).getByLabel("Batch id").fill("b-7");
    const field = form(page).getByLabel("Calls");
    const [begun] = JSON.parse(await field.inputValue());
    await field.fill(json([{ ...begun, callId: "1", name: "constructor" }]));
    await form(page).getByRole("button", { name: "Tool calls" }).click();
    assert.match(await call(page, "b-7/1").textContent(), /^b-7\/1always_allownonenot yet\w+ constructor/);
    await page.close();
  });

  test("shows samples that are in trouble as what they are (field cases 6, 17)", async () => {
    const page = await opened("interactive-requires-action-inconsistent");
    assert.match(await page.locator(".conditions .wrong").textContent(), /^Inconsistent: .*no tool call waits/);
    assert.equal(await about(page, "Message").getAttribute("aria-disabled"), "true");
    assert.equal(await about(page, "Interrupt").getAttribute("aria-disabled"), null);
    await page.getByLabel("Sample").selectOption("interactive-unknown-rescheduling");
    await page.getByText("busy yes").waitFor();
    assert.equal(await display(page), "unknown");
    assert.match(await list(page).textContent(), /Statusrescheduling/);
    await page.getByRole("img", { name: "present status unknown" }).waitFor();
    const allowed = page.locator('.offer > button:not([aria-disabled="true"])');
    assert.deepEqual(await allowed.allTextContents(), ["Unrecoverable error"]);
    await page.close();
  });

  test("takes a payload with its events beside it, also from two files that are dropped", async () => {
    const page = await opened();
    const [name, beside] = [
      "interactive-requires-action-payload.json",
      "events-of-interactive-requires-action-payload.json",
    ];
    await paste(page, sample(name));
    assert.match(await page.locator(".warnings").textContent(), /request_unknown/);
    assert.match(await call(page, "batch_5Lp0/call_publish").textContent(), /what is asked is not known$/);
    await drop(page, [beside, sample(beside)], [name, sample(name)]);
    await page.getByText(`Dropped: ${beside}, ${name}.`).waitFor();
    assert.match(await call(page, "batch_5Lp0/call_publish").textContent(), /mcp registry\.publish/);
    await paste(page, sample(name), "7");
    assert.match(await page.locator("#beside-error").textContent(), /^invalid_input.*expected the events/);
    await page.close();
  });

  test("goes from a new session to an archived one by keyboard alone", async () => {
    const page = await opened();
    const type = async (label, text) => {
      await tab(page, label);
      await page.keyboard.type(text);
    };
    const hit = async (label, key) => {
      await tab(page, label, key);
      await page.keyboard.press("Enter");
    };
    await hit("New session");
    await tab(page, "Create a reversible session");
    await type("Id", "ses-1");
    await tab(page, "Default");
    await page.keyboard.type("always_ask");
    await hit("Create an interactive session");
    assert.equal(await display(page), "idle");
    await hit("Message");
    await page.keyboard.type("hello");
    await hit("Message");
    assert.equal(await display(page), "running");
    await hit("Turn ended turn 1");
    await hit("Archive", "Shift+Tab");
    assert.equal(await display(page), "terminated");
    assert.equal(await page.locator("#history tbody tr").count(), 4);
    await page.close();
  });

  test("has nothing in the way of assistive technology, light and dark, narrow and wide", async () => {
    const page = await opened("interactive-requires-action-partial");
    await page.locator("#diagram svg").waitFor();
    await decide(page, submit(message(), interrupt, deny("call_1", { batchId: "batch_01" })));
    await page.getByRole("button", { name: /^Deny / }).click();
    await accessible(page);
    await page.getByLabel("Sample").selectOption("interactive-running-denied-call-ran");
    await page.getByText("denied call ran yes").waitFor();
    await page.getByText("New session").click();
    await accessible(page);
    await page.close();
  });

  test("has asked no other host and broken no policy", () => assert.deepEqual(complaints, []));
});

/** A session that waits for these. */
function waitingFor(list) {
  const asked = list.map((call) => ({
    ...call,
    policy: "always_ask",
    decision: null,
    denyMessage: null,
    ran: null,
    ref: null,
  }));
  return { ...waiting, batch: { ...waiting.batch, calls: asked } };
}
