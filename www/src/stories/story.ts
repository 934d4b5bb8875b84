// What a story is: it looks at its session and says what happens next, and when. It remembers nothing, so that it goes on
// after a reload and in another tab.
import type { Caller, LifecycleName } from "countersign";
import type { Command, Engine, Session } from "countersign/store";
import type { Random } from "./random";

export interface Step {
  readonly lifecycle: LifecycleName;
  readonly id: string;
  readonly command: Command;
  readonly caller: Caller;
  /** In how many ms. */
  readonly after: number;
  /** What lists call a new session. */
  readonly label?: string;
}

/** What a story is told. */
export interface Told<Name extends LifecycleName = LifecycleName> {
  readonly id: string;
  /** The number of the story, which its sessions bear in their ids. */
  readonly number: number;
  readonly session: Session<Name>;
  /** Those that it delegated. */
  readonly children: readonly Session[];
  readonly engine: Engine;
  readonly now: number;
  /** How long ago that is: a story may be played that has happened already. */
  readonly behind: number;
  /** The same chance whenever it is asked about the same. */
  readonly random: (...salt: (string | number)[]) => Random;
}

/** The step that comes first. */
export function soonest(steps: readonly (Step | null)[]): Step | null {
  return steps.reduce((first, step) => (step && (!first || step.after < first.after) ? step : first), null);
}

export const PEOPLE = ["Mira Okafor", "Jonas Weber", "Aiko Tanaka", "Luis Prado", "Nadia Haddad", "Tom Ellis"] as const;
export const CUSTOMERS = [
  "Hartmann",
  "Okoye",
  "Silva",
  "Nguyen",
  "Larsen",
  "Moreau",
  "Costa",
  "Becker",
  "Ito",
] as const;
