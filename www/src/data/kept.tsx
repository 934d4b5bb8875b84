// What this browser keeps, whether it goes on keeping it, and how to get rid of it.
import type { Store } from "countersign/store";
import { useSessions } from "countersign/react";
import { useEffect, useState } from "react";
import { databaseOf } from "../stores";
import { stopAll } from "./jobs";
import { sizeOf } from "./out";
import { Removal } from "./removal";
import { asideOf } from "./source";

export function Kept({ store }: { store: Store | null }) {
  const many = useSessions(store)?.length ?? 0;
  const [isKept, setKept] = useState<boolean | null>(null);
  const [used, setUsed] = useState<StorageEstimate>({});
  const [said, setSaid] = useState("");
  useEffect(() => {
    navigator.storage?.persisted().then(setKept, () => {});
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other sessions take other room
  useEffect(() => {
    navigator.storage?.estimate().then(setUsed, () => {});
  }, [many]);
  const persist = async () => {
    const answer = (await store?.persist().catch(() => false)) ?? false;
    setKept(answer);
    setSaid(answer ? "" : "It was asked, and does not promise it. Browsers do so for pages that are used often.");
  };
  const remove = async () => {
    stopAll();
    setSaid("Removing …");
    try {
      await removeAll(() => setSaid("Waiting for another tab to let go of it …"));
      setSaid("Everything was removed.");
    } catch (error) {
      setSaid(`Not removed: ${(error as Error).message}`);
    }
  };
  return (
    <section aria-labelledby="kept-title">
      <h2 id="kept-title">Kept in this browser</h2>
      <p>
        Nothing leaves it.
        {used.usage !== undefined && ` ${sizeOf(used.usage)} are used`}
        {used.quota !== undefined && ` of ${sizeOf(used.quota)}`}
        {used.usage !== undefined && "."}
      </p>
      <p>
        {isKept === true && "This browser keeps it."}
        {isKept === false && "This browser may clear it when room is short."}
      </p>
      {isKept === false && (
        <p>
          <button type="button" onClick={persist}>
            Ask it to keep it
          </button>
        </p>
      )}
      <Removal many={many} onRemove={remove} />
      <p role="status" className="quiet">
        {said}
      </p>
    </section>
  );
}

/** The whole database, so that the same sessions can be taken in anew. All tabs are told, and begin with an empty one. */
async function removeAll(onBlocked: () => void): Promise<void> {
  const name = databaseOf(false);
  const all = (await indexedDB.databases?.()) ?? [];
  for (const { name: other } of all) if (other?.startsWith(asideOf(name))) indexedDB.deleteDatabase(other);
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onblocked = onBlocked;
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
}
