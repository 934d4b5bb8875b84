// What is being taken in. It goes on whatever page is looked at, one after the other, each in a worker of its own.
import { useSyncExternalStore } from "react";
import { databaseOf } from "../stores";
import type { Answer } from "./answer";
import type { Looked, Progress, Reply, Request, Source } from "./source";
import address from "./worker.ts?shared";

export interface Job {
  readonly key: number;
  readonly name: string;
  /** `asking`: a person has to say something first. */
  readonly state: "looking" | "asking" | "waiting" | "taking" | "done" | "stopped" | "failed";
  readonly sources: readonly Source[];
  readonly looked: readonly Looked[];
  readonly progress: Progress | null;
  readonly answer: Answer | null;
  readonly error: string | null;
}

let jobs: readonly Job[] = [];
let last = 0;
const listeners = new Set<() => void>();
const stops = new Map<number, () => void>();
let queue: Promise<unknown> = Promise.resolve();

function change(key: number, next: Partial<Job>): void {
  jobs = jobs.map((job) => (job.key === key ? { ...job, ...next } : job));
  for (const listener of listeners) listener();
}

const isAt = (key: number, state: Job["state"]) => jobs.some((job) => job.key === key && job.state === state);

/** Looks at files, asks what is not known of them unless they are to be taken as they are, and takes them in. */
export async function takeIn(name: string, sources: readonly Source[], { asIs = false } = {}): Promise<void> {
  const key = ++last;
  const job = { key, name, state: "looking", sources, looked: [], progress: null, answer: null, error: null } as const;
  jobs = [job, ...jobs];
  change(key, {});
  try {
    const reply = await asked(key, { ask: "look", sources });
    if (!("looked" in reply) || !isAt(key, "looking")) return;
    const { looked } = reply;
    const isAsked = !asIs && looked.some((one, at) => one.beside === null && isOpen(one, at, looked));
    change(key, { looked, state: isAsked ? "asking" : "waiting" });
    if (!isAsked) await take(key, paired(sources, looked));
  } catch (error) {
    change(key, { state: "failed", error: (error as Error).message });
  }
}

/** Whether a person has to say something of it: which lifecycle it is, or whether there is more. */
export function isOpen({ kind, misses }: Looked, at: number, all: readonly Looked[]): boolean {
  return kind === null || (misses !== null && !all.some(({ beside }) => beside === at));
}

/** What is kept beside another file goes with it. */
function paired(sources: readonly Source[], looked: readonly Looked[]): readonly Source[] {
  return sources.flatMap((source, at) => {
    if (source.isLeftOut || looked[at]?.beside != null) return [];
    const more = sources[looked.findIndex(({ beside }) => beside === at)];
    return [more ? { ...source, more: more.blob } : source];
  });
}

/** Takes in what was asked about, with what a person has said of it. */
export async function goOn({ key, looked }: Job, sources: readonly Source[]): Promise<void> {
  change(key, { state: "waiting" });
  await take(key, paired(sources, looked));
}

async function take(key: number, sources: readonly Source[]): Promise<void> {
  const turn = queue.then(async () => {
    if (!isAt(key, "waiting")) return;
    change(key, { state: "taking" });
    try {
      const reply = await asked(key, { ask: "take", sources, database: databaseOf(false) });
      if ("answer" in reply && isAt(key, "taking"))
        change(key, { state: "done", progress: null, answer: reply.answer });
    } catch (error) {
      change(key, { state: "failed", progress: null, error: (error as Error).message });
    }
  });
  queue = turn;
  await turn;
}

function asked(key: number, request: Request): Promise<Reply> {
  const { reply, stop } = ask(request, (progress) => change(key, { progress }));
  stops.set(key, stop);
  return reply.finally(() => stops.delete(key));
}

/** Asks a worker, once. One that is stopped never answers more than nothing. */
export function ask(request: Request, tell: (progress: Progress) => void = () => {}) {
  const worker = new Worker(address, { type: "module" });
  let stop = () => {};
  const reply = new Promise<Reply>((resolve, reject) => {
    stop = () => resolve({ error: "stopped" });
    worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => {
      if ("progress" in data) tell(data.progress);
      else if ("error" in data) reject(new Error(data.error));
      else resolve(data);
    });
    worker.addEventListener("error", ({ message }) => reject(new Error(message || "the worker could not be loaded")));
    worker.postMessage(request);
  }).finally(() => worker.terminate());
  return { reply, stop };
}

/** Ends it; what was stored until then stays. */
export function stop(key: number): void {
  change(key, { state: "stopped", progress: null });
  stops.get(key)?.();
}

export function stopAll(): void {
  for (const job of jobs) if (!isOver(job)) stop(job.key);
}

/** Nothing more becomes of it. */
export function isOver({ state }: Job): boolean {
  return state === "done" || state === "stopped" || state === "failed";
}

/** Does not show it any longer. */
export function dismiss(key: number): void {
  jobs = jobs.filter((job) => job.key !== key);
  for (const listener of listeners) listener();
}

export function useJobs(): readonly Job[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => jobs,
  );
}
