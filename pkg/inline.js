import { base64 } from "./wasm/inline.js";

/** The engine's bytes. */
export function bytes() {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
