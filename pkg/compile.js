// Compiling, and what it means when that fails.
import { CountersignError } from "./error.js";

export function compile(bytes) {
  try {
    return new WebAssembly.Module(bytes);
  } catch (cause) {
    throw explained(cause, bytes);
  }
}

/** What is wrong: the place, or what was to be compiled; not that a response broke off while it was read. */
export function explained(cause, source) {
  try {
    // A module with nothing in it. Where not even that compiles, nothing does.
    new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  } catch {
    return new CountersignError(
      "compilation_blocked",
      "",
      `WebAssembly may not be compiled here (${cause}): a page's Content-Security-Policy needs 'wasm-unsafe-eval' in script-src; at the edge, import countersign/engine.wasm and give that to initSync of countersign/slim`,
      { cause },
    );
  }
  const isWrong = cause instanceof WebAssembly.CompileError || (cause instanceof TypeError && !source?.bodyUsed);
  if (!isWrong) return cause;
  const start = () => JSON.stringify(new TextDecoder().decode(source).slice(0, 4));
  const found =
    ArrayBuffer.isView(source) || Object.prototype.toString.call(source) === "[object ArrayBuffer]"
      ? `${source.byteLength} bytes that begin with ${start()}`
      : Object.prototype.toString.call(source);
  const message = `found ${found}, expected WebAssembly (${cause.message})`;
  return new CountersignError("invalid_input", "", message, { argument: "source", cause });
}
