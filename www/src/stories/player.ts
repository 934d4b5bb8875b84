// Plays the stories into a store, in one tab at a time, by its commands alone.
import type { LifecycleName } from "countersign";
import { CountersignError, type Decision, type Engine, type Row, type Store } from "countersign/store";
import { LIFECYCLES } from "../words";
import { paceNow, SPEEDS } from "./pace";
import { playPast } from "./past";
import { childrenOf, nextOf, numberBehind, opening, type Stage } from "./plot";
import type { Step } from "./story";

/** How often it is looked whether something is due, in ms. */
const BEAT = 100;
/** What is due later than in so many ms does not count as going on. */
const SOON = 45_000;
/** How long nothing happens after something has, at the normal pace. */
const GAP = 1100;
/** At the beginning for half as long, for so many ms. */
const LIVELY = 8000;
/** How many stories go on at once, about. */
const ABREAST = 9;
/** How many sessions are kept. */
const KEPT = 400;
/** What a story had in hand goes on this much sooner when it is taken up. */
const SOONER = 0.15;

interface Due {
  readonly at: number;
  readonly step: Step;
}

export interface Player {
  /** Resolves once nothing is under way. */
  readonly stop: () => Promise<void>;
}

/** Begins to play. Where there is nothing yet, with what was before. */
export function play(store: Store, engine: Engine, seed: string): Player {
  const stage: Stage = { store, engine, seed };
  /** The next step of each session, and when it is due by the time of the stories. */
  const due = new Map<string, Due>();
  const known = new Map<string, Row>();
  /** When something last happened in sessions of each lifecycle, so that all kinds of them move. */
  const moved: Partial<Record<LifecycleName, number>> = {};
  let isNew = true;
  let time = 0;
  let last = performance.now();
  let restsUntil = 0;
  let isBusy = false;
  let underWay = Promise.resolve();
  let isOver = false;

  /** Looks at a session anew. */
  const consider = async (id: string) => {
    const session = await store.get(id);
    const children = (await Promise.all(childrenOf(id).map((child) => store.get(child)))).filter(
      (child) => child !== null,
    );
    const step = session && nextOf(stage, { id, session, children, now: Date.now(), behind: 0 });
    const sooner = isNew && step && step.after < SOON ? SOONER : 1;
    if (step) due.set(id, { at: time + step.after * sooner, step });
    else due.delete(id);
  };

  const follow = async (rows: readonly Row[]) => {
    const present = new Set(rows.map(({ id }) => id));
    for (const id of [...known.keys()].filter((id) => !present.has(id))) {
      known.delete(id);
      due.delete(id);
    }
    const changed = rows.filter(({ id, position }) => known.get(id)?.position !== position);
    for (const row of changed) known.set(row.id, row);
    // One that cannot be read has no story, and stops no other.
    for (const { id, parent } of changed) {
      await consider(id).catch(report);
      if (parent) await consider(parent).catch(report);
    }
    if (changed.length > 0) isNew = false;
  };

  const take = async (step: Step) => {
    const { lifecycle, id, command, caller, label } = step;
    due.delete(id);
    const options = { caller, ...(label && { label }) };
    const decision = (await store.dispatch(lifecycle, id, command as never, options)) as Decision;
    // A story that is denied something waits until something else happens.
    if (decision.outcome !== "allowed") return;
    restsUntil = time + (time < LIVELY ? GAP / 2 : GAP);
    moved[lifecycle] = time;
  };

  /** Of the lifecycle that rested longest, what was due first. */
  const inTurn = (one: Due, other: Due) =>
    (moved[one.step.lifecycle] ?? 0) - (moved[other.step.lifecycle] ?? 0) || one.at - other.at;

  /** How a story begins: of a lifecycle of which nothing goes on, or, where nothing else is to do, if there are too few. */
  const begun = (isIdle: boolean): Step | null => {
    const soon = [...due.values()].filter(({ at }) => at - time < SOON).map(({ step }) => step.lifecycle);
    const lacking = LIFECYCLES.find((each) => !soon.includes(each) && time - (moved[each] ?? -SOON) > 4 * GAP);
    if (isNew || (!lacking && (!isIdle || soon.length >= ABREAST))) return null;
    let number = numberBehind(known.keys());
    while (lacking && opening(number, seed).lifecycle !== lacking) number++;
    return opening(number, seed);
  };

  const forgetOldest = async () => {
    if (known.size <= KEPT) return;
    const rows = await store.list({ order: "updated" });
    const isFinished = ({ attention }: Row) => attention !== "needs_human" && attention !== "working";
    const oldest = rows.find((row) => isFinished(row) && !due.has(row.id)) ?? rows[0];
    if (oldest) await store.remove(oldest.id);
  };

  const beat = async () => {
    const now = performance.now();
    // A tab that slept does not make up for it.
    time += Math.min(now - last, 10 * BEAT) * SPEEDS[paceNow()];
    last = now;
    if (isOver || SPEEDS[paceNow()] === 0 || time < restsUntil) return;
    isBusy = true;
    try {
      if (known.size === 0 && (await store.counts()).all === 0) {
        await playPast(stage, Date.now(), numberBehind([]));
        restsUntil = time;
        return;
      }
      const [first] = [...due.values()].filter(({ at }) => at <= time).sort(inTurn);
      const step = begun(!first) ?? first?.step;
      if (step) await take(step);
      await forgetOldest();
    } catch (error) {
      report(error);
      restsUntil = time + 10 * GAP;
    } finally {
      isBusy = false;
    }
  };

  let following = Promise.resolve();
  const stopFollowing = store.subscribe({}, (rows) => {
    if ("closed" in rows) return;
    following = following.then(() => follow(rows));
  });
  const timer = setInterval(() => {
    if (!isBusy) underWay = beat();
  }, BEAT);
  return {
    async stop() {
      isOver = true;
      clearInterval(timer);
      stopFollowing();
      await underWay;
    },
  };
}

/** What the store says of itself the page says elsewhere. */
function report(error: unknown): void {
  if (!(error instanceof CountersignError) || error.code === "invalid_input") reportError(error);
}
