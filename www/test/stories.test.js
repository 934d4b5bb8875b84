// The stories: a world of agents that do not exist, which moves by itself and is kept apart.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, dashboard, dispatch } from "./dashboard.js";

const { open } = dashboard();

const rows = (page, simulated = true) =>
  page.evaluate(async (simulated) => (await globalThis.countersignStore(simulated)).list(), simulated);

/** Asks again and again until it holds. */
async function until(holds, ms = 20_000) {
  const started = Date.now();
  while (!(await holds())) {
    assert.ok(Date.now() - started < ms, `not within ${ms} ms: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}

async function told(t, hash = "#/stories/fleet?seed=7", more) {
  const page = await open(t, hash, more);
  await until(async () => (await rows(page)).length > 30);
  return page;
}

const last = async (page) => Math.max(...(await rows(page)).map(({ position }) => position));
const pace = (page, name) => page.getByRole("group", { name: "Pace" }).getByRole("button", { name });

test("whoever comes for the first time sees sessions of all lifecycles move within ten seconds, and none of them is theirs", async (t) => {
  const started = Date.now();
  const page = await open(t, "");
  await page.waitForURL(/#\/stories\/fleet$/);
  await page.getByText("Simulated: agents that do not exist.").waitFor();
  await until(async () => (await rows(page)).length > 30);
  const before = new Map((await rows(page)).map(({ id, position }) => [id, position]));
  await until(async () => {
    const moved = (await rows(page)).filter(({ id, position }) => before.get(id) !== position);
    return new Set(moved.map(({ lifecycle }) => lifecycle)).size === 3;
  });
  assert.ok(Date.now() - started < 10_000, `${Date.now() - started} ms`);
  assert.deepEqual(await rows(page, false), []);
  await page.getByRole("link", { name: "Yours" }).click();
  await page.getByText("No sessions yet").waitFor();
  assert.equal(await page.getByText("Simulated: agents").count(), 0);
});

test("whoever has sessions, or asks for their own, is not sent there", async (t) => {
  const page = await open(t, "#/fleet");
  await page.getByText("No sessions yet").waitFor();
  await dispatch(page, [["reversible", "run-1", { type: "create", id: "run-1", agentId: "billing" }]]);
  const other = await open(t, "", { context: page.context() });
  await other.getByText("1 session", { exact: true }).waitFor();
  assert.deepEqual(await rows(other), []);
});

test("there is a past, in which all kinds of things have happened", async (t) => {
  const page = await told(t);
  // The database that it was made in is gone.
  await until(() => page.evaluate(async () => (await indexedDB.databases()).every(({ name }) => !/past/.test(name))));
  const wanted = ["needs_human", "failed", "working", "at_rest", "undone", "declined", "done"];
  await until(async () => {
    const kinds = new Set((await rows(page)).map(({ attention }) => attention));
    return wanted.every((kind) => kinds.has(kind));
  });
  const all = await rows(page);
  assert.ok(Date.now() - Math.min(...all.map(({ updated }) => updated)) > 20 * 60_000);
  const history = await page.evaluate(
    async (id) => (await globalThis.countersignStore(true)).history(id),
    all.at(-1).id,
  );
  assert.ok(history.length > 1);
  await pace(page, "Paused").click();
  await accessible(page);
  await page.setViewportSize({ width: 380, height: 700 });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
});

test("the same seed tells the same", async (t) => {
  const types = async (page) =>
    page.evaluate(async () => {
      const store = await globalThis.countersignStore(true);
      const found = [];
      for (const id of ["refund-1001", "chat-1009", "work-1006", "work-1006.2"]) {
        found.push([id, ...(await store.history(id)).slice(0, 6).map(({ command }) => command?.type)]);
      }
      return found;
    });
  const [one, other] = [await told(t), await told(t)];
  const first = await types(one);
  assert.ok(
    first.every(([, ...all]) => all.length > 0),
    JSON.stringify(first),
  );
  assert.deepEqual(await types(other), first);
});

test("a pause holds, in every tab and after a reload, until a pace is chosen", async (t) => {
  const page = await told(t);
  await pace(page, "Paused").click();
  await page.waitForTimeout(500);
  const stood = await last(page);
  const other = await open(t, "#/stories/inbox", { context: page.context() });
  await pace(other, "Paused").and(other.locator("[aria-pressed=true]")).waitFor();
  await page.reload();
  await page.waitForTimeout(3000);
  assert.equal(await last(page), stood);
  await pace(other, "Fast").click();
  await until(async () => (await last(page)) > stood + 3);
  await pace(page, "Fast").and(page.locator("[aria-pressed=true]")).waitFor();
});

test("one tab plays, and another one takes over when it is closed", async (t) => {
  const page = await told(t);
  const other = await open(t, "#/stories/fleet", { context: page.context() });
  await other.getByText("Another tab plays them.").waitFor();
  await other.evaluate(async () => {
    const store = await globalThis.countersignStore(true);
    const { dispatch } = store;
    globalThis.sent = 0;
    store.dispatch = (...asked) => {
      globalThis.sent++;
      return dispatch(...asked);
    };
  });
  const stood = await last(other);
  await until(async () => (await last(other)) > stood + 3);
  assert.equal(await other.evaluate(() => globalThis.sent), 0);
  await page.close();
  await other.getByText("Another tab plays them.").waitFor({ state: "detached" });
  const then = await last(other);
  await until(async () => (await last(other)) > then);
  assert.ok((await other.evaluate(() => globalThis.sent)) > 0);
});

test("what a person decides goes on in the story", async (t) => {
  const page = await told(t);
  const waiting = (await rows(page)).find(
    ({ display, outstanding }) => display === "AWAITING_APPROVAL" && outstanding === 1,
  );
  const approvals = await page.evaluate(
    async (id) => (await globalThis.countersignStore(true)).approvals(id),
    waiting.id,
  );
  const { approvalId, actionId } = approvals.find(({ status }) => status === "PENDING");
  await dispatch(
    page,
    [["reversible", waiting.id, { type: "resolve_approval", approvalId, decision: "approve", resolvedBy: "Ann" }]],
    { simulated: true },
  );
  await until(async () => {
    const { actions } = await page.evaluate(
      async (id) => (await globalThis.countersignStore(true)).get(id),
      waiting.id,
    );
    return actions.find(({ id }) => id === actionId).status === "SUCCESS";
  });
});

test("the stories can be cleared, and begin anew with the next pace that is chosen", async (t) => {
  const page = await told(t);
  const opener = page.getByRole("button", { name: "Clear the stories" });
  await opener.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Clear the stories?" });
  await dialog.getByText("Yours stay.").waitFor();
  await accessible(page);
  await dialog.getByRole("button", { name: "Keep them" }).press("Enter");
  await dialog.waitFor({ state: "hidden" });
  assert.equal(await opener.evaluate((element) => element === document.activeElement), true);
  assert.ok((await rows(page)).length > 30);
  await opener.press("Enter");
  await dialog.getByRole("button", { name: "Clear them" }).press("Enter");
  await page.getByText("The agents are paused: they begin once another pace is chosen above.").waitFor();
  await page.getByText("Time limits go on.").waitFor();
  await page.waitForTimeout(2000);
  assert.deepEqual(await rows(page), []);
  await pace(page, "Normal").click();
  await until(async () => (await rows(page)).length > 30);
});

test("stories whose database goes away begin anew by themselves", async (t) => {
  const page = await told(t);
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        indexedDB.deleteDatabase("countersign-stories").onsuccess = resolve;
      }),
  );
  await until(async () => (await rows(page)).length > 30);
  await page.getByText(/^\d+ sessions$/).waitFor();
});

test("of finished sessions only the newest are kept", async (t) => {
  const page = await told(t, "#/stories/fleet?seed=7&pace=fast");
  await page.evaluate(async () => {
    const store = await globalThis.countersignStore(true);
    const id = "old";
    await store.dispatch("reversible", id, { type: "create", id, agentId: "billing" });
    await store.dispatch("reversible", id, { type: "complete" });
    const session = await store.get(id);
    const more = 402 - (await store.counts()).all;
    await Promise.all(
      Array.from({ length: more }, (_, at) =>
        store.put("reversible", { ...session, id: `old-${at}` }, { version: null, local: true }),
      ),
    );
  });
  await until(async () => (await rows(page)).length > 400);
  await until(async () => (await rows(page)).length <= 400);
});
