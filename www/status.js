// What the view says of a session: one word, what the word would hide, and the rest as a list.
import { approvals } from "./approvals.js";
import { outstanding } from "./events.js";
import { broken, h, sentence, time, title, words } from "./element.js";

/** Shown on their own, above the list. */
const APART = ["display", "attention", "conditions"];

export function status({ session, warnings, origin }, view, lifecycle, context) {
  const conditions = Object.entries(view.conditions);
  const rest = Object.entries(view).filter(([name]) => !APART.includes(name) && !(name in view.conditions));
  const deadline = lifecycle.deadline(session);
  if (deadline !== null) rest.push(["deadline", time(deadline)]);
  return [
    h("p", { class: "display", "data-attention": view.attention }, broken(view.display)),
    h(
      "p",
      { class: "attention", "data-attention": view.attention },
      h("span", { class: "mark" }, words(view.attention)),
    ),
    h("ul", { class: "conditions", "aria-label": "Conditions" }, conditions.map(condition)),
    ...outstanding(lifecycle.outstanding(session)),
    ...("approvals" in lifecycle ? approvals(lifecycle.approvals(session, context)) : []),
    warnings.length > 0 &&
      h(
        "div",
        { class: "warnings" },
        h("h3", {}, "Warnings of the import"),
        h(
          "ul",
          {},
          warnings.map(({ code, message }) => h("li", {}, h("code", {}, code), " ", sentence(message))),
        ),
      ),
    list(rest),
    h(
      "details",
      {},
      h("summary", {}, "The stored session as JSON"),
      h("pre", { tabindex: "0", "aria-label": "The stored session" }, JSON.stringify(session, null, 2)),
    ),
    h("p", { class: "quiet" }, origin),
  ].filter(Boolean);
}

function condition([name, state]) {
  if (typeof state === "string") {
    return h("li", { class: "wrong" }, h("strong", {}, title(name)), ": ", sentence(state));
  }
  const holds = state === true;
  // Only what contradicts itself is null where there is nothing to say.
  const said = state === null && name !== "inconsistent" ? "not known" : holds ? "yes" : "no";
  return h("li", { class: holds ? "holds" : null }, words(name), " ", h("b", {}, said));
}

function list(entries) {
  return h(
    "dl",
    {},
    entries.map(([name, value]) => h("div", {}, h("dt", {}, title(name)), h("dd", {}, shown(value, name)))),
  );
}

function shown(value, name) {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0))
    return h("span", { class: "quiet" }, "none");
  if (value instanceof Node) return value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number" && name.endsWith("At")) return time(value);
  if (Array.isArray(value))
    return h(
      "ul",
      {},
      value.map((item) => h("li", {}, shown(item, ""))),
    );
  if (typeof value === "object") return list(Object.entries(value));
  return String(value);
}
