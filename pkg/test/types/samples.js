// Values that the engine made, as claims about the types that they should have.

/** Values of one type (of one member of a union), one of each shape. */
export class Samples {
  #type;
  #inside;
  #closed;
  #shapes = new Map();
  #keys = new Set();
  #nulls = new Set();
  #gaps = new Set();

  /** `inside` are the keys that have samples of their own, `closed` those of which all values are said. */
  constructor(type, inside = [], closed = []) {
    this.#type = type;
    this.#inside = inside;
    this.#closed = new Map(closed.map((key) => [key, new Set()]));
  }

  /** Whether the shape is new. */
  take(value) {
    for (const [key, values] of this.#closed) if (value[key] !== undefined) values.add(value[key]);
    const shape = JSON.stringify(shapeOf(value, this.#inside));
    if (this.#shapes.has(shape)) return false;
    this.#shapes.set(shape, value);
    return true;
  }

  lines() {
    const values = [...this.#shapes.values()];
    for (const value of values) for (const key of Object.keys(value)) this.#keys.add(key);
    for (const key of this.#keys) {
      if (values.some((value) => value[key] === null)) this.#nulls.add(key);
      if (values.some((value) => !Object.hasOwn(value, key))) this.#gaps.add(key);
    }
    return [
      // One statement each: a list of them all would be a union that is too complex for tsc.
      ...values.map((value) => `(${JSON.stringify(value)}) satisfies ${this.#type};`),
      `same<keyof ${this.#type}, ${union(this.#keys)}>(true);`,
      ...[...this.#keys].flatMap((key) => [
        `same<Optional<${this.#type}, "${key}">, ${this.#gaps.has(key)}>(true);`,
        ...(ELSEWHERE.includes(key) ? [] : [`same<Nullable<${this.#type}, "${key}">, ${this.#nulls.has(key)}>(true);`]),
      ]),
      ...Array.from(this.#closed, ([key, values]) => `same<${this.#type}["${key}"], ${union(values)}>(true);`),
    ];
  }
}

// What another lifecycle needs: here it is always null.
const ELSEWHERE = ["input"];

// What tells types apart. Other strings are as good as any other; that closed sets are complete is said elsewhere.
const TELLING = ["type", "phase", "display", "outcome", "code"];

function shapeOf(value, inside = [], key = undefined) {
  // Sessions have samples of their own.
  if (key === "session" || (inside.includes(key) && value !== null)) return typeof value;
  if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(shapeOf(item))))];
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).map(([key, inner]) => [key, shapeOf(inner, inside, key)]);
  }
  return value === null || TELLING.includes(key) ? value : typeof value;
}

export function union(names) {
  return [...new Set(names)].map((name) => JSON.stringify(name)).join(" | ");
}
