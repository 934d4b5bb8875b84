// What is asked of a kept run, and how.
import assert from "node:assert/strict";

export const create = { type: "create", id: "", agentId: "billing" };
const entry = { apiName: "stripe.refunds.create", operationType: "CREATE", payload: { amount: 4200 } };
const compensation = { kind: "AUTOMATIC", requireApproval: false };
export const log = (id, status = "SUCCESS") => ({ type: "log_action", action: { id, ...entry, status, compensation } });
export const pending = (id) => ({ ...log(id, "PENDING_APPROVAL"), purpose: "BEFORE_EXECUTION" });
export const answer = (decision, approvalId = "1:BEFORE_EXECUTION:1") => ({
  type: "resolve_approval",
  approvalId,
  decision,
  resolvedBy: "ana",
});

/** Asks the server at `url()`, of a run by its path; `seen` is the revision that was seen, 0 for none. */
export function client(url) {
  const send = async (path, { command, raw, seen, ...headers } = {}, token = "demo-operator", method = undefined) => {
    const body = raw ?? (command && JSON.stringify({ command }));
    if (seen === 0) headers["if-none-match"] = "*";
    else if (seen !== undefined) headers["if-match"] = `"${seen}"`;
    const known = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await fetch(`${url()}/runs/${path}`, {
      method: method ?? (body ? "POST" : "GET"),
      body,
      headers: { ...known, ...headers },
    });
    const { status } = response;
    return { status, etag: response.headers.get("etag"), headers: response.headers, body: await response.json() };
  };
  const begun = async (id, more = {}) => {
    const { status } = await send(id, { command: { ...create, id, ...more }, seen: 0 }, "demo-agent");
    assert.equal(status, 200);
  };
  return { send, begun };
}
