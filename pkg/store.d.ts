/**
 * Sessions that survive, in the browser's IndexedDB: each with its history, and shown alike in all tabs. Every decision
 * is the engine's.
 *
 * Everything of a {@link Store} that gives a promise rejects with a {@link CountersignError}: `store_closed`,
 * `storage_unavailable`, `corrupt_record` for a session that is stored and cannot be read, `version_too_new` for one that a
 * later version wrote, and `quota_exceeded` where something is written. Then nothing was written.
 *
 * @packageDocumentation
 */
import type { delegated } from "./delegated.js";
import type {
  Allowed,
  Attention,
  Caller,
  CountersignError,
  DelegatedLifecycle,
  Denied,
  InteractiveLifecycle,
  LifecycleName,
  Noop,
  Offer,
  ReversibleLifecycle,
  Warning,
} from "./index.js";
import type { interactive } from "./interactive.js";
import type { reversible } from "./reversible.js";

export { CountersignError, type ErrorCode } from "./error.js";

/**
 * Opens the store of that name, and makes it if there is none.
 *
 * @throws `storage_unavailable` where nothing can be stored, `version_too_new` for the database of a later version, which
 * stays untouched.
 */
export declare function openStore(options: StoreOptions): Promise<Store>;

/** What a store is opened with. */
export interface StoreOptions {
  /** The name of its database, which is the store's alone. Whoever opens the same one, in whatever tab, shares it. */
  readonly name: string;
  /** Who asks, where a call does not say it. */
  readonly caller?: Caller | null | undefined;
  /** The time, in ms since the epoch; `Date.now` unless told. */
  readonly clock?: (() => number) | undefined;
  /** Who decides: `countersign`, loaded when it is needed, unless told. */
  readonly engine?: Engine | null | undefined;
  /** Whether a write waits until the disk has it; `strict` unless told. */
  readonly durability?: "strict" | "relaxed" | undefined;
  /**
   * Another tab holds the database in an earlier version, and the store opens once it lets go.
   *
   * @param version That version.
   */
  readonly onBlocked?: ((version: number) => void) | undefined;
}

/** Who decides: `countersign/slim`, once it is started, `countersign`, or any other object that has the same. */
export interface Engine {
  readonly reversible: ReversibleLifecycle;
  readonly interactive: InteractiveLifecycle;
  readonly delegated: DelegatedLifecycle;
  /** The lifecycle that a payload belongs to; null if none. */
  detect(value: unknown): LifecycleName | null;
  /** What the rules decide, as a hash. */
  readonly rulesHash: string;
}

/**
 * Sessions in a database. An id is that of one session over all lifecycles; a delegated session's is its `uid`.
 *
 * A session that was created here is the store's own (`local`): when its time has come it is ticked, by whichever tab is
 * visible; if none is, as soon as one is again. One that a server keeps (`remote`) is ticked by that server; here, the passing of time only shows.
 */
export interface Store {
  /** Resolves once the rows of all sessions are in memory. */
  readonly ready: Promise<void>;

  /**
   * Decides a command on a session, and stores what follows. Once it resolves, all of it is durable; what is denied leaves
   * nothing behind.
   *
   * - A delegated session's `parent` is supplied if it is stored here.
   * - When a delegated session declares its outcome, its descendants are revoked with it, and `cascaded` tells which.
   * - A session that is forgotten is removed, as by {@link Store.remove}.
   *
   * @param id The session's; for `create` the same as in the command.
   * @throws `invalid_input` for the id of a session of another lifecycle, and for a `create` of another id;
   * `unknown_command` for a `type` that is none of the lifecycle's.
   */
  dispatch<Name extends LifecycleName>(
    lifecycle: Name,
    id: string,
    command: Command<Name>,
    options?: DispatchOptions,
  ): Promise<Decision<Name>>;

  /**
   * Stores a session as its server has it, in place of what was decided here. That stays in the history, is not applied
   * again, and gives the warning `local_changes_replaced`.
   *
   * @throws `invalid_input` for a session that is none, a version that is none, and the id of a session of another
   * lifecycle; `unknown_schema` for a session of another form.
   */
  put<Name extends LifecycleName>(
    lifecycle: Name,
    session: Session<Name>,
    options: PutOptions,
  ): Promise<PutAnswer<Name>>;

  /**
   * Stores what a vendor's payload says, as {@link Store.put} does, or what a list of them says. Its version is the time of
   * its last update, in ms; none where it tells none. With `more` beside it, one of the same version is newer if it says
   * something else.
   *
   * @returns An answer for each, in their order, each stored by itself: what is wrong with one is its `error`.
   * @throws `invalid_input` for a payload of no known vendor, such as a text, unless its `lifecycle` is told.
   */
  importPayload(json: unknown, options?: ImportOptions): Promise<(ImportAnswer | { error: CountersignError })[]>;

  /**
   * The session; null if there is none.
   *
   * @typeParam Name Its lifecycle, where the caller knows it. So in all that follows.
   */
  get<Name extends LifecycleName = LifecycleName>(id: string): Promise<Session<Name> | null>;

  /** Everything derived from the session now; null if there is none. */
  view<Name extends LifecycleName = LifecycleName>(id: string): Promise<View<Name> | null>;

  /** What could be done now, allowed or not, and why not; null if there is no session. */
  offers<Name extends LifecycleName = LifecycleName>(id: string, options?: AskOptions): Promise<OfferOf<Name>[] | null>;

  /**
   * Whether a rollback may be requested, and what it would do; null if there is no session.
   *
   * @throws `invalid_input` for a session that is not reversible.
   */
  rollback(id: string, options?: AskOptions): Promise<reversible.Eligibility | null>;

  /**
   * The approvals as rows to show; null if they are not known, or there is no session.
   *
   * @throws `invalid_input` for a session that is not reversible.
   */
  approvals(id: string): Promise<reversible.Row[] | null>;

  /** What happened to the session, the oldest first; empty if there is none. */
  history<Name extends LifecycleName = LifecycleName>(id: string): Promise<Entry<Name>[]>;

  /**
   * The session as it was after the entry of that `seq`, beyond the last one as it is; null before the first one, and if
   * there is no session.
   */
  at<Name extends LifecycleName = LifecycleName>(id: string, seq: number): Promise<Session<Name> | null>;

  /**
   * Replaces the history of a session by one snapshot. What was remembered of a `commandId` is gone with it. Nothing happens
   * if there is no session.
   */
  compact(id: string): Promise<void>;

  /** The rows that a query means, in its order; all of them without one. */
  list(query?: Query): Promise<Row[]>;

  /** How many sessions there are of each kind. */
  counts(): Promise<Counts>;

  /**
   * What a host still has to carry out, of all `local` sessions that have something: for a start after a crash. In place of
   * `events` there is the `error` for a session that cannot be read.
   */
  outstanding(): Promise<Outstanding[]>;

  /**
   * Tells of a session, or of what a query lists: first as it is, then whenever it has changed, in whatever tab, once that
   * is durable. Changes may be told together; an older revision is never told after a newer one. What a listener throws
   * is uncaught, as of any other listener, and hurts no other. Of a session that cannot be read the `error` is told.
   *
   * @returns Ends it.
   */
  subscribe<Name extends LifecycleName = LifecycleName>(
    id: string,
    listener: (shown: Shown<Name> | null | Unreadable | Closed) => void,
  ): () => void;
  subscribe(query: Query, listener: (rows: readonly Row[] | Closed) => void): () => void;

  /**
   * What the subscribers of a session, or of a query, were told last: the same reference until it changes, and still the
   * same after they were told that the store is closed. Undefined before that, and without subscribers.
   */
  snapshot<Name extends LifecycleName = LifecycleName>(id: string): Shown<Name> | null | Unreadable | undefined;
  snapshot(query: Query): readonly Row[] | undefined;

  /**
   * Removes a session with all that is known of it but its id, for good. Its server's snapshots are turned away from then on,
   * a `create` and a backup are not. Nothing happens if there is none.
   */
  remove(id: string): Promise<void>;

  /**
   * Removes all sessions, each as {@link Store.remove} does, so that what servers say of them is turned away. To start over,
   * close the store and delete its database.
   */
  clear(): Promise<void>;

  /** All sessions with their histories: NDJSON, a line for each, which is consistent in itself. */
  exportAll(): Promise<Global<"Blob">>;

  /**
   * Takes in what {@link Store.exportAll} gave. All of it is verified before anything is written, then it is written in
   * batches of whole sessions. A session that is here already only gets the entries that it lacks; one that is here with
   * another history stays as it is, and is among the `conflicts`.
   *
   * @throws `corrupt_record` for a line that is none, or whose history does not give its session; `invalid_input` and
   * `unknown_schema` for a session that is none. The error's `path` begins with the line, as in `line 7`.
   */
  importAll(blob: Global<"Blob">, options?: ImportAllOptions): Promise<AllImported>;

  /**
   * Asks the browser to keep what is stored when room is short, for which it may ask the user.
   *
   * @returns Whether it will.
   */
  persist(): Promise<boolean>;

  /** Closes the store in this tab, which its subscribers are told. */
  close(): void;
}

/** What belongs to each lifecycle. */
export interface Types {
  reversible: {
    Session: reversible.Session;
    Command: reversible.Command;
    Event: reversible.Event;
    View: reversible.View;
    DenialCode: reversible.DenialCode;
    NoopCode: reversible.NoopCode;
  };
  interactive: {
    Session: interactive.Session;
    Command: interactive.Command;
    Event: interactive.Event;
    View: interactive.View;
    DenialCode: interactive.DenialCode;
    NoopCode: interactive.NoopCode;
  };
  delegated: {
    Session: delegated.Session;
    Command: delegated.Command | DelegatedCreate;
    Event: delegated.Event;
    View: delegated.View;
    DenialCode: delegated.DenialCode;
    NoopCode: delegated.NoopCode;
  };
}

/** Creates a delegated session whose parent is stored here. */
export type DelegatedCreate = Omit<delegated.Create, "parentUid" | "parent"> & {
  /** The session that delegates. */
  readonly parentUid: string;
  /** It, where the store does not hold it. */
  readonly parent?: delegated.Session | null | undefined;
};

/** A session of the lifecycle, or of any, told apart by `lifecycle`. */
export type Session<Name extends LifecycleName = LifecycleName> = Types[Name]["Session"];

/** What may be asked of the lifecycle's sessions, told apart by `type`. */
export type Command<Name extends LifecycleName = LifecycleName> = Types[Name]["Command"];

/** What happened to one of the lifecycle's sessions, told apart by `type`. */
export type Event<Name extends LifecycleName = LifecycleName> = Types[Name]["Event"];

/** Everything derived from one of the lifecycle's sessions. */
export type View<Name extends LifecycleName = LifecycleName> = Types[Name]["View"];

/** A command that somebody could think of, with its verdict now. */
export type OfferOf<Name extends LifecycleName = LifecycleName> = {
  [Each in Name]: Offer<Exclude<Command<Each>, DelegatedCreate>, Types[Each]["DenialCode"], Types[Each]["NoopCode"]>;
}[Name];

/** Who asks. */
export interface AskOptions {
  /** That of the store unless told. */
  readonly caller?: Caller | null | undefined;
}

/** What a command may come with. */
export interface DispatchOptions extends AskOptions {
  /** The stored session's revision that was looked at, 0 before there is one: at any other the command is denied. */
  readonly expectedRevision?: number | undefined;
  /**
   * The command's own id within the session. Given again with the same content the command does nothing, and has the answer
   * that it had, whoever asks; with another content it is denied. A denial is not remembered, nor is anything of a session
   * that was removed. What a server's snapshot replaced keeps its answer.
   */
  readonly commandId?: string | undefined;
  /** What lists call the session from now on. */
  readonly label?: string | null | undefined;
}

/** The engine's answer to a command, or one of the store's own denials. Told apart by `outcome`. */
export type Decision<Name extends LifecycleName = LifecycleName> = {
  [Each in Name]:
    | Stored<Each>
    | Noop<Session<Each>, Types[Each]["NoopCode"]>
    /** `id_conflict`: the command's id was given with another content. */
    | Denied<Types[Each]["DenialCode"] | "id_conflict">
    | RevisionConflict;
}[Name];

/** The command is allowed, and what follows is stored. */
export interface Stored<Name extends LifecycleName> extends Allowed<Session<Name>, Event<Name>> {
  /** The ids of the descendants that were revoked with the session, deepest first; absent if there was none. */
  cascaded?: string[];
}

/** The session is not at the revision that was expected. */
export interface RevisionConflict extends Denied<"revision_conflict"> {
  /** At which it is; 0 if there is none. */
  revision: number;
}

/** What a server says of a session beside it. */
export interface PutOptions {
  /**
   * An integer from 0 that grows whenever the session changes: the same or an older one does nothing. Null if the server
   * has none: then an equal session does nothing and stays whose it was, and any other is newer.
   */
  readonly version: number | null;
  /** Whether the session becomes the store's own; not, unless told. */
  readonly local?: boolean | undefined;
  /** What lists call it; as before unless told. */
  readonly label?: string | null | undefined;
}

/** What became of a snapshot, told apart by `outcome`. */
export type PutAnswer<Name extends LifecycleName = LifecycleName> =
  | {
      outcome: "stored";
      /** As it is stored, with a revision of its own. */
      session: Session<Name>;
      warnings: Warning[];
    }
  | {
      outcome: "noop";
      code: "older_version";
      /** The code as a sentence for people. */
      message: string;
      /** As it was, and is. */
      session: Session<Name>;
    }
  | {
      outcome: "noop";
      /** The session was removed here. */
      code: "removed";
      /** The code as a sentence for people. */
      message: string;
      session: null;
    };

/** How a payload is read. */
export interface ImportOptions {
  /** Recognised by the payload unless told. */
  readonly lifecycle?: LifecycleName | null | undefined;
  /** What the vendor keeps beside it, as `fromApi` takes it. */
  readonly more?: unknown;
}

/** What became of a vendor's session. */
export interface ImportAnswer {
  id: string;
  outcome: "stored" | "noop";
  /** Why nothing was stored; absent if it was. */
  code?: "older_version" | "removed";
  /** The code as a sentence for people; absent without one. */
  message?: string;
  /** What the payload left open, and what of the store's own it replaced. */
  warnings: Warning[];
}

/** Who owns a session: this store, or a server. */
export type Origin = "local" | "remote";

/** What lists show of a session. A value that may be shared: it is replaced when it changes. */
export interface Row {
  readonly id: string;
  readonly lifecycle: LifecycleName;
  /** The one word to show. */
  readonly display: View["display"];
  readonly attention: Attention;
  /** Where a decline goes; null unless the session has declined, or is about to. */
  readonly disposition: delegated.Disposition | null;
  /** How many approvals are open, and how many clearances are not confirmed; of a delegated session none ever is. */
  readonly waiting: number;
  /** How many instructions its host still has to carry out. */
  readonly outstanding: number;
  /** The session that delegated it. */
  readonly parent: string | null;
  /** When time alone next gives a command something to do, in ms since the epoch; null: never. */
  readonly deadline: number | null;
  /** When time alone next changes the row, in ms since the epoch; null: never. */
  readonly changesAt: number | null;
  /** When something last happened here, in ms since the epoch. */
  readonly updated: number;
  /** As given, else what a payload calls it, the agent, agent and task, or the id. */
  readonly label: string;
  readonly origin: Origin;
  /** Something was decided here since its server's last snapshot. */
  readonly unconfirmed: boolean;
  /** The session's. */
  readonly revision: number;
  /** That of its last {@link Entry}. */
  readonly position: number;
  /** Which rules derived it. */
  readonly rulesHash: string;
}

/** A key of a {@link Row} that lists may be sorted by. */
export type SortKey = Exclude<keyof Row, "disposition" | "parent" | "rulesHash">;

/** Which rows, and in which order. A list means any of its values, and what is absent all. */
export interface Query {
  readonly lifecycle?: OneOf<LifecycleName> | undefined;
  readonly display?: OneOf<View["display"]> | undefined;
  readonly attention?: OneOf<Attention> | undefined;
  /** Whether something waits for a person, or for a host after one. */
  readonly waiting?: boolean | undefined;
  /** The session that delegated them; null: none. */
  readonly parent?: OneOf<string | null> | undefined;
  /** What id or label contain, in whatever case. */
  readonly text?: string | undefined;
  /** Upwards, or behind a `-` downwards, texts by their code units, and those without a value last; `-position`, what changed last, unless told. */
  readonly order?: SortKey | `-${SortKey}` | undefined;
  /** The id of the row behind which to begin; one that is not among them begins anew. */
  readonly after?: string | undefined;
  /** How many at most; all unless told. */
  readonly limit?: number | undefined;
}

type OneOf<Value> = Value | readonly Value[];

/** How many sessions there are. A kind without any is absent. */
export interface Counts {
  all: number;
  /** Those where something waits. */
  waiting: number;
  lifecycle: { [name in LifecycleName]?: number };
  display: { [display in View["display"]]?: number };
  attention: { [attention in Attention]?: number };
}

/** What happened to a session, told apart by `kind`. */
export type Entry<Name extends LifecycleName = LifecycleName> = {
  [Each in Name]: CommandEntry<Each> | SnapshotEntry<Each>;
}[Name];

/** What every entry has. */
export interface EntryBase {
  /** The session's. */
  readonly id: string;
  /** 1, 2, 3 and so on within the session. */
  readonly seq: number;
  /** Growing within the database. */
  readonly position: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Which rules were in force. */
  readonly rulesHash: string;
}

/** A command that was allowed, or was a noop with an id. */
export type CommandEntry<Name extends LifecycleName = LifecycleName> = EntryBase & {
  readonly kind: "command";
  /** Who asked; absent if nobody said. */
  readonly caller?: Caller | null | undefined;
  readonly command: Command<Name>;
  readonly commandId?: string | undefined;
  /** The id of the rule that fired. */
  readonly rule: string;
  /** What happened, in order. */
  readonly events: readonly Event<Name>[];
  readonly warnings: readonly Warning[];
} & (
    | { readonly outcome: "allowed" }
    | {
        readonly outcome: "noop";
        readonly code: Types[Name]["NoopCode"];
        /** The code as a sentence for people. */
        readonly message: string;
      }
  ) &
  (Name extends "delegated"
    ? {
        /** The ids of the descendants that were revoked with it; absent if there was none. */
        readonly cascaded?: readonly string[];
      }
    : unknown);

/** The session as its server had it, or as it was when its history was compacted. What follows starts from it. */
export interface SnapshotEntry<Name extends LifecycleName = LifecycleName> extends EntryBase {
  readonly kind: "snapshot";
  readonly session: Session<Name>;
  /** Its server's; null if there was none. */
  readonly version: number | null;
  /** What it replaced. */
  readonly warnings: readonly Warning[];
}

/** What a host still has to carry out of one session. */
export type Outstanding =
  | {
      id: string;
      /** The instructions, oldest first. */
      events: Event[];
    }
  | { id: string; error: CountersignError };

/** What a subscriber of a session is told. */
export interface Shown<Name extends LifecycleName = LifecycleName> {
  readonly session: Session<Name>;
  /** As of when it was told. */
  readonly view: View<Name>;
  readonly origin: Origin;
  /** Something was decided here since its server's last snapshot. */
  readonly unconfirmed: boolean;
}

/** In place of a session that cannot be read. */
export interface Unreadable {
  /** What is wrong with it. */
  readonly error: CountersignError;
}

/** The last that a subscriber is told. Open the store again. */
export interface Closed {
  /**
   * `close`: by {@link Store.close}; `versionchange`: another tab deletes the database, or wants it in a later version;
   * `terminated`: the browser closed it.
   */
  readonly closed: "close" | "versionchange" | "terminated";
}

/** What became of an import. */
export interface AllImported {
  /** How many there were. */
  sessions: number;
  /** The ids of those that are here with another history. */
  conflicts: string[];
}

/** How an import goes on. */
export interface ImportAllOptions {
  /** Told after each session that is verified, and after each batch that is written. */
  readonly onProgress?: ((progress: { verified: number; written: number }) => void) | undefined;
}

/** An interface of the host, where the environment's types know it. */
type Global<Name extends string> = typeof globalThis extends { [name in Name]: { prototype: infer Type } }
  ? Type
  : never;
