// Compiling, and what it means when that fails.
import { CountersignError } from "./error.js";

/** Whatever fails is told as what it is, if it is not the bytes that are wrong. */
export function compile(bytes) {
  try {
    return new WebAssembly.Module(bytes);
  } catch (cause) {
    throw explained(cause);
  }
}

export function explained(cause) {
  try {
    // A module with nothing in it. Where not even that compiles, nothing does.
    new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
    return cause;
  } catch {
    return new CountersignError(
      "compilation_blocked",
      "",
      `WebAssembly may not be compiled here (${cause}): a page's Content-Security-Policy needs 'wasm-unsafe-eval' in script-src; at the edge, import countersign/engine.wasm and give that to initSync of countersign/slim`,
      { cause },
    );
  }
}
