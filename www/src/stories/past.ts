// What had happened before anybody looked: the same stories, played at once in a database of their own, by a clock of its own.
import { type Decision, openStore, type Session } from "countersign/store";
import { childrenOf, nextOf, opening, type Stage } from "./plot";
import { randomOf } from "./random";
import type { Step } from "./story";

const NAME = "countersign-stories-past";
const MINUTE = 60_000;
const STORIES = 32;
/** For how long the stories have been going on, in ms. */
const LONG = 50 * MINUTE;
/** How much more slowly they went on then, so that some are still at it. */
const SLOWER = 8;

/** Plays the stories of the last hour up to now, and puts what came of them into the store, all at once. */
export async function playPast({ store, engine, seed }: Stage, now: number, first: number): Promise<void> {
  let present = now;
  const past = await openStore({ name: NAME, engine, clock: () => present, durability: "relaxed" });
  const sessions = new Map<string, Session>();
  const due = openings(seed, now, first);

  const goOn = (id: string) => {
    const session = sessions.get(id);
    if (!session) return;
    const known = due.findIndex(({ step }) => step.id === id && step.command.type !== "create");
    if (known >= 0) due.splice(known, 1);
    const children = childrenOf(id).flatMap((child) => sessions.get(child) ?? []);
    const next = nextOf({ engine, seed }, { id, session, children, now: present, behind: now - present });
    if (next && !due.some(({ step }) => step.id === next.id))
      due.push({ at: present + next.after * SLOWER, step: next });
  };

  try {
    // What was left when a tab was closed too early.
    await past.clear();
    while (due.length > 0) {
      const [{ at, step }] = due.sort((one, other) => other.at - one.at).splice(-1) as [Due];
      // The rest happens before the eyes of whoever looks.
      if (at > now) break;
      present = at;
      const { lifecycle, id, command, caller, label } = step;
      const options = { caller, ...(label && { label }) };
      const decision = (await past.dispatch(lifecycle, id, command as never, options)) as Decision;
      if (decision.outcome !== "allowed") continue;
      const isForgotten = decision.events.some(({ type }) => type === "session_forgotten");
      if (isForgotten) sessions.delete(id);
      else sessions.set(id, decision.session);
      const others = "cascaded" in decision ? (decision.cascaded ?? []) : [];
      for (const other of others) sessions.set(other, (await past.get(other)) as Session);
      for (const each of [id, ...others, ...parentOf(decision.session)]) goOn(each);
    }
    await store.importAll(await past.exportAll());
  } finally {
    past.close();
    indexedDB.deleteDatabase(NAME);
  }
}

interface Due {
  readonly at: number;
  readonly step: Step;
}

function openings(seed: string, now: number, first: number): Due[] {
  const chance = randomOf(seed, "past");
  return Array.from({ length: STORIES }, (_, at) => ({
    at: now - LONG + Math.round((at * (LONG - MINUTE)) / STORIES) + chance.between(0, MINUTE),
    step: opening(first + at, seed),
  }));
}

function parentOf(session: Session): string[] {
  return session.lifecycle === "delegated" && session.parentUid !== null ? [session.parentUid] : [];
}
