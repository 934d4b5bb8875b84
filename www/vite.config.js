// The dashboard: served while it is written by npm start, and built into www/dist.
import { defineConfig } from "vite";
import { diagrams } from "./diagrams.js";
import { displayRules } from "./display.js";
import { offline } from "./offline/plugin.js";

// Nothing from anywhere else, and nothing but WebAssembly that is compiled.
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

/** A built page says itself what it may do; Vite's own scripts, while it is written, could not follow it. */
const strict = {
  name: "content-security-policy",
  apply: "build",
  transformIndexHtml: () => [
    { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: policy }, injectTo: "head-prepend" },
  ],
};

const SHARED = "?shared";
let isServed = false;

/** `?shared`: the address of a worker that is built with the page and shares its chunks, lest there are two engines. */
const workers = {
  name: "shared-workers",
  configResolved({ command }) {
    isServed = command === "serve";
  },
  load(id) {
    if (!id.endsWith(SHARED)) return;
    const file = id.slice(0, -SHARED.length);
    if (isServed) return `export default ${JSON.stringify(file.slice(import.meta.dirname.length))};`;
    return `export default import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: "chunk", id: file })};`;
  },
};

export default defineConfig({
  base: "./",
  plugins: [strict, diagrams, displayRules, workers, offline],
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});
