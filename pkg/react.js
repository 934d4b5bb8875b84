// `countersign/react`: what a store tells, and the present time, as hooks; see react.d.ts.
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";

/** A session, or what is selected of it. */
export function useSession(store, id, select) {
  return useTold(isGiven(id) ? sourcesOf(store)?.told : null, id, select);
}

/** The rows that a query means. */
export function useSessions(store, query) {
  return useTold(sourcesOf(store)?.told, query ?? {});
}

/** What could be done with a session now, allowed or not. */
export function useOffers(store, id) {
  return useTold(isGiven(id) ? sourcesOf(store)?.offers : null, id);
}

/** The present time, as long as something is still to come. */
export function useNow(until) {
  const [subscribe, present] = useMemo(() => [(listener) => wait(listener, until), () => presentBy(until)], [until]);
  return useSyncExternalStore(subscribe, present, unknown);
}

const isGiven = (value) => value !== undefined && value !== null;

// A server has no store and another time: what it rendered is taken up as it is, then follows what is known here.
const unknown = () => undefined;

// ---- what a store tells

function useTold(source, what, select) {
  // A query is another object at each render. That a limit is infinite JSON says by leaving it out.
  const key = JSON.stringify(what, (_, value) => (value === Number.POSITIVE_INFINITY ? undefined : value));
  const [subscribe, read] = useMemo(() => reading(source, key), [source, key]);
  const shown = useRef(undefined);
  const selected = useMemo(() => (select ? selecting(read, select, shown) : read), [read, select]);
  const told = useSyncExternalStore(subscribe, selected, unknown);
  useEffect(() => {
    shown.current = told;
  }, [told]);
  return told;
}

/** What was told last stays while a component that was hidden subscribes again. */
function reading(source, key) {
  let last;
  const read = () => {
    const told = source?.snapshot(key);
    if (told?.error) throw told.error;
    if (told !== undefined) last = told;
    return last;
  };
  return [(listener) => source?.subscribe(key, listener) ?? (() => {}), read];
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

const sourcesByStore = new WeakMap();

/** What components show of a store. */
function sourcesOf(store) {
  if (!isGiven(store)) return null;
  const found = sourcesByStore.get(store) ?? {
    told: new Source(
      (what, tell) => store.subscribe(what, tell),
      (what) => store.snapshot(what),
    ),
    offers: new Source((id, tell) => followOffers(store, id, tell), unknown),
  };
  sourcesByStore.set(store, found);
  return found;
}

/** One subscription for all components that show the same, which so have the same object. */
class Source {
  #follow;
  #known;
  #of = new Map();

  constructor(follow, known) {
    this.#follow = follow;
    this.#known = known;
  }

  subscribe(key, listener) {
    const entry = this.#of.get(key) ?? this.#begin(key);
    entry.listeners.add(listener);
    return () => {
      entry.listeners.delete(listener);
      if (entry.listeners.size > 0) return;
      entry.stop();
      if (this.#of.get(key) === entry) this.#of.delete(key);
    };
  }

  /** What was told last, if to others than components. */
  snapshot(key) {
    const last = this.#of.get(key)?.last;
    return last === undefined ? this.#known(JSON.parse(key)) : last;
  }

  #begin(key) {
    const entry = { listeners: new Set(), last: undefined };
    entry.stop = this.#follow(JSON.parse(key), (value) => {
      // What was known last stays when the store is closed, and so does a list that says the same.
      if (value?.closed || (Array.isArray(value) && isAlike(entry.last, value))) return;
      entry.last = value;
      for (const listener of entry.listeners) listener();
    });
    this.#of.set(key, entry);
    return entry;
  }
}

/** Asks for the offers whenever the store tells of the session, which it also does when only its time has come. */
function followOffers(store, id, tell) {
  let isAsking = false;
  let isOutdated = false;
  let isOver = false;
  // One question at a time: no answer overtakes another, and none is lost while the session goes on changing.
  const ask = async () => {
    isOutdated = true;
    if (isAsking) return;
    isAsking = true;
    while (isOutdated && !isOver) {
      isOutdated = false;
      await store.offers(id).then(tell, () => {});
    }
    isAsking = false;
  };
  const stop = store.subscribe(id, ask);
  return () => {
    isOver = true;
    stop();
  };
}

const DEEPEST = 100;

/** Whether two values of JSON say the same. Anything else, and what is too deep to look at, is like itself alone. */
function isAlike(one, other, depth = 0) {
  if (Object.is(one, other)) return true;
  if (!isPlain(one) || !isPlain(other) || Array.isArray(one) !== Array.isArray(other) || depth > DEEPEST) return false;
  if (Array.isArray(one)) {
    return one.length === other.length && one.every((value, at) => isAlike(value, other[at], depth + 1));
  }
  const keys = Object.keys(one);
  const isSame = (key) => Object.hasOwn(other, key) && isAlike(one[key], other[key], depth + 1);
  return keys.length === Object.keys(other).length && keys.every(isSame);
}

function isPlain(value) {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null;
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
