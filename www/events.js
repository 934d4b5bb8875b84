// What has happened since the session was opened, and what somebody still has to do about it.
import { h, table, time, words } from "./element.js";

export function history(entries) {
  if (entries.length === 0) return h("p", { class: "quiet" }, "None since the session was opened.");
  return table("Events so far", ["No.", "Time", "Command", "Rule", "Events"], h("tbody", {}, entries.map(row)));
}

function row({ at, command, rule, events }, index) {
  return h(
    "tr",
    {},
    h("td", { class: "number" }, String(index + 1)),
    h("td", {}, time(at)),
    h("td", {}, words(command.type)),
    h("td", {}, h("code", {}, rule)),
    h(
      "td",
      {},
      h(
        "ul",
        {},
        events.map((event) => h("li", {}, spelled(event))),
      ),
    ),
  );
}

/** ▶ what the host is still told to do; a restarted one would find the same. */
export function outstanding(instructions) {
  if (instructions.length === 0) return [];
  return [
    h("h3", {}, "Still to be carried out"),
    h(
      "ul",
      { class: "outstanding" },
      instructions.map((event) => h("li", {}, spelled(event))),
    ),
  ];
}

function spelled({ type, ...fields }) {
  const told = flat(fields).map(([path, value], index) => [index > 0 ? " · " : " ", `${path} `, value]);
  return [h("code", {}, type), h("span", { class: "quiet" }, told)];
}

function flat(value, path = "") {
  if (value === null) return [];
  if (typeof value === "number" && /(^|\.)at$|At$/.test(path)) return [[path, time(value)]];
  if (typeof value !== "object" || Array.isArray(value)) {
    return [[path, typeof value === "string" ? value : JSON.stringify(value)]];
  }
  return Object.entries(value).flatMap(([name, inner]) => flat(inner, path ? `${path}.${name}` : name));
}
