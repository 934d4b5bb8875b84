// Why the session is as it is: the rule that fired last, in words.
import type { Entry } from "countersign/store";
import displayRules from "virtual:display-rules";
import { Foreign } from "../parts/foreign";
import { Phrase } from "../parts/phrase";
import { Ago } from "../parts/time";
import { moment, sentence } from "../words";
import { type Lifecycles, ruleOf } from "./engine";
import { callerSaid, commandAbout, commandSaid, eventsSaid } from "./said";
import type { Subject } from "./subject";

export function Why({ engine, subject, entry }: { engine: Lifecycles; subject: Subject; entry: Entry | undefined }) {
  return (
    <section className="why" aria-labelledby="why-title">
      <h2 id="why-title">Why</h2>
      {subject.name === "reversible" && (
        <p>
          It is shown as <strong>{sentence(subject.view.display)}</strong> because{" "}
          <Phrase capital={false}>{displayRules[subject.view.rule - 1] ?? ""}</Phrase>
          <span className="quiet">
            {" "}
            (rule {subject.view.rule} of {displayRules.length})
          </span>
          .
        </p>
      )}
      {entry ? (
        <Last engine={engine} entry={entry} name={subject.name} />
      ) : (
        <p className="quiet">Reading what happened …</p>
      )}
    </section>
  );
}

function Last({ engine, entry, name }: { engine: Lifecycles; entry: Entry; name: Subject["name"] }) {
  if (entry.kind === "snapshot") {
    return (
      <>
        <p>
          It was taken over as it was
          {entry.version !== null && `, in version ${entry.version} of its server`}, <At at={entry.at} />. No rule was
          asked.
        </p>
        <Warnings entry={entry} />
      </>
    );
  }
  const found = ruleOf(engine, name, entry.rule);
  const about = commandAbout(entry.command);
  return (
    <>
      <p>
        Last, <Foreign>{callerSaid(entry.caller, entry.command)}</Foreign> asked to{" "}
        <strong>{lower(commandSaid(entry.command))}</strong>
        {about && (
          <>
            {" "}
            <span className="about">
              <Foreign>{about}</Foreign>
            </span>
          </>
        )}
        , <At at={entry.at} />.{" "}
        {entry.outcome === "noop" ? <Phrase>{`there was nothing to do: ${entry.message}.`}</Phrase> : null}
      </p>
      <p>
        Rule <code>{entry.rule}</code>
        {found ? (
          <>
            {" "}
            of <code>{found.command}</code> fired
            {found.rule.when.length > 0 && (
              <>
                : <Phrase capital={false}>{found.rule.when.join(", and ")}</Phrase>
              </>
            )}
            .
          </>
        ) : (
          " fired, which the present rules do not have."
        )}
        {entry.events.length > 0 && <span className="quiet"> {eventsSaid(entry.events)}.</span>}
      </p>
      <Warnings entry={entry} />
      {found && found.rule.guards.length > 0 && (
        <details>
          <summary>What it required, and what held</summary>
          <ul className="guards">
            {found.rule.guards.map(({ guard, requires }) => (
              <li key={guard}>
                <Phrase>{requires}</Phrase>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Warnings({ entry }: { entry: Entry }) {
  return entry.warnings.map(({ code, message }) => (
    <p key={code} className="needs_human">
      <Phrase>{message}</Phrase>
    </p>
  ));
}

function At({ at }: { at: number }) {
  return (
    <>
      <Ago at={at} /> <span className="quiet">({moment(at)})</span>
    </>
  );
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
