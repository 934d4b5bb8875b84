// Delegated work: a session that hands on parts of its authority, and children that finish, fail, decline or are stopped.
import type { Caller, delegated } from "countersign";
import type { Command } from "countersign/store";
import { type Step, soonest, type Told } from "./story";

const WORK = [
  ["orchestrator", "publish the release notes", ["collect the merged changes", "draft the notes", "check the links"]],
  ["orchestrator", "audit the dependencies", ["list what is outdated", "read the advisories", "propose upgrades"]],
  ["researcher", "compare three vendors", ["read their terms", "ask for prices", "score the offers"]],
  ["orchestrator", "translate the handbook", ["extract the texts", "translate into Spanish", "review the terms"]],
] as const;

const HARNESSES = ["ci-runner", "browser-sandbox", "cli", "notebook"] as const;
const AUTHORITY = ["repo:read", "repo:write", "web:read", "docs:write"] as const;
const REASONS: readonly delegated.Reason[] = [
  "insufficient_context",
  "authority_insufficient",
  "ethical_objection",
  "needs_decomposition",
  "scope_mismatch",
];

export function begin(id: string, { random }: Pick<Told, "random">): Step {
  const chance = random("work");
  const [agent, task] = chance.pick(WORK);
  return {
    lifecycle: "delegated",
    id,
    command: { type: "create", uid: id, agent, task, harness: chance.pick(HARNESSES), authority: AUTHORITY },
    caller: "SYSTEM",
    after: 0,
  };
}

/** The ids that a session's children may have. */
export function childrenOf(id: string): string[] {
  return id.includes(".") ? [] : [1, 2, 3].map((at) => `${id}.${at}`);
}

export function next(told: Told<"delegated">): Step | null {
  const { engine, session, children, random } = told;
  const [owed] = engine.delegated.outstanding(session);
  const chance = random("goes on", session.uid, session.revision);
  const after = chance.between(3000, 7000);
  if (owed?.type === "reflect_owed") {
    return step(told, "SYSTEM", after, { type: "reflect", reflect: reflectOn(told, owed.outcome) });
  }
  if (session.phase === "Pending") return step(told, "SYSTEM", after, { type: "initialize" });
  const isChild = session.parentUid !== null;
  if (session.phase === "Initializing") {
    if (isChild && random("starts", session.uid).chance(0.1)) return declined(told, after);
    return step(told, "SYSTEM", after, { type: "activate" });
  }
  if (session.phase !== "Active") return null;
  if (isChild) return worked(told, after);
  // Now and then somebody stops all of it.
  const isStopped = children.length > 1 && random("stopped").chance(0.3);
  const stopped = isStopped ? step(told, "OPERATOR", 2500, { type: "revoke", source: "governance" }) : null;
  return soonest([stopped, led(told, after)]);
}

function led(told: Told<"delegated">, after: number): Step | null {
  const { session, children, engine, now, random } = told;
  const tasks = random("work").pick(WORK)[2];
  const task = tasks[children.length];
  if (task !== undefined) {
    const chance = random("child", children.length);
    const uid = `${session.uid}.${children.length + 1}`;
    const authority = AUTHORITY.filter(() => chance.chance(0.6));
    const agent = chance.pick(["researcher", "coder", "writer", "reviewer"]);
    const command = {
      type: "create",
      uid,
      agent,
      task,
      harness: chance.pick(HARNESSES),
      authority,
      parentUid: session.uid,
    } as const;
    return { lifecycle: "delegated", id: uid, command, caller: "AGENT", after };
  }
  const views = children.flatMap((child) =>
    child.lifecycle === "delegated" ? engine.delegated.view(child, { now }) : [],
  );
  if (!views.every(({ terminal }) => terminal)) return null;
  if (session.artifacts.length === 0) return produced(told, after);
  if (views.every(({ phase }) => phase !== "Completed")) {
    return step(told, "AGENT", after, {
      type: "fail",
      message: "no part of it was finished",
      ...withReflect(told, "Failed"),
    });
  }
  return step(told, "AGENT", after, { type: "complete", ...withReflect(told, "Completed") });
}

function worked(told: Told<"delegated">, after: number): Step {
  const { session, random } = told;
  const chance = random("ends", session.uid);
  const part = chance.next();
  if (part < 0.2) return declined(told, after);
  if (part < 0.26) return step(told, "SYSTEM", after, { type: "error", message: "the machine was taken away" });
  if (part < 0.32) return step(told, "SYSTEM", after * 3, { type: "revoke", source: "timeout" });
  if (session.artifacts.length < chance.between(1, 2)) return produced(told, after);
  if (part < 0.42) {
    const message = chance.pick(["the page was gone", "two sources contradict each other", "the tests stay red"]);
    return step(told, "AGENT", after, { type: "fail", message, ...withReflect(told, "Failed") });
  }
  return step(told, "AGENT", after, { type: "complete", ...withReflect(told, "Completed") });
}

function declined(told: Told<"delegated">, after: number): Step {
  const reason = REASONS[(told.number + Number(told.id.at(-1))) % REASONS.length] ?? "scope_mismatch";
  return step(told, "AGENT", after, { type: "decline", reason, ...withReflect(told, "Declined") });
}

function produced(told: Told<"delegated">, after: number): Step {
  const { session } = told;
  const id = `artifact-${session.artifacts.length + 1}`;
  const artifact = { id, kind: "document", title: `${session.task}, part ${session.artifacts.length + 1}` };
  return step(told, "AGENT", after, { type: "add_artifact", artifact });
}

/** Half of them reflect at once, the others owe it for a while. */
function withReflect(told: Told<"delegated">, outcome: delegated.TerminalPhase): { reflect?: delegated.GivenReflect } {
  return told.random("reflects", told.id).chance(0.5) ? { reflect: reflectOn(told, outcome) } : {};
}

function reflectOn({ session, random }: Told<"delegated">, outcome: delegated.TerminalPhase): delegated.GivenReflect {
  const chance = random("reflect", session.uid);
  const isGone = outcome === "Revoked" || outcome === "Error";
  return {
    author: isGone ? "system" : "agent",
    sessionUid: session.uid,
    outcome,
    taskAssessment: isGone ? "It was stopped before it could be judged." : chance.pick(ASSESSMENTS),
    decomposition: chance.pick(["The parts were of the right size.", "The second part was too large."]),
    orchestration: chance.pick(["Two parts could have run at once.", "Nothing waited for long."]),
    lessons: chance.pick(["Ask for the sources first.", "Check the limits before the work.", "Keep drafts small."]),
  };
}

const ASSESSMENTS = [
  "The task was clear, and the sources were good.",
  "The first half went well; the rest was guesswork.",
  "It took longer than it should have.",
];

function step({ id }: Told, caller: Caller, after: number, command: Command<"delegated">): Step {
  return { lifecycle: "delegated", id, command, caller, after };
}
