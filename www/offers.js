// Every offer of the engine as a button. A disabled one can be reached and pressed: it then explains itself in full.
import { inputsOf, targetsOf } from "../pkg/cli/inputs.js";
import { listsOf, shortened } from "../pkg/cli/shown.js";
import { ask } from "./ask.js";
import { broken, capital, h, sentence, title, words } from "./element.js";
import { form } from "./form.js";
import { known } from "./lifecycles.js";
import { plan } from "./plan.js";

const GROUPS = [
  ["client", "By a client"],
  ["runtime", "By the runtime"],
];

/** A number says little by itself. */
function spelled([name, value]) {
  return typeof value === "number" ? `${words(name)} ${value}` : String(value);
}

export class Offers {
  #place;
  #decide;
  #write;
  #now;
  #lost;
  /** The rows of the session's lists by their ids, once they are asked for. */
  #rows;
  /** The one form that is open, kept as it is filled in while the list around it is drawn again. */
  #open = null;

  /**
   * `decide(command)` → decision or null (it was nonsense, thrown and shown); `write(command)` puts one into the JSON
   * field; `lost()` takes the focus when what had it is gone.
   */
  constructor(place, { decide, write, lost }) {
    this.#place = place;
    this.#decide = decide;
    this.#write = write;
    this.#lost = lost;
  }

  close() {
    this.#open = null;
  }

  /** `now()` gives the lifecycle and its name, session and context that the offers were made with. */
  show(offers, now) {
    this.#now = now;
    this.#rows = undefined;
    const focused = this.#place.contains(document.activeElement) ? document.activeElement : null;
    const key = focused?.closest("[data-key]")?.dataset.key;
    const stays = this.#open?.form.element.contains(focused);
    this.#place.replaceChildren(
      ...GROUPS.map(([by, name]) =>
        this.#group(
          name,
          offers.filter((offer) => offer.by === by),
        ),
      ),
    );
    if (stays) focused.focus();
    else if (key) this.#button(key)?.focus();
    if (focused && document.activeElement === document.body) this.#lost();
  }

  #button(key) {
    return this.#place.querySelector(`[data-key="${CSS.escape(key)}"] > button`);
  }

  #group(name, offers) {
    if (offers.length === 0) return "";
    return h(
      "section",
      { class: "group" },
      h("h3", {}, name),
      h(
        "ul",
        {},
        offers.map((offer, index) => this.#offer(offer, `reason-${offer.by}-${index}`)),
      ),
    );
  }

  #offer(offer, reason) {
    const key = JSON.stringify(offer.command);
    const isNamed = ([name, value]) => name !== "type" && typeof value !== "object";
    const about = Object.entries(offer.command).filter(isNamed).map(spelled);
    const opens = offer.allowed && this.#takes(offer);
    const open = opens && this.#open?.key === key;
    if (!open && this.#open?.key === key) this.#open = null;
    return h(
      "li",
      { class: "offer", "data-key": key, "data-outcome": offer.outcome },
      this.#foretold(offer.command),
      h(
        "button",
        {
          type: "button",
          "aria-disabled": offer.allowed ? null : "true",
          "aria-describedby": reason,
          "aria-expanded": opens ? String(open) : null,
          onclick: () => this.#press(offer, key),
        },
        broken(this.#title(offer.command)),
        about.length > 0 && [" ", h("small", {}, broken(about.join(" · ")))],
      ),
      h("p", { class: "reason", id: reason }, this.#reason(offer)),
      open && this.#open.form.element,
    );
  }

  /** Of a command with inputs, these are what it is about. */
  #title(command) {
    const inputs = inputsOf(this.#now().name, command);
    return inputs.length > 0 ? capital(inputs.join(" and ")) : title(command.type);
  }

  /** What the command would do, before the button that gives it. */
  #foretold(command) {
    const { name, lifecycle, session, context } = this.#now();
    const { foretold } = known(name, command);
    return foretold && plan(lifecycle[foretold](session, context()), name, session);
  }

  #reason({ command, allowed, needs, code, message }) {
    if (!allowed) return [h("code", {}, code), " ", sentence(message)].flat();
    if (needs.length > 0) return `needs ${needs.map((path) => words(path.split(".").at(-1))).join(", ")}`;
    return targetsOf(this.#now().name, command).map((id) => this.#row(id));
  }

  /** What an item of the session's lists is, and with what in it. */
  #row(id) {
    const { name, session } = this.#now();
    const [{ rows }] = this.#rows ? [{}] : listsOf(name, session);
    this.#rows ??= new Map(rows.map((row) => [row.id, row]));
    const { cells, payload } = this.#rows.get(id);
    return [broken(cells.at(-1)), payload !== null && [" ", h("code", {}, shortened(payload))]];
  }

  #press(offer, key) {
    if (!offer.allowed) return this.#decide(this.#ask(offer).filled);
    if (!this.#takes(offer)) return this.#decide(offer.command);
    if (this.#open?.key === key) return this.#toggle(key, null);
    const made = form({
      command: offer.command,
      fields: this.#ask(offer).fields,
      label: this.#title(offer.command),
      submit: () => {
        made.clear();
        const decision = this.#decide(made.command(), made.complain);
        if (decision && decision.outcome !== "denied") this.#toggle(key, null);
      },
      more: [
        h("button", { type: "button", class: "plain", onclick: () => this.#write(made.command()) }, "Edit as JSON"),
        h("button", { type: "button", class: "plain", onclick: () => this.#toggle(key, null) }, "Cancel"),
      ],
    });
    made.element.addEventListener("keydown", (event) => event.key === "Escape" && this.#toggle(key, null));
    this.#toggle(key, made);
  }

  #toggle(key, made) {
    if (this.#open) {
      this.#open.form.element.remove();
      this.#button(this.#open.key)?.setAttribute("aria-expanded", "false");
    }
    this.#open = made && { key, form: made };
    const button = this.#button(key);
    if (!made) return button ? button.focus() : this.#lost();
    button.setAttribute("aria-expanded", "true");
    button.parentElement.append(made.element);
    made.focus();
  }

  /** Whether there is something to fill in. */
  #takes({ command, needs }) {
    const { optional = [] } = known(this.#now().name, command);
    return needs.length > 0 || optional.length > 0;
  }

  #ask({ command, needs }) {
    const { name, lifecycle, session, context } = this.#now();
    return ask(lifecycle, session, command, context(), { needs, ...known(name, command) });
  }
}
