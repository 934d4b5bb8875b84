// What holds of the store in every browser. A test asks for tabs, and drives them by what page.js makes global in them.
import { closed } from "./shared/closed.js";
import { moments } from "./shared/moments.js";
import { told } from "./shared/told.js";
import { updated } from "./shared/updated.js";
import { written } from "./shared/written.js";

/** The tests, for the browser of `browsing`. */
export function shared(given) {
  for (const tests of [written, told, closed, updated, moments]) tests(given);
}
