// Values that no caller should give, and some that one may; all drawn from a seed, so that each can be drawn again.
import { VALID } from "./valid.js";

/** A source of numbers in [0, 1), mulberry32, and of values that are right for some lifecycle, its `name`. */
export function random(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end) => Math.floor(next() * end);
  const pick = (list) => list[below(list.length)];
  const name = pick(Object.keys(VALID));
  return { name, valid: VALID[name], below, pick, chance: (share) => next() < share };
}

// ---- anything

/** Any value at all. */
export function anything(draw, depth = 3) {
  if (depth === 0 || draw.chance(0.45)) return draw.pick(LEAVES)(draw);
  if (draw.chance(0.3)) return draw.pick(TRAPS)(draw);
  const inner = () => anything(draw, depth - 1);
  if (draw.chance(0.4)) return Array.from({ length: draw.below(4) }, inner);
  return Object.fromEntries(Array.from({ length: draw.below(5) }, () => [key(draw), inner()]));
}

/** What JSON has, and what JSON.stringify makes something of. */
const LEAVES = [
  () => undefined,
  () => null,
  () => true,
  () => false,
  number,
  number,
  string,
  string,
  string,
  () => [],
  () => ({}),
  () => Symbol("s"),
  () => Symbol.iterator,
  () => () => 0,
  () => class {},
  () => 10n,
  (draw) => new Date(number(draw)),
  () => new Map([["type", "initialize"]]),
  () => new Set([1]),
  () => /x/,
  (draw) => new Number(number(draw)),
  (draw) => new String(string(draw)),
  () => new Boolean(false),
  () => new Uint8Array(3),
  () => new ArrayBuffer(3),
  () => new Error("no"),
  () => Promise.resolve(),
  () => new WeakMap(),
  () => globalThis.structuredClone,
  () => Object.create(null),
  () => Array(3),
];

const NUMBERS = [
  0,
  -0,
  1,
  -1,
  0.5,
  1e21,
  1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  2 ** 53 - 1,
  -(2 ** 63),
  8.64e15,
  8.64e15 + 1,
  1_700_000_000_000,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
];

function number(draw) {
  return draw.chance(0.8) ? draw.pick(NUMBERS) : draw.below(2 ** 32) / 7;
}

const STRINGS = [
  "",
  " ",
  "s",
  "1",
  "!",
  '!{"code":"invalid_input"}',
  "null",
  "{",
  '"',
  "\\",
  "\\u",
  "\u0000",
  "\n\u2028\u2029",
  "\ud800",
  "\udc00\ud800",
  "😀",
  "\ufeff",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "NaN",
  "delegated",
  "reversible",
  "interactive",
  "AgentSession",
  "AGENT",
  "OPERATOR",
  "Active",
  "Completed",
  "ACTIVE",
  "SUCCESS",
  "CLEARED",
  "PENDING_APPROVAL",
  "ROLLED_BACK",
  "IN_PROGRESS",
  "UNAVAILABLE",
  "APPROVED",
  "ROLLBACK",
  "SESSION",
  "idle",
  "running",
  "requires_action",
  "end_turn",
  "always_ask",
  "always_allow",
  "allow",
  "deny",
  "create",
  "complete",
  "created",
  "reflected",
  "reflect_owed",
  "log_action",
  "undo_started",
  "submit",
  "message",
  "interrupt",
  "tool_approval_response",
  "turn_started",
  "s/1/1",
  "2026-03-01T09:30:00.250+01:00",
  "2026-13-01T00:00:00Z",
];

function string(draw) {
  if (draw.chance(0.01)) return draw.pick(["x", "\ud800", '"']).repeat(10_000);
  if (draw.chance(0.1)) return String.fromCharCode(draw.below(0x10000), draw.below(0x10000));
  return draw.pick(STRINGS);
}

const KEYS = [
  "__proto__",
  "constructor",
  "toJSON",
  "length",
  "then",
  "\u0000",
  "",
  "0",
  "type",
  "id",
  "uid",
  "phase",
  "status",
  "undo",
  "payload",
  "actionId",
  "approvals",
  "stopReason",
  "batch",
  "calls",
  "inputs",
  "decision",
  "content",
];

function key(draw) {
  return draw.chance(0.8) ? draw.pick(KEYS) : string(draw);
}

/** What breaks whoever trusts it. */
const TRAPS = [
  // An own `__proto__`, as JSON.parse makes one.
  (draw) => JSON.parse(`{"__proto__": ${draw.pick(draw.valid.session)}}`),
  () => {
    const cycle = { inside: [] };
    cycle.inside.push(cycle);
    return cycle;
  },
  (draw) => nested(draw.pick([127, 128, 129, 1_000])),
  (draw) => (draw.chance(0.05) ? nested(100_000) : nested(300)),
  (draw) => ({ toJSON: () => draw.pick(LEAVES)(draw) }),
  (draw) => ({ toJSON: fails(draw) }),
  (draw) => Object.defineProperty({}, key(draw), { enumerable: true, get: fails(draw) }),
  (draw) => Object.defineProperty([], 0, { enumerable: true, get: fails(draw) }),
  (draw) => {
    let times = 0;
    return {
      get type() {
        return times++ === 0 ? "initialize" : number(draw);
      },
    };
  },
  (draw) => {
    const fail = fails(draw);
    return new Proxy(
      {},
      Object.fromEntries(["get", "has", "ownKeys", "getOwnPropertyDescriptor"].map((trap) => [trap, fail])),
    );
  },
  (draw) => new Proxy(sample(draw, "session") ?? {}, {}),
  (draw) => new Proxy(sample(draw, "session") ?? {}, { get: fails(draw) }),
  () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  () => new Proxy(() => {}, {}),
  () => Array(1_000).fill(null),
];

function fails(draw) {
  const thrown = draw.pick([
    () => new Error("thrown by the value"),
    () => Symbol("thrown"),
    () => undefined,
    () => null,
    () => Object.create(null),
    () => "text",
  ])();
  return () => {
    throw thrown;
  };
}

function nested(depth) {
  let value = 1;
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { in: value };
  return value;
}

// ---- something that is nearly right

/** A sample of that kind, mostly changed in a place or two. */
export function nearly(draw, kind) {
  if (draw.chance(0.15)) return anything(draw);
  let value = sample(draw, kind);
  while (draw.chance(0.5)) value = changed(draw, value);
  return value;
}

function sample(draw, kind) {
  // Now and then of another lifecycle.
  const { [kind]: texts = draw.valid[kind] } = draw.chance(0.02) ? VALID[draw.pick(Object.keys(VALID))] : draw.valid;
  const value = JSON.parse(draw.pick(texts));
  if (kind === "columns") for (const name of Object.keys(value)) value[name] = Uint8Array.from(value[name]);
  return value;
}

function changed(draw, value) {
  const places = [];
  const visit = (holder, depth) => {
    for (const key of Object.keys(holder)) {
      // Not read: it may be one of ours that fails.
      const { value } = Object.getOwnPropertyDescriptor(holder, key);
      places.push([holder, key, value]);
      if (isPlain(value) && depth < 6) visit(value, depth + 1);
    }
  };
  if (isPlain(value)) visit(value, 0);
  if (places.length === 0 || draw.chance(0.05)) return anything(draw);
  const [holder, name, now] = draw.pick(places);
  draw.pick([
    () => Reflect.deleteProperty(holder, name),
    () => set(holder, name, anything(draw)),
    () => set(holder, name, anything(draw, 0)),
    () => set(holder, name, sample(draw, draw.pick(Object.keys(draw.valid)))),
    () => set(holder, key(draw), now),
    () => set(holder, key(draw), anything(draw)),
    () => (Array.isArray(holder) ? holder.push(now) : set(holder, name, [now])),
    () => set(holder, name, typeof now === "string" ? now + string(draw) : `${typeof now}`),
  ])();
  return value;
}

// By definition, since an assignment to `__proto__` would not make a field.
function set(holder, name, value) {
  if (Array.isArray(holder) && name === "length") return;
  Reflect.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
}

export function isPlain(value) {
  if (typeof value !== "object" || value === null) return false;
  // Only what was drawn from the samples, of which nothing fails when it is looked at.
  try {
    const prototype = Object.getPrototypeOf(value);
    return (prototype === Object.prototype && !Object.hasOwn(value, "toJSON")) || prototype === Array.prototype;
  } catch {
    return false;
  }
}
