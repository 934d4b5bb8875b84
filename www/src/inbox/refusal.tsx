// A no, with its reason.
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { Choice } from "./items";

interface RefusalProps {
  choice: Pick<Choice, "word" | "reason">;
  /** What is refused. */
  title: string;
  /** What would follow; empty as long as it is not known. */
  follows?: string;
  onGive: (reason: string | null) => void;
  onClose: () => void;
}

export function Refusal({ choice, title, follows, onGive, onClose }: RefusalProps) {
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const isRequired = choice.reason === "required";
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
  };
  return (
    <form
      className="refusal"
      onKeyDown={closeOnEscape}
      onSubmit={(event) => {
        event.preventDefault();
        const given = reason.trim() || null;
        // What the browser itself lets through: spaces alone.
        setMissing(isRequired && given === null);
        if (isRequired && given === null) field.current?.focus();
        else onGive(given);
      }}
    >
      <label>
        <span className="hidden">{`${choice.word} ${title}: `}</span>Reason{isRequired ? "" : " (optional)"}
        <input
          ref={field}
          value={reason}
          maxLength={500}
          required={isRequired}
          aria-invalid={isMissing || undefined}
          aria-describedby={[isMissing && `${id}-missing`, follows && id].filter(Boolean).join(" ") || undefined}
          onChange={({ target }) => {
            setReason(target.value);
            setMissing(false);
          }}
        />
      </label>
      <button type="submit">
        {choice.word}
        <span className="hidden"> {title}</span>
      </button>
      <button type="button" onClick={onClose}>
        Cancel
      </button>
      {isMissing && (
        <p id={`${id}-missing`} className="follows failed" role="alert">
          Write a reason first.
        </p>
      )}
      {follows !== undefined && (
        <p id={id} className="quiet follows">
          {follows}
        </p>
      )}
    </form>
  );
}
