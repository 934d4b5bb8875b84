// Everything as one file.
import type { Row, Store } from "countersign/store";
import { useSessions } from "countersign/react";
import { useEffect, useState } from "react";
import { databaseOf } from "../stores";
import { count } from "../words";
import { ask, isOver, useJobs } from "./jobs";

export function Out({ store }: { store: Store | null }) {
  const rows = useSessions(store);
  const about = useSize(store, rows);
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState("");
  // What a person is asked about may wait for long.
  const isTaking = useJobs().some((job) => !isOver(job) && job.state !== "asking");
  const why = whyNot({ isBusy, isTaking, many: rows?.length });
  const save = async () => {
    if (why) return;
    setBusy(true);
    setSaid("");
    try {
      const reply = await ask({ ask: "export", database: databaseOf(false) }).reply;
      if (!("exported" in reply)) return;
      // Swedish dates are written as 2026-03-02.
      const name = `countersign-${new Date().toLocaleDateString("sv")}.ndjson`;
      download(reply.exported, name);
      setSaid([`${name} has ${sizeOf(reply.exported.size)}.`, warned(reply.unreadable)].join(" "));
    } catch (error) {
      setSaid(`Not exported: ${(error as Error).message}`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-labelledby="out-title">
      <h2 id="out-title">Give out</h2>
      <p>
        {rows === undefined ? "Reading sessions …" : count(rows.length, "session")}
        {about !== null && `, about ${sizeOf(about)}`}. One file holds them all with their histories, to be taken in
        elsewhere.
      </p>
      <p>
        <button type="button" aria-disabled={why !== ""} aria-describedby={why ? "out-why" : undefined} onClick={save}>
          Export everything
        </button>{" "}
        <span id="out-why" className="quiet">
          {why}
        </span>
      </p>
      {isBusy && <progress aria-labelledby="out-title" />}
      <p role="status" className="quiet">
        {said}
      </p>
    </section>
  );
}

function whyNot({ isBusy, isTaking, many }: { isBusy: boolean; isTaking: boolean; many: number | undefined }): string {
  if (many === undefined) return "Sessions are still being read.";
  if (isBusy) return "It is being written.";
  if (many === 0) return "There is nothing to export yet.";
  return isTaking ? "Something is still being taken in." : "";
}

function warned(unreadable: readonly string[]): string {
  if (unreadable.length === 0) return "";
  const some = unreadable.slice(0, 3).join(", ");
  const more = unreadable.length > 3 ? ` and ${unreadable.length - 3} more` : "";
  return `Of these ${some}${more} cannot be read, and as long as that is so nothing of the file can be taken in.`;
}

function download(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** How many are read to say about how large all are. */
const READ = 20;

function useSize(store: Store | null, rows: readonly Row[] | undefined): number | null {
  const [size, setSize] = useState<number | null>(null);
  const many = rows?.length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only how many there are makes another size
  useEffect(() => {
    let isCurrent = true;
    setSize(null);
    if (!store || !rows || many === 0) return;
    const step = Math.max(1, Math.floor(many / READ));
    const some = rows.filter((_, at) => at % step === 0).slice(0, READ);
    Promise.all(some.map(async ({ id }) => JSON.stringify([await store.get(id), await store.history(id)]).length)).then(
      (sizes) => isCurrent && setSize((sizes.reduce((sum, size) => sum + size, 0) / sizes.length) * many),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [store, many]);
  return size;
}

/** As "12 kB". */
export function sizeOf(bytes: number): string {
  for (const [unit, size] of UNITS) {
    const found = bytes / size;
    if (found >= 1) return `${found < 10 ? found.toFixed(1) : Math.round(found).toLocaleString("en")} ${unit}`;
  }
  return `${Math.round(bytes)} bytes`;
}

const UNITS = [
  ["GB", 1e9],
  ["MB", 1e6],
  ["kB", 1e3],
] as const;
