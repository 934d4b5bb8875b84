// A fresh project in which the packed tarball is installed, as anybody would, and what cells ask in it.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const root = fileURLToPath(new URL("../../..", import.meta.url));
const exec = promisify(execFile);

/** `ofNode` is what the package answers in Node here. */
export async function fresh() {
  const folder = mkdtempSync(join(tmpdir(), "countersign-"));
  const npm = (args, cwd) => exec("npm", args, { cwd });
  const packed = await npm(
    ["pack", "--json", "--foreground-scripts=false", "--pack-destination", folder],
    join(root, "pkg"),
  );
  const tarball = join(folder, JSON.parse(packed.stdout)[0].filename);
  const project = {
    folder,
    tarball,
    write(path, text) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    /** What a program prints as JSON. */
    async run(program, args, { cwd = ".", env } = {}) {
      const options = { cwd: join(folder, cwd), env: { ...process.env, ...env }, maxBuffer: 2 ** 26 };
      try {
        return JSON.parse((await exec(program, args, options)).stdout);
      } catch ({ message, stderr = "" }) {
        // A bundle is one line.
        throw new Error(`${message.slice(0, 300)}\n${stderr.slice(-1500)}`);
      }
    },
    /** Ends and removes what belongs to it, the last first. */
    beforeRemoval: [],
    async remove() {
      for (const close of project.beforeRemoval) await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  project.write("package.json", JSON.stringify({ name: "consumer", private: true, type: "module" }));
  await npm(["install", "--no-audit", "--no-fund", "--prefer-offline", tarball], folder);
  for (const name of ["cell.js", "digest.js"]) cpSync(join(root, "pkg/test", name), join(folder, name));
  project.write("vectors.js", `export const vectors = ${JSON.stringify(vectors)};`);
  project.write("given/node.js", asking());
  project.ofNode = await project.run(process.execPath, ["given/node.js"]);
  assertAnswers(project.ofNode);
  return project;
}

const vectors = readdirSync(join(root, "tests/vectors")).flatMap((name) =>
  JSON.parse(readFileSync(join(root, "tests/vectors", name))),
);

/** A module one folder below the project's that asks what every runtime is asked; `end` does something with `answer`. */
export function asking({ from = "countersign", start = "", end = "console.log(JSON.stringify(answer));" } = {}) {
  return `import * as api from "${from}";
import { run } from "../cell.js";
import { vectors } from "../vectors.js";
${start}
const answer = await run(api, vectors);
${end}
`;
}

/** Fails unless the decisions are those of native code, and every other answer is that of Node. */
export function assertAnswers(answers, ofNode = answers) {
  for (const both of Object.values(answers.decided)) {
    assert.deepEqual(
      both.map(({ outcome }) => outcome),
      ["allowed", "denied"],
    );
  }
  assert.deepEqual(
    answers.digests,
    vectors.map(({ digest }) => digest),
  );
  assert.equal(answers.reversible[1], "ACTIVE");
  assert.deepEqual(answers, ofNode);
}
