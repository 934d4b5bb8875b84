// Workers compile no bytes at run time: the module is part of the deployment.
import { api } from "./engine.js";
import module from "./wasm/engine.wasm";

export { CountersignError } from "./error.js";
export { rulesHash, version } from "./wasm/meta.js";
export const { delegated, detect, interactive, reversible } = /* @__PURE__ */ api(() => module);
