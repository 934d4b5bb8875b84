// The sessions that the shots show: a morning of agents at work, always the same.
import { action, lineOf } from "../history.js";

export const NOW = Date.parse("2026-03-02T10:00:00Z");
const ago = (minutes) => NOW - minutes * 60_000;

/** As lines of our own export. */
export function world() {
  return [refund(), cleanUp(), release(), ...survey(), ...chats(), ...morning()].join("");
}

const log = (logged, more = {}) => ({ type: "log_action", action: logged, ...more });
const asking = (minutes) => ({ purpose: "BEFORE_EXECUTION", timeoutMs: minutes * 60_000 });

/** One refund is made, the next one waits for a person. */
function refund() {
  const id = "refund-7";
  const pending = { status: "PENDING_APPROVAL" };
  return lineOf(
    "reversible",
    id,
    [
      [ago(31), { type: "create", id, agentId: "refund-assistant" }],
      [ago(30), log(action("ticket", "zendesk.tickets.update", { id: 90533, status: "open" }))],
      [ago(26), log(action("first", "stripe.refunds.create", { charge: "ch_8Yb1", amount: 7500, currency: "eur" }))],
      [ago(24), log(action("mail", "gmail.messages.send", { to: "r.lindqvist@example.org" }, { kind: "NONE" }))],
      [
        ago(6),
        log(
          action("second", "stripe.refunds.create", { charge: "ch_9Tr4", amount: 128000, currency: "eur" }, pending),
          {
            ...asking(20),
          },
        ),
      ],
    ],
    "Refund the double charges of 27 February",
  );
}

/** Rolled back half way: one undo is done, one runs. */
function cleanUp() {
  const id = "cleanup-3";
  return lineOf(
    "reversible",
    id,
    [
      [ago(95), { type: "create", id, agentId: "crm-cleaner" }],
      [
        ago(94),
        log(action("contact", "salesforce.contacts.update", { id: "003-1", email: "r.lindqvist@example.org" })),
      ],
      [ago(93), log(action("account", "salesforce.accounts.delete", { id: "001-9" }, { asks: true }))],
      [ago(92), log(action("mail", "gmail.messages.send", { subject: "We tidied up" }, { kind: "NONE" }))],
      [ago(91), log(action("owner", "salesforce.leads.update", { id: "00Q-4", owner: "mira" }))],
      [ago(90), { type: "complete" }],
      [ago(12), { type: "request_rollback" }, "OPERATOR"],
      [ago(11), { type: "report_undo", actionId: "owner", idempotencyKey: `${id}/owner/1`, result: "SUCCEEDED" }],
    ],
    "Merge duplicate accounts",
  );
}

/** Three calls of a batch, of which two wait. */
function release() {
  const id = "release-2";
  const call = (callId, name, given) => ({ callId, name, arguments: given, toolType: "builtin" });
  const calls = [
    call("call_2", "run_tests", { suite: "all" }),
    call("call_3", "publish", { registry: "staging", version: "4.2.0" }),
    call("call_4", "post_message", { channel: "#releases", text: "4.2.0 is on staging." }),
  ];
  const tools = { read_file: "always_allow", run_tests: "always_allow" };
  return lineOf(
    "interactive",
    id,
    [
      [ago(20), { type: "create", id, toolPolicies: { default: "always_ask", tools } }, "OPERATOR"],
      [ago(19), { type: "submit", inputs: [{ type: "message", content: "Publish 4.2 to staging." }] }, "OPERATOR"],
      [
        ago(18),
        { type: "tool_calls", turn: 1, batchId: "b1", calls: [call("call_1", "read_file", { path: "CHANGELOG.md" })] },
      ],
      [ago(18), { type: "tool_finished", turn: 1, batchId: "b1", callId: "call_1", isError: false }],
      [ago(4), { type: "tool_calls", turn: 1, batchId: "b2", calls }],
    ],
    "Release 4.2",
  );
}

const TALKS = ["Plan the migration", "Explain the outage", "Tidy the wiki", "Draft the changelog", "Review the schema"];

/** A few that are at rest, at work, or over. */
function chats() {
  return TALKS.map((label, at) => {
    const id = `talk-${at + 1}`;
    const began = 14 + at * 23;
    const steps = [
      [ago(began), { type: "create", id, toolPolicies: { default: "always_ask", tools: {} } }, "OPERATOR"],
      [ago(began - 1), { type: "submit", inputs: [{ type: "message", content: label }] }, "OPERATOR"],
    ];
    if (at > 0) steps.push([ago(began - 3), { type: "turn_ended", turn: 1 }]);
    if (at > 3) steps.push([ago(began - 9), { type: "archive" }, "OPERATOR"]);
    return lineOf("interactive", id, steps, label);
  });
}

const reflect = (uid, outcome) => ({
  author: "agent",
  sessionUid: uid,
  outcome,
  taskAssessment: "Two of five sources are cited; the others stand behind a login.",
  decomposition: "Fetching and citing should be two tasks.",
  orchestration: "Research could hand over its copies.",
  lessons: "Check access before counting sources.",
});

/** A parent at work, with a child that has declined and one that is done. */
function survey() {
  const begun = (uid, minutes, task, more = {}) => [
    [
      ago(minutes),
      { type: "create", uid, agent: "researcher", task, harness: "browser", authority: ["web:read"], ...more },
    ],
    [ago(minutes - 1), { type: "initialize" }],
    [ago(minutes - 1), { type: "activate" }],
  ];
  const parent = begun("survey-1", 50, "survey-storage-vendors");
  const parentLine = lineOf("delegated", "survey-1", parent);
  const { session } = JSON.parse(parentLine);
  const delegated = { parentUid: "survey-1", parent: session };
  const artifact = { id: "notes", kind: "document", uri: "artifacts://survey-2/notes.md", bytes: 2210 };
  return [
    parentLine,
    lineOf("delegated", "survey-2", [
      ...begun("survey-2", 45, "read-price-lists", delegated),
      [ago(30), { type: "add_artifact", artifact }],
      [ago(29), { type: "complete", reflect: reflect("survey-2", "Completed") }],
    ]),
    lineOf("delegated", "survey-3", [
      ...begun("survey-3", 44, "call-the-vendors", delegated),
      [ago(21), { type: "decline", reason: "ethical_objection", reflect: reflect("survey-3", "Declined") }],
    ]),
  ];
}

const AGENTS = ["invoice-clerk", "support-triage", "ledger-sync", "newsletter-editor", "inventory-sync", "onboarding"];
const CALLS = [
  "stripe.invoices.update",
  "zendesk.tickets.update",
  "quickbooks.entries.create",
  "shopify.products.update",
];

/** What else goes on. */
function morning() {
  return Array.from({ length: 36 }, (_, at) => {
    const id = `run-${String(at + 11).padStart(3, "0")}`;
    const began = 8 + ((at * 37) % 170);
    const steps = [
      [ago(began), { type: "create", id, agentId: AGENTS[at % AGENTS.length] }],
      [ago(began - 1), log(action("a1", CALLS[at % CALLS.length], { row: at }))],
      [
        ago(began - 2),
        log(action("a2", CALLS[(at + 1) % CALLS.length], { row: at }, at % 11 === 5 ? { status: "FAILED" } : {})),
      ],
    ];
    if (at % 9 === 4) {
      const pending = action("a3", "gmail.messages.send", { to: "team@example.org" }, { status: "PENDING_APPROVAL" });
      steps.push([ago(began - 3), log(pending, asking(began + 20 + at))]);
    } else if (at % 3 !== 0) steps.push([ago(began - 4), { type: "complete" }]);
    if (at % 7 === 2 && at % 3 !== 0 && at % 9 !== 4 && at % 11 !== 5) {
      steps.push([ago(began - 5), { type: "request_rollback" }, "OPERATOR"]);
      for (const [undone, result] of [
        ["a2", "SUCCEEDED"],
        ["a1", at % 2 ? "SUCCEEDED" : "FAILED"],
      ]) {
        const key = `${id}/${undone}/1`;
        const told = result === "FAILED" ? { error: { status: 503, message: "try again later" } } : {};
        steps.push([ago(began - 6), { type: "report_undo", actionId: undone, idempotencyKey: key, result, ...told }]);
      }
    }
    return lineOf("reversible", id, steps);
  });
}
