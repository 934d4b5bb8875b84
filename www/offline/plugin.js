// Builds the worker that keeps the page, with the names of all that was built.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

const NAME = "offline.js";
const worker = readFileSync(new URL("worker.js", import.meta.url), "utf8");
const shown = new URL("../public/", import.meta.url);

/** Takes a built page off a port on which it is now written. */
const LEAVE = `
addEventListener("install", () => skipWaiting());
addEventListener("activate", async () => {
  for (const name of await caches.keys()) if (name.startsWith(registration.scope)) await caches.delete(name);
  await registration.unregister();
  for (const client of await clients.matchAll({ type: "window" })) client.navigate(client.url);
});
`;

export const offline = {
  name: "offline",
  generateBundle: {
    order: "post",
    handler(_options, bundle) {
      const hash = createHash("sha256");
      const files = readdirSync(shown);
      for (const file of files) hash.update(readFileSync(new URL(file, shown)));
      for (const [file, { code, source }] of Object.entries(bundle)) {
        hash.update(file).update(code ?? source);
        files.push(file === "index.html" ? "./" : file);
      }
      const build = JSON.stringify(hash.digest("hex").slice(0, 16));
      const source = `const BUILD = ${build};\nconst FILES = ${JSON.stringify(files)};\n${worker}`;
      this.emitFile({ type: "asset", fileName: NAME, source });
    },
  },
  configureServer({ middlewares }) {
    middlewares.use(`/${NAME}`, (_request, response) =>
      response.setHeader("content-type", "text/javascript").end(LEAVE),
    );
  },
};
