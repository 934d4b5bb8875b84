//! What the engine answers, and how it explains a refusal.

use super::{By, Case, Lifecycle, Rule, rules_of};
use crate::gather::Gather;
use crate::json::{ClosedSet, listed};

/// The answer to a command that is not refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision<E> {
    /// The command is allowed: these events follow.
    Allowed {
        /// The id of the row that fired.
        rule: &'static str,
        /// What happens.
        events: Vec<E>,
        /// What the one who asked should know.
        warnings: Vec<Warning>,
    },
    /// The command is allowed and there is nothing to do.
    Noop {
        /// The id of the row that fired.
        rule: &'static str,
        /// Which kind of repeat this is.
        code: &'static str,
        /// The same as a sentence, with what was found.
        message: String,
    },
}

/// A refusal that explains itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Denial {
    /// The code of the first unmet guard.
    pub code: &'static str,
    /// What would have to be true.
    pub message: String,
    /// The id of the nearest row.
    pub rule: Option<&'static str>,
    /// The guards of that row that are not met, in its order.
    pub unmet: Vec<Unmet>,
    /// The statuses from which the command's rules start, if it was the status that failed.
    pub possible_in: Vec<&'static str>,
}

impl std::fmt::Display for Denial {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Denial {}

/// A guard that is not met.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unmet {
    /// The guard's name.
    pub guard: &'static str,
    /// Its code.
    pub code: &'static str,
    /// What it requires, and what was found.
    pub message: String,
    /// The index of the input that it speaks of, where a command has several.
    pub input: Option<i64>,
}

/// Something that the one who asked should know, though it stands in nobody's way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// Which kind.
    pub code: &'static str,
    /// The same as a sentence.
    pub message: String,
    /// The index of the input that it speaks of, where a command has several.
    pub input: Option<i64>,
}

impl Warning {
    /// Of the command as a whole.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Warning { code, message: message.into(), input: None }
    }
}

/// A command as it could be given: what [`Lifecycle::variants`] lists.
#[derive(Debug, Clone, PartialEq)]
pub struct Variant<C> {
    /// The command; the fields named in `needs` hold a stand-in.
    pub command: C,
    /// The fields that are still to be filled in.
    pub needs: &'static [&'static str],
}

/// What a command comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// `allowed`, `noop` or `denied`.
    pub outcome: &'static str,
    /// The code of the noop or denial.
    pub code: Option<&'static str>,
    /// Its sentence.
    pub message: Option<String>,
}

/// A command with its verdict now.
#[derive(Debug, Clone, PartialEq)]
pub struct Offer<C> {
    /// The command; the fields named in `needs` hold a stand-in.
    pub command: C,
    /// The fields that are still to be filled in.
    pub needs: &'static [&'static str],
    /// `allowed`, `noop` or `denied`.
    pub outcome: &'static str,
    /// The code of the noop or denial.
    pub code: Option<&'static str>,
    /// Its sentence.
    pub message: Option<String>,
    /// Who would give it.
    pub by: By,
}

impl<C> Offer<C> {
    /// Whether some filling of what it needs is allowed.
    pub fn is_allowed(&self) -> bool {
        self.outcome == "allowed"
    }
}

/// The refusal of a command that needs a session where there is none.
pub(super) fn no_session() -> Denial {
    without_rule("no_session", "this requires that the session exists")
}

/// The refusal of a command that no row is meant for; a complete table has none.
pub(super) fn no_rule() -> Denial {
    without_rule("no_rule", "this requires that a rule is meant for the command")
}

fn without_rule(code: &'static str, message: &str) -> Denial {
    Denial { code, message: message.to_owned(), rule: None, unmet: Vec::new(), possible_in: Vec::new() }
}

/// The refusal as the nearest row explains it.
pub(super) fn denial<L: Lifecycle>(rule: &Rule<L>, case: &Case<'_, L>) -> Denial {
    let mut unmet = Vec::new();
    let mut possible_in = Vec::new();
    for guard in rule.guards.iter().filter(|guard| !guard.holds(rule, case)) {
        if unmet.is_empty() && guard.is_about_target() {
            possible_in = starts(case, |rule| rule.target);
        } else if unmet.is_empty() && guard.is_about_status() {
            possible_in = starts(case, |rule| rule.from);
        }
        guard.unmet(case, &mut unmet);
    }
    explained(rule.id, unmet, possible_in)
}

/// A refusal for what is not met, the first of which gives it its code.
fn explained(rule: &'static str, mut unmet: Vec<Unmet>, possible_in: Vec<&'static str>) -> Denial {
    if let (Some(first), false) = (unmet.first_mut(), possible_in.is_empty()) {
        first.message.push_str(", possible in ");
        first.message.push_str(&listed(possible_in.iter().copied()));
    }
    let (code, message) = unmet.first().map_or(("denied", String::new()), |first| (first.code, first.message.clone()));
    Denial { code, message, rule: Some(rule), unmet, possible_in }
}

/// The statuses of the session, or of what the command is about, in which its rules start, in the specification's order.
fn starts<L: Lifecycle, S: ClosedSet>(case: &Case<'_, L>, of: fn(&Rule<L>) -> &'static [S]) -> Vec<&'static str> {
    let mut starts = Vec::new();
    for rule in rules_of::<L>(L::command_name(case.command)).filter(|rule| rule.allows() && rule.is_meant(case)) {
        starts.extend_from_slice(of(rule));
    }
    S::ALL.iter().filter(|status| starts.contains(status)).map(|status| status.name()).gather()
}
