// The rows of all sessions in memory, kept up by what this tab and the others write.

/**
 * Whoever wrote tells the others that something happened; what, each reads from the database, from the last position that it
 * knows. So a message that is lost or late costs nothing but time.
 *
 * `onLoad` is given the rows before anybody sees them, and `onChange` the ids of those that changed.
 */
export function feedOf(db, { onLoad, onChange }) {
  const rows = new Map();
  let channel = new BroadcastChannel(`countersign:${db.name}`);
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
    take(await db.getAll("rows"));
    await onLoad();
    feed.isReady = true;
  };

  const read = async () => {
    await feed.ready;
    while (isAgain) {
      isAgain = false;
      const found = await db.getAllFromIndex("rows", "position", IDBKeyRange.lowerBound(position, true));
      take(found);
      // Nobody who writes waits for those who are told.
      if (found.length > 0) onChange(new Set(found.map(({ id }) => id)));
    }
  };

  const feed = {
    rows,
    isReady: false,
    isFrozen: false,

    /** After something was written here. */
    wrote() {
      channel?.postMessage(null);
      return feed.catchUp();
    },

    /** Reads what happened since the last time; once more if something happens meanwhile. Nobody waits for a closed one. */
    async catchUp() {
      // A frozen tab gets messages and no answers: its transaction would hold up all who write.
      if (feed.isFrozen) return;
      isAgain = true;
      reading ??= read()
        .catch(() => {})
        .finally(() => {
          reading = undefined;
        });
      await reading;
    },

    close() {
      channel?.close();
      channel = undefined;
    },
  };

  /** Settles once all rows are in. */
  feed.ready = load();
  channel.onmessage = feed.catchUp;
  return feed;
}
