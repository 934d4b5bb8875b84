// Where results and complaints go. Results are gathered and written in large pieces; complaints at once.
import { styleText } from "node:util";
import { printable } from "./printable.js";
import { Progress } from "./progress.js";

/** Thrown when nobody reads our output any more. */
export class Closed extends Error {}

/** Thrown when our output cannot be written, say because the disk is full. */
export class Unwritable extends Error {}

const PIECE = 1 << 16;

export class Output {
  /** 0 until something is denied or inconsistent (1) or an input is bad (2). */
  exitCode = 0;
  #stdout;
  #stderr;
  #colours;
  #gathered = [];
  #length = 0;
  #failure = null;
  #heard = true;

  constructor({ stdout, stderr, env }) {
    this.#stdout = stdout;
    this.#stderr = stderr;
    // Any value but an empty one counts, see no-color.org.
    this.#colours = Boolean(stdout.isTTY) && !env.NO_COLOR;
    this.progress = new Progress(stderr);
    stdout.on("error", (error) => {
      this.#failure ??= error;
    });
    // Results go on when nobody hears the complaints any more.
    stderr.on("error", () => {
      this.#heard = false;
    });
  }

  /** How wide a line may be: a pipe has no edge, so that a session stays one line. */
  get columns() {
    return this.#stdout.isTTY ? this.#stdout.columns || 80 : Number.POSITIVE_INFINITY;
  }

  /** The text in a colour, where colours are wanted. It must be printable already. */
  paint(style, text) {
    // Whether to colour was decided above; styleText would look at the environment and at another stream again.
    return this.#colours && style && text !== "" ? styleText(style, text, { validateStream: false }) : text;
  }

  async line(text = "") {
    this.#gathered.push(text, "\n");
    this.#length += text.length + 1;
    if (this.#length >= PIECE) await this.flush();
  }

  async flush() {
    this.#judge();
    if (this.#gathered.length === 0) return;
    const piece = this.#gathered.join("");
    this.#gathered = [];
    this.#length = 0;
    if (this.#stdout.isTTY) this.progress.erase();
    // A slow reader makes us wait instead of filling the memory, and a failure is known before anything else is done.
    const error = await new Promise((written) => this.#stdout.write(piece, written));
    this.#failure ??= error ?? null;
    this.#judge();
  }

  #judge() {
    if (this.#failure === null) return;
    if (this.#failure.code === "EPIPE") throw new Closed();
    throw new Unwritable(`stdout cannot be written to: ${this.#failure.message}`);
  }

  /** A line for people, on stderr. */
  complain(text) {
    if (!this.#heard) return;
    this.progress.erase();
    this.#stderr.write(`${printable(text)}\n`);
  }

  /** Something denied or inconsistent. */
  objection() {
    this.exitCode = Math.max(this.exitCode, 1);
  }

  /** An input that cannot be used; the others go on. */
  bad(text) {
    this.exitCode = 2;
    this.complain(text);
  }

  /** What to say when an input is fine and holds none of what was looked for. */
  nothing(what) {
    if (this.exitCode !== 2) this.complain(`countersign: no ${what}`);
  }

  end() {
    if (this.#heard) this.progress.erase();
  }
}
