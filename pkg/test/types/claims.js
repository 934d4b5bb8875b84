// What the types have to say, as TypeScript: the names that Rust spells, and values that the engine made.
import * as api from "../../index.js";
import * as slim from "../../slim.js";
import { provoked } from "./provoked.js";
import { closedSet, snake, struct, variants } from "./rust.js";
import { context, reflect, walk } from "./walk.js";

const { delegated } = api;

/** A TypeScript file that compiles if the types are right. */
export function claims() {
  return [
    'import * as api from "countersign";',
    'import * as slim from "countersign/slim";',
    'import type { delegated as d } from "countersign";',
    "type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;",
    "declare function same<A, B>(_: Same<A, B>): void;",
    // Of a union: whether one of its members lets the field be null, or be left out.
    "type Nulls<T, Key extends keyof T> = T extends unknown ? (null extends T[Key] ? true : false) : never;",
    "type Nullable<T, Key extends keyof T> = true extends Nulls<T, Key> ? true : false;",
    "type Gaps<T, Key extends keyof T> = T extends unknown ? ({} extends Pick<T, Key> ? true : false) : never;",
    "type Optional<T, Key extends keyof T> = true extends Gaps<T, Key> ? true : false;",
    ...names(),
    ...fields(),
    ...given(),
    ...values(),
    "",
  ].join("\n");
}

// ---- the names, in both directions

function names() {
  const rules = delegated.rules().flatMap(({ rules }) => rules);
  const same = (type, names) => `same<${type}, ${union(names)}>(true);`;
  const live = delegated.open(delegated.parse(session({})));
  return [
    same("d.Phase", closedSet("Phase")),
    same("d.TerminalPhase", Object.keys(variants("delegated/mod.rs", "Outcome"))),
    same('d.Outcome["phase"]', Object.keys(variants("delegated/mod.rs", "Outcome"))),
    same("d.Reason", closedSet("Reason")),
    same("d.Disposition", closedSet("Disposition")),
    same("d.Source", closedSet("Source")),
    same("d.Author", closedSet("Author")),
    same("api.Caller", closedSet("Caller")),
    same("api.Attention", closedSet("Attention")),
    same('d.Command["type"]', Object.keys(variants("delegated/mod.rs", "Command")).map(snake)),
    same(
      'd.Command["type"]',
      delegated.rules().map(({ command }) => command),
    ),
    same('d.Event["type"]', Object.keys(variants("delegated/mod.rs", "Event")).map(snake)),
    same("d.DenialCode", ["no_session", ...rules.flatMap(({ guards }) => guards.map(({ code }) => code))]),
    same(
      "d.NoopCode",
      rules.flatMap(({ noop }) => noop ?? []),
    ),
    same("api.ErrorCode", [...provoked().keys()]),
    same(`${DECISION}["outcome"]`, OUTCOMES),
    same(`${LIVE_DECISION}["outcome"]`, OUTCOMES),
    same(`${OFFER}["outcome"]`, OUTCOMES),
    same("keyof typeof api", Object.keys(api)),
    same("keyof typeof slim", Object.keys(slim)),
    same("keyof typeof api.delegated", Object.keys(delegated)),
    same(
      "Exclude<keyof ReturnType<typeof api.delegated.open>, symbol>",
      Object.getOwnPropertyNames(Object.getPrototypeOf(live)).filter((name) => name !== "constructor"),
    ),
  ];
}

// What the wire adds to what Rust keeps.
const ADDED = {
  "d.Session": ["lifecycle", "schema"],
  "d.View": ["awaitingReflect"],
  'Extract<d.Command, { type: "create" }>': ["type", "parentUid"],
};

function fields() {
  const types = {
    "api.Context": struct("engine.rs", "Context"),
    "d.Session": struct("delegated/mod.rs", "Session"),
    "d.Reflect": struct("delegated/mod.rs", "Reflect"),
    "d.GivenReflect": struct("delegated/mod.rs", "Reflect"),
    "d.View": struct("delegated/view.rs", "View"),
    "d.Conditions": struct("delegated/view.rs", "Conditions"),
    "d.Accountable": struct("delegated/view.rs", "Accountable"),
    ...members("d.Command", "type", variants("delegated/mod.rs", "Command"), snake),
    ...members("d.Event", "type", variants("delegated/mod.rs", "Event"), snake),
    ...members("d.Outcome", "phase", variants("delegated/mod.rs", "Outcome"), (name) => name),
  };
  return Object.entries(types).map(
    ([type, names]) => `same<keyof ${type}, ${union([...names, ...(ADDED[type] ?? [])])}>(true);`,
  );
}

function members(type, tag, variants, spelled) {
  return Object.fromEntries(
    Object.entries(variants).map(([variant, fields]) => [
      `Extract<${type}, { ${tag}: "${spelled(variant)}" }>`,
      [tag, ...fields],
    ]),
  );
}

// ---- which fields of a command may be null or left out: those that the engine reads it without

function given() {
  const decline = { type: "decline", reason: "ethical_objection", reflect: reflect("Declined") };
  const commands = [
    { type: "create", uid: "s", agent: "a", task: "t", harness: "h", authority: [], parentUid: null, parent: null },
    { type: "add_artifact", artifact: { id: "1" } },
    { type: "complete", reflect: reflect("Completed") },
    { type: "fail", message: "…", reflect: reflect("Failed") },
    decline,
    { type: "revoke", source: "parent", reflect: reflect("Revoked") },
    { type: "error", message: "…", reflect: reflect("Error") },
    { type: "reflect", reflect: reflect("Failed") },
  ];
  return [
    ...commands.flatMap((command) => gaps(`Extract<d.Command, { type: "${command.type}" }>`, command, (rest) => rest)),
    ...gaps("d.GivenReflect", decline.reflect, (rest) => ({ ...decline, reflect: rest })),
    ...gaps("{ id: string }", { id: "1" }, (rest) => ({ type: "add_artifact", artifact: rest })),
  ];
}

function gaps(type, full, command) {
  return Object.keys(full).flatMap((key) => {
    const { [key]: _, ...rest } = full;
    return [
      `same<Optional<${type}, "${key}">, ${isRead(command(rest))}>(true);`,
      `same<Nullable<${type}, "${key}">, ${isRead(command({ ...rest, [key]: null }))}>(true);`,
    ];
  });
}

function isRead(command) {
  try {
    delegated.decide(null, command, context);
    return true;
  } catch (error) {
    if (error instanceof api.CountersignError) return false;
    throw error;
  }
}

// ---- values

const DECISION = "ReturnType<typeof api.delegated.decide>";
const LIVE_DECISION = 'ReturnType<ReturnType<typeof api.delegated.open>["decide"]>';
const OUTCOMES = ["allowed", "noop", "denied"];
const OFFER = "ReturnType<typeof api.delegated.offers>[number]";

function values() {
  const found = new Map();
  const take = (type, value) => {
    if (!found.has(type)) found.set(type, new Samples(type));
    return found.get(type).take(value);
  };

  const look = (session) => {
    if (!take("d.Session", session)) return;
    if (session.reflect) take("d.Reflect", session.reflect);
    const view = delegated.view(session, context);
    take("d.View", view);
    take("d.Conditions", view.conditions);
    take("d.Accountable", view.accountable);
    delegated.outstanding(session).forEach(happened);
    for (const offer of delegated.offers(session, context)) {
      take(`Extract<${OFFER}, { outcome: "${offer.outcome}" }>`, offer);
    }
  };
  const happened = (event) => take(`Extract<d.Event, { type: "${event.type}" }>`, event);
  const decided = (type, decision) => take(`Extract<${type}, { outcome: "${decision.outcome}" }>`, decision);

  const fired = new Set();
  walk((session, command, decision) => {
    fired.add(decision.rule);
    if (decided(DECISION, decision) && session) {
      const live = delegated.open(session).decide(command, context);
      // A denial is the same with and without a session in memory.
      if (live.outcome !== "denied") decided(LIVE_DECISION, live);
    }
    for (const unmet of decision.unmet ?? []) take("api.Unmet<d.DenialCode>", unmet);
    if (decision.outcome !== "allowed") return;
    look(decision.session);
    decision.events.forEach(happened);
  });
  for (const { rules } of delegated.rules()) {
    for (const { id } of rules) if (!fired.has(id)) throw new Error(`the walk does not reach the rule ${id}`);
  }
  for (const payload of payloads) {
    const imported = delegated.fromApi(payload);
    take("api.Imported<d.Session>", imported);
    for (const warning of imported.warnings) take("api.Warning", warning);
    look(imported.session);
  }
  for (const table of delegated.rules()) {
    take('api.RuleTable<d.Command["type"]>', table);
    for (const rule of table.rules) {
      take("api.Rule", rule);
      for (const guard of rule.guards) take('api.Rule["guards"][number]', guard);
    }
  }
  for (const { code, path, message, name } of provoked().values()) {
    take('Omit<api.CountersignError, "stack" | "cause">', { code, path, message, name });
  }
  return [...found.values()].flatMap((samples) => samples.lines());
}

// What another lifecycle needs: here it is always null.
const ELSEWHERE = ["input"];

/** Values of one type (of one member of a union), one of each shape. */
class Samples {
  #type;
  #shapes = new Map();

  constructor(type) {
    this.#type = type;
  }

  /** Whether the shape is new. */
  take(value) {
    const shape = JSON.stringify(shapeOf(value));
    if (this.#shapes.has(shape)) return false;
    this.#shapes.set(shape, value);
    return true;
  }

  lines() {
    const values = [...this.#shapes.values()];
    // One statement each: a list of them all would be a union that is too complex for tsc.
    const lines = values.map((value) => `(${JSON.stringify(value)}) satisfies ${this.#type};`);
    const keys = Object.keys(values[0]);
    lines.push(`same<keyof ${this.#type}, ${union(keys)}>(true);`);
    for (const key of keys.filter((key) => !ELSEWHERE.includes(key))) {
      const isNull = values.some((value) => value[key] === null);
      lines.push(`same<Nullable<${this.#type}, "${key}">, ${isNull}>(true);`);
    }
    return lines;
  }
}

// What tells types apart. Other strings are as good as any other; that closed sets are complete is said above.
const TELLING = ["type", "phase", "outcome", "code"];

function shapeOf(value, key) {
  // Sessions have samples of their own.
  if (key === "session") return typeof value;
  if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(shapeOf(item))))];
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).map(([key, inner]) => [key, shapeOf(inner, key)]);
  }
  return value === null || TELLING.includes(key) ? value : typeof value;
}

function session(fields) {
  return {
    ...delegated.decide(null, { type: "create", uid: "s", agent: "a", task: "t", harness: "h", authority: [] }, context)
      .session,
    ...fields,
  };
}

// With what an import adds: sessions that contradict themselves, and warnings.
const payloads = [
  { kind: "AgentSession", metadata: { uid: "bare" } },
  ...closedSet("Phase").map((phase) => ({ metadata: { uid: phase }, status: { phase } })),
  ...closedSet("Reason").map((declineReason) => ({
    metadata: { uid: declineReason },
    status: { phase: "Declined", declineReason, reflect: {} },
  })),
  ...closedSet("Source").map((revokeSource) => ({
    metadata: { uid: revokeSource },
    status: { phase: "Active", revokeSource },
  })),
];

function union(names) {
  return [...new Set(names)].map((name) => JSON.stringify(name)).join(" | ");
}
