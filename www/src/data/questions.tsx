// What a person has to say of a file before it is taken in: its lifecycle, or what its vendor keeps beside it.
import { type FormEvent, useId, useState } from "react";
import { LIFECYCLES, sentence } from "../words";
import { isOpen, type Job } from "./jobs";
import type { Looked, Source } from "./source";

interface QuestionsProps {
  job: Job;
  onAnswer: (sources: readonly Source[]) => void;
}

export function Questions({ job, onAnswer }: QuestionsProps) {
  const [said, setSaid] = useState<readonly Source[]>(job.sources);
  const say = (at: number, more: Partial<Source>) =>
    setSaid((before) => before.map((source, index) => (index === at ? { ...source, ...more } : source)));
  const unsaid = job.looked.findIndex(
    ({ kind, beside }, at) => kind === null && beside === null && !said[at]?.lifecycle && !said[at]?.isLeftOut,
  );
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (unsaid < 0) onAnswer(said);
  };
  return (
    <form className="questions" onSubmit={submit}>
      {job.sources.map((source, at) => {
        const looked = job.looked[at];
        if (!looked || looked.beside !== null || !isOpen(looked, at, job.looked)) return null;
        return <Question key={source.name} source={source} looked={looked} onSay={(more) => say(at, more)} />;
      })}
      <button
        type="submit"
        className="main"
        aria-disabled={unsaid >= 0}
        aria-describedby={unsaid >= 0 ? id : undefined}
      >
        Take in
      </button>{" "}
      <span id={id} className="quiet">
        {unsaid >= 0 ? "Choose a lifecycle first." : ""}
      </span>
    </form>
  );
}

interface QuestionProps {
  source: Source;
  looked: Looked;
  onSay: (more: Partial<Source>) => void;
}

function Question({ source: { name }, looked: { kind, misses }, onSay }: QuestionProps) {
  if (kind === null) {
    return (
      <fieldset>
        <legend>{name} is not recognised</legend>
        <label>
          Read it as{" "}
          <select
            defaultValue=""
            onChange={({ target: { value } }) =>
              onSay({
                lifecycle: LIFECYCLES.find((name) => name === value) ?? null,
                isLeftOut: value === "none",
              })
            }
          >
            <option value="">choose a lifecycle</option>
            {LIFECYCLES.map((lifecycle) => (
              <option key={lifecycle} value={lifecycle}>
                {sentence(lifecycle)}
              </option>
            ))}
            <option value="none">leave it out</option>
          </select>
        </label>
      </fieldset>
    );
  }
  return (
    <fieldset>
      <legend>{name} does not tell everything</legend>
      <p>The engine says: {misses}. Vendors keep that apart, as rows of approvals or as events.</p>
      <label>
        A file with it, if there is one{" "}
        <input type="file" onChange={({ target }) => onSay({ more: target.files?.[0] ?? null })} />
      </label>
      <label>
        or its text
        <textarea
          rows={3}
          spellCheck={false}
          onChange={({ target }) => onSay({ more: target.value.trim() ? new Blob([target.value]) : null })}
        />
      </label>
    </fieldset>
  );
}
