import { reversible } from "countersign";
import { Runs } from "./runs.jsx";

// As they are at each request.
export const dynamic = "force-dynamic";

export default function Page() {
  const now = Date.now();
  return <Runs stored={["run-7", "run-8"].map((id) => waiting(id, now))} now={now} />;
}

/** Instead of one that is kept somewhere: a refund waits for a person. */
function waiting(id, now) {
  const compensation = { kind: "AUTOMATIC", requireApproval: false };
  const call = { apiName: "stripe.refunds.create", operationType: "CREATE", payload: { amount: 4200 } };
  const action = { id: "refund", ...call, status: "PENDING_APPROVAL", compensation };
  return [
    { type: "create", id, agentId: "billing" },
    { type: "log_action", action, purpose: "BEFORE_EXECUTION", timeoutMs: 3_600_000 },
  ].reduce((session, command) => reversible.decide(session, command, { now }).session, null);
}
