// `countersign/slim` as a user writes it. Compiled, never run.
import type { delegated as ready } from "countersign";
import { CountersignError, delegated, init, initSync, interactive, reversible, rulesHash } from "countersign/slim";

declare const module: WebAssembly.Module;
initSync(module);
initSync(new Uint8Array());
initSync(new ArrayBuffer(8));
await init(fetch("/engine.wasm"));
await init(new URL("https://example.org/engine.wasm"));
await init("/engine.wasm");
await init(WebAssembly.compile(new Uint8Array()));

// @ts-expect-error a location is fetched, which takes time
initSync("/engine.wasm");
// @ts-expect-error bytes are not optional
initSync();
// @ts-expect-error a number is nothing to start from
await init(42);

// One API, whoever brings the bytes.
const same: typeof ready = delegated;
const session: delegated.Session = same.parse({});
delegated.view(session, { now: 0 });
interactive.view(interactive.parse({}), { now: 0 }) satisfies interactive.View;
reversible.displayStatus(reversible.parse({})) satisfies reversible.Display;
rulesHash satisfies string;
new CountersignError("disposed", "", "…") satisfies Error;
