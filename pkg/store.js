// `countersign/store`: sessions that survive, in IndexedDB. Every decision is the engine's; see store.d.ts.
import { CountersignError } from "./error.js";
import { openDatabase, transactions } from "./store/database.js";
import { dispatch } from "./store/dispatch.js";
import { stored } from "./store/engine.js";
import { feedOf } from "./store/feed.js";
import { compact, sessionAt } from "./store/history.js";
import { read as payloads } from "./store/payload.js";
import { put } from "./store/put.js";
import { counted, firstPage, listed, pageOf } from "./store/query.js";
import { clear, entriesOf, idOf, recordOf, remove } from "./store/record.js";
import { isUnconfirmed } from "./store/rows.js";
import { subscriptionsOf } from "./store/subscriptions.js";
import { timeOf } from "./store/time.js";
import { inBatches, lineOf, take, verified } from "./store/transfer.js";

export { CountersignError };

/** Opens the store of that name, and makes it if there is none. */
export async function openStore({ name, caller, clock = Date.now, engine, durability = "strict", onBlocked } = {}) {
  if (!name) throw new CountersignError("invalid_input", "name", "a store has a name");
  const asked = { engine: engine ?? (await import("countersign")), clock, durability, caller };
  let store;
  const db = await openDatabase(name, { onBlocked, onClosed: (why) => store?.close(why) });
  store = storeOf(db, asked);
  return store;
}

function storeOf(db, asked) {
  const { engine, clock, caller: usual } = asked;
  const its = transactions(db, asked);
  const { read } = its;
  const feed = feedOf(db.name, {
    read,
    onLoad: () => time.renew(),
    onChange(ids) {
      time.changed(ids);
      return subscriptions.changed(ids);
    },
  });
  const subscriptions = subscriptionsOf(feed, shown);
  const time = timeOf({ clock, engine, feed, db: its, write, changed: subscriptions.changed });
  // Whoever asks for something is told of an error; here there is nobody.
  feed.ready.then(time.wake).catch(() => {});

  async function write(work, ...given) {
    const [answer, rows] = await its.write(async (tx) => [await work(tx, ...given), tx.written]);
    await feed.wrote(rows);
    return answer;
  }

  async function rowsOf() {
    await feed.ready;
    return [...feed.rows.values()];
  }

  /** What the engine says of a session; null if there is none. */
  async function ask(id, question) {
    const record = await read(recordOf, id);
    return record.session && stored(asked, record, (its, session) => question(its, session, record));
  }

  /** What a subscriber of one session is told. */
  function shown(id) {
    return ask(id, (its, session, record) => ({
      session,
      view: its.view(session, { now: clock() }),
      origin: record.origin,
      unconfirmed: isUnconfirmed(record),
    }));
  }

  /** What the engine says of a session now; some only of some lifecycles. */
  const asking =
    (method) =>
    (id, { caller = usual } = {}) =>
      ask(id, (its, session) => {
        if (!its[method]) throw new CountersignError("invalid_input", "id", `\`${id}\` has no ${method}`);
        return its[method](session, { now: clock(), caller });
      });

  async function imported({ error, lifecycle, session, warnings, ...options }) {
    if (error) throw error;
    const { session: stored, warnings: more = [], ...answer } = await store.put(lifecycle, session, options);
    return { id: idOf(session), ...answer, warnings: warnings.concat(more) };
  }

  const store = {
    ready: feed.ready,

    dispatch: (lifecycle, id, command, { caller = usual, ...options } = {}) =>
      write(dispatch, { ...options, lifecycle, id, command, caller }),
    put: (lifecycle, session, options) => write(put, lifecycle, session, options),

    async importPayload(json, options) {
      const answers = [];
      for (const item of await payloads(engine, json, options)) {
        answers.push(await imported(item).catch((error) => ({ error })));
      }
      return answers;
    },

    async exportAll() {
      const parts = [];
      for (const { id } of await rowsOf()) parts.push(await read(lineOf, id));
      return new Blob(parts, { type: "application/x-ndjson" });
    },

    async importAll(blob, { onProgress } = {}) {
      let [sessions, written] = [0, 0];
      const conflicts = [];
      for await (const _ of verified(asked, blob)) {
        sessions++;
        onProgress?.({ verified: sessions, written });
      }
      await inBatches(verified(asked, blob), async (batch) => {
        conflicts.push(...(await write(take, batch)));
        written += batch.length;
        onProgress?.({ verified: sessions, written });
      });
      return { sessions, conflicts };
    },

    remove: (id) => write(remove, id),
    clear: () => write(clear),

    get: (id) => ask(id, (_, session) => session),
    view: asking("view"),
    offers: asking("offers"),
    rollback: asking("rollback"),
    approvals: asking("approvals"),
    history: (id) => read(entriesOf, id),
    at: (id, seq) => read(sessionAt, id, seq),
    compact: (id) => write(compact, id),

    async list(query = {}) {
      // The database has the first page in the usual order.
      if (query.limit && !query.order && !query.after && !feed.isReady) return read(firstPage, query);
      return pageOf(listed(await rowsOf(), query), query);
    },

    counts: async () => counted(await rowsOf()),

    async outstanding() {
      const rows = (await rowsOf()).filter(({ origin, outstanding }) => origin === "local" && outstanding > 0);
      const found = await Promise.all(
        rows.map(({ id }) =>
          ask(id, (its, session) => its.outstanding(session)).then(
            (events) => ({ id, events }),
            (error) => ({ id, error }),
          ),
        ),
      );
      return found.filter(({ events, error }) => error ?? events?.length);
    },

    subscribe: subscriptions.add,
    snapshot: subscriptions.snapshot,

    persist: async () => (await navigator.storage?.persist()) ?? false,

    // What the timer calls: not in the types, and for tests that set the clock.
    timePassed: time.passed,

    close(why = "close") {
      time.stop();
      db.close();
      feed.close();
      subscriptions.close({ closed: why });
    },
  };
  return store;
}
