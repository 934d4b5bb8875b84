import { asking } from "../project.js";
import { worker } from "../servers.js";
import { bun, deno, node24, version, versionOfNode24, wrangler } from "../tools.js";

const ENTRY = asking();
const SLIM = asking({
  from: "countersign/slim",
  start: `import { readFileSync } from "node:fs";
          api.initSync(readFileSync(new URL(import.meta.resolve("countersign/engine.wasm"))));`,
});
const required = (from, start = "") => `
  const api = require("${from}");
  ${start}
  const { run } = require("../cell.js");
  const { vectors } = require("../vectors.js");
  run(api, vectors).then((answer) => console.log(JSON.stringify(answer)));`;

/** A script for the entry and one for slim, run by a program. */
function script(folder, program, { args = [], forSlim = args, env, entry = ENTRY, slim = SLIM, file = "js" } = {}) {
  const ran = (name, source, args) => (project) => {
    project.write(`${folder}/${name}.${file}`, source);
    return project.run(program(), [...args, `${folder}/${name}.${file}`], { env: env?.(project.folder) });
  };
  return { entry: ran("entry", entry, args), slim: ran("slim", slim, forSlim) };
}

export const runtimes = [
  { name: "Node", version: () => process.versions.node, ...script("node", () => process.execPath) },
  { name: "Node 24", version: versionOfNode24, ...script("node-24", node24) },
  {
    name: "Node, by `require()`",
    version: () => process.versions.node,
    ...script("required", () => process.execPath, {
      entry: required("countersign"),
      slim: required(
        "countersign/slim",
        `api.initSync(require("node:fs").readFileSync(require.resolve("countersign/engine.wasm")));`,
      ),
      file: "cjs",
    }),
  },
  {
    name: "Deno",
    version: () => version("deno"),
    // It is permitted nothing; to read a file one has to be.
    ...script("deno", deno, {
      args: ["run", "--no-prompt"],
      forSlim: ["run", "--no-prompt", "--allow-read"],
      env: (folder) => ({ DENO_DIR: `${folder}/.deno`, DENO_NO_UPDATE_CHECK: "1" }),
    }),
  },
  {
    name: "Bun",
    version: () => version("bun"),
    ...script("bun", bun, { args: ["run", "--no-install"], env: () => ({ DO_NOT_TRACK: "1" }) }),
  },
  {
    name: "workerd, by `wrangler dev`",
    version: () => version("workerd"),
    entry: (project) => working(project, "worker", { from: "countersign" }),
    slim: (project) =>
      working(project, "worker-slim", {
        from: "countersign/slim",
        start: `import module from "countersign/engine.wasm"; api.initSync(module);`,
      }),
  },
];

async function working(project, folder, { from, start = "" }) {
  project.write(
    `${folder}/wrangler.json`,
    JSON.stringify({ name: "cell", main: "worker.js", compatibility_date: "2025-11-01" }),
  );
  project.write(
    `${folder}/worker.js`,
    `import * as api from "${from}";
     import { run } from "../cell.js";
     import { vectors } from "../vectors.js";
     ${start}
     export default { fetch: async () => Response.json(await run(api, vectors)) };`,
  );
  const running = await worker(node24(), wrangler(), `${project.folder}/${folder}`);
  try {
    return await (await fetch(running.url)).json();
  } finally {
    await running.close();
  }
}
