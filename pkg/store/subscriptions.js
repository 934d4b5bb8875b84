// Who is told what, and what each was told last.
import { isMeant, listed } from "./query.js";

/** Subscribers of a session, by its id, or of a list, by its query. */
export class Subscriptions {
  #feed;
  #read;
  #of = new Map();
  #isClosed = false;
  #asked = 0;

  constructor(feed, read) {
    this.#feed = feed;
    this.#read = read;
  }

  add(what, listener) {
    const key = keyOf(what);
    const entry = this.#of.get(key) ?? { what, listeners: new Set(), last: undefined };
    this.#of.set(key, entry);
    entry.listeners.add(listener);
    if (entry.last === undefined) this.#refresh(entry).catch(() => {});
    else queueMicrotask(() => entry.listeners.has(listener) && tell(listener, entry.last));
    return () => {
      entry.listeners.delete(listener);
      if (entry.listeners.size === 0 && this.#of.get(key) === entry) this.#of.delete(key);
    };
  }

  /** What a subscriber last received, the same reference until it changes. */
  snapshot(what) {
    return this.#of.get(keyOf(what))?.last;
  }

  /** After these sessions changed. */
  async changed(ids) {
    const concerned = [...this.#of.values()].filter((entry) => isConcerned(entry, ids, this.#feed().rows));
    await Promise.all(concerned.map((entry) => this.#refresh(entry)));
  }

  close(why) {
    for (const { listeners } of this.#of.values()) for (const listener of listeners) tell(listener, { closed: why });
    this.#of.clear();
    this.#isClosed = true;
  }

  async #refresh(entry) {
    const { what } = entry;
    if (typeof what !== "string") {
      await this.#feed().ready;
      return this.#tell(entry, listed(this.#feed().rows.values(), what));
    }
    const asked = ++this.#asked;
    const found = await this.#read(what);
    // Two reads may overtake each other: nobody is shown an older revision than before.
    if (asked < (entry.asked ?? 0)) return;
    entry.asked = asked;
    this.#tell(entry, found);
  }

  #tell(entry, value) {
    if (this.#isClosed) return;
    entry.last = value;
    for (const listener of entry.listeners) tell(listener, value);
  }
}

function keyOf(what) {
  return typeof what === "string" ? `id ${what}` : `query ${JSON.stringify(what)}`;
}

function isConcerned({ what, last }, ids, rows) {
  if (typeof what === "string") return ids.has(what);
  const shown = new Set(last?.map(({ id }) => id));
  return [...ids].some((id) => shown.has(id) || (rows.has(id) && isMeant(rows.get(id), what)));
}

function report(error) {
  if (typeof reportError === "function") return reportError(error);
  queueMicrotask(() => {
    throw error;
  });
}

function tell(listener, value) {
  try {
    listener(value);
  } catch (error) {
    // One that throws hurts nobody else, and is not lost.
    report(error);
  }
}
