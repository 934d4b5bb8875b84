// What is measured within the dashboard; added to each of its documents before its own scripts.

/** Since when the first rows, and since when all sessions are seen, in ms since the navigation began. */
globalThis.seen = {};

const told = () => document.querySelector("#fleet-title ~ [role=status]")?.textContent ?? "";
const painted = () =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))));

const look = async () => {
  const at = await painted();
  if (document.querySelector(".scroll .row")) seen.rows ??= at;
  if (/\d sessions?$/.test(told())) seen.all ??= at;
  if (!seen.rows || !seen.all) look();
};
look();

/** How long it takes until something is painted, once `act` was done. */
globalThis.until = async (act, isDone) => {
  const start = performance.now();
  act();
  for (;;) {
    const at = await painted();
    if (isDone()) return at - start;
  }
};

/** Clicks on a filter, or fills in the search, until the number of rows is told anew. */
globalThis.filtered = (act) => {
  const before = told();
  return until(act, () => told() !== before);
};

/** The times between frames for a while; `each` is done in each of them. */
globalThis.frames = (lasting, each = () => {}) =>
  new Promise((resolve) => {
    const found = [];
    const start = performance.now();
    let last;
    const frame = (at) => {
      if (last !== undefined) found.push(at - last);
      last = at;
      if (performance.now() - start > lasting) return resolve(found);
      each(found.length);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });

/**
 * A command every so many ms, whether the one before was answered or not. Gives how many were answered within the time, once
 * all are.
 */
globalThis.bustle = async (lasting, every) => {
  const store = await globalThis.countersignStore(false);
  const rows = await store.list({ lifecycle: "reversible", display: "ACTIVE", limit: 400 });
  let [asked, answered] = [0, 0];
  const given = crypto.randomUUID();
  const all = [];
  await new Promise((resolve) => {
    const timer = setInterval(() => {
      const { id } = rows[asked % rows.length];
      const action = {
        id: `${given}-${asked++}`,
        apiName: "crm.contacts.update",
        operationType: "UPDATE",
        payload: null,
        status: "SUCCESS",
        compensation: { kind: "AUTOMATIC", requireApproval: false },
      };
      all.push(store.dispatch("reversible", id, { type: "log_action", action }).then(() => answered++));
    }, every);
    setTimeout(() => resolve(clearInterval(timer)), lasting);
  });
  const within = { asked, answered };
  await Promise.all(all);
  return within;
};
