// What the types of the store have to say: the codes that its source spells, and what it answers.
import "fake-indexeddb/auto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as engine from "../../index.js";
import { openStore } from "../../store.js";
import { union } from "./samples.js";

const pkg = join(import.meta.dirname, "../..");

/** Every code of a CountersignError that is made, or stands in a table, in pkg/store.js and pkg/store/, whose layout Biome keeps regular. */
export function thrownByStore() {
  const files = ["store.js", ...readdirSync(join(pkg, "store")).map((name) => join("store", name))];
  const source = files.map((file) => readFileSync(join(pkg, file), "utf8")).join("\n");
  const made = /(?:new CountersignError\(\s*(?:[\w.]+ \?\? )?|[:=] \[(?=\S+ "\w+ ))"([a-z]+_[a-z_]+)",/g;
  return Array.from(source.matchAll(made), ([, code]) => code);
}

// What the store itself calls, or a test.
const INTERNAL = ["timePassed"];

/** TypeScript that compiles if the types are right. */
export async function store() {
  const store = await openStore({ name: "types", clock: () => 1_800_000_000_000, engine });
  const found = await answers(store);
  store.close();
  const methods = Object.keys(store).filter((name) => !INTERNAL.includes(name));
  return [
    'import type * as s from "countersign/store";',
    `same<keyof s.Store, ${union(methods)}>(true);`,
    ...found.map(([type, value]) => `(${JSON.stringify(value)}) satisfies ${type};`),
    // Of these every key was seen.
    ...[
      "s.Row",
      "s.Shown",
      "s.Counts",
      OUTSTANDING,
      "s.ImportAnswer",
      ENTRY,
      SNAPSHOT,
      STORED,
      "s.RevisionConflict",
    ].map((type) => {
      const keys = found.filter(([name]) => name === type).flatMap(([, value]) => Object.keys(value));
      return `same<AllKeys<${type}>, ${union(keys)}>(true);`;
    }),
    "type AllKeys<T> = T extends unknown ? keyof T : never;",
    "",
  ];
}

const OUTSTANDING = "Extract<s.Outstanding, { events: unknown }>";
const ENTRY = 's.CommandEntry<"reversible">';
const SNAPSHOT = 's.SnapshotEntry<"reversible">';
const STORED = 's.Stored<"delegated">';

/** Answers of every kind, each with the type that it should have. */
async function answers(store) {
  const found = [];
  const take = (type, value) => found.push([type, JSON.parse(JSON.stringify(value))]);

  const create = { type: "create", id: "run", agentId: "billing" };
  const action = { id: "a", apiName: "mail.send", operationType: "CREATE", status: "PENDING_APPROVAL" };
  const compensation = { kind: "NONE", requireApproval: false };
  const log = { type: "log_action", action: { ...action, compensation }, purpose: "BEFORE_EXECUTION" };
  const operator = { caller: "OPERATOR", commandId: "c" };
  const { session } = await store.dispatch("reversible", "run", create);
  await store.dispatch("reversible", "run", log);
  const complete = { type: "complete" };
  for (const options of [{}, operator, { ...operator, expectedRevision: 9, commandId: "d" }, operator]) {
    take('s.Decision<"reversible">', await store.dispatch("reversible", "run", complete, options));
  }
  take('s.Decision<"reversible">', await store.dispatch("reversible", "run", create, operator));
  take("s.RevisionConflict", await store.dispatch("reversible", "run", complete, { expectedRevision: 9 }));
  for (const event of await store.outstanding()) take(OUTSTANDING, event);

  await new Promise((resolve) => {
    const stop = store.subscribe("run", (shown) => {
      take("s.Shown", shown);
      queueMicrotask(() => {
        stop();
        resolve();
      });
    });
  });

  const child = { type: "create", uid: "lead", agent: "a", task: "t", harness: "h", authority: [] };
  await store.dispatch("delegated", "lead", child);
  await store.dispatch("delegated", "helper", { ...child, uid: "helper", parentUid: "lead" });
  take(STORED, await store.dispatch("delegated", "lead", { type: "revoke", source: "governance" }));
  for (const entry of await store.history("lead")) take('s.CommandEntry<"delegated">', entry);
  for (const row of await store.list()) take("s.Row", row);
  take("s.Counts", await store.counts());

  for (const version of [1, 1]) take('s.PutAnswer<"reversible">', await store.put("reversible", session, { version }));
  const payload = { id: "v", agentId: "a", status: "ACTIVE", createdAt: 0, actions: [] };
  for (const each of [payload, payload]) {
    for (const answer of await store.importPayload(each)) take("s.ImportAnswer", answer);
  }
  await store.dispatch("reversible", "local", { ...create, id: "local" });
  await store.compact("local");
  for (const entry of [...(await store.history("run")), ...(await store.history("local"))]) {
    take(entry.kind === "snapshot" ? SNAPSHOT : ENTRY, entry);
  }
  await store.remove("run");
  take('s.PutAnswer<"reversible">', await store.put("reversible", session, { version: 2 }));
  return found;
}
