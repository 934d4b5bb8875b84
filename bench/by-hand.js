// The display status as one would write it by hand for speed: one pass, as short as the rules allow.

/** Of a session without anything unknown in it. */
export function displayStatus({ status: stored, actions }) {
  if (stored === "FAILED") return "ROLLBACK_FAILED";
  let undoing = false;
  let pending = false;
  let kept = false;
  let reverted = false;
  for (let at = 0; at < actions.length; at++) {
    const { status, undo } = actions[at];
    if (undo === "IN_PROGRESS") undoing = true;
    switch (status) {
      case "SUCCESS":
      case "CLEARED":
        kept = true;
        break;
      case "PENDING_APPROVAL":
        pending = true;
        break;
      case "ROLLED_BACK":
        reverted = true;
        break;
      case "ROLLBACK_FAILED":
        return "ROLLBACK_FAILED";
    }
  }
  return display(stored, undoing, pending, kept, reverted);
}

/** The same by the lengths of the names, which compares less, and takes whatever is as long. */
export function displayStatusByLength({ status: stored, actions }) {
  if (stored === "FAILED") return "ROLLBACK_FAILED";
  let undoing = false;
  let pending = false;
  let kept = false;
  let reverted = false;
  for (let at = 0; at < actions.length; at++) {
    const { status, undo } = actions[at];
    if (undo.length === "IN_PROGRESS".length) undoing = true;
    switch (status.length) {
      case "SUCCESS".length: // and CLEARED
        kept = true;
        break;
      case "PENDING_APPROVAL".length:
        pending = true;
        break;
      case "ROLLED_BACK".length:
        reverted = true;
        break;
      case "ROLLBACK_FAILED".length:
        return "ROLLBACK_FAILED";
    }
  }
  return display(stored, undoing, pending, kept, reverted);
}

function display(stored, undoing, pending, kept, reverted) {
  if (undoing) return "ROLLING_BACK";
  if (pending) return "AWAITING_APPROVAL";
  if (reverted) return kept ? "PARTIALLY_REVERTED" : "REVERTED";
  if (stored === "ABANDONED") return "ABANDONED";
  return stored === "ACTIVE" ? "ACTIVE" : "COMPLETED";
}
