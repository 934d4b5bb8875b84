// Says that there is no network, which this page does not need.
import { useSyncExternalStore } from "react";

function subscribe(listener: () => void): () => void {
  const heard = new AbortController();
  for (const type of ["online", "offline"]) addEventListener(type, listener, heard);
  return () => heard.abort();
}

export function Offline() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <span role="status">
      {!isOnline && (
        <span className="mark" title="There is no network. Everything here works without it.">
          Offline
        </span>
      )}
    </span>
  );
}
