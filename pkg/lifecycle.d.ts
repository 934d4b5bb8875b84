/// <reference lib="esnext.disposable" />
// What all lifecycles have in common. Sections are those of the specification, which each lifecycle's page follows.
import type { CountersignError } from "./error.js";

/**
 * One of the published lifecycles. Every method is a pure function of its arguments: no clock is read, nothing is
 * remembered, nothing given is changed. Each throws a {@link CountersignError} for nonsense (`invalid_input`,
 * `unknown_schema` and what its own comment names).
 *
 * A verdict reached in a browser is advisory: whoever holds the session decides again.
 *
 * @typeParam Session All of a session, as plain data.
 * @typeParam Command What may be asked, told apart by `type`.
 * @typeParam Event What happened, told apart by `type`.
 * @typeParam View Everything derived from a session.
 * @typeParam DenialCode The codes of its refusals.
 * @typeParam NoopCode The codes of what has happened already.
 */
export interface Lifecycle<
  Session,
  Command extends { readonly type: string },
  Event extends { readonly type: string },
  View,
  DenialCode extends string = string,
  NoopCode extends string = string,
> {
  /**
   * Judges a command: what would follow, or why not. Changes nothing; what is allowed has happened once you keep its
   * events or its session.
   *
   * @param session Null before there is one, for `create`.
   * @throws `unknown_command` for a `type` that is none of the lifecycle's.
   */
  decide(session: Session | null, command: Command, context: Context): Decision<Session, Event, DenialCode, NoopCode>;

  /**
   * The session after an event. Never refuses, since what happened, happened: an event that does not fit leaves the
   * session as it is.
   *
   * @throws `unknown_event` for a `type` that is none of the lifecycle's.
   */
  apply(session: Session | null, event: Event): Session | null;

  /**
   * The session after all events, oldest first.
   *
   * @param session Where to start; without one, before the first event.
   * @throws `unknown_event` for a `type` that is none of the lifecycle's.
   */
  replay(events: readonly Event[], session?: Session | null): Session | null;

  /** Everything derived from a session at the time of the context, conditions and reasons included. */
  view(session: Session, context: Context): View;

  /** What could be done now, allowed or not, and why not. `create` is not among them. */
  offers(session: Session, context: Context): Offer<Command, DenialCode, NoopCode>[];

  /** The instructions that a restarted host still has to carry out, from the session alone. */
  outstanding(session: Session): Event[];

  /** When time alone next gives a command something to do, in ms since the epoch; null: never. */
  deadline(session: Session): number | null;

  /**
   * Whether any rule of the command starts in the session's status, at the speed of a table look-up. `false` is final,
   * `true` means: ask `decide`. What has happened already does not count.
   *
   * @param target The id of what the command is about, where it has a status of its own.
   */
  can(session: Session, command: Command["type"], target?: string): boolean;

  /**
   * Reads untrusted data. Types and closed sets are checked; what contradicts itself is accepted, and reported by the
   * view's `conditions.inconsistent`. Times may be RFC 3339 strings; fields that are not known are left out.
   *
   * @throws `unknown_schema` for a session of another form.
   */
  parse(value: unknown): Session;

  /**
   * Reads the vendor's own payload, with a warning for whatever it does not tell.
   *
   * @param more What the vendor keeps beside it, if the lifecycle asks for something.
   */
  fromApi(value: unknown, more?: unknown): Imported<Session>;

  /**
   * Reads many: a list, or an object with a list of `items` or `data`. An item that cannot be read gives its error in
   * its place and loses no other.
   */
  fromApiList(value: unknown, more?: unknown): (Imported<Session> | { error: CountersignError })[];

  /** Keeps a session in the engine's memory, to be asked repeatedly: quicker, with the same answers. */
  open(session: Session): Live<Session, Command, Event, View, DenialCode, NoopCode>;

  /** The rules as data, by command. */
  rules(): RuleTable<Command["type"]>[];

  /** The rules as a Mermaid state diagram. */
  diagram(): string;
}

/**
 * A session in the engine's memory. Freed when it is collected, or by `Symbol.dispose` where the runtime has that
 * (`using live = delegated.open(session)`).
 *
 * Every method throws `disposed` after that, and `engine_restarted` if the engine stopped meanwhile.
 */
export interface Live<
  Session,
  Command extends { readonly type: string },
  Event extends { readonly type: string },
  View,
  DenialCode extends string = string,
  NoopCode extends string = string,
> extends Disposable {
  /** As in {@link Lifecycle.decide}, without the session. Changes nothing: `apply` the events that you keep. */
  decide(command: Command, context: Context): LiveDecision<Event, DenialCode, NoopCode>;

  /** Advances the session. If one of the events is nonsense, none of them is applied. */
  apply(events: readonly Event[]): void;

  view(context: Context): View;
  offers(context: Context): Offer<Command, DenialCode, NoopCode>[];

  /** A copy of the session as it is now. */
  session(): Session;
}

/** Time and caller, which are arguments everywhere: nothing reads a clock. */
export interface Context {
  /** Integer milliseconds since the epoch, at most 8.64e15 on either side of it. */
  readonly now: number;
  /** Who asks; `AGENT`, the least, unless told. */
  readonly caller?: Caller | null | undefined;
}

/** Who asks. */
export type Caller =
  /** The agent itself. */
  | "AGENT"
  /** A person who operates the agents. */
  | "OPERATOR"
  /** The platform. */
  | "SYSTEM";

/** The answer to a command, told apart by `outcome`. A refusal is an answer, too. */
export type Decision<Session, Event, DenialCode extends string = string, NoopCode extends string = string> =
  | Allowed<Session, Event>
  | Noop<Session, NoopCode>
  | Denied<DenialCode>;

/** The answer to a command of a {@link Live} session, which stays where it is. */
export type LiveDecision<Event, DenialCode extends string = string, NoopCode extends string = string> =
  | Omit<Allowed<never, Event>, "session">
  | Omit<Noop<never, NoopCode>, "session">
  | Denied<DenialCode>;

/** The command is allowed. */
export interface Allowed<Session, Event> {
  outcome: "allowed";
  /** The id of the rule that fired. */
  rule: string;
  /** What happens, in order. Some are at once instructions to the host; their comments say so. */
  events: Event[];
  /** The session after the events. */
  session: Session;
  warnings: Warning[];
}

/** The command is allowed, and there is nothing to do. */
export interface Noop<Session, Code extends string = string> {
  outcome: "noop";
  /** The id of the rule that fired. */
  rule: string;
  code: Code;
  /** The code as a sentence for people. */
  message: string;
  /** The session as it was. */
  session: Session;
}

/** The command is refused, and nothing of it is applied. */
export interface Denied<Code extends string = string> {
  outcome: "denied";
  /** That of the first unmet guard. */
  code: Code;
  /** What would have to be true, and what was found, as a sentence for people. */
  message: string;
  /** The id of the rule that came nearest; null if there is no session to judge. */
  rule: string | null;
  /** The guards of that rule that are not met, in the order of judgement. */
  unmet: Unmet<Code>[];
  /**
   * The statuses in which the command is possible (stored statuses, phases, or what `view.display` shows), if it is the
   * status that stood in its way; else empty.
   */
  possibleIn: string[];
}

/** A guard that is not met. */
export interface Unmet<Code extends string = string> {
  /** The guard's name, as in {@link Rule.guards}. */
  guard: string;
  code: Code;
  /** What it requires, and what was found, as a sentence for people. */
  message: string;
  /** The index of the input that it speaks of, where a command has several; else null. */
  input: number | null;
}

/** Something that whoever asked should know, though it stands in nobody's way. */
export interface Warning {
  code: string;
  /** The code as a sentence for people. */
  message: string;
  /** The index of the input that it speaks of, where a command has several; else null. */
  input: number | null;
}

/** A command that somebody could think of, with its verdict now. */
export type Offer<
  Command extends { readonly type: string },
  DenialCode extends string = string,
  NoopCode extends string = string,
> = {
  command: OfferedCommand<Command>;
  /** The fields of the command that are still to be filled in, as in `reason` or `inputs[0].content`. */
  needs: string[];
  /** Who would give it. */
  by: By;
} & (
  | {
      /** Whether some filling of what it needs is allowed. */
      allowed: true;
      outcome: "allowed";
      code: null;
      message: null;
    }
  | { allowed: false; outcome: "denied"; code: DenialCode; message: string }
  | { allowed: false; outcome: "noop"; code: NoopCode; message: string }
);

/** A command without the fields that an {@link Offer} still needs. */
export type OfferedCommand<Command extends { readonly type: string }> = Command extends unknown
  ? Pick<Command, "type"> & { [Field in keyof Omit<Command, "type">]?: Offered<Command[Field]> }
  : never;

/** A field of such a command. Inputs that are told apart by `type` may lack fields, too. */
type Offered<Field> = Field extends readonly (infer Input extends { readonly type: string })[]
  ? readonly OfferedCommand<Input>[]
  : Field;

/** Who gives a command: a client of the session (a person, or what acts for one), or the runtime that hosts it. */
export type By = "client" | "runtime";

/**
 * How a session concerns people, in words that all lifecycles have. Each lifecycle's page says when it is which.
 *
 * - `failed`: it went wrong.
 * - `needs_human`: a person has to do something.
 * - `working`: it is at work.
 * - `at_rest`: it rests, and may go on.
 * - `undone`: what it did was undone.
 * - `declined`: the agent refused, with a reason.
 * - `stopped`: it was stopped.
 * - `done`: it is done.
 */
export type Attention = "failed" | "needs_human" | "working" | "at_rest" | "undone" | "declined" | "stopped" | "done";

/** What a vendor's payload gave. */
export interface Imported<Session> {
  session: Session;
  /** What the payload left open, and how it was read. */
  warnings: Warning[];
}

/** The rules of one command. */
export interface RuleTable<CommandName extends string = string> {
  command: CommandName;
  by: By;
  /** The first that fires wins. */
  rules: Rule[];
}

/** One rule: in which branch and status it starts, what it requires, where it leads. */
export interface Rule {
  /** kebab-case, unique in the lifecycle. */
  id: string;
  /** Which branch of the command this is: phrases, all of which hold. */
  when: string[];
  /** The statuses in which it starts; empty: before there is a session. */
  from: string[];
  /** The statuses in which it may end; empty: the status stays. */
  to: string[];
  /** Whether the status may stay as it is; always so where `to` is empty. */
  stays: boolean;
  /** The statuses of what the command is about in which it starts; empty: it does not ask. */
  target: string[];
  /** What it requires, in the order of judgement. */
  guards: {
    guard: string;
    /** The code of the denial when it is not met. */
    code: string;
    /** Completes "this requires that …". */
    requires: string;
  }[];
  /** The code of the noop, if this recognises what has happened already; else null. */
  noop: string | null;
}
