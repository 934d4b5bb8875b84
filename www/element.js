// Elements from data. What a payload says goes in as text, never as markup.

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

/** The engine sets names in backticks. */
export function sentence(message) {
  return message.split("`").map((part, index) => (index % 2 === 1 ? h("code", {}, part) : part));
}

/** A name that may be broken where its parts meet. */
export function broken(name) {
  return name.split(/(?<=[_:/])/).map((part, index) => [index > 0 && h("wbr"), part]);
}

/** `awaitingReflect` and `needs_human` as people write them. */
export function words(name) {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replaceAll(/[_-]/g, " ");
  return spaced.toLowerCase();
}

export function title(name) {
  const text = words(name);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A moment of today is told by its time, another one by its date as well. */
export function time(ms) {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return String(ms);
  const today = date.toDateString() === new Date().toDateString();
  const text = today ? date.toLocaleTimeString() : date.toLocaleString();
  return h("time", { datetime: date.toISOString(), title: date.toISOString() }, text);
}

/** What was thrown, for a person. Anything but nonsense is a fault, and shows as one. */
export function complaint({ code, path, message }) {
  return [h("code", {}, code), path ? [" at ", h("code", {}, path)] : null, ": ", sentence(message)]
    .flat()
    .filter(Boolean);
}
