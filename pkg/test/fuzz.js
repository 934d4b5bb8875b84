// npm run fuzz: nonsense for every method. `--cases N`, `--seed S`, and `--from I` to start at a case that failed.
import { inspect, parseArgs } from "node:util";
import { CountersignError, delegated, detect, interactive, reversible } from "../index.js";
import { isPlain, nearly, random } from "./nonsense.js";

// What nonsense may be answered with. That the engine trapped is no answer.
const CODES = ["invalid_input", "unknown_command", "unknown_event", "unknown_schema", "actions_unknown"];

// The arguments of each method, by kind.
const METHODS = {
  decide: ["session", "command", "context"],
  apply: ["session", "event"],
  replay: ["events", "session"],
  view: ["session", "context"],
  offers: ["session", "context"],
  outstanding: ["session"],
  deadline: ["session"],
  can: ["session", "name", "name"],
  parse: ["session"],
  fromApi: ["payload", "more"],
  fromApiList: ["payloads", "more"],
  open: ["session"],
};
const LIVE = { decide: ["command", "context"], apply: ["events"], view: ["context"], offers: ["context"], session: [] };
const LIFECYCLES = {
  delegated: {
    api: delegated,
    status: ({ phase }) => phase,
    methods: { ...METHODS, cascade: ["sessions", "name"] },
  },
  interactive: { api: interactive, status: ({ display }) => display, methods: METHODS },
  reversible: {
    api: reversible,
    status: ({ status }) => status,
    methods: {
      ...METHODS,
      displayStatus: ["session"],
      displayStatuses: ["columns"],
      rollback: ["session", "context"],
      approvals: ["session", "context"],
      evaluatePolicies: ["policies", "action", "mode"],
    },
  },
};

/** Throws an Error that says how to see the same again if a case is not answered as it should be. */
export function fuzz({ cases, seed, from = 0, progress = () => {} }) {
  const answered = { answers: 0, errors: 0 };
  for (let index = from; index < from + cases; index++) {
    const draw = random(seed ^ Math.imul(index, 0x9e3779b1));
    const calls = [];
    // Kept, so that a failure can be told.
    const call = (name, kinds, use) => {
      const given = kinds.map((kind) => nearly(draw, kind));
      // Missing and superfluous arguments are nonsense like any other.
      if (draw.chance(0.02)) given.length = draw.below(given.length + 1);
      calls.push([name, given]);
      const bytes = unchanging(given);
      const answer = ask(() => use(given));
      if (bytes.some(([now, then]) => !now.every((value, at) => value === then[at])))
        throw new Error("changed its input");
      answered[answer instanceof CountersignError ? "errors" : "answers"]++;
      return answer;
    };
    try {
      one(draw, call);
      works();
    } catch (error) {
      const again = `node pkg/test/fuzz.js --seed ${seed} --from ${index} --cases 1`;
      throw new Error(`${again}\n${calls.map(told).join("\n")}\n${described(error)}`);
    }
    if (index % 10_000 === 0) progress(index);
  }
  return answered;
}

function one(draw, call) {
  const { api, methods } = LIFECYCLES[draw.name];
  if (draw.chance(0.05)) {
    call("detect", [draw.pick(["session", "payload"])], (given) => detect(...given));
    return;
  }
  if (draw.chance(0.01)) {
    // They take nothing, and get something.
    call("rules", ["session"], (given) => api.rules(...given));
    call("diagram", ["session"], (given) => api.diagram(...given));
    return;
  }
  const name = draw.pick(Object.keys(methods));
  let given;
  const answer = call(`${draw.name}.${name}`, methods[name], (values) => {
    given = values;
    return api[name](...values);
  });
  if (answer instanceof CountersignError) return;
  if (name === "can") {
    looksUp(draw.name, given[0]);
  } else if (name === "open") {
    for (let times = draw.below(4); times >= 0; times--) {
      const method = draw.pick(Object.keys(LIVE));
      call(`live.${method}`, LIVE[method], (given) => answer[method](...given));
    }
    same(api.parse(answer.session()), answer.session());
    answer[Symbol.dispose]?.();
  } else if (answer?.session) {
    same(api.parse(answer.session), answer.session);
  } else if (name === "view" && draw.name === "reversible") {
    // Two ways to the same word.
    same(
      ask(() => api.displayStatus(given[0])),
      answer.display,
    );
  }
}

/** `can` finds what starts in the status that the engine reads. */
function looksUp(name, given) {
  const { api, status } = LIFECYCLES[name];
  const session = copied(given);
  const view = ask(() => api.view(session, { now: 0 }));
  if (view instanceof CountersignError) return;
  for (const { command, rules } of api.rules()) {
    const starts = rules.some(({ from, noop }) => noop === null && from.includes(status(view)));
    if (api.can(session, command) !== starts) throw new Error(`${command} of ${inspect(session)}`);
  }
}

/** What is looked at twice may be another thing each time. */
function copied(given) {
  try {
    return JSON.parse(JSON.stringify(given));
  } catch {
    return undefined;
  }
}

/** The answer, or the error that is one. */
function ask(use) {
  try {
    return use();
  } catch (error) {
    if (error instanceof CountersignError && CODES.includes(error.code)) return error;
    throw error;
  }
}

function works() {
  if (detect({ lifecycle: "delegated" }) !== "delegated") throw new Error("the next call does not work");
}

/** Freezes what can be, so that whoever changes it throws; of bytes, which cannot, gives them with a copy. */
function unchanging(given) {
  const bytes = [];
  // Not recursive: some are very deep.
  for (const rest = [given]; rest.length > 0; ) {
    const value = rest.pop();
    if (ArrayBuffer.isView(value)) bytes.push([value, value.slice()]);
    if (!isPlain(value) || Object.isFrozen(value)) continue;
    // Not read: it may be one of ours that fails.
    for (const { value: inner } of Object.values(Object.getOwnPropertyDescriptors(value))) rest.push(inner);
    Object.freeze(value);
  }
  return bytes;
}

/** A session that the engine made is one that it reads. */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) throw new Error(`${inspect(one)} is read as ${inspect(other)}`);
}

function told([name, given]) {
  try {
    return `${name}(${given.map((value) => inspect(value, { depth: 9, maxStringLength: 200 })).join(", ")})`;
  } catch {
    return `${name}(…)`;
  }
}

function described(error) {
  return error instanceof Error ? error.stack : `thrown: ${inspect(error)}`;
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: { cases: { type: "string" }, seed: { type: "string" }, from: { type: "string" } },
  });
  const cases = Number(values.cases ?? 2_000_000);
  const seed = Number(values.seed ?? Date.now() % 2 ** 32);
  console.log(`${cases} cases, seed ${seed}`);
  const progress = (index) => process.stderr.isTTY && process.stderr.write(`\r${index}`);
  console.log(fuzz({ cases, seed, from: Number(values.from ?? 0), progress }));
}
