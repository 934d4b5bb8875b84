// `countersign/store` as a user writes it, and what the types must not let pass. Compiled, never run.
import * as ready from "countersign";
import type { delegated, interactive, reversible } from "countersign";
import * as slim from "countersign/slim";
import {
  CountersignError,
  type Counts,
  type Decision,
  type Engine,
  type Entry,
  openStore,
  type Query,
  type Row,
  type Store,
} from "countersign/store";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_: Same<A, B>) {}

// ---- opening

const store: Store = await openStore({ name: "runs" });
await openStore({ name: "runs", caller: "OPERATOR", clock: Date.now, engine: slim, durability: "relaxed" });
await openStore({ name: "runs", caller: null, clock: undefined, engine: ready, onBlocked: (version) => version + 1 });
const { reversible: one, interactive: two, delegated: three, detect, rulesHash } = ready;
const engine: Engine = { reversible: one, interactive: two, delegated: three, detect, rulesHash };
await openStore({ name: "runs", engine });
await store.ready;

// @ts-expect-error a database has a name
await openStore({});
// @ts-expect-error an engine has all lifecycles
await openStore({ name: "runs", engine: { reversible: one, detect, rulesHash } });
// @ts-expect-error no such durability
await openStore({ name: "runs", durability: "eventual" });
// @ts-expect-error a Date is no time
await openStore({ name: "runs", clock: () => new Date() });

// ---- commands

const create = { type: "create", id: "run-7", agentId: "billing" } as const;
const decision = await store.dispatch("reversible", "run-7", create);
await store.dispatch("reversible", "run-7", { type: "complete" }, { caller: "AGENT", commandId: "c-1" });
await store.dispatch("interactive", "talk", { type: "archive" }, { expectedRevision: 3, label: "refunds" });
const child = { type: "create", uid: "b", agent: "a", task: "t", harness: "h", authority: [] } as const;
declare const parent: delegated.Session;
await store.dispatch("delegated", "b", child);
await store.dispatch("delegated", "b", { ...child, parentUid: "a" });
await store.dispatch("delegated", "b", { ...child, parentUid: "a", parent });

// @ts-expect-error no such lifecycle
await store.dispatch("other", "run-7", create);
// @ts-expect-error a command of another lifecycle
await store.dispatch("reversible", "run-7", { type: "archive" });
// @ts-expect-error a field is missing
await store.dispatch("reversible", "run-7", { type: "create", id: "run-7" });
// @ts-expect-error a parent without its uid
await store.dispatch("delegated", "b", { ...child, parent });
// @ts-expect-error the time is the store's
await store.dispatch("reversible", "run-7", { type: "complete" }, { now: 0 });
// @ts-expect-error null is no revision
await store.dispatch("reversible", "run-7", { type: "complete" }, { expectedRevision: null });

same<typeof decision, Decision<"reversible">>(true);
if (decision.outcome === "allowed") {
  same<typeof decision.session, reversible.Session>(true);
  same<typeof decision.events, reversible.Event[]>(true);
  same<typeof decision.cascaded, string[] | undefined>(true);
} else if (decision.outcome === "noop") {
  same<typeof decision.code, reversible.NoopCode>(true);
} else if (decision.code === "revision_conflict") {
  same<typeof decision.revision, number>(true);
} else {
  same<typeof decision.code, reversible.DenialCode | "id_conflict">(true);
  // @ts-expect-error only a conflict of revisions tells one
  decision.revision;
}
// @ts-expect-error a refused command leads to no session
decision.session;

// ---- what servers say

declare const session: reversible.Session;
const stored = await store.put("reversible", session, { version: 7 });
await store.put("reversible", session, { version: null, local: true, label: "refunds" });
if (stored.outcome === "stored") same<typeof stored.session, reversible.Session>(true);
else if (stored.code === "removed") same<typeof stored.session, null>(true);
// @ts-expect-error a version is told, if only as null
await store.put("reversible", session, {});
// @ts-expect-error a session of another lifecycle
await store.put("interactive", session, { version: 7 });

for (const answer of await store.importPayload({}, { lifecycle: "reversible", more: [] })) {
  if ("error" in answer) same<typeof answer.error, CountersignError>(true);
  else same<typeof answer.outcome, "stored" | "noop">(true);
}

// ---- reading

const found = await store.get("run-7");
if (found?.lifecycle === "interactive") same<typeof found, interactive.Session>(true);
same<Awaited<ReturnType<typeof store.get<"reversible">>>, reversible.Session | null>(true);
(await store.view<"reversible">("run-7"))?.conditions.hasExpired satisfies boolean | null | undefined;
(await store.view("run-7"))?.attention satisfies ready.Attention | undefined;
for (const offer of (await store.offers("run-7", { caller: "AGENT" })) ?? []) offer.command.type satisfies string;
for (const offer of (await store.offers<"reversible">("run-7")) ?? []) {
  if (offer.outcome === "denied") same<typeof offer.code, reversible.DenialCode>(true);
}
(await store.rollback("run-7"))?.plan satisfies reversible.Eligibility["plan"] | undefined;
(await store.approvals("run-7"))?.[0]?.approvalId satisfies string | undefined;
same<Awaited<ReturnType<typeof store.at<"delegated">>>, delegated.Session | null>(true);
await store.at("run-7", 2);
await store.compact("run-7");
// @ts-expect-error there may be no session
(await store.get("run-7")).revision;
// @ts-expect-error no lifecycle's name
await store.get<"other">("run-7");

for (const entry of await store.history<"reversible">("run-7")) {
  same<typeof entry, Entry<"reversible">>(true);
  entry.seq satisfies number;
  if (entry.kind === "snapshot") {
    same<typeof entry.session, reversible.Session>(true);
    // @ts-expect-error a snapshot was not decided
    entry.rule;
  } else {
    same<typeof entry.events, readonly reversible.Event[]>(true);
    if (entry.outcome === "noop") same<typeof entry.code, reversible.NoopCode>(true);
    // @ts-expect-error the session is given by `at`
    entry.session;
  }
}

// ---- lists

const query: Query = { lifecycle: "reversible", attention: ["needs_human", "failed"], waiting: true, order: "updated" };
const rows: Row[] = await store.list({ ...query, parent: null, text: "refund", after: "run-7", limit: 50 });
await store.list();
const counts: Counts = await store.counts();
(counts.attention.needs_human ?? 0) + counts.all;
counts.display.AWAITING_APPROVAL satisfies number | undefined;
for (const found of await store.outstanding()) {
  if ("error" in found) same<typeof found.error, CountersignError>(true);
  else
    for (const event of found.events)
      if (event.type === "action_cleared") [found.id, event.actionId] satisfies string[];
}
await store.list({ order: "-waiting" });
// @ts-expect-error no such attention
await store.list({ attention: "sleepy" });
// @ts-expect-error no such display
await store.list({ display: "SLEEPY" });
// @ts-expect-error no such order
await store.list({ order: "size" });
// @ts-expect-error a row may be shared
if (rows[0]) rows[0].label = "mine";

// ---- subscribing

const stop: () => void = store.subscribe<"reversible">("run-7", (shown) => {
  if (shown === null) return;
  if ("closed" in shown) return void (shown.closed satisfies "close" | "versionchange" | "terminated");
  if ("error" in shown) return void (shown.error.code satisfies string);
  same<typeof shown.session, reversible.Session>(true);
  shown.view.display satisfies reversible.Display;
});
stop();
store.subscribe({ waiting: true }, (rows) => {
  if (!("closed" in rows)) rows.map(({ label }) => label) satisfies string[];
});
const shown = store.snapshot("run-7");
if (shown && !("error" in shown)) shown.unconfirmed satisfies boolean;
store.snapshot(query)?.length satisfies number | undefined;
// @ts-expect-error the store may have been closed from outside
store.subscribe(query, (rows) => rows.length);
// @ts-expect-error what was told is everybody's
store.snapshot(query)?.push(...rows);

// ---- all of it

await store.remove("run-7");
await store.clear();
const { sessions, conflicts } = await store.importAll(await store.exportAll(), {
  onProgress: ({ verified, written }) => void (verified - written),
});
sessions satisfies number;
conflicts satisfies string[];
(await store.persist()) satisfies boolean;
store.close();
// @ts-expect-error exported is a Blob
await store.importAll("{}");
new CountersignError("quota_exceeded", "", "…") satisfies Error;
