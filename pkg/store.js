// `countersign/store`: sessions that survive, in IndexedDB. Every decision is the engine's; see store.d.ts.
import { CountersignError } from "./error.js";
import { Alarm, earliest } from "./store/clock.js";
import { openDatabase, stored, typed } from "./store/database.js";
import { dispatch } from "./store/dispatch.js";
import { Feed } from "./store/feed.js";
import { compact, entriesOf, sessionAt } from "./store/history.js";
import { read } from "./store/payload.js";
import { put } from "./store/put.js";
import { counted, firstPage, hasFirstPage, listed } from "./store/query.js";
import { forget, idOf, recordOf, WRITTEN } from "./store/record.js";
import { rowOf } from "./store/rows.js";
import { Subscriptions } from "./store/subscriptions.js";
import { lineOf, verified, write } from "./store/transfer.js";

export { CountersignError };

/** Opens the store of that name, and makes it if there is none. */
export async function openStore({ name, caller, clock = Date.now, engine, durability = "strict", onBlocked } = {}) {
  if (!name) throw new CountersignError("invalid_input", "name", "a store has a name");
  const asked = engine ?? (await import("countersign"));
  let store;
  const db = await openDatabase(name, { onBlocked, onClosed: (why) => store?.closed(why) });
  store = new Store(db, { engine: asked, caller, clock, durability });
  return store;
}

class Store {
  #db;
  #engine;
  #caller;
  #clock;
  #durability;
  #feed;
  #subscriptions;
  #alarm;
  #onFreeze = ({ type }) => {
    this.#feed.isFrozen = type === "freeze";
    this.#feed.catchUp().catch(() => {});
  };
  #onVisible = () => this.#wake();

  constructor(db, { engine, caller, clock, durability }) {
    this.#db = db;
    this.#engine = engine;
    this.#caller = caller;
    this.#clock = clock;
    this.#durability = durability;
    this.#subscriptions = new Subscriptions(
      () => this.#feed,
      (id) => this.#read(id),
    );
    this.#feed = new Feed(db, (ids) => this.#changed(ids));
    this.#alarm = new Alarm(
      clock,
      () => this.#nextMoment(),
      () => this.timePassed(),
    );
    globalThis.document?.addEventListener("visibilitychange", this.#onVisible);
    for (const type of ["freeze", "resume"]) globalThis.document?.addEventListener(type, this.#onFreeze);
    // Whoever asks for something is told of an error; here there is nobody.
    this.#feed.ready.then(() => this.#wake()).catch(() => {});
  }

  /** Resolves once all rows are in memory. */
  get ready() {
    return this.#feed.ready;
  }

  async dispatch(lifecycle, id, command, { caller = this.#caller, expectedRevision, commandId } = {}) {
    const asked = { lifecycle, id, command, caller, now: this.#clock(), expectedRevision, commandId };
    return this.#write((tx) => dispatch(tx, this.#engine, asked));
  }

  async put(lifecycle, session, { version, local = false, label } = {}) {
    return this.#write((tx) =>
      put(tx, this.#engine, { lifecycle, session, version, local, label, now: this.#clock() }),
    );
  }

  /** Stores what a vendor's payload says, or each of a list of them: `{ id, outcome, warnings }` or `{ error }`. */
  async importPayload(json, options) {
    const answers = [];
    for (const item of read(this.#engine, json, options)) {
      answers.push(item.error ? item : await this.#imported(item));
    }
    return answers;
  }

  #imported(item) {
    return this.put(item.lifecycle, item.session, item).then(
      (answer) => imported(item, answer),
      (error) => ({ error }),
    );
  }

  /** All sessions with their histories, a line of JSON for each. */
  async exportAll() {
    const ids = await this.#reading(["sessions"], (tx) => tx.objectStore("sessions").getAllKeys());
    const parts = [];
    for (const id of ids) {
      const line = await this.#reading(["sessions", "entries"], (tx) => lineOf(tx, id));
      if (line) parts.push(line, "\n");
    }
    return new Blob(parts, { type: "application/x-ndjson" });
  }

  /** Takes in what `exportAll` gave: all of it is verified before anything is written. */
  async importAll(blob, { onProgress } = {}) {
    let total = 0;
    for await (const _ of verified(this.#engine, blob)) onProgress?.({ verified: ++total, written: 0 });
    let written = 0;
    const transact = async (write) => {
      const counts = await this.#write(write);
      written += counts.length;
      onProgress?.({ verified: total, written });
    };
    await write(verified(this.#engine, blob), this.#engine, this.#clock(), transact);
    return { sessions: total };
  }

  /** Removes a session and all that is known of it. */
  async remove(id) {
    return this.#write(async (tx) => {
      if (await recordOf(tx, id)) await forget(tx, id);
    });
  }

  async clear() {
    return this.#write(async (tx) => {
      for (const id of await tx.objectStore("sessions").getAllKeys()) await forget(tx, id);
    });
  }

  async get(id) {
    return (await this.#record(id))?.session ?? null;
  }

  // What the engine says of a session now; some only of some lifecycles.
  static {
    for (const method of ["view", "offers", "rollback", "approvals"]) {
      Store.prototype[method] = async function (id, { caller = this.#caller } = {}) {
        return this.#ask(id, (lifecycle, session) => {
          if (!lifecycle[method]) throw new CountersignError("invalid_input", "id", `\`${id}\` has no ${method}`);
          return lifecycle[method](session, { now: this.#clock(), caller });
        });
      };
    }
  }

  async history(id) {
    return this.#reading(["sessions", "entries"], (tx) => entriesOf(tx, id));
  }

  async at(id, seq) {
    return this.#reading(["sessions", "entries"], (tx) => sessionAt(tx, this.#engine, id, seq));
  }

  async compact(id) {
    return this.#write((tx) => compact(tx, this.#engine, id, this.#clock()));
  }

  async list(query) {
    if (!this.#feed.isReady && hasFirstPage(query)) return this.#reading(["rows"], (tx) => firstPage(tx, query));
    await this.#feed.ready;
    return listed(this.#feed.rows.values(), query);
  }

  async counts() {
    await this.#feed.ready;
    return counted(this.#feed.rows.values());
  }

  /** What a host still has to carry out, of all sessions that are its own. */
  async outstanding() {
    await this.#feed.ready;
    const found = [];
    for (const { id } of [...this.#feed.rows.values()].filter(({ origin }) => origin === "local")) {
      const events = await this.#ask(id, (lifecycle, session) => lifecycle.outstanding(session));
      if (events?.length > 0) found.push({ id, events });
    }
    return found;
  }

  subscribe(what, listener) {
    return this.#subscriptions.add(what, listener);
  }

  snapshot(what) {
    return this.#subscriptions.snapshot(what);
  }

  close() {
    this.#stop();
    this.#db.close();
  }

  /** The database was closed from outside. */
  closed(why) {
    this.#stop();
    this.#subscriptions.close(why);
  }

  #stop() {
    this.#alarm.stop();
    this.#feed.close();
    globalThis.document?.removeEventListener("visibilitychange", this.#onVisible);
    for (const type of ["freeze", "resume"]) globalThis.document?.removeEventListener(type, this.#onFreeze);
  }

  /** After a sleep, of the tab or of the machine: what was missed is read, and what is due is done. */
  async #wake() {
    if (isHidden()) return;
    await this.#feed.catchUp();
    await this.timePassed();
    this.#alarm.set();
  }

  async #ask(id, ask) {
    const record = await this.#record(id);
    return record ? stored(this.#engine, record, ask) : null;
  }

  #record(id) {
    return this.#reading(["sessions"], (tx) => recordOf(tx, id));
  }

  /** What a subscriber of one session is told. */
  async #read(id) {
    const record = await this.#record(id);
    if (!record) return null;
    const { session, origin, unconfirmed } = record;
    const view = stored(this.#engine, record, (asked) => asked.view(session, { now: this.#clock() }));
    return { session, view, origin, unconfirmed };
  }

  async #reading(stores, read) {
    try {
      const tx = this.#db.transaction(stores);
      const [found] = await Promise.all([read(tx), tx.done]);
      return found;
    } catch (cause) {
      throw typed(cause);
    }
  }

  /** One transaction: all of it is durable when this resolves, or nothing. */
  async #write(write) {
    let tx;
    let answer;
    try {
      tx = this.#db.transaction(WRITTEN, "readwrite", { durability: this.#durability });
      tx.done.catch(() => {});
      answer = await write(tx);
      tx.commit();
      await tx.done;
    } catch (cause) {
      abort(tx);
      throw typed(cause);
    }
    await this.#feed.wrote();
    return answer;
  }

  #changed(ids) {
    this.#alarm.set();
    return this.#subscriptions.changed(ids);
  }

  #nextMoment() {
    const moments = [...this.#feed.rows.values()].flatMap(({ deadline, changesAt, origin }) =>
      origin === "local" ? [deadline, changesAt] : [changesAt],
    );
    return earliest(moments);
  }

  /** Ticks what is due of our own sessions; of all others only what is shown changes. */
  async timePassed() {
    // Some visible tab does it.
    if (isHidden()) return;
    const now = this.#clock();
    for (const row of [...this.#feed.rows.values()]) {
      // One that cannot be read stops no other.
      await this.#passes(row, now).catch(() => {});
    }
  }

  async #passes(row, now) {
    const due = (at) => at !== null && at <= now;
    if (row.origin === "local" && due(row.deadline)) {
      await this.dispatch(row.lifecycle, row.id, { type: "tick" }, { caller: "SYSTEM" });
    } else if (due(row.changesAt)) {
      const record = await this.#record(row.id);
      if (record) this.#feed.rows.set(row.id, rowOf(this.#engine, record, now, row));
      await this.#subscriptions.changed(new Set([row.id]));
    }
  }
}

function isHidden() {
  return globalThis.document?.visibilityState === "hidden";
}

function imported({ session, warnings }, answer) {
  return { id: idOf(session), outcome: answer.outcome, warnings: [...warnings, ...(answer.warnings ?? [])] };
}

function abort(tx) {
  try {
    tx?.abort();
  } catch {
    // It was over already.
  }
}
