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
  let reading;
  let isAgain;

  const take = (found) => {
    for (const row of found) {
      position = Math.max(position, row.position);
      // What is left of a session that was removed is its id and position.
      if (row.lifecycle) rows.set(row.id, row);
      else rows.delete(row.id);
    }
  };

  const load = async () => {
    take(await read((tx) => tx.rows.getAll()));
    await onLoad();
    feed.isReady = true;
  };

  const follow = async () => {
    await feed.ready;
    while (isAgain) {
      isAgain = false;
      const since = IDBKeyRange.lowerBound(position, true);
      const found = await read((tx) => tx.rows.index("position").getAll(since));
      take(found);
      // Nobody who writes waits for those who are told.
      if (found.length > 0) onChange(new Set(found.map(({ id }) => id)));
    }
  };

  const feed = {
    rows,
    isReady: false,

    /** After something was written here. */
    wrote() {
      channel?.postMessage(null);
      return feed.catchUp();
    },

    /** Reads what happened since the last time; once more if something happens meanwhile. Nobody waits for a closed one. */
    async catchUp() {
      isAgain = true;
      reading ??= follow()
        .catch(() => {})
        .finally(() => {
          reading = undefined;
        });
      await reading;
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
  channel.onmessage = feed.catchUp;
  return feed;
}
