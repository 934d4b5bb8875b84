// What a vendor keeps beside its payloads, brought by `--more`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { file, objects, run } from "./cli-run.js";
import { HOUR, NOW, payload, row } from "./lifecycles/reversible.js";

const at = ["--now", String(NOW + HOUR)];
const written = (name, value) => file(`${name}.json`, JSON.stringify(value));

/** A session that waits for one approval, and that approval. */
const session = (id, more) =>
  payload([{ id: `${id}-1`, sessionId: id, status: "PENDING_APPROVAL", response: {} }], { id, ...more });
const approval = (id, more) => row({ approvalId: `ok-${id}`, actionId: `${id}-1`, sessionId: id, ...more });
const soon = { timeoutAt: "2026-01-01T01:00:00Z" };
const one = written("one", session("one"));

test("without its approvals a payload says that they are not known", async () => {
  const { stdout } = await run(["explain", one, ...at]);
  assert.match(stdout, /^hasExpired +not known$/m);
  assert.match(stdout, /^the approvals are not known; `--more FILE` can bring them$/m);
  assert.equal(objects(await run(["derive", "--json", one]))[0].approvals, null);
  const said = /; the approvals are not known; `--more FILE` can bring them; warning: /;
  assert.match((await run(["derive", one])).lines[1], said);
  assert.doesNotMatch((await run(["derive", one, "--more", written("none", [])])).stdout, /not known/);
});

test("--more brings the approvals of many payloads, in a list or in lines", async () => {
  const rows = [approval("one", soon), approval("two"), approval("elsewhere")];
  const more = file("approvals.json", JSON.stringify({ data: rows, error: null }, null, 2));
  const both = [session("one"), session("two")];
  const lines = file("lines.ndjson", both.map((it) => JSON.stringify(it)).join("\n"));
  for (const path of [written("list", { data: both }), lines]) {
    const { stderr, ...out } = await run(["derive", "--json", path, "--more", more, ...at]);
    assert.equal(stderr, "");
    assert.deepEqual(
      objects(out).map(({ id, approvals }) => [id, ...approvals.flatMap((it) => [it.approvalId, it.expired])]),
      [
        ["one", "ok-one", true],
        ["two", "ok-two", false],
      ],
    );
  }
});

test("--more brings them to explain, from stdin as well, and to the session that a replay begins with", async () => {
  const rows = JSON.stringify([approval("one", soon)]);
  const piped = await run(["explain", one, "--more", "-", ...at], { stdin: [rows] });
  assert.match(piped.stdout, /^ok-one +PENDING, expired +AFTER_EXECUTION of one-1 stripe\.refunds\.create, /m);
  const argv = ["replay", "--session", one, "--more", file("rows.json", rows), ...at];
  const { stdout } = await run(argv, { stdin: ['{"type":"tick"}'] });
  assert.match(stdout, /^1 +allowed +tick .*approval_resolved ok-one REJECTED TIMEOUT timeout, /m);
});

test("what a row does not tell is said not to be known", async () => {
  const silent = { id: "four", actions: [{ ...session("four").actions[0], response: null }] };
  const path = written("silent", { ...session("four"), ...silent });
  const { lines } = await run(["derive", path, "--more", written("rows", [approval("four")])]);
  assert.match(
    lines[1],
    /; approval ok-four: \(purpose not known\) of four-1 stripe\.refunds\.create, without a limit; /,
  );
});

test("sessions of ours, and payloads of a lifecycle without them, take nothing from --more", async () => {
  const stdin = ['{"kind":"AgentSession","metadata":{"uid":"u"},"status":{"phase":"Active"}}'];
  const plain = await run(["derive", "-"], { stdin });
  assert.deepEqual(await run(["derive", "-", "--more", written("none", [])], { stdin }), plain);
});

test("a mistake in what --more brings is named there, once, and loses no other session", async () => {
  const list = written("list", [session("one"), session("two"), session("three", { actions: null })]);
  const more = file("bad.json", JSON.stringify([approval("one"), approval("two", { status: "ASKED" })], null, 1));
  const { code, stderr, ...out } = await run(["derive", "--json", list, "--more", more]);
  assert.equal(code, 2);
  assert.deepEqual(
    objects(out).map(({ id }) => id),
    ["one"],
  );
  const [mistake, payloads] = stderr.trimEnd().split("\n");
  assert.match(mistake, new RegExp(`^${more}:22: \\[1\\].status: .* is "ASKED", expected one of \`PENDING\``));
  assert.match(payloads, new RegExp(`^${list}:1: \\[2\\].actions: `));
  const seven = await run(["derive", list, "--more", file("seven.json", "7")]);
  assert.match(seven.stderr, /^\S+seven\.json:1: `more` is 7, expected the rows .*\n\S+list\.json:1: \[2\]/);
});

test("--more is one document, beside something", async () => {
  for (const [argv, said] of [
    [["derive", one, "--more", file("two.ndjson", "[]\n[]")], /two\.ndjson holds 2 JSON values, --more takes one/],
    [["derive", one, "--more", file("none.ndjson", "")], /none\.ndjson holds 0 JSON values, --more takes one/],
    [["derive", "--more", "-"], /stdin cannot be both/],
    [["replay", "--session", "-", "log", "--more", "-"], /stdin cannot be both/],
    [["replay", "log", "--more", one], /--more is beside a payload that `--session FILE` names/],
    [["explain", one, "--more", "missing.json"], /missing\.json: there is no such file/],
  ]) {
    const { code, stdout, stderr } = await run(argv);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, said);
  }
});
