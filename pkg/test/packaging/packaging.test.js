// The packed tarball, installed like anybody's, in each place that it must run in without configuration: the same answers.
import { after, before, describe, test } from "node:test";
import { cells } from "./cells/all.js";
import { asking, assertAnswers, fresh } from "./project.js";
import { closeBrowser } from "./tools.js";

const table = [];
let project;
let ofNode;

before(async () => {
  project = await fresh();
  project.write("given/node.js", asking());
  ofNode = await project.run(process.execPath, ["given/node.js"]);
  assertAnswers(ofNode);
});

after(async () => {
  await closeBrowser();
  project?.remove();
  const width = Math.max(...table.map(([name]) => name.length));
  for (const [name, ok, ms] of table) console.log(`${name.padEnd(width)} | ${ok ? "ok    " : "failed"} | ${ms} ms`);
});

describe("the packed package", { concurrency: 2 }, () => {
  for (const { name, slow, entry, slim } of cells) {
    if (slow && !process.env.COUNTERSIGN_FULL) continue;
    cell(name, entry);
    cell(`${name}, slim`, slim);
  }
});

function cell(name, ask) {
  test(name, async () => {
    const start = performance.now();
    let ok = false;
    try {
      assertAnswers(await ask(project), ofNode);
      ok = true;
    } finally {
      table.push([name, ok, Math.round(performance.now() - start)]);
    }
  });
}
