// A no, with its reason.
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Choice } from "./items";

interface RefusalProps {
  choice: Pick<Choice, "word" | "reason">;
  /** What is refused. */
  title: string;
  onGive: (reason: string | null) => void;
  onClose: () => void;
}

export function Refusal({ choice, title, onGive, onClose }: RefusalProps) {
  const [reason, setReason] = useState("");
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
    </form>
  );
}
