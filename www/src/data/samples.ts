// The package's samples, loaded when somebody wants them.
import type { LifecycleName } from "countersign";
import index from "countersign/samples/index.json";
import type { Source } from "./source";

export interface Sample {
  readonly file: string;
  readonly title: string;
  readonly lifecycle: LifecycleName;
  readonly holds: "sessions" | "commands" | "more";
  /** The sample that this one is kept beside. */
  readonly beside?: string;
}

export const SAMPLES = index as readonly Sample[];

const texts: Record<string, string> = import.meta.glob("../../../node_modules/countersign/samples/*.{json,ndjson}", {
  query: "?raw",
  import: "default",
  eager: true,
  exhaustive: true,
});

const blobs = new Map(Object.entries(texts).map(([path, text]) => [path.split("/").at(-1), new Blob([text])]));

/** A sample as a file; what is kept beside another goes with it, as whoever has both would take them in. */
export function sourceOf({ file, beside }: Sample): Source {
  const blob = blobs.get(beside ?? file);
  if (!blob) throw new Error(`there is no sample ${file}`);
  return { name: file, blob, more: beside ? (blobs.get(file) ?? null) : null };
}

/** All of them: of what is there with and without something beside it, the one that says more. */
export function allSources(): Source[] {
  const bare = new Set(SAMPLES.map(({ beside }) => beside));
  return SAMPLES.filter(({ file }) => !bare.has(file)).map(sourceOf);
}
