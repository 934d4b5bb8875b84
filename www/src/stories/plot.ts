// Which story a session belongs to, and what happens in it next.
import type { LifecycleName } from "countersign";
import type { Engine, Store } from "countersign/store";
import * as delegated from "./delegated";
import * as interactive from "./interactive";
import { randomOf } from "./random";
import * as reversible from "./reversible";
import type { Step, Told } from "./story";

/** The stories in their turn. */
const KINDS = [
  "refund",
  "chat",
  "incident",
  "incident",
  "mail",
  "refund",
  "chat",
  "mail",
  "refund",
  "chat",
  "work",
  "chat",
] as const;
type Kind = (typeof KINDS)[number];

/** What the stories are played with. */
export interface Stage {
  readonly store: Store;
  readonly engine: Engine;
  readonly seed: string;
}

/** The session's kind and number; null if it is of no story. */
function partsOf(id: string): { kind: Kind; number: number } | null {
  const [, name, digits] = /^([a-z]+)-(\d+)(?:\.\d)?$/.exec(id) ?? [];
  const kind = KINDS.find((each) => each === name);
  return kind && digits ? { kind, number: Number(digits) } : null;
}

/** The number behind that of the last story. */
export function numberBehind(ids: Iterable<string>): number {
  let last = 1000;
  for (const id of ids) last = Math.max(last, partsOf(id)?.number ?? 0);
  return last + 1;
}

/** How the story of that number begins. */
export function opening(number: number, seed: string): Step {
  const kind = KINDS[number % KINDS.length] ?? "refund";
  const id = `${kind}-${number}`;
  const chance = { random: (...salt: (string | number)[]) => randomOf(seed, id, ...salt) };
  if (kind === "chat") return interactive.begin(id, chance);
  if (kind === "work") return delegated.begin(id, chance);
  return reversible.begin(id, kind, number, chance);
}

/** The next step of the session's story; null if it waits for something, or is over. */
export function nextOf({ engine, seed }: Omit<Stage, "store">, seen: Seen): Step | null {
  const { id } = seen;
  const parts = partsOf(id);
  if (!parts) return null;
  const { kind, number } = parts;
  const told: Told = { ...seen, number, engine, random: (...salt) => randomOf(seed, id, ...salt) };
  if (isOf(told, "interactive")) return interactive.next(told);
  if (isOf(told, "delegated")) return delegated.next(told);
  if (isOf(told, "reversible") && kind !== "chat" && kind !== "work") return reversible.next(told, kind);
  return null;
}

/** A session as its story sees it. */
export type Seen = Pick<Told, "id" | "session" | "children" | "now" | "behind">;

/** The ids of those that a session may have delegated. */
export function childrenOf(id: string): string[] {
  return partsOf(id)?.kind === "work" ? delegated.childrenOf(id) : [];
}

function isOf<Name extends LifecycleName>(told: Told, name: Name): told is Told<Name> {
  return told.session.lifecycle === name;
}
