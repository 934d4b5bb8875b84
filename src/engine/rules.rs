//! The rows of a table, and what they are made of.

use super::{Context, Lifecycle, Unmet, Warning};
use crate::json::ClosedSet;

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

/// One condition, with the code of the refusal.
pub struct Guard<L: Lifecycle> {
    /// The guard's name, kebab-case.
    pub name: &'static str,
    /// The code of the denial when it is not met.
    pub code: &'static str,
    /// Completes "this requires that …".
    pub phrase: &'static str,
    /// How it is judged.
    pub check: Check<L>,
    /// Which inputs of the command it speaks of when it is not met; none: of the command as a whole.
    pub inputs: fn(&Case<'_, L>) -> Vec<i64>,
}

/// How a guard is judged.
pub enum Check<L: Lifecycle> {
    /// The session's status is in the row's `from` column.
    From,
    /// The session's status is one of these.
    Status(&'static [L::Status]),
    /// The status of what the command is about is in the row's `target` column; with what was found when it is not.
    Target(fn(&Case<'_, L>) -> String),
    /// The status of what the command is about is one of these; with what was found when it is not.
    TargetIn(&'static [L::Target], fn(&Case<'_, L>) -> String),
    /// A fact about session, command and context, with what was found when it does not hold.
    Fact(fn(&Case<'_, L>) -> bool, fn(&Case<'_, L>) -> String),
    /// A fact about each input of the command: those of which it does not hold, each with what was found.
    Inputs(fn(&Case<'_, L>) -> Vec<(i64, String)>),
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

impl<L: Lifecycle> Guard<L> {
    /// The status is in the row's `from` column.
    pub const fn from(name: &'static str, code: &'static str, phrase: &'static str) -> Self {
        Self::new(name, code, phrase, Check::From)
    }

    /// The status is one of these.
    pub const fn status(name: &'static str, code: &'static str, phrase: &'static str, statuses: &'static [L::Status]) -> Self {
        Self::new(name, code, phrase, Check::Status(statuses))
    }

    /// The status of what the command is about is in the row's `target` column.
    pub const fn target(name: &'static str, code: &'static str, phrase: &'static str, found: fn(&Case<'_, L>) -> String) -> Self {
        Self::new(name, code, phrase, Check::Target(found))
    }

    /// The status of what the command is about is one of these.
    pub const fn target_in(
        name: &'static str,
        code: &'static str,
        phrase: &'static str,
        statuses: &'static [L::Target],
        found: fn(&Case<'_, L>) -> String,
    ) -> Self {
        Self::new(name, code, phrase, Check::TargetIn(statuses, found))
    }

    /// A fact; `found` says what is the case when it does not hold, or nothing.
    pub const fn fact(
        name: &'static str,
        code: &'static str,
        phrase: &'static str,
        holds: fn(&Case<'_, L>) -> bool,
        found: fn(&Case<'_, L>) -> String,
    ) -> Self {
        Self::new(name, code, phrase, Check::Fact(holds, found))
    }

    /// A fact about each input; `unmet` lists those of which it does not hold, each with what is the case, or nothing.
    pub const fn inputs(name: &'static str, code: &'static str, phrase: &'static str, unmet: fn(&Case<'_, L>) -> Vec<(i64, String)>) -> Self {
        Self::new(name, code, phrase, Check::Inputs(unmet))
    }

    /// The guard, which speaks of these inputs when it is not met.
    pub const fn about(mut self, inputs: fn(&Case<'_, L>) -> Vec<i64>) -> Self {
        self.inputs = inputs;
        self
    }

    const fn new(name: &'static str, code: &'static str, phrase: &'static str, check: Check<L>) -> Self {
        Guard { name, code, phrase, check, inputs: |_| Vec::new() }
    }

    pub(super) fn holds(&self, rule: &Rule<L>, case: &Case<'_, L>) -> bool {
        match self.check {
            Check::From => rule.starts_at(case),
            Check::Status(statuses) => !case.exists || statuses.contains(&L::status(case.session)),
            // What the session does not hold is another guard's to say.
            Check::Target(_) => case.target().is_none_or(|target| rule.starts_on(target)),
            Check::TargetIn(statuses, _) => case.target().is_none_or(|target| statuses.contains(&target)),
            Check::Fact(holds, _) => holds(case),
            Check::Inputs(unmet) => unmet(case).is_empty(),
        }
    }

    /// Whether it is a status that this guard looks at, of the session or of what the command is about.
    pub fn is_about_status(&self) -> bool {
        !matches!(self.check, Check::Fact(..) | Check::Inputs(_))
    }

    /// Whether it is the status of what the command is about that this guard looks at.
    pub fn is_about_target(&self) -> bool {
        matches!(self.check, Check::Target(_) | Check::TargetIn(..))
    }

    /// Adds how it is not met: once for each input that it speaks of, or once for the command as a whole.
    pub(super) fn unmet(&self, case: &Case<'_, L>, unmet: &mut Vec<Unmet>) {
        let mut add = |found: &str, input| unmet.push(told(self.name, self.code, self.phrase, found, input));
        let found = match self.check {
            Check::Inputs(found) => return found(case).iter().for_each(|(input, found)| add(found, Some(*input))),
            Check::Fact(_, found) | Check::Target(found) | Check::TargetIn(_, found) => found(case),
            Check::From | Check::Status(_) => {
                // Where two fields make the status, it is the value of neither.
                let (its, status) = if L::PROJECTION.is_some() { ("the ", "session") } else { ("its ", L::STATUS) };
                [its, status, " is `", L::status(case.session).name(), "`"].concat()
            }
        };
        let inputs = (self.inputs)(case);
        if inputs.is_empty() {
            add(&found, None);
        }
        inputs.into_iter().for_each(|input| add(&found, Some(input)));
    }
}

fn told(guard: &'static str, code: &'static str, phrase: &str, found: &str, input: Option<i64>) -> Unmet {
    Unmet { guard, code, message: with_found(&["this requires that ", phrase].concat(), found), input }
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
