// What a rollback would do, for a person to see before the button that asks for it.
import { h, sentence, words } from "./element.js";

// More than anybody reads.
const SHOWN = 100;

export function plan({ failed, plan, leftAlone }, { actions }) {
  const names = new Map(actions.map(({ id, apiName }) => [id, apiName]));
  const named = (id) => [h("code", {}, id), " ", h("span", { class: "quiet" }, names.get(id))];
  return h(
    "div",
    { class: "plan", tabindex: "0", role: "region", "aria-label": "What a rollback would do" },
    // The first is the reason that stands beside the button.
    failed.length > 1 && [
      h("h4", {}, "All that stands in its way"),
      h(
        "ul",
        {},
        failed.map(({ code, message }) => h("li", {}, h("code", {}, code), " ", sentence(message))),
      ),
    ],
    h("h4", {}, "A rollback would take these steps, newest first"),
    plan.length > 0
      ? list("ol", plan, ({ actionId, step }) => [h("b", {}, step), " ", named(actionId)])
      : h("p", {}, "none"),
    leftAlone.length > 0 && [
      h("h4", {}, "And leave alone"),
      list("ul", leftAlone, ({ actionId, reason }) => [named(actionId), ": ", words(reason)]),
    ],
  );
}

function list(tag, items, shown) {
  const more = items.length - SHOWN;
  return [
    h(
      tag,
      {},
      items.slice(0, SHOWN).map((item) => h("li", {}, shown(item))),
    ),
    more > 0 && h("p", { class: "quiet" }, `and ${more.toLocaleString()} more`),
  ];
}
