// The display status (section 2): every input, on sessions and in columns.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import vm from "node:vm";
import { reversible } from "countersign";
import { refuses } from "./given.js";
import { agent, created, halted, holding, undoing as running, then, complete } from "./lifecycles/reversible.js";

const STORED = ["ACTIVE", "COMPLETED", "FAILED", "ROLLED_BACK", "ABANDONED"];
const ACTION = ["SUCCESS", "PENDING_APPROVAL", "CLEARED", "FAILED", "ROLLED_BACK", "ROLLBACK_FAILED"];
const DISPLAY = [
  "ROLLBACK_FAILED",
  "ROLLING_BACK",
  "AWAITING_APPROVAL",
  "REVERTED",
  "PARTIALLY_REVERTED",
  "ABANDONED",
  "COMPLETED",
  "ACTIVE",
];

/** The rules as section 2 has them: the first that matches. */
function expected(stored, statuses, undoing) {
  const has = (...some) => some.some((status) => statuses.includes(status));
  const rules = [
    has("ROLLBACK_FAILED") || stored === "FAILED",
    undoing,
    has("PENDING_APPROVAL"),
    has("ROLLED_BACK") && !has("SUCCESS", "ROLLBACK_FAILED", "CLEARED"),
    has("ROLLED_BACK") && has("SUCCESS", "CLEARED"),
    stored === "ABANDONED",
    stored !== "ACTIVE",
    stored === "ACTIVE",
  ];
  return rules.indexOf(true);
}

const INPUTS = STORED.flatMap((_, stored) =>
  Array.from({ length: 64 }, (_, present) => [0, 1].map((undoing) => ({ stored, present, undoing }))).flat(),
);
const statusesOf = ({ present }) => ACTION.filter((_, bit) => (present >> bit) & 1);
const columns = (inputs) =>
  Object.fromEntries(
    ["stored", "present", "undoing"].map((name) => [name, Uint8Array.from(inputs, (input) => input[name])]),
  );

/** A session with these inputs; none, if there is an undo in progress and no action that it could be of. */
function sessionOf({ stored, present, undoing }) {
  const statuses = statusesOf({ present });
  if (undoing && statuses.length === 0) return null;
  const undos = statuses.map((_, at) => (undoing && at === statuses.length - 1 ? "IN_PROGRESS" : "NONE"));
  return reversible.parse(
    holding(
      statuses.map((status, at) => ({ status, undo: undos[at] })),
      { status: STORED[stored] },
    ),
  );
}

describe("all 640 inputs", () => {
  test("in columns, by the rules", () => {
    assert.equal(INPUTS.length, 640);
    assert.deepEqual(
      [...reversible.displayStatuses(columns(INPUTS))],
      INPUTS.map((input) => expected(STORED[input.stored], statusesOf(input), input.undoing === 1)),
    );
  });

  test("on a session, as the view has it: all but the five that no session can have", () => {
    const found = reversible.displayStatuses(columns(INPUTS));
    const without = [];
    for (const [at, input] of INPUTS.entries()) {
      const session = sessionOf(input);
      if (!session) {
        without.push(input);
        continue;
      }
      const { display, rule } = reversible.view(session, agent);
      assert.deepEqual([rule, display], [found[at] + 1, DISPLAY[found[at]]], JSON.stringify(input));
      assert.equal(reversible.displayStatus(session), display);
    }
    // An undo in progress, and no action that it could be of.
    assert.deepEqual(
      without,
      STORED.map((_, stored) => ({ stored, present: 0, undoing: 1 })),
    );
  });

  test("every rule is the first that matches for some of them", () => {
    assert.deepEqual(new Set(reversible.displayStatuses(columns(INPUTS))), new Set(DISPLAY.keys()));
  });
});

describe("displayStatus", () => {
  test("looks at nothing but statuses and undos, however many", () => {
    assert.equal(reversible.displayStatus(created), "ACTIVE");
    assert.equal(reversible.displayStatus(then(created, complete)), "COMPLETED");
    assert.equal(reversible.displayStatus(running), "ROLLING_BACK");
    assert.equal(reversible.displayStatus(halted), "ROLLBACK_FAILED");
    const many = holding([...Array(99_999).fill({ status: "ROLLED_BACK", undo: "COMPLETED" }), {}]);
    assert.equal(reversible.displayStatus(many), "PARTIALLY_REVERTED");
    assert.equal(
      reversible.displayStatus({ ...many, approvals: null, rollback: null, id: undefined }),
      "PARTIALLY_REVERTED",
    );
  });

  test("what is unknown is named by its place", () => {
    const status = (status) => () => reversible.displayStatus(holding([{}, { status }]));
    for (const unknown of ["DONE", "__proto__", "", null, undefined, 7, {}]) {
      refuses(status(unknown), "invalid_input", "actions[1].status", /`CLEARED`/);
      refuses(
        () => reversible.displayStatus({ ...created, status: unknown }),
        "invalid_input",
        "status",
        /`ABANDONED`/,
      );
    }
  });

  test("nonsense is thrown", () => {
    const trap = () => {
      throw Symbol("mine");
    };
    for (const value of [null, undefined, 7, "ACTIVE", [], {}, { status: "ACTIVE" }, new Proxy({}, { get: trap })]) {
      assert.throws(() => reversible.displayStatus(value), { name: "CountersignError", code: "invalid_input" });
    }
    for (const actions of [[null], [undefined], "x", new Proxy([1], { get: trap })]) {
      assert.throws(() => reversible.displayStatus({ ...created, actions }), { code: "invalid_input" });
    }
    const [action] = created.actions.length > 0 ? created.actions : [{ status: "SUCCESS" }];
    for (const undo of ["WHAT", null, undefined, 7]) {
      assert.throws(() => reversible.displayStatus({ ...created, actions: [{ ...action, undo }] }), {
        code: "invalid_input",
      });
    }
    for (const actions of [undefined, null, 7, "", {}, { length: 0 }]) {
      refuses(() => reversible.displayStatus({ ...created, actions }), "invalid_input", "actions");
    }
  });
});

describe("displayStatuses", () => {
  const bytes = (...values) => Uint8Array.from(values);
  const none = { stored: bytes(), present: bytes(), undoing: bytes() };

  test("gives as many as there are sessions, in a column of its own", () => {
    assert.deepEqual(reversible.displayStatuses(none), bytes());
    const given = columns(INPUTS);
    const kept = structuredClone(given);
    const found = reversible.displayStatuses(given);
    assert.ok(found instanceof Uint8Array);
    found.fill(9);
    assert.deepEqual(given, kept);
    const many = 1_000_000;
    const large = {
      stored: new Uint8Array(many),
      present: new Uint8Array(many).fill(1),
      undoing: new Uint8Array(many),
    };
    assert.ok(reversible.displayStatuses(large).every((display) => display === 7));
  });

  test("gives the same at every place and for every number of sessions, however the columns lie in memory", () => {
    const all = columns(INPUTS);
    const found = reversible.displayStatuses(all);
    for (let length = 1; length < 10; length++) {
      for (let from = 0; from < 9; from++) {
        const part = (column) => column.subarray(from, from + length);
        const [stored, present, undoing] = [all.stored, all.present, all.undoing].map(part);
        assert.deepEqual(reversible.displayStatuses({ stored, present, undoing }), part(found));
        const wrong = stored.slice();
        wrong[from % length] = 5;
        const name = `stored[${from % length}]`;
        refuses(() => reversible.displayStatuses({ stored: wrong, present, undoing }), "invalid_input", name);
      }
    }
  });

  test("takes bytes wherever they are from: of another realm, shared, a part, a Buffer", () => {
    const foreign = vm.runInNewContext("Uint8Array.of(1)");
    assert.equal(foreign instanceof Uint8Array, false);
    const gone = new Uint8Array(8);
    structuredClone(gone, { transfer: [gone.buffer] });
    const all = { stored: gone, present: gone, undoing: gone };
    refuses(() => reversible.displayStatuses(all), "invalid_input", "", /^columns cannot be read: .*detached/);
    const shared = new Uint8Array(new SharedArrayBuffer(1));
    for (const stored of [foreign, shared, bytes(4, 1, 4).subarray(1, 2), Buffer.from([1])]) {
      const expected = stored === shared ? 7 : 6;
      assert.deepEqual(reversible.displayStatuses({ stored, present: bytes(0), undoing: bytes(0) }), bytes(expected));
    }
  });

  test("columns of unlike lengths, or of something else, are named", () => {
    for (const name of ["stored", "present", "undoing"]) {
      for (const column of [
        undefined,
        null,
        [],
        "",
        7,
        {},
        new Uint8ClampedArray(),
        new Int8Array(),
        new ArrayBuffer(),
      ]) {
        refuses(() => reversible.displayStatuses({ ...none, [name]: column }), "invalid_input", name, /Uint8Array/);
      }
    }
    refuses(() => reversible.displayStatuses({ ...none, present: bytes(0) }), "invalid_input", "present", /1 .*\b0\b/);
    refuses(() => reversible.displayStatuses({ ...none, undoing: bytes(0, 0) }), "invalid_input", "undoing");
    for (const nothing of [undefined, null, 7, [], "columns"]) {
      refuses(() => reversible.displayStatuses(nothing), "invalid_input", "stored");
    }
  });

  test("a value that stands for nothing is named by its place", () => {
    for (const [name, wrong] of [
      ["stored", [5, 7, 8, 255]],
      ["present", [64, 128, 255]],
      ["undoing", [2, 3, 128, 255]],
    ]) {
      for (const value of wrong) {
        const given = { stored: bytes(0, 4, 0), present: bytes(0, 63, 0), undoing: bytes(0, 1, 0) };
        given[name][2] = value;
        const path = `${name}[2]`;
        refuses(() => reversible.displayStatuses(given), "invalid_input", path, new RegExp(`is ${value}, expected`));
      }
    }
  });

  test("a column that cannot be read, or only pretends to be one, is nonsense", () => {
    const trap = () => {
      throw new Error("mine");
    };
    for (const given of [
      Object.defineProperty({ ...none }, "present", { enumerable: true, get: trap }),
      new Proxy(none, { ownKeys: trap }),
    ]) {
      refuses(() => reversible.displayStatuses(given), "invalid_input", "", /mine/);
    }
    const pretending = { [Symbol.toStringTag]: "Uint8Array", length: -1 };
    for (const column of [new Proxy({}, { get: trap }), new Proxy(bytes(), {}), pretending]) {
      for (const name of ["stored", "present", "undoing"]) {
        refuses(() => reversible.displayStatuses({ ...none, [name]: column }), "invalid_input", name, /Uint8Array/);
      }
    }
  });

  test("a column cannot pretend to have another length", () => {
    const stored = Object.defineProperty(bytes(0), "length", { value: 2 ** 40 });
    assert.deepEqual(reversible.displayStatuses({ stored, present: bytes(0), undoing: bytes(0) }), bytes(7));
  });

  test("a column is looked at once", () => {
    const answers = [bytes(9), bytes(0), undefined];
    const given = {
      get stored() {
        return answers.shift();
      },
      present: bytes(0),
      undoing: bytes(0),
    };
    refuses(() => reversible.displayStatuses(given), "invalid_input", "stored[0]", /is 9/);
  });
});
