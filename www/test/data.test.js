// Data in and out: files, pasted text, samples, our own export; what became of each; all of it removed.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { accessible, dashboard, dispatch } from "./dashboard.js";

const { open } = dashboard();

const sample = (file) => readFileSync(new URL(`../../pkg/samples/${file}`, import.meta.url), "utf8");
const file = (name, text) => ({ name, mimeType: "application/json", buffer: Buffer.from(text) });
const create = (id, more) => ["reversible", id, { type: "create", id, agentId: "billing", ...more }];

async function opened(t, options) {
  const page = await open(t, "#/data", options);
  await page.getByText("0 sessions. One file").waitFor();
  return page;
}

const choose = (page, ...files) => page.getByLabel("Files to take in").setInputFiles(files);
const job = (page, name) => page.getByRole("article", { name });
const said = (page, name, text) => job(page, name).getByRole("status").filter({ hasText: text }).waitFor();
const found = (page, name) => job(page, name).locator("tbody tr").allInnerTexts();

/** The rows once they are so: what a worker stores the page hears of a moment later. */
async function rows(page, areSo) {
  for (const end = Date.now() + 10_000; ; ) {
    const found = await page.evaluate(async () => (await globalThis.countersignStore(false)).list({ order: "id" }));
    if (areSo(found) || Date.now() > end) return found;
  }
}

async function drop(page, files) {
  const transfer = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const [name, text] of files) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await page.dispatchEvent("body", "dragenter", { dataTransfer: transfer });
  await page.getByText("Drop it to take it in").waitFor();
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
}

test("all samples are loaded, what is left open is told with its place, and once more they are known", async (t) => {
  const page = await opened(t);
  await page.getByRole("button", { name: "Load all samples" }).click();
  await said(page, "Samples", /70 sessions stored, 67 of them marked as remote\. 3 sessions known already/);
  await said(page, "Samples", /67 commands played: 38 allowed, 7 with nothing to do, 22 refused\. 17 warnings\.$/);
  const lines = await found(page, "Samples");
  assert.match(lines[0], /Refused\treversible-log\.ndjson line 5\tsess-92c4e1\tthis requires that the caller is not/);
  assert.ok(lines.some((line) => /interactive-list\.json line 23 data\[1\]/.test(line)));
  const all = await rows(page, ({ length }) => length === 70);
  assert.equal(all.length, 70);
  assert.deepEqual([...new Set(all.filter(({ origin }) => origin === "local").map(({ id }) => id))].length, 3);
  await page.getByText(/70 sessions, about \d+ kB/).waitFor();
  await accessible(page);
  await job(page, "Samples").getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Load all samples" }).click();
  await said(page, "Samples", /^0 sessions stored\. 73 sessions known already/);
});

test("one sample can be chosen, with what its vendor keeps beside it after it was taken in without", async (t) => {
  const page = await opened(t);
  await page.getByText("Choose samples").click();
  const [bare, whole] = ["tells it, without its approvals", "the same payload, with its approvals beside it"];
  await page.getByRole("button", { name: bare }).click();
  await said(page, bare, /1 session stored, marked as remote\. 1 warning/);
  await page.getByRole("button", { name: whole }).click();
  await said(page, whole, /1 session stored/);
  const [row] = await rows(page, ([row]) => row.waiting === 1);
  assert.equal(row.waiting, 1);
});

test("a dropped payload that lacks its approvals is asked about, and dropped with them it is not", async (t) => {
  const page = await open(t, "#/fleet");
  await page.getByText("No sessions yet").waitFor();
  const payload = ["session.json", sample("reversible-awaiting-approval-payload.json")];
  const approvals = ["approvals.json", sample("approvals-of-reversible-awaiting-approval-payload.json")];
  await drop(page, [payload]);
  await page.getByRole("heading", { name: "Data" }).waitFor();
  await page.getByText("session.json does not tell everything").waitFor();
  await accessible(page);
  await job(page, "session.json").getByRole("button", { name: "Leave it" }).click();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Take in");
  await drop(page, [approvals, payload]);
  await said(page, "2 files", "1 session stored, marked as remote.");
  const [row] = await rows(page, ([row]) => row?.waiting === 1);
  assert.equal(row?.waiting, 1);
});

test("text in another encoding is not taken in garbled, and a file that cannot be read is named among those that can", async (t) => {
  const page = await opened(t);
  const session = sample("delegated-active.json");
  await choose(page, { ...file("latin.json", ""), buffer: Buffer.from(session.replace("task", "tâsk"), "latin1") });
  await said(page, "latin.json", "0 sessions stored. 1 error.");
  assert.match((await found(page, "latin.json"))[0], /not in UTF-8/);

  // One is removed after it was chosen, before it is read.
  const folder = mkdtempSync(join(tmpdir(), "countersign-data-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const paths = ["gone.json", "good.json"].map((name) => join(folder, name));
  for (const path of paths) writeFileSync(path, session);
  const choice = page.getByLabel("Files to take in");
  await page.evaluate(() =>
    addEventListener("change", (event) => event.stopPropagation(), { capture: true, once: true }),
  );
  await choice.setInputFiles(paths);
  rmSync(paths[0]);
  await choice.dispatchEvent("change");
  await said(page, "2 files", "1 session stored, marked as remote. 1 error.");
  assert.match((await found(page, "2 files"))[0], /^Error\tgone\.json/);
});

test("a line of two can be no JSON, and files of the same name are told apart", async (t) => {
  const page = await opened(t);
  const line = (id) => JSON.stringify(JSON.parse(sample("reversible-active.json").replaceAll("sess-", id)));
  await choose(page, file("two.ndjson", `${line("x-")}\n{"lifecycle": oops\n`));
  await said(page, "two.ndjson", "1 session stored, marked as remote. 1 error.");
  assert.match((await found(page, "two.ndjson"))[0], /line 2\t\tthis line is no JSON/);

  const bad = (lines) => `[${"\n".repeat(lines)}${sample("reversible-active.json").replace('"SUCCESS"', '"NOPE"')}]`;
  await choose(page, file("same.json", bad(5)), file("same.json", bad(50)));
  await said(page, "2 files", "2 errors");
  const [first, second] = await found(page, "2 files");
  const lineOf = (text) => Number(/line (\d+)/.exec(text)[1]);
  assert.equal(lineOf(second) - lineOf(first), 45);
  assert.match(second, /same\.json \(2\)/);
});

test("what is kept beside a payload can be given when it is asked for", async (t) => {
  const page = await opened(t);
  await choose(page, file("run.json", sample("interactive-requires-action-payload.json")));
  const events = sample("events-of-interactive-requires-action-payload.json");
  await job(page, "run.json").getByLabel("or its text").fill(events);
  await job(page, "run.json").getByRole("button", { name: "Take in" }).click();
  await said(page, "run.json", "1 session stored, marked as remote. 1 warning.");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "run.json");
});

test("what is not recognised is asked about, and errors have line and path", async (t) => {
  const page = await opened(t);
  await choose(page, file("odd.json", '{"a": 1}'));
  const odd = job(page, "odd.json");
  await odd.getByText("odd.json is not recognised").waitFor();
  const button = odd.getByRole("button", { name: "Take in" });
  assert.equal(await button.getAttribute("aria-disabled"), "true");
  await button.press("Enter");
  await odd.getByText("Choose a lifecycle first.").waitFor();
  await odd.getByRole("combobox").selectOption("Delegated");
  await button.click();
  await said(page, "odd.json", "0 sessions stored. 1 error.");

  await choose(page, file("broken.json", '{\n  "lifecycle": "reversible",\n  "schema": oops\n}'));
  await said(page, "broken.json", "1 error");
  assert.match((await found(page, "broken.json"))[0], /^Error\tline 3\t\tthis is no JSON/);

  const list = sample("reversible-list.json").replace('"status": "SUCCESS"', '"status": "NOPE"');
  const line = list.slice(0, list.indexOf("NOPE")).split("\n").length;
  await choose(page, file("list.json", list));
  await said(page, "list.json", /3 sessions stored, marked as remote\..* 1 error\./);
  const [error] = await found(page, "list.json");
  assert.match(error, new RegExp(`^Error\tline ${line} data\\[\\d\\]\\.actions\\[\\d\\]\\.status\t`));
  await accessible(page);
});

test("pasted lines are taken in, each with its line; of many findings the first hundred are told", async (t) => {
  const page = await opened(t);
  const session = JSON.parse(sample("delegated-pending.json"));
  const lines = [JSON.stringify(session), "nonsense"];
  for (let at = 0; at < 250; at++) lines.push(JSON.stringify({ ...session, status: { phase: `P${at}` } }));
  await page.getByText("Paste JSON").click();
  const submit = page.getByRole("button", { name: "Take in", exact: true });
  assert.equal(await submit.getAttribute("aria-disabled"), "true");
  await page.getByLabel("JSON, or one JSON value in each line").fill(lines.join("\n"));
  await submit.click();
  await said(page, "Pasted text", "1 session stored, marked as remote. 251 errors.");
  const all = await found(page, "Pasted text");
  assert.equal(all.length, 100);
  assert.match(all[0], /^Error\tline 2\t\tthis line is no JSON/);
  assert.match(all[1], /^Error\tline 3 status\.phase\t/);
  await job(page, "Pasted text").getByText("and 151 more").waitFor();
});

test("what is exported is taken in by another browser: stored, known, in conflict, or refused by its line", async (t) => {
  const page = await opened(t);
  const done = ["reversible", "run-2", { type: "complete" }];
  await dispatch(page, [create("run-1"), create("run-2"), done, create("run-3")]);
  await page.getByText(/3 sessions, about/).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export everything" }).click(),
  ]);
  assert.match(download.suggestedFilename(), /^countersign-\d{4}-\d\d-\d\d\.ndjson$/);
  await page.getByText(/ndjson has [\d.]+ kB\./).waitFor();
  const text = readFileSync(await download.path(), "utf8");

  const other = await opened(t);
  await dispatch(other, [create("run-1", { agentId: "another" })]);
  await choose(other, file("all.ndjson", text));
  await said(other, "all.ndjson", "2 sessions stored. 1 conflict.");
  assert.match((await found(other, "all.ndjson"))[0], /^Conflict\t\trun-1\t/);
  const stored = await rows(other, (all) => all.some(({ id }) => id === "run-2"));
  assert.equal(stored.find(({ id }) => id === "run-2")?.display, "COMPLETED");
  await choose(other, file("again.ndjson", text));
  await said(other, "again.ndjson", "0 sessions stored. 2 sessions known already. 1 conflict.");
  const [first, second, third] = text.split("\n");
  await choose(other, file("bad.ndjson", [first, second.replace("COMPLETED", "ACTIVE"), third].join("\n")));
  await said(other, "bad.ndjson", "0 sessions stored. 1 error.");
  assert.match((await found(other, "bad.ndjson"))[0], /^Error\tline 2.*nothing of this file was stored/);
});

test("a large file shows how far it is while other pages are used, and can be stopped", async (t) => {
  const page = await opened(t);
  const session = JSON.parse(sample("interactive-idle.json"));
  const lines = Array.from({ length: 3000 }, (_, at) => JSON.stringify({ ...session, id: `sesn-${at}` }));
  await choose(page, file("large.ndjson", lines.join("\n")));
  await page.getByText(/^Storing [\d,]+ of 3,000$/).waitFor();
  assert.ok((await job(page, "large.ndjson").getByRole("progressbar").getAttribute("max")) === "3000");
  await accessible(page);
  await page.getByRole("link", { name: "Fleet" }).click();
  await page.getByRole("status").filter({ hasText: "sessions" }).waitFor();
  await page.getByRole("link", { name: "Data", exact: true }).click();
  await job(page, "large.ndjson").getByRole("button", { name: "Stop" }).click();
  await said(page, "large.ndjson", "Stopped. What was stored until then stays.");
  const { length } = await rows(page, ({ length }) => length > 0);
  assert.ok(length > 0 && length < 3000, `${length}`);
});

test("everything is removed after a word, in every tab, and can be taken in anew", async (t) => {
  const page = await opened(t);
  await page.getByRole("button", { name: "Load all samples" }).click();
  await said(page, "Samples", /70 sessions stored/);
  const other = await open(t, "#/fleet", { context: page.context() });
  await other.getByText("70 sessions").waitFor();
  const opener = page.getByRole("button", { name: "Remove everything …" });
  await opener.press("Enter");
  await page.getByText("70 sessions with all that happened to them").waitFor();
  await accessible(page);
  await page.keyboard.press("Enter");
  await page.getByText("The word is missing.").waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await opener.evaluate((element) => element === document.activeElement), true);
  await opener.press("Enter");
  await page.keyboard.type("remove");
  await page.keyboard.press("Enter");
  await page.getByText("Everything was removed.").waitFor();
  await page.getByText("0 sessions. One file").waitFor();
  await other.getByText("No sessions yet").waitFor();
  await page.getByRole("button", { name: "Load all samples" }).click();
  await other.getByText("70 sessions").waitFor();
});

test("whether the browser keeps it is asked and answered; simulated sessions are left alone", async (t) => {
  const page = await opened(t);
  await page.getByText(/are used of/).waitFor();
  await page.getByText("This browser may clear it when room is short.").waitFor();
  await page.getByRole("button", { name: "Ask it to keep it" }).click();
  await page.getByText(/^This browser keeps it\.$|does not promise it/).waitFor();
  await page.goto(page.url().replace("#/data", "#/stories/data"));
  await page.getByText("These sessions are simulated.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Choose files" }).count(), 0);
});

test("the address of what is looked at can be copied, and the page fits a narrow screen", async (t) => {
  const page = await open(t, "#/fleet?text=refund", { permissions: ["clipboard-read", "clipboard-write"] });
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
  await page.goto(page.url().replace("#/fleet", "#/inbox"));
  const copy = page.getByRole("button", { name: "Copy link" });
  assert.match(await copy.getAttribute("title"), /opens where its sessions are kept: in this browser/);
  await copy.click();
  await page.getByText(/^Copied\. The link opens/).waitFor({ state: "attached" });
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /#\/inbox\?text=refund$/);
  await page.getByRole("link", { name: "Data", exact: true }).click();
  await page.getByText("Paste JSON").click();
  await choose(page, file("odd.json", '{"a": 1}'));
  await page.getByText("odd.json is not recognised").waitFor();
  await page.setViewportSize({ width: 380, height: 700 });
  const width = () =>
    Math.max(...[document.documentElement, document.getElementById("main")].map((e) => e.scrollWidth));
  assert.ok((await page.evaluate(width)) <= 380);
  await accessible(page);
});

test("what was pasted and is no JSON stays to be mended, and what was taken in leads to the fleet", async (t) => {
  const page = await opened(t);
  await page.getByText("Paste JSON").click();
  const [text, button] = [page.getByLabel(/^JSON, or one/), page.getByRole("button", { name: "Take in" })];
  await text.fill('{"lifecycle": "reversible",,}');
  await button.click();
  await said(page, "Pasted text", "1 error");
  assert.equal(await text.inputValue(), '{"lifecycle": "reversible",,}');
  await text.fill(sample("delegated-active.json"));
  await button.click();
  await job(page, "Pasted text").getByText("1 session stored").waitFor();
  assert.equal(await text.inputValue(), "");
  await page.getByRole("link", { name: "Show the sessions" }).first().click();
  await page.getByText("1 session", { exact: true }).waitFor();
});

test("an export with a session that cannot be read says that nobody could take it in", async (t) => {
  const page = await opened(t);
  await dispatch(page, [create("run-1"), create("run-2")]);
  await page.evaluate(async () => {
    const db = await new Promise((resolve) => {
      const request = indexedDB.open("countersign");
      request.onsuccess = () => resolve(request.result);
    });
    const tx = db.transaction("sessions", "readwrite");
    const sessions = tx.objectStore("sessions");
    sessions.get("run-2").onsuccess = ({ target: { result } }) => {
      sessions.put({ ...result, session: { ...result.session, actions: 7 } });
    };
    await new Promise((resolve) => (tx.oncomplete = resolve));
    db.close();
  });
  await page.getByRole("button", { name: "Export everything" }).click();
  await page.getByText(/Of these run-2 cannot be read/).waitFor();
});
