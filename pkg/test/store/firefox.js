// Firefox, by WebDriver BiDi, which it speaks itself: the driver of its older protocol is not in Debian.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { started } from "./process.js";
import { answered, expression } from "./source.js";

export const name = "Firefox";

// Nothing is asked of anybody outside, and nothing comes back from before a crash.
const prefs = {
  "browser.sessionstore.resume_from_crash": false,
  "toolkit.startup.max_resumed_crashes": -1,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,",
};

export async function launch() {
  const profile = mkdtempSync(join(tmpdir(), "countersign-firefox-"));
  const { version, ask, kill } = await launched(profile);
  return {
    version,
    async context() {
      const { userContext } = await ask("browser.createUserContext");
      return of(ask, { userContext }, () => ask("browser.removeUserContext", { userContext }));
    },
    async close() {
      await kill();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A browser that keeps what is in the folder, and can be killed. */
export async function launchIn(profile) {
  const { ask, kill } = await launched(profile);
  return { context: of(ask, {}, () => {}), kill };
}

async function launched(profile) {
  const lines = Object.entries(prefs).map((pref) => `user_pref(${pref.map((part) => JSON.stringify(part)).join()});\n`);
  writeFileSync(join(profile, "user.js"), lines.join(""));
  const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"];
  const { found, kill } = await started("/usr/bin/firefox-esr", args, /WebDriver BiDi listening on (ws:\S+)/);
  const ask = await asking(`${found[1]}/session`);
  const { capabilities } = await ask("session.new", { capabilities: {} });
  return { version: capabilities.browserVersion, ask, kill };
}

/** Sends commands; each is answered in its own time. */
async function asking(url) {
  // Node 20 has it only if told, see scripts/browsers.js.
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`no connection to ${url}`));
  });
  const waiting = new Map();
  let last = 0;
  socket.onmessage = ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(data);
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (type === "success") resolve?.(result);
    else reject?.(new Error(`${error}: ${message}`));
  };
  socket.onclose = () => {
    for (const { reject } of waiting.values()) reject(new Error("Firefox is gone"));
    waiting.clear();
  };
  return (method, params = {}) =>
    new Promise((resolve, reject) => {
      if (socket.readyState !== WebSocket.OPEN) return reject(new Error("Firefox is gone"));
      const id = ++last;
      waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ id, method, params }));
    });
}

/** Tabs that share their storage, each in a window of its own: none hides another. */
function of(ask, among, close) {
  const context = {
    async tab(url) {
      const { context: target } = await ask("browsingContext.create", { type: "window", ...among });
      await ask("browsingContext.navigate", { context: target, url, wait: "complete" });
      const evaluate = async (work, given) => {
        const { result, exceptionDetails } = await ask("script.evaluate", {
          expression: expression(work, given),
          awaitPromise: true,
          target: { context: target },
        });
        return answered(result?.value, exceptionDetails?.text);
      };
      return { context, evaluate };
    },
    close,
  };
  return context;
}
