// Elements from data. What a payload says goes in as text, never as markup.
import { words } from "../pkg/cli/shown.js";

export { words };

export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** A table in a frame of its own, which is moved where it is too wide. */
export function table(label, columns, ...bodies) {
  const head = columns.map((name) => h("th", { scope: "col" }, name));
  return h(
    "div",
    { class: "wide", tabindex: "0", role: "region", "aria-label": `${label}, table` },
    h("table", {}, h("thead", {}, h("tr", {}, head)), bodies),
  );
}

/** A table whose rows become blocks where columns have no room. Blocks have no roles of their own. */
export function stacking(label, columns, rows) {
  const body = rows.map(({ attributes, cells }) =>
    h(
      "tr",
      { role: "row", ...attributes },
      cells.map((cell, at) => h("td", { role: "cell", "data-label": columns[at] }, cell)),
    ),
  );
  const head = columns.map((name) => h("th", { scope: "col", role: "columnheader" }, name));
  return h(
    "div",
    { class: "stacking" },
    h(
      "table",
      { role: "table", "aria-label": label },
      h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, head)),
      h("tbody", { role: "rowgroup" }, body),
    ),
  );
}

// More than anybody reads.
const MOST = 100;

/** The first of many items, and a line that says how many more there are. */
export function first(items) {
  const more = items.length - MOST;
  return {
    some: items.slice(0, MOST),
    more: more > 0 && h("p", { class: "quiet" }, `and ${more.toLocaleString("en")} more`),
  };
}

/** Something that is there on demand, made when it is asked for. `key` is what it is known by when it is drawn again. */
export function folded(key, summary, make) {
  const details = h("details", { "data-key": key }, h("summary", {}, summary));
  details.addEventListener("toggle", () => {
    if (details.open && details.children.length === 1) details.append(make());
  });
  return details;
}

/** At once: by itself the event comes later. */
export function unfold(details) {
  details.open = true;
  details.dispatchEvent(new Event("toggle"));
}

// As the engine writes moments, outside of what it quotes.
const MOMENT = /(?<!")([+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)/;

/** The engine sets names in backticks. */
export function sentence(message) {
  return message
    .split("`")
    .map((part, index) =>
      index % 2 === 1
        ? h("code", {}, part)
        : part.split(MOMENT).map((inner, at) => (at % 2 === 1 ? time(Date.parse(inner)) : inner)),
    );
}

/** A name that may be broken where its parts meet. */
export function broken(name) {
  return name.split(/(?<=[_:/])/).map((part, index) => [index > 0 && h("wbr"), part]);
}

export function title(name) {
  return capital(words(name));
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A moment in full, and in words with its date and zone. */
export function moment(ms) {
  const iso = new Date(ms).toISOString();
  return { iso, text: iso.replace("T", " ").replace(/(\.\d+)?Z$/, " UTC") };
}

export function time(ms) {
  if (Number.isNaN(new Date(ms).getTime())) return String(ms);
  const { iso, text } = moment(ms);
  return h("time", { datetime: iso, title: iso }, text);
}

/** What was thrown, for a person. Anything but nonsense is a fault, and shows as one. */
export function complaint({ code, path, message }) {
  return [h("code", {}, code), path ? [" at ", h("code", {}, path)] : null, ": ", sentence(message)]
    .flat()
    .filter(Boolean);
}
