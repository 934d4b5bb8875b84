// A delegated session: who is accountable, how far it has come, to whom it belongs, and what was reflected.
import type { delegated } from "countersign";
import { DISPOSITIONS, sentence } from "../words";
import { Fact } from "./facts";
import { Json } from "./json";
import { Offers } from "./offers";
import { Tree } from "./tree";
import type { Part } from "./work";

/** What more is to be said of it. */
const BY: Partial<Record<delegated.Disposition, string>> = {
  back_to_research: ", as the workflow may route it",
  replan: " by the orchestrator",
  reassign: " by the orchestrator",
};

export function Delegated({ subject, offers }: Part<"delegated">) {
  const { session, view, isPast } = subject;
  const { accountable, disposition, authority } = view;
  const isVoid = authority.length < session.authority.length;
  return (
    <>
      {!isPast && <Offers offers={offers} />}
      <section aria-labelledby="accountable-title">
        <h2 id="accountable-title">Accountability</h2>
        <Phases phase={view.phase} pending={view.pendingOutcome} />
        <dl className="pairs">
          <Fact title="Session (uid)">
            <code>{accountable.uid}</code>
          </Fact>
          <Fact title="Agent">{accountable.agent}</Fact>
          <Fact title="Task">{accountable.task}</Fact>
          <Fact title="Harness">{accountable.harness}</Fact>
          <Fact title="Authority">
            {authority.length > 0 ? authority.join(", ") : <span className="quiet">none in force</span>}
            {isVoid && <span className="quiet">{` (granted was ${session.authority.join(", ")})`}</span>}
          </Fact>
          <Outcome title="Outcome" outcome={view.outcome} />
          <Outcome title="Outcome to come" outcome={view.pendingOutcome} />
          {disposition && (
            <Fact title="It goes">
              <strong className="declined">{DISPOSITIONS[disposition]}</strong>
              {BY[disposition]}
            </Fact>
          )}
          {session.superseded.length > 0 && (
            <Fact title="Replaced">{session.superseded.map(outcomeSaid).join("; then ")}</Fact>
          )}
        </dl>
      </section>
      <Reflection subject={subject} />
      <Artifacts artifacts={session.artifacts} />
      <Tree uid={session.uid} parent={session.parentUid} isPast={isPast} />
    </>
  );
}

const LIVE: readonly delegated.Phase[] = ["Pending", "Initializing", "Active"];

/** The phases on the way, and the end that came or is coming. */
function Phases({ phase, pending }: { phase: delegated.Phase; pending: delegated.Outcome | null }) {
  const isOver = !LIVE.includes(phase);
  const end = isOver ? phase : (pending?.phase ?? null);
  return (
    <ol className="phases" aria-label="Phases">
      {LIVE.map((each) => (
        <li key={each} aria-current={each === phase ? "step" : undefined}>
          {each}
        </li>
      ))}
      <li aria-current={isOver ? "step" : undefined} className={end ? undefined : "quiet"}>
        {end ? (isOver ? end : `${end}, once it is reflected on`) : "its end"}
      </li>
    </ol>
  );
}

function Outcome({ title, outcome }: { title: string; outcome: delegated.Outcome | null }) {
  return outcome && <Fact title={title}>{outcomeSaid(outcome)}</Fact>;
}

function outcomeSaid(outcome: delegated.Outcome): string {
  if ("reason" in outcome) return `${outcome.phase}: ${sentence(outcome.reason).toLowerCase()}`;
  if ("source" in outcome) return `${outcome.phase} by ${outcome.source}`;
  return "message" in outcome ? `${outcome.phase}: ${outcome.message}` : outcome.phase;
}

/** The assessment that ends a session, or that it is owed. */
function Reflection({ subject }: { subject: Part<"delegated">["subject"] }) {
  const { session, view } = subject;
  const { reflect } = session;
  if (!reflect && !view.awaitingReflect) return null;
  return (
    <section aria-labelledby="reflection-title">
      <h2 id="reflection-title">Reflection</h2>
      {!reflect && (
        <p>
          It is <strong>still owed</strong>: the session does not end as {view.pendingOutcome?.phase} before it is
          there.
        </p>
      )}
      {reflect && (
        <dl className="reflected">
          <Fact title="Written by">{reflect.author === "agent" ? "the agent" : "the platform"}</Fact>
          <Fact title="What went right and wrong">{reflect.taskAssessment}</Fact>
          <Fact title="Whether the decomposition was correct">{reflect.decomposition}</Fact>
          <Fact title="Whether the orchestration could improve">{reflect.orchestration}</Fact>
          <Fact title="What should be learned">{reflect.lessons}</Fact>
        </dl>
      )}
    </section>
  );
}

function Artifacts({ artifacts }: { artifacts: readonly delegated.Artifact[] }) {
  if (artifacts.length === 0) return null;
  return (
    <section aria-labelledby="artifacts-title">
      <h2 id="artifacts-title">Artifacts</h2>
      <ul>
        {artifacts.map((artifact) => (
          <li key={artifact.id}>
            <Json title={artifact.id} value={artifact} />
          </li>
        ))}
      </ul>
    </section>
  );
}
