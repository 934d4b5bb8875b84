import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { delegated, detect, reversible } from "../index.js";

const folder = new URL("../samples/", import.meta.url);
const text = (file) => readFileSync(new URL(file, folder), "utf8");
const json = (file) => JSON.parse(text(file));
const index = json("index.json");
const lifecycles = { delegated, reversible };
/** As an operator judges it at the moment that it is meant for. */
const at = ({ now }) => ({ now: Date.parse(now), caller: "OPERATOR" });

const DISPLAYS = {
  delegated: ["pending", "initializing", "active", "completed", "failed", "declined", "revoked", "error"],
  reversible: [
    "rollback-failed",
    "rolling-back",
    "awaiting-approval",
    "reverted",
    "partially-reverted",
    "abandoned",
    "completed",
    "active",
  ],
};

/** `delegated-declined-ethical-objection` → Declined, "ethical-objection"; nothing for what holds more than one. */
function named({ file, lifecycle }) {
  const name = file.replace(/\.json$/, "");
  const display = DISPLAYS[lifecycle].find((display) => `${name}-`.startsWith(`${lifecycle}-${display}-`));
  return display && { display, detail: name.slice(lifecycle.length + display.length + 2) };
}

/** A session of ours, or a vendor's payload of one. */
function read(lifecycle, value) {
  const api = lifecycles[lifecycle];
  return value.lifecycle ? { session: api.parse(value), warnings: [] } : api.fromApi(value);
}

test("the index lists every sample, once and with its lifecycle", () => {
  const files = readdirSync(folder).filter((file) => file !== "index.json");
  assert.deepEqual(index.map(({ file }) => file).sort(), files.sort());
  assert.equal(new Set(index.map(({ title }) => title)).size, index.length);
  for (const { file, title, lifecycle, now, holds, beside } of index) {
    assert.ok(title.length > 10, file);
    assert.match(now, /^2026-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.equal(holds, file.endsWith(".ndjson") ? "commands" : beside ? "more" : "sessions");
    assert.equal(lifecycle, (beside ?? file).split("-")[0]);
    // `derive pkg/samples/{reversible,delegated}-*.json` takes sessions only.
    assert.equal(file.startsWith(lifecycle), holds !== "more", file);
  }
});

for (const sample of index) {
  const { file, lifecycle, holds } = sample;
  const api = lifecycles[lifecycle];
  const context = at(sample);
  const single = named(sample);
  if (single) {
    test(`${file} derives to what its name says`, () => {
      const value = json(file);
      assert.equal(detect(value), lifecycle);
      const { session, warnings } = read(lifecycle, value);
      const view = api.view(session, context);
      assert.equal(view.display.toLowerCase().replaceAll("_", "-"), single.display);
      assert.equal(view.conditions.inconsistent !== null, single.detail === "inconsistent");
      DETAILS[lifecycle](single.detail, { value, session, view, warnings: warnings.map(({ code }) => code) });
    });
  } else if (holds === "sessions") {
    test(`${file} is a list, of which every item can be read`, () => {
      assert.equal(detect(json(file)), lifecycle);
      const items = api.fromApiList(json(file));
      assert.ok(items.length > 3);
      for (const item of items) assert.equal(item.error, undefined);
      assert.ok(new Set(items.map(({ session }) => api.view(session, context).display)).size > 1);
    });
  } else if (holds === "more") {
    test(`${file} goes with ${sample.beside}, of which nothing is left to warn`, () => {
      const beside = index.find(({ file }) => file === sample.beside);
      assert.deepEqual([beside.lifecycle, beside.holds, beside.now], [lifecycle, "sessions", sample.now]);
      const { session, warnings } = api.fromApi(json(sample.beside), json(file));
      assert.deepEqual(warnings, []);
      const rows = api.approvals(session, context);
      assert.deepEqual(
        rows.map(({ status, expired }) => [status, expired]),
        [["PENDING", false]],
      );
      // One that has more in it than its summary shows.
      assert.equal(rows[0].payloadSummary.length, 200);
      assert.ok(api.offers(session, context).some(({ command, allowed }) => allowed && command.decision === "approve"));
    });
  } else {
    test(`${file} holds commands, some of them refused`, () => {
      const outcomes = [];
      let session = null;
      for (const line of text(file).trim().split("\n")) {
        const { command, now, caller } = JSON.parse(line);
        const decision = api.decide(session, command, { now: Date.parse(now), caller });
        outcomes.push(decision.outcome);
        session = decision.session ?? session;
      }
      assert.deepEqual([...new Set(outcomes)].sort(), ["allowed", "denied", "noop"]);
      assert.equal(api.view(session, context).terminal, true);
    });
  }
}

/** What the rest of a sample's name says, by lifecycle. */
const DETAILS = {
  delegated(detail, { session, view, warnings }) {
    assert.equal(view.conditions.awaitingReflect, detail === "awaiting-reflect");
    assert.equal(warnings.length > 0, ["awaiting-reflect", "incomplete"].includes(detail));
    if (session.phase === "Declined") assert.equal(session.outcome.reason, detail.replace("-", "_"));
    if (session.phase === "Revoked") assert.equal(session.outcome.source, detail);
  },

  reversible(detail, { value, session, view: { conditions }, warnings }) {
    const some = (holds) => session.actions.some(holds);
    const facts = {
      cleared: conditions.hasCleared && !conditions.hasUnconfirmed,
      unconfirmed: conditions.hasUnconfirmed === true,
      expired: conditions.hasExpired === true,
      gate: conditions.awaitingRollbackApproval === true,
      declined: some(({ undo }) => undo === "DECLINED"),
      acknowledged: some(({ acknowledged }) => acknowledged !== null),
      sandbox: session.sandbox,
      inconsistent: conditions.inconsistent !== null,
      payload: warnings.includes("approvals_unknown"),
      "display-differs": warnings.includes("display_status_differs"),
    };
    // What the name says, and nothing else.
    assert.deepEqual(
      Object.keys(facts).filter((fact) => facts[fact]),
      detail === "" ? [] : [detail],
    );
    assert.equal("data" in value, warnings.length > 0);
    assert.ok(session.actions.length > 1);
    for (const { loggedAt } of session.actions) assert.equal(new Date(loggedAt).getUTCFullYear(), 2026);
  },
};

test("every display status of every lifecycle has a sample, and every decline reason", () => {
  for (const [lifecycle, displays] of Object.entries(DISPLAYS)) {
    const shown = index.filter((sample) => sample.lifecycle === lifecycle).map((sample) => named(sample)?.display);
    assert.deepEqual(
      displays.filter((display) => !shown.includes(display)),
      [],
    );
  }
  const declined = index.map(({ file }) => file).filter((file) => file.startsWith("delegated-declined"));
  const reasons = new Set(declined.map((file) => read("delegated", json(file)).session.outcome.reason));
  assert.equal(reasons.size, 5);
});

test("a session of ours holds what commands can lead to, save the one that is inconsistent", () => {
  for (const sample of index.filter(({ file }) => file.startsWith("reversible-") && file.endsWith(".json"))) {
    const { file } = sample;
    const context = at(sample);
    const value = json(file);
    if (!value.lifecycle) continue;
    assert.deepEqual(reversible.parse(value), value, file);
    // From every one there is a way on, or it has ended.
    const { terminal } = reversible.view(value, context);
    const allowed = reversible.offers(value, context).some((offer) => offer.allowed);
    assert.ok(terminal || allowed, file);
  }
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
