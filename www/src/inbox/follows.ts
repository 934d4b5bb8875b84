// What would follow from a no.
import type { OfferOf } from "countersign/store";
import { useEffect, useState } from "react";
import { followsSaid } from "../session/about";
import { loadEngine } from "../session/engine";
import { useStore } from "../stores";
import type { Item } from "./items";

/** As the engine judges it, asked again whenever what can be done has changed; null if it is not asked for, or not known yet. */
export function useFollows(item: Item, isAsked: boolean, offers: readonly OfferOf[] | null | undefined): string | null {
  const store = useStore();
  const [said, setSaid] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other offers are those of a session that has changed.
  useEffect(() => {
    if (!store || !isAsked) return;
    let isCurrent = true;
    Promise.all([loadEngine(), store.get(item.session)]).then(
      ([engine, session]) => {
        if (!isCurrent || !session) return;
        setSaid(followsSaid(engine[session.lifecycle], session, item.no.command("-", "-")));
      },
      // Without an engine nothing is said.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [store, item, isAsked, offers]);
  return said;
}
