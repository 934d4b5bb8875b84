// Delegated sessions (runr5e): a bounded execution under delegated authority, the unit of accountability.
// Sections are those of the specification of this lifecycle.
import type { Attention, Lifecycle } from "./lifecycle.js";

/** The delegated lifecycle: "who did this?" is answered with a session's uid. */
export declare const delegated: DelegatedLifecycle;

/** What {@link delegated} can do. */
export interface DelegatedLifecycle
  extends Lifecycle<
    delegated.Session,
    delegated.Command,
    delegated.Event,
    delegated.View,
    delegated.DenialCode,
    delegated.NoopCode
  > {
  /**
   * The uids of the sessions to revoke with source `parent` when `uid` declares its outcome: every live descendant,
   * deepest first (section 3). Descendants are found through ended sessions, too; cycles are cut.
   *
   * @throws `invalid_input` if two sessions have the same uid.
   */
  cascade(sessions: readonly delegated.Session[], uid: string): string[];
}

/** The nouns of the delegated lifecycle, as in `delegated.Session`. */
export declare namespace delegated {
  /** All of a session, as plain data (section 1). */
  interface Session {
    readonly lifecycle: "delegated";
    /** The version of this form. */
    readonly schema: 1;
    /** Which session this is. */
    readonly uid: string;
    /** What kind of worker. */
    readonly agent: string;
    /** What work. */
    readonly task: string;
    /** How it runs. */
    readonly harness: string;
    /** The session that delegated it. */
    readonly parentUid: string | null;
    /** The names of its capabilities, kept as granted. Those in force are in the {@link View}. */
    readonly authority: readonly string[];
    readonly phase: Phase;
    /** The outcome that is declared and not reflected yet. */
    readonly pendingOutcome: Outcome | null;
    /** Null until the phase is terminal. */
    readonly outcome: Outcome | null;
    /** The outcomes that a revocation or an error replaced, oldest first. */
    readonly superseded: readonly Outcome[];
    /** Null until the phase is terminal. */
    readonly reflect: Reflect | null;
    /** What the work produced. */
    readonly artifacts: readonly Artifact[];
    /** Milliseconds since the epoch. */
    readonly createdAt: number;
    /** How many events have happened. */
    readonly revision: number;
  }

  /** How far a session has come (section 1): one of three that are live, or one of five without an exit. */
  type Phase =
    /** The session exists, its process is not started. */
    | "Pending"
    /** The process is spawning. */
    | "Initializing"
    /** Work is being done. */
    | "Active"
    | TerminalPhase;

  /** A phase without an exit. */
  type TerminalPhase =
    /** Finished, outputs produced. */
    | "Completed"
    /** Attempted, and not achieved. */
    | "Failed"
    /** The agent legitimately refused, with a reason. Not a failure: show, count and colour it apart. */
    | "Declined"
    /** Stopped from outside; a timeout is this. */
    | "Revoked"
    /** Infrastructure prevented the execution. */
    | "Error";

  /** How a session ends, told apart by `phase` (section 1). */
  type Outcome =
    | { readonly phase: "Completed" }
    | { readonly phase: "Failed"; readonly message: string }
    | { readonly phase: "Declined"; readonly reason: Reason }
    | { readonly phase: "Revoked"; readonly source: Source }
    | { readonly phase: "Error"; readonly message: string };

  /** Why an agent declines (section 1). Each has its {@link Disposition}. */
  type Reason =
    /** → `back_to_research` */
    | "insufficient_context"
    /** → `escalate_to_parent` */
    | "authority_insufficient"
    /** → `escalate_to_human` */
    | "ethical_objection"
    /** → `replan` */
    | "needs_decomposition"
    /** → `reassign` */
    | "scope_mismatch";

  /** Where a decline goes (section 1). */
  type Disposition =
    /** The workflow may route back to research. */
    | "back_to_research"
    | "escalate_to_parent"
    | "escalate_to_human"
    /** The orchestrator plans again. */
    | "replan"
    /** The orchestrator gives the work to another. */
    | "reassign";

  /** Who revokes (section 1). */
  type Source = "governance" | "parent" | "timeout";

  /** Who wrote a reflect (section 1). The platform may only for `Revoked` and `Error`, where the agent may be gone. */
  type Author = "agent" | "system";

  /** The mandatory assessment: without it no session ends (sections 1 and 2). */
  interface Reflect {
    readonly author: Author;
    /** The session that it speaks of. */
    readonly sessionUid: string;
    /** The terminal phase that it speaks of. */
    readonly outcome: TerminalPhase;
    /** What went right and wrong. */
    readonly taskAssessment: string;
    /** Whether the decomposition was correct. */
    readonly decomposition: string;
    /** Whether the orchestration could improve. */
    readonly orchestration: string;
    /** What should be learned. */
    readonly lessons: string;
  }

  /** A reflect as it is given. An absent answer counts as empty, which is refused with `reflect_incomplete`. */
  interface GivenReflect {
    readonly author: Author;
    readonly sessionUid: string;
    readonly outcome: TerminalPhase;
    readonly taskAssessment?: string | null | undefined;
    readonly decomposition?: string | null | undefined;
    readonly orchestration?: string | null | undefined;
    readonly lessons?: string | null | undefined;
  }

  /**
   * Something that the work produced: opaque JSON with an id, which comes back as it was. Two are the same when their
   * JSON texts are.
   */
  interface Artifact {
    readonly id: string;
    readonly [field: string]: unknown;
  }

  /**
   * What may be asked, or reported, told apart by `type` (section 2). All of it comes from the host, save `revoke`;
   * the source knows no roles, so the host authorises before it asks.
   */
  type Command =
    | Create
    /** The process is to be spawned. From `Pending`. */
    | { readonly type: "initialize" }
    /** The work is to begin. From `Initializing`. */
    | { readonly type: "activate" }
    /** The work produced something. In `Active`. */
    | { readonly type: "add_artifact"; readonly artifact: Artifact | { readonly id: string } }
    /** The work is done; needs an artifact. From `Active`. */
    | ({ readonly type: "complete" } & WithReflect)
    /** The work was attempted and not achieved. From `Active`. */
    | ({ readonly type: "fail"; readonly message: string } & WithReflect)
    /** The agent refuses. From `Initializing` or `Active`. */
    | ({ readonly type: "decline"; readonly reason: Reason } & WithReflect)
    /** The session is stopped from outside. Its authority is void from this moment. From any live phase. */
    | ({ readonly type: "revoke"; readonly source: Source } & WithReflect)
    /** Infrastructure prevented the execution. From any live phase. */
    | ({ readonly type: "error"; readonly message: string } & WithReflect)
    /** The assessment of the outcome that is pending: ends the session. */
    | { readonly type: "reflect"; readonly reflect: GivenReflect };

  /** Creates a session, `Pending` (section 2). */
  type Create = {
    readonly type: "create";
    readonly uid: string;
    readonly agent: string;
    readonly task: string;
    readonly harness: string;
    readonly authority: readonly string[];
  } & (
    | {
        /** The session that delegates, judged and not stored (section 3). It holds every capability that it passes on. */
        readonly parentUid: string;
        readonly parent: Session;
      }
    | { readonly parentUid?: null | undefined; readonly parent?: null | undefined }
  );

  /** What every command that declares an outcome may carry. */
  interface WithReflect {
    /** The assessment, if it comes along: then the session ends at once. Both are done, or neither. */
    readonly reflect?: GivenReflect | null | undefined;
  }

  /** What happened, told apart by `type`. */
  type Event =
    | {
        readonly type: "created";
        readonly uid: string;
        readonly agent: string;
        readonly task: string;
        readonly harness: string;
        readonly parentUid: string | null;
        readonly authority: readonly string[];
        /** Milliseconds since the epoch. */
        readonly at: number;
      }
    | { readonly type: "initialized" }
    | { readonly type: "activated" }
    | { readonly type: "artifact_added"; readonly artifact: Artifact }
    | { readonly type: "outcome_declared"; readonly outcome: Outcome }
    /** An instruction: the session ends once it is reflected on, and not before. */
    | { readonly type: "reflect_owed"; readonly outcome: TerminalPhase }
    | { readonly type: "reflected"; readonly outcome: Outcome; readonly reflect: Reflect };

  /** Everything derived from a session (section 4). */
  interface View {
    /** The one word to show. */
    readonly display: Phase;
    readonly phase: Phase;
    /** Whether the session has ended: then it never changes again. */
    readonly terminal: boolean;
    readonly attention: Exclude<Attention, "undone">;
    /** When time alone changes the view: never. */
    readonly changesAt: null;
    readonly conditions: Conditions;
    /** An outcome is declared, and the session cannot end before it is reflected on. */
    readonly awaitingReflect: boolean;
    /** The outcome that is coming. */
    readonly pendingOutcome: Outcome | null;
    /** The outcome that came. */
    readonly outcome: Outcome | null;
    /** Where the decline goes; null unless the session is declined or declining. */
    readonly disposition: Disposition | null;
    /** The capabilities in force: as granted while no outcome is declared, else none. */
    readonly authority: readonly string[];
    /** The answer to "who did this?". */
    readonly accountable: Accountable;
  }

  /** What one word would hide. */
  interface Conditions {
    /** An outcome is declared, and the session cannot end before it is reflected on. */
    readonly awaitingReflect: boolean;
    /** What contradicts itself in the session, as a sentence; null: nothing. */
    readonly inconsistent: string | null;
  }

  /** Who is accountable for a session's work. */
  interface Accountable {
    readonly uid: string;
    readonly agent: string;
    readonly task: string;
    readonly harness: string;
  }

  /** Why a command is refused (sections 2 and 3). */
  type DenialCode =
    | "no_session"
    | "session_terminal"
    | "session_exists"
    | "id_conflict"
    | "parent_not_active"
    | "authority_widened"
    | "outcome_pending"
    | "outcome_already_declared"
    | "phase_skipped"
    | "phase_passed"
    | "not_active"
    | "artifact_required"
    | "no_outcome_pending"
    | "reflect_session_mismatch"
    | "reflect_outcome_mismatch"
    | "reflect_author_not_allowed"
    | "reflect_incomplete";

  /** Why there is nothing to do (section 2). */
  type NoopCode =
    /** The same has happened already. */
    | "duplicate"
    /** The same outcome is pending, and waits for its reflect. */
    | "already_declared";
}
