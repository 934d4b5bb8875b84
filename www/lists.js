// The lists that a lifecycle's sessions hold, each as a table.
import { listsOf } from "../pkg/cli/shown.js";
import { broken, first, folded, h, stacking, time, title } from "./element.js";

export function lists(name, session) {
  return listsOf(name, session).flatMap(({ name: list, columns, payloadName, rows }) => {
    const { some, more } = first(rows);
    return [
      h("h3", {}, title(list)),
      rows.length > 0
        ? stacking(
            title(list),
            ["Id", ...columns.map(title)],
            some.map((one) => row(one, payloadName)),
          )
        : h("p", { class: "quiet" }, "none"),
      more,
    ];
  });
}

function row({ id, cells, payload: inside, notes }, payloadName) {
  const last = cells.length - 1;
  const said = [
    notes.map(({ parts, isBad }) =>
      h(
        "p",
        { class: isBad ? "bad" : "late" },
        parts.map((part) => (typeof part === "string" ? part : time(part.at))),
      ),
    ),
    inside !== null && payload(`payload ${id}`, title(payloadName), inside),
  ];
  const texts = cells.map((cell, at) => (at < last ? broken(cell) : [broken(cell), said]));
  return { attributes: { "data-item": id }, cells: [h("code", {}, broken(id)), ...texts] };
}

/** All of a payload, on demand. */
export function payload(key, summary, value) {
  const make = () =>
    h(
      "pre",
      { tabindex: "0", "aria-label": summary },
      typeof value === "string" ? value : JSON.stringify(value, null, 2),
    );
  return folded(key, summary, make);
}
