// What commands, events and sentences of the engine are called on the page.
import type { Command, Event } from "countersign/store";
import { sentence } from "../words";

const COMMANDS: Readonly<Record<string, string>> = {
  log_action: "Log an action",
  confirm_action: "Confirm the execution",
  request_rollback: "Roll back",
  report_undo: "Report an undo",
  retry_undo: "Retry the undo",
  withdraw_clearance: "Withdraw the clearance",
  acknowledge_undo: "Acknowledge the undo",
  tick: "Let time pass",
  tool_calls: "Call tools",
  tool_finished: "Report a tool",
  turn_ended: "End the turn",
  retries_exhausted: "Give up retrying",
  unrecoverable_error: "Report an unrecoverable error",
  add_artifact: "Add an artifact",
  error: "Report an error",
};

const INPUTS: Readonly<Record<string, string>> = {
  allow: "Allow",
  deny: "Deny",
  message: "Message",
  interrupt: "Interrupt",
};

/** A command, or a part of one. */
export interface Told {
  readonly type: string;
  readonly [field: string]: unknown;
}

interface TellInput {
  readonly type: string;
  readonly decision?: string;
  readonly callId?: string;
}

/** What a command is called, as "Approve" or "Interrupt and message". */
export function commandSaid(command: Command | Told): string {
  const { type, decision, inputs } = command as Told;
  if (type === "resolve_approval") return decision === "approve" ? "Approve" : "Reject";
  if (!Array.isArray(inputs)) return COMMANDS[type] ?? sentence(type);
  const said = new Set((inputs as TellInput[]).map((input) => INPUTS[input.decision ?? input.type] ?? input.type));
  return [...said].map((word, at) => (at === 0 ? word : word.toLowerCase())).join(" and ");
}

/** What a command is about, by its id; null if it is about the session. */
export function commandAbout(command: Command | Told): string | null {
  const { approvalId, actionId, callId, action, artifact, inputs, reason, source, agent, agentId } = command as Told;
  const calls = Array.isArray(inputs) ? (inputs as TellInput[]).flatMap((input) => input.callId ?? []) : [];
  const named = (action as Told | undefined)?.apiName ?? (artifact as Told | undefined)?.id;
  const about = approvalId ?? actionId ?? callId ?? named ?? source ?? agent ?? agentId ?? reason;
  return calls.length > 0 ? calls.join(", ") : typeof about === "string" ? about : null;
}

// Which words of an event tell what it was; ids and times do not.
const TELLING = ["status", "resolution", "result", "decision", "scope", "undo"];

/** What happened, as "Approval resolved: rejected, timeout". */
function eventSaid(event: Event): string {
  const fields = event as Told;
  const outcome = fields.outcome as Told | string | undefined;
  const words = TELLING.map((key) => fields[key]).filter((value) => typeof value === "string");
  const ends = typeof outcome === "object" ? outcome.phase : outcome;
  const told = [...words, ...(typeof ends === "string" ? [ends] : [])].map((word) => sentence(word as string));
  const said = sentence(event.type);
  return told.length > 0 ? `${said}: ${told.join(", ").toLowerCase()}` : said;
}

/** All that happened at once; what happened several times is counted. */
export function eventsSaid(events: readonly Event[]): string {
  const many = new Map<string, number>();
  for (const said of events.map(eventSaid)) many.set(said, (many.get(said) ?? 0) + 1);
  return [...many].map(([said, times]) => (times > 1 ? `${said} (${times} times)` : said)).join(" · ");
}

const CALLERS: Readonly<Record<string, string>> = {
  AGENT: "the agent",
  OPERATOR: "an operator",
  SYSTEM: "the platform",
};

/** A role, as "an operator". */
export function callerWord(caller: string): string {
  return CALLERS[caller] ?? caller;
}

/** Who asked, as far as anybody said. */
export function callerSaid(caller: string | null | undefined, command: Command): string {
  const { resolvedBy } = command as { resolvedBy?: string };
  const role = caller ? callerWord(caller) : "somebody who did not say";
  return resolvedBy ? `${resolvedBy}, ${role}` : role;
}

/** Opaque JSON as people read it: a text as it is. */
export function jsonSaid(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
