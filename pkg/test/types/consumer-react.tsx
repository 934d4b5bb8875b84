// `countersign/react` as a user writes it, and what the types must not let pass. Compiled, never run.
import type { delegated, LifecycleName, reversible } from "countersign";
import { useNow, useOffers, useSession, useSessions } from "countersign/react";
import type { OfferOf, Row, Shown, Store } from "countersign/store";
import { openStore } from "countersign/store";
import { useEffect, useState } from "react";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_: Same<A, B>) {}

export function App() {
  const [store, setStore] = useState<Store | null>(null);
  useEffect(() => {
    openStore({ name: "runs", caller: "OPERATOR" }).then(setStore);
  }, []);
  const rows = useSessions(store, { waiting: true, order: "updated" });
  return <ul>{rows?.map((row) => store && <Item key={row.id} store={store} row={row} />)}</ul>;
}

function Item({ store, row }: { store: Store; row: Row }) {
  const now = useNow(row.changesAt);
  const left = row.changesAt !== null && now !== undefined ? Math.max(0, row.changesAt - now) : null;
  const offers = useOffers<"reversible">(store, row.id);
  const approve = offers?.find(({ command }) => command.type === "resolve_approval");
  return (
    <li>
      {row.label} {left}{" "}
      <button type="button" disabled={approve?.allowed !== true}>
        Approve
      </button>{" "}
      {approve?.message}
    </li>
  );
}

export function Wrong({ store, id }: { store: Store | undefined; id: string | null }) {
  // ---- sessions

  const shown = useSession(store, id);
  same<typeof shown, Shown | null | undefined>(true);
  const run = useSession<"reversible">(store, id);
  same<typeof run, Shown<"reversible"> | null | undefined>(true);
  run?.session.actions satisfies readonly reversible.Action[] | undefined;
  // @ts-expect-error it may not be known, and there may be none
  run.view;
  // @ts-expect-error what was told is everybody's
  if (run) run.unconfirmed = false;

  const attention = useSession(store, id, ({ view }) => view.attention);
  same<typeof attention, Shown["view"]["attention"] | null | undefined>(true);
  const display = useSession(store, id, ({ view }: Shown<"reversible">) => view.display);
  same<typeof display, reversible.Display | null | undefined>(true);
  const phase = useSession<"delegated", delegated.Phase>(store, id, ({ session }) => session.phase);
  same<typeof phase, delegated.Phase | null | undefined>(true);
  const both = useSession(store, id, ({ view, session }) => ({ is: view.display, at: session.revision }));
  both?.at satisfies number | undefined;
  // @ts-expect-error of which lifecycle it is, is not known
  useSession(store, id, ({ session }) => session.actions);
  // @ts-expect-error no such lifecycle
  useSession<"other">(store, id);
  // @ts-expect-error a store is named, if only as null
  useSession(id);
  // @ts-expect-error an id is no query
  useSession(store, { waiting: true });

  // ---- lists

  const rows = useSessions(store, { lifecycle: ["reversible", "delegated"], parent: id, limit: 50 });
  same<typeof rows, readonly Row[] | undefined>(true);
  useSessions(store);
  useSessions(null, null);
  // @ts-expect-error no such order
  useSessions(store, { order: "size" });
  // @ts-expect-error a query is no id
  useSessions(store, "run-7");
  // @ts-expect-error what was told is everybody's
  rows?.reverse();

  // ---- offers

  const offers = useOffers(store, id);
  same<typeof offers, readonly OfferOf<LifecycleName>[] | null | undefined>(true);
  const ofRun = useOffers<"reversible">(store, id);
  for (const offer of ofRun ?? []) {
    if (offer.outcome === "denied") same<typeof offer.code, reversible.DenialCode>(true);
  }
  // @ts-expect-error they may not be known yet
  offers.length;

  // ---- the time

  const now = useNow(run?.view.changesAt);
  same<typeof now, number | undefined>(true);
  useNow(null);
  useNow(Number.POSITIVE_INFINITY);
  // @ts-expect-error a Date is no time
  useNow(new Date());
  // @ts-expect-error on a server it is not known
  now.toFixed();
}
