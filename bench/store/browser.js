// Chromium with a profile on disk, and a server for its page.
import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { chromium } from "playwright-core";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The page, from a free port of this machine, with more files; each is its media type and its content. */
export async function served(files) {
  const { outputFiles } = await esbuild.build({
    entryPoints: [here("page.js")],
    alias: { countersign: here("../../pkg/index.js") },
    bundle: true,
    format: "esm",
    write: false,
    logLevel: "error",
  });
  const answers = {
    "/": ["text/html", `<!doctype html><meta charset="utf-8"><script type="module" src="/page.js"></script>`],
    "/page.js": ["text/javascript", outputFiles[0].contents],
    ...files,
  };
  const server = createServer((request, response) => {
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

/** All its tabs are in front. Not a private window, whose databases are in memory only. */
export const launch = (profile) =>
  chromium.launchPersistentContext(profile, {
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--no-first-run", "--disable-background-networking"],
  });
