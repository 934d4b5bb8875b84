// In Firefox: run by scripts/browsers.js.
import * as firefox from "../store/firefox.js";
import { shared } from "../store/shared.js";
import { browsing } from "../store/tabs.js";
import { decided } from "./decided.js";

const given = browsing(firefox);
decided(given);
shared(given);
