// The rules as the engine holds them.
import { h, sentence, table } from "./element.js";

export function rules(tables) {
  return table(
    "Rules",
    ["Rule", "When", "From", "To", "Requires, in this order"],
    tables.map(({ command, by, rules }) =>
      h(
        "tbody",
        {},
        h(
          "tr",
          {},
          h(
            "th",
            { scope: "rowgroup", colspan: "5" },
            h("code", {}, command),
            h("span", { class: "quiet" }, ` by ${by}`),
          ),
        ),
        rules.map(row),
      ),
    ),
  );
}

function row({ id, when, from, target, to, stays, guards, noop }) {
  return h(
    "tr",
    {},
    h("td", {}, h("code", {}, id)),
    h("td", {}, sentence(when.join(", and "))),
    h(
      "td",
      {},
      from.length > 0 ? from.join(", ") : "no session",
      target.length > 0 && [", on ", h("strong", {}, target.join(", "))],
    ),
    h("td", {}, [...(stays ? ["same"] : []), ...to].join(", ")),
    h(
      "td",
      {},
      noop
        ? ["nothing to do: ", h("code", {}, noop)]
        : h(
            "ul",
            {},
            guards.map(({ code, requires }) => h("li", {}, h("code", {}, code), " ", sentence(requires))),
          ),
    ),
  );
}
