// Rows in columns. The last column takes what is left of the line: on a terminal it is wrapped, in a pipe a row is a line.
import { printable, width } from "./printable.js";

const GAP = 2;
// Columns get their widths from the first rows; a stream is not held back for its last one.
const FIRST = 64;
// With less than this the last column would be a tower of single words: what it holds goes below, indented.
const NARROW = 24;
// Notes are sentences, and want more.
const NARROW_FOR_NOTES = 40;
const INDENT = 4;
export class Table {
  #output;
  #widths;
  #waiting = [];
  #laidOut = false;
  #header;

  constructor(output, header) {
    this.#output = output;
    this.#header = header;
    this.#widths = header.slice(0, -1).map(width);
  }

  /** A cell is text or `{ text, style }`. The last column holds parts, and notes that go below when it is narrow. */
  async row(cells, parts, notes = []) {
    const row = {
      cells: cells.map(cell),
      parts: parts.filter(Boolean).map(cell),
      notes: notes.filter(Boolean).map(cell),
    };
    this.#widths = this.#widths.map((wide, at) => Math.max(wide, width(row.cells[at].text)));
    if (this.#laidOut) return this.#print(row);
    this.#waiting.push(row);
    if (this.#waiting.length >= FIRST) await this.flush();
  }

  /** Prints what waited for the widths of others. */
  async flush() {
    if (this.#waiting.length === 0) return;
    if (!this.#laidOut) {
      const cells = this.#header.map((text) => ({ text, style: "bold" }));
      await this.#print({ parts: [cells.pop()], notes: [], cells });
    }
    this.#laidOut = true;
    for (const row of this.#waiting) await this.#print(row);
    this.#waiting = [];
  }

  async #print({ cells, parts, notes }) {
    const columns = this.#output.columns;
    const before = cells
      .map(({ text, style }, at) => this.#output.paint(style, text) + " ".repeat(this.#widths[at] - width(text) + GAP))
      .join("");
    if (columns === Number.POSITIVE_INFINITY) {
      return this.#output.line((before + [...parts, ...notes].map(({ text }) => text).join("; ")).trimEnd());
    }
    const indent = this.#widths.reduce((sum, wide) => sum + wide + GAP, 0);
    const room = columns - indent;
    const inside = room < NARROW ? [] : room < NARROW_FOR_NOTES ? parts : [...parts, ...notes];
    const below = room < NARROW ? [...parts, ...notes] : room < NARROW_FOR_NOTES ? notes : [];
    const [first = "", ...more] = this.#lines(inside, room);
    await this.#output.line((before + first).trimEnd());
    for (const line of more) await this.#output.line(" ".repeat(indent) + line);
    for (const line of this.#lines(below, columns - INDENT)) await this.#output.line(" ".repeat(INDENT) + line);
  }

  #lines(texts, room) {
    return texts.flatMap(({ text, style }) => wrap(text, room).map((line) => this.#output.paint(style, line)));
  }
}

/** Lines of at most `room` columns, broken at spaces; a word that is longer stays whole. */
export function wrap(text, room) {
  const lines = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && width(line) + 1 + width(word) > room) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  lines.push(line);
  return lines;
}

function cell(given) {
  return typeof given === "object" ? { ...given, text: printable(given.text) } : { text: printable(given) };
}
