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

const addresses: Record<string, string> = import.meta.glob(
  "../../../node_modules/countersign/samples/*-*.{json,ndjson}",
  {
    query: "?url",
    import: "default",
    eager: true,
    exhaustive: true,
  },
);

const addressOf = new Map(Object.entries(addresses).map(([path, address]) => [path.split("/").at(-1), address]));

async function blobOf(file: string): Promise<Blob> {
  const response = await fetch(addressOf.get(file) ?? "");
  if (!response.ok) throw new Error(`${file} cannot be loaded: ${response.status}`);
  return response.blob();
}

/** A sample as a file; what is kept beside another goes with it, as whoever has both would take them in. */
export async function sourceOf({ file, beside }: Sample): Promise<Source> {
  if (!beside) return { name: file, blob: await blobOf(file) };
  const [blob, more] = await Promise.all([blobOf(beside), blobOf(file)]);
  return { name: file, blob, more };
}

/** All of them: of what is there with and without something beside it, the one that says more. */
export function allSources(): Promise<Source[]> {
  const bare = new Set(SAMPLES.map(({ beside }) => beside));
  return Promise.all(SAMPLES.filter(({ file }) => !bare.has(file)).map(sourceOf));
}
