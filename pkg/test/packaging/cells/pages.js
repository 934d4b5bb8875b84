import { join } from "node:path";
import { asking } from "../project.js";
import { browser, versionHere } from "../tools.js";
import { opened, SHOWN, served } from "./page.js";

const ASSET = `import url from "countersign/engine.wasm?url"; await api.init(url);`;

export const pages = [
  {
    name: "Vite, dev",
    version: () => versionHere("vite"),
    entry: (project) => developed(project, "vite-dev"),
    slim: (project) => developed(project, "vite-dev-slim", { from: "countersign/slim", start: ASSET }),
  },
  {
    name: "Vite, build",
    version: () => versionHere("vite"),
    entry: (project) => built(project, "vite-build"),
    slim: (project) => built(project, "vite-build-slim", { from: "countersign/slim", start: ASSET }),
  },
  {
    name: '`<script type="module">`',
    version: async () => `Chromium ${(await browser()).version()}`,
    entry: (project) => plain(project, "page", { from: "/node_modules/countersign/index.js" }),
    slim: (project) =>
      plain(project, "page-slim", {
        from: "/node_modules/countersign/slim.js",
        start: `await api.init(fetch("/node_modules/countersign/wasm/engine.wasm"));`,
      }),
  },
];

function write(project, folder, given) {
  const html = `<!doctype html><title>cell</title><script type="module" src="./main.js"></script>`;
  project.write(`${folder}/index.html`, html);
  project.write(`${folder}/main.js`, asking({ ...given, end: SHOWN }));
}

async function plain(project, folder, given) {
  write(project, folder, given);
  return opened(await served(project, ".", { path: `${folder}/index.html` }));
}

async function developed(project, folder, given) {
  const { createServer } = await import("vite");
  write(project, folder, given);
  const server = await createServer({ ...viteIn(project, folder), server: { port: 0, host: "127.0.0.1" } });
  await server.listen();
  return opened({ url: server.resolvedUrls.local[0], close: () => server.close() });
}

async function built(project, folder, given) {
  const { build } = await import("vite");
  write(project, folder, given);
  await build({ ...viteIn(project, folder), build: { target: "es2022" } });
  return opened(await served(project, `${folder}/dist`));
}

function viteIn(project, folder) {
  return {
    root: join(project.folder, folder),
    cacheDir: join(project.folder, folder, ".vite"),
    configFile: false,
    logLevel: "error",
  };
}
