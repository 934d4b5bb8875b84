// The time by which the page judges: the present, or one that began when a sample was opened and runs on.
import { h, moment } from "./element.js";

export class Clock {
  #place;
  #said = h("time");
  #button = h("button", { type: "button", onclick: () => this.#turn() });
  #changed;
  /** The moment that a sample is meant for, or null. */
  #start = null;
  /** So many milliseconds away from the present. */
  #apart = 0;

  /** `changed` is called when somebody chooses another time. */
  constructor(place, changed) {
    this.#place = place;
    this.#changed = changed;
    setInterval(() => this.#tell(), 1_000);
  }

  now() {
    return Date.now() + this.#apart;
  }

  /** From that moment on, or by the present. */
  begin(start = null) {
    this.#start = start;
    this.#go(start);
  }

  #go(start) {
    this.#apart = start === null ? 0 : start - Date.now();
    this.#button.textContent = start === null ? "Judge at the sample’s time" : "Judge at the present";
    const as = start === null ? ", the present" : ", as the sample has it";
    this.#place.replaceChildren(h("span", {}, "Judged at ", this.#said, as));
    if (this.#start !== null) this.#place.append(this.#button);
    this.#tell();
  }

  #turn() {
    this.#go(this.#apart === 0 ? this.#start : null);
    this.#button.focus();
    this.#changed();
  }

  #tell() {
    const { iso, text } = moment(this.now());
    this.#said.setAttribute("datetime", iso);
    this.#said.textContent = text;
  }
}
