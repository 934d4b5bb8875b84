//! What contradicts itself in a session (section 1): reported, never refused.

use super::{Delegated, Outcome, Phase, Session};
use crate::engine::{Rule, rules_of};
use crate::gather::Gather;
use crate::json::{ClosedSet, listed};

/// The first invariant that is broken, as a sentence.
pub(super) fn broken(session: &Session) -> Option<String> {
    let phase = session.phase;
    let name = phase.name();
    let outcome = session.outcome.as_ref().map(Outcome::phase);
    let reflect = session.reflect.as_ref().map(|reflect| reflect.outcome);
    for (noun, named) in [("outcome", outcome), ("reflect", reflect)] {
        match named {
            None if phase.is_terminal() => return Some(format!("the phase is `{name}`, and its {noun} is missing")),
            Some(named) if named != phase => return Some(format!("the phase is `{name}`, and its {noun} names `{}`", named.name())),
            _ => {}
        }
    }
    if let Some(pending) = &session.pending_outcome {
        let starts = declared_in(pending);
        if !starts.contains(&phase) {
            let starts = listed(starts.into_iter().map(ClosedSet::name));
            return Some(format!("`{}` is pending in `{name}`, and can be declared in {starts} only", pending.phase().name()));
        }
    }
    let completes = [&session.outcome, &session.pending_outcome].contains(&&Some(Outcome::Completed));
    if completes && session.artifacts.is_empty() {
        return Some("the outcome is `Completed`, and there is no artifact".to_owned());
    }
    None
}

/// The phases in which the rules let the outcome be declared.
fn declared_in(outcome: &Outcome) -> Vec<Phase> {
    let declares = |rule: &&'static Rule<Delegated>| rule.allows() && rule.to.is_empty();
    rules_of::<Delegated>(outcome.command()).filter(declares).flat_map(|rule| rule.from).copied().gather()
}
