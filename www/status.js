// What the view says of a session: one word, what the word would hide, and the rest as a list.
import { isPossible } from "../pkg/cli/shown.js";
import { approvals } from "./approvals.js";
import { outstanding } from "./events.js";
import { broken, folded, h, sentence, time, title, words } from "./element.js";
import { lists } from "./lists.js";

/** Shown on their own, above the list. */
const APART = ["display", "attention", "conditions"];

export function status({ name, session, warnings, origin }, view, lifecycle, context) {
  const conditions = Object.entries(view.conditions);
  // A moment that never comes is no news.
  const isSaid = ([name, value]) =>
    !APART.includes(name) && !(name in view.conditions) && !(value === null && name.endsWith("At"));
  const rest = Object.entries(view).filter(isSaid);
  const deadline = lifecycle.deadline(session);
  if (deadline !== null) rest.push(["deadline", due(deadline, context.now)]);
  return [
    h("p", { class: "display", "data-attention": view.attention }, broken(view.display)),
    h(
      "p",
      { class: "attention", "data-attention": view.attention },
      h("span", { class: "mark" }, words(view.attention)),
    ),
    h(
      "ul",
      { class: "conditions", "aria-label": "Conditions" },
      conditions.filter(isOpen).map(condition),
      not(conditions),
    ),
    ...outstanding(lifecycle.outstanding(session), name),
    ...("approvals" in lifecycle ? approvals(lifecycle.approvals(session, context), session) : []),
    ...lists(name, session),
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
    folded("session", "The stored session as JSON", () =>
      h("pre", { id: "stored", tabindex: "0", "aria-label": "The stored session" }, JSON.stringify(session, null, 2)),
    ),
    h("p", { class: "quiet" }, origin),
  ].filter(Boolean);
}

function due(deadline, now) {
  const passed = deadline <= now && [", ", h("strong", { class: "late" }, "which has passed")];
  return h("span", {}, time(deadline), passed);
}

// Only what contradicts itself is null where there is nothing to say.
function isOpen([name, state]) {
  return state !== false && !(state === null && name === "inconsistent");
}

/** What does not hold, in one line. */
function not(conditions) {
  const names = conditions.filter((condition) => !isOpen(condition)).map(([name]) => words(name));
  return names.length > 0 && h("li", { class: "not" }, `None of: ${names.join(", ")}`);
}

function condition([name, state]) {
  if (typeof state === "string") {
    return h("li", { class: "wrong" }, h("strong", {}, title(name)), ": ", sentence(state));
  }
  return h("li", { class: state ? "holds" : null }, words(name), " ", h("b", {}, state ? "yes" : "not known"));
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
  if (isPossible(value))
    return value.allowed ? "yes" : ["no: ", h("code", { title: value.message }, broken(value.code))];
  if (typeof value === "object") return list(Object.entries(value));
  return broken(String(value));
}
