// What is said of a refusal in place of the engine's own sentence, where that speaks to whoever runs the sessions.
import type { Command, OfferOf } from "countersign/store";

interface Refusal {
  readonly code: string | null;
  readonly message: string | null;
}

type Asked = Command | OfferOf["command"];

/** What happened, and what can be done now, as the offers tell it. */
export function plainly({ code, message }: Refusal, command: Asked, offers: readonly OfferOf[] | null): string {
  if (code !== "approval_expired" || !("approvalId" in command)) return message ?? "";
  const { approvalId } = command;
  const isLeft = offers?.some(
    ({ allowed, command: other }) => allowed && "approvalId" in other && other.approvalId === approvalId,
  );
  const can = isLeft ? "; it can still be rejected" : "";
  return `nobody has answered within the time limit, so that it cannot be approved any more${can}`;
}
