// What a page of a session shows: the session as it is, or as it was once.
import type { LifecycleName } from "countersign";
import type { Entry, Lifecycles, Session, Types, View } from "./engine";

/** A session with what the engine says of it. */
export type Subject<Name extends LifecycleName = LifecycleName> = {
  [Each in Name]: {
    readonly name: Each;
    readonly lifecycle: Lifecycles[Each];
    readonly session: Session<Each>;
    readonly view: View<Each>;
    /** For when it is said, in ms since the epoch. */
    readonly now: number;
    /** Whether it was like this once: then nothing can be done. */
    readonly isPast: boolean;
  };
}[Name];

/** The time and the caller with which the page asks. */
export function contextOf({ now }: { readonly now: number }) {
  return { now, caller: "OPERATOR" } as const;
}

/** The id by which the session is known here. */
export function idOf(session: Session): string {
  return session.lifecycle === "delegated" ? session.uid : session.id;
}

/** The status in the words of the rules: where they say `from` and `to`, they mean this. */
export function statusOf({ session, view }: { session: Session; view: View }): string {
  if (session.lifecycle === "delegated") return session.phase;
  // Of interactive sessions the rules tell apart what is shown, of reversible ones what is stored.
  return session.lifecycle === "interactive" ? view.display : session.status;
}

/** What is stored. */
export function storedOf(session: Session): string {
  return session.lifecycle === "delegated" ? session.phase : session.status;
}

/** The entry's command, its snapshot, or null before anything is known. */
export type { Entry, Types };
