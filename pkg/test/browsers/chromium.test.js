// In Chromium: run by scripts/browsers.js.
import * as chromium from "../store/chromium.js";
import { shared } from "../store/shared.js";
import { browsing } from "../store/tabs.js";
import { decided } from "./decided.js";

const given = browsing(chromium);
decided(given);
shared(given);
