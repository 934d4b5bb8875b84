import { bundlers } from "./bundlers.js";
import { next } from "./next.js";
import { pages } from "./pages.js";
import { runtimes } from "./runtimes.js";

// Where the package has to run without configuration. A cell gives what the entry, and `countersign/slim` by the engine
// that it loads itself, answer there. What is `slow` is no part of `npm test`.
export const cells = [...runtimes, ...bundlers, ...pages, ...next];
