// An interactive session: calls that wait, one by one, and what can be said when.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, dashboard, dispatch } from "./dashboard.js";
import { focused, held, region } from "./session-page.js";

const { open } = dashboard();

const command = (fields) => ["interactive", "chat", fields];
const say = (content) => command({ type: "submit", inputs: [{ type: "message", content }] });
const call = (callId, name, argument) => ({ callId, name, arguments: { argument }, toolType: "builtin" });
const calls = command({
  type: "tool_calls",
  turn: 1,
  batchId: "b",
  calls: [call("one", "search", "x"), call("two", "shell", "rm -rf build"), call("three", "__proto__", "y")],
});

async function chatting(t, ...commands) {
  const page = await open(t, "#/session/chat");
  await page.getByRole("heading", { name: "No such session" }).waitFor();
  const toolPolicies = { default: "always_ask", tools: { search: "always_allow" } };
  await dispatch(page, [command({ type: "create", id: "chat", toolPolicies }), ...commands]);
  await region(page, "What can be done").waitFor();
  return page;
}

test("by keyboard each call is allowed, or denied with a message, and the barrier lifts behind the last", async (t) => {
  const page = await chatting(t, say("clean up"), calls);
  const barrier = region(page, "Tool calls");
  await barrier.getByText("2 of 3 wait for an answer").waitFor();
  await barrier.getByText("rm -rf build").waitFor();
  await barrier.getByText("Runs without asking.").waitFor();
  await accessible(page);
  await page.getByRole("button", { name: "Deny shell two" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Deny" }).getByText("shell two. To run it").waitFor();
  await page.keyboard.type("Not that folder.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await barrier.getByText("Denied: Not that folder.").waitFor();
  await barrier.getByText("1 of 3 wait for an answer").waitFor();
  await page.getByRole("button", { name: "Allow __proto__ three" }).focus();
  await page.keyboard.press("Enter");
  await page.locator(".head").getByText("Running").waitFor();
  await barrier.getByText("No call waits for an answer.").waitFor();
  assert.equal(await focused(page), "What can be done");
  await dispatch(page, [command({ type: "tool_finished", turn: 1, batchId: "b", callId: "two", isError: false })]);
  await region(page, "Ran although they were denied").waitFor();
  await accessible(page);
});

test("a key that is held down answers one call", async (t) => {
  const page = await chatting(t, say("clean up"), calls);
  await page.getByRole("button", { name: "Allow shell two" }).focus();
  await held(page);
  await page.locator(".barrier").getByText("1 of 3 wait for an answer").waitFor();
  await page.getByRole("button", { name: "Deny __proto__ three" }).focus();
  await held(page);
  await page.getByRole("dialog", { name: "Deny" }).waitFor();
  await page.locator(".barrier").getByText("1 of 3 wait for an answer").waitFor();
});

test("a message waits with its reason until the engine lets it through, or goes behind an interrupt", async (t) => {
  const page = await chatting(t, say("clean up"), calls);
  const box = page.getByRole("textbox", { name: "Message" });
  await page.getByText("No message now: this requires that no tool call waits for approval").waitFor();
  await box.fill("do something else");
  await box.fill("  ");
  await page.getByRole("button", { name: "Interrupt and send" }).click();
  await page.getByText("Write a message first.").waitFor();
  assert.equal(await box.getAttribute("aria-invalid"), "true");
  assert.equal(await box.getAttribute("aria-describedby"), "message-missing message-why");
  await accessible(page);
  await box.fill("do something else");
  assert.equal(await box.getAttribute("aria-invalid"), null);
  const send = page.getByRole("button", { name: "Send", exact: true });
  assert.equal(await send.getAttribute("aria-disabled"), "true");
  await send.click({ force: true });
  assert.equal(await box.inputValue(), "do something else");
  await page.getByRole("button", { name: "Interrupt and send" }).focus();
  await page.keyboard.press("Enter");
  await page.locator(".head").getByText("Running").waitFor();
  await region(page, "What the turn is about").getByText("do something else").waitFor();
  assert.equal(await box.inputValue(), "");
  await page.getByRole("button", { name: "Interrupt", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.locator(".head").getByText("Idle").waitFor();
  await region(page, "What can be done")
    .getByText(/No turn is running/)
    .waitFor();
  await box.fill("go on");
  await page.keyboard.press("Control+Enter");
  await region(page, "What the turn is about").getByText("go on").waitFor();
  await accessible(page);
});

test("who answers a call that has its answer is told which, when and by whom", async (t) => {
  const page = await chatting(t, say("clean up"), calls);
  const answer = (decision) =>
    command({ type: "submit", inputs: [{ type: "tool_approval_response", batchId: "b", callId: "two", decision }] });
  await page.getByRole("button", { name: "Deny shell two" }).click();
  await dispatch(page, [answer("allow")]);
  await page.getByRole("dialog", { name: "Deny" }).getByRole("button", { name: "Deny" }).click();
  const said = page.locator(".saying p");
  await said.waitFor();
  assert.match(
    await said.textContent(),
    /^Decided already: shell two was allowed by an operator on .*[AP]M\. The tool may run; what you answered/,
  );
  await accessible(page);
});

test("what is clicked twice is sent once, and what is answered meanwhile is not answered for another", async (t) => {
  const page = await chatting(t, say("clean up"), calls);
  const turn = () => page.evaluate(async () => (await (await countersignStore(false)).get("chat")).turn);
  const box = page.getByRole("textbox", { name: "Message" });
  const interrupt = page.getByRole("button", { name: "Interrupt and send" });
  await box.fill("at once");
  await interrupt.evaluate((button) => {
    button.click();
    button.click();
  });
  await region(page, "What the turn is about").getByText("at once").waitFor();
  await box.fill("double");
  await interrupt.dblclick();
  await region(page, "What the turn is about").getByText("double").waitFor();
  assert.equal(await box.inputValue(), "");
  assert.equal(await page.getByText("Write a message first.").count(), 0);
  await dispatch(page, [command({ type: "turn_ended", turn: 3 })]);
  await page.locator(".head").getByText("Idle").waitFor();
  await box.fill("once more");
  await page.getByRole("button", { name: "Send", exact: true }).dblclick();
  await region(page, "What the turn is about").getByText("once more").waitFor();
  assert.equal(await turn(), 4);
  assert.equal(await page.locator(".saying p").count(), 0);
  await page.getByRole("button", { name: "Interrupt", exact: true }).evaluate((button) => {
    button.click();
    button.click();
  });
  await page.locator(".head").getByText("Idle").waitFor();
  assert.equal(await page.locator(".saying p").count(), 0);
});

test("a message that is half written is there again after a look at the past, and elsewhere", async (t) => {
  const page = await chatting(t, say("clean up"), calls);
  const box = page.getByRole("textbox", { name: "Message" });
  await box.fill("half a mess");
  await page.getByRole("link", { name: /Create/ }).click();
  await page.getByText("This is the past.").waitFor();
  await box.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Back to now" }).click();
  assert.equal(await box.inputValue(), "half a mess");
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Fleet" }).click();
  await page.goBack();
  assert.equal(await box.inputValue(), "half a mess");
  await page.getByRole("button", { name: "Interrupt and send" }).click();
  await region(page, "What the turn is about").getByText("half a mess").waitFor();
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Fleet" }).click();
  await page.goBack();
  assert.equal(await box.inputValue(), "");
});

test("what cannot be taken back is asked for twice, and a session that is forgotten is gone", async (t) => {
  const page = await chatting(t);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("Nothing brings it back").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  assert.equal(await focused(page), "Delete");
  await held(page);
  await page.getByRole("dialog", { name: "Delete" }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.localName), "h2");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Space");
  await page.getByText("Nothing brings it back").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "No such session" }).waitFor();
  await page.waitForFunction(() => document.activeElement.textContent === "No such session");
});

test("the past of a barrier has no buttons", async (t) => {
  const page = await chatting(t, say("clean up"), calls);
  await page.getByRole("link", { name: /Call tools/ }).click();
  await region(page, "Tool calls").waitFor();
  await dispatch(page, [command({ type: "submit", inputs: [{ type: "interrupt" }] })]);
  await page.getByRole("link", { name: /Call tools/ }).click();
  await page.getByText("This is the past.").waitFor();
  await region(page, "Tool calls").getByText("2 of 3 wait for an answer").waitFor();
  assert.equal(await page.locator(".session button").count(), 0);
});
