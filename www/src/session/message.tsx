// The box for a message; whether it may be sent, and why not, is what the engine says.
import type { interactive } from "countersign";
import type { OfferOf } from "countersign/store";
import { type KeyboardEvent, useRef, useState } from "react";
import { Phrase } from "../parts/phrase";
import { useGive } from "./ask";

interface MessageBoxProps {
  possible: interactive.Possible;
  /** The message alone. */
  send: OfferOf | undefined;
  /** The message behind an interrupt. */
  interrupt: OfferOf | undefined;
}

export function MessageBox({ possible, send, interrupt }: MessageBoxProps) {
  const give = useGive();
  const [text, setText] = useState("");
  const [isMissing, setMissing] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const say = async (offer: OfferOf | undefined) => {
    if (!offer?.allowed) return;
    setMissing(text.trim() === "");
    if (text.trim() === "") {
      box.current?.focus();
      return;
    }
    // Kept until it is taken: a message that is refused is not lost.
    if (await give(offer, new Map(offer.needs.map((path) => [path, text])))) setText("");
    box.current?.focus();
  };
  const described = [isMissing && "message-missing", !possible.allowed && "message-why"].filter(Boolean).join(" ");
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!event.repeat) say(send);
  };
  return (
    <form
      className="message"
      aria-label="Message"
      onSubmit={(event) => {
        event.preventDefault();
        say(send);
      }}
    >
      <label htmlFor="message-box">Message</label>
      <textarea
        id="message-box"
        ref={box}
        rows={2}
        value={text}
        placeholder={possible.allowed ? "Say something to the agent" : ""}
        aria-invalid={isMissing || undefined}
        aria-describedby={described || undefined}
        onChange={({ target }) => {
          setText(target.value);
          setMissing(false);
        }}
        onKeyDown={onKeyDown}
      />
      {isMissing && (
        <p id="message-missing" className="failed" role="alert">
          Write a message first.
        </p>
      )}
      {!possible.allowed && (
        <p id="message-why" className="quiet">
          <Phrase>{`no message now: ${possible.message}.`}</Phrase>
        </p>
      )}
      <div className="buttons">
        <button
          type="submit"
          className={possible.allowed ? "main" : undefined}
          aria-disabled={possible.allowed ? undefined : true}
          aria-describedby={possible.allowed ? undefined : "message-why"}
        >
          Send
        </button>
        {interrupt && <Interrupting offer={interrupt} onSay={() => say(interrupt)} />}
      </div>
    </form>
  );
}

function Interrupting({ offer, onSay }: { offer: OfferOf; onSay: () => void }) {
  return (
    <>
      <button
        type="button"
        aria-disabled={offer.allowed ? undefined : true}
        aria-describedby={offer.allowed ? undefined : "interrupt-why"}
        onClick={onSay}
      >
        Interrupt and send
      </button>
      {!offer.allowed && (
        <span id="interrupt-why" className="quiet">
          <Phrase>{offer.message}</Phrase>
        </span>
      )}
    </>
  );
}
