// One lifecycle's API over the engine. No rule is written here: `can` looks up what the engine exported.
import { CountersignError } from "./error.js";
import { answer, error, plain, reading, text } from "./text.js";

export function lifecycle(name, engine) {
  const call = (method, ...args) => answer(engine.ask(`${name}.${method}`, ...args));
  let starts;

  return {
    decide: (session, command, context) =>
      call("decide", text(session, "session"), text(command, "command"), now(context), caller(context)),
    apply: (session, event) => call("apply", text(session, "session"), text(event, "event")),
    replay: (events, session) => call("replay", text(events, "events"), text(session, "session")),
    view: (session, context) => call("view", text(session, "session"), "", now(context), caller(context)),
    offers: (session, context) => call("offers", text(session, "session"), "", now(context), caller(context)),
    outstanding: (session) => call("outstanding", text(session, "session")),
    deadline: (session) => call("deadline", text(session, "session")),
    can(session, command, target) {
      starts ??= startsOf(call("manifest"));
      return reading("session", () => starts(session, command, target));
    },
    parse: (value) => call("parse", text(value, "value")),
    fromApi: (value, more) => call("fromApi", text(value, "value"), text(more, "more")),
    fromApiList: (value, more) =>
      call("fromApiList", text(value, "value"), text(more, "more")).map((item) =>
        item.error ? { error: error(item.error) } : item,
      ),
    open(session) {
      const json = text(session, "session");
      return engine.call((js) => new Live(engine, js, new js.Live(name, json)));
    },
    rules: () => call("rules"),
    diagram: () => call("diagram"),
  };
}

/** A session that stays in the engine's memory. */
class Live {
  #engine;
  #instance;
  #handle;

  constructor(engine, instance, handle) {
    this.#engine = engine;
    this.#instance = instance;
    this.#handle = handle;
    engine.freeWith(this, instance, handle);
    if (Symbol.dispose) Object.defineProperty(this, Symbol.dispose, { value: () => this.#free() });
  }

  decide(command, context) {
    const [json, at, by] = [text(command, "command"), now(context), caller(context)];
    return this.#call((handle) => handle.decide(json, at, by));
  }

  apply(events) {
    const json = text(events, "events");
    this.#call((handle) => handle.apply(json));
  }

  view(context) {
    const [at, by] = [now(context), caller(context)];
    return this.#call((handle) => handle.view(at, by));
  }

  offers(context) {
    const [at, by] = [now(context), caller(context)];
    return this.#call((handle) => handle.offers(at, by));
  }

  session() {
    return this.#call((handle) => handle.session());
  }

  #call(use) {
    const handle = this.#handle;
    if (!handle) throw new CountersignError("disposed", "", "this session was disposed of: open it again");
    return answer(this.#engine.on(this.#instance, () => use(handle)));
  }

  #free() {
    const handle = this.#handle;
    this.#handle = undefined;
    if (handle) this.#engine.free(this.#instance, handle, this);
  }
}

// What is missing is not made up: the engine says that a time was expected.
export function now(context) {
  const now = reading("context", () => context?.now);
  return typeof now === "number" ? now : Number.NaN;
}

export function caller(context) {
  const caller = reading("context", () => context?.caller);
  return caller === undefined || caller === null ? undefined : plain(caller, "context.caller");
}

/** Where some rule starts: a byte for each command in each status, and in it a bit for each status of a target. */
function startsOf({ commands, statuses, status, targets, starts }) {
  const columns = new Map(statuses.map((name, column) => [name, column]));
  const rows = new Map(commands.map((name, row) => [name, row * statuses.length]));

  return (session, command, target) => {
    const row = rows.get(command);
    const column = columns.get(session?.[status]);
    if (row === undefined || column === undefined) return false;
    const byte = starts[row + column];
    const its = targets[command];
    if (its === undefined || target === undefined || target === null) return byte !== 0;
    return (byte & bitOf(its, session, target)) !== 0;
  };
}

/** The bit of the status of the target; none if the session does not hold it. */
function bitOf({ list, id, status, statuses }, session, target) {
  const items = session[list];
  if (!Array.isArray(items)) return 0;
  for (let at = 0; at < items.length; at++) {
    const item = items[at];
    if (item[id] === target) return 2 << statuses.indexOf(item[status]);
  }
  return 0;
}
