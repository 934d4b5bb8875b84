// Files and stdin as records: JSON documents, or one JSON value a line. Lines are never held longer than their turn.
import { constants } from "node:buffer";
import { createReadStream } from "node:fs";
import { lines, mistake, place } from "./json-text.js";
import { UsageError } from "./usage.js";

// Fatal, since an id with a replaced character would be another id.
const utf8 = new TextDecoder("utf-8", { fatal: true });
const NEWLINE = 0x0a;
const LINES = /\.(ndjson|jsonl)$/i;
const DOCUMENT = /\.json$/i;

/** Whether somebody may be feeding us line by line, and waiting for answers in between. */
export function isLive(files) {
  return files.length === 0 || files.includes("-");
}

/**
 * Lists of records, each as many as came together: `{ value, at(path) }`, where `at` says `file:line` of a path in
 * the value. What is not JSON is complained about here and left out.
 */
export async function* records(files, stdin, output) {
  if (files.length === 0 && stdin.isTTY) {
    throw new UsageError("there is nothing to read: name files, or pipe one JSON value a line");
  }
  for (const file of files.length === 0 ? ["-"] : files) {
    const input =
      file === "-"
        ? { name: "stdin", stream: stdin, isFile: false }
        : { name: file, stream: createReadStream(file), isFile: true, isLines: LINES.test(file) || undefined };
    try {
      yield* recordsOf(input, output);
    } catch (error) {
      if (error.syscall === undefined) throw error;
      output.bad(`${input.name}: ${reason(error)}`);
    }
  }
}

async function* recordsOf({ name, stream, isFile, isLines }, output) {
  let document;
  let isEmpty = true;
  for await (const batch of batches(stream, output.progress)) {
    const read = [];
    for (const { bytes, number } of batch) {
      if (document) {
        document.pieces.push(bytes);
        continue;
      }
      const text = decode(bytes, name, number, output);
      if (text?.trim() === "") continue;
      isEmpty = false;
      if (text === undefined) continue;
      const value = parsed(text);
      isLines ??= value !== undefined || !(isFile || goesOn(text));
      if (!isLines) document = { pieces: [bytes], first: number };
      else if (value === undefined) complainAbout(text, name, number, output);
      else read.push({ value: value.value, at: () => `${name}:${number}` });
    }
    yield read;
  }
  if (document) yield whole(document, name, output);
  // No line is no record, but nothing is no document.
  if (isEmpty && isFile && DOCUMENT.test(name)) complainAbout("", name, 1, output);
}

// The first line is no JSON by itself. On stdin that may be one bad record among many good ones, unless it looks unfinished.
function goesOn(line) {
  return /[[{,]$/.test(line.trimEnd());
}

function whole({ pieces, first }, name, output) {
  const newline = Buffer.from("\n");
  const bytes = Buffer.concat(pieces.flatMap((piece, at) => (at === 0 ? [piece] : [newline, piece])));
  const text = decode(bytes, name, first, output);
  if (text === undefined) return [];
  const value = parsed(text);
  if (value === undefined) {
    complainAbout(text, name, first, output);
    return [];
  }
  const position = lines(text);
  const at = (path, from) => `${name}:${first - 1 + position(place(text, path, from)).line}`;
  return [{ value: value.value, text, at }];
}

/** The lines of a stream by chunk, with their numbers. */
async function* batches(stream, progress) {
  let number = 1;
  let rest = [];
  for await (const given of stream) {
    const chunk = typeof given === "string" ? Buffer.from(given) : given;
    progress.read(chunk.length);
    const batch = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      rest.push(chunk.subarray(start, end));
      batch.push({ bytes: rest.length === 1 ? rest[0] : Buffer.concat(rest), number });
      rest = [];
      number++;
      start = end + 1;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
    yield batch;
  }
  if (rest.length > 0) yield [{ bytes: Buffer.concat(rest), number }];
}

function decode(bytes, name, line, output) {
  if (bytes.length > constants.MAX_STRING_LENGTH) {
    output.bad(`${name}:${line}: too large for one JSON value: give one session a line`);
    return undefined;
  }
  try {
    return utf8.decode(bytes);
  } catch {
    output.bad(`${name}:${line}: not UTF-8`);
    return undefined;
  }
}

function parsed(text) {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function complainAbout(text, name, first, output) {
  const { at, message } = mistake(text) ?? { at: 0, message: "nested too deeply" };
  const { line, column } = lines(text)(at);
  output.bad(`${name}:${first - 1 + line}: not JSON: ${message}, at column ${column}`);
}

function reason(error) {
  if (error.code === "ENOENT") return "there is no such file";
  if (error.code === "EISDIR") return "this is a folder";
  return error.message;
}
