// Appending one command to a session: by the store, and by whoever writes the same with bare `idb`.
import * as engine from "countersign";
import { openDatabase } from "../../pkg/store/database.js";
import { rowOf } from "../../pkg/store/rows.js";

const STORES = ["sessions", "rows", "entries"];
const CALLER = "OPERATOR";
const BLOCK = 10;

/** Makes a database of the same tables with the same content, for the other one to write to. */
export async function copied(from, to) {
  const [source, target] = [await openDatabase(from, {}), await openDatabase(to, {})];
  for (const name of STORES) {
    const { keyPath } = source.transaction(name).store;
    for (let range = null; ; ) {
      const found = await source.getAll(name, range, 2_000);
      if (found.length === 0) break;
      const tx = target.transaction(name, "readwrite");
      for (const value of found) tx.store.put(value);
      await tx.done;
      range = IDBKeyRange.lowerBound(found.at(-1)[keyPath], true);
    }
  }
  source.close();
  target.close();
}

/** Both take turns, a block of commands each; gives the milliseconds of each command, block by block. */
export async function appended({ other, ids, command, blocks, durability }) {
  const db = await openDatabase(other, {});
  const took = { ours: [], theirs: [] };
  for (let at = 0; at < blocks; at++) {
    const mine = Array.from({ length: BLOCK }, (_, index) => ids[(at * BLOCK + index) % ids.length]);
    const asked = mine.map((id) => ({ id, command: command.replaceAll("$", `${durability}-${at}`) }));
    const ours = asked.map(({ id, command }) => [id, JSON.parse(command)]);
    const theirs = await Promise.all(asked.map(({ id, command }) => written(db, id, JSON.parse(command))));
    const turns = {
      ours: () => inTurn(ours, ([id, command]) => store.dispatch("reversible", id, command)),
      theirs: () => inTurn(theirs, (values) => bare(db, durability, values)),
    };
    // Whoever is first changes.
    for (const name of at % 2 === 0 ? ["ours", "theirs"] : ["theirs", "ours"]) took[name].push(await turns[name]());
  }
  db.close();
  return took;
}

async function inTurn(items, work) {
  const took = [];
  for (const item of items) {
    const start = performance.now();
    const answer = await work(item);
    took.push(performance.now() - start);
    if (answer && answer.outcome !== "allowed") throw new Error(`${answer.outcome}: ${answer.message}`);
  }
  return took;
}

/** What the store would write of a command. */
async function written(db, id, command) {
  const record = await db.get("sessions", id);
  const tx = { engine, now: record.session.lastActivityAt + 1_000 };
  const { session, ...answer } = engine.reversible.decide(record.session, command, {
    now: tx.now,
    caller: CALLER,
  });
  if (answer.outcome !== "allowed") throw new Error(`${answer.outcome}: ${answer.message}`);
  const next = { ...record, session, seq: record.seq + 1, changes: record.changes + 1 };
  const more = { id, seq: next.seq, at: tx.now, rulesHash: engine.rulesHash };
  return {
    record: next,
    entry: { kind: "command", caller: CALLER, command, ...answer, ...more },
    row: rowOf(tx, next, { updated: tx.now }),
  };
}

/** The same write without the store: all values are there but the entry's position, which the row holds. */
async function bare(db, durability, { record, entry, row }) {
  const tx = db.transaction(STORES, "readwrite", { durability });
  const [sessions, rows, entries] = STORES.map((name) => tx.objectStore(name));
  await sessions.get(record.id);
  row.position = await entries.add(entry);
  sessions.put(record);
  rows.put(row);
  tx.commit();
  await tx.done;
}

/** Milliseconds of what the store does beyond that, each alone: of one session, as often as told. */
export async function parts({ name, id, command, repeats }) {
  const db = await openDatabase(name, {});
  const record = await db.get("sessions", id);
  const tx = { engine, now: record.session.lastActivityAt + 1_000 };
  const { position } = await db.get("rows", id);
  const asked = JSON.parse(command.replaceAll("$", "part"));
  const decide = () => engine.reversible.decide(record.session, asked, { now: tx.now, caller: CALLER });
  const channel = new BroadcastChannel("parts");
  const catchUp = () => db.getAllFromIndex("rows", "position", IDBKeyRange.bound(position - 1, position, true));
  const found = {
    decide: await mean(repeats, decide),
    row: await mean(repeats, () => rowOf(tx, record, { position, updated: tx.now })),
    post: await mean(repeats, () => channel.postMessage(null)),
    catchUp: await mean(repeats, catchUp),
  };
  channel.close();
  db.close();
  return found;
}

async function mean(repeats, work) {
  const start = performance.now();
  for (let count = 0; count < repeats; count++) await work();
  return (performance.now() - start) / repeats;
}
