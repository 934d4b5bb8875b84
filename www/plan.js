// What a rollback would do, for a person to see before the button that asks for it, or how far it has come.
import { progressOf, shownOf } from "../pkg/cli/shown.js";
import { first, h, sentence, words } from "./element.js";

export function plan(foretold, name, session) {
  const names = new Map(session.actions.map(({ id, apiName }) => [id, apiName]));
  const named = (id) => [h("code", {}, id), " ", h("span", { class: "quiet" }, names.get(id))];
  const progress = progressOf(name, session);
  return h(
    "div",
    {
      class: "plan",
      tabindex: "0",
      role: "region",
      "aria-label": progress ? "The rollback in progress" : "What a rollback would do",
    },
    obstacles(foretold),
    progress ? inProgress(progress, named) : steps(foretold, shownOf(name), named),
  );
}

// The first is the reason that stands beside the button.
function obstacles({ failed }) {
  return (
    failed.length > 1 && [
      h("h4", {}, "All that stands in the way of a rollback"),
      h(
        "ul",
        {},
        failed.map(({ code, message }) => h("li", {}, h("code", {}, code), " ", sentence(message))),
      ),
    ]
  );
}

function inProgress(progress, named) {
  const items = (ids) => (ids.length > 0 ? list("ul", ids, named) : h("span", { class: "quiet" }, "none"));
  return [
    h("h4", {}, "A rollback is in progress"),
    h(
      "dl",
      {},
      progress.map(({ said, ids }) => h("div", {}, h("dt", {}, said), h("dd", {}, ids && items(ids)))),
    ),
  ];
}

function steps({ plan, leftAlone }, { steps, reasons }, named) {
  return [
    h("h4", {}, "A rollback would take these steps, newest first"),
    plan.length > 0
      ? list("ol", plan, ({ actionId, step }) => [
          h("b", {}, step),
          " ",
          named(actionId),
          steps[step] && [": ", sentence(steps[step])],
        ])
      : h("p", {}, "none"),
    leftAlone.length > 0 && [
      h("h4", {}, "And leave alone"),
      list("ul", leftAlone, ({ actionId, reason }) => [
        named(actionId),
        ": ",
        sentence(reasons[reason] ?? words(reason)),
      ]),
    ],
  ];
}

function list(tag, items, shown) {
  const { some, more } = first(items);
  return [
    h(
      tag,
      {},
      some.map((item) => h("li", {}, shown(item))),
    ),
    more,
  ];
}
