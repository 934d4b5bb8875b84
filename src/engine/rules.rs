//! The rows of a table, and what they are made of.

use super::{Context, Guard, Lifecycle, Warning};

/// A row of the table.
pub struct Rule<L: Lifecycle> {
    /// The rule's name, kebab-case.
    pub id: &'static str,
    /// The command that it answers.
    pub command: &'static str,
    /// Which branch of the command this is; a branch that is not meant is never reported as unmet.
    pub when: &'static [&'static When<L>],
    /// The statuses in which it starts; empty: before there is a session.
    pub from: &'static [L::Status],
    /// The statuses in which it may end; empty: the status stays.
    pub to: &'static [L::Status],
    /// Whether the status may also stay as it is, although there is a `to`.
    pub stays: bool,
    /// The statuses of what the command is about in which it starts; empty: it does not ask.
    pub target: &'static [L::Target],
    /// What it requires, in the order in which the specification judges.
    pub guards: &'static [&'static Guard<L>],
    /// What follows.
    pub then: Then<L>,
    /// The statuses from which the diagram has its arrows.
    pub drawn: &'static [L::Status],
}

/// What tells the branches of a command apart.
pub struct When<L: Lifecycle> {
    /// Completes "when …".
    pub phrase: &'static str,
    /// Whether this is the branch.
    pub holds: fn(&Case<'_, L>) -> bool,
}

/// What follows when a row fires.
pub enum Then<L: Lifecycle> {
    /// These events.
    Emit(fn(&Case<'_, L>, &mut Effects<L>)),
    /// Nothing: it has happened already.
    Nothing(&'static Repeat<L>),
}

/// Why nothing is to be done.
pub struct Repeat<L: Lifecycle> {
    /// The code of the noop.
    pub code: &'static str,
    /// The sentence that goes with it.
    pub message: &'static str,
    /// What is the case, or nothing.
    pub found: fn(&Case<'_, L>) -> String,
}

/// What a guard may look at.
pub struct Case<'a, L: Lifecycle> {
    /// The session, or [`Lifecycle::NO_SESSION`].
    pub session: &'a L::Session,
    /// Its index.
    pub index: &'a L::Index,
    /// Whether there is a session.
    pub exists: bool,
    /// What is asked.
    pub command: &'a L::Command,
    /// When, and by whom.
    pub context: &'a Context,
}

impl<L: Lifecycle> Case<'_, L> {
    /// The status of what the command is about, if the session holds it.
    pub fn target(&self) -> Option<L::Target> {
        L::target(self.session, self.index, L::command_name(self.command), L::target_id(self.command)?)
    }
}

/// What a rule brings about.
pub struct Effects<L: Lifecycle> {
    /// The events, in order.
    pub events: Vec<L::Event>,
    /// What the one who asked should know.
    pub warnings: Vec<Warning>,
}

impl<L: Lifecycle> Effects<L> {
    /// Tells the one who asked something about the command as a whole.
    pub fn warn(&mut self, code: &'static str, message: &str) {
        self.warnings.push(Warning::new(code, message));
    }
}

/// Of a guard or repeat of which nothing more is to be said.
pub fn nothing<L: Lifecycle>(_: &Case<'_, L>) -> String {
    String::new()
}

/// A sentence, and what was found.
pub(super) fn with_found(sentence: &str, found: &str) -> String {
    if found.is_empty() { sentence.to_owned() } else { [sentence, "; ", found].concat() }
}

impl<L: Lifecycle> Repeat<L> {
    /// A repeat of which there is nothing more to say.
    pub const fn new(code: &'static str, message: &'static str) -> Self {
        Repeat { code, message, found: nothing }
    }

    pub(super) fn told(&self, case: &Case<'_, L>) -> String {
        with_found(self.message, &(self.found)(case))
    }
}

impl<L: Lifecycle> Rule<L> {
    /// A row that brings something about.
    pub const fn new(
        id: &'static str,
        command: &'static str,
        when: &'static [&'static When<L>],
        from: &'static [L::Status],
        to: &'static [L::Status],
        guards: &'static [&'static Guard<L>],
        then: fn(&Case<'_, L>, &mut Effects<L>),
    ) -> Self {
        Rule { id, command, when, from, to, stays: to.is_empty(), target: &[], guards, then: Then::Emit(then), drawn: from }
    }

    /// A row for what has happened already.
    pub const fn noop(
        id: &'static str,
        command: &'static str,
        when: &'static [&'static When<L>],
        from: &'static [L::Status],
        repeat: &'static Repeat<L>,
    ) -> Self {
        Rule { id, command, when, from, to: &[], stays: true, target: &[], guards: &[], then: Then::Nothing(repeat), drawn: &[] }
    }

    /// The row, with arrows in the diagram from these statuses only: from others it leads nowhere else.
    pub const fn drawn_from(mut self, statuses: &'static [L::Status]) -> Self {
        self.drawn = statuses;
        self
    }

    /// The row, for what the command is about in one of these statuses.
    pub const fn on(mut self, target: &'static [L::Target]) -> Self {
        self.target = target;
        self
    }

    /// The row, after which the status may also be what it was.
    pub const fn or_stays(mut self) -> Self {
        self.stays = true;
        self
    }

    /// Whether the row allows something, rather than recognising a repeat.
    pub fn allows(&self) -> bool {
        matches!(self.then, Then::Emit(_))
    }

    /// Whether the row starts in this status.
    pub fn starts_in(&self, status: L::Status) -> bool {
        self.from.contains(&status)
    }

    /// Whether the row starts on something in this status.
    pub fn starts_on(&self, target: L::Target) -> bool {
        self.target.contains(&target)
    }

    pub(super) fn starts_at(&self, case: &Case<'_, L>) -> bool {
        if case.exists { self.starts_in(L::status(case.session)) } else { self.from.is_empty() }
    }

    pub(super) fn is_meant(&self, case: &Case<'_, L>) -> bool {
        self.when.iter().all(|when| (when.holds)(case))
    }

    /// How many leading guards are met.
    pub(super) fn met(&self, case: &Case<'_, L>) -> usize {
        self.guards.iter().take_while(|guard| guard.holds(self, case)).count()
    }
}
