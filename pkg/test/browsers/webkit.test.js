// In WebKitGTK: run by scripts/browsers.js.
import * as webkit from "../store/webkit.js";
import { shared } from "../store/shared.js";
import { browsing } from "../store/tabs.js";
import { decided } from "./decided.js";

const given = browsing(webkit);
decided(given);
shared(given);
