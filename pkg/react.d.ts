/**
 * What a {@link Store} tells, as hooks of React 18 or later. A component renders again when what it shows has changed, and
 * at no other time; all that show the same of a store show the same version of it.
 *
 * - `undefined` is what is not known yet: before the store has told it, for a moment after the id, the query or the store
 *   has changed, as long as there is no store (it may be null while `openStore` is under way), and on a server. A page that
 *   was rendered on a server is taken up as it is and then filled in.
 * - A session that cannot be read is thrown by {@link useSession} as its `CountersignError`, to the next error boundary. Its
 *   offers stay as they were.
 * - When the store is closed, by this tab or from outside, what was known last stays. Open it again, and pass the new one;
 *   whoever subscribes to the store itself is told `closed`.
 *
 * @packageDocumentation
 */
import type { LifecycleName } from "./index.js";
import type { OfferOf, Query, Row, Shown, Store } from "./store.js";

/**
 * The session with that id, as it was told last; null if there is none. It is a new object whenever the session was told
 * anew.
 *
 * @typeParam Name Its lifecycle, where the caller knows it. So in all that follows.
 * @param id Null as long as none is chosen.
 */
export declare function useSession<Name extends LifecycleName = LifecycleName>(
  store: Store | null | undefined,
  id: string | null | undefined,
): Shown<Name> | null | undefined;

/**
 * What `select` takes of the session; null if there is none. What it gives is compared with what it gave before, plain
 * objects and lists by their content: only another one renders the component again.
 *
 * @param select Is pure. It may be another function at each render. Its parameter says the lifecycle, where the caller
 * knows it: `(shown: Shown<"reversible">) => shown.view.display`.
 */
export declare function useSession<Name extends LifecycleName, Selected>(
  store: Store | null | undefined,
  id: string | null | undefined,
  select: (shown: Shown<Name>) => Selected,
): Selected | null | undefined;

/**
 * The rows that the query means, in its order. A row is the same object until it changes, and so is the list.
 *
 * @param query All sessions without one. It may be another object at each render: what it says counts.
 */
export declare function useSessions(
  store: Store | null | undefined,
  query?: Query | null | undefined,
): readonly Row[] | undefined;

/**
 * What could be done with the session now, allowed or not, and why not, as {@link Store.offers} gives it; null if there is
 * no session. Asked again when the session changes and when time alone changes it; the same list until an offer changes. It
 * may come a moment later than the session does: a command is decided anew in any case.
 *
 * @param id Null as long as none is chosen.
 */
export declare function useOffers<Name extends LifecycleName = LifecycleName>(
  store: Store | null | undefined,
  id: string | null | undefined,
): readonly OfferOf<Name>[] | null | undefined;

/**
 * The present time, for what is counted down: the full second that runs, in ms since the epoch. As long as `until` is to
 * come the component renders again at each second, and for the last time when it is reached: then the time is `until`, or
 * later. All components share one timer, which rests while the page is hidden.
 *
 * @param until In ms since the epoch; null: nothing is counted down. `Infinity` ticks without end.
 * @returns Undefined on a server, whose time is another.
 */
export declare function useNow(until: number | null | undefined): number | undefined;
