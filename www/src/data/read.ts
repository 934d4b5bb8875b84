// What a text holds: sessions of ours, vendors' payloads, commands, or lines of our own export.
import { syntaxErrorIn } from "./lines";

/** Something that is taken in on its own. */
export interface Item {
  readonly value: unknown;
  /** Where it begins, if the text has an item in each line. */
  readonly line: number | null;
  /** Where it is in the document, as in `data[3]`; empty for all of it. */
  readonly path: string;
}

export interface Document {
  readonly text: string;
  /** All of it, if it is one value; else its first line's. */
  readonly whole: unknown;
  readonly items: readonly Item[];
  /** Lines that are no JSON. */
  readonly broken: readonly { readonly line: number; readonly message: string }[];
}

export class NotJson extends Error {
  constructor(
    readonly line: number | null,
    message: string,
  ) {
    super(message);
  }
}

/** The text of a file. What is in another encoding is not guessed at: it would be taken in garbled. */
export async function textOf(blob: Blob): Promise<string> {
  const bytes = await blob.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new NotJson(null, "its text is not in UTF-8, which JSON has to be in: save it so");
  }
}

/** Reads one JSON value, or one in each line. */
export function read(text: string): Document {
  const bare = text.replace(/^\uFEFF/, "");
  if (!bare.trim()) throw new NotJson(null, "there is nothing in it");
  try {
    const whole: unknown = JSON.parse(bare);
    return { text: bare, whole, items: itemsOf(whole, null), broken: [] };
  } catch (cause) {
    const lines = linesIn(bare);
    const first = lines.items.find(({ value }) => isObject(value));
    // One line that is whole makes it a list of lines, whatever the others are; unless it begins as one value in many lines.
    if (first && !/^\s*[[{]\s*\n/.test(bare)) return { text: bare, whole: first.value, ...lines };
    throw new NotJson(syntaxErrorIn(bare), `this is no JSON: ${(cause as Error).message}`);
  }
}

function linesIn(text: string): Pick<Document, "items" | "broken"> {
  const items: Item[] = [];
  const broken: { line: number; message: string }[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    if (!line.trim()) continue;
    try {
      for (const item of itemsOf(JSON.parse(line), at + 1)) items.push(item);
    } catch (error) {
      broken.push({ line: at + 1, message: `this line is no JSON: ${(error as Error).message}` });
    }
  }
  return { items, broken };
}

/** What a list holds, or an envelope with one, as the engine's `fromApiList` takes them; anything else is one item. */
function itemsOf(value: unknown, line: number | null): Item[] {
  const envelope = isObject(value) && !isOurs(value) ? value : {};
  for (const [list, path] of [[value, ""] as const, ...KEYS.map((key) => [envelope[key], key] as const)]) {
    if (Array.isArray(list)) return list.map((item, at) => ({ value: item, line, path: `${path}[${at}]` }));
  }
  return [{ value, line, path: "" }];
}

const KEYS = ["items", "data"] as const;

/** A session in the engine's own form. */
export function isOurs(value: unknown): value is { lifecycle: string } {
  return isObject(value) && typeof value.lifecycle === "string" && "schema" in value;
}

/** A line of our own export. */
export function isExported(value: unknown): boolean {
  return isObject(value) && Array.isArray(value.entries) && typeof value.lifecycle === "string";
}

/** A command of a log, as `countersign replay` takes it. */
export function isCommand(value: unknown): value is { command: { type: string }; now?: unknown; caller?: unknown } {
  return isObject(value) && isObject(value.command) && typeof value.command.type === "string";
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The first line of a file, however large it is. */
export async function firstLine(blob: Blob): Promise<string> {
  const reader = blob.stream().pipeThrough(new TextDecoderStream()).getReader();
  let line = "";
  for (;;) {
    const { done, value = "" } = await reader.read();
    const end = value.indexOf("\n");
    line += end < 0 ? value : value.slice(0, end);
    if (done || (end >= 0 && line.trim())) {
      await reader.cancel();
      return line.replace(/^\uFEFF/, "");
    }
  }
}
