// Interactive sessions (a cloud agent platform): turns with a person, and tools of which some ask before they run.
// Sections are those of the specification of this lifecycle.
import type { Attention, Lifecycle } from "./lifecycle.js";

/** The interactive lifecycle: who may speak now, and which tool waits for whose answer. */
export declare const interactive: InteractiveLifecycle;

/**
 * What {@link interactive} can do: what all lifecycles can, and nothing beyond.
 *
 * - Time alone changes nothing: `deadline` is always null.
 * - `can` of `submit` or `tool_finished` takes as its target the id of a call of the recorded batch.
 * - `offers` has `submit` once for each answer to each call that waits, and as interrupt, as message, and as both.
 *   `inputs[1].content` among its `needs` is the content of the second input.
 */
export interface InteractiveLifecycle
  extends Lifecycle<
    interactive.Session,
    interactive.Command,
    interactive.Event,
    interactive.View,
    interactive.DenialCode,
    interactive.NoopCode
  > {}

/** The nouns of the interactive lifecycle, as in `interactive.Session`. */
export declare namespace interactive {
  /** All of a session, as plain data (section 1). */
  interface Session {
    readonly lifecycle: "interactive";
    /** The version of this form. */
    readonly schema: 1;
    /** Which session this is. */
    readonly id: string;
    /** The stored status. What to show is in the {@link View}. */
    readonly status: Status;
    /** Why it rests; null while it does not, and before its first turn. */
    readonly stopReason: StopReason | null;
    /** The number of the present turn; 0 before the first message. */
    readonly turn: number;
    /** The contents of the messages that started the running turn, until its first report or its end. */
    readonly turnInputs: readonly unknown[];
    /** The tool calls that the model made last, until the end of the turn; kept when every one is decided. */
    readonly batch: Batch | null;
    /** The ids of the earlier batches of the running turn. */
    readonly pastBatchIds: readonly string[];
    /** The calls that ran although they were denied, until the next turn. */
    readonly deniedCallsRan: readonly CallId[];
    /** Which tools a person is asked about. */
    readonly toolPolicies: ToolPolicies;
    /** How it was terminated; null before, and of an import that does not tell. */
    readonly terminatedBy: TerminatedBy | null;
    /** The message of the error that it could not recover from. */
    readonly error: string | null;
    /** Milliseconds since the epoch. */
    readonly createdAt: number;
    /** How many events have happened. */
    readonly revision: number;
  }

  /** The stored status of a session (section 1). Another one is kept as it came, and the session busy (section 2). */
  type Status =
    /** It rests, with a reason. Whether a message may be sent depends on the reason. */
    | "idle"
    /** A turn is running. */
    | "running"
    /** It is over. */
    | "terminated"
    | (string & {});

  /**
   * Why a session rests (section 1). Also read in the vendor's form, as `{ type: "end_turn" }`. Another one is kept as it
   * came, and the session busy (section 2).
   */
  type StopReason = KnownStopReason | UnknownStopReason;

  /** Why a session rests, among the reasons of the source (section 1). */
  type KnownStopReason =
    /** The model ended the turn, or somebody interrupted it. */
    | "end_turn"
    /** Retries are exhausted, and the turn is over. */
    | "retries_exhausted"
    /** Tool calls wait for approval. */
    | "requires_action";

  /** A reason that is not known, as it came: a text, or an object that says its type. */
  type UnknownStopReason = (string & {}) | { readonly type: string; readonly [field: string]: unknown };

  /** Tool calls that the model made together (section 1). */
  interface Batch {
    /** Which batch this is. */
    readonly batchId: string;
    /** In which turn. */
    readonly turn: number;
    /** In the order in which the model made them. */
    readonly calls: readonly Call[];
  }

  /** A tool call, and what became of it (section 1). */
  interface Call {
    /** Which call of its batch this is: its id may come again in a later one. */
    readonly callId: string;
    /** The tool. */
    readonly name: string;
    /** What it is called with; opaque JSON. */
    readonly arguments: unknown;
    /** Where the tool comes from. */
    readonly toolType: ToolType;
    /** The policy of the tool when the batch arrived. */
    readonly policy: Policy;
    /** The answer to the question whether it may run; null if nobody was asked, or nobody answered yet. */
    readonly decision: Answer | null;
    /** What the model is told instead of an output, if it may not run; null: a fixed sentence. */
    readonly denyMessage: string | null;
    /** How it ran; null while it has not. */
    readonly ran: Ran | null;
    /** The host's own handle for the call, or null. */
    readonly ref: unknown;
  }

  /** A tool call as the model makes it (section 1). */
  interface GivenCall {
    /** Unique in the batch. */
    readonly callId: string;
    /** The tool. */
    readonly name: string;
    /** What it is called with; opaque JSON, which comes back as it was. */
    readonly arguments?: unknown;
    readonly toolType: ToolType;
    /** The host's own handle for the call; opaque JSON, which comes back with every instruction about it. */
    readonly ref?: unknown;
  }

  /** The identity of a call (section 1). */
  interface CallId {
    readonly batchId: string;
    readonly callId: string;
  }

  /** Where a tool comes from (section 1). */
  type ToolType =
    /** The platform's own. */
    | "builtin"
    /** That of an MCP server. */
    | "mcp"
    | "skill";

  /** Whether a person is asked before a tool runs (section 1). */
  type Policy =
    /** Nobody is: it runs. */
    "always_allow" | "always_ask";

  /** The policies of a session (section 1). */
  interface ToolPolicies {
    /** That of every tool without one of its own. */
    readonly default: Policy;
    /** Those of single tools, by name. */
    readonly tools: { readonly [name: string]: Policy };
  }

  /** Policies as they are given. */
  interface GivenToolPolicies {
    readonly default: Policy;
    /** None, unless told. */
    readonly tools?: { readonly [name: string]: Policy } | null | undefined;
  }

  /** The answer to the question whether a tool may run (section 1). */
  type Answer = "allow" | "deny";

  /** How a tool ran (section 1). */
  type Ran =
    /** Without an error. */
    "ok" | "error";

  /** How a session was terminated (section 1). */
  type TerminatedBy =
    /** It is over, and its history is kept. */
    | "archived"
    /** It is to be forgotten. */
    | "deleted"
    /** It could not go on. */
    | "error";

  /**
   * What may be asked, or reported, told apart by `type` (sections 3 and 5). The source knows no roles, so the host
   * authorises before it asks.
   *
   * A report names its turn, so that a late one cannot overwrite what is newer: that of an earlier turn, or of one that is
   * over, is refused with `stale_turn`.
   */
  type Command =
    /** A session begins, `idle`. */
    | { readonly type: "create"; readonly id: string; readonly toolPolicies: GivenToolPolicies }
    /** A client speaks: one decision about all that it says, in whatever order. */
    | { readonly type: "submit"; readonly inputs: readonly Input[] }
    /** The model called tools, at least one. From `running`. */
    | {
        readonly type: "tool_calls";
        readonly turn: number;
        /** Of this turn's batches the only one with this id. */
        readonly batchId: string;
        /** In the order in which the model made them. */
        readonly calls: readonly GivenCall[];
      }
    /** A tool of the recorded batch has run, or failed to. It was released before, or denied. */
    | {
        readonly type: "tool_finished";
        readonly turn: number;
        readonly batchId: string;
        readonly callId: string;
        readonly isError: boolean;
      }
    /** The model ended the turn. From `running`. */
    | { readonly type: "turn_ended"; readonly turn: number }
    /** The turn is over, because retries are exhausted. From `running`. */
    | { readonly type: "retries_exhausted"; readonly turn: number }
    /** The session cannot go on. In any status but `terminated`. */
    | {
        readonly type: "unrecoverable_error";
        /** The turn in which that happened; without one it is the session that is lost, be it at rest. */
        readonly turn?: number | null | undefined;
        /** What went wrong. */
        readonly message: string;
      }
    /** The session is over, and its history is kept. From rest. */
    | { readonly type: "archive" }
    /** The session is to be forgotten. From rest, or when it is terminated. */
    | { readonly type: "delete" };

  /** One of the inputs of a submission, told apart by `type` (section 3). */
  type Input =
    /** Says something to the agent. Several in one submission start one turn. */
    | {
        readonly type: "message";
        /** What is said; opaque JSON, which comes back as it was. */
        readonly content: unknown;
      }
    /** Stops the turn; with a message, begins another one. Never beside approvals. */
    | { readonly type: "interrupt" }
    /** Answers the question whether a tool may run. Several answer several calls of one batch. */
    | {
        readonly type: "tool_approval_response";
        readonly batchId: string;
        readonly callId: string;
        readonly decision: Answer;
        /** What the model is told instead of an output, if it may not run; a fixed sentence unless told. */
        readonly denyMessage?: string | null | undefined;
      };

  /** What happened, told apart by `type`. */
  type Event =
    | {
        readonly type: "created";
        readonly id: string;
        readonly toolPolicies: ToolPolicies;
        /** Milliseconds since the epoch. */
        readonly at: number;
      }
    /** An instruction: the agent is to work on these inputs, the contents of messages. */
    | { readonly type: "turn_started"; readonly turn: number; readonly turnInputs: readonly unknown[] }
    /** The calls are recorded, each with its policy; those of the batch before are over. */
    | ({ readonly type: "tool_calls" } & Batch)
    /** An instruction: a person is to be asked whether the tool may run. */
    | ({ readonly type: "approval_requested" } & CallInstruction)
    /** An instruction: run the tool, then report how it ended. */
    | ({ readonly type: "tool_released" } & CallInstruction)
    /** An instruction: the tool does not run, and this is what the model is told instead of its output. */
    | ({ readonly type: "tool_denied"; readonly output: DeniedOutput } & CallInstruction)
    /** After the last of these answers the turn goes on. */
    | {
        readonly type: "approval_resolved";
        readonly batchId: string;
        readonly callId: string;
        readonly decision: Answer;
        readonly denyMessage: string | null;
      }
    | {
        readonly type: "tool_finished";
        readonly batchId: string;
        readonly callId: string;
        readonly isError: boolean;
      }
    /** An instruction: what is still at work is to be cancelled. A result that comes later is dropped. */
    | { readonly type: "turn_interrupted"; readonly turn: number }
    | { readonly type: "turn_ended"; readonly turn: number }
    | { readonly type: "retries_exhausted"; readonly turn: number }
    | { readonly type: "unrecoverable_error"; readonly message: string }
    | { readonly type: "archived" }
    /** An instruction: whoever stores the session removes it, its events and its copies. */
    | { readonly type: "session_forgotten" };

  /** What every instruction about a call has. */
  interface CallInstruction extends CallId {
    /** The host's own handle for the call, or null. */
    readonly ref: unknown;
  }

  /** What the model is told of a call that was denied (section 4). */
  interface DeniedOutput {
    readonly is_error: true;
    /** The deny message, or a fixed sentence. */
    readonly content: string;
  }

  /** Everything derived from a session, told apart by `display` (sections 2, 4 and 5). */
  type View = Derived &
    (
      | {
          readonly display: "idle";
          /** Why it rests; null before its first turn. */
          readonly stopReason: Stopped<"end_turn" | "retries_exhausted"> | null;
        }
      | { readonly display: "requires_action"; readonly stopReason: Stopped<"requires_action"> }
      | { readonly display: "running" | "terminated"; readonly stopReason: null }
      | {
          readonly display: "unknown";
          /** What is not known is as it came. */
          readonly stopReason: Stopped | UnknownStopReason | null;
        }
    );

  /** What every view has, whatever it shows. */
  interface Derived {
    /** The one word to show. */
    readonly display: Display;
    /** The stored status, as it came. */
    readonly status: Status;
    /** Whether the session has ended. */
    readonly terminal: boolean;
    readonly attention: Exclude<Attention, "undone" | "declined" | "stopped">;
    /** When time alone changes the view: never. */
    readonly changesAt: null;
    readonly conditions: Conditions;
    /** What a client may do now, and why not. */
    readonly actions: Actions;
  }

  /** The one word to show: what status and stop reason are together (section 2). */
  type Display =
    /** It rests, and waits for a message. */
    | "idle"
    /** It rests behind a barrier that only approvals or an interrupt can lift. */
    | "requires_action"
    /** A turn is running. */
    | "running"
    /** It is over. */
    | "terminated"
    /** Its status or stop reason is not known: it is busy with something. */
    | "unknown";

  /** Why a session rests, and for which answers it waits, in the vendor's form (section 1). */
  interface Stopped<Reason extends KnownStopReason = KnownStopReason> {
    readonly type: Reason;
    /** The batch whose calls wait for approval; null: none waits. */
    readonly pending_batch_id: string | null;
    /** Those calls, in their original order. */
    readonly pending_call_ids: readonly string[];
  }

  /** What one word would hide (sections 2, 4 and 5). */
  interface Conditions {
    /** The session rests, and a tool that needs no approval may still be running. */
    readonly backgroundTools: boolean;
    /** Its status or stop reason is not known. */
    readonly busy: boolean;
    /** Since the last turn began, a tool ran although it was denied. */
    readonly deniedCallRan: boolean;
    /** What contradicts itself in the session, as a sentence; null: nothing. */
    readonly inconsistent: string | null;
  }

  /** What a client may do now (section 2): the state of each button, and its tooltip. */
  interface Actions {
    /** Send a plain message. */
    readonly message: Possible;
    /** Answer a call that waits for approval. */
    readonly approve: Possible;
    /** Stop the turn. */
    readonly interrupt: Possible;
    /** Attach files, which go with the next message. */
    readonly attach_files: Possible;
    /** End the session, and keep its history. */
    readonly archive: Possible;
    /** End the session, and forget it. */
    readonly delete: Possible;
    /** See what happened; not once the session is deleted. */
    readonly view_history: Possible<"session_deleted">;
    /** Go on in a new session, once this one is terminated. */
    readonly create_new: Possible<"session_not_terminated">;
  }

  /** Whether something may be done, told apart by `allowed`: it may not if it is refused, or would do nothing. */
  type Possible<Code extends string = DenialCode | NoopCode> =
    | { readonly allowed: true; readonly code: null; readonly message: null }
    | {
        readonly allowed: false;
        readonly code: Code;
        /** The code as a sentence for people. */
        readonly message: string;
      };

  /** Why a command is refused (sections 2, 3 and 5). */
  type DenialCode =
    /** There is no session yet. */
    | "no_session"
    /** There is another session already. */
    | "session_exists"
    /** The id is taken, by something with another content; or the call was reported as having run otherwise. */
    | "id_conflict"
    /** Nothing was submitted. */
    | "empty_request"
    /** The session is over. */
    | "session_terminated"
    /** A turn is running, or it is not known what the session is at. */
    | "session_busy"
    /** Tool calls wait for approval: answer them, or interrupt. */
    | "pending_tool_approval_unresolved"
    /** Nobody was asked for this answer, or not so; none of the request is taken. */
    | "invalid_tool_approval"
    /** The turn is over. */
    | "stale_turn"
    /** The turn has not begun. */
    | "unknown_turn"
    /** The batch before still waits for approvals. */
    | "batch_open"
    /** A later batch has taken its place. */
    | "stale_batch"
    /** The call was not handed out, or is none of the recorded batch. */
    | "call_not_released";

  /** Why there is nothing to do (sections 3 and 5). */
  type NoopCode =
    /** The same has happened already. */
    | "duplicate"
    /** No turn is running, and no tool call waits. */
    | "nothing_to_interrupt"
    /** Every call has its answer already; the first one stands, and the message says which it was. */
    | "already_decided"
    | "already_archived"
    | "already_deleted";
}
