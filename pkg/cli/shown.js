// What one lifecycle has beyond the others, and how the command line and the page show it. Another lifecycle is another entry.

const SHOWN = {
  reversible: {
    lists: [
      {
        name: "actions",
        of: ({ actions }) => actions,
        id: ({ id }) => id,
        columns: {
          status: ({ status }) => status,
          undo: ({ undo, undoAttempts }) =>
            undoAttempts === 0 ? undo : `${undo}, ${undoAttempts} ${undoAttempts === 1 ? "attempt" : "attempts"}`,
          call: ({ operationType, apiName }) => `${operationType} ${apiName}`,
        },
        payload: { name: "payload", of: ({ payload }) => payload },
        notes: [
          { field: "error", said: "error", isBad: true },
          { field: "undoError", said: "error of the undo", isBad: true },
          { field: "acknowledged", said: "undone by hand", told: "note" },
          { field: "withdrawn", said: "clearance withdrawn", told: "reason" },
        ],
      },
    ],
    // What is opaque JSON wherever it stands.
    opaque: ["payload", "error", "undoError"],
    progress: "rollback",
    steps: {
      COMPENSATE: "its compensation runs",
      ASK_FIRST: "a person is asked, then its compensation runs",
      SKIP: "declared not undoable: it stays",
      FAIL: "nobody knows how to undo it: the rollback stops here",
      FLIP: "simulated: rolled back without a compensation",
    },
    reasons: {
      pending_approval: "waits for an approval",
      cleared: "approved, and not known to be executed",
      failed: "failed, was rejected or was withdrawn: there is nothing to undo",
      already_rolled_back: "undone already",
      rollback_failed: "its undo failed: only `retry_undo` tries it again",
      chain_halted: "older than the one at which the rollback stops",
    },
  },
  interactive: {
    lists: [
      {
        name: "calls",
        of: ({ batch }) => batch?.calls.map((call) => ({ ...call, batchId: batch.batchId })) ?? [],
        id: identity,
        columns: {
          policy: ({ policy }) => policy,
          decision: ({ decision }) => decision ?? "none",
          ran: ({ ran }) => ran ?? "not yet",
          // Of an imported call that waits, the name may not be known.
          tool: ({ toolType, name }) => (name === "" ? "what is asked is not known" : `${toolType} ${name}`),
        },
        payload: { name: "arguments", of: ({ arguments: given }) => given },
        isPayloadTold: true,
        notes: [{ field: "denyMessage", said: "deny message" }],
      },
      {
        name: "denied calls that ran",
        isRare: true,
        of: ({ deniedCallsRan }) => deniedCallsRan,
        id: ({ callId }) => callId,
        columns: { batch: ({ batchId }) => batchId },
        notes: [],
      },
    ],
    opaque: ["turnInputs", "arguments", "ref", "content"],
    inputs: {
      command: "submit",
      said: {
        message: () => "message",
        interrupt: () => "interrupt",
        tool_approval_response: ({ decision, callId }) => `${decision} ${callId}`,
      },
      // What it is about, by the id in the lists.
      target: (input) => (input.type === "tool_approval_response" ? identity(input) : undefined),
    },
    // The display that says by itself why a person is needed.
    asking: "requires_action",
    steps: {},
    reasons: {},
  },
};

/** The id of a call may come again in a later batch. */
function identity({ batchId, callId }) {
  return `${batchId}/${callId}`;
}

const NOTHING = { lists: [], opaque: [], steps: {}, reasons: {} };

/** The entry of the lifecycle of that name. */
export function shownOf(name) {
  return SHOWN[name] ?? NOTHING;
}

/**
 * The lists of a session in its order, each `{ name, columns, payloadName, rows }` with rows of `{ id, cells, payload, notes }`.
 * A note is `{ parts, isBad }`, and a part is text or `{ at }`, a moment. A rare list is left out while it is empty. Where
 * people are asked about the rows `isPayloadTold`.
 */
export function listsOf(name, session) {
  const lists = shownOf(name).lists.map((list) => ({ list, items: list.of(session) }));
  return lists
    .filter(({ list, items }) => !list.isRare || items.length > 0)
    .map(({ list, items }) => ({
      name: list.name,
      columns: Object.keys(list.columns),
      payloadName: list.payload?.name,
      isPayloadTold: list.isPayloadTold ?? false,
      rows: items.map((item) => ({
        id: list.id(item),
        cells: Object.values(list.columns).map((cell) => cell(item)),
        payload: list.payload?.of(item) ?? null,
        notes: list.notes.filter(({ field }) => item[field] !== null).map((note) => written(note, item[note.field])),
      })),
    }));
}

function written({ said, told, isBad = false }, value) {
  const parts = told
    ? [`${said} by ${value.by} at `, { at: value.at }, `: ${value[told]}`]
    : [`${said}: ${shortened(value)}`];
  return { parts, isBad };
}

/**
 * How far a rollback has come, in the order in which it goes on: `[{ said, ids }]`, or null while none is in progress.
 * `ids` are actions; without them it is said of the session.
 */
export function progressOf(name, session) {
  const rollback = session[shownOf(name).progress];
  if (!rollback) return null;
  const { current, todo, walked, waiting, sessionNext } = rollback;
  return [
    current !== null && { said: "at", ids: [current] },
    { said: "still to come", ids: todo },
    { said: "done", ids: walked },
    waiting.length > 0 && { said: "waiting for their own", ids: waiting },
    sessionNext && { said: "then the whole session" },
  ].filter(Boolean);
}

/** Whether this is the answer to whether something may be done: `{ allowed, code, message }`. */
export function isPossible(value) {
  return value?.allowed === true || (value?.allowed === false && typeof value.code === "string");
}

// As the engine cuts it.
const SUMMARY = 200;

/**
 * The summary of an approval's payload: `{ text, rest }`, where `rest` says where the rest is if it may have been cut. Nobody
 * should approve what they cannot see.
 */
export function summary({ payloadSummary: text, actionId }) {
  const isCut = text.length >= SUMMARY && [...text].length >= SUMMARY;
  return isCut ? { text: `${text}…`, rest: restOf("payload", actionId) } : { text, rest: null };
}

/** Where the rest is of what is shown in part. */
export function restOf(payloadName, id) {
  return `the rest is in the ${payloadName} of ${id}`;
}

/** `awaitingReflect` and `needs_human` as people write them. */
export function words(name) {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replaceAll(/[_-]/g, " ");
  return spaced.toLowerCase();
}

/** Opaque JSON in so many characters. */
export function shortened(value, most = 160) {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > most ? `${[...text.slice(0, 2 * most)].slice(0, most).join("")}…` : text;
}

/** Milliseconds in the largest unit that they are a number of. */
export function duration(ms) {
  for (const [unit, size] of [
    ["h", 3_600_000],
    ["min", 60_000],
    ["s", 1_000],
  ]) {
    if (ms !== 0 && ms % size === 0) return `${ms / size} ${unit}`;
  }
  return `${ms} ms`;
}
