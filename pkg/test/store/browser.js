// Chromium, and a server for its pages that hears what they report.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { chromium } from "playwright-core";

const executablePath = "/usr/bin/chromium";
const quiet = ["background-networking", "component-update", "sync"].map((name) => `--disable-${name}`);
const args = ["--no-sandbox", "--no-first-run", ...quiet];

/** The page, from a free port of this machine. `onReport` gets what is posted. */
export async function served(onReport = () => {}) {
  const { outputFiles } = await esbuild.build({
    entryPoints: [fileURLToPath(new URL("page.js", import.meta.url))],
    alias: { countersign: fileURLToPath(new URL("../../index.js", import.meta.url)) },
    bundle: true,
    format: "esm",
    write: false,
    logLevel: "error",
  });
  const answers = {
    "/": [
      "text/html",
      `<!doctype html><meta charset="utf-8"><title>store</title><script type="module" src="/page.js"></script>`,
    ],
    "/page.js": ["text/javascript", outputFiles[0].contents],
  };
  const server = createServer(async (request, response) => {
    if (request.url === "/report") {
      const parts = [];
      try {
        for await (const part of request) parts.push(part);
      } catch {
        return; // Whoever told it is gone, in the middle of it.
      }
      onReport(JSON.parse(Buffer.concat(parts)));
      return response.writeHead(204).end();
    }
    const [type, body] = answers[request.url] ?? [];
    response.writeHead(body ? 200 : 404, { "content-type": type ?? "text/plain" }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${server.address().port}/`, close };
}

export const launch = () => chromium.launch({ executablePath, args });

/** A browser that keeps what is in the folder, and can be killed. */
export async function launchIn(profile) {
  // Whoever was killed here left the lock of the folder behind.
  const locks = readdirSync(profile).filter((name) => name.startsWith("Singleton"));
  for (const name of locks) rmSync(join(profile, name), { force: true });
  mend(profile);
  const own = ["--headless", "--remote-debugging-port=0", `--user-data-dir=${profile}`, "--disable-dev-shm-usage"];
  const child = spawn(executablePath, [...args, ...own, "about:blank"], {
    detached: true, // A group of its own: what belongs to it must go with it.
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exited = once(child, "exit");
  const kill = async () => {
    // The browser's process first and alone, as by a crash; then whatever it leaves.
    child.kill("SIGKILL");
    await exited;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // All were gone.
    }
  };
  let log = "";
  const lines = createInterface({ input: child.stderr });
  const endpoint = await new Promise((resolve, reject) => {
    lines.on("line", (line) => {
      log += `${line}\n`;
      const found = /DevTools listening on (ws:\S+)/.exec(line);
      if (found) resolve(found[1]);
    });
    child.once("exit", () => reject(new Error(`Chromium did not start:\n${log}`)));
  });
  // As it is for people: a tab that is not in front is hidden.
  const browser = await chromium.connectOverCDP(endpoint, { noDefaults: true });
  return { context: browser.contexts()[0], kill };
}

/**
 * Cuts off what was written of a record when the browser was killed in the middle of it, which nobody was promised. Chromium
 * itself writes on behind it; when it is started once more it finds the file corrupt and deletes all databases of the
 * page. That is so with bare IndexedDB as well, about once in a hundred times, and no matter of the store.
 */
function mend(profile) {
  const folder = join(profile, "Default/IndexedDB");
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!/\.leveldb\/(\d+\.log|MANIFEST-\d+)$/.test(name)) continue;
    const path = join(folder, name);
    const bytes = readFileSync(path);
    const end = wholeRecords(bytes);
    if (end < bytes.length) truncateSync(path, end);
  }
}

/** Where the last whole record of a file of LevelDB's ends: blocks of 32 KB, in them parts of records behind a header. */
function wholeRecords(bytes) {
  const [BLOCK, HEADER, WHOLE, LAST] = [32_768, 7, 1, 4];
  let end = 0;
  for (let at = 0; at + HEADER <= bytes.length; ) {
    const left = BLOCK - (at % BLOCK);
    const length = bytes.readUInt16LE(at + 4);
    const type = bytes[at + 6];
    if (left < HEADER) {
      at += left;
      continue;
    }
    at += HEADER + length;
    if (at > bytes.length || type === 0) break;
    if (type === WHOLE || type === LAST) end = at;
  }
  return end;
}
