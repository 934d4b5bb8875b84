// The ways in: files, pasted text, the samples.
import { type FormEvent, useId, useRef, useState } from "react";
import { takeFiles } from "./drop";
import { JobCard } from "./job";
import { takeIn, useJobs } from "./jobs";
import { read } from "./read";
import type { Sample } from "./samples";

export function Intake() {
  const jobs = useJobs();
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby="in-title">
      <h2 id="in-title" ref={title} tabIndex={-1}>
        Take in
      </h2>
      <p>
        Sessions and lists as a vendor’s API tells them, countersign’s own sessions, logs of commands, and what was
        exported here. Drop files anywhere on the page, or:
      </p>
      <div className="ways">
        <Choose />
        <Samples />
        <Paste />
      </div>
      <p className="quiet">
        Sessions that are taken in are marked as remote: a server keeps them, and what you decide here stays unconfirmed
        until it says the same. An export keeps its own marks.
      </p>
      <div className="jobs">
        {jobs.map((job) => (
          <JobCard key={job.key} job={job} onDismiss={() => title.current?.focus()} />
        ))}
      </div>
    </section>
  );
}

function Choose() {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="main" onClick={() => input.current?.click()}>
        Choose files
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to take in"
        accept=".json,.ndjson,.jsonl,.txt,application/json,application/x-ndjson"
        onChange={({ target }) => {
          takeFiles(target.files ?? []);
          target.value = "";
        }}
      />
    </>
  );
}

function Paste() {
  const id = useId();
  const [text, setText] = useState("");
  const [more, setMore] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim()) return;
    const blob = new Blob([text]);
    takeIn("Pasted text", [{ name: "Pasted text", blob, more: more.trim() ? new Blob([more]) : null }]);
    // What is no JSON stays, to be mended.
    if (!isWhole(text) || (more.trim() && !isWhole(more))) return;
    setText("");
    setMore("");
  };
  return (
    <details>
      <summary>Paste JSON</summary>
      <form onSubmit={submit}>
        <label>
          JSON, or one JSON value in each line
          <textarea rows={6} spellCheck={false} value={text} onChange={({ target }) => setText(target.value)} />
        </label>
        <label>
          What the vendor keeps beside it, if anything: rows of approvals, or events
          <textarea rows={3} spellCheck={false} value={more} onChange={({ target }) => setMore(target.value)} />
        </label>
        <button type="submit" aria-disabled={!text.trim()} aria-describedby={text.trim() ? undefined : `${id}-why`}>
          Take in
        </button>{" "}
        <span id={`${id}-why`} className="quiet">
          {text.trim() ? "" : "Nothing is pasted yet."}
        </span>
      </form>
    </details>
  );
}

function isWhole(text: string): boolean {
  try {
    return read(text).broken.length === 0;
  } catch {
    return false;
  }
}

function Samples() {
  const [samples, setSamples] = useState<readonly Sample[]>();
  const loaded = () => import("./samples");
  const all = async () => {
    const { allSources } = await loaded();
    takeIn("Samples", await allSources(), { asIs: true });
  };
  const one = async (sample: Sample) => {
    const { sourceOf } = await loaded();
    takeIn(sample.title, [await sourceOf(sample)], { asIs: true });
  };
  return (
    <>
      <button type="button" onClick={all}>
        Load all samples
      </button>
      <details onToggle={({ currentTarget }) => currentTarget.open && loaded().then((its) => setSamples(its.SAMPLES))}>
        <summary>Choose samples</summary>
        {samples === undefined ? (
          <p className="quiet">Reading the samples …</p>
        ) : (
          <>
            <p className="quiet">Their times are fixed, in March 2026: what waits in them has expired.</p>
            <ul className="samples" aria-label="Samples">
              {samples.map((sample) => (
                <li key={sample.file}>
                  <button type="button" aria-label={`Load: ${sample.title}`} onClick={() => one(sample)}>
                    Load
                  </button>
                  <span>
                    {sample.title} <span className="quiet">{sample.lifecycle}</span>
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </details>
    </>
  );
}
