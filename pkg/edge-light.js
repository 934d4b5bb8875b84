// Edge functions compile no bytes at run time either; `?module` is how their bundlers are asked for the module.
import { api } from "./engine.js";
import module from "./wasm/engine.wasm?module";

export { CountersignError } from "./error.js";
export { rulesHash, version } from "./wasm/meta.js";
export const { delegated, detect, interactive, reversible } = /* @__PURE__ */ api(() => module);
