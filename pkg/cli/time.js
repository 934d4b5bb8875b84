// Times as people and logs write them.

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;
// What a JavaScript date can hold, and the engine accepts.
const LARGEST = 8.64e15;

/** Milliseconds since the epoch, of those or of an RFC 3339 time; undefined if it is neither. */
export function millis(value) {
  if (typeof value === "number") return Number.isInteger(value) && Math.abs(value) <= LARGEST ? value : undefined;
  const parts = RFC3339.exec(value);
  if (!parts) return undefined;
  const [, year, month, day, hour] = parts.map(Number);
  // Date.parse reads the 30th of February as the 2nd of March, and 24:00 as the next day.
  if (hour > 23 || day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return undefined;
  const time = Date.parse(value.toUpperCase().replace(" ", "T"));
  return Number.isNaN(time) ? undefined : time;
}

/** A time as people and logs read it. */
export function written(at) {
  return new Date(at).toISOString();
}
