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
    { novalidate: true, onsubmit },
    fields.map((field) => place(field, controls, prefix)),
    error,
    h("p", { class: "buttons" }, h("button", { type: "submit" }, label), more),
  );

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
      for (const { field, input } of controls) {
        const value = read(field.kind, input.value);
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

function place(field, controls, prefix) {
  if (field.kind === "object" && field.fields.length > 0) {
    return h(
      "fieldset",
      {},
      h("legend", {}, title(field.name)),
      field.fields.map((inner) => place(inner, controls, prefix)),
    );
  }
  const id = `${prefix}-${field.path}`;
  const [error, hint] = [`${id}-error`, `${id}-hint`];
  const said = HINTS[field.kind] ?? field.expected;
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
  controls.push(control);
  return h(
    "div",
    { class: "field" },
    h("label", { for: id }, title(field.name)),
    said && h("p", { class: "hint", id: hint }, said),
    control.input,
    control.error,
  );
}

const HINTS = { lines: "one a line", object: "a JSON object", json: "JSON" };

function input({ kind, values, prefill = "" }, attributes) {
  if (kind === "choice") {
    const options = values.map((value) => h("option", { value, selected: value === prefill }, value));
    return h("select", attributes, prefill === "" && h("option", { value: "" }, "choose…"), options);
  }
  if (kind === "text") return h("input", { ...attributes, type: "text", value: prefill });
  const rows = kind === "prose" ? 2 : 3;
  return h("textarea", { ...attributes, rows, class: kind === "prose" ? "prose" : null }, prefill);
}

function read(kind, text) {
  if (kind === "lines")
    return text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
  if (text.trim() === "") return undefined;
  if (kind !== "json" && kind !== "object") return text;
  try {
    return JSON.parse(text);
  } catch {
    // As it stands: the engine says what it expected instead.
    return text;
  }
}
