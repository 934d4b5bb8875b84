// `countersign replay`: the commands of a log, one after another, each with its verdict.
import { CountersignError } from "../index.js";
import { CALLERS, known } from "./arguments.js";
import { derived, inWords } from "./derived.js";
import { CAME, inputsJudged } from "./inputs.js";
import { moreIn } from "./more.js";
import { outcomeStyle } from "./outcome.js";
import { json } from "./printable.js";
import { isLive, records } from "./records.js";
import { SessionTable } from "./session-table.js";
import { eachSession, guarded, itemsOf, lifecycles } from "./sessions.js";
import { Table } from "./table.js";
import { millis } from "./time.js";
import { UsageError } from "./usage.js";

export async function replay({ options, files, stdin, output }) {
  if (files.length > 1) throw new UsageError("replay takes one log; a session to begin with is `--session FILE`");
  if (options.session === "-" && isLive(files)) throw new UsageError("stdin cannot be both the log and the session");
  if (options.more !== undefined && options.session === undefined) {
    throw new UsageError("--more is beside a payload that `--session FILE` names");
  }
  const more = await moreIn(options, files, stdin, output);
  if (more === null) return;
  const start = options.session === undefined ? undefined : await sessionIn({ ...options, more }, stdin, output);
  if (options.session !== undefined && start === undefined) return;
  const run = new Run(start, options);
  const report = options.json ? new Lines(output) : new Rows(output);
  output.progress.counts("commands");
  let entries = 0;
  for await (const batch of records(files, stdin, output)) {
    for (const record of batch) {
      for (const item of itemsOf(record)) {
        const number = ++entries;
        output.progress.one();
        const { command, told, item: inner } = entryIn(item);
        await guarded(item, output, async () => {
          const context = options.context(contextTold(told));
          await guarded(inner, output, async () => {
            const decision = run.take(command, context);
            if (decision.outcome === "denied") output.objection();
            await report.entry(number, { name: run.name, command, context, decision });
          });
        });
      }
    }
    if (isLive(files)) await report.pause();
  }
  if (entries === 0) output.nothing("commands");
  if (entries === 0 && (start === undefined || output.exitCode !== 0)) return;
  const session = run.session();
  const now =
    session && derived({ name: run.name, lifecycle: run.lifecycle, session, warnings: [] }, options.context());
  if (now !== null && now.view.conditions.inconsistent !== null) output.objection();
  await report.end(now, session);
}

async function sessionIn(options, stdin, output) {
  let found;
  for await (const batch of records([options.session], stdin, output)) {
    await eachSession(batch, options, output, (read) => {
      if (found) throw new UsageError(`${options.session} holds several sessions; a replay begins with one`);
      found = read;
    });
  }
  if (found === undefined && output.exitCode === 0) throw new UsageError(`${options.session} holds no session`);
  return found;
}

class Run {
  name;
  // The session stays in the engine's memory: to send it for each command would take for ever in a long log.
  #live = null;
  #begin = null;
  #events = [];

  constructor(start, { lifecycle }) {
    this.name = start?.name ?? lifecycle;
    if (start) this.#open(start.session);
  }

  get lifecycle() {
    return known(this.name, "the lifecycle");
  }

  take(command, context) {
    this.name ??= lifecycleOf(command, context);
    return this.#live ? this.#next(command, context) : this.#first(command, context);
  }

  /** What has become of the session; null if there is none. */
  session() {
    return this.#live?.session() ?? null;
  }

  #first(command, context) {
    const decision = this.lifecycle.decide(null, command, context);
    if (decision.outcome === "allowed") this.#open(decision.session);
    return decision;
  }

  #next(command, context) {
    try {
      const decision = this.#live.decide(command, context);
      if (decision.outcome === "allowed") {
        this.#live.apply(decision.events);
        for (const event of decision.events) this.#events.push(event);
      }
      return decision;
    } catch (error) {
      // The session went with the engine's memory. The other commands are judged all the same.
      if (error.code === "engine_trapped") this.#open(this.lifecycle.replay(this.#events, this.#begin));
      throw error;
    }
  }

  #open(session) {
    this.#live = this.lifecycle.open(session);
    this.#begin = session;
    this.#events = [];
  }
}

// An entry is a command, or `{ command, now?, caller? }`.
function entryIn(item) {
  const { value } = item;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, "command"))
    return { command: value, told: {}, item };
  const path = (inner) => (inner === "" ? "command" : `command.${inner}`);
  return {
    command: value.command,
    told: value,
    item: { at: (inner) => item.at(path(inner)), path: (inner) => item.path(path(inner)) },
  };
}

function contextTold({ now, caller }) {
  const told = {};
  if (now !== undefined && now !== null) {
    told.now = millis(now) ?? nonsense("now", now, "integer milliseconds since the epoch or an RFC 3339 time");
  }
  if (caller !== undefined && caller !== null) {
    told.caller = CALLERS.includes(caller) ? caller : nonsense("caller", caller, `one of ${CALLERS.join(", ")}`);
  }
  return told;
}

function nonsense(name, value, expected) {
  throw new CountersignError("invalid_input", name, `\`${name}\` is ${JSON.stringify(value)}, expected ${expected}`);
}

// A command does not say which lifecycle it is of. The engine tells nonsense from commands, and that often suffices.
function lifecycleOf(command, context) {
  const refusals = new Map();
  const readers = Object.keys(lifecycles).filter((name) => {
    try {
      return lifecycles[name].decide(null, command, context);
    } catch (error) {
      refusals.set(name, error);
      return false;
    }
  });
  if (readers.length === 1) return readers[0];
  const names = Object.keys(lifecycles).join(", ");
  if (readers.length > 1) {
    throw new UsageError(`the log does not tell its lifecycle; add \`--lifecycle\` with one of ${names}`);
  }
  // Only one has such a command, so that it is this one's nonsense; or else it is everybody's.
  const known = [...refusals].filter(([, { code }]) => code !== "unknown_command");
  if (known.length === 1) return known[0][0];
  const [first, ...others] = refusals.values();
  if (others.every(({ message }) => message === first.message)) throw first;
  const each = [...refusals].map(([name, { message }]) => `${name}: ${message}`);
  const path = others.every((other) => other.path === first.path) ? first.path : "";
  throw new CountersignError("invalid_input", path, `no command of any lifecycle (${each.join("; ")})`);
}

class Lines {
  #output;

  constructor(output) {
    this.#output = output;
  }

  entry(number, { command, context, decision }) {
    // The session after each command would make the output grow with the square of the log; the last one is at the end.
    const { session, ...verdict } = decision;
    return this.#output.line(json({ entry: number, command, ...context, decision: verdict }));
  }

  pause() {
    return this.#output.flush();
  }

  end(now, session) {
    return this.#output.line(json({ ...now, session }));
  }
}

class Rows {
  #output;
  #table;
  #counts = { allowed: 0, noop: 0, denied: 0 };

  constructor(output) {
    this.#output = output;
    this.#table = new Table(output, ["#", "VERDICT", "COMMAND", "RULE", "WHAT HAPPENED, OR WHY NOT"]);
  }

  async entry(number, { name, command, decision }) {
    this.#counts[decision.outcome]++;
    const verdict = { text: decision.outcome, style: outcomeStyle(decision.outcome) };
    const cells = [String(number), verdict, command.type, { text: decision.rule ?? "", style: "dim" }];
    const inputs = inputsJudged(name, command, decision);
    const events = (decision.events ?? []).map(inWords).join(", ");
    await this.#table.row(cells, [events], notes(decision, inputs.length > 0));
    for (const [at, { said, came, reasons }] of inputs.entries()) {
      const why = reasons.map(({ code, message }) => `, ${code}: ${message}`).join("");
      const text = `inputs[${at}] ${said}: ${CAME[came]}${why}`;
      await this.#table.row(["", "", "", ""], [{ text, style: STYLES[came] }]);
    }
  }

  async pause() {
    await this.#table.flush();
    await this.#output.flush();
  }

  async end(now) {
    await this.#table.flush();
    const { allowed, noop, denied } = this.#counts;
    await this.#output.line();
    await this.#output.line(
      [
        this.#output.paint(outcomeStyle("allowed"), `${allowed} allowed`),
        this.#output.paint(outcomeStyle("noop"), `${noop} with nothing to do`),
        this.#output.paint(denied > 0 ? outcomeStyle("denied") : "gray", `${denied} denied`),
      ].join(", "),
    );
    if (now === null) return this.#output.line("there is no session");
    await this.#output.line();
    const table = new SessionTable(this.#output);
    await table.row(now);
    await table.flush();
  }
}

const STYLES = { nothing: "yellow", obstacle: "red", untouched: "dim" };

// What is said of an input is told beneath.
function notes({ outcome, warnings, code, message, unmet }, isBeneath) {
  const isHere = ({ input }) => input === null || !isBeneath;
  if (outcome === "allowed")
    return warnings.filter(isHere).map((warning) => ({ text: `warning: ${warning.message}`, style: "yellow" }));
  if (outcome === "noop" || unmet.length === 0) return [`${code}: ${message}`];
  // The first unmet guard gives a denial its code; the others stand in the way as well.
  const guards = unmet.filter(isHere).map((guard) => `${guard.code}: ${guard.message}`);
  return isHere(unmet[0]) ? guards : [code, ...guards];
}
