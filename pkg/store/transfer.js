// All sessions as lines of JSON, out and in: a line for each, with its whole history.
import { CountersignError } from "../error.js";
import { lifecycleOf } from "./engine.js";
import { replay } from "./history.js";
import { entriesOf, idOf, write } from "./record.js";

/** The line of a session: its record, and its entries without their places in this database. */
export async function lineOf(tx, id) {
  const [record, entries] = await Promise.all([tx.sessions.get(id), entriesOf(tx, id)]);
  return record ? `${JSON.stringify({ ...record, entries: entries.map(unplaced) })}\n` : "";
}

function unplaced({ position, ...entry }) {
  return entry;
}

/** Reads the lines, and holds each against what the engine makes of its history; nothing is written. */
export async function* verified(tx, blob) {
  let number = 0;
  for await (const line of lines(blob)) {
    number++;
    if (!line.trim()) continue;
    try {
      yield recordIn(tx, JSON.parse(line));
    } catch (cause) {
      const where = `line ${number}`;
      throw new CountersignError(cause.code ?? "corrupt_record", where, `${where}: ${cause.message}`, { cause });
    }
  }
}

function recordIn(tx, { id, lifecycle, session: given, seq, changes, version, origin, label, entries: all }) {
  const session = lifecycleOf(tx, lifecycle).parse(given);
  const entries = all.map(unplaced);
  const isWhole =
    idOf(session) === id &&
    [seq, changes, version ?? 0, ...entries.map(({ at }) => at)].every(Number.isSafeInteger) &&
    ["local", "remote"].includes(origin) &&
    typeof label === "string" &&
    entries.every((entry, at) => entry.id === id && entry.seq === seq - entries.length + 1 + at);
  if (!isWhole || JSON.stringify(replay(tx, lifecycle, entries)) !== JSON.stringify(session)) {
    throw new CountersignError("corrupt_record", "entries", `\`${id}\` is not what its history gives`);
  }
  return { record: { id, lifecycle, session, seq, changes, version, origin, label }, entries };
}

/** Works on up to 500 at a time, one group after the other. */
export async function inBatches(items, work) {
  const batch = [];
  for await (const item of items) if (batch.push(item) === 500) await work(batch.splice(0));
  if (batch.length > 0) await work(batch);
}

/** Writes the entries that are not there already. Gives the ids of sessions that are there with another history, which stay. */
export async function take(tx, items) {
  const conflicts = [];
  for (const { record, entries } of items) {
    const { id, seq } = record;
    const held = new Map((await entriesOf(tx, id)).map((entry) => [entry.seq, JSON.stringify(unplaced(entry))]));
    const lacked = entries.filter((entry) => !held.has(entry.seq));
    const isOther = (entry) => held.has(entry.seq) && held.get(entry.seq) !== JSON.stringify(entry);
    // Without an entry in common nobody can say it.
    if (held.size > 0 && (lacked.length === entries.length || entries.some(isOther))) conflicts.push(id);
    else if (!held.has(seq)) await write(tx, record, lacked, entries.at(-1).at);
  }
  return conflicts;
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
