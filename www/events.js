// What has happened since the session was opened, and what somebody still has to do about it.
import { inputsOf } from "../pkg/cli/inputs.js";
import { duration, shortened, shownOf } from "../pkg/cli/shown.js";
import { h, stacking, time, words } from "./element.js";

/** `name` is that of the lifecycle. */
export function history(entries, name) {
  if (entries.length === 0) return h("p", { class: "quiet" }, "None since the session was opened.");
  return stacking(
    "Events so far",
    ["No.", "Time", "Command", "Rule", "Events"],
    entries.map(({ at, command, rule, events }, index) => ({
      cells: [
        String(index + 1),
        time(at),
        [words(command.type), ...inputsOf(name, command)].join(" · "),
        h("code", {}, rule),
        h(
          "ul",
          {},
          events.map((event) => h("li", {}, spelled(event, name))),
        ),
      ],
    })),
  );
}

/** ▶ what the host is still told to do; a restarted one would find the same. */
export function outstanding(instructions, name) {
  if (instructions.length === 0) return [];
  return [
    h("h3", {}, "Still to be carried out"),
    h(
      "ul",
      { class: "outstanding" },
      instructions.map((event) => h("li", {}, spelled(event, name))),
    ),
  ];
}

function spelled({ type, ...fields }, name) {
  const { opaque } = shownOf(name);
  const told = flat(fields, opaque).map(([way, value], index) => [
    index > 0 ? " · " : " ",
    `${way.map(words).join(" ")} `,
    value,
  ]);
  return [h("code", {}, type), h("span", { class: "quiet" }, told)];
}

function flat(value, opaque, way = []) {
  const name = way.at(-1) ?? "";
  if (value === null || value === undefined) return [];
  if (opaque.includes(name)) return [[way, h("code", {}, shortened(value))]];
  if (typeof value === "number" && /^at$|At$/.test(name)) return [[way, time(value)]];
  if (typeof value === "number" && name.endsWith("Ms"))
    return [[[...way.slice(0, -1), name.slice(0, -2)], duration(value)]];
  if (typeof value === "boolean") return [[way, value ? "yes" : "no"]];
  if (typeof value !== "object") return [[way, String(value)]];
  if (!Array.isArray(value))
    return Object.entries(value).flatMap(([inner, held]) => flat(held, opaque, [...way, inner]));
  if (value.length === 0) return [[way, "none"]];
  return [[way, value.map((item) => (typeof item === "object" ? shortened(item) : String(item))).join(", ")]];
}
