// Reversible sessions (AgentRein): the API calls of an agent run, some behind a person's approval, undone newest first.
// Sections are those of the specification of this lifecycle.
import type { Attention, Caller, Context, Imported, Lifecycle } from "./lifecycle.js";

/** The reversible lifecycle: what an agent did, what of it people allow, and what of it is undone. */
export declare const reversible: ReversibleLifecycle;

/** What {@link reversible} can do. */
export interface ReversibleLifecycle
  extends Lifecycle<
    reversible.Session,
    reversible.Command,
    reversible.Event,
    reversible.View,
    reversible.DenialCode,
    reversible.NoopCode
  > {
  /**
   * The one word to show (section 2), without the rest of the view.
   *
   * @param session Of all that a session has only what it depends on is read.
   */
  displayStatus(session: {
    readonly status: reversible.Status;
    readonly actions: readonly Pick<reversible.Action, "status" | "undo">[];
  }): reversible.Display;

  /**
   * The display status of many sessions at once (section 2), as indexes: 0 is `ROLLBACK_FAILED`, 7 is `ACTIVE`, in the
   * order of {@link reversible.Display}.
   *
   * @param columns One entry for each session. `stored`: the index of its {@link reversible.Status}. `present`: bit n
   * says that some action has the n-th {@link reversible.ActionStatus}. `undoing`: 1 if an undo is in progress, else 0.
   * @throws `invalid_input` for columns of unlike lengths, and for a value that stands for nothing.
   */
  displayStatuses(columns: {
    readonly stored: Uint8Array;
    readonly present: Uint8Array;
    readonly undoing: Uint8Array;
  }): Uint8Array;

  /** Whether a rollback may be requested, everything that stands in its way, and what it would do (section 5). */
  rollback(session: reversible.Session, context: Context): reversible.Eligibility;

  /** The approvals as rows to show (section 4); null if they are not known. */
  approvals(session: reversible.Session, context: Context): reversible.Row[] | null;

  /**
   * What the policies say of an action (section 7). The most restrictive match wins; without a match it is `ALLOW`.
   *
   * @param mode `strict` unless told.
   * @throws `invalid_input` for an operator that is not known, an empty field or pattern, and two policies of one id.
   */
  evaluatePolicies(
    policies: readonly reversible.Policy[],
    action: { readonly apiName: string; readonly payload?: unknown },
    mode?: reversible.Mode | null,
  ): reversible.Evaluation;

  /**
   * Reads the vendor's session with its actions, with a warning for whatever it does not tell.
   *
   * @param more The rows of `GET /approvals`; without them the approvals are not known.
   */
  fromApi(value: unknown, more?: unknown): Imported<reversible.Session>;
}

/** The nouns of the reversible lifecycle, as in `reversible.Session`. */
export declare namespace reversible {
  /** All of a session, as plain data (section 1). */
  interface Session {
    readonly lifecycle: "reversible";
    /** The version of this form. */
    readonly schema: 1;
    /** Which session this is. */
    readonly id: string;
    /** The agent whose calls these are. */
    readonly agentId: string;
    /** Whether the calls are simulated, so that a rollback compensates nothing. */
    readonly sandbox: boolean;
    /** The stored status. What to show is in the {@link View}. */
    readonly status: Status;
    readonly settings: Settings;
    /** Milliseconds since the epoch. */
    readonly createdAt: number;
    /** When a command was last allowed, ticks aside; milliseconds since the epoch. */
    readonly lastActivityAt: number;
    /** In the order in which they were logged. */
    readonly actions: readonly Action[];
    /** In the order in which they were asked for; null: not known, of an import without them. */
    readonly approvals: readonly Approval[] | null;
    /** Null: nothing is in progress, and nothing waits. */
    readonly rollback: Rollback | null;
    /** How many events have happened. */
    readonly revision: number;
  }

  /** The stored status of a session (section 1). */
  type Status =
    /** Live, and accepting actions. */
    | "ACTIVE"
    /** Declared complete. */
    | "COMPLETED"
    /** A rollback did not come to its end. */
    | "FAILED"
    /** All that can be undone was undone. */
    | "ROLLED_BACK"
    /** Nothing happened for too long. */
    | "ABANDONED";

  /** The time limits of a session, in milliseconds, each at least 1 (section 1). */
  interface Settings {
    /** An active session is abandoned when it was inactive for longer. */
    readonly abandonAfterMs: number;
    /** A cleared action is unconfirmed when it was approved longer ago. */
    readonly unconfirmedAfterMs: number;
    /** How long a rollback approval may be answered; null: for ever. */
    readonly rollbackApprovalTimeoutMs: number | null;
  }

  /** Time limits as they are given. */
  interface GivenSettings {
    /** 24 hours unless told. */
    readonly abandonAfterMs?: number | null | undefined;
    /** 1 hour unless told. */
    readonly unconfirmedAfterMs?: number | null | undefined;
    /** 24 hours unless told; null, unlike absent, is no limit. */
    readonly rollbackApprovalTimeoutMs?: number | null | undefined;
  }

  /** One API call (section 1). */
  interface Action {
    readonly id: string;
    /** Its position of execution. Undone is from the highest down. */
    readonly order: number;
    /** What is called, as in `stripe.refunds.create`. */
    readonly apiName: string;
    readonly operationType: OperationType;
    /** What it was called with; null if that is not known, or no longer. */
    readonly payload: unknown;
    /** What became of the call. */
    readonly status: ActionStatus;
    /** What became of its undo. */
    readonly undo: Undo;
    /** How many times the compensation was started. */
    readonly undoAttempts: number;
    readonly compensation: Compensation;
    /** Milliseconds since the epoch. */
    readonly loggedAt: number;
    /** What went wrong with the call, or null. */
    readonly error: unknown;
    /** What went wrong with the undo, or null. */
    readonly undoError: unknown;
    /** Who undid it by hand; show it as such. */
    readonly acknowledged: Acknowledged | null;
    /** Who took its clearance back. */
    readonly withdrawn: Withdrawn | null;
  }

  /** What an API call does (section 1). */
  type OperationType = "CREATE" | "UPDATE" | "DELETE";

  /** What became of an API call (section 1). */
  type ActionStatus =
    /** It was executed. */
    | "SUCCESS"
    /** A person has to approve it, before or after its execution. */
    | "PENDING_APPROVAL"
    /** It was approved, and may be executed. Not executed yet, as far as anybody has said. */
    | "CLEARED"
    /** It failed, was rejected, or was withdrawn. */
    | "FAILED"
    /** It was undone. */
    | "ROLLED_BACK"
    /** Its undo failed. */
    | "ROLLBACK_FAILED";

  /** What became of the undo of an API call (section 1). */
  type Undo =
    /** It was not asked for. */
    | "NONE"
    /** It runs, or waits for its approval. */
    | "IN_PROGRESS"
    | "COMPLETED"
    | "FAILED"
    /** A person declined it, and the action stays `SUCCESS`. */
    | "DECLINED";

  /** How an API call is undone (section 1). */
  interface Compensation {
    readonly kind: Kind;
    /** Whether a person has to approve the undo. */
    readonly requireApproval: boolean;
  }

  /** Whether an API call can be undone (section 1). */
  type Kind =
    /** A compensation exists. */
    | "AUTOMATIC"
    /** It is declared not undoable: a rollback passes it. */
    | "NONE"
    /** Nobody knows how: a rollback fails at it. */
    | "UNAVAILABLE";

  /** An undo that a person did by hand (section 3). */
  interface Acknowledged {
    readonly by: string;
    /** When they said so, in milliseconds since the epoch. */
    readonly at: number;
    /** What they did. */
    readonly note: string;
  }

  /** A clearance that a person took back (section 3). */
  interface Withdrawn {
    readonly by: string;
    /** Milliseconds since the epoch. */
    readonly at: number;
    readonly reason: string;
  }

  /** A person's answer, or the wait for one (section 1). */
  interface Approval {
    /** Given, or `<action>:<purpose>:<n>`. */
    readonly approvalId: string;
    /** The action that it is about. */
    readonly actionId: string;
    /** What it is asked for; null only in an import that does not tell. */
    readonly purpose: Purpose | null;
    readonly status: ApprovalStatus;
    /** Who answered; null while nobody has, and in an import that does not tell. */
    readonly resolution: Resolution | null;
    /** Milliseconds since the epoch. */
    readonly requestedAt: number;
    /** From when on it can no longer be given, in milliseconds since the epoch; null: it can for ever. */
    readonly timeoutAt: number | null;
    /** Milliseconds since the epoch. */
    readonly resolvedAt: number | null;
    /** The person who answered; null for a timeout. */
    readonly resolvedBy: string | null;
    readonly reason: string | null;
  }

  /** What an approval is asked for (section 1). */
  type Purpose =
    /** That the call may be executed. */
    | "BEFORE_EXECUTION"
    /** That the call, which was executed, may stay. */
    | "AFTER_EXECUTION"
    /** That the call may be undone. */
    | "ROLLBACK";

  /** What was answered (section 1). */
  type ApprovalStatus =
    /** Nothing yet. */
    | "PENDING"
    | "APPROVED"
    /** No, or nothing in time; the {@link Resolution} tells which. */
    | "REJECTED";

  /** Who answered (section 1). */
  type Resolution =
    /** A person. */
    | "HUMAN"
    /** Nobody, in time. Not a person's rejection: show it apart. */
    | "TIMEOUT"
    /** The platform. */
    | "SYSTEM";

  /** A rollback that is in progress, or waits for another undo to end (sections 1 and 5). */
  interface Rollback {
    readonly scope: Scope;
    /** Who started the chain; `SYSTEM` where a rejection, a timeout or the end of another undo did. */
    readonly caller: Caller;
    /** The action whose undo is in progress. */
    readonly current: string | null;
    /** The actions that the chain has not reached, in its order. */
    readonly todo: readonly string[];
    /** The actions whose step is over, skipped ones included. */
    readonly walked: readonly string[];
    /** Actions whose own rollback starts when no undo is in progress. */
    readonly waiting: readonly string[];
    /** Whether the session's rollback starts when no undo is in progress, before those that wait. */
    readonly sessionNext: boolean;
  }

  /** What a chain of undos is about (section 1). */
  type Scope =
    /** All executed actions of the session. */
    | "SESSION"
    /** One action that was rejected after its execution. */
    | "ACTION"
    /** One action whose undo failed. */
    | "RETRY";

  /** What may be asked, or reported, told apart by `type` (section 3). */
  type Command =
    /** A run begins. */
    | {
        readonly type: "create";
        readonly id: string;
        readonly agentId: string;
        /** Whether its calls will be simulated; not, unless told. */
        readonly sandbox?: boolean | null | undefined;
        readonly settings?: GivenSettings | null | undefined;
      }
    | LogAction
    /** An approval is answered, by no agent. It can be given before its `timeoutAt`, and rejected as long as it waits. */
    | {
        readonly type: "resolve_approval";
        readonly approvalId: string;
        readonly decision: Answer;
        /** The person who answers. */
        readonly resolvedBy: string;
        readonly reason?: string | null | undefined;
      }
    /**
     * A cleared action was executed. Of one whose execution failed nothing is confirmed: log the failure as an action of
     * its own.
     */
    | { readonly type: "confirm_action"; readonly actionId: string; readonly status: "SUCCESS" }
    /** The run is over. From `ACTIVE`. */
    | { readonly type: "complete" }
    /** The session is to be rolled back. {@link ReversibleLifecycle.rollback} tells what that would do. */
    | { readonly type: "request_rollback" }
    /** A compensation ended. */
    | {
        readonly type: "report_undo";
        readonly actionId: string;
        /** Which attempt, by the key that its `undo_started` gave. */
        readonly idempotencyKey: string;
        readonly result: UndoResult;
        /** What went wrong; opaque JSON. */
        readonly error?: unknown;
      }
    /** A failed undo is to be tried again, gate included. By an operator. */
    | { readonly type: "retry_undo"; readonly actionId: string }
    /** A cleared action must no longer be executed. Rolls nothing back. By an operator. */
    | {
        readonly type: "withdraw_clearance";
        readonly actionId: string;
        /** Who says so. */
        readonly resolvedBy: string;
        readonly reason: string;
      }
    /** A failed undo was done by hand. By an operator. */
    | {
        readonly type: "acknowledge_undo";
        readonly actionId: string;
        /** Who did it. */
        readonly resolvedBy: string;
        /** What they did. */
        readonly note: string;
      }
    /** Time has passed: what is due happens. */
    | { readonly type: "tick" };

  /** Records an API call (section 3): it is over, or a person has to approve it. */
  type LogAction = { readonly type: "log_action" } & (
    | {
        readonly action: GivenAction & { readonly status: "SUCCESS" | "FAILED" };
        readonly purpose?: null | undefined;
        readonly approvalId?: null | undefined;
        readonly timeoutMs?: null | undefined;
      }
    | {
        readonly action: GivenAction & { readonly status: "PENDING_APPROVAL" };
        /** Whether the call waits, or was executed before anybody was asked. */
        readonly purpose: Exclude<Purpose, "ROLLBACK">;
        /** Derived from the action and the purpose unless told. */
        readonly approvalId?: string | null | undefined;
        /** How long it may be answered, at least 1; for ever unless told. */
        readonly timeoutMs?: number | null | undefined;
      }
  );

  /** An API call as it is given. */
  interface GivenAction {
    readonly id: string;
    /** Its position of execution; behind all others unless told. */
    readonly order?: number | null | undefined;
    readonly apiName: string;
    readonly operationType: OperationType;
    /** What it is called with; opaque JSON, which comes back as it was. */
    readonly payload?: unknown;
    readonly compensation: Compensation;
    /** What went wrong; opaque JSON. */
    readonly error?: unknown;
  }

  /** What a person decides about an approval (section 3). */
  type Answer = "approve" | "reject";

  /** How a compensation ended (section 3). */
  type UndoResult = "SUCCEEDED" | "FAILED";

  /** What happened, told apart by `type`. */
  type Event =
    | {
        readonly type: "created";
        readonly id: string;
        readonly agentId: string;
        readonly sandbox: boolean;
        readonly settings: Settings;
        /** Milliseconds since the epoch, here and below. */
        readonly at: number;
      }
    | { readonly type: "action_logged"; readonly action: LoggedAction; readonly at: number }
    /** An instruction: a person is to be asked. For a rollback, the undo is in progress from now on. */
    | {
        readonly type: "approval_requested";
        readonly approvalId: string;
        readonly actionId: string;
        /** Null only among what is outstanding of an import that does not tell. */
        readonly purpose: Purpose | null;
        readonly timeoutAt: number | null;
        /** Absent among what is outstanding, which was asked before. */
        readonly requestedAt?: number;
      }
    /** The action follows, as its purpose has it (section 4). */
    | {
        readonly type: "approval_resolved";
        readonly approvalId: string;
        readonly status: Exclude<ApprovalStatus, "PENDING">;
        readonly resolution: Resolution;
        readonly at: number;
        readonly resolvedBy: string | null;
        readonly reason: string | null;
        /** Whether this counts as activity: time alone does not. */
        readonly activity: boolean;
      }
    /** An instruction: the action may be executed. Then confirm it. */
    | {
        readonly type: "action_cleared";
        readonly actionId: string;
        /** Null only among what is outstanding of an import that does not tell. */
        readonly approvalId: string | null;
      }
    | { readonly type: "action_confirmed"; readonly actionId: string; readonly at: number }
    | { readonly type: "clearance_withdrawn"; readonly actionId: string; readonly withdrawn: Withdrawn }
    | { readonly type: "completed"; readonly at: number }
    | { readonly type: "abandoned" }
    | { readonly type: "rollback_requested"; readonly caller: Caller; readonly at: number }
    | { readonly type: "undo_retried"; readonly actionId: string; readonly at: number }
    | { readonly type: "undo_acknowledged"; readonly actionId: string; readonly acknowledged: Acknowledged }
    | {
        readonly type: "rollback_started";
        readonly scope: Scope;
        readonly caller: Caller;
        /** The action; null: all that are executed now, newest first. */
        readonly actionId: string | null;
      }
    /** The rollback of the action, or of the session if it is null, waits until no undo is in progress. */
    | { readonly type: "rollback_deferred"; readonly actionId: string | null }
    /** The rollback of the session, which waited, has nothing to do any more. */
    | { readonly type: "rollback_dropped" }
    /** Nobody knows how to undo the action: its undo failed. */
    | { readonly type: "undo_unavailable"; readonly actionId: string }
    /** An instruction: run the compensation, then report how it ended. */
    | {
        readonly type: "undo_started";
        readonly actionId: string;
        /** From 1. */
        readonly attempt: number;
        /** Of this attempt: what was run with it once need not run again. */
        readonly idempotencyKey: string;
      }
    | {
        readonly type: "undo_reported";
        readonly actionId: string;
        readonly result: UndoResult;
        readonly error: unknown;
        readonly at: number;
      }
    /** The chain is over; whether it stopped before its last action. */
    | { readonly type: "rollback_ended"; readonly halted: boolean }
    /** Simulated actions were rolled back, without any compensation. */
    | { readonly type: "sandbox_rolled_back"; readonly actionIds: readonly string[] }
    /** The stored status follows from what became of the undos. */
    | { readonly type: "rollback_settled"; readonly status: "FAILED" | "ROLLED_BACK" };

  /** An API call as it was logged. */
  interface LoggedAction {
    readonly id: string;
    readonly order: number;
    readonly apiName: string;
    readonly operationType: OperationType;
    readonly payload: unknown;
    readonly status: "SUCCESS" | "PENDING_APPROVAL" | "FAILED";
    readonly compensation: Compensation;
    readonly error: unknown;
  }

  /** Everything derived from a session (section 2). */
  interface View {
    /** The one word to show. */
    readonly display: Display;
    /** The number of the rule that gave it. */
    readonly rule: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
    /** The stored status. */
    readonly status: Status;
    /** Whether nothing is left that anybody could do. */
    readonly terminal: boolean;
    readonly attention: Exclude<Attention, "declined" | "stopped">;
    /** When a condition, or a row's `expired` or `unconfirmed`, next changes by time alone; null: never. */
    readonly changesAt: number | null;
    readonly conditions: Conditions;
  }

  /** The one word to show, in the order of the rules: the first that matches wins (section 2). */
  type Display =
    /** An undo failed, or a rollback did not come to its end. */
    | "ROLLBACK_FAILED"
    /** An undo is in progress. */
    | "ROLLING_BACK"
    /** An action waits for a person. */
    | "AWAITING_APPROVAL"
    /** All that was executed is undone. */
    | "REVERTED"
    /** A part of what was executed is undone. */
    | "PARTIALLY_REVERTED"
    /** Nothing happened for too long. */
    | "ABANDONED"
    /** The run is over. */
    | "COMPLETED"
    /** The run goes on. */
    | "ACTIVE";

  /** What one word would hide (section 2). What depends on approvals is null when they are not known. */
  interface Conditions {
    /** An action is `PENDING_APPROVAL`. */
    readonly awaitingApproval: boolean;
    /** An undo waits for its approval. */
    readonly awaitingRollbackApproval: boolean | null;
    /** An undo is in progress. */
    readonly rollbackInProgress: boolean;
    /** An action is `CLEARED`. */
    readonly hasCleared: boolean;
    /** A cleared action was approved more than `unconfirmedAfterMs` ago. */
    readonly hasUnconfirmed: boolean | null;
    /** An approval is pending and can no longer be given. */
    readonly hasExpired: boolean | null;
    /** A `SUCCESS` action cannot be undone: its kind is `NONE` or `UNAVAILABLE`. */
    readonly hasIrreversible: boolean;
    /** What contradicts itself in the session, as a sentence; null: nothing. */
    readonly inconsistent: string | null;
  }

  /** An approval as people see it (section 4). */
  interface Row {
    readonly approvalId: string;
    readonly actionId: string;
    /** Null only in an import that lacks the action. */
    readonly apiName: string | null;
    /** Null only in an import that lacks the action. */
    readonly operationType: OperationType | null;
    readonly sessionId: string;
    readonly agentId: string;
    /** The payload as text, at most 200 characters of it; null without one. */
    readonly payloadSummary: string | null;
    /** Milliseconds since the epoch. */
    readonly requestedAt: number;
    /** Milliseconds since the epoch; null: no limit. */
    readonly timeoutAt: number | null;
    /** How long it can still be given, in seconds, rounded up; 0 once it is answered; null: no limit. */
    readonly timeRemaining: number | null;
    readonly status: ApprovalStatus;
    /** Milliseconds since the epoch. */
    readonly resolvedAt: number | null;
    readonly resolvedBy: string | null;
    readonly reason: string | null;
    /** Null only in an import that lacks the action. */
    readonly actionStatus: ActionStatus | null;
    /** The action is cleared, was approved more than `unconfirmedAfterMs` ago, and nobody has confirmed it. */
    readonly unconfirmed: boolean;
    /** What it is asked for; null only in an import that does not tell. */
    readonly purpose: Purpose | null;
    readonly resolution: Resolution | null;
    /** It is pending and can no longer be given, whether or not a tick has said so. */
    readonly expired: boolean;
  }

  /** Whether a rollback may be requested now, by this caller, and what it would do (section 5). */
  interface Eligibility {
    readonly eligible: boolean;
    /** Every check that failed; the first gives the denial its code. */
    readonly failed: readonly { readonly code: RollbackCode; readonly message: string }[];
    /** The steps, newest first, whether or not it may be requested. */
    readonly plan: readonly { readonly actionId: string; readonly step: Step }[];
    /** The actions that no step touches. */
    readonly leftAlone: readonly { readonly actionId: string; readonly reason: LeaveReason }[];
  }

  /** Why a rollback is refused (section 5). */
  type RollbackCode = Extract<
    DenialCode,
    | "rollback_not_permitted"
    | "rollback_in_progress"
    | "already_reverted"
    | "nothing_to_roll_back"
    | "approvals_unknown"
  >;

  /** What a rollback does to an action (section 5). */
  type Step =
    /** Its compensation runs. */
    | "COMPENSATE"
    /** A person is asked first. */
    | "ASK_FIRST"
    /** Nothing: it is declared not undoable, and stays. */
    | "SKIP"
    /** Nobody knows how to undo it: it becomes `ROLLBACK_FAILED`, and the plan ends. */
    | "FAIL"
    /** It is simulated, and rolled back without compensation. */
    | "FLIP";

  /** Why a rollback leaves an action alone (section 5). */
  type LeaveReason =
    | "pending_approval"
    | "cleared"
    | "failed"
    | "already_rolled_back"
    /** Only `retry_undo` tries it again. */
    | "rollback_failed"
    /** An action behind which the chain halts is newer. */
    | "chain_halted";

  /** What is to be done about some actions (section 7). */
  interface Policy {
    readonly id: string;
    /** An exact name, `prefix.*` for what starts with `prefix.`, or `*`. */
    readonly apiNamePattern: string;
    /** What must hold of the payload, too. */
    readonly condition?: Condition | null | undefined;
    readonly action: Effect;
    /** It is, unless told. */
    readonly enabled?: boolean | null | undefined;
  }

  /** What must hold of a field of the payload (section 7). */
  interface Condition {
    /** The way into the payload, as in `items.0.amount`: own properties and places in lists. */
    readonly field: string;
    readonly operator: Operator;
    /** What the field is compared with; JSON. */
    readonly value: unknown;
  }

  /** How a field is compared (section 7). What cannot be compared so is undecidable. */
  type Operator =
    /** Values of one type; lists and objects by their texts. */
    | "eq"
    | "neq"
    /** Numbers. */
    | "gt"
    | "gte"
    | "lt"
    | "lte"
    /** A string in a string, or a value in a list. */
    | "contains";

  /** What a policy does, the most restrictive first (section 7). */
  type Effect =
    /** Do not execute it; log it as `FAILED`. */
    | "BLOCK"
    /** Ask after its execution. */
    | "REQUIRE_APPROVAL"
    | "ALLOW";

  /** What becomes of a condition that cannot be evaluated (section 7). */
  type Mode =
    /** It matches: what blocks must not fail open. */
    | "strict"
    /** It does not match. */
    | "compat";

  /** What the policies say of an action (section 7). */
  interface Evaluation {
    readonly effect: Effect;
    /** The ids of the policies that match. */
    readonly matched: readonly string[];
    /** The ids of the policies whose condition could not be evaluated. */
    readonly undecidable: readonly string[];
  }

  /** Why a command is refused (sections 3 to 5). */
  type DenialCode =
    /** There is no session yet. */
    | "no_session"
    /** There is another session already. */
    | "session_exists"
    /** The id is taken, by something with another content. */
    | "id_conflict"
    /** The session's stored status does not allow it any more. */
    | "session_not_active"
    /** An undo is in progress: it runs, or waits for its approval. */
    | "rollback_in_progress"
    /** The session has no approval of this id. */
    | "unknown_approval"
    /** The session has no action of this id. */
    | "unknown_action"
    /** The opposite was decided; the message says by whom and when. */
    | "approval_already_resolved"
    /** This is not for this caller to do. */
    | "caller_not_permitted"
    /** The approval can no longer be given; it can be rejected. */
    | "approval_expired"
    /** An import does not tell what the approval is asked for. */
    | "purpose_unknown"
    /** An import does not tell which approvals there are. */
    | "approvals_unknown"
    /** Nothing but `SUCCESS` is a confirmation. */
    | "confirm_requires_success"
    /** The action is not, or no longer, cleared. */
    | "action_not_cleared"
    /** This caller may not roll back a session of this stored status. */
    | "rollback_not_permitted"
    /** All that was executed is undone. */
    | "already_reverted"
    /** Nothing was executed that could be undone. */
    | "nothing_to_roll_back"
    /** The undo has ended otherwise than is reported. */
    | "undo_already_reported"
    /** The undo waits for its approval, so that nothing runs. */
    | "undo_awaits_approval"
    /** The key is that of no attempt. */
    | "unknown_attempt"
    /** No undo of this action is in progress. */
    | "undo_not_in_progress"
    /** The undo of this action has not failed. */
    | "undo_not_failed"
    /** Nobody knows how to undo the action, so that there is nothing to try again. */
    | "compensation_unavailable";

  /** Why there is nothing to do (sections 3 and 6). */
  type NoopCode =
    /** The same has happened already. */
    | "duplicate"
    /** The approval has this answer already. */
    | "already_resolved"
    /** The session is complete already. */
    | "already_completed"
    /** The execution is known already. */
    | "already_confirmed"
    /** The report is of an attempt that something has replaced since. */
    | "stale_report"
    /** This result of the undo is known already. */
    | "already_reported"
    /** The clearance is withdrawn already. */
    | "already_withdrawn"
    /** This person has said so already. */
    | "already_acknowledged"
    /** No time limit has passed. */
    | "nothing_due";
}
