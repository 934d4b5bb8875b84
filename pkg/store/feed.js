// The rows of all sessions in memory, kept up by what this tab and the others write.

/**
 * Whoever wrote tells the others that something happened; what, each reads from the database, from the last position that it
 * knows. So a message that is lost or late costs nothing but time.
 */
export class Feed {
  #db;
  #channel;
  #onChange;
  #position = 0;
  #reading = null;
  #again = false;
  #isClosed = false;
  rows = new Map();
  /** Settles once all rows are in. */
  ready;
  isReady = false;
  isFrozen = false;

  constructor(db, onChange) {
    this.#db = db;
    this.#onChange = onChange;
    this.ready = this.#load();
    if (typeof BroadcastChannel === "undefined") return;
    this.#channel = new BroadcastChannel(`countersign:${db.name}`);
    // A channel alone must not keep a process of Node alive.
    this.#channel.unref?.();
    this.#channel.onmessage = () => this.catchUp();
  }

  /** After something was written here. */
  async wrote() {
    // What is durable is so, whatever becomes of the telling.
    if (this.#isClosed) return;
    this.#channel?.postMessage(null);
    await this.catchUp().catch(() => {});
  }

  /** Reads what happened since the last time; once more if something happens meanwhile. */
  catchUp() {
    // A frozen tab gets messages and no answers: its transaction would hold up all who write.
    if (this.isFrozen) return Promise.resolve();
    this.#again = true;
    this.#reading ??= this.#unlessClosed(this.ready.then(() => this.#read())).finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  close() {
    this.#isClosed = true;
    this.#channel?.close();
  }

  /** Whoever closed the store does not wait for what came in meanwhile. */
  #unlessClosed(promise) {
    return promise.catch((cause) => {
      if (!this.#isClosed) throw cause;
    });
  }

  async #load() {
    const tx = this.#db.transaction(["rows", "entries", "removed"]);
    const [rows, position] = await Promise.all([tx.objectStore("rows").getAll(), lastPosition(tx), tx.done]);
    for (const row of rows) this.rows.set(row.id, row);
    this.#position = position;
    this.isReady = true;
  }

  async #read() {
    while (this.#again) {
      this.#again = false;
      const tx = this.#db.transaction(["rows", "entries", "removed"]);
      const since = IDBKeyRange.lowerBound(this.#position, true);
      const [position, removed, entries] = await Promise.all([
        lastPosition(tx),
        tx.objectStore("removed").index("position").getAll(since),
        tx.objectStore("entries").getAll(since),
      ]);
      const ids = new Set([...removed, ...entries].map(({ id }) => id));
      const rows = await Promise.all([...ids].map((id) => tx.objectStore("rows").get(id)));
      await tx.done;
      this.#position = position;
      [...ids].forEach((id, at) => {
        if (rows[at]) this.rows.set(id, rows[at]);
        else this.rows.delete(id);
      });
      // Nobody who writes waits for those who are told.
      if (ids.size > 0) this.#unlessClosed(this.#onChange(ids));
    }
  }
}

/** The position of the last thing that happened. */
async function lastPosition(tx) {
  const [entry, removed] = await Promise.all([
    tx.objectStore("entries").openKeyCursor(null, "prev"),
    tx.objectStore("removed").index("position").openKeyCursor(null, "prev"),
  ]);
  return Math.max(entry?.key ?? 0, removed?.key ?? 0);
}
