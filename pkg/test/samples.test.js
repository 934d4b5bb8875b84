import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { delegated, detect, interactive, reversible } from "../index.js";

const folder = new URL("../samples/", import.meta.url);
const text = (file) => readFileSync(new URL(file, folder), "utf8");
const json = (file) => JSON.parse(text(file));
const index = json("index.json");
const lifecycles = { delegated, interactive, reversible };
/** As an operator judges it at the moment that it is meant for. */
const at = ({ now }) => ({ now: Date.parse(now), caller: "OPERATOR" });

const DISPLAYS = {
  interactive: ["idle", "requires-action", "running", "terminated", "unknown"],
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
    // `derive pkg/samples/{reversible,interactive,delegated}-*.json` takes sessions only.
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
      BESIDE[lifecycle](session, warnings, context);
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

/** What is beside a payload tells what it leaves open, by lifecycle. */
const BESIDE = {
  reversible(session, warnings, context) {
    assert.deepEqual(warnings, []);
    const rows = reversible.approvals(session, context);
    assert.deepEqual(
      rows.map(({ status, expired }) => [status, expired]),
      [["PENDING", false]],
    );
    // One that has more in it than its summary shows.
    assert.equal(rows[0].payloadSummary.length, 200);
    const offers = reversible.offers(session, context);
    assert.ok(offers.some(({ command, allowed }) => allowed && command.decision === "approve"));
  },

  interactive(session, warnings, context) {
    // Nothing of the vendor's tells these.
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ["policies_unknown"],
    );
    const { calls } = session.batch;
    assert.ok(calls.every(({ name, arguments: given }) => name !== "" && given !== null));
    assert.deepEqual([...new Set(calls.map(({ decision }) => decision))], ["allow", null]);
    assert.equal(interactive.outstanding(session).length, 2);
    assert.equal(interactive.view(session, context).conditions.inconsistent, null);
  },
};

/** What the rest of a sample's name says, by lifecycle. */
const DETAILS = {
  delegated(detail, { session, view, warnings }) {
    assert.equal(view.conditions.awaitingReflect, detail === "awaiting-reflect");
    assert.equal(warnings.length > 0, ["awaiting-reflect", "incomplete"].includes(detail));
    if (session.phase === "Declined") assert.equal(session.outcome.reason, detail.replace("-", "_"));
    if (session.phase === "Revoked") assert.equal(session.outcome.source, detail);
  },

  interactive(detail, { session, view: { display, conditions, stopReason }, warnings }) {
    const calls = session.batch?.calls ?? [];
    const waits = display === "requires_action";
    const facts = {
      new: session.turn === 0,
      "retries-exhausted": session.stopReason === "retries_exhausted",
      partial: waits && calls.some(({ decision }) => decision !== null),
      background: conditions.backgroundTools,
      // A call with the id of one of an earlier batch, whose calls are no longer recorded.
      recurring: session.pastBatchIds.length > 0,
      constructor: calls.some(({ name }) => name in {}),
      inconsistent: conditions.inconsistent !== null,
      decided: !waits && !conditions.deniedCallRan && calls.some(({ decision }) => decision !== null),
      "denied-call-ran": conditions.deniedCallRan,
      rescheduling: session.status === "rescheduling",
      ...Object.fromEntries(["archived", "deleted", "error"].map((by) => [by, session.terminatedBy === by])),
      payload: warnings.includes("request_unknown"),
    };
    // What the name says, and nothing else.
    assert.deepEqual(
      Object.keys(facts).filter((fact) => facts[fact]),
      detail === "" ? [] : [detail],
    );
    assert.equal(waits && conditions.inconsistent === null, stopReason?.pending_call_ids?.length > 0);
    assert.equal(new Date(session.createdAt).getUTCFullYear(), 2026);
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
  for (const sample of index.filter(({ holds }) => holds === "sessions")) {
    const { file } = sample;
    const context = at(sample);
    const value = json(file);
    if (!value.lifecycle) continue;
    const api = lifecycles[value.lifecycle];
    assert.deepEqual(api.parse(value), value, file);
    // From every one there is a way on, or it has ended.
    const { terminal } = api.view(value, context);
    const allowed = api.offers(value, context).some((offer) => offer.allowed);
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
