// What the forms learn of a command's fields by asking the engine.
import assert from "node:assert/strict";
import { test } from "node:test";
import { reversible } from "countersign";
import * as interactive from "../../pkg/test/lifecycles/interactive.js";
import * as given from "../../pkg/test/lifecycles/reversible.js";
import { walk } from "../../pkg/test/lifecycles/walk.js";
import { ask } from "../ask.js";
import { known } from "../lifecycles.js";

const { operator } = given;

/** The form of the first offer whose command is like that. */
function formFor({ name, api }, session, isMeant) {
  const { command, needs } = api.offers(session, operator).find(({ command }) => isMeant(command));
  return ask(api, session, command, operator, { needs, ...known(name, command) });
}

const formOf = (session, type) => formFor(given.reversible, session, (command) => command.type === type);

const field = ({ fields }, path) => all(fields).find((field) => field.path === path);
const all = (fields) => fields.flatMap((field) => [field, ...all(field.fields)]);
const names = ({ fields }) => fields.map(({ path, kind, optional }) => `${path} ${kind}${optional ? "?" : ""}`);

test("what a command needs becomes fields, with the values of a closed set", () => {
  assert.deepEqual(names(formOf(given.asked, "resolve_approval")), ["resolvedBy text", "reason text?"]);
  assert.deepEqual(names(formOf(given.halted, "acknowledge_undo")), ["resolvedBy text", "note text"]);
  assert.deepEqual(names(formOf(given.cleared, "withdraw_clearance")), ["resolvedBy text", "reason text"]);
  const report = formOf(given.undoing, "report_undo");
  assert.deepEqual(names(report), ["idempotencyKey text", "result choice", "error json?"]);
  assert.deepEqual(field(report, "result").values, ["SUCCEEDED", "FAILED"]);
});

test("an action has its fields inside, true and false among them", () => {
  const form = formOf(given.created, "log_action");
  assert.deepEqual(field(form, "action.operationType").values, ["CREATE", "UPDATE", "DELETE"]);
  assert.deepEqual(field(form, "action.compensation.requireApproval").values, [false, true]);
  // What matters is for people to choose.
  for (const path of ["operationType", "compensation.kind", "compensation.requireApproval", "status"]) {
    assert.equal(field(form, `action.${path}`).prefill, undefined, path);
  }
  assert.equal(field(form, "action.payload").optional, true);
});

test("what only one choice asks for goes with that choice, without what the engine then refuses", () => {
  const form = formOf(given.created, "log_action");
  const pending = { path: "action.status", values: ["PENDING_APPROVAL"] };
  const purpose = field(form, "purpose");
  assert.deepEqual(purpose.only, pending);
  assert.deepEqual(purpose.values, ["BEFORE_EXECUTION", "AFTER_EXECUTION"]);
  const timeout = field(form, "timeoutMs");
  assert.deepEqual(
    [timeout.kind, timeout.only, timeout.expected],
    ["number", pending, "a positive integer of milliseconds"],
  );
});

test("an attempt's key comes from the instruction that is answered, a status from being the only one", () => {
  const [{ idempotencyKey }] = reversible.outstanding(given.undoing);
  assert.equal(field(formOf(given.undoing, "report_undo"), "idempotencyKey").prefill, idempotencyKey);
  assert.equal(field(formOf(given.undoing, "report_undo"), "result").prefill, undefined);
  const status = field(formOf(given.cleared, "confirm_action"), "status");
  assert.equal(status.prefill, "SUCCESS");
  // The others are refused, and not offered.
  assert.deepEqual(status.values, ["SUCCESS"]);
});

test("a new session has its limits as numbers, inside what may be left out", () => {
  const form = ask(reversible, null, { type: "create" }, operator, known("reversible", { type: "create" }));
  assert.deepEqual(names(form), ["id text", "agentId text", "sandbox choice?", "settings object?"]);
  assert.deepEqual(
    field(form, "settings").fields.map(({ name, kind }) => [name, kind]),
    [
      ["abandonAfterMs", "number"],
      ["unconfirmedAfterMs", "number"],
      ["rollbackApprovalTimeoutMs", "number"],
    ],
  );
});

test("a message is prose at its place, a deny message may be left out, and an allowed call takes none", () => {
  const of = (isMeant) =>
    formFor(interactive.interactive, interactive.waiting, ({ inputs }) => inputs && isMeant(...inputs));
  assert.deepEqual(names(of(({ type }) => type === "message")), ["inputs[0].content prose"]);
  const both = of((_, second) => second?.type === "message");
  assert.deepEqual(names(both), ["inputs[1].content prose"]);
  assert.deepEqual(both.filled, interactive.submit(interactive.interrupt, interactive.message(null)));
  assert.deepEqual(names(of(({ decision }) => decision === "allow")), []);
  assert.deepEqual(names(of(({ decision }) => decision === "deny")), ["inputs[0].denyMessage text?"]);
});

for (const lifecycle of [given.reversible, interactive.interactive]) {
  const { name, api } = lifecycle;
  test(`a command filled in so gets the verdict that was offered: ${name}`, () => {
    const sessions = new Set([...walk(lifecycle)].map(({ session }) => session).filter(Boolean));
    const every = Math.floor(sessions.size / 40);
    const some = [...sessions].filter((_, index) => index % every === 0);
    assert.ok(some.length >= 40);
    for (const session of some) {
      for (const caller of ["OPERATOR", "AGENT"]) {
        const context = { ...operator, caller };
        for (const { command, needs, outcome, code } of api.offers(session, context)) {
          const { filled } = ask(api, session, command, context, { needs, ...known(name, command) });
          const decision = api.decide(session, filled, context);
          assert.deepEqual([decision.outcome, decision.code ?? null], [outcome, code], JSON.stringify(filled));
        }
      }
    }
  });
}
