// The box for a message; whether it may be sent, and why not, is what the engine says.
import type { interactive } from "countersign";
import type { OfferOf } from "countersign/store";
import { type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import { Phrase } from "../parts/phrase";
import { usePlace } from "../place";
import { useGive } from "./ask";

/** What was begun, and is neither sent nor given up, by world and session. */
const drafts = new Map<string, string>();

interface MessageBoxProps {
  possible: interactive.Possible;
  /** The message alone. */
  send: OfferOf | undefined;
  /** The message behind an interrupt. */
  interrupt: OfferOf | undefined;
}

export function MessageBox({ possible, send, interrupt }: MessageBoxProps) {
  const give = useGive();
  const { simulated, id } = usePlace();
  const key = JSON.stringify([simulated, id]);
  const [text, setText] = useState(() => drafts.get(key) ?? "");
  const [isMissing, setMissing] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const isSaying = useRef(false);
  const write = (written: string) => {
    drafts.set(key, written);
    setText(written);
    setMissing(false);
  };
  const say = async (offer: OfferOf | undefined) => {
    if (!offer?.allowed || isSaying.current) return;
    const said = drafts.get(key) ?? "";
    setMissing(said.trim() === "");
    if (said.trim() === "") {
      box.current?.focus();
      return;
    }
    isSaying.current = true;
    // Kept until it is taken: a message that is refused is not lost, nor is what is written meanwhile.
    const isTaken = await give(offer, new Map(offer.needs.map((path) => [path, said])));
    isSaying.current = false;
    if (isTaken && drafts.get(key) === said) write("");
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
        onChange={({ target }) => write(target.value)}
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
          onClick={onlyOnce}
        >
          Send
        </button>
        {interrupt && <Interrupting offer={interrupt} onSay={() => say(interrupt)} />}
      </div>
    </form>
  );
}

/** The second half of a double click says nothing more. */
function onlyOnce(event: MouseEvent): boolean {
  if (event.detail > 1) event.preventDefault();
  return event.detail < 2;
}

function Interrupting({ offer, onSay }: { offer: OfferOf; onSay: () => void }) {
  return (
    <>
      <button
        type="button"
        aria-disabled={offer.allowed ? undefined : true}
        aria-describedby={offer.allowed ? undefined : "interrupt-why"}
        onClick={(event) => onlyOnce(event) && onSay()}
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
