// Takes files into the store, and tells what became of each session.
import { detect, type LifecycleName } from "countersign";
import type { ImportAnswer, PutAnswer, Session, Store } from "countersign/store";
import { type Answer, type Found, messageOf, problem, Tally } from "./answer";
import { linesOf } from "./lines";
import { LIFECYCLE, look } from "./look";
import { play } from "./play";
import { type Document, type Item, isOurs, NotJson, read, textOf } from "./read";
import type { Progress, Source } from "./source";

export interface Stores {
  readonly store: Store;
  /** An empty one with a time of its own, which is gone at the end. */
  aside(clock: () => number): Promise<{ store: Store; end(): Promise<void> }>;
}

export async function take(
  sources: readonly Source[],
  stores: Stores,
  tell: (progress: Progress) => void,
): Promise<Answer> {
  const tally = new Tally();
  const texts = new Map<string, Document>();
  for (const [at, source] of sources.entries()) {
    const many = sources.length > 1 ? ` (file ${at + 1} of ${sources.length})` : "";
    await takeOne({ source, stores, tally, texts, tell: (text, done, of) => tell({ text: text + many, done, of }) });
  }
  tally.end((found) => placed(found, texts));
  return tally.answer;
}

export interface Taking {
  readonly source: Source;
  readonly stores: Stores;
  readonly tally: Tally;
  /** What is needed to say in which line something is. */
  readonly texts: Map<string, Document>;
  readonly tell: (text: string, done: number, of: number) => void;
}

async function takeOne(taking: Taking): Promise<void> {
  const { source, tally, texts } = taking;
  const [looked] = await look([source]);
  try {
    if (looked?.kind === "export") return await takeExport(source.blob, taking);
    const document = read(await textOf(source.blob));
    texts.set(source.name, document);
    for (const { line, message } of document.broken) {
      tally.add({ matter: "error", file: source.name, id: null, line, path: "", message });
    }
    if (looked?.kind === "log") await takeExport(await play(document.items, taking), taking);
    else await takeItems(document, taking);
  } catch (error) {
    const line = error instanceof NotJson ? error.line : null;
    tally.add(problem("error", source.name, { line, path: "" }, error));
  }
}

/** Our own export, which is verified as a whole before anything of it is written. */
async function takeExport(blob: Blob, { source, stores: { store }, tally, tell }: Taking): Promise<void> {
  const of = await linesIn(blob);
  const before = (await store.counts()).all;
  try {
    const { sessions, conflicts } = await store.importAll(blob, {
      onProgress({ verified, written }) {
        if (written > 0)
          tell(`Storing ${written.toLocaleString("en")} of ${of.toLocaleString("en")}`, of + written, 2 * of);
        else tell(`Verifying ${verified.toLocaleString("en")} of ${of.toLocaleString("en")}`, verified, 2 * of);
      },
    });
    const stored = Math.max(0, Math.min(sessions - conflicts.length, (await store.counts()).all - before));
    tally.answer.stored += stored;
    tally.answer.known += sessions - conflicts.length - stored;
    for (const id of conflicts) {
      const message = "is here with another history, which stays";
      tally.add({ matter: "conflict", file: source.name, id, line: null, path: "", message });
    }
  } catch (error) {
    // Its path begins with the line.
    const [, line, path = ""] = /^line (\d+)\W*(.*)$/.exec((error as { path?: string }).path ?? "") ?? [];
    const message = `${messageOf(error).replace(/^line \d+: /, "")}; nothing of this file was stored`;
    tally.add({ matter: "error", file: source.name, id: null, line: line ? Number(line) : null, path, message });
  }
}

async function linesIn(blob: Blob): Promise<number> {
  const reader = blob.stream().getReader();
  let [many, isOpen] = [0, false];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return many + (isOpen ? 1 : 0);
    for (const byte of value) if (byte === 10) many++;
    isOpen = value.at(-1) !== 10;
  }
}

async function takeItems(document: Document, taking: Taking): Promise<void> {
  const { source, tell } = taking;
  const all = source.lifecycle ?? detect(document.whole);
  const more = source.more ? await besideOf(source.more) : undefined;
  const of = document.items.length;
  for (const [at, item] of document.items.entries()) {
    tell(`Storing ${at.toLocaleString("en")} of ${of.toLocaleString("en")}`, at, of);
    try {
      if (isOurs(item.value)) await takeOurs(item, taking);
      else await takePayload(item, source.lifecycle ?? detect(item.value) ?? all, more, taking);
    } catch (error) {
      taking.tally.add(problem("error", source.name, item, error));
    }
  }
}

async function besideOf(blob: Blob): Promise<unknown> {
  try {
    return read(await textOf(blob)).whole;
  } catch (error) {
    const where = error instanceof NotJson && error.line !== null ? `line ${error.line} of ` : "";
    throw new NotJson(null, `${where}what is kept beside it: ${messageOf(error)}`);
  }
}

async function takeOurs(item: Item, taking: Taking): Promise<void> {
  const session = item.value as Session;
  const answer = await taking.stores.store.put(session.lifecycle, session as never, { version: null });
  count(taking, item, { id: "uid" in session ? session.uid : session.id, ...answer });
}

async function takePayload(item: Item, lifecycle: LifecycleName | null, more: unknown, taking: Taking): Promise<void> {
  const { store } = taking.stores;
  for (const answer of await store.importPayload(item.value, { lifecycle, more })) {
    if ("error" in answer) {
      taking.tally.add(problem("error", taking.source.name, item, answer.error));
      continue;
    }
    const better =
      answer.outcome === "noop" && more !== undefined ? await completed(item, answer, lifecycle, more, store) : null;
    const isRemoved = answer.outcome === "noop" && (await store.get(answer.id)) === null;
    count(taking, item, { ...answer, ...better, ...(isRemoved && { code: "removed" }) });
  }
}

/**
 * A payload that is stored already without what its vendor keeps beside it: with that it says more, though its version is the
 * same.
 */
async function completed(
  { value }: Item,
  { id }: ImportAnswer,
  lifecycle: LifecycleName | null,
  more: unknown,
  store: Store,
): Promise<PutAnswer | null> {
  const held = await store.get(id);
  const name = lifecycle ?? held?.lifecycle;
  if (!held || !name) return null;
  const { session: bare } = LIFECYCLE[name].fromApi(value);
  if (JSON.stringify({ ...bare, revision: 0 }) !== JSON.stringify({ ...held, revision: 0 })) return null;
  return store.put(name, LIFECYCLE[name].fromApi(value, more).session as never, { version: null });
}

interface Counted {
  readonly id: string;
  readonly outcome: "stored" | "noop";
  readonly code?: string;
  readonly warnings?: readonly { readonly message: string }[];
}

function count({ tally, source }: Taking, { line, path }: Item, { id, outcome, code, warnings = [] }: Counted): void {
  if (outcome === "stored") {
    tally.answer.stored++;
    tally.answer.remote++;
  } else if (code === "removed") tally.answer.removed++;
  else tally.answer.known++;
  // Of what was known already everything was said before.
  if (outcome === "noop") return;
  for (const { message } of warnings) tally.add({ matter: "warning", file: source.name, id, line, path, message });
}

/** What is found within one large value has a line as well. */
function placed(found: readonly Found[], texts: ReadonlyMap<string, Document>): Found[] {
  const lines = new Map<string, Map<string, number>>();
  for (const [file, { text }] of texts) {
    const paths = found
      .filter((one) => one.file === file && one.line === null && one.path !== "")
      .map(({ path }) => path);
    if (paths.length > 0) lines.set(file, linesOf(text, paths));
  }
  return found.map((one) => ({ ...one, line: one.line ?? lines.get(one.file)?.get(one.path) ?? null }));
}
