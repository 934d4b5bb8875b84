// `countersign/react`: what a store tells, and the present time, as hooks; see react.d.ts.
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";

/** A session, or what is selected of it. */
export function useSession(store, id, select) {
  return useTold(isGiven(id) ? store : null, id, select);
}

/** The rows that a query means. */
export function useSessions(store, query) {
  return useTold(store, query ?? {}, whole);
}

/** What could be done with a session now, allowed or not. */
export function useOffers(store, id) {
  return useTold(isGiven(store) && isGiven(id) ? offersOf(store) : null, id);
}

/** The present time, as long as something is still to come. */
export function useNow(until) {
  const [subscribe, present] = useMemo(() => [(listener) => wait(listener, until), () => presentBy(until)], [until]);
  return useSyncExternalStore(subscribe, present, unknown);
}

const isGiven = (value) => value !== undefined && value !== null;
const whole = (told) => told;

// A server has no store and another time: what it rendered is taken up as it is, then follows what is known here.
const unknown = () => undefined;

// ---- what a store tells

function useTold(store, what, select) {
  // A query is another object at each render.
  const key = JSON.stringify(what ?? null);
  const [subscribe, read] = useMemo(() => reading(store, JSON.parse(key)), [store, key]);
  const shown = useRef(undefined);
  const selected = useMemo(() => (select ? selecting(read, select, shown) : read), [read, select]);
  const told = useSyncExternalStore(subscribe, selected, unknown);
  useEffect(() => {
    shown.current = told;
  }, [told]);
  return told;
}

/** What was told last stays when the store is closed, and while a component that was hidden subscribes again. */
function reading(store, what) {
  let last;
  const read = () => {
    const told = store?.snapshot(what);
    if (told !== undefined) last = told;
    return last;
  };
  return [(listener) => store?.subscribe(what, listener) ?? (() => {}), read];
}

/** A selection is replaced only by one that says something else: what is read anew from a database is never the same object. */
function selecting(read, select, shown) {
  let of;
  let selection;
  return () => {
    const told = read();
    if (told === of) return selection;
    const found = told === null ? null : select(told);
    const before = of === undefined ? shown.current : selection;
    of = told;
    selection = isAlike(before, found) ? before : found;
    return selection;
  };
}

const DEEPEST = 100;

/** Whether two values of JSON say the same. Anything else, and what is too deep to look at, is like itself alone. */
function isAlike(one, other, depth = 0) {
  if (Object.is(one, other)) return true;
  if (!isPlain(one) || !isPlain(other) || Array.isArray(one) !== Array.isArray(other) || depth > DEEPEST) return false;
  const keys = Object.keys(one);
  const isSame = (key) => Object.hasOwn(other, key) && isAlike(one[key], other[key], depth + 1);
  return keys.length === Object.keys(other).length && keys.every(isSame);
}

function isPlain(value) {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null;
}

// ---- offers

const offersByStore = new WeakMap();

function offersOf(store) {
  const found = offersByStore.get(store) ?? new Offers(store);
  offersByStore.set(store, found);
  return found;
}

/** Tells offers as the store tells sessions, and asks once for all who show the same. */
class Offers {
  #store;
  #of = new Map();

  constructor(store) {
    this.#store = store;
  }

  subscribe(id, listener) {
    const entry = this.#of.get(id) ?? this.#begin(id);
    entry.listeners.add(listener);
    return () => {
      entry.listeners.delete(listener);
      if (entry.listeners.size > 0) return;
      entry.stop();
      if (this.#of.get(id) === entry) this.#of.delete(id);
    };
  }

  snapshot(id) {
    return this.#of.get(id)?.last;
  }

  #begin(id) {
    const entry = { listeners: new Set(), last: undefined, isAsking: false, isOutdated: false };
    this.#of.set(id, entry);
    // The store tells of a session also when only its time has come.
    entry.stop = this.#store.subscribe(id, () => this.#ask(id, entry));
    return entry;
  }

  /** One question at a time: no answer overtakes another, and none is lost while the session goes on changing. */
  async #ask(id, entry) {
    entry.isOutdated = true;
    if (entry.isAsking) return;
    entry.isAsking = true;
    while (entry.isOutdated && entry.listeners.size > 0) {
      entry.isOutdated = false;
      const found = await this.#store.offers(id).catch(() => entry.last);
      if (isAlike(entry.last, found)) continue;
      entry.last = found;
      for (const listener of entry.listeners) listener();
    }
    entry.isAsking = false;
  }
}

// ---- the time: one timer for all who wait

const SECOND = 1000;
const waiting = new Map();
let timer;
let wakesAt = Number.POSITIVE_INFINITY;

/** The second that runs, or the moment that was reached within it. */
function presentBy(until) {
  const now = Date.now();
  const second = now - (now % SECOND);
  return isGiven(until) && until <= now ? Math.max(second, until) : second;
}

/** Calls the listener at each second until that moment, and then. */
function wait(listener, until) {
  const now = Date.now();
  if (!isGiven(until) || !(until > now)) return () => {};
  if (waiting.size === 0) globalThis.document?.addEventListener("visibilitychange", onVisible);
  waiting.set(listener, until);
  wakeAt(Math.min(now - (now % SECOND) + SECOND, until));
  return () => leave(listener);
}

function leave(listener) {
  if (!waiting.delete(listener) || waiting.size > 0) return;
  sleep();
  globalThis.document?.removeEventListener("visibilitychange", onVisible);
}

function tick() {
  sleep();
  const now = Date.now();
  let next = now - (now % SECOND) + SECOND;
  for (const [listener, until] of waiting) {
    if (until <= now) leave(listener);
    else next = Math.min(next, until);
    listener();
  }
  if (waiting.size > 0) wakeAt(next);
}

function wakeAt(moment) {
  if (moment >= wakesAt || isHidden()) return;
  clearTimeout(timer);
  wakesAt = moment;
  timer = setTimeout(tick, moment - Date.now());
}

function sleep() {
  clearTimeout(timer);
  wakesAt = Number.POSITIVE_INFINITY;
}

/** Nobody looks at a page that is hidden; one that is shown again is right at once. */
function onVisible() {
  if (isHidden()) sleep();
  else tick();
}

function isHidden() {
  return globalThis.document?.visibilityState === "hidden";
}
