// What the page and its worker say to each other.
import type { LifecycleName } from "countersign";
import type { Answer } from "./answer";

export interface Source {
  readonly name: string;
  readonly blob: Blob;
  /** Where a person had to say it. */
  readonly lifecycle?: LifecycleName | null;
  /** What the vendor keeps beside it. */
  readonly more?: Blob | null;
  /** A person does not want this one. */
  readonly isLeftOut?: boolean;
}

export type Kind = "export" | "log" | "sessions";

/** What a source is, before anything is stored. */
export interface Looked {
  /** Null if it is nothing that is recognised. */
  readonly kind: Kind | null;
  /** What the engine misses of what the vendor keeps beside it. */
  readonly misses: string | null;
  /** The place of the source that this one is kept beside. */
  readonly beside: number | null;
}

export interface Progress {
  readonly text: string;
  readonly done: number;
  readonly of: number;
}

export type Request =
  | { readonly ask: "look"; readonly sources: readonly Source[] }
  | { readonly ask: "take"; readonly sources: readonly Source[]; readonly database: string }
  | { readonly ask: "export"; readonly database: string };

export type Reply =
  | { readonly progress: Progress }
  | { readonly looked: Looked[] }
  | { readonly answer: Answer }
  | { readonly exported: Blob; readonly unreadable: readonly string[] }
  | { readonly error: string };

/** What the names of databases begin with in which logs are played before they are stored. */
export const asideOf = (database: string) => `${database}-log-`;
