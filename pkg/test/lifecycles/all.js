import { delegated } from "./delegated.js";
import { reversible } from "./reversible.js";

/** What tests of all lifecycles go through. */
export const lifecycles = [reversible, delegated];
