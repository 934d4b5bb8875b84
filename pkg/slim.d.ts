/**
 * The same API without the engine's bytes: whoever imports it brings them, from `countersign/engine.wasm`, and may
 * stream, host or pin them. Every call before that throws `not_initialized`.
 *
 * @packageDocumentation
 */
export * from "./index.js";

/** Bytes of WebAssembly. */
export type Bytes = ArrayBuffer | ArrayBufferView;

/** `WebAssembly.Module`, where the environment's types know it. */
export type Module = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } }
  ? Module & object
  : never;

/** An interface of the host, where the environment's types know it. */
type Global<Name extends string> = typeof globalThis extends { [name in Name]: { prototype: infer Type } }
  ? Type
  : never;

/**
 * Starts the engine at once. A second call changes nothing.
 *
 * @throws `engine_mismatch` for the bytes of another version, `invalid_input` for what is no WebAssembly, such as the
 * HTML that a server gives for what it has not, `compilation_blocked` where nothing may be compiled.
 */
export declare function initSync(source: Module | Bytes): void;

/**
 * Starts the engine, streaming where it can: `await init(fetch("/engine.wasm"))`. A second call changes nothing.
 *
 * @param source A location or a `Response`, a module or bytes, or the promise of one.
 * @throws `engine_mismatch` for the bytes of another version, `invalid_input` for an HTTP status that is not OK and for
 * what is no WebAssembly, `compilation_blocked` where nothing may be compiled, and what `fetch` throws.
 */
export declare function init(source: InitSource | Promise<InitSource>): Promise<void>;

/** What {@link init} can start from. */
export type InitSource = string | Global<"URL"> | Global<"Response"> | Module | Bytes;
