// Commands of a reversible session that waits for approval, as the tests of the store and of its hooks give them.

export const create = (id) => ({ type: "create", id, agentId: "billing" });

export const asks = (id, timeoutMs = 3_600_000) => ({
  type: "log_action",
  action: {
    id,
    apiName: "mail.send",
    operationType: "CREATE",
    status: "PENDING_APPROVAL",
    compensation: { kind: "NONE", requireApproval: false },
  },
  purpose: "BEFORE_EXECUTION",
  approvalId: `ok-${id}`,
  timeoutMs,
});

export const resolve = (id, decision, resolvedBy) => ({
  type: "resolve_approval",
  approvalId: `ok-${id}`,
  decision,
  resolvedBy,
});
