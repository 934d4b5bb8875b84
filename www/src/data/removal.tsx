// Asks for a word, so that nobody removes everything by a slip.
import { type FormEvent, useRef, useState } from "react";
import { count } from "../words";

const WORD = "remove";

interface RemovalProps {
  many: number;
  onRemove: () => void;
}

export function Removal({ many, onRemove }: RemovalProps) {
  const [typed, setTyped] = useState("");
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isTyped = typed.trim().toLowerCase() === WORD;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isTyped) return input.current?.focus();
    dialog.current?.close();
    onRemove();
  };
  const open = () => {
    setTyped("");
    dialog.current?.showModal();
  };
  return (
    <>
      <p>
        <button type="button" onClick={open}>
          Remove everything …
        </button>
      </p>
      <dialog ref={dialog} aria-labelledby="removal-title">
        <form onSubmit={submit}>
          <h2 id="removal-title">Remove everything?</h2>
          <p>
            {count(many, "session")} with all that happened to {many === 1 ? "it" : "them"}, in every tab, for good.
            Simulated sessions stay.
          </p>
          <label>
            Type <b>{WORD}</b> to go on
            <input ref={input} value={typed} autoComplete="off" onChange={({ target }) => setTyped(target.value)} />
          </label>
          <p className="buttons">
            <button type="button" onClick={() => dialog.current?.close()}>
              Keep it
            </button>
            <button type="submit" className="main" aria-disabled={!isTyped} aria-describedby="removal-why">
              Remove everything
            </button>
            <span id="removal-why" className="quiet">
              {isTyped ? "" : "The word is missing."}
            </span>
          </p>
        </form>
      </dialog>
    </>
  );
}
