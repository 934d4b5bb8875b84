// What the browser calls the page.
import { useEffect } from "react";
import { seen } from "./foreign";
import { usePlace } from "../place";

/** Null leaves it to somebody else. */
export function useTitle(name: string | null): void {
  const { simulated } = usePlace();
  useEffect(() => {
    if (name !== null) document.title = `${seen(name)}${simulated ? " (simulated)" : ""} · countersign`;
  }, [name, simulated]);
}
