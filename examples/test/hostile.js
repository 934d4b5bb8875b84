// Bodies that nobody should send to /decide, drawn from a seed: JSON that is none, too much of it, and nearly the right one.
import { nearly, random } from "../../pkg/test/nonsense.js";

const LIMIT = 1_000_000;

/** The bytes of the body of that number. */
export function hostile(number, seed = 20_260_301) {
  const draw = random(seed + number);
  return Buffer.from(draw.chance(0.6) ? asked(draw) : draw.pick(RAW)(draw));
}

/** What has every field, each mostly with something wrong in it. */
function asked(draw) {
  const lifecycle = draw.chance(0.95) ? draw.name : draw.pick(["__proto__", "constructor", 1, null, [draw.name], ""]);
  const fields = [["lifecycle", lifecycle], ...["session", "command"].map((kind) => [kind, nearly(draw, kind)])];
  try {
    return JSON.stringify(Object.fromEntries(fields)) ?? "null";
  } catch {
    // A value that no JSON can say.
    return "";
  }
}

const RAW = [
  () => "",
  (draw) => draw.pick(["null", "17", "true", '"text"', "[]", "{}", "[null]", "NaN", "\ufeff{}", "{'a':1}", "{}{}"]),
  (draw) => right(draw).slice(0, draw.below(200)),
  (draw) => right(draw).slice(draw.below(20) + 1),
  (draw) => Uint8Array.from({ length: draw.below(2_000) }, () => draw.below(256)),
  (draw) => Buffer.concat([Buffer.from(right(draw).slice(0, 30)), Buffer.from([0xff, 0xc0, 0x80])]),
  (draw) =>
    right(draw).replace(/"(id|uid|type)":"/, () => `"$1":"${draw.pick(["\\ud800", "\\udc00\\ud800", "\\u0000"])}`),
  (draw) => right(draw).replace("{", () => `{"__proto__":{"caller":"SYSTEM","now":0},"constructor":{"prototype":[]},`),
  (draw) => right(draw).replaceAll(/\d+/g, () => draw.pick(["1e999", "-1e999", "-0", "9".repeat(400), "0.1e-9", "01"])),
  (draw) => `{"lifecycle":"${draw.name}","command":${nested(draw.pick([120, 129, 1_000, 100_000]))}}`,
  (draw) => `{"lifecycle":"${draw.name}","session":${nested(draw.pick([120, 129, 1_000, 100_000]))},"command":{}}`,
  (draw) =>
    draw.chance(0.1) ? `"${"x".repeat(draw.pick([LIMIT - 2, LIMIT - 1, 2 * LIMIT]))}"` : `"${"x".repeat(9_999)}"`,
  (draw) => (draw.chance(0.1) ? `[${"{},".repeat(300_000)}{}]` : `[${"{},".repeat(3_000)}{}]`),
  (draw) => `{"lifecycle":"${draw.name}",${Array.from({ length: 2_000 }, (_, key) => `"k${key}":0`)},"command":{}}`,
];

function right(draw) {
  const [session, command] = ["session", "command"].map((kind) => draw.pick(draw.valid[kind]));
  return `{"lifecycle":"${draw.name}","session":${session},"command":${command}}`;
}

const nested = (depth) => `${'{"in":['.repeat(depth / 2)}1${"]}".repeat(depth / 2)}`;
