// A server for the pages of the tests, which hears what they report.
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const folder = new URL("../../../tests/vectors/", import.meta.url);

/** The worlds of tests/vectors. */
export const vectors = readdirSync(folder).flatMap((name) => JSON.parse(readFileSync(new URL(name, folder))));

// What fails in a tab without anybody hearing of it, from the beginning on.
const heard = `
  globalThis.complaints = [];
  addEventListener("error", ({ message }) => complaints.push(message));
  addEventListener("unhandledrejection", ({ reason }) => complaints.push(String(reason)));`;
// A tab that hears nothing of what the others say.
const deaf = `
  Object.defineProperty(BroadcastChannel.prototype, "onmessage", { set() {} });
  BroadcastChannel.prototype.addEventListener = () => {};`;
const page = (script, module = "/page.js") => [
  "text/html",
  `<!doctype html><meta charset="utf-8"><title>store</title><script>${script}</script><script type="module" src="${module}"></script>`,
];
// The next version of the store: its database has one form more.
const next = {
  name: "next",
  setup({ onLoad }) {
    onLoad({ filter: /store.database\.js$/ }, ({ path }) => {
      const [before, after, ...more] = readFileSync(path, "utf8").split("\n];\n");
      if (after === undefined || more.length > 0) throw new Error(`no list of forms in ${path}`);
      const form = `(_db, tx) => tx.objectStore("rows").createIndex("label", "label"),`;
      return { contents: `${before}\n${form}\n];\n${after}` };
    });
  },
};

async function bundled(plugins = []) {
  const { outputFiles } = await esbuild.build({
    entryPoints: [fileURLToPath(new URL("page.js", import.meta.url))],
    alias: { countersign: fileURLToPath(new URL("../../index.js", import.meta.url)) },
    plugins,
    bundle: true,
    format: "esm",
    write: false,
    logLevel: "error",
  });
  return ["text/javascript", outputFiles[0].contents];
}

/** The pages, from a free port of this machine: `next` is of the next version. `onReport` gets what is posted. */
export async function served(onReport = () => {}) {
  const answers = {
    "/": page(heard),
    "/deaf": page(heard + deaf),
    "/page.js": await bundled(),
    "/next": page(heard, "/next.js"),
    "/next.js": await bundled([next]),
    "/vectors": ["application/json", JSON.stringify(vectors)],
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
