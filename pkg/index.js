// The default entry: ready on import, compiled at the first call from bytes in the script itself.
import { compile } from "./compile.js";
import { api } from "./engine.js";
import { bytes } from "./inline.js";

export { CountersignError } from "./error.js";
export { rulesHash, version } from "./wasm/meta.js";

let module;
function load() {
  module ??= compile(bytes());
  return module;
}

export const { delegated, detect, interactive, reversible } = /* @__PURE__ */ api(load);
