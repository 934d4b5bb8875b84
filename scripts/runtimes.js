// npm run test:runtimes: the packed package in every place that it has to run in. `-- --write` puts the table into the README.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, chromium, packages, wasmTarget } from "./setup.js";
import { Failure, root, step, summary } from "./steps.js";

const README = join(root, "README.md");
const [BEGIN, END] = ["<!-- written by `npm run test:runtimes -- --write` -->", "<!-- until here -->"];

await step("Packages", packages);
await step("Other runtimes", () => {
  packages("pkg/test/runtimes");
  packages("pkg/test/runtimes/next");
});
await step("WebAssembly compiler", wasmTarget);
await step("Chromium", chromium);
await step("Build", build);

// Not above: this file is read before anything is installed.
const { cells } = await import("../pkg/test/packaging/cells/all.js");
const { assertAnswers, fresh } = await import("../pkg/test/packaging/project.js");
const { closeBrowser } = await import("../pkg/test/packaging/tools.js");

const rows = [];
await step("Fresh project", async () => {
  const project = await fresh();
  try {
    for (const cell of cells) rows.push(await row(cell, project));
  } finally {
    await closeBrowser();
    await project.remove();
  }
});
console.log(`\n${table().join("\n")}`);
await step("All runtimes", () => {
  const failed = rows.filter(({ results }) => results.includes("failed"));
  if (failed.length > 0) throw new Failure(`it does not run in ${failed.map(({ name }) => name).join(" and ")}`);
});
if (process.argv.includes("--write")) write();
summary();

async function row({ name, version, entry, slim }, project) {
  const result = async (ask) => {
    if (!ask) return "–";
    try {
      assertAnswers(await ask(project), project.ofNode);
      return "✓";
    } catch (error) {
      console.error(error);
      return "failed";
    }
  };
  const start = performance.now();
  const results = [await result(entry), await result(slim)];
  const its = await Promise.resolve()
    .then(version)
    .catch((error) => {
      console.error(error);
      results[0] = "failed";
      return "?";
    });
  console.log(`── ${name}: ${results.join(", ")} after ${Math.round(performance.now() - start)} ms`);
  return { name, version: its, results };
}

function table() {
  return [
    ["", "version", "`countersign`", "`countersign/slim`"],
    ["---", "---", "---", "---"],
    ...rows.map(({ name, version, results }) => [name, version, ...results]),
  ].map((cells) => `| ${cells.join(" | ")} |`);
}

function write() {
  const readme = readFileSync(README, "utf8");
  const [before, rest] = readme.split(`${BEGIN}\n`);
  if (rest === undefined) throw new Failure(`README.md has no place for the table: ${BEGIN}`);
  writeFileSync(README, `${before}${BEGIN}\n${table().join("\n")}\n${rest.slice(rest.indexOf(END))}`);
}
