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
        onGive(reason.trim() || null);
      }}
    >
      <label>
        <span className="hidden">{`${choice.word} ${title}: `}</span>Reason{isRequired ? "" : " (optional)"}
        <input
          ref={field}
          value={reason}
          maxLength={500}
          required={isRequired}
          aria-describedby={follows ? id : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
      </label>
      <button type="submit">
        {choice.word}
        <span className="hidden"> {title}</span>
      </button>
      <button type="button" onClick={onClose}>
        Cancel
      </button>
      {follows !== undefined && (
        <p id={id} className="quiet follows">
          {follows}
        </p>
      )}
    </form>
  );
}
