// The rows of all sessions in memory, kept up by what this tab and the others write.

/**
 * Whoever wrote tells the others that something happened; what, each reads from the database, from the last position that it
 * knows. So a message that is lost or late costs nothing but time.
 *
 * `onLoad` is given the rows before anybody sees them, and `onChange` the ids of those that changed.
 */
export function feedOf(name, { read, onLoad, onChange }) {
  const rows = new Map();
  let channel = new BroadcastChannel(`countersign:${name}`);
  let position = 0;
  let running;
  let pending;

  // How many rows are read at a time, that others are served in between.
  const PIECE = 250;

  /** The rows of what happened since the last time. */
  const since = async (tx) => {
    const found = [];
    let piece;
    do {
      const from = found.at(-1)?.position ?? position;
      piece = await tx.rows.index("position").getAll(IDBKeyRange.lowerBound(from, true), PIECE);
      found.push(...piece);
    } while (piece.length === PIECE);
    return found;
  };

  /** Of two reads that overtake each other the older one says nothing. */
  const take = (found) => {
    const ids = new Set();
    for (const row of found) {
      if (row.position <= position) continue;
      position = row.position;
      ids.add(row.id);
      // What is left of a session that was removed is its id and position.
      if (row.lifecycle) rows.set(row.id, row);
      else rows.delete(row.id);
    }
    // Nobody who writes waits for those who are told.
    if (feed.isReady && ids.size > 0) onChange(ids);
  };

  const load = async () => {
    take(await read(since));
    await onLoad();
    feed.isReady = true;
  };

  const feed = {
    rows,
    isReady: false,

    /** After these rows were written here, and nothing else since the last time, unless somebody was faster. */
    wrote(written) {
      channel?.postMessage(null);
      return feed.isReady && written[0]?.position === position + 1 ? take(written) : feed.catchUp();
    },

    /** Reads what happened since the last time; whoever asks meanwhile waits for one more read. A closed one is let be. */
    catchUp() {
      pending ??= running.then(() => {
        pending = undefined;
        running = read(since)
          .then(take)
          .catch(() => {});
        return running;
      });
      return pending;
    },

    /** After the database was closed: whoever waits for the rows is told so. */
    close() {
      rows.clear();
      channel?.close();
      channel = undefined;
      feed.ready = read();
      feed.ready.catch(() => {});
    },
  };

  /** Settles once all rows are in. */
  feed.ready = load();
  running = feed.ready.catch(() => {});
  channel.onmessage = feed.catchUp;
  return feed;
}
