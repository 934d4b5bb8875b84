// One thing that is being taken in, and what became of it.
import { type RefObject, useEffect, useRef } from "react";
import { hrefOf } from "../place";
import { count } from "../words";
import type { Answer } from "./answer";
import { Findings } from "./findings";
import { dismiss, goOn, isOver, type Job, stop } from "./jobs";
import { Questions } from "./questions";

export function JobCard({ job, onDismiss }: { job: Job; onDismiss: () => void }) {
  const { key, name, state, answer } = job;
  const title = useRef<HTMLHeadingElement>(null);
  const over = isOver(job);
  useShown(title, !over);
  const close = () => {
    if (!over && state !== "asking") return stop(key);
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
          {over ? "Close" : state === "asking" ? "Leave it" : "Stop"}
        </button>
      </header>
      <p role="status">{sayingOf(job)}</p>
      {answer && answer.stored + answer.known > 0 && (
        <p>
          <a href={hrefOf({ simulated: false, page: "fleet", id: null, query: {} })}>Show the sessions</a>
        </p>
      )}
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

/** What was just begun is in sight, however much stands above it. */
function useShown(title: RefObject<HTMLElement | null>, isNew: boolean) {
  const wasNew = useRef(isNew);
  useEffect(() => {
    if (wasNew.current) title.current?.scrollIntoView({ block: "nearest" });
  }, [title]);
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
