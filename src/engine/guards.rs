//! What a row requires, and how it says what is not met.

use super::rules::with_found;
use super::{Case, Lifecycle, Rule, Unmet};
use crate::json::ClosedSet;

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
