//! Rules are data: what a [`Lifecycle`] is, how its rules judge a command, and how a refusal explains itself.
//!
//! A lifecycle is a table of [`Rule`]s and an `apply`. [`decide`] finds the row that a command fires, or works
//! out from the same rows why none does; it changes nothing. [`apply`] does what an event says and never refuses.

mod answers;
mod functions;
mod guards;
mod ids;
mod judge;
mod read;
mod rules;
mod table;

pub use answers::{Decision, Denial, Offer, Unmet, Variant, Verdict, Warning};
pub(crate) use functions::functions;
pub use guards::{Check, Guard};
pub use judge::{Indexed, apply, can, decide, offers, replay, rules_of, verdict, view};
pub use read::{SCHEMA, read_command, read_event, read_session};
pub use rules::{Case, Effects, Repeat, Rule, Then, When};
pub use table::{ProjectionNames, Row, Table, TargetNames};

// What lifecycles are made with, and nobody else needs.
#[doc(hidden)]
pub use ids::{Identified, Ids};
#[doc(hidden)]
pub use judge::{decide_on, go_on};
#[doc(hidden)]
pub use read::{beside, import, payload};
#[doc(hidden)]
pub use rules::nothing;

use crate::json::{ClosedSet, Node, Object, ToJson, closed_set};

/// One of the published lifecycles: its nouns, its rules, and what is derived from a session.
pub trait Lifecycle: Sized + Sync + 'static {
    /// All of a session, as plain data.
    type Session: Clone + PartialEq + std::fmt::Debug + ToJson + Send + Sync;
    /// What may be asked; it may be refused.
    type Command: std::fmt::Debug;
    /// What happened; a fact.
    type Event: Clone + PartialEq + std::fmt::Debug + ToJson;
    /// The statuses that the `from` and `to` columns speak of.
    type Status: ClosedSet + std::fmt::Debug;
    /// The statuses of what a command is about, where that has one of its own.
    type Target: ClosedSet + std::fmt::Debug;
    /// What is kept beside an open session to find things in it, and built for one that is not.
    type Index: Default + Clone + std::fmt::Debug;
    /// Everything derived from a session.
    type View: ToJson;

    /// The lifecycle's name on the wire.
    const NAME: &'static str;
    /// The session's field that holds its status, which is also the word for it unless there is a projection: `phase`, `status`.
    const STATUS: &'static str;
    /// Where that field alone does not tell the status, the one that tells it with it.
    const PROJECTION: Option<Projection<Self>> = None;
    /// The commands by name, and who gives them.
    const COMMANDS: &'static [(&'static str, By)];
    /// The events by name.
    const EVENTS: &'static [&'static str];
    /// What is allowed, and what is a repeat: the first row that fires wins.
    const RULES: &'static [Rule<Self>];
    /// What stands in for the session before there is one, so that no guard needs to ask.
    const NO_SESSION: &'static Self::Session;
    /// The commands that are about something with a status of its own.
    const TARGETS: &'static [Targets<Self>] = &[];

    /// The session's status.
    fn status(session: &Self::Session) -> Self::Status;
    /// The command's name, one of [`Self::COMMANDS`].
    fn command_name(command: &Self::Command) -> &'static str;
    /// The id of what the command is about, if that has a status of its own.
    fn target_id(_command: &Self::Command) -> Option<&str> {
        None
    }
    /// The status of what a command of that name would be about; none if the session does not hold it.
    fn target(_session: &Self::Session, _index: &Self::Index, _command: &str, _id: &str) -> Option<Self::Target> {
        None
    }
    /// The index of a session.
    fn index(session: &Self::Session) -> Self::Index;
    /// The session that the event begins, if it is the first one of a session.
    fn begin(event: &Self::Event) -> Option<Self::Session>;
    /// Does what the event says, and keeps up the index; false, and nothing is changed, if the event does not fit.
    fn change(session: &mut Self::Session, index: &mut Self::Index, event: &Self::Event) -> bool;
    /// How many events have happened.
    fn revision(session: &mut Self::Session) -> &mut i64;
    /// Everything derived from the session at the time of the context.
    fn view(session: &Self::Session, index: &Self::Index, context: &Context) -> Self::View;
    /// The commands that a person or a runtime would think of, filled in so that they would be allowed if anything is.
    fn variants(session: &Self::Session) -> Vec<Variant<Self::Command>>;
    /// The instructions that a restarted host still has to carry out.
    fn outstanding(session: &Self::Session) -> Vec<Self::Event>;
    /// When time alone next gives a command something to do, in milliseconds since the epoch.
    fn deadline(_session: &Self::Session) -> Option<i64> {
        None
    }

    /// Reads a session whose header was checked.
    fn read_session(node: &Node<'_>) -> Self::Session;
    /// Reads the command of that name.
    fn read_command(name: &str, node: &Node<'_>) -> Self::Command;
    /// Reads the event of that name.
    fn read_event(name: &str, node: &Node<'_>) -> Self::Event;
    /// Writes the command's fields, save its name and those that are not given.
    fn write_command(command: &Self::Command, object: &mut Object<'_>);
    /// Whether the value looks like this lifecycle's vendor's payload.
    fn is_payload(node: &Node<'_>) -> bool;
    /// Reads a vendor's payload, and what is beside it: for it alone, or for the other payloads of a list as well.
    fn import(node: &Node<'_>, more: &Node<'_>, is_alone: bool) -> (Self::Session, Vec<Warning>);
}

/// Where the status of the rules is that of two fields of the session together.
pub struct Projection<L: Lifecycle> {
    /// The value of [`Lifecycle::STATUS`] with which the other field counts.
    pub stored: &'static str,
    /// The other field.
    pub field: &'static str,
    /// The status for each of its values; `null` for none.
    pub statuses: &'static [(&'static str, L::Status)],
    /// The status for any other value of either field.
    pub otherwise: L::Status,
}

/// Where the targets of a command are, and what the `target` column of its rules speaks of.
pub struct Targets<L: Lifecycle> {
    /// The command.
    pub command: &'static str,
    /// The session's field that lists them, or the path to it: `batch.calls`.
    pub list: &'static str,
    /// Their field that holds the id.
    pub id: &'static str,
    /// Their field that holds the status.
    pub status: &'static str,
    /// Their statuses.
    pub statuses: &'static [L::Target],
}

/// Of a lifecycle whose commands are about the session alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoTarget {
    /// There is none.
    None,
}

/// Who gives a command: a client of the session, or the runtime that hosts it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// A person, or what acts for one.
    Client,
    /// The runtime or host.
    Runtime,
}

/// Who asks. Absent is [`Caller::Agent`], the least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Caller {
    /// The agent itself.
    #[default]
    Agent,
    /// A person who operates the agents.
    Operator,
    /// The platform.
    System,
}

/// How a session concerns people, for all lifecycles alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attention {
    /// It went wrong.
    Failed,
    /// A person has to do something.
    NeedsHuman,
    /// It is at work.
    Working,
    /// It rests, and may go on.
    AtRest,
    /// What it did was undone.
    Undone,
    /// The agent refused, with a reason.
    Declined,
    /// It was stopped.
    Stopped,
    /// It is done.
    Done,
}

/// Time and caller, which are arguments: nothing in this crate reads a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Context {
    /// Milliseconds since the epoch, at most 8.64e15 on either side of it.
    pub now: i64,
    /// Who asks.
    pub caller: Caller,
}

closed_set!(Caller {
    Agent => "AGENT",
    Operator => "OPERATOR",
    System => "SYSTEM",
});

closed_set!(NoTarget {
    None => "",
});

closed_set!(Attention {
    Failed => "failed",
    NeedsHuman => "needs_human",
    Working => "working",
    AtRest => "at_rest",
    Undone => "undone",
    Declined => "declined",
    Stopped => "stopped",
    Done => "done",
});
