// When something is to be done next: one timer, however many sessions there are.

// A timer stands still while the machine sleeps: so the clock is looked at once a minute.
const LONGEST = 60_000;
// How long to wait at least, lest what cannot be done is tried without end.
const REST = 1000;

/** Calls `due` at the earliest of the moments that `next` gives, and again after that. */
export function alarm(clock, next, due) {
  let timer;
  let isStopped;
  let at = Infinity;

  const set = (moment, least) => {
    clearTimeout(timer);
    at = moment;
    if (isStopped || at === Infinity) return;
    timer = setTimeout(ring, Math.min(Math.max(at - clock(), least), LONGEST));
  };

  const ring = async () => {
    // After a minute, or where the clock was set back: not yet.
    if (at <= clock()) await due().catch(() => {});
    set(next(), REST);
  };

  return {
    /** To be called with every new moment. */
    by(moment) {
      if (moment < at) set(moment, 0);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
