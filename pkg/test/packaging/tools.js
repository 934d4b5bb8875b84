// What the cells run in and are built with. All of it is loaded when it is first asked for: whoever only wants to know
// which cells there are needs nothing installed.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./project.js";

const folder = join(root, "pkg/test/runtimes/node_modules");

/** A package of pkg/test/runtimes, by the file to import. */
export async function imported(path) {
  const module = await import(pathToFileURL(join(folder, path)));
  return module.default ?? module;
}

export function version(name, from = folder) {
  return JSON.parse(readFileSync(join(from, name, "package.json"), "utf8")).version;
}

export const versionHere = (name) => version(name, join(root, "node_modules"));

/** The binary of this machine's kind: nobody's install script has to put it where the package has its command. */
const binary = (...paths) => {
  const found = paths.map((path) => join(folder, path)).find(existsSync);
  if (!found) throw new Error(`none of ${paths.join(", ")} is installed in pkg/test/runtimes`);
  return found;
};
const each = (path) => ["linux-x64", "linux-arm64", "darwin-arm64"].map(path);
const nodes = each((kind) => `node-${kind.replace("darwin", "bin-darwin")}`);

export const node24 = () => binary(...nodes.map((name) => `${name}/bin/node`));
export const versionOfNode24 = () => version(nodes.find((name) => existsSync(join(folder, name))));
export const deno = () => binary(...each((kind) => `@deno/${kind.replace(/^linux.*/, "$&-glibc")}/deno`));
export const bun = () => binary(...each((kind) => `@oven/bun-${kind.replace("arm64", "aarch64")}/bin/bun`));
export const wrangler = () => join(folder, "wrangler/bin/wrangler.js");
export const browser = () => {
  started ??= launch();
  return started;
};

let started;
async function launch() {
  const { launched } = await import("../store/chromium.js");
  return launched();
}

export async function closeBrowser() {
  await (await started)?.close();
  started = undefined;
}
