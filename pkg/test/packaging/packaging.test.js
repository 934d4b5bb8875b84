// The packed tarball, installed like anybody's, in each place that it must run in without configuration: the same answers.
import { after, before, describe, test } from "node:test";
import { cells } from "./cells/all.js";
import { assertAnswers, fresh } from "./project.js";
import { closeBrowser } from "./tools.js";

const table = [];
let project;

before(async () => {
  project = await fresh();
});

after(async () => {
  await closeBrowser();
  await project?.remove();
  const width = Math.max(...table.map(([name]) => name.length));
  for (const [name, ok, ms] of table) console.log(`${name.padEnd(width)} | ${ok ? "ok    " : "failed"} | ${ms} ms`);
});

describe("the packed package", { concurrency: 2 }, () => {
  for (const { name, slow, entry, slim } of cells) {
    if (slow && !process.env.COUNTERSIGN_FULL) continue;
    cell(name, entry);
    if (slim) cell(`${name}, slim`, slim);
  }
});

function cell(name, ask) {
  test(name, async () => {
    const start = performance.now();
    let ok = false;
    try {
      assertAnswers(await ask(project), project.ofNode);
      ok = true;
    } finally {
      table.push([name, ok, Math.round(performance.now() - start)]);
    }
  });
}
