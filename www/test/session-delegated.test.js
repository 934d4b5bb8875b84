// A delegated session: who is accountable, to whom it belongs, how it ends.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, dashboard, dispatch } from "./dashboard.js";
import { focused, region } from "./session-page.js";

const { open } = dashboard();

const command = (id, fields) => ["delegated", id, fields];
const begun = (uid, parentUid) => [
  command(uid, {
    type: "create",
    uid,
    agent: "coder",
    task: `task of ${uid}`,
    harness: "cli",
    authority: ["read"],
    ...(parentUid && { parentUid }),
  }),
  command(uid, { type: "initialize" }),
  command(uid, { type: "activate" }),
];

async function delegating(t, ...commands) {
  const page = await open(t, "#/session/child");
  await page.getByRole("heading", { name: "No such session" }).waitFor();
  await dispatch(page, [...begun("root"), ...begun("child", "root"), ...begun("leaf", "child"), ...commands]);
  await region(page, "Accountability").waitFor();
  return page;
}

test("who did this is said, and where the session stands among those that delegated", async (t) => {
  const page = await delegating(t);
  const told = await region(page, "Accountability").textContent();
  assert.match(told, /Session \(uid\)childAgentcoderTasktask of childHarnesscliAuthorityread/);
  assert.equal(await page.locator(".phases [aria-current]").textContent(), "Active");
  const tree = region(page, "Delegation");
  await tree.getByRole("link", { name: "coder · task of root" }).waitFor();
  await tree.getByText("this session").waitFor();
  await accessible(page);
  await tree.getByRole("link", { name: "coder · task of leaf" }).click();
  await page.getByRole("heading", { name: "coder · task of leaf" }).waitFor();
  await region(page, "Delegation").getByRole("link", { name: "coder · task of root" }).waitFor();
});

test("a decline says where it goes and what is owed, ends once it is reflected on, and is no failure", async (t) => {
  const page = await delegating(t);
  await page.getByText("What its host would report").click();
  await page.getByRole("button", { name: "Decline" }).click();
  await page.getByRole("combobox", { name: "Reason" }).selectOption({ label: "An ethical objection" });
  await page.getByRole("dialog").getByRole("button", { name: "Decline" }).click();
  const reflection = region(page, "Reflection");
  await reflection.getByText("still owed").waitFor();
  await region(page, "Accountability").getByText("to a person").waitFor();
  await region(page, "Accountability").getByText("none in force").waitFor();
  await region(page, "Facts").getByText("The reflection is owed").waitFor();
  await accessible(page);
  await page.getByRole("button", { name: "Reflect" }).click();
  const dialog = page.getByRole("dialog", { name: "Reflect" });
  await dialog.getByLabel("Who reflects").selectOption({ label: "The agent" });
  for (const label of [/What went/, /decomposition/, /orchestration/, /learned/])
    await dialog.getByLabel(label).fill("well");
  await dialog.getByRole("button", { name: "Reflect" }).click();
  await reflection.getByText("the agent").waitFor();
  const status = page.locator(".head .status");
  await page.locator(".head .status.declined").waitFor();
  assert.equal(await status.textContent(), "Declined");
  await region(page, "Delegation").getByText("Active").first().waitFor();
  await accessible(page);
});

test("by keyboard a session is revoked, and what it delegated with it", async (t) => {
  const page = await delegating(t);
  await page.getByRole("button", { name: "Revoke" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Revoke" }).waitFor();
  await page.keyboard.type("Gov");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await region(page, "Accountability").getByText("Revoked by governance").waitFor();
  await page.goto(page.url().replace("child", "leaf"));
  await region(page, "Accountability").getByText("Revoked by parent").waitFor();
});

test("a parent that is not kept here is said to be so", async (t) => {
  const page = await delegating(t);
  await page.evaluate(async () => (await countersignStore(false)).remove("root"));
  await region(page, "Delegation").getByText("is not kept here").waitFor();
});

test("of many that it delegated some are shown, and more when asked for", async (t) => {
  const many = Array.from({ length: 60 }, (_, at) => begun(`part-${String(at).padStart(2, "0")}`, "child")[0]);
  const page = await delegating(t, ...many);
  const tree = region(page, "Delegation");
  const more = tree.getByRole("button", { name: "Show more of 11 further ones" });
  await more.focus();
  await page.keyboard.press("Enter");
  await tree.getByRole("link", { name: "coder · task of part-59" }).waitFor();
  assert.equal(await more.count(), 0);
  assert.equal(await focused(page), "coder · task of part-49");
});

test("of a long chain it is said that there is more, where it goes on, and where it is a circle", async (t) => {
  const page = await delegating(t);
  const chain = Array.from({ length: 30 }, (_, at) => begun(`g${at}`, at === 0 ? "leaf" : `g${at - 1}`));
  await dispatch(page, chain.flat());
  const tree = region(page, "Delegation");
  await tree.getByRole("link", { name: "1 more below g4" }).click();
  await page.getByRole("heading", { name: "coder · task of g4" }).waitFor();
  await tree.getByRole("link", { name: "1 more below g10" }).waitFor();
  await accessible(page);
  await page.goto(page.url().replace("g4", "g29"));
  await tree.getByRole("link", { name: "Go on above, from g4" }).waitFor();
  assert.equal(await page.getByText("circle").count(), 0);
  await accessible(page);
  await page.evaluate(async () => {
    const store = await countersignStore(false);
    await store.put("delegated", { ...(await store.get("root")), parentUid: "child" }, { version: 1 });
  });
  await page.goto(page.url().replace("g29", "child"));
  await tree.getByText("and so on in a circle").first().waitFor();
  assert.equal(await tree.getByText("and so on in a circle").count(), 2);
});

test("the past shows what it delegated too, and says that this is as of now", async (t) => {
  const page = await delegating(t);
  await page.goto(`${page.url()}?seq=1`);
  const tree = region(page, "Delegation");
  await tree.getByText("The others are shown as they are now").waitFor();
  await tree.getByRole("link", { name: "coder · task of leaf" }).waitFor();
  await tree.getByRole("link", { name: "coder · task of root" }).waitFor();
  await accessible(page);
});

test("an outcome is reported with its reflection at once, which is judged as one", async (t) => {
  const page = await delegating(t);
  await page.getByText("What its host would report").click();
  await page.getByRole("button", { name: "Fail" }).click();
  const dialog = page.getByRole("dialog", { name: "Fail" });
  await dialog.getByLabel("What went wrong", { exact: true }).fill("no access");
  await dialog.getByLabel("Reflect on it too, so that the session ends as Failed at once").check();
  await accessible(page);
  await dialog.getByLabel("Who reflects").selectOption({ label: "The platform" });
  for (const label of [/right and wrong/, /decomposition/, /orchestration/, /learned/])
    await dialog.getByLabel(label).fill("well");
  await dialog.getByRole("button", { name: "Fail" }).click();
  await page.locator(".saying").getByText("Refused").waitFor();
  await region(page, "Accountability").getByText("its end").waitFor();
  // What was written is still there.
  await page.getByRole("button", { name: "Fail" }).click();
  assert.equal(await dialog.getByLabel(/learned/).inputValue(), "well");
  await dialog.getByLabel("Who reflects").selectOption({ label: "The agent" });
  await dialog.getByRole("button", { name: "Fail" }).click();
  await page.locator(".head .status.failed").waitFor();
  await region(page, "Reflection").getByText("the agent").waitFor();
});
