// The same API without the bytes: whoever imports it brings them, and may stream, host or pin them.
import { compile, explained } from "./compile.js";
import { api } from "./engine.js";
import { CountersignError } from "./error.js";

export { rulesHash, version } from "./wasm/meta.js";

let module;
const slim = /* @__PURE__ */ api(() => {
  if (module) return module;
  throw new CountersignError(
    "not_initialized",
    "",
    'the engine has no bytes yet: call initSync(bytes or WebAssembly.Module) or await init(fetch("…/engine.wasm")) first',
  );
});

export { CountersignError };
export const { delegated, detect, interactive, reversible } = slim;

/** From a WebAssembly.Module or bytes. Once is enough: a second call changes nothing. */
export function initSync(source) {
  if (module) return;
  module = isA(source, "WebAssembly.Module") ? source : compile(source);
  try {
    // Here rather than at the first call, that somebody else's bytes are noticed by who brought them.
    slim.start();
  } catch (cause) {
    module = undefined;
    throw cause;
  }
}

/** From a URL, a Response (or the promise of one), a WebAssembly.Module or bytes. */
export async function init(source) {
  if (module) return;
  let given = await source;
  if (typeof given === "string" || isA(given, "URL")) given = await fetch(given);
  if (isA(given, "Response")) given = await received(given);
  initSync(given);
}

async function received(response) {
  if (!response.ok) {
    const message = `no engine at ${response.url || "that Response"}: HTTP status ${response.status}`;
    throw new CountersignError("invalid_input", "", message, { argument: "source" });
  }
  // Streaming insists on the media type, which not every server sends.
  const streams = response.headers.get("content-type") === "application/wasm";
  const bytes = streams ? undefined : await response.arrayBuffer();
  try {
    return await (bytes ? WebAssembly.compile(bytes) : WebAssembly.compileStreaming(response));
  } catch (cause) {
    throw explained(cause, bytes ?? response);
  }
}

// By name: `instanceof` is false for what another realm made.
function isA(value, name) {
  return Object.prototype.toString.call(value) === `[object ${name}]`;
}
