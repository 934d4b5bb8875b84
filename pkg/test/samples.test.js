import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { lifecycles } from "../cli/sessions.js";
import { delegated, detect } from "../index.js";

const folder = new URL("../samples/", import.meta.url);
const text = (file) => readFileSync(new URL(file, folder), "utf8");
const json = (file) => JSON.parse(text(file));
const index = json("index.json");
const context = { now: Date.parse("2026-03-02T10:00:00Z") };

// `delegated-declined-ethical-objection.json` → delegated, Declined, "ethical-objection"
const SINGLE = /^delegated-(pending|initializing|active|completed|failed|declined|revoked|error)(?:-(.+))?\.json$/;

test("the index lists every sample, once and with its lifecycle", () => {
  const files = readdirSync(folder).filter((file) => file !== "index.json");
  assert.deepEqual(index.map(({ file }) => file).sort(), files.sort());
  for (const { file, title, lifecycle, holds } of index) {
    assert.ok(title.length > 10, file);
    assert.equal(lifecycle, file.split("-")[0]);
    assert.equal(holds, file.endsWith(".ndjson") ? "commands" : "sessions");
  }
});

for (const { file, lifecycle, holds } of index) {
  const single = SINGLE.exec(file);
  if (single) {
    test(`${file} derives to what its name says`, () => {
      const [, phase, detail = ""] = single;
      const payload = json(file);
      assert.equal(detect(payload), lifecycle);
      const { session, warnings } = lifecycles[lifecycle].fromApi(payload);
      const view = lifecycles[lifecycle].view(session, context);
      assert.equal(view.display.toLowerCase(), phase);
      assert.equal(view.conditions.inconsistent !== null, detail === "inconsistent");
      assert.equal(view.conditions.awaitingReflect, detail === "awaiting-reflect");
      assert.equal(warnings.length > 0, ["awaiting-reflect", "incomplete"].includes(detail));
      if (phase === "declined") assert.equal(session.outcome.reason, detail.replace("-", "_"));
      if (phase === "revoked") assert.equal(session.outcome.source, detail);
    });
  } else if (holds === "sessions") {
    test(`${file} is a list, of which every item can be read`, () => {
      const items = lifecycles[lifecycle].fromApiList(json(file));
      assert.ok(items.length > 3);
      for (const item of items) assert.equal(item.error, undefined);
    });
  } else {
    test(`${file} holds commands, some of them refused`, () => {
      const { decide } = lifecycles[lifecycle];
      const outcomes = [];
      let session = null;
      for (const line of text(file).trim().split("\n")) {
        const { command, now, caller } = JSON.parse(line);
        const decision = decide(session, command, { now: Date.parse(now), caller });
        outcomes.push(decision.outcome);
        session = decision.session ?? session;
      }
      assert.deepEqual([...new Set(outcomes)].sort(), ["allowed", "denied", "noop"]);
      assert.equal(lifecycles[lifecycle].view(session, context).terminal, true);
    });
  }
}

test("every phase and every decline reason has a sample", () => {
  const sessions = index
    .filter(({ holds }) => holds === "sessions")
    .flatMap(({ file }) => delegated.fromApiList([json(file)].flatMap((value) => value.items ?? value)))
    .map(({ session }) => session);
  const phases = new Set(sessions.map(({ phase }) => phase));
  const reasons = new Set(sessions.map(({ outcome }) => outcome?.reason).filter(Boolean));
  assert.equal(phases.size, 8);
  assert.equal(reasons.size, 5);
});

test("the delegation's children hold no more than their parents", () => {
  const items = delegated.fromApiList(json("delegated-delegation.json"));
  const sessions = new Map(items.map(({ session }) => [session.uid, session]));
  const children = [...sessions.values()].filter(({ parentUid }) => parentUid !== null);
  assert.equal(children.length, 3);
  for (const child of children) {
    const parent = sessions.get(child.parentUid);
    for (const capability of child.authority) assert.ok(parent.authority.includes(capability), capability);
  }
});
