// The engine itself, for what the store is not asked: sessions as they were, and the rules as data.
import type { DelegatedLifecycle, InteractiveLifecycle, LifecycleName, ReversibleLifecycle, Rule } from "countersign";
import type { Entry, Session, Types, View } from "countersign/store";
import { use } from "react";

export interface Lifecycles {
  readonly reversible: ReversibleLifecycle;
  readonly interactive: InteractiveLifecycle;
  readonly delegated: DelegatedLifecycle;
}

let loading: Promise<Lifecycles> | undefined;

export function loadEngine(): Promise<Lifecycles> {
  loading ??= import("countersign").catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** The lifecycles; the component waits until they are loaded. */
export function useEngine(): Lifecycles {
  return use(loadEngine());
}

/** What the engine says of a session at a time. */
export function viewOf(engine: Lifecycles, session: Session, now: number): View {
  return engine[session.lifecycle].view(session as never, { now, caller: "OPERATOR" });
}

export interface RuleOf {
  readonly command: string;
  readonly rule: Rule;
}

/** The rule of that id, with its command; undefined if the present rules have none. */
export function ruleOf(engine: Lifecycles, name: LifecycleName, id: string): RuleOf | undefined {
  for (const { command, rules } of engine[name].rules()) {
    const rule = rules.find((row) => row.id === id);
    if (rule) return { command, rule };
  }
  return undefined;
}

export type { Entry, Session, Types, View };
