// What files are, before anything is stored of them: the engine is asked, and a person where it does not know.
import { delegated, detect, interactive, type LifecycleName, reversible } from "countersign";
import { type Document, firstLine, type Item, isCommand, isExported, isOurs, read, textOf } from "./read";
import type { Looked, Source } from "./source";

export const LIFECYCLE = { reversible, interactive, delegated };

/** What the engine warns of when something is missing that the vendor keeps elsewhere. */
const MISSES: readonly string[] = ["approvals_unknown", "request_unknown"];
/** How many of a list are tried. */
const TRIED = 100;

export async function look(sources: readonly Source[]): Promise<Looked[]> {
  const found: Found[] = [];
  for (const source of sources) found.push(await lookAt(source));
  return found.map(({ looked, read }, at) => {
    if (read || !found[at]?.document) return looked;
    const beside = found.findIndex((other) => other.read && completes(other.read, found[at]?.document?.whole));
    return beside < 0 ? looked : { ...looked, beside };
  });
}

interface Found {
  readonly looked: Looked;
  readonly document?: Document;
  /** The payload that misses something; absent if there is none. */
  readonly read?: { readonly item: Item; readonly name: LifecycleName };
}

async function lookAt({ blob, lifecycle, more }: Source): Promise<Found> {
  const none = { misses: null, beside: null };
  let document: Document;
  try {
    if (isExported(parsed(await firstLine(blob)))) return { looked: { ...none, kind: "export" } };
    document = read(await textOf(blob));
  } catch {
    // What it is not is said when it is taken in.
    return { looked: { ...none, kind: "sessions" } };
  }
  const items = document.items.slice(0, TRIED);
  const [first] = items;
  if (first && isExported(first.value)) return { looked: { ...none, kind: "export" }, document };
  if (first && isCommand(first.value)) return { looked: { ...none, kind: "log" }, document };
  const all = detect(document.whole);
  for (const item of items) {
    const name = lifecycle ?? detect(item.value) ?? all;
    const missed = name && !more && !isOurs(item.value) && missedBy(item, name);
    if (missed) return { looked: { kind: "sessions", misses: missed, beside: null }, document, read: { item, name } };
  }
  const isKnown = lifecycle || all || items.length === 0 || items.some(({ value }) => isOurs(value) || detect(value));
  return { looked: { ...none, kind: isKnown ? "sessions" : null }, document };
}

/** What the engine says is missing of a payload. */
function missedBy({ value }: Item, name: LifecycleName, more?: unknown): string | null {
  try {
    const { warnings } = LIFECYCLE[name].fromApi(value, more);
    return warnings.find(({ code }) => MISSES.includes(code))?.message ?? null;
  } catch {
    return null;
  }
}

/** Whether nothing is missing any more with something else beside it. */
function completes({ item, name }: NonNullable<Found["read"]>, more: unknown): boolean {
  try {
    LIFECYCLE[name].fromApi(item.value, more);
  } catch {
    return false;
  }
  return missedBy(item, name, more) === null;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
