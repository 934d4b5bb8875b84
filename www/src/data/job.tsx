// One thing that is being taken in, and what became of it.
import { useRef } from "react";
import { count } from "../words";
import type { Answer } from "./answer";
import { Findings } from "./findings";
import { dismiss, goOn, type Job, stop } from "./jobs";
import { Questions } from "./questions";

const OVER: readonly Job["state"][] = ["done", "stopped", "failed"];

export function JobCard({ job, onDismiss }: { job: Job; onDismiss: () => void }) {
  const { key, name, state, answer } = job;
  const title = useRef<HTMLHeadingElement>(null);
  const isOver = OVER.includes(state);
  const close = () => {
    if (!isOver && state !== "asking") return stop(key);
    dismiss(key);
    onDismiss();
  };
  return (
    <article className="job" aria-labelledby={`job-${key}`}>
      <header>
        <h3 id={`job-${key}`} ref={title} tabIndex={-1}>
          {name}
        </h3>
        <button type="button" onClick={close} aria-describedby={`job-${key}`}>
          {isOver ? "Close" : state === "asking" ? "Leave it" : "Stop"}
        </button>
      </header>
      <p role="status">{sayingOf(job)}</p>
      {(state === "taking" || state === "looking") && <Bar job={job} />}
      {state === "asking" && (
        <Questions
          job={job}
          onAnswer={(sources) => {
            goOn(job, sources);
            title.current?.focus();
          }}
        />
      )}
      {answer && <Findings name={name} answer={answer} />}
    </article>
  );
}

function Bar({ job: { key, progress } }: { job: Job }) {
  return (
    <div className="bar">
      <progress
        aria-labelledby={`job-${key}`}
        {...(progress && progress.of > 0 ? { value: progress.done, max: progress.of } : {})}
      />
      <span className="quiet">{progress?.text ?? "Reading …"}</span>
    </div>
  );
}

function sayingOf({ state, answer, error }: Job): string {
  if (state === "failed") return `Not taken in: ${error}`;
  if (state === "stopped") return "Stopped. What was stored until then stays.";
  if (state === "waiting") return "Waits until the one before is done.";
  return answer ? summaryOf(answer) : "";
}

/** All that became of it, in one sentence each. */
export function summaryOf({ stored, remote, known, removed, commands, many }: Answer): string {
  const played = commands.allowed + commands.noop + commands.denied;
  const marked =
    remote === 0
      ? ""
      : remote === stored
        ? ", marked as remote"
        : `, ${remote.toLocaleString("en")} of them marked as remote`;
  return [
    `${count(stored, "session")} stored${marked}.`,
    known > 0 && `${count(known, "session")} known already.`,
    removed > 0 && `${count(removed, "session")} left out, which had been removed here.`,
    played > 0 &&
      `${count(played, "command")} played: ${commands.allowed} allowed, ${commands.noop} with nothing to do, ${commands.denied} refused.`,
    many.conflict > 0 && `${count(many.conflict, "conflict")}.`,
    many.warning > 0 && `${count(many.warning, "warning")}.`,
    many.error > 0 && `${count(many.error, "error")}.`,
  ]
    .filter(Boolean)
    .join(" ");
}
