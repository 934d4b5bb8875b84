// The one word of a session, with a sign and a colour for the attention that it wants; never by colour alone.
import type { Attention } from "countersign";
import { ATTENTION_WORDS, sentence } from "../words";

// Each sign has its own shape, to be told apart without its colour.
const SIGNS: Readonly<Record<Attention, string>> = {
  needs_human: "M8 2.2 14 13.4H2z M8 6.4v3.2 M8 11.2v.6",
  failed: "M3.6 3.6l8.8 8.8 M12.4 3.6l-8.8 8.8",
  working: "M8 2.4a5.6 5.6 0 1 1-5.6 5.6 M8 5v3l2 1.4",
  at_rest: "M3 8h10",
  declined: "M8 2.4a5.6 5.6 0 1 0 .01 0 M4.2 11.8l7.6-7.6",
  stopped: "M4 4h8v8H4z",
  undone: "M4.2 6.4h5.4a3.2 3.2 0 0 1 0 6.4H6 M6.6 3.6 3.8 6.4l2.8 2.8",
  done: "M3 8.6l3.2 3.2L13 4.6",
};

export function Sign({ attention }: { attention: Attention }) {
  return (
    <svg className={`sign ${attention}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={SIGNS[attention]} />
    </svg>
  );
}

/** The status that a row or a view shows. */
export function Status({ display, attention }: { display: string; attention: Attention }) {
  return (
    <span className={`status ${attention}`} title={ATTENTION_WORDS[attention]}>
      <Sign attention={attention} />
      {sentence(display)}
    </span>
  );
}
