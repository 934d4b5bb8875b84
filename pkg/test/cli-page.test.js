// What the command line takes, the page takes as well.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "../../www/lifecycles.js";
import { delegated } from "../index.js";
import { file, objects, payload, run } from "./cli-run.js";
import * as reversible from "./lifecycles/reversible.js";

test("the page reads lists of sessions and of payloads, as the command line does", async () => {
  const stored = (uid) => delegated.fromApi(payload(uid)).session;
  const of = { ...reversible.payload(), id: "six" };
  const mixed = [
    stored("one"),
    payload("two"),
    stored("three"),
    { ...stored("four"), phase: 7 },
    payload("five", 7),
    of,
    reversible.asked,
    { ...of, actions: 7 },
    {},
  ];
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
      sessions.map(({ name, session }) => [name, session.uid ?? session.id]),
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

test("the page takes what is beside payloads, as the command line does", async () => {
  const waits = { status: "PENDING_APPROVAL", response: {} };
  const list = JSON.stringify(["one", "two"].map((id) => reversible.payload([{ ...waits, id }], { id })));
  const row = (id, more) => reversible.row({ approvalId: `ok-${id}`, actionId: id, sessionId: id, ...more });
  for (const rows of [
    [row("one"), row("two")],
    [row("one", { status: "ASKED" }), row("two")],
  ]) {
    const { sessions, errors } = open(list, JSON.stringify(rows));
    const more = file("rows.json", JSON.stringify(rows));
    const { stderr, ...out } = await run(["derive", "--json", "--more", more, "-"], { stdin: [list] });
    assert.deepEqual(
      sessions.map(({ session }) => [session.id, session.approvals[0].approvalId]),
      objects(out).map(({ id, approvals }) => [id, approvals[0].approvalId]),
    );
    assert.deepEqual(
      errors.map(({ path, isBeside }) => [path, isBeside]),
      stderr
        .split("\n")
        .filter(Boolean)
        .map((line) => [line.split(": ")[1], line.startsWith(more)]),
    );
  }
});
