// What waits in one session, and what of it was answered while somebody looked.
import { useSession } from "countersign/react";
import type { Row, Shown, Store } from "countersign/store";
import { useEffect, useState } from "react";
import { type Answer, answerInHistory, answerOfRow } from "./answers";
import { type Item, isAnswerable, itemOfRow, itemsOfTurn, keyOfAnswer } from "./items";

/** For how long what was answered is still seen at least, in ms. */
export const LINGER = 6000;
/** For how long it is remembered. */
const REMEMBERED = 600_000;

export interface Asked {
  readonly item: Item;
  /** Null as long as it waits. */
  readonly answer: Answer | null;
  /** When that was noticed here. */
  readonly answeredAt: number | null;
}

/** What is known of all sessions of a list, those scrolled out of sight too. */
export interface Known {
  readonly asked: Map<string, readonly Asked[]>;
  /** The keys of the items whose answer was told. */
  readonly told: Set<string>;
}

/** What waits in a session, and waited there before, in the order of the time left; null if there is no such session. */
export function useAsked(store: Store | null, row: Row, known: Known): readonly Asked[] | null | undefined {
  const shown = useSession(store, row.id);
  const [asked, setAsked] = useState<readonly Asked[] | null | undefined>(() => known.asked.get(row.id));
  useEffect(() => {
    if (!store || shown === undefined) return;
    let isCurrent = true;
    askedOf(store, row.id, shown, known.asked.get(row.id) ?? []).then(
      (found) => {
        if (!isCurrent) return;
        known.asked.set(row.id, found);
        setAsked(shown === null && found.length === 0 ? null : found);
      },
      // A store that is closed: what was known stays.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [store, row.id, shown, known]);
  return asked;
}

async function askedOf(store: Store, id: string, shown: Shown | null, before: readonly Asked[]): Promise<Asked[]> {
  const { items, answers } = shown ? await waitingIn(store, id, shown) : NOTHING;
  const open = new Set(items.map(({ key }) => key));
  const left = before.filter(({ item }) => !open.has(item.key)).filter(isRecent);
  // What its own data does not tell, the history does.
  const isUntold = left.some(({ item, answer }) => !answer && !answers.has(item.key));
  const entries = isUntold ? await store.history(id) : [];
  return [
    ...items.map((item) => ({ item, answer: null, answeredAt: null })),
    ...left.map(({ item, answer, answeredAt }) => ({
      item,
      answer: answer ?? answers.get(item.key) ?? answerInHistory(entries, item),
      answeredAt: answeredAt ?? Date.now(),
    })),
  ].sort(byTimeLeft);
}

interface Waiting {
  readonly items: readonly Item[];
  /** Those that approvals have, by the key under which they waited. */
  readonly answers: ReadonlyMap<string, Answer>;
}

const NOTHING: Waiting = { items: [], answers: new Map() };

/** All that somebody can answer in these sessions, but those that cannot be read. */
export async function answerableIn(
  store: Store,
  rows: readonly Row[],
  onUnreadable: (row: Row, error: unknown) => void = () => {},
): Promise<Item[]> {
  const found: Item[] = [];
  for (let at = 0; at < rows.length; at += BATCH) {
    const asked = rows.slice(at, at + BATCH).map(async (row) => {
      try {
        return (await waitingNow(store, row.id)).items;
      } catch (error) {
        onUnreadable(row, error);
        return [];
      }
    });
    found.push(...(await Promise.all(asked)).flat().filter(isAnswerable));
  }
  return found;
}

/** What became of an item that waits no longer; null if it does. */
export async function answerOf(store: Store, item: Item): Promise<Answer | null> {
  const { items, answers } = await waitingNow(store, item.session);
  if (items.some(({ key }) => key === item.key)) return null;
  return answers.get(item.key) ?? answerInHistory(await store.history(item.session), item);
}

async function waitingNow(store: Store, id: string): Promise<Waiting> {
  const [session, view] = await Promise.all([store.get(id), store.view(id)]);
  return session && view ? waitingIn(store, id, { session, view } as Shown) : NOTHING;
}

const BATCH = 50;

/** What waits in a session now. */
async function waitingIn(store: Store, id: string, shown: Shown): Promise<Waiting> {
  const { session } = shown;
  if (session.lifecycle === "interactive") return { ...NOTHING, items: itemsOfTurn(shown as Shown<"interactive">) };
  if (session.lifecycle === "delegated") return NOTHING;
  const payloads = new Map(session.actions.map((action) => [action.id, action.payload]));
  const rows = (await store.approvals(id)) ?? [];
  const answers = new Map<string, Answer>();
  for (const row of rows) {
    const answer = answerOfRow(row);
    if (answer) answers.set(keyOfAnswer(row), answer);
  }
  return {
    items: rows.map((row, at) => itemOfRow(row, at, payloads.get(row.actionId))).filter((item) => item !== null),
    answers,
  };
}

function isRecent({ answeredAt }: Asked): boolean {
  return answeredAt === null || Date.now() - answeredAt < REMEMBERED;
}

function byTimeLeft({ item: one }: Asked, { item: other }: Asked): number {
  const left = (one.until ?? Number.MAX_VALUE) - (other.until ?? Number.MAX_VALUE);
  return left || (one.since ?? 0) - (other.since ?? 0) || one.index - other.index;
}
