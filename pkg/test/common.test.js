// What holds for every lifecycle, in each session that its walks come to.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { detect } from "countersign";
import { refuses } from "./given.js";
import { lifecycles } from "./lifecycles/all.js";
import { bySession, walk } from "./lifecycles/walk.js";

for (const lifecycle of lifecycles) {
  const { name, api, status, statusOf, targets, about, context } = lifecycle;
  const steps = [...walk(lifecycle)];
  const reached = [...bySession(steps).keys()].filter((session) => session !== null);
  const tables = api.rules();
  const tableOf = new Map(tables.map((table) => [table.command, table]));

  describe(name, () => {
    test("the events of a decision lead to its session, one by one and all at once", () => {
      for (const { session, decision } of steps) {
        if (decision.outcome !== "allowed") continue;
        assert.deepEqual(api.replay(decision.events, session), decision.session);
        assert.deepEqual(
          decision.events.reduce((session, event) => api.apply(session, event), session),
          decision.session,
        );
        assert.equal(decision.session.revision, (session?.revision ?? 0) + decision.events.length);
      }
    });

    test("a noop gives the session as it was, a denial none", () => {
      for (const { session, decision } of steps) {
        if (decision.outcome === "noop") assert.deepEqual(decision.session, session);
        if (decision.outcome === "denied") assert.equal("session" in decision, false);
      }
    });

    test("a denial has the code and the sentence of what is unmet first", () => {
      for (const { decision } of steps) {
        if (decision.outcome !== "denied" || decision.code === "no_session") continue;
        const [first] = decision.unmet;
        assert.deepEqual([decision.code, decision.message], [first.code, first.message]);
        assert.match(decision.message, /^this requires that /);
      }
    });

    test("every session can be read, is known for what it is, and stays as it is", () => {
      for (const session of reached) {
        assert.deepEqual(api.parse(session), session);
        assert.equal(detect(session), name);
        assert.deepEqual(api.replay([], session), session);
      }
    });

    test("an open session gives the answers of the free functions", () => {
      for (const [session, asked] of bySession(steps)) {
        if (session === null) continue;
        const live = api.open(session);
        assert.deepEqual(live.view(context), api.view(session, context));
        assert.deepEqual(live.offers(context), api.offers(session, context));
        for (const { command, context, decision } of asked) {
          const { session: _, ...rest } = decision;
          assert.deepEqual(live.decide(command, context), rest);
        }
        // Decisions change nothing, only events do.
        assert.deepEqual(live.session(), session);
        live[Symbol.dispose]?.();
      }
    });

    test("an open session goes on as a decision has it", () => {
      for (const { session, decision } of steps) {
        if (!session || decision.outcome !== "allowed") continue;
        const live = api.open(session);
        live.apply(decision.events);
        assert.deepEqual(live.session(), decision.session);
        assert.deepEqual(live.offers(context), api.offers(decision.session, context));
        live[Symbol.dispose]?.();
      }
    });

    test("the rules are data that name every code; every rule fires, and every code is given", () => {
      const rules = tables.flatMap(({ rules }) => rules);
      assert.equal(new Set(rules.map(({ id }) => id)).size, rules.length);
      const codes = new Set(["no_session"]);
      for (const { guards, noop } of rules)
        for (const code of [noop, ...guards.map(({ code }) => code)]) codes.add(code);
      const [fired, given] = [new Set(), new Set()];
      for (const { command, decision } of steps) {
        if (decision.code) assert.ok(codes.has(decision.code), decision.code);
        given.add(decision.code ?? null);
        if (decision.rule === null) continue;
        fired.add(decision.rule);
        assert.ok(tableOf.get(command.type).rules.some(({ id }) => id === decision.rule));
      }
      for (const { id } of rules) assert.ok(fired.has(id), `${id} does not fire`);
      for (const code of codes) assert.ok(given.has(code), `${code} is not given`);
    });

    test("a status changes as the rule says that it may", () => {
      for (const { session, decision } of steps) {
        if (decision.outcome !== "allowed") continue;
        const { from, to, stays } = tables.flatMap(({ rules }) => rules).find(({ id }) => id === decision.rule);
        const [was, is] = [session && statusOf(session), statusOf(decision.session)];
        if (session) assert.ok(from.includes(was), `${decision.rule} from ${was}`);
        else assert.deepEqual(from, []);
        assert.ok(was === is ? stays || to.includes(is) : to.includes(is), `${decision.rule}: ${was} → ${is}`);
      }
    });

    test("the rules are copies", () => {
      api.rules()[0].command = "gone";
      assert.deepEqual(api.rules(), tables);
    });

    test("the diagram is Mermaid, with every move of the rules", () => {
      const diagram = api.diagram();
      assert.match(diagram, /^stateDiagram-v2\n {4}\[\*\] --> \w+: create\n/);
      for (const { session, decision } of steps) {
        if (decision.outcome !== "allowed") continue;
        const [was, is] = [session ? statusOf(session) : "[*]", statusOf(decision.session)];
        const move = `${was} --> ${is}: `;
        if (was !== is) assert.ok(diagram.includes(move), move);
      }
    });

    test("what is offered without a need is judged as it is offered", () => {
      for (const session of reached) {
        for (const { command, needs, allowed, outcome, code, message, by } of api.offers(session, context)) {
          assert.equal(allowed, outcome === "allowed");
          assert.equal(by, tableOf.get(command.type).by);
          assert.notEqual(command.type, "create");
          for (const field of needs) assert.equal(at(command, field), undefined, `${command.type} has its ${field}`);
          if (needs.length > 0) continue;
          const decision = api.decide(session, command, context);
          assert.deepEqual(
            [decision.outcome, decision.code ?? null, decision.message ?? null],
            [outcome, code, message],
          );
        }
      }
    });

    test("there is a way on: what has not ended offers something to somebody", () => {
      for (const session of reached) {
        const { terminal } = api.view(session, context);
        const allowed = ["AGENT", "OPERATOR"].some((caller) =>
          api.offers(session, { ...context, caller }).some((offer) => offer.allowed),
        );
        assert.ok(terminal || allowed, JSON.stringify(session));
      }
    });

    test("`can` is whether a rule that allows something starts in the status", () => {
      for (const session of reached) {
        for (const { command, rules } of tables) {
          const starts = rules.some(({ from, noop }) => noop === null && from.includes(statusOf(session)));
          assert.equal(api.can(session, command), starts, `${command} in ${statusOf(session)}`);
        }
      }
    });

    test("`can` with a target is whether one starts in its status, too", () => {
      for (const session of reached) {
        for (const { command, rules } of tables) {
          const { list, id, status: of } = targets[command] ?? {};
          for (const target of (list && at(session, list)) ?? []) {
            const starts = rules.some(
              ({ from, target: on, noop }) =>
                noop === null && from.includes(statusOf(session)) && on.includes(String(target[of])),
            );
            assert.equal(api.can(session, command, target[id]), starts, `${command} of ${target[of]}`);
          }
          // What the session does not hold; a command that has no targets does not look for one.
          const expected = targets[command] ? false : api.can(session, command);
          for (const other of ["another", "__proto__", "", 7, {}])
            assert.equal(api.can(session, command, other), expected);
        }
      }
    });

    test("`can` is never false where a command is allowed", () => {
      for (const { session, command, decision } of steps) {
        if (!session || decision.outcome !== "allowed") continue;
        assert.ok(api.can(session, command.type), command.type);
        if (targets[command.type]) assert.ok(api.can(session, command.type, about(command)));
      }
    });

    test("`can` is false for whatever is no command or no session", () => {
      const [session] = reached;
      for (const command of ["undo", "__proto__", "constructor", "", undefined, null, {}, Symbol.iterator]) {
        assert.equal(api.can(session, command), false);
      }
      for (const session of [null, undefined, 7, {}, [], { [status]: "constructor" }, { [status]: {} }]) {
        assert.equal(api.can(session, tables[1].command), false);
      }
    });

    test("nonsense is thrown", () => {
      for (const ask of ["view", "offers"]) {
        refuses(() => api[ask](null, context), "invalid_input", "");
        refuses(() => api[ask](reached[0]), "invalid_input", "now");
        refuses(() => api.open(reached[0])[ask]({ now: NaN }), "invalid_input", "now");
      }
      for (const ask of ["outstanding", "deadline", "open", "parse"])
        refuses(() => api[ask](null), "invalid_input", "");
      refuses(() => api.decide(reached[0], { type: "undo" }, context), "unknown_command", "type");
      refuses(() => api.apply(reached[0], { type: "submitted" }), "unknown_event", "type");
      refuses(() => api.replay({}, reached[0]), "invalid_input", "");
    });
  });
}

/** What is at a path, as in `inputs[0].content`. */
function at(value, path) {
  return path.split(/[.[\]]+/).reduce((inner, step) => (step === "" ? inner : inner?.[step]), value);
}
