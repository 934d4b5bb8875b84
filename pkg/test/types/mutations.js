// Changes of the types, each of which some claim has to find: what it is, what is there, and what is there instead.

const DELEGATED = [
  ["a renamed field", "readonly pendingOutcome: Outcome | null", "readonly pending: Outcome | null"],
  ["a missing field", "readonly disposition: Disposition | null;", ""],
  [
    "a field too many",
    "readonly accountable: Accountable;",
    "readonly accountable: Accountable; readonly owner: string;",
  ],
  [
    "an optional field too many",
    "readonly revision: number;",
    "readonly revision: number; readonly updatedAt?: number;",
  ],
  ["a missing value of a closed set", '| "timeout"', ""],
  ["a value too many in a closed set", '| "timeout"', '| "timeout" | "operator"'],
  ["a missing code", '| "not_active"', ""],
  ["a missing null", "readonly parentUid: string | null;", "readonly parentUid: string;"],
  ["a null too many", "readonly createdAt: number;", "readonly createdAt: number | null;"],
  ["a field that must not be required", "readonly lessons?: string", "readonly lessons: string"],
];

const REVERSIBLE = [
  ["a renamed field", "readonly lastActivityAt: number;", "readonly lastActivity: number;"],
  ["a missing field", "readonly undoError: unknown;", ""],
  ["a field too many", "readonly requireApproval: boolean;", "readonly requireApproval: boolean; readonly by: string;"],
  [
    "an optional field too many",
    "readonly undoAttempts: number;",
    "readonly undoAttempts: number; response?: unknown;",
  ],
  ["a missing value of a closed set", '| "UNAVAILABLE"', ""],
  ["a value too many in a closed set", '| "contains"', '| "contains" | "matches"'],
  ["a missing display status", '| "PARTIALLY_REVERTED"', ""],
  ["a missing denial", '| "unknown_attempt"', ""],
  ["a noop too many", '| "nothing_due"', '| "nothing_due" | "too_early"'],
  ["a check of the rollback that is missing", '| "approvals_unknown"', ""],
  ["a reason that is missing", '| "chain_halted"', ""],
  ["a null that only imports have, missing", "readonly purpose: Purpose | null;", "readonly purpose: Purpose;"],
  ["approvals that are always known", "readonly Approval[] | null;", "readonly Approval[];"],
  ["a row that always has its action", "readonly apiName: string | null;", "readonly apiName: string;"],
  ["a null too many", "readonly agentId: string;", "readonly agentId: string | null;"],
  ["a field that must not be required", "readonly reason?: string | null", "readonly reason: string | null"],
  ["a field that must not be optional", "readonly note: string;", "readonly note?: string;"],
  [
    "a limit that must not be null",
    "readonly unconfirmedAfterMs: number;",
    "readonly unconfirmedAfterMs: number | null;",
  ],
  ["a given limit that may be null", "TimeoutMs?: number | null | undefined;", "TimeoutMs?: number | undefined;"],
  ["a missing command", '| { readonly type: "retry_undo"; readonly actionId: string }', ""],
  ["a missing event", '| { readonly type: "rollback_dropped" }', ""],
  ["an event that always has what it may lack", "readonly requestedAt?: number;", "readonly requestedAt: number;"],
  ["an answer that is none", 'Exclude<ApprovalStatus, "PENDING">', "ApprovalStatus"],
  ["a status that is left out", 'readonly status: "FAILED" | "ROLLED_BACK" }', 'readonly status: "FAILED" }'],
  ["a purpose that no call has", 'Exclude<Purpose, "ROLLBACK">', "Purpose"],
  ["a status that nothing is logged with", '"SUCCESS" | "FAILED" }', '"SUCCESS" | "FAILED" | "CLEARED" }'],
  ["a rule too few", "6 | 7 | 8;", "6 | 7;"],
  ["an attention that no session has", '"declined" | "stopped"', '"declined"'],
  ["another schema", "readonly schema: 1;", "readonly schema: 1 | 2;"],
  ["a payload that must be given", "readonly payload?: unknown }", "readonly payload: unknown }"],
  ["a missing method", "rollback(session: reversible.Session, context: Context): reversible.Eligibility;", ""],
];

const INTERACTIVE = [
  ["a renamed field", "readonly pastBatchIds: readonly string[];", "readonly pastBatches: readonly string[];"],
  ["a missing field", "readonly deniedCallsRan: readonly CallId[];", ""],
  ["a field too many", "readonly toolType: ToolType;", "readonly toolType: ToolType; readonly server: string;"],
  [
    "an optional field too many",
    "readonly createdAt: number;",
    "readonly createdAt: number; readonly updatedAt?: number;",
  ],
  ["a missing value of a closed set", '| "mcp"', ""],
  ["a value too many in a closed set", '"allow" | "deny";', '"allow" | "deny" | "ask";'],
  ["a status that is not known left out", "| (string & {});", ";"],
  ["a stop reason too few", '| "retries_exhausted"', ""],
  ["a missing display status", '| "unknown";', ";"],
  ["a missing denial", '| "stale_batch"', ""],
  ["a noop too many", '| "already_archived"', '| "already_archived" | "already_idle"'],
  ["a null too many", "readonly batchId: string;", "readonly batchId: string | null;"],
  ["a missing null", "readonly denyMessage: string | null;", "readonly denyMessage: string;"],
  ["a field that must not be required", "readonly denyMessage?: string", "readonly denyMessage: string"],
  ["a field that must not be optional", "readonly content: unknown;", "readonly content?: unknown;"],
  ["a turn that must not be required", "readonly turn?: number | null", "readonly turn: number | null"],
  ["policies that must be given", "readonly tools?: {", "readonly tools: {"],
  ["a missing command", '| { readonly type: "archive" }', ""],
  ["a missing input", '| { readonly type: "interrupt" }', ""],
  ["a missing event", '| { readonly type: "archived" }', ""],
  [
    "an instruction without its handle",
    '({ readonly type: "tool_released" } & CallInstruction)',
    '({ readonly type: "tool_released" } & CallId)',
  ],
  ["an output that is no error", "readonly is_error: true;", "readonly is_error: boolean;"],
  [
    "a reason where there is none",
    'readonly display: "running" | "terminated"; readonly stopReason: null',
    'readonly display: "running" | "terminated"; readonly stopReason: Stopped',
  ],
  ["no reason where there is one", '"end_turn" | "retries_exhausted"> | null', '"end_turn"> | null'],
  ["an attention that no session has", '"undone" | "declined" | "stopped"', '"undone" | "declined"'],
  ["a missing action", "readonly attach_files: Possible;", ""],
  ["an action without its code", 'Possible<"session_deleted">', "Possible"],
  [
    "a tooltip that is always there",
    "readonly code: null; readonly message: null",
    "readonly code: null; readonly message: string",
  ],
  ["another schema", "readonly schema: 1;", "readonly schema: 1 | 2;"],
];

const COMMON = [
  ["lifecycle.d.ts", "a method too many", "diagram(): string;", "diagram(): string; svg(): string;"],
  ["lifecycle.d.ts", "a missing caller", '| "SYSTEM"', ""],
  ["error.d.ts", "a missing error", '| "actions_unknown"', ""],
  ["error.d.ts", "a missing error of the store", '| "corrupt_record"', ""],
  ["index.d.ts", "a missing lifecycle", '"interactive" | ', ""],
];

const STORE = [
  ["a method too many", "close(): void;", "close(): void; vacuum(): Promise<boolean>;"],
  ["a method that is missing", "clear(): Promise<void>;", ""],
  ["a renamed field of rows", "readonly changesAt: number | null;", "readonly changes: number | null;"],
  ["a row that is always delegated", "readonly parent: string | null;", "readonly parent: string;"],
  [
    "an entry without its caller",
    "readonly caller?: Caller | null | undefined;\n  readonly command:",
    "readonly command:",
  ],
  [
    "a snapshot that always has its version",
    "readonly version: number | null;\n  /** What it",
    "readonly version: number;\n  /** What it",
  ],
  ["a count that is missing", "lifecycle: { [name in LifecycleName]?: number };", ""],
  ["an answer that is missing", 'code: "removed";', 'code: "forgotten";'],
  ["a descendant that is not told", "cascaded?: string[];", ""],
  [
    "a revision that is not told",
    "revision: number;\n}\n\n/** What a server",
    "present: number;\n}\n\n/** What a server",
  ],
];

const REACT = [
  ["a hook too many", "export declare function useNow", "export declare function useCounts(): unknown;\n$&"],
  ["a renamed hook", "export declare function useNow", "export declare function useTime"],
  ["a time that a server knows", "number | undefined;", "number;"],
];

/** Each with the names of the claims that may find it. */
export const MUTATIONS = [
  ...COMMON.map(([file, what, from, to]) => ({ claims: ["common", "delegated"], file, what, from, to })),
  ...STORE.map(([what, from, to]) => ({ claims: ["store"], file: "store.d.ts", what, from, to })),
  ...REACT.map(([what, from, to]) => ({ claims: ["react"], file: "react.d.ts", what, from, to })),
  ...DELEGATED.map(([what, from, to]) => ({ claims: ["delegated"], file: "delegated.d.ts", what, from, to })),
  ...INTERACTIVE.map(([what, from, to]) => ({ claims: ["interactive"], file: "interactive.d.ts", what, from, to })),
  ...REVERSIBLE.map(([what, from, to]) => ({ claims: ["reversible"], file: "reversible.d.ts", what, from, to })),
];
