// Sessions as a dashboard shows them: 20 actions each, each display status as often as the others.
import { reversible } from "countersign";
import { numbers } from "./numbers.js";

export const STATUSES = ["ACTIVE", "COMPLETED", "FAILED", "ROLLED_BACK", "ABANDONED"];
export const ACTION_STATUSES = ["SUCCESS", "PENDING_APPROVAL", "CLEARED", "FAILED", "ROLLED_BACK", "ROLLBACK_FAILED"];
export const DISPLAYS = [
  "ROLLBACK_FAILED",
  "ROLLING_BACK",
  "AWAITING_APPROVAL",
  "REVERTED",
  "PARTIALLY_REVERTED",
  "ABANDONED",
  "COMPLETED",
  "ACTIVE",
];

// What leads to each of them: a stored status, what most actions are, and what one of them is at least.
const KINDS = [
  [["FAILED", "ACTIVE"], ["SUCCESS", "ROLLED_BACK", "FAILED"], "ROLLBACK_FAILED"],
  [["ACTIVE", "COMPLETED"], ["SUCCESS", "ROLLED_BACK", "FAILED"], "SUCCESS"],
  [["ACTIVE", "COMPLETED"], ["SUCCESS", "CLEARED", "FAILED"], "PENDING_APPROVAL"],
  [["ROLLED_BACK"], ["ROLLED_BACK", "FAILED"], "ROLLED_BACK"],
  [["ACTIVE", "COMPLETED"], ["SUCCESS", "CLEARED", "FAILED"], "ROLLED_BACK"],
  [["ABANDONED"], ["SUCCESS", "FAILED"], "SUCCESS"],
  [["COMPLETED"], ["SUCCESS", "CLEARED", "FAILED"], "SUCCESS"],
  [["ACTIVE"], ["SUCCESS", "CLEARED", "FAILED"], "SUCCESS"],
];
const UNDOS = { ROLLED_BACK: "COMPLETED", ROLLBACK_FAILED: "FAILED" };

/** So many of them, the same ones each time, as they come out of JSON. */
export function displayed(count) {
  const random = numbers(1);
  const among = (values) => values[Math.floor(random() * values.length)];
  return Array.from({ length: count }, (_, at) => {
    const kind = at % KINDS.length;
    const [stored, most, one] = KINDS[kind];
    const special = Math.floor(random() * 20);
    const actions = Array.from({ length: 20 }, (_, at) => {
      const status = at === special ? one : among(most);
      const undo = at === special && kind === 1 ? "IN_PROGRESS" : (UNDOS[status] ?? "NONE");
      return action(`action-${at + 1}`, at + 1, status, undo);
    });
    return session(`session-${at}`, among(stored), actions);
  });
}

/** A session for each of the 640 inputs of the display status. */
export function inputs() {
  return STATUSES.flatMap((stored) =>
    Array.from({ length: 128 }, (_, bits) => {
      const statuses = ACTION_STATUSES.filter((_, bit) => (bits >> (bit + 1)) & 1);
      const undoing = (bits & 1) === 1;
      // Whose undo it is does not matter, except that there has to be one.
      const undo = (at) => (undoing && at === statuses.length - 1 ? "IN_PROGRESS" : "NONE");
      const columns = [STATUSES.indexOf(stored), bits >> 1, bits & 1];
      const actions = statuses.map((status, at) => action(`${at}`, at, status, undo(at)));
      return { columns, session: undoing && actions.length === 0 ? null : session("s", stored, actions) };
    }),
  );
}

function action(id, order, status, undo) {
  return {
    id,
    order,
    apiName: "stripe.refunds.create",
    operationType: "CREATE",
    payload: { charge: `ch_${order}`, amount: order * 100 },
    status,
    undo,
    undoAttempts: undo === "NONE" ? 0 : 1,
    compensation: { kind: "AUTOMATIC", requireApproval: false },
    loggedAt: 0,
    error: null,
    undoError: null,
    acknowledged: null,
    withdrawn: null,
  };
}

function session(id, status, actions) {
  const settings = { abandonAfterMs: 86_400_000, unconfirmedAfterMs: 3_600_000, rollbackApprovalTimeoutMs: null };
  const times = { createdAt: 0, lastActivityAt: 0 };
  const head = { lifecycle: "reversible", schema: 1, id, agentId: "a", sandbox: false, status, settings, ...times };
  return reversible.parse({ ...head, actions, approvals: [], rollback: null, revision: 1 });
}
