// What the command line takes, the page takes as well.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "../../www/lifecycles.js";
import { delegated } from "../index.js";
import { objects, payload, run } from "./cli-run.js";

test("the page reads lists of sessions and of payloads, as the command line does", async () => {
  const stored = (uid) => delegated.fromApi(payload(uid)).session;
  const mixed = [stored("one"), payload("two"), stored("three"), { ...stored("four"), phase: 7 }, payload("five", 7)];
  for (const [value, path] of [
    [mixed, ""],
    [mixed.toReversed(), ""],
    [{ items: mixed }, "items"],
    [{ data: mixed }, "data"],
    [[stored("alone")], ""],
  ]) {
    const text = JSON.stringify(value);
    const { sessions, errors } = open(text);
    const { stderr, ...out } = await run(["derive", "--json"], { stdin: [text] });
    assert.deepEqual(
      sessions.map(({ name, session }) => [name, session.uid]),
      objects(out).map(({ lifecycle, id }) => [lifecycle, id]),
    );
    const complaints = stderr.split("\n").filter(Boolean);
    assert.deepEqual(
      errors.map((error) => error.path),
      complaints.map((line) => line.split(": ")[1]),
    );
    for (const error of errors) assert.ok(error.path.startsWith(`${path}[`), error.path);
  }
});

test("what names a lifecycle that the page does not know is no session of its", () => {
  const session = delegated.fromApi(payload("one")).session;
  for (const lifecycle of ["constructor", "unknown", 7, null]) {
    const { sessions, errors } = open(JSON.stringify([session, { ...session, lifecycle }]));
    assert.equal(sessions.length, 1);
    assert.equal(errors[0].path, "[1].lifecycle");
  }
});
