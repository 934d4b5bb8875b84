// What stands beside the one word of a session: what is stored, which conditions hold, whose it is.
import type { Shown } from "countersign/store";
import type { ReactNode } from "react";
import { Foreign } from "../parts/foreign";
import { Phrase } from "../parts/phrase";
import { Sign } from "../parts/status";
import { Until } from "../parts/time";
import { duration, moment, sentence } from "../words";
import { type Subject, storedOf } from "./subject";

const CONDITIONS: Readonly<Record<string, string>> = {
  awaitingApproval: "An action waits for a person",
  awaitingRollbackApproval: "An undo waits for its approval",
  rollbackInProgress: "An undo is in progress",
  hasCleared: "An approved action is not known to be executed",
  hasUnconfirmed: "An action was approved long ago and not confirmed",
  hasExpired: "An approval can no longer be given",
  hasIrreversible: "Something that was executed cannot be undone",
  backgroundTools: "A tool may still be running",
  busy: "Its status is not known, so it is taken as busy",
  deniedCallRan: "A tool ran although it was denied",
  awaitingReflect: "The reflection is owed",
};

export function Facts({ subject, shown }: { subject: Subject; shown: Shown }) {
  const { session, lifecycle, isPast, now } = subject;
  const deadline = lifecycle.deadline(session as never);
  return (
    <section className="facts" aria-labelledby="facts-title">
      <h2 id="facts-title">Facts</h2>
      <dl>
        <Fact title="Stored status">
          <code>{storedOf(session)}</code>
        </Fact>
        <Fact title="Conditions">
          <Conditions conditions={subject.view.conditions} />
        </Fact>
        <Fact title="Next deadline">
          {deadline === null ? "none" : <Limit at={deadline} now={now} isPast={isPast} over="due" />}
        </Fact>
        <Fact title="Created">
          <time dateTime={new Date(session.createdAt).toISOString()}>{moment(session.createdAt)}</time>
        </Fact>
        <Fact title="Revision">{session.revision.toLocaleString("en")}</Fact>
        <Extra subject={subject} />
        {/* Of then it is not known. */}
        {!isPast && (
          <Fact title="Origin">
            {shown.origin === "local" ? "kept here" : "remote: kept by a server"}
            {shown.unconfirmed && ", which has not confirmed yet what was decided here"}
          </Fact>
        )}
      </dl>
    </section>
  );
}

// What only one lifecycle has.
function Extra({ subject }: { subject: Subject }) {
  if (subject.name === "reversible") {
    const { agentId, sandbox } = subject.session;
    return (
      <>
        <Fact title="Agent">{agentId}</Fact>
        {sandbox && <Fact title="Sandbox">its calls are simulated</Fact>}
      </>
    );
  }
  if (subject.name === "interactive") {
    const { turn, terminatedBy, error } = subject.session;
    return (
      <>
        <Fact title="Turn">{turn === 0 ? "none yet" : turn.toLocaleString("en")}</Fact>
        {terminatedBy && <Fact title="Terminated by">{sentence(terminatedBy)}</Fact>}
        {error !== null && <Fact title="Error">{error}</Fact>}
      </>
    );
  }
  return null;
}

export function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{typeof children === "string" ? <Foreign>{children}</Foreign> : children}</dd>
    </div>
  );
}

function Conditions({ conditions }: { conditions: Subject["view"]["conditions"] }) {
  const { inconsistent, ...rest } = conditions;
  const known = Object.entries(rest) as [string, boolean | null][];
  const holding = known.filter(([, holds]) => holds).map(([name]) => name);
  const unknown = known.filter(([, holds]) => holds === null).map(([name]) => name);
  if (holding.length === 0 && unknown.length === 0 && inconsistent === null) return <span className="quiet">none</span>;
  return (
    <ul className="conditions">
      {inconsistent !== null && (
        <li className="needs_human">
          <Sign attention="needs_human" />
          <span>
            It contradicts itself: <Phrase capital={false}>{inconsistent}</Phrase>
          </span>
        </li>
      )}
      {holding.map((name) => (
        <li key={name}>{CONDITIONS[name] ?? sentence(name)}</li>
      ))}
      {unknown.length > 0 && <li className="quiet">Not known: {unknown.map(sentence).join(", ").toLowerCase()}</li>}
    </ul>
  );
}

interface LimitProps {
  readonly at: number | null;
  readonly now: number;
  readonly isPast: boolean;
  readonly over?: string;
}

/** A time limit: counted down, or of the past how long there still was. */
export function Limit({ at, now, isPast, over = "expired" }: LimitProps) {
  if (!isPast || at === null) return <Until at={at} over={over} isSaid />;
  const left = at - now;
  return (
    <time dateTime={new Date(at).toISOString()} title={moment(at)}>
      {left <= 0 ? over : `${duration(left, { exact: true })} left then`}
    </time>
  );
}
