// The engine's bytes from the text that xtask made of them, see `inline` in xtask/src/package.rs.
import { text } from "./wasm/inline.js";

export function bytes() {
  const value = new Uint8Array(128);
  for (let character = 32, next = 0; next < 91; character++) {
    if (character !== 34 && character !== 92) value[character] = next++;
  }
  // In place, and without a call for each character: this runs once and cold, where that is what takes the time.
  const bytes = new TextEncoder().encode(text);
  let to = 0;
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at];
    bytes[to++] = code < 125 ? value[code] : 91 * (code - 124) + value[bytes[++at]];
  }
  return bytes.subarray(0, to);
}
