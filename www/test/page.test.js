// The page as people use it: with a mouse, with a keyboard only, and as assistive technology sees it.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { lifecycles } from "../lifecycles.js";
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
  samples,
  stored,
  tab,
  verdict,
} from "./page-run.js";

const clock = (page) => page.locator("#clock");

describe("the page", () => {
  test("shows every sample as the engine sees it, every offer with its reason", async () => {
    const page = await opened();
    for (const { file, title, lifecycle, now: moment } of samples) {
      const api = lifecycles[lifecycle];
      await page.getByLabel("Sample").selectOption(title);
      await page.getByText(`Opened from the sample “${title}”.`).waitFor();
      const payload = JSON.parse(sample(file));
      const { session, warnings } = read(api, payload);
      const now = { now: Date.parse(moment), caller: "OPERATOR" };
      const view = api.view(session, now);
      assert.equal(await display(page), view.display, file);
      assert.equal(await page.locator(".attention").textContent(), view.attention.replaceAll("_", " "), file);
      assert.equal(await page.locator(".conditions .wrong").count(), view.conditions.inconsistent ? 1 : 0, file);
      assert.equal(await page.locator(".warnings li").count(), warnings.length, file);
      assert.equal(await page.locator(".outstanding li").count(), api.outstanding(session).length, file);
      const offers = api.offers(session, now).map(({ command, allowed, code, message }) => ({
        key: JSON.stringify(command),
        disabled: allowed ? null : "true",
        reason: allowed ? null : `${code} ${inPage(message)}`,
      }));
      const buttons = await page.locator(".offer > button").evaluateAll((buttons) =>
        buttons.map((button) => {
          const disabled = button.getAttribute("aria-disabled");
          const reason = document.getElementById(button.getAttribute("aria-describedby")).textContent;
          return { key: button.parentElement.dataset.key, disabled, reason: disabled && reason };
        }),
      );
      const sorted = (list) => list.toSorted((a, b) => a.key.localeCompare(b.key));
      assert.deepEqual(sorted(buttons), sorted(offers), file);
    }
    await page.close();
  });

  test("moves on by an allowed offer, and explains a denied one in full", async () => {
    const page = await opened("delegated-pending");
    await press(offer(page, "Activate"));
    assert.match(await verdict(page).textContent(), /Activate: denied.*phase_skipped.*possible in Initializing$/s);
    assert.equal(await display(page), "Pending");
    assert.equal(await page.locator("#history tbody tr").count(), 0);

    await offer(page, "Initialize").click();
    assert.match(
      await verdict(page).textContent(),
      /Initialize: allowed by rule initialize.*Pending → Initializing: initialized/s,
    );
    assert.equal(await display(page), "Initializing");
    await press(offer(page, "Initialize"));
    assert.match(await verdict(page).textContent(), /Initialize: nothing to do.*duplicate/);

    await offer(page, "Decline").click();
    const form = page.locator("#list form");
    await form.getByRole("button", { name: "Decline" }).click();
    const error = form.locator(".error").first();
    assert.match(await error.textContent(), /invalid_input at reason: .*expected one of insufficient_context/);
    await form.getByLabel("Reason").selectOption("scope_mismatch");
    await form.getByRole("button", { name: "Decline" }).click();
    assert.match(await page.locator(".outstanding").textContent(), /reflect_owed outcome Declined/);
    const row = page.locator("#history tbody tr").last();
    assert.match(await row.textContent(), /2.*decline.*outcome_declared outcome phase Declined/s);

    await page.getByRole("button", { name: "Start again" }).click();
    assert.equal(await display(page), "Pending");
    await page.close();
  });

  test("marks the present status in the diagram, and says it in words", async () => {
    const page = await opened("delegated-initializing");
    await page.locator("#diagram .present").waitFor();
    assert.equal((await page.locator("#diagram .present").textContent()).trim(), "Initializing");
    await page.getByRole("img", { name: "present status Initializing" }).waitFor();
    assert.match(await page.locator("#moves").textContent(), /From Initializing:activate → Active/);
    await offer(page, "Activate").click();
    await page.locator("#diagram .present", { hasText: "Active" }).waitFor();
    await page.close();
  });

  test("takes payloads, lists and stored sessions, and says what is wrong with anything else", async () => {
    const page = await opened("delegated-active");
    const kept = await stored(page);
    const field = page.getByLabel("A vendor’s payload");
    const complaint = page.locator("#json-error");
    const before = await display(page);

    await paste(page, '{ "kind": ');
    assert.match(await complaint.textContent(), /^invalid_json: /);
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    await paste(page, '{ "kind": "Pod" }');
    assert.match(await complaint.textContent(), /^unknown_lifecycle: /);
    await paste(page, '{ "kind": "AgentSession", "metadata": { "uid": "a" }, "status": { "phase": "Acive" } }');
    assert.match(await complaint.textContent(), /^invalid_input at status.phase: .*"Acive", expected one of Pending/);
    assert.equal(await display(page), before);

    await paste(page, sample("delegated-list.json"));
    assert.equal(await complaint.textContent(), "");
    assert.equal(await field.getAttribute("aria-invalid"), null);
    await page.getByRole("combobox", { name: "Session" }).selectOption({ index: 1 });
    assert.match(await page.locator("dl").first().textContent(), /ses-9a0002/);

    const items = JSON.parse(sample("delegated-list.json")).items;
    await paste(page, JSON.stringify([{ ...items[0], metadata: {} }, items[1]]));
    assert.match(await page.locator("#open-error").textContent(), /^Left out: invalid_input at \[0\].metadata.uid/);
    assert.match(await page.locator("dl").first().textContent(), /ses-9a0002/);

    await paste(page, kept);
    assert.equal(await stored(page), kept);
    await page.close();
  });

  test("shows what a payload says as text", async () => {
    const page = await opened();
    const uid = "<img src=x onerror=document.title=1>`</code>";
    const text = JSON.stringify({ kind: "AgentSession", metadata: { uid }, status: { phase: "Active" } });
    await drop(page, ["dropped.json", text]);
    await page.getByText("Dropped: dropped.json.").waitFor();
    assert.ok((await page.locator("dl").first().textContent()).includes(uid));
    assert.equal(await page.locator("img").count(), 0);
    await page.close();
  });

  test("takes any command as JSON", async () => {
    const page = await opened("delegated-active");
    await offer(page, "Fail").click();
    await page.getByLabel("Message").fill("no luck");
    await page.getByRole("button", { name: "Edit as JSON" }).click();
    const field = page.getByLabel("A command as JSON");
    assert.deepEqual(JSON.parse(await field.inputValue()), { type: "fail", message: "no luck" });
    const decide = page.getByRole("button", { name: "Decide" });
    await field.fill('{ "type": "fly" }');
    await decide.click();
    assert.match(await page.locator("#command-error").textContent(), /^unknown_command/);
    await field.fill('{ "type": "error", "message": "disk full" }');
    await decide.click();
    assert.equal(await page.locator("#command-error").textContent(), "");
    assert.match(await verdict(page).textContent(), /Error: allowed/);
    await page.close();
  });

  test("opens with a reversible sample, judged at the time that it is meant for", async () => {
    const page = await opened();
    assert.equal(await page.getByLabel("Sample").inputValue(), samples[0].file.replace(".json", ""));
    assert.equal(samples[0].lifecycle, "reversible");
    assert.match(await clock(page).textContent(), /^Judged at 2026-03-02 10:00:\d\d UTC, as the sample has it/);
    await page.getByLabel("Sample").selectOption({ value: "reversible-awaiting-approval" });
    await page.getByText("PENDING, until 2026-03-03 09:31:05 UTC").waitFor();
    const turn = clock(page).getByRole("button");
    await turn.click();
    assert.match(await clock(page).textContent(), /, the present/);
    await page.getByText("expired since 2026-03-03 09:31:05 UTC, still PENDING").waitFor();
    assert.match(await page.locator("dl").first().textContent(), /Deadline2026-03-03 09:31:05 UTC, which has passed/);
    assert.equal(await focused(page), "Judge at the sample’s time");
    await turn.click();
    await page.getByText("PENDING, until 2026-03-03 09:31:05 UTC").waitFor();
    // It runs on.
    const before = await clock(page).textContent();
    await page.waitForFunction((before) => document.getElementById("clock").textContent !== before, before);
    await paste(page, sample("reversible-active.json"));
    assert.match(await clock(page).textContent(), /, the present$/);
    await page.close();
  });

  test("takes a denial away when somebody else calls, and leaves what happened", async () => {
    const page = await opened("delegated-pending");
    await press(offer(page, "Activate"));
    assert.equal(await verdict(page).count(), 1);
    await page.getByLabel("Caller").selectOption("AGENT");
    assert.equal(await verdict(page).count(), 0);
    await offer(page, "Initialize").click();
    await page.getByLabel("Caller").selectOption("OPERATOR");
    assert.match(await verdict(page).textContent(), /Initialize: allowed/);
    await page.close();
  });

  test("says what does not hold in one line, and nothing of what never comes", async () => {
    const page = await opened("reversible-active");
    assert.match(
      await page
        .locator(".conditions li")
        .allTextContents()
        .then((all) => all.join("|")),
      /^None of: awaiting approval, /,
    );
    assert.doesNotMatch(await page.locator("dl").first().textContent(), /Changes at/);
    await page.close();
  });

  test("opens the same sample again after a reload", async () => {
    const page = await opened("delegated-initializing");
    await offer(page, "Activate").click();
    await page.reload();
    await page.locator(".display").waitFor();
    assert.equal(await display(page), "Initializing");
    assert.equal(await page.getByLabel("Sample").inputValue(), "delegated-initializing");
    await page.close();
  });

  test("brings a new session to its end by keyboard alone", async () => {
    const page = await opened();
    const type = async (label, text) => {
      await tab(page, label);
      await page.keyboard.type(text);
    };
    const hit = async (label, key = "Enter") => {
      await tab(page, label);
      await page.keyboard.press(key);
    };
    await hit("New session");
    for (const name of ["Uid", "Agent", "Task", "Harness"]) await type(name, `the ${name.toLowerCase()}`);
    await type("Authority", "read\nwrite");
    await hit("Create a delegated session");
    assert.equal(await display(page), "Pending");
    await hit("Initialize");
    await hit("Activate", "Space");
    // A disabled one is reached as well, and keeps the focus.
    await hit("Complete");
    assert.match(await verdict(page).textContent(), /artifact_required/);
    await tab(page, "Add artifact", "Shift+Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.type("report");
    await page.keyboard.press("Enter");
    assert.equal(await focused(page), "Add artifact");
    await hit("Complete");
    await hit("Reflect");
    assert.equal(await focused(page), "Author");
    for (const name of ["Task assessment", "Decomposition", "Orchestration"]) await type(name, "well");
    for (const key of ["Tab", "Tab", "Enter"]) await page.keyboard.press(key);
    assert.match(await verdict(page).textContent(), /reflect_incomplete.*lessons/s);
    await tab(page, "Lessons", "Shift+Tab");
    await page.keyboard.type("none");
    for (const key of ["Tab", "Enter"]) await page.keyboard.press(key);
    assert.equal(await display(page), "Completed");
    assert.equal(await page.locator("#history tbody tr").count(), 6);
    await page.close();
  });

  test("has nothing in the way of assistive technology, light and dark, narrow and wide", async () => {
    const page = await opened("delegated-list");
    await page.locator("#diagram svg").waitFor();
    await page.locator("#rules summary, #raw summary").evaluateAll((all) => {
      for (const summary of all) summary.click();
    });
    await press(offer(page, "Reflect"));
    await offer(page, "Fail").click();
    await page.locator("#list form button[type=submit]").click();
    // The rules are many, and the same everywhere.
    await accessible(page, () => page.locator("#rules details").evaluate((details) => details.removeAttribute("open")));
    await page.close();
  });

  test("has asked no other host and broken no policy", () => assert.deepEqual(complaints, []));
});

/** A sentence of the engine as the page has it. */
function inPage(message) {
  return message.replaceAll("`", "").replaceAll(/(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)\.\d{3}Z/g, "$1 $2 UTC");
}

/** The first session in a sample, as the engine reads it. */
function read(api, value) {
  if ([value, value.items, value.data].some(Array.isArray)) return api.fromApiList(value)[0];
  return value.lifecycle ? { session: api.parse(value), warnings: [] } : api.fromApi(value);
}
