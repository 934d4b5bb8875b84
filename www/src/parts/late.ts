// What is said of an answer to a call that has its answer already.
import type { Command, Decision, Entry, Store } from "countersign/store";
import { callerWord } from "../session/said";
import { moment } from "../words";

/** Which answer stands, who gave it and when, as the history tells it; null if the decision says something else. */
export async function lateSaid(store: Store, id: string, command: Command, decision: Decision): Promise<string | null> {
  if (decision.outcome !== "noop" || decision.code !== "already_decided" || command.type !== "submit") return null;
  const [input, ...others] = command.inputs;
  const { session } = decision;
  if (input?.type !== "tool_approval_response" || others.length > 0 || session.lifecycle !== "interactive") return null;
  const call = session.batch?.calls.find(({ callId }) => callId === input.callId);
  if (session.batch?.batchId !== input.batchId || !call?.decision) return null;
  const entry = (await store.history(id)).findLast((each) => isAnswer(each, call.decision, input));
  const by = entry?.kind === "command" && entry.caller ? ` by ${callerWord(entry.caller)}` : "";
  const at = entry ? ` on ${moment(entry.at)}` : "";
  const [word, then] =
    call.decision === "allow" ? ["allowed", "The tool may run"] : ["denied", "The tool is not to run"];
  const about = call.name === "" ? call.callId : `${call.name} ${call.callId}`;
  const now = call.ran === null ? then : "The tool has run";
  return `${about} was ${word}${by}${at}. ${now}; what you answered changes nothing`;
}

function isAnswer(entry: Entry, decision: string | null, { batchId, callId }: { batchId: string; callId: string }) {
  return (
    entry.kind === "command" &&
    entry.events.some(
      (event) =>
        event.type === "approval_resolved" &&
        "batchId" in event &&
        event.batchId === batchId &&
        event.callId === callId &&
        event.decision === decision,
    )
  );
}
