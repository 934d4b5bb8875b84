// Several items at once: all that can be answered, and the same answer to each of them by a command of its own.
import type { Decision, Row, Store } from "countersign/store";
import { plainly } from "../parts/plain";
import { count } from "../words";
import { answerableIn, answerOf } from "./asked";
import type { Item } from "./items";

/** What became of it. */
export interface Outcome {
  /** As in "3 calls approved". */
  readonly said: string;
  /** What it did not become of, and why. */
  readonly others: readonly Other[];
}

interface Other {
  readonly key: string;
  readonly session: string;
  /** What is called; null: it is about all of the session. */
  readonly name: string | null;
  readonly message: string;
}

/** How many commands are under way at once. */
const ABREAST = 20;
const WORDS = { yes: "approved", no: "rejected" };

/** All that somebody can answer in these sessions; an outcome if some of them cannot be read. */
export async function selectIn(store: Store, rows: readonly Row[]): Promise<[Item[], Outcome | null]> {
  const unreadable: Other[] = [];
  const items = await answerableIn(store, rows, ({ id }, error) =>
    unreadable.push({ key: id, session: id, name: null, message: messageOf(error) }),
  );
  if (unreadable.length === 0) return [items, null];
  const many = count(unreadable.length, "session");
  return [items, { said: `${count(items.length, "call")} selected, ${many} cannot be read`, others: unreadable }];
}

export async function giveAll(
  store: Store,
  items: readonly Item[],
  answer: "yes" | "no",
  by: string,
  reason: string | null,
): Promise<Outcome> {
  const others: Other[] = [];
  let alike = 0;
  const give = async (item: Item) => {
    const message = await given(item).catch(messageOf);
    if (message !== null) others.push({ key: item.key, session: item.session, name: item.name, message });
  };
  const given = async (item: Item): Promise<string | null> => {
    const command = item[answer].command(by, reason);
    const decision = (await store.dispatch(item.lifecycle, item.session, command as never)) as Decision;
    if (decision.outcome === "allowed") return null;
    if (decision.outcome === "denied") return plainly(decision, command, await store.offers(item.session));
    const before = await answerOf(store, item);
    if (before?.isYes !== (answer === "yes")) return decision.message;
    alike++;
    return `already ${before.words.charAt(0).toLowerCase()}${before.words.slice(1)}`;
  };
  for (let at = 0; at < items.length; at += ABREAST) await Promise.all(items.slice(at, at + ABREAST).map(give));
  const refused = others.length - alike;
  const parts = [`${count(items.length - others.length, "call")} ${WORDS[answer]}`];
  if (alike > 0) parts.push(`${alike.toLocaleString("en")} already ${WORDS[answer]}`);
  if (refused > 0) parts.push(`${refused.toLocaleString("en")} refused`);
  return { said: parts.join(", "), others };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
