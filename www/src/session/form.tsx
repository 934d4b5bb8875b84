// What a command still needs, asked for in a form; what is no JSON is said beside it.
import type { OfferOf } from "countersign/store";
import { useId, useMemo, useState } from "react";
import { Foreign } from "../parts/foreign";
import { remember, remembered } from "../parts/person";
import { endOf, type Field, fieldsOf, filled, REFLECT } from "./fields";
import { aboutOf, followsSaid, isAnswer } from "./about";
import { commandSaid } from "./said";
import type { Subject } from "./subject";

interface FormProps {
  subject: Subject;
  offer: OfferOf;
  /** What is to be known before it is sent. */
  said: string | undefined;
  /** What was filled in before, by command and field. */
  kept: Map<string, string>;
  onSend: (command: object) => void;
  onClose: () => void;
}

export function Form({ subject, offer, said, kept, onSend, onClose }: FormProps) {
  // As it was when the form was opened: what is written does not go away under the hand.
  const [fields] = useState(() => fieldsOf(subject, offer));
  const [wrong, setWrong] = useState<ReadonlyMap<string, string>>(new Map());
  const [about] = useState(() => aboutOf(subject, offer));
  const follows = useMemo(() => followsOf(subject, offer), [subject, offer]);
  const key = useMemo(() => JSON.stringify(offer.command), [offer]);
  const [end] = useState(() => endOf(subject, offer));
  const [reflects, setReflects] = useState(() => REFLECT.some(({ path }) => kept.has(key + path)));
  const asked = end !== null && reflects ? [...fields, ...REFLECT] : fields;
  const submit = (form: HTMLFormElement) => {
    const values = new Map<string, unknown>();
    const broken = new Map<string, string>();
    for (const { path } of REFLECT) kept.delete(key + path);
    for (const field of asked) {
      const text = String(new FormData(form).get(field.path) ?? "");
      kept.set(key + field.path, text);
      if (field.path === "resolvedBy" && text.trim() !== "") remember(text.trim());
      // What the browser itself lets through: spaces alone.
      if (!field.isOptional && field.kind !== "choice" && text.trim() === "")
        broken.set(field.path, "Nothing is written here.");
      try {
        values.set(field.path, given(field, text));
      } catch (error) {
        if (!broken.has(field.path)) broken.set(field.path, `This is no JSON: ${(error as Error).message}`);
      }
    }
    setWrong(broken);
    const [first] = broken.keys();
    if (first === undefined) onSend(filled(offer, subject, values));
    else (form.elements.namedItem(first) as HTMLElement | null)?.focus();
  };
  const entry = (field: Field) => (
    <Entry
      key={field.path}
      field={field}
      start={kept.get(key + field.path) ?? startOf(field)}
      wrong={wrong.get(field.path)}
    />
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
    >
      {about && (
        <p>
          {about.name !== null && (
            <strong>
              <Foreign>{about.name}</Foreign>
            </strong>
          )}{" "}
          <span className="about">
            <Foreign>{about.id}</Foreign>
          </span>
          {about.what && <span className="quiet">{`. ${about.what}`}</span>}
        </p>
      )}
      {said && <p>{said}</p>}
      {follows && <p className="quiet">{follows}</p>}
      {fields.map(entry)}
      {end !== null && (
        <label className="check">
          <input type="checkbox" checked={reflects} onChange={({ target }) => setReflects(target.checked)} />
          {`Reflect on it too, so that the session ends as ${end} at once`}
        </label>
      )}
      {end !== null && reflects && REFLECT.map(entry)}
      <p className="buttons">
        <button type="submit" className="main">
          {commandSaid(offer.command)}
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </p>
    </form>
  );
}

/** What follows from an answer, whoever signs it. */
function followsOf(subject: Subject, offer: OfferOf): string | null {
  if (!isAnswer(offer.command)) return null;
  const values = new Map(offer.needs.map((path) => [path, "-"]));
  return followsSaid(subject.lifecycle, subject.session, filled(offer, subject, values));
}

function startOf(field: Field): string {
  if (field.path === "resolvedBy") return remembered() ?? "";
  return field.start ?? "";
}

function given({ kind, choices, isOptional }: Field, text: string): unknown {
  if (kind === "choice") return choices?.[Number(text)]?.[0];
  if (isOptional && text.trim() === "") return undefined;
  if (kind === "number") return Number(text);
  return kind === "json" ? JSON.parse(text) : text.trim();
}

interface EntryProps {
  field: Field;
  start: string;
  wrong: string | undefined;
}

function Entry({ field, start, wrong }: EntryProps) {
  const id = useId();
  const { path, title, kind, choices = [], isOptional = false, hint } = field;
  const described = [hint && `${id}-hint`, wrong && `${id}-wrong`].filter(Boolean).join(" ") || undefined;
  const common = {
    id,
    name: path,
    required: !isOptional,
    "aria-describedby": described,
    "aria-invalid": wrong ? true : undefined,
  };
  return (
    <div className="entry">
      <label htmlFor={id}>
        {title} {isOptional && <span className="quiet">(optional)</span>}
      </label>
      {kind === "choice" && (
        <select {...common} defaultValue={start === "" ? (isOptional ? "0" : "") : start}>
          {!isOptional && choices.length > 1 && <option value="">Choose …</option>}
          {choices.map(([value, word], at) => (
            <option key={String(value)} value={at}>
              {word}
            </option>
          ))}
        </select>
      )}
      {(kind === "text" || kind === "json") && (
        <textarea
          {...common}
          rows={kind === "json" ? 10 : 3}
          className={kind}
          defaultValue={start}
          spellCheck={kind === "text"}
        />
      )}
      {(kind === "line" || kind === "number") && (
        <input
          {...common}
          type={kind === "number" ? "number" : "text"}
          min={kind === "number" ? 1 : undefined}
          defaultValue={start}
        />
      )}
      {hint && (
        <p id={`${id}-hint`} className="quiet">
          {hint}
        </p>
      )}
      {wrong && (
        <p id={`${id}-wrong`} className="failed" role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}
