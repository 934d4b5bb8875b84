import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

/** The strictest policy that the package promises to work with. */
export const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Files over HTTP on a free port. */
export async function serve(folder, policy = POLICY) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    try {
      const body = await readFile(join(folder, path));
      response.writeHead(200, {
        "content-type": TYPES[extname(path)] ?? "application/octet-stream",
        "content-security-policy": policy,
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** `wrangler dev` in a folder. It needs a newer Node than the package does. */
export async function worker(node, wrangler, folder) {
  const inspector = await freePort();
  return started("wrangler dev", {
    program: node,
    args: (port) => [
      ...[wrangler, "dev", "--local", "--ip", "127.0.0.1", "--port", port, "--inspector-port", inspector],
      "--show-interactive-dev-session=false",
    ],
    cwd: folder,
    env: {
      ...process.env,
      CI: "true",
      CLOUDFLARE_CF_FETCH_ENABLED: "false",
      DO_NOT_TRACK: "1",
      WRANGLER_SEND_METRICS: "false",
      WRANGLER_SEND_ERROR_REPORTS: "false",
      // The banner asks the registry for a newer version.
      WRANGLER_HIDE_BANNER: "true",
      WRANGLER_NO_SKILLS_UPDATE_PROMPTS: "true",
      WRANGLER_REGISTRY_PATH: join(folder, ".wrangler/registry"),
      XDG_CONFIG_HOME: join(folder, ".config"),
    },
    ready: "Ready on",
  });
}

/** A server of somebody else's on a free port, once its output has `ready`. */
export async function started(name, { program, args, cwd, env, ready }) {
  const port = await freePort();
  // A group of its own: its children must go with it.
  const child = spawn(program, args(port), { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  child.stdout.on("data", (data) => (log += data));
  child.stderr.on("data", (data) => (log += data));
  const exited = once(child, "exit");
  const close = async () => {
    if (child.exitCode === null) process.kill(-child.pid, "SIGTERM");
    await exited;
  };

  const url = `http://127.0.0.1:${port}`;
  for (const end = Date.now() + 60_000; Date.now() < end && child.exitCode === null; ) {
    if (log.includes(ready)) return { url, close };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await close();
  throw new Error(`${name} did not start:\n${log}`);
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return String(port);
}
