import { delegated } from "./delegated.js";
import { interactive } from "./interactive.js";
import { reversible } from "./reversible.js";

/** What tests of all lifecycles go through. */
export const lifecycles = [reversible, interactive, delegated];
