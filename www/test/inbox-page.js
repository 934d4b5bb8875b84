// What waits, for the tests of the inbox, and how they look at its page.
import { dispatch } from "./dashboard.js";

export const create = (id, label, more) => [
  "reversible",
  id,
  { type: "create", id, agentId: "billing", ...more },
  { label },
];
export const ask = (
  id,
  action = "a",
  { apiName = "mail.send", purpose = "BEFORE_EXECUTION", timeoutMs, payload } = {},
) => [
  "reversible",
  id,
  {
    type: "log_action",
    purpose,
    ...(timeoutMs && { timeoutMs }),
    action: {
      id: action,
      apiName,
      operationType: "CREATE",
      status: "PENDING_APPROVAL",
      payload: payload ?? { to: `${id}@example.com` },
      compensation: { kind: "AUTOMATIC", requireApproval: false },
    },
  },
];
export const resolve = (id, decision, resolvedBy, action = "a", purpose = "BEFORE_EXECUTION", reason = null) => [
  "reversible",
  id,
  { type: "resolve_approval", approvalId: `${action}:${purpose}:1`, decision, resolvedBy, reason },
];
export const chat = (id) => [
  [
    "interactive",
    id,
    { type: "create", id, toolPolicies: { default: "always_allow", tools: { shell: "always_ask" } } },
    { label: `chat ${id}` },
  ],
  ["interactive", id, { type: "submit", inputs: [{ type: "message", content: "tidy up" }] }],
  [
    "interactive",
    id,
    {
      type: "tool_calls",
      turn: 1,
      batchId: "b",
      calls: [
        { callId: "one", name: "shell", arguments: { cmd: "ls /tmp" }, toolType: "builtin" },
        { callId: "two", name: "shell", arguments: { cmd: "rm -r /tmp/x" }, toolType: "mcp" },
        { callId: "three", name: "read", arguments: { path: "a" }, toolType: "builtin" },
      ],
    },
  ],
];

/** An approval whose time is over, or will be soon, in a session that a server keeps and will tick. */
export const expired = (page, id, label, left = -5000) =>
  page.evaluate(
    async ([id, label, left, commands]) => {
      const store = await globalThis.countersignStore(false);
      for (const [lifecycle, draft, command] of commands) await store.dispatch(lifecycle, draft, command);
      const session = await store.get("draft");
      await store.remove("draft");
      const approvals = session.approvals.map((each) => ({ ...each, timeoutAt: Date.now() + left }));
      await store.put("reversible", { ...session, id, approvals }, { version: null, label });
    },
    [id, label, left, [create("draft"), ask("draft", "a", { timeoutMs: 600_000 })]],
  );

/** Says who decides, as another tab would. */
export function named(name) {
  localStorage.setItem("countersign.name", name);
  dispatchEvent(new StorageEvent("storage", { key: "countersign.name", newValue: name }));
}

export async function filled(open, t, commands, { hash = "#/inbox", name = "Ann" } = {}) {
  const page = await open(t, hash);
  await page.getByText("Nothing waits for a person.").waitFor();
  if (name) await page.evaluate(named, name);
  if (commands) await dispatch(page, commands);
  return page;
}

export const items = (page) => page.locator("[data-item]");
export const item = (page, label) => items(page).and(page.getByRole("group", { name: label, exact: false }));
export const button = (page, word, label) => page.getByRole("button", { name: `${word} ${label}` });
export const session = (page, id) =>
  page.evaluate(async (id) => (await globalThis.countersignStore(false)).get(id), id);
export const focused = (page) => page.evaluate(() => document.activeElement?.textContent);
/** Waits until an item itself has the focus. */
export const focusedItem = (page, label) =>
  page.waitForFunction((label) => {
    const { dataset, ariaLabel } = document.activeElement;
    return dataset.item !== undefined && ariaLabel.includes(label);
  }, label);
