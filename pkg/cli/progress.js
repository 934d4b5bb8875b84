// How far a long run has come, on one line of a terminal that is gone at the end.

// A run that is over before anybody looks shows nothing.
const QUIET = 400;
const INTERVAL = 100;

export class Progress {
  #stream;
  #elapsed;
  #next = QUIET;
  #bytes = 0;
  #what = "sessions";
  #count = 0;
  #shown = false;

  constructor(stream, elapsed = stopwatch()) {
    this.#stream = stream;
    this.#elapsed = elapsed;
  }

  /** Another piece of the input was read. */
  read(bytes) {
    this.#bytes += bytes;
    this.#show();
  }

  /** From now on these are counted, from none. */
  counts(what) {
    this.#what = what;
    this.#count = 0;
  }

  /** Another one was dealt with. */
  one() {
    this.#count++;
    // Asking for the time at each one would be most of the work.
    if (this.#count % 64 === 0) this.#show();
  }

  erase() {
    if (this.#shown) this.#stream.write("\r\u001b[K");
    this.#shown = false;
  }

  #show() {
    if (!this.#stream.isTTY) return;
    const elapsed = this.#elapsed();
    if (elapsed < this.#next) return;
    this.#next = elapsed + INTERVAL;
    this.#shown = true;
    this.#stream.write(`\r\u001b[K${megabytes(this.#bytes)} read, ${this.#count.toLocaleString("en")} ${this.#what}`);
  }
}

function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function stopwatch() {
  const start = performance.now();
  return () => performance.now() - start;
}
