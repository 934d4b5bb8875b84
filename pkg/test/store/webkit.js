// WebKitGTK, by WebDriver and on a screen that nobody sees. Its driver drives one browser, and that one window at a time.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { started } from "./process.js";
import { answered, expression } from "./source.js";

export const name = "WebKitGTK";

const browser = fileURLToPath(new URL("webkit-browser.js", import.meta.url));
let screen;

/** Each context is a browser of its own, in a folder of its own. */
export async function launch() {
  const running = new Set();
  const begun = async () => {
    const profile = mkdtempSync(join(tmpdir(), "countersign-webkit-"));
    const one = await driven(profile);
    const end = async () => {
      running.delete(end);
      await one.kill();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    };
    running.add(end);
    return { ...one, end };
  };
  const { version, end } = await begun();
  await end();
  return {
    version,
    async context() {
      const { ask, end } = await begun();
      return of(ask, end);
    },
    async close() {
      for (const end of running) await end();
      await (await screen)?.kill();
    },
  };
}

/** A browser that keeps what is in the folder, and can be killed. */
export async function launchIn(profile) {
  const { ask, kill } = await driven(profile);
  return { context: of(ask, () => {}), kill };
}

async function driven(profile) {
  screen ??= started("Xvfb", ["-displayfd", "2", "-nolisten", "tcp"], /^(\d+)$/);
  const env = { DISPLAY: `:${(await screen).found[1]}` };
  const port = await freePort();
  const { kill } = await started("WebKitWebDriver", [`--port=${port}`], undefined, { env });
  const ask = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}/${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  for (let tries = 500; !(await ask("GET", "status").catch(() => false)); await wait(20)) {
    if (--tries === 0) throw new Error("WebKitWebDriver does not answer");
  }
  const options = { binary: "/usr/bin/gjs", args: ["-m", browser, profile] };
  const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": options } };
  const session = await ask("POST", "session", { capabilities });
  const inSession = (method, path, body) => ask(method, `session/${session.sessionId}/${path}`, body);
  return { version: session.capabilities.browserVersion, ask: inSession, kill };
}

/** Tabs that share their storage, each in a window of its own: none hides another. */
function of(ask, close) {
  let last = Promise.resolve();
  /** Asks a window, after all that was asked before. */
  const inWindow = (handle, ...asked) => {
    const done = last.then(async () => {
      await ask("POST", "window", { handle });
      return ask(...asked);
    });
    last = done.catch(() => {});
    return done;
  };
  const opened = () => {
    const done = last.then(() => ask("POST", "window/new", { type: "window" }));
    last = done.catch(() => {});
    return done;
  };
  let begun = 0;
  const context = {
    async tab(url) {
      const { handle } = await opened();
      await inWindow(handle, "POST", "url", { url });
      const evaluate = async (work, given) => {
        const args = [++begun, expression(work, given)];
        for (;;) {
          const found = await inWindow(handle, "POST", "execute/async", { script: BRIEFLY, args });
          if (found) return answered(found.json, found.failure);
        }
      };
      return { context, evaluate };
    },
    close,
  };
  return context;
}

// Begins what is asked, and waits for it only a little: meanwhile no other window could be driven.
const BRIEFLY = `
  const [number, source, tell] = arguments;
  const all = (globalThis.begun ??= new Map());
  if (!all.has(number)) {
    const failed = (error) => ({ failure: String(error) });
    all.set(number, (0, eval)(source).then((json) => ({ json }), failed));
  }
  const some = new Promise((resolve) => setTimeout(resolve, 20));
  Promise.race([all.get(number), some]).then((found) => {
    if (found) all.delete(number);
    tell(found ?? null);
  });`;

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}
