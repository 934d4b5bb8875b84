// When something is to be done next: one timer, however many sessions there are.

// What a timer of the browser can hold, about 24 days.
const LONGEST = 2 ** 31 - 1;

/** Calls `due` at the earliest of the moments that `next` gives, and again after that. */
export class Alarm {
  #next;
  #due;
  #clock;
  #timer;

  constructor(clock, next, due) {
    this.#clock = clock;
    this.#next = next;
    this.#due = due;
  }

  /** To be called whenever the earliest moment may have changed. */
  set() {
    clearTimeout(this.#timer);
    const at = this.#next();
    if (at === null) return;
    this.#timer = setTimeout(() => this.#ring(), Math.min(Math.max(at - this.#clock(), 0), LONGEST));
    this.#timer.unref?.();
  }

  stop() {
    clearTimeout(this.#timer);
  }

  async #ring() {
    // A clock that was set back, or a wait longer than a timer: not yet.
    const at = this.#next();
    if (at !== null && at <= this.#clock()) await this.#due().catch(() => {});
    this.set();
  }
}

/** The earliest of these moments; null if there is none. */
export function earliest(moments) {
  let first = null;
  for (const at of moments) if (at !== null && (first === null || at < first)) first = at;
  return first;
}
