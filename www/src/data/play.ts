// Plays a log of commands: each is decided at the time that it has in the log.
import type { Caller, LifecycleName } from "countersign";
import type { Command, Store } from "countersign/store";
import { LIFECYCLES } from "../words";
import { problem } from "./answer";
import { LIFECYCLE } from "./look";
import { type Item, isCommand } from "./read";
import type { Taking } from "./take";

/** The log's sessions with their histories, as our own export has them. They are played aside, where no present time ticks them. */
export async function play(items: readonly Item[], { source, stores, tally, tell }: Taking): Promise<Blob> {
  let now = Date.now();
  const { store, end } = await stores.aside(() => now);
  // Whose commands follow.
  let current: { id: string; lifecycle: LifecycleName } | null = null;
  try {
    for (const [at, item] of items.entries()) {
      tell(`Playing ${at.toLocaleString("en")} of ${items.length.toLocaleString("en")} commands`, at, items.length);
      try {
        if (!isCommand(item.value)) throw new Error("this is no command of a log");
        now = timeOf(item.value.now) ?? now;
        const command = await withParent(item.value.command, stores.store);
        if (command.type === "create") current = begun(command, source.lifecycle ?? null, now);
        if (!current) throw new Error("the log does not begin with `create`, so that nobody knows whose it is");
        const { id, lifecycle } = current;
        const options = { caller: (item.value.caller ?? null) as Caller | null };
        const decision = await store.dispatch(lifecycle, id, command as never, options);
        tally.answer.commands[decision.outcome]++;
        const said =
          decision.outcome === "denied" ? [decision] : decision.outcome === "allowed" ? decision.warnings : [];
        const matter = decision.outcome === "denied" ? "refused" : "warning";
        for (const { message } of said) tally.add({ ...problem(matter, source.name, item, message), id });
      } catch (error) {
        tally.add(problem("error", source.name, item, error));
      }
    }
    return await store.exportAll();
  } finally {
    await end();
  }
}

/** The session that delegates is among those that are stored. */
async function withParent(command: { type: string; parentUid?: unknown }, store: Store) {
  const { parentUid } = command;
  if (command.type !== "create" || typeof parentUid !== "string") return command;
  const parent = await store.get(parentUid);
  return parent ? { ...command, parent } : command;
}

/** The lifecycle is the one whose `create` it is. */
function begun(command: object, told: LifecycleName | null, now: number): { id: string; lifecycle: LifecycleName } {
  const { id, uid } = command as { id?: unknown; uid?: unknown };
  const lifecycle = told ?? LIFECYCLES.find((name) => isOf(name, command, now));
  if (!lifecycle) throw new Error("this `create` is that of no lifecycle");
  return { id: String(uid ?? id), lifecycle };
}

function isOf(name: LifecycleName, command: object, now: number): boolean {
  try {
    LIFECYCLE[name].decide(null, command as Command as never, { now });
    return true;
  } catch {
    return false;
  }
}

function timeOf(told: unknown): number | null {
  const at = typeof told === "string" ? Date.parse(told) : told;
  return typeof at === "number" && Number.isSafeInteger(at) ? at : null;
}
