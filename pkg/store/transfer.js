// All sessions as lines of JSON, out and in: a line for each, with its whole history.
import { CountersignError } from "../error.js";
import { lifecycleOf } from "./engine.js";
import { entriesOf, replay } from "./history.js";
import { dropEntries } from "./record.js";
import { rowOf } from "./rows.js";

/** How many sessions are written in one transaction. */
const BATCH = 500;

/** The line of a session: its record, and its entries without their places in this database. */
export async function lineOf(tx, id) {
  const [record, entries] = await Promise.all([tx.objectStore("sessions").get(id), entriesOf(tx, id)]);
  return record && JSON.stringify({ ...record, entries: entries.map(({ position, ...entry }) => entry) });
}

/** Reads the lines, and holds each against what the engine makes of its history; nothing is written. */
export async function* verified(engine, blob) {
  let number = 0;
  for await (const line of lines(blob)) {
    number++;
    if (line.trim() === "") continue;
    try {
      yield recordIn(engine, JSON.parse(line));
    } catch (cause) {
      const line = `line ${number}`;
      throw new CountersignError(cause.code ?? "corrupt_record", line, `${line}: ${cause.message}`, { cause });
    }
  }
}

function recordIn(engine, { entries, ...record }) {
  const lifecycle = lifecycleOf(engine, record.lifecycle);
  const session = lifecycle.parse(record.session);
  const base = entries.findLastIndex(({ kind }) => kind === "snapshot");
  const begin = base < 0 ? null : lifecycle.parse(entries[base].session);
  const found = replay(engine, record.lifecycle, entries.slice(base + 1), begin);
  const isWhole =
    entries.every(({ id, seq }, at) => id === record.id && seq === entries[0].seq + at) &&
    entries.at(-1)?.seq === record.seq;
  if (!isWhole || JSON.stringify(found) !== JSON.stringify(session)) {
    throw new CountersignError(
      "corrupt_record",
      "entries",
      `the history of \`${record.id}\` does not give its session`,
    );
  }
  return { record: { ...record, session }, entries };
}

/** Writes whole sessions in batches; one that is there with the same history, or a longer one, stays as it is. */
export async function write(records, engine, now, transact) {
  let batch = [];
  const flush = async () => {
    if (batch.length > 0) await transact((tx) => Promise.all(batch.map((item) => store(tx, engine, now, item))));
    batch = [];
  };
  for await (const item of records) {
    batch.push(item);
    if (batch.length === BATCH) await flush();
  }
  await flush();
}

async function store(tx, engine, now, { record, entries }) {
  const held = await tx.objectStore("sessions").get(record.id);
  if (held && held.seq >= record.seq) return;
  const store = tx.objectStore("entries");
  await dropEntries(tx, record.id);
  let position;
  for (const entry of entries) position = await store.add(entry);
  await tx.objectStore("sessions").put(record);
  await tx.objectStore("rows").put(rowOf(engine, record, now, { position, updated: entries.at(-1).at }));
}

async function* lines(blob) {
  const reader = blob.stream().pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    const parts = (rest + (value ?? "")).split("\n");
    rest = done ? "" : parts.pop();
    yield* parts;
    if (done) return;
  }
}
