// A form for the fields of a command.
import { put } from "./ask.js";
import { complaint, h, title } from "./element.js";

let forms = 0;

/** `element`, `command()` as filled in, and `complain(error)` beside the field that it speaks of. */
export function form({ command, fields, label, submit, more = [] }) {
  const prefix = `form-${++forms}`;
  const controls = [];
  const error = h("p", { class: "error", role: "alert" });
  const element = h(
    "form",
    { novalidate: true, onsubmit, onchange: () => follow(controls) },
    fields.map((field) => placed(field, controls, prefix)),
    error,
    h("p", { class: "buttons" }, h("button", { type: "submit" }, label), more),
  );

  follow(controls);

  function onsubmit(event) {
    event.preventDefault();
    submit();
  }

  const clear = () => {
    error.replaceChildren();
    for (const { input, error } of controls) {
      input.removeAttribute("aria-invalid");
      error.replaceChildren();
    }
  };

  return {
    element,
    command() {
      const filled = structuredClone(command);
      for (const { field, input, place } of controls) {
        if (place.hidden) continue;
        const value = read(field, input.value);
        // What is left empty is left out, and the engine says whether that will do.
        if (value !== undefined) put(filled, field.path, value);
      }
      return filled;
    },
    complain(thrown) {
      clear();
      const about = controls.find(
        ({ field }) => thrown.path === field.path || thrown.path?.startsWith(`${field.path}[`),
      );
      (about?.error ?? error).replaceChildren(...complaint(thrown));
      about?.input.setAttribute("aria-invalid", "true");
      (about?.input ?? element.querySelector("button")).focus();
    },
    clear,
    focus: () => (controls[0]?.input ?? element.querySelector("button")).focus(),
  };
}

/** What goes with a choice is there only while that is chosen. */
function follow(controls) {
  for (const { field, place } of controls) {
    const chosen = controls.find((control) => control.field.path === field.only?.path);
    if (chosen) place.hidden = !field.only.values.map(String).includes(chosen.input.value);
  }
}

function labelled({ name, optional }) {
  return [title(name), optional && h("span", { class: "quiet" }, " optional")];
}

function placed(field, controls, prefix) {
  if (field.kind === "object" && field.fields.length > 0) {
    return h(
      "fieldset",
      {},
      h("legend", {}, title(field.name)),
      field.fields.map((inner) => placed(inner, controls, prefix)),
    );
  }
  const id = `${prefix}-${field.path}`;
  const [error, hint] = [`${id}-error`, `${id}-hint`];
  const said = field.expected ?? HINTS[field.kind];
  const attributes = {
    id,
    "aria-describedby": said ? `${hint} ${error}` : error,
    spellcheck: "false",
    autocomplete: "off",
  };
  const control = {
    field,
    input: input(field, attributes),
    error: h("p", { class: "error", id: error, role: "alert" }),
  };
  control.place = h(
    "div",
    { class: "field" },
    h("label", { for: id }, labelled(field)),
    said && h("p", { class: "hint", id: hint }, said),
    control.input,
    control.error,
  );
  controls.push(control);
  return control.place;
}

const HINTS = { lines: "one a line", object: "a JSON object", json: "JSON" };

function input({ kind, values, prefill = "" }, attributes) {
  if (kind === "choice") {
    const options = values.map((value) => h("option", { selected: value === prefill }, String(value)));
    return h("select", attributes, prefill === "" && h("option", { value: "" }, "choose…"), options);
  }
  if (kind === "text") return h("input", { ...attributes, type: "text", value: prefill });
  if (kind === "number") return h("input", { ...attributes, type: "text", inputmode: "numeric", value: prefill });
  const rows = kind === "prose" ? 2 : 3;
  return h("textarea", { ...attributes, rows, class: kind === "prose" ? "prose" : null }, prefill);
}

function read({ kind, values }, text) {
  if (kind === "choice") return values.find((value) => String(value) === text);
  if (kind === "lines")
    return text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
  if (text.trim() === "") return undefined;
  if (!["json", "object", "number"].includes(kind)) return text;
  try {
    return JSON.parse(text);
  } catch {
    // As it stands: the engine says what it expected instead.
    return text;
  }
}
