// The rules as the engine holds them.
import { h, sentence } from "./element.js";

export function rules(table) {
  const columns = ["Rule", "When", "From", "To", "Requires, in this order"];
  return h(
    "div",
    { class: "wide", tabindex: "0", role: "region", "aria-label": "Rules, table" },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          columns.map((name) => h("th", { scope: "col" }, name)),
        ),
      ),
      table.map(({ command, by, rules }) =>
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
    ),
  );
}

function row({ id, when, from, to, guards, noop }) {
  return h(
    "tr",
    {},
    h("td", {}, h("code", {}, id)),
    h("td", {}, when.join(", and ")),
    h("td", {}, from.length > 0 ? from.join(", ") : "no session"),
    h("td", {}, to.length > 0 ? to.join(", ") : "same"),
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
