// When time alone does something (section 6), in each session that the walks come to.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { agent, DAY, reversible, tick } from "./lifecycles/reversible.js";
import { bySession, walk } from "./lifecycles/walk.js";

const { api } = reversible;
const LAST = 8.64e15;
const sessions = [...bySession(walk(reversible)).keys()].filter((session) => session !== null);

describe("time alone", () => {
  test("gives a tick something to do at the deadline, and not before", () => {
    let due = 0;
    for (const session of sessions) {
      const deadline = api.deadline(session);
      const ticked = (now) => api.decide(session, tick, { now });
      if (deadline === null) {
        assert.equal(ticked(LAST).code, "nothing_due");
        continue;
      }
      due++;
      assert.equal(ticked(deadline - 1).code, "nothing_due");
      const { outcome, session: after } = ticked(deadline);
      assert.equal(outcome, "allowed");
      // No activity, and over: a second one has nothing to do.
      assert.equal(after.lastActivityAt, session.lastActivityAt);
      assert.equal(api.decide(after, tick, { now: deadline }).code, "nothing_due");
    }
    assert.ok(due > 50, `${due} sessions with a deadline`);
  });

  test("changes what is shown at `changesAt`, and not before", () => {
    let changes = 0;
    for (const session of sessions) {
      const shown = (now) => {
        const { conditions, display, attention } = api.view(session, { now });
        const rows = api.approvals(session, { now })?.map(({ expired, unconfirmed }) => [expired, unconfirmed]);
        return JSON.stringify([conditions, display, attention, rows]);
      };
      for (const now of [agent.now - DAY, agent.now, agent.now + DAY]) {
        const { changesAt } = api.view(session, { now });
        assert.equal(shown(changesAt === null ? LAST : changesAt - 1), shown(now));
        if (changesAt === null) continue;
        changes++;
        assert.ok(changesAt > now);
        assert.notEqual(shown(changesAt), shown(now));
      }
    }
    assert.ok(changes > 50, `${changes} changes`);
  });
});
