// A decision, as the engine explains it.
import { CAME, inputsJudged } from "../pkg/cli/inputs.js";
import { h, sentence, title } from "./element.js";

const MARK = { allowed: "✓", noop: "=", denied: "✕" };
const WORD = { allowed: "allowed", noop: "nothing to do", denied: "denied" };

/** `from` and `to` are what the session displayed before and after; `name` is that of the lifecycle. */
export function verdict(decision, command, { from, to }, name) {
  const judged = inputsJudged(name, command, decision);
  const inputs = judged.length > 1 ? judged : [];
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
    REST[decision.outcome](inputs.length > 0 ? ofWhole(decision) : decision, { from, to }),
    inputs.length > 0 && h("ul", {}, inputs.map(input)),
  );
}

/** Without what is said of single inputs. */
function ofWhole(decision) {
  const isWhole = ({ input }) => input === null;
  return { ...decision, unmet: decision.unmet?.filter(isWhole), warnings: decision.warnings?.filter(isWhole) };
}

function input({ said, came, reasons }) {
  const why = reasons.map(({ code, message }) => [" ", h("code", {}, code), " ", sentence(message)]);
  return h("li", {}, h("b", {}, said), `: ${CAME[came]}`, why);
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
  denied: ({ rule, message, unmet }) => [
    unmet.length > 1 &&
      h(
        "ul",
        {},
        unmet.map(({ guard, code, message }) =>
          h("li", {}, h("b", {}, guard), ": ", h("code", {}, code), " ", sentence(message)),
        ),
      ),
    unmet.length === 1 && h("p", {}, h("b", {}, unmet[0].guard), ": ", sentence(unmet[0].message)),
    rule === null && h("p", {}, sentence(message)),
  ],
};

function names(events) {
  return events.map(({ type }, index) => [index > 0 ? ", " : "", h("code", {}, type)]);
}
