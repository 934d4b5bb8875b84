/**
 * One policy engine for AI-agent sessions: which commands are allowed and why not, what follows, and what to show.
 * Ready on import; compiled at the first call.
 *
 * @packageDocumentation
 */
export { delegated, type DelegatedLifecycle } from "./delegated.js";
export { CountersignError, type ErrorCode } from "./error.js";
export { type InteractiveLifecycle, interactive } from "./interactive.js";
export type * from "./lifecycle.js";
export { type ReversibleLifecycle, reversible } from "./reversible.js";

/** The lifecycles, by the name that their sessions carry. */
export type LifecycleName = "reversible" | "interactive" | "delegated";

/** The lifecycle that a value belongs to, be it a session or a vendor's payload, or a list whose first item is one; null if none. */
export declare function detect(value: unknown): LifecycleName | null;

/** The version of the package and of the engine in it. */
export declare const version: string;

/** What the rules decide, as a hash: two engines with the same decide alike, however their rules are worded. */
export declare const rulesHash: string;
