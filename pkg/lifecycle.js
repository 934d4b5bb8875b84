// One lifecycle's API over the engine. No rule is written here: `can` looks up what the engine exported.
import { CountersignError } from "./error.js";
import { answer, error, nonsense, plain, reading, text, unreadable } from "./text.js";

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
      try {
        return starts(session, command, target);
      } catch (cause) {
        throw unreadable("session", cause);
      }
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

/** What is missing is not made up. */
export function now(context) {
  const now = reading("context.now", () => context?.now);
  if (typeof now === "number") return now;
  let found = typeof now === "string" ? JSON.stringify(now) : `of type ${typeof now}`;
  if (now === undefined || now === null) found = "missing";
  throw nonsense("context", "now", `\`now\` is ${found}, expected integer milliseconds since the epoch`);
}

export function caller(context) {
  const caller = reading("context.caller", () => context?.caller);
  return caller === undefined || caller === null ? undefined : plain(caller, "context.caller");
}

/** Where some rule starts: a byte for each command in each status, and in it a bit for each status of a target. */
function startsOf({ commands, statuses, status, projection, targets, starts }) {
  const names = new Map(statuses.map((name, column) => [name, column]));
  const { columns, projected } = columnsOf(names, projection);
  const row = (name, at) => [name, { first: at * statuses.length, its: targetsOf(targets[name]) }];
  const rows = new Map(commands.map(row));

  return (session, command, target) => {
    const row = rows.get(command);
    const stored = session?.[status];
    const column = columns.get(stored) ?? projected(session, stored);
    if (row === undefined || column === undefined) return false;
    const byte = starts[row.first + column];
    if (row.its === undefined || target === undefined || target === null) return byte !== 0;
    return (byte & bitOf(row.its, session, target)) !== 0;
  };
}

/** The columns of stored statuses, and that of a status which they do not tell by themselves. */
function columnsOf(names, projection) {
  if (projection === undefined) return { columns: names, projected: () => undefined };
  const { stored, field, statuses, otherwise } = projection;
  const values = new Map(Object.entries(statuses).map(([value, name]) => [named(value), names.get(name)]));
  // A projected name is never a stored status.
  const columns = new Map(names);
  for (const name of [...Object.values(statuses), otherwise]) columns.delete(name);

  return {
    columns,
    projected(session, status) {
      if (typeof status !== "string") return undefined;
      const value = status === stored ? (session[field] ?? null) : undefined;
      // In the vendor's own form the value is an object that says its type.
      const told = typeof value === "object" && value !== null ? (value.type ?? undefined) : value;
      return values.get(told) ?? names.get(otherwise);
    },
  };
}

function targetsOf(targets) {
  return targets && { ...targets, path: targets.list.split("."), statuses: targets.statuses.map(named) };
}

/** `null` is how the manifest names that there is none. */
function named(name) {
  return name === "null" ? null : name;
}

/** The bit of the status of the target; none if the session does not hold it. */
function bitOf({ path, id, status, statuses }, session, target) {
  let items = session;
  for (let at = 0; at < path.length; at++) items = items?.[path[at]];
  if (!Array.isArray(items)) return 0;
  for (let at = 0; at < items.length; at++) {
    const item = items[at];
    if (item[id] === target) return 2 << statuses.indexOf(item[status] ?? null);
  }
  return 0;
}
