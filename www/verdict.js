// A decision, as the engine explains it.
import { h, sentence, title } from "./element.js";

const MARK = { allowed: "✓", noop: "=", denied: "✕" };
const WORD = { allowed: "allowed", noop: "nothing to do", denied: "denied" };

/** `from` and `to` are what the session displayed before and after. */
export function verdict(decision, command, { from, to } = {}) {
  return h(
    "div",
    { class: "verdict", "data-outcome": decision.outcome },
    h(
      "p",
      { class: "outcome" },
      h("span", { class: "mark", "aria-hidden": "true" }, MARK[decision.outcome]),
      h("strong", {}, `${title(command.type)}: ${WORD[decision.outcome]}`),
      decision.code && [" ", h("code", {}, decision.code)],
      decision.rule &&
        h(
          "span",
          { class: "quiet" },
          decision.outcome === "denied" ? " nearest rule " : " by rule ",
          h("code", {}, decision.rule),
        ),
    ),
    REST[decision.outcome](decision, { from, to }),
  );
}

const REST = {
  allowed: ({ events, warnings }, { from, to }) => [
    h(
      "p",
      {},
      from === to ? `Still ${to ?? "as it was"}` : [from ?? "No session", " → ", h("strong", {}, to)],
      events.length > 0 && [": ", names(events)],
    ),
    warnings.length > 0 &&
      h(
        "ul",
        {},
        warnings.map(({ code, message }) => h("li", {}, h("code", {}, code), " ", sentence(message))),
      ),
  ],
  noop: ({ message }) => h("p", {}, sentence(message)),
  denied: ({ message, unmet, possibleIn }) => [
    unmet.length > 1
      ? h(
          "ul",
          {},
          unmet.map(({ guard, code, message }) =>
            h("li", {}, h("b", {}, guard), " ", h("code", {}, code), " ", sentence(message)),
          ),
        )
      : h("p", {}, unmet[0] && [h("b", {}, unmet[0].guard), " "], sentence(message)),
    possibleIn.length > 0 && h("p", {}, "Possible in: ", h("strong", {}, possibleIn.join(", "))),
  ],
};

function names(events) {
  return events.map(({ type }, index) => [index > 0 ? ", " : "", h("code", {}, type)]);
}
