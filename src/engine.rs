//! Rules are data: what a [`Lifecycle`] is, how its rules judge a command, and how a refusal explains itself.
//!
//! A lifecycle is a table of [`Rule`]s and an `apply`. [`decide`] finds the row that a command fires, or works
//! out from the same rows why none does; it changes nothing. [`Lifecycle::apply`] does what an event says and never refuses.

mod answers;
mod ids;
mod rules;
mod table;

pub use answers::{Decision, Denial, Offer, Unmet, Variant, Warning};
pub use ids::{Identified, Ids};
pub use rules::{Case, Check, Effects, Guard, Repeat, Rule, Then, When};
pub use table::{Row, Table, TargetNames};

use crate::Error;
use crate::json::{ClosedSet, LARGEST_INTEGER, Node, Object, ToJson, closed_set};
use answers::{denial, no_rule, no_session};

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
    /// The session's field that holds its status, which is also the word for it: `phase`, `status`.
    const STATUS: &'static str;
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
    fn view(session: &Self::Session, context: &Context) -> Self::View;
    /// The commands that a person or a runtime would think of, filled in so that they would be allowed if anything is.
    fn variants(session: &Self::Session) -> Vec<Variant<Self::Command>>;
    /// The instructions that a restarted host still has to carry out.
    fn outstanding(session: &Self::Session) -> Vec<Self::Event>;
    /// When time alone next gives a command something to do, in milliseconds since the epoch.
    fn deadline(session: &Self::Session) -> Option<i64>;

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
    /// Reads a vendor's payload.
    fn import(node: &Node<'_>, more: &Node<'_>) -> (Self::Session, Vec<Warning>);
}

/// Where the targets of a command are, and what the `target` column of its rules speaks of.
pub struct Targets<L: Lifecycle> {
    /// The command.
    pub command: &'static str,
    /// The session's field that lists them.
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

/// A session, and beside it its index.
#[derive(Debug, Clone)]
pub struct Indexed<L: Lifecycle> {
    session: L::Session,
    index: L::Index,
}

impl<L: Lifecycle> Indexed<L> {
    /// With its index.
    pub fn new(session: L::Session) -> Self {
        Indexed { index: L::index(&session), session }
    }

    /// With the index that was kept.
    pub fn with(session: L::Session, index: L::Index) -> Self {
        Indexed { session, index }
    }

    /// The session.
    pub fn session(&self) -> &L::Session {
        &self.session
    }

    /// The index.
    pub fn index(&self) -> &L::Index {
        &self.index
    }

    /// Does what the event says, and whether it fits: one that does not leaves the session as it is.
    pub fn apply(&mut self, event: &L::Event) -> bool {
        let fits = L::change(&mut self.session, &mut self.index, event);
        if fits {
            let revision = L::revision(&mut self.session);
            *revision = revision.saturating_add(1).min(LARGEST_INTEGER);
        }
        fits
    }

    /// Judges a command, as [`decide`] does.
    pub fn decide(&self, command: &L::Command, context: &Context) -> Result<Decision<L::Event>, Denial> {
        let case = self.case(command, context);
        judge(&case).map(|rule| perform(rule, &case))
    }

    /// Whether the command is allowed, or has happened already: the answer without what follows from it.
    pub fn permits(&self, command: &L::Command, context: &Context) -> bool {
        matches!(fires(&self.case(command, context)), Fires::Row(_))
    }

    fn case<'a>(&'a self, command: &'a L::Command, context: &'a Context) -> Case<'a, L> {
        Case { session: &self.session, index: &self.index, exists: true, command, context }
    }

    /// What could be done now, as [`offers`] has it.
    pub fn offers(&self, context: &Context) -> Vec<Offer<L::Command>> {
        offer::<L>(&self.session, &self.index, context)
    }
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

/// The rows of one command.
pub fn rules_of<L: Lifecycle>(command: &str) -> impl Iterator<Item = &'static Rule<L>> {
    L::RULES.iter().filter(move |rule| rule.command == command)
}

/// Judges a command: what would follow, or why not. Changes nothing.
///
/// ```
/// use countersign::delegated::{Command, Delegated, decide, replay};
/// use countersign::engine::Context;
///
/// let context = Context::default();
/// let denial = decide(None, &Command::Initialize, &context).unwrap_err();
/// assert_eq!(denial.code, "no_session");
/// ```
pub fn decide<L: Lifecycle>(session: Option<&L::Session>, command: &L::Command, context: &Context) -> Result<Decision<L::Event>, Denial> {
    let index = session.map(L::index).unwrap_or_default();
    let case = Case::<L> { session: session.unwrap_or(L::NO_SESSION), index: &index, exists: session.is_some(), command, context };
    judge(&case).map(|rule| perform(rule, &case))
}

/// The row that fires, or why none does.
fn judge<L: Lifecycle>(case: &Case<'_, L>) -> Result<&'static Rule<L>, Denial> {
    match fires(case) {
        Fires::Row(rule) => Ok(rule),
        Fires::NoSession => Err(no_session()),
        Fires::None(nearest) => Err(nearest.map_or_else(no_rule, |rule| denial(rule, case))),
    }
}

/// What fires: a row, or none, and then which came nearest.
enum Fires<L: Lifecycle> {
    Row(&'static Rule<L>),
    NoSession,
    None(Option<&'static Rule<L>>),
}

fn fires<L: Lifecycle>(case: &Case<'_, L>) -> Fires<L> {
    let name = L::command_name(case.command);
    if !case.exists && !rules_of::<L>(name).any(|rule| rule.from.is_empty()) {
        return Fires::NoSession;
    }
    let mut nearest: Option<(usize, &'static Rule<L>)> = None;
    for rule in rules_of::<L>(name).filter(|rule| rule.is_meant(case)) {
        if !rule.allows() {
            if rule.starts_at(case) {
                return Fires::Row(rule);
            }
            continue;
        }
        let met = rule.met(case);
        if met == rule.guards.len() {
            return Fires::Row(rule);
        }
        if nearest.is_none_or(|(most, _)| met > most) {
            nearest = Some((met, rule));
        }
    }
    Fires::None(nearest.map(|(_, rule)| rule))
}

/// What the row brings about.
fn perform<L: Lifecycle>(rule: &'static Rule<L>, case: &Case<'_, L>) -> Decision<L::Event> {
    match &rule.then {
        Then::Nothing(repeat) => Decision::Noop { rule: rule.id, code: repeat.code, message: repeat.told(case) },
        Then::Emit(emit) => {
            let mut effects = Effects { events: Vec::new(), warnings: Vec::new() };
            emit(case, &mut effects);
            Decision::Allowed { rule: rule.id, events: effects.events, warnings: effects.warnings }
        }
    }
}

/// Whether any rule of the command that allows something starts in the session's status, and in that of the target of that
/// id, if one is given and the command has targets.
pub fn can<L: Lifecycle>(session: &L::Session, command: &str, target: Option<&str>) -> bool {
    let target = target.filter(|_| L::TARGETS.iter().any(|targets| targets.command == command));
    let target = target.map(|id| L::target(session, &L::index(session), command, id));
    let starts =
        |rule: &Rule<L>| rule.starts_in(L::status(session)) && target.is_none_or(|target| target.is_some_and(|target| rule.starts_on(target)));
    rules_of::<L>(command).any(|rule| rule.allows() && starts(rule))
}

/// The session after the event; one that does not fit leaves it as it is.
pub fn apply<L: Lifecycle>(session: Option<L::Session>, event: &L::Event) -> Option<L::Session> {
    replay::<L>(std::slice::from_ref(event), session)
}

/// The session after the events.
pub fn replay<L: Lifecycle>(events: &[L::Event], session: Option<L::Session>) -> Option<L::Session> {
    let mut after = session.map(Indexed::<L>::new);
    for event in events {
        match &mut after {
            Some(after) => _ = after.apply(event),
            None => after = L::begin(event).map(Indexed::new),
        }
    }
    after.map(|after| after.session)
}

/// What could be done now, allowed or not, and why not.
pub fn offers<L: Lifecycle>(session: &L::Session, context: &Context) -> Vec<Offer<L::Command>> {
    offer::<L>(session, &L::index(session), context)
}

fn offer<L: Lifecycle>(session: &L::Session, index: &L::Index, context: &Context) -> Vec<Offer<L::Command>> {
    let offer = |Variant { command, needs }| {
        let case = Case::<L> { session, index, exists: true, command: &command, context };
        // What would follow is not asked for, and may be much.
        let (outcome, code, message) = match judge(&case).map(|rule| &rule.then) {
            Ok(Then::Emit(_)) => ("allowed", None, None),
            Ok(Then::Nothing(repeat)) => ("noop", Some(repeat.code), Some(repeat.told(&case))),
            Err(denial) => ("denied", Some(denial.code), Some(denial.message)),
        };
        let name = L::command_name(&command);
        let by = L::COMMANDS.iter().find(|(command, _)| *command == name).map_or(By::Client, |(_, by)| *by);
        Offer { command, needs, outcome, code, message, by }
    };
    L::variants(session).into_iter().map(offer).collect()
}

/// The version of the sessions' form.
pub const SCHEMA: i64 = 1;

/// Reads a session; its schema before anything else.
pub fn read_session<L: Lifecycle>(node: &Node<'_>) -> L::Session {
    check_header(node, L::NAME, L::is_payload);
    L::read_session(node)
}

fn check_header(node: &Node<'_>, name: &'static str, is_payload: fn(&Node<'_>) -> bool) {
    node.object();
    let schema = node.field("schema");
    if schema.is_absent() && is_payload(node) {
        node.refuse::<()>("a session, and not a vendor's payload, which `fromApi` reads");
    }
    if schema.integer() != SCHEMA {
        node.complain(Error { code: "unknown_schema", ..schema.not(&SCHEMA.to_string()) });
    }
    place(&node.field("lifecycle"), &[name], "invalid_input");
}

/// Reads a command; none of a name that is not the lifecycle's.
pub fn read_command<L: Lifecycle>(node: &Node<'_>) -> Option<L::Command> {
    node.object();
    let place = place(&node.field("type"), &L::COMMANDS.iter().map(|(name, _)| *name).collect::<Vec<_>>(), "unknown_command");
    L::COMMANDS.get(place?).map(|(name, _)| L::read_command(name, node))
}

/// Reads an event; none of a name that is not the lifecycle's.
pub fn read_event<L: Lifecycle>(node: &Node<'_>) -> Option<L::Event> {
    node.object();
    L::EVENTS.get(place(&node.field("type"), L::EVENTS, "unknown_event")?).map(|name| L::read_event(name, node))
}

/// Which of the names this is.
fn place(node: &Node<'_>, names: &[&str], code: &'static str) -> Option<usize> {
    let place = names.iter().position(|name| node.reads(name));
    if !node.is_string() {
        node.refuse::<()>("a string");
    } else if place.is_none() {
        node.complain(Error { code, ..node.none_of(names) });
    }
    place
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
