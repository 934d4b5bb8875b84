// The API as its types and their comments say it, method by method: what is derived from an interactive session.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { detect, interactive } from "countersign";
import {
  archive,
  archived,
  broken,
  calls,
  context,
  created,
  decided,
  decide,
  deleted,
  deniedRan,
  holding,
  interactive as lifecycle,
  interrupt,
  message,
  partly,
  remove,
  rested,
  running,
  submit,
  then,
  types,
  waiting,
} from "./lifecycles/interactive.js";
import { bySession, walk } from "./lifecycles/walk.js";

describe("what is derived", () => {
  const yes = { allowed: true, code: null, message: null };
  /** Without their sentences, which decisions have too. */
  const possible = ({ actions }) => Object.entries(actions).map(([name, { code }]) => `${name} ${code ?? "yes"}`);

  test("view", () => {
    const unresolved = { allowed: false, code: "pending_tool_approval_unresolved" };
    const { actions, ...rest } = interactive.view(partly, context);
    assert.deepEqual(rest, {
      display: "requires_action",
      status: "idle",
      terminal: false,
      attention: "needs_human",
      changesAt: null,
      conditions: { backgroundTools: true, busy: false, deniedCallRan: false, inconsistent: null },
      stopReason: { type: "requires_action", pending_batch_id: "b", pending_call_ids: ["2"] },
    });
    const told = (command) => ({ ...unresolved, message: decide(partly, command).message });
    assert.deepEqual(actions, {
      message: told(submit(message())),
      approve: yes,
      interrupt: yes,
      attach_files: told(submit(message())),
      archive: told(archive),
      delete: told(remove),
      view_history: yes,
      create_new: { allowed: false, code: "session_not_terminated", message: actions.create_new.message },
    });
    assert.match(actions.create_new.message, /^this requires that the session is terminated/);
  });

  test("an action is what `decide` says of it, in every session", () => {
    const commands = { message: submit(message()), interrupt: submit(interrupt), archive, delete: remove };
    for (const session of bySession(walk(lifecycle)).keys()) {
      if (session === null) continue;
      const { actions } = interactive.view(session, context);
      for (const [name, command] of Object.entries(commands)) {
        const { outcome, code = null, message = null } = decide(session, command);
        assert.deepEqual(actions[name], { allowed: outcome === "allowed", code, message });
      }
      assert.deepEqual(actions.attach_files, actions.message);
      const answers = interactive
        .offers(session, context)
        .filter(({ command: { inputs } }) => inputs?.[0].type === "tool_approval_response");
      assert.equal(
        actions.approve.allowed,
        answers.some(({ allowed }) => allowed),
      );
    }
  });

  test("one word each, and what a client may do then", () => {
    const words = (session) => {
      const { display, terminal, attention } = interactive.view(session, context);
      return [display, terminal, attention];
    };
    assert.deepEqual(words(created), ["idle", false, "at_rest"]);
    assert.deepEqual(words(running), ["running", false, "working"]);
    assert.deepEqual(words(deniedRan), ["running", false, "needs_human"]);
    assert.deepEqual(words(rested), ["idle", false, "at_rest"]);
    assert.deepEqual(words(archived), ["terminated", true, "done"]);
    assert.deepEqual(words(broken), ["terminated", true, "failed"]);
    assert.deepEqual(possible(interactive.view(running, context)), [
      "message session_busy",
      "approve invalid_tool_approval",
      "interrupt yes",
      "attach_files session_busy",
      "archive session_busy",
      "delete session_busy",
      "view_history yes",
      "create_new session_not_terminated",
    ]);
    assert.deepEqual(possible(interactive.view(rested, context)), [
      "message yes",
      "approve invalid_tool_approval",
      "interrupt nothing_to_interrupt",
      "attach_files yes",
      "archive yes",
      "delete yes",
      "view_history yes",
      "create_new session_not_terminated",
    ]);
    assert.deepEqual(possible(interactive.view(deleted, context)), [
      "message session_terminated",
      "approve session_terminated",
      "interrupt session_terminated",
      "attach_files session_terminated",
      "archive session_terminated",
      "delete already_deleted",
      "view_history session_deleted",
      "create_new yes",
    ]);
  });

  test("the stop reason in the vendor's form; what is not known as it came", () => {
    const reason = (session) => interactive.view(session, context).stopReason;
    for (const session of [created, running, archived]) assert.equal(reason(session), null);
    const resting = { pending_batch_id: null, pending_call_ids: [] };
    assert.deepEqual(reason(rested), { type: "end_turn", ...resting });
    assert.deepEqual(reason(holding({ batch: null })), { type: "requires_action", ...resting });
    for (const stopReason of ["paused", "", "constructor", { type: "paused", until: [7] }]) {
      const session = holding({ stopReason });
      assert.deepEqual(reason(session), stopReason);
      const { display, attention, conditions } = interactive.view(session, context);
      assert.deepEqual([display, attention, conditions.busy], ["unknown", "working", true]);
    }
  });

  test("a status that is not known leaves nothing to a client but to look", () => {
    for (const session of [holding({ status: "rescheduling" }), holding({ stopReason: "paused" })]) {
      const offered = interactive.offers(session, context).filter(({ allowed }) => allowed);
      assert.deepEqual(
        offered.map(({ command, by }) => [command.type, by]),
        [["unrecoverable_error", "runtime"]],
      );
      const [first, ...others] = possible(interactive.view(session, context)).slice(0, 6);
      for (const action of [first, ...others]) assert.match(action, / session_busy$/);
    }
  });

  test("waiting for nothing is inconsistent, and an interrupt helps", () => {
    const session = holding({ batch: null });
    assert.match(interactive.view(session, context).conditions.inconsistent, /waits for approvals/);
    assert.deepEqual(possible(interactive.view(session, context)).slice(0, 3), [
      "message pending_tool_approval_unresolved",
      "approve invalid_tool_approval",
      "interrupt yes",
    ]);
  });

  test("offers: what could be done, and why not", () => {
    const said = ({ type, callId, decision }) => [type, callId, decision].filter(Boolean).join(" ");
    const short = ({ command: { type, inputs, callId }, needs, allowed, code, by }) => [
      [type, callId, inputs?.map(said).join(" + ")].filter(Boolean).join(" "),
      needs.join(),
      allowed || code,
      by,
    ];
    const unresolved = "pending_tool_approval_unresolved";
    assert.deepEqual(interactive.offers(partly, context).map(short), [
      ["submit tool_approval_response 2 allow", "", true, "client"],
      ["submit tool_approval_response 2 deny", "", true, "client"],
      ["submit interrupt", "", true, "client"],
      ["submit message", "inputs[0].content", unresolved, "client"],
      ["submit interrupt + message", "inputs[1].content", true, "client"],
      ["tool_calls", "batchId,calls", "batch_open", "runtime"],
      ["tool_finished 3", "isError", true, "runtime"],
      ["turn_ended", "", unresolved, "runtime"],
      ["retries_exhausted", "", unresolved, "runtime"],
      ["unrecoverable_error", "message", true, "runtime"],
      ["archive", "", unresolved, "client"],
      ["delete", "", unresolved, "client"],
    ]);
    assert.deepEqual(
      interactive.offers(decided, context).flatMap(({ command }) => command.callId ?? []),
      ["1", "2", "3"],
    );
  });

  test("an offer becomes a command by what it needs", () => {
    const [, plain, both] = interactive
      .offers(rested, context)
      .filter(({ command }) => command.type === "submit")
      .map(({ command }) => structuredClone(command));
    assert.deepEqual(plain, { type: "submit", inputs: [{ type: "message" }] });
    plain.inputs[0].content = "go on";
    both.inputs[1].content = "go on";
    for (const command of [plain, both]) assert.deepEqual(then(rested, command).turnInputs, ["go on"]);
  });

  test("outstanding: what a restarted host still has to do, as it was told", () => {
    const told = (session) => types(interactive.outstanding(session));
    const [started] = decide(created, submit(message())).events;
    assert.deepEqual(interactive.outstanding(running), [started]);
    assert.deepEqual(interactive.outstanding(waiting), decide(running, calls("b")).events.slice(1));
    assert.deepEqual(told(partly), ["approval_requested 2", "tool_released 3"]);
    assert.deepEqual(told(decided), ["tool_released 1", "tool_denied 2", "tool_released 3"]);
    assert.deepEqual(told(deniedRan), ["tool_released 1", "tool_released 3"]);
    assert.deepEqual(interactive.outstanding(deleted), [{ type: "session_forgotten" }]);
    for (const session of [created, rested, archived]) assert.deepEqual(told(session), []);
  });

  test("deadline: time alone changes nothing", () => {
    for (const session of [created, waiting, deleted]) assert.equal(interactive.deadline(session), null);
  });

  test("detect: of a session, or of the first in a list", () => {
    for (const value of [waiting, { lifecycle: "interactive" }]) {
      assert.equal(detect(value), "interactive");
      assert.equal(detect([value, 7]), "interactive");
      assert.equal(detect({ data: [value] }), "interactive");
    }
    for (const value of [{ status: "idle" }, [7, waiting], { type: "submit" }]) assert.equal(detect(value), null);
  });
});
