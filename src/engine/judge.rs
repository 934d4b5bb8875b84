//! How the rules judge a command, and how events advance a session.

use super::answers::{denial, no_rule, no_session};
use super::{By, Case, Context, Decision, Denial, Effects, Lifecycle, Offer, Rule, Then, Variant, Verdict};
use crate::gather::Gather;
use crate::json::LARGEST_INTEGER;

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
/// assert_eq!(denial.to_string(), "this requires that the session exists");
/// ```
pub fn decide<L: Lifecycle>(session: Option<&L::Session>, command: &L::Command, context: &Context) -> Result<Decision<L::Event>, Denial> {
    let index = session.map(L::index).unwrap_or_default();
    let case = Case::<L> { session: session.unwrap_or(L::NO_SESSION), index: &index, exists: session.is_some(), command, context };
    judge(&case).map(|rule| perform(rule, &case))
}

/// Judges a command, as [`decide`] does.
pub fn decide_on<L: Lifecycle>(session: Option<&Indexed<L>>, command: &L::Command, context: &Context) -> Result<Decision<L::Event>, Denial> {
    session.map_or_else(|| decide::<L>(None, command, context), |session| session.decide(command, context))
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
    events.iter().for_each(|event| go_on(&mut after, event));
    after.map(|after| after.session)
}

/// Goes on by an event, from a session or from before there is one.
pub fn go_on<L: Lifecycle>(session: &mut Option<Indexed<L>>, event: &L::Event) {
    match session {
        Some(session) => _ = session.apply(event),
        None => *session = L::begin(event).map(Indexed::new),
    }
}

/// Everything derived from the session at the time of the context.
pub fn view<L: Lifecycle>(session: &L::Session, context: &Context) -> L::View {
    L::view(session, &L::index(session), context)
}

/// What could be done now, allowed or not, and why not.
pub fn offers<L: Lifecycle>(session: &L::Session, context: &Context) -> Vec<Offer<L::Command>> {
    offer::<L>(session, &L::index(session), context)
}

fn offer<L: Lifecycle>(session: &L::Session, index: &L::Index, context: &Context) -> Vec<Offer<L::Command>> {
    let offer = |Variant { command, needs }| {
        let Verdict { outcome, code, message } = verdict::<L>(session, index, &command, context);
        let name = L::command_name(&command);
        let by = L::COMMANDS.iter().find(|(command, _)| *command == name).map_or(By::Client, |(_, by)| *by);
        Offer { command, needs, outcome, code, message, by }
    };
    L::variants(session).into_iter().map(offer).gather()
}

/// What a command comes to, without what would follow, which is not asked for and may be much.
pub fn verdict<L: Lifecycle>(session: &L::Session, index: &L::Index, command: &L::Command, context: &Context) -> Verdict {
    let case = Case::<L> { session, index, exists: true, command, context };
    let (outcome, code, message) = match judge(&case).map(|rule| &rule.then) {
        Ok(Then::Emit(_)) => ("allowed", None, None),
        Ok(Then::Nothing(repeat)) => ("noop", Some(repeat.code), Some(repeat.told(&case))),
        Err(denial) => ("denied", Some(denial.code), Some(denial.message)),
    };
    Verdict { outcome, code, message }
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

    /// Everything derived from the session at the time of the context.
    pub fn view(&self, context: &Context) -> L::View {
        L::view(&self.session, &self.index, context)
    }

    /// What could be done now, as [`offers`] has it.
    pub fn offers(&self, context: &Context) -> Vec<Offer<L::Command>> {
        offer::<L>(&self.session, &self.index, context)
    }
}
