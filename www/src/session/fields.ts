// What a command still needs of whoever gives it, as fields of a form.
import type { delegated, interactive, reversible } from "countersign";
import type { OfferOf } from "countersign/store";
import { sentence } from "../words";
import type { Subject } from "./subject";

export interface Field {
  /** Where it stands in the command, as `resolvedBy` or `inputs[0].content`. */
  readonly path: string;
  readonly title: string;
  readonly kind: "line" | "text" | "json" | "number" | "choice";
  /** Of a choice: what is sent, and what it is called. */
  readonly choices?: readonly (readonly [value: unknown, title: string])[];
  readonly isOptional?: boolean;
  readonly hint?: string;
  /** What stands in it at first. */
  readonly start?: string;
}

// Closed sets, each complete by its type.
const all = <Value extends string>(words: Record<Value, string>) => Object.entries(words) as [Value, string][];

const REASONS = all<delegated.Reason>({
  insufficient_context: "Insufficient context",
  authority_insufficient: "Its authority is insufficient",
  ethical_objection: "An ethical objection",
  needs_decomposition: "The task needs decomposition",
  scope_mismatch: "The task is not its own",
});
const SOURCES = all<delegated.Source>({ governance: "Governance", parent: "Its parent", timeout: "A timeout" });
const AUTHORS = all<delegated.Author>({ agent: "The agent", system: "The platform" });
const RESULTS = all<reversible.UndoResult>({ SUCCEEDED: "It succeeded", FAILED: "It failed" });
const PURPOSES = all<Exclude<reversible.Purpose, "ROLLBACK">>({
  BEFORE_EXECUTION: "Before its execution",
  AFTER_EXECUTION: "After its execution",
});

const ACTION: Omit<reversible.LogAction["action"], "status"> & { status: string } = {
  id: "",
  apiName: "",
  operationType: "CREATE",
  status: "SUCCESS",
  payload: {},
  compensation: { kind: "AUTOMATIC", requireApproval: false },
};
const CALLS: interactive.GivenCall[] = [{ callId: "", name: "", arguments: {}, toolType: "builtin" }];

const ANSWERS: Readonly<Record<keyof Omit<delegated.GivenReflect, "author" | "sessionUid" | "outcome">, string>> = {
  taskAssessment: "What went right and wrong",
  decomposition: "Whether the decomposition was correct",
  orchestration: "Whether the orchestration could improve",
  lessons: "What should be learned",
};

/** A reflection, which speaks of this session and of the phase in which it ends. */
export const REFLECT: readonly Field[] = [
  { path: "reflect.author", title: "Who reflects", kind: "choice", choices: AUTHORS },
  ...Object.entries(ANSWERS).map(([key, title]): Field => ({ path: `reflect.${key}`, title, kind: "text" })),
];

const ENDS: readonly delegated.TerminalPhase[] = ["Completed", "Failed", "Declined", "Revoked", "Error"];

const json = (value: unknown) => JSON.stringify(value, null, 2);

const NEEDS: Readonly<Record<string, Omit<Field, "path">>> = {
  resolvedBy: { title: "Your name", kind: "line", hint: "It is kept in the session, with this decision." },
  note: { title: "What was done by hand", kind: "text" },
  message: { title: "What went wrong", kind: "text" },
  content: { title: "Message", kind: "text" },
  source: { title: "Who revokes", kind: "choice", choices: SOURCES },
  result: { title: "How the undo ended", kind: "choice", choices: RESULTS },
  status: { title: "What became of it", kind: "choice", choices: [["SUCCESS", "It was executed"]] },
  isError: {
    title: "How the tool ran",
    kind: "choice",
    choices: [
      [false, "Without an error"],
      [true, "With an error"],
    ],
  },
  action: { title: "Action", kind: "json", start: json(ACTION) },
  calls: { title: "Calls", kind: "json", start: json(CALLS) },
  artifact: { title: "Artifact", kind: "json", start: json({ id: "" }) },
};

// What a command may have beside what it needs.
const OPTIONAL: Readonly<Record<string, readonly Field[]>> = {
  resolve_approval: [{ path: "reason", title: "Reason", kind: "text", isOptional: true }],
  report_undo: [{ path: "error", title: "What went wrong", kind: "text", isOptional: true }],
  log_action: [
    {
      path: "purpose",
      title: "Approval",
      kind: "choice",
      choices: [[undefined, "None is needed"], ...PURPOSES],
      isOptional: true,
      hint: "Asked for if its status is PENDING_APPROVAL.",
    },
    { path: "timeoutMs", title: "Time limit of the approval, in ms", kind: "number", isOptional: true },
  ],
};
const DENY: Field = {
  path: "inputs[0].denyMessage",
  title: "Message to the model",
  kind: "text",
  isOptional: true,
  hint: "What it is told in place of an output. Without one it is told a fixed sentence.",
};

/**
 * The phase in which an offer ends the session at once if the reflection comes along, as the rules say; null if it takes
 * none.
 */
export function endOf({ name, lifecycle }: Subject, { command: { type } }: OfferOf): delegated.TerminalPhase | null {
  if (name !== "delegated" || type === "reflect") return null;
  const rules = lifecycle.rules().find(({ command }) => command === type)?.rules ?? [];
  return ENDS.find((phase) => rules.some(({ to }) => to.includes(phase))) ?? null;
}

/** The fields of an offer: what it needs, and what it may have. */
export function fieldsOf(subject: Subject, { command, needs }: OfferOf): readonly Field[] {
  const needed = needs.flatMap((path) => fieldOf(subject, command.type, path));
  return [...needed, ...(OPTIONAL[command.type] ?? []), ...(isDenial(command) ? [DENY] : [])];
}

function fieldOf(subject: Subject, type: string, path: string): readonly Field[] {
  const name = path.slice(path.lastIndexOf(".") + 1);
  if (name === "reflect") return REFLECT;
  if (name === "reason") {
    if (type === "decline") return [{ path, title: "Reason", kind: "choice", choices: REASONS }];
    return [{ path, title: "Reason", kind: "text" }];
  }
  if (name === "idempotencyKey") return [{ path, title: "Key of the attempt", kind: "line", start: keyOf(subject) }];
  return [{ path, title: sentence(name), kind: "line", ...NEEDS[name] }];
}

function isDenial(command: OfferOf["command"]): boolean {
  return (
    command.type === "submit" &&
    (command.inputs?.some((input) => "decision" in input && input.decision === "deny") ?? false)
  );
}

// The engine says which attempt runs.
function keyOf({ lifecycle, session }: Subject): string {
  const started = lifecycle.outstanding(session as never).find(({ type }) => type === "undo_started");
  return started && "idempotencyKey" in started ? started.idempotencyKey : "";
}

/** The command with what was filled in; what was left out stays out. */
export function filled(offer: OfferOf, subject: Subject, values: ReadonlyMap<string, unknown>): object {
  const { command } = offer;
  const whole = structuredClone(command) as object;
  for (const [path, value] of values) if (value !== undefined) set(whole, path.split(/[.[\]]+/).filter(Boolean), value);
  if ("reflect" in whole && subject.name === "delegated") {
    const { uid, pendingOutcome } = subject.session;
    set(whole, ["reflect", "sessionUid"], uid);
    set(whole, ["reflect", "outcome"], command.type === "reflect" ? pendingOutcome?.phase : endOf(subject, offer));
  }
  return whole;
}

function set(into: object, [key, ...rest]: readonly string[], value: unknown): void {
  if (key === undefined) return;
  const holder = into as Record<string, unknown>;
  if (rest.length === 0) {
    holder[key] = value;
    return;
  }
  holder[key] ??= {};
  set(holder[key] as object, rest, value);
}
