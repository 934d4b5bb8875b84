// npm start: everything that a fresh machine needs, the samples in the terminal, the page on localhost.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build, packages, wasmTarget } from "./setup.js";
import { root, run, step } from "./steps.js";

const { values } = parseArgs({ options: { port: { type: "string", default: "4173" } } });

await step("Packages", packages);
await step("WebAssembly compiler", wasmTarget);
await step("Build", build);

const samples = JSON.parse(readFileSync(join(root, "pkg/samples/index.json")));
const sessions = samples.filter(({ holds }) => holds === "sessions");
// Each is judged at the time that it is meant for.
for (const now of new Set(sessions.map((sample) => sample.now))) {
  const files = sessions.filter((sample) => sample.now === now).map(({ file }) => `pkg/samples/${file}`);
  await step(`countersign derive --now ${now} pkg/samples/…`, () => {
    // 1 says that some session is in a bad way, which some samples are.
    run("node", ["pkg/cli.js", "derive", "--now", now, ...files], { ok: [0, 1] });
  });
}

const { createServer } = await import("vite");
const server = await createServer({ root: join(root, "www"), server: { port: Number(values.port) } });
await server.listen();
server.printUrls();
