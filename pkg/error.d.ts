import type { Denied } from "./lifecycle.js";

/** What kind of nonsense was found, or what became of the engine. */
export type ErrorCode =
  /** A wrong type, a missing field, a value outside its closed set, what JSON cannot hold. */
  | "invalid_input"
  /** The `type` of a command is none of the lifecycle's. */
  | "unknown_command"
  /** The `type` of an event is none of the lifecycle's. */
  | "unknown_event"
  /** The payload counts its actions and does not list them, so that nothing can be derived. */
  | "actions_unknown"
  /** The session has another form than this version reads. */
  | "unknown_schema"
  /** The `Live` was disposed of; open the session again. */
  | "disposed"
  /** `countersign/slim` was asked before `init` or `initSync`. */
  | "not_initialized"
  /** The runtime compiles no WebAssembly: a page whose Content-Security-Policy lacks `'wasm-unsafe-eval'`, or an edge platform. */
  | "compilation_blocked"
  /** The bytes are those of another version than the JavaScript around them. */
  | "engine_mismatch"
  /** The engine stopped in the middle of a call. A bug of ours; the next call starts a fresh one. */
  | "engine_trapped"
  /** The `Live` belonged to an engine that has stopped since; open the session again. */
  | "engine_restarted"
  /** `countersign/store`: the runtime has no storage, or lets nobody use it. */
  | "storage_unavailable"
  /** `countersign/store`: the browser gives no more room. Nothing was written. */
  | "quota_exceeded"
  /** `countersign/store`: the store was closed, or its database deleted; open it again. */
  | "store_closed"
  /** `countersign/store`: the database or the session is of a later version, and stays untouched. */
  | "version_too_new"
  /** `countersign/store`: what is stored, or was exported, contradicts itself. */
  | "corrupt_record";

/**
 * What is thrown for nonsense: input that is not what it says it is. Nothing has happened when it is thrown.
 * A refusal is no error: it is an answer, a {@link Denied}.
 */
export declare class CountersignError extends Error {
  constructor(code: ErrorCode, path: string, message: string, options?: { argument?: string; cause?: unknown });
  readonly name: "CountersignError";
  readonly code: ErrorCode;
  /** The argument of the call that it is in, by its name: `session`, `command`, `context`, …; empty where it is in none. */
  readonly argument: string;
  /** Where it is in that argument, as in `artifacts[3].id`; empty for the whole of it. */
  readonly path: string;
  /** What was found and what is accepted, as a sentence for a developer. */
  readonly message: string;
}
