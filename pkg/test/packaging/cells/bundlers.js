import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { asking } from "../project.js";
import { imported, version, versionHere } from "../tools.js";
import { opened, SHOWN, served } from "./page.js";

export const bundlers = [
  {
    name: "esbuild",
    version: () => versionHere("esbuild"),
    entry: async (project) => {
      await esbuilt(project, "esbuild");
      // Nothing of node_modules is needed any more.
      return project.run(process.execPath, ["esbuild/dist/main.js"]);
    },
    slim: async (project) => {
      const start = `import path from "countersign/engine.wasm"; await api.init(new URL(path, import.meta.url));`;
      await esbuilt(project, "esbuild-slim", { from: "countersign/slim", start, end: SHOWN }, { ".wasm": "file" });
      return shown(project, "esbuild-slim");
    },
  },
  {
    name: "Rollup, with `node-resolve`",
    version: () => version("rollup"),
    entry: (project) => rolled(project, "rollup"),
    slim: async (project) => {
      // It knows no assets: they are put beside the bundle.
      const start = `await api.init(new URL("engine.wasm", import.meta.url));`;
      return rolled(project, "rollup-slim", { from: "countersign/slim", start });
    },
  },
  {
    name: "webpack",
    version: () => version("webpack"),
    entry: (project) => packed(project, "webpack"),
    slim: (project) => {
      const start = `await api.init(new URL("countersign/engine.wasm", import.meta.url));`;
      return packed(project, "webpack-slim", { from: "countersign/slim", start });
    },
  },
];

async function esbuilt(project, folder, given, loader) {
  const { build } = await import("esbuild");
  project.write(`${folder}/main.js`, asking(given));
  await build({
    absWorkingDir: project.folder,
    entryPoints: [`${folder}/main.js`],
    outdir: `${folder}/dist`,
    bundle: true,
    format: "esm",
    loader,
    logLevel: "error",
  });
}

async function rolled(project, folder, given) {
  const [{ rollup }, resolve] = [
    await imported("rollup/dist/es/rollup.js"),
    await imported("@rollup/plugin-node-resolve/dist/es/index.js"),
  ];
  project.write(`${folder}/main.js`, asking({ ...given, end: SHOWN }));
  const bundle = await rollup({
    input: join(project.folder, folder, "main.js"),
    plugins: [resolve()],
    onLog: (_level, { message }) => {
      throw new Error(message);
    },
  });
  const to = join(project.folder, folder, "dist");
  await bundle.write({ dir: to, format: "es" });
  await bundle.close();
  if (given) copyFileSync(join(project.folder, "node_modules/countersign/wasm/engine.wasm"), join(to, "engine.wasm"));
  return shown(project, folder);
}

async function packed(project, folder, given) {
  const webpack = await imported("webpack/lib/index.js");
  project.write(`${folder}/main.js`, asking({ ...given, end: SHOWN }));
  const compiler = webpack({
    mode: "production",
    context: join(project.folder, folder),
    entry: "./main.js",
    output: { path: join(project.folder, folder, "dist") },
    // A bundle of this size is worth a warning, and here nothing but that is.
    performance: false,
  });
  const stats = await new Promise((resolve, reject) =>
    compiler.run((error, stats) => (error ? reject(error) : resolve(stats))),
  );
  await new Promise((resolve) => compiler.close(resolve));
  if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString({ colors: false }));
  return shown(project, folder);
}

async function shown(project, folder) {
  project.write(
    `${folder}/dist/index.html`,
    `<!doctype html><title>cell</title><script type="module" src="./main.js"></script>`,
  );
  return opened(await served(project, `${folder}/dist`));
}
