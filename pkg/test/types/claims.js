// What the types have to say, as TypeScript: the names that Rust spells, and values that the engine made.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as api from "../../index.js";
import * as hooks from "../../react.js";
import * as slim from "../../slim.js";
import { walk } from "../lifecycles/walk.js";
import { delegated } from "./delegated.js";
import { interactive } from "./interactive.js";
import { provoked } from "./provoked.js";
import { reversible } from "./reversible.js";
import { closedSet, closedSets, struct, variants } from "./rust.js";
import { Samples, union } from "./samples.js";
import { store, thrownByStore } from "./store.js";

const LIFECYCLES = [reversible, interactive, delegated];

/** TypeScript that compiles if the types are right: what is said of all, of the store, of its hooks, and of each lifecycle, by its name. */
export async function claims() {
  return new Map([
    ["common", common()],
    ["store", [...HEAD, ...(await store())].join("\n")],
    ["react", [...HEAD, ...react(), ""].join("\n")],
    ...LIFECYCLES.map((lifecycle) => [
      lifecycle.name,
      complete(lifecycle, [
        ...HEAD,
        `import type { ${lifecycle.name} as ${lifecycle.letter} } from "countersign";`,
        ...names(lifecycle),
        ...fields(lifecycle),
        ...given(lifecycle),
        ...values(lifecycle),
      ]),
    ]),
  ]);
}

const HEAD = [
  'import * as api from "countersign";',
  'import * as slim from "countersign/slim";',
  "type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;",
  "declare function same<A, B>(_: Same<A, B>): void;",
  // Of a union: whether one of its members lets the field be null, or be left out.
  "type Nulls<T, Key extends keyof T> = T extends unknown ? (null extends T[Key] ? true : false) : never;",
  "type Nullable<T, Key extends keyof T> = true extends Nulls<T, Key> ? true : false;",
  "type Gaps<T, Key extends keyof T> = T extends unknown ? ({} extends Pick<T, Key> ? true : false) : never;",
  "type Optional<T, Key extends keyof T> = true extends Gaps<T, Key> ? true : false;",
];

const same = (type, names) => `same<${type}, ${union(names)}>(true);`;

/** The claims as text, which leave out no type of the lifecycle's. */
function complete({ name, letter }, lines) {
  const text = [...lines, ""].join("\n");
  const types = readFileSync(join(import.meta.dirname, `../../${name}.d.ts`), "utf8");
  for (const [, type] of types.matchAll(/^ {2}(?:interface|type) (\w+)/gm)) {
    if (!new RegExp(`\\b${letter}\\.${type}\\b`).test(text)) throw new Error(`nothing is claimed of ${name}.${type}`);
  }
  return text;
}

// ---- what all have

function common() {
  const samples = new Map(
    [...provoked().values()].map(({ code, argument, path, message, name }) => [
      code,
      { code, argument, path, message, name },
    ]),
  );
  const errors = new Samples('Omit<api.CountersignError, "stack" | "cause">');
  for (const error of samples.values()) errors.take(error);
  return [
    ...HEAD,
    same("api.Caller", closedSet("Caller")),
    same("api.Attention", closedSet("Attention")),
    same("keyof api.Context", struct("engine", "Context")),
    same("api.ErrorCode", [...samples.keys(), ...thrownByStore()]),
    same(
      "api.LifecycleName",
      LIFECYCLES.map(({ name }) => name),
    ),
    same("keyof typeof api", Object.keys(api)),
    same("keyof typeof slim", Object.keys(slim)),
    ...errors.lines(),
    "",
  ].join("\n");
}

function react() {
  const names = Object.keys(hooks);
  return [
    'import * as r from "countersign/react";',
    same("keyof typeof r", names),
    // On a server nothing is known.
    ...names.map((name) => `undefined satisfies ReturnType<typeof r.${name}>;`),
  ];
}

// ---- the names, in both directions

function names({ name, letter, names, further, unsaid = [], api: lifecycle, sample }) {
  const tables = lifecycle.rules();
  const rules = tables.flatMap(({ rules }) => rules);
  const live = lifecycle.open(sample.session);
  const { DECISION, LIVE_DECISION, OFFER } = answers(name);
  const outcomes = ["allowed", "noop", "denied"];
  const sets = [...closedSets(name)].filter(([set]) => !unsaid.includes(set));
  return [
    ...sets.map(([set, values]) => same(`${letter}.${set}`, values)),
    same(
      `${letter}.Command["type"]`,
      tables.map(({ command }) => command),
    ),
    same(`${letter}.DenialCode`, ["no_session", ...rules.flatMap(({ guards }) => guards.map(({ code }) => code))]),
    same(
      `${letter}.NoopCode`,
      rules.flatMap(({ noop }) => noop ?? []),
    ),
    same(`${DECISION}["outcome"]`, outcomes),
    same(`${LIVE_DECISION}["outcome"]`, outcomes),
    same(`${OFFER}["outcome"]`, outcomes),
    same(`keyof typeof api.${name}`, Object.keys(lifecycle)),
    same(
      `Exclude<keyof ReturnType<typeof api.${name}.open>, symbol>`,
      Object.getOwnPropertyNames(Object.getPrototypeOf(live)).filter((name) => name !== "constructor"),
    ),
    ...Object.entries(names()).map(([type, names]) => same(type, names)),
    ...further,
  ];
}

function answers(name) {
  return {
    DECISION: `ReturnType<typeof api.${name}.decide>`,
    LIVE_DECISION: `ReturnType<ReturnType<typeof api.${name}.open>["decide"]>`,
    OFFER: `ReturnType<typeof api.${name}.offers>[number]`,
  };
}

function fields({ name, letter, structs, unions }) {
  const lines = Object.entries(structs).map(([type, { struct: rust, added = [], left = [] }]) =>
    same(`keyof ${type}`, [...struct(name, rust).filter((field) => !left.includes(field)), ...added]),
  );
  for (const [type, { tag, spelled, added = {}, left = {} }] of Object.entries(unions)) {
    const members = Object.entries(variants(name, type)).map(([variant, fields]) => [spelled(variant), fields]);
    lines.push(
      same(
        `${letter}.${type}["${tag}"]`,
        members.map(([member]) => member),
      ),
    );
    for (const [member, fields] of members) {
      const wire = fields.filter((field) => !left[member]?.includes(field));
      lines.push(
        same(`keyof Extract<${letter}.${type}, { ${tag}: "${member}" }>`, [tag, ...wire, ...(added[member] ?? [])]),
      );
    }
  }
  return lines;
}

// ---- which fields of what is given may be null or left out: those that the engine reads it without

function given({ given }) {
  return given.flatMap(([type, full, ask]) =>
    Object.keys(full).flatMap((key) => {
      const { [key]: _, ...rest } = full;
      return [
        `same<Optional<${type}, "${key}">, ${isRead(() => ask(rest))}>(true);`,
        `same<Nullable<${type}, "${key}">, ${isRead(() => ask({ ...rest, [key]: null }))}>(true);`,
      ];
    }),
  );
}

function isRead(ask) {
  try {
    ask();
    return true;
  } catch (error) {
    if (error instanceof api.CountersignError) return false;
    throw error;
  }
}

// ---- values

function values(lifecycle) {
  const { name, letter, contexts, closed, imports, more, api: engine } = lifecycle;
  const { DECISION, LIVE_DECISION, OFFER } = answers(name);
  const inside = { ...lifecycle.inside, ...IN_ALL };
  const found = new Map();
  const take = (type, value) => {
    const parts = inside[type] ?? {};
    if (!found.has(type)) found.set(type, new Samples(type, Object.keys(parts), closed[type]));
    for (const [key, part] of Object.entries(parts)) {
      for (const inner of [value[key] ?? []].flat()) take(part, inner);
    }
    return found.get(type).take(value);
  };

  const look = (session) => {
    take(`${letter}.Session`, session);
    engine.outstanding(session).forEach(happened);
    for (const context of contexts) {
      take(`${letter}.View`, engine.view(session, context));
      for (const offer of engine.offers(session, context)) decided(OFFER, offer);
    }
    for (const [type, value] of more(session)) take(type, value);
  };
  const happened = (event) => take(`Extract<${letter}.Event, { type: "${event.type}" }>`, event);
  const decided = (type, decision) => take(`Extract<${type}, { outcome: "${decision.outcome}" }>`, decision);

  const seen = new Set();
  for (const { session, command, context, decision } of walk(lifecycle)) {
    if (decided(DECISION, decision) && session) {
      const live = engine.open(session).decide(command, context);
      // A denial is the same with and without a session in memory.
      if (live.outcome !== "denied") decided(LIVE_DECISION, live);
    }
    for (const unmet of decision.unmet ?? []) take(`api.Unmet<${letter}.DenialCode>`, unmet);
    for (const event of decision.events ?? []) happened(event);
    for (const warning of decision.warnings ?? []) take("api.Warning", warning);
    if (session && !seen.has(session)) look(session);
    seen.add(session);
  }
  for (const given of imports()) {
    const imported = engine.fromApi(...given);
    take(`api.Imported<${letter}.Session>`, imported);
    look(imported.session);
  }
  for (const table of engine.rules()) take(`api.RuleTable<${letter}.Command["type"]>`, table);
  return [...found.values()].flatMap((samples) => samples.lines());
}

const IN_ALL = {
  ...Object.fromEntries(
    LIFECYCLES.flatMap(({ letter }) => [
      [`api.Imported<${letter}.Session>`, { warnings: "api.Warning" }],
      [`api.RuleTable<${letter}.Command["type"]>`, { rules: "api.Rule" }],
    ]),
  ),
  "api.Rule": { guards: 'api.Rule["guards"][number]' },
};
