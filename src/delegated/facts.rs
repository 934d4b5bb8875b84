//! The facts that the branches and guards of the rules look at, and how what was found is told.

use super::{Artifact, Case, Command, Outcome, Phase, Session};
use crate::gather::Gather;
use crate::json::{ClosedSet, Index};
use Phase::{Error, Revoked};

pub(super) fn same_uid(case: &Case<'_>) -> bool {
    matches!(case.command, Command::Create { uid, .. } if *uid == case.session.uid)
}

pub(super) fn same_creation(case: &Case<'_>) -> bool {
    let session = case.session;
    matches!(case.command, Command::Create { agent, task, harness, authority, parent, .. }
        if *agent == session.agent && *task == session.task && *harness == session.harness && *authority == session.authority
        && parent.as_ref().map(|parent| &parent.uid) == session.parent_uid.as_ref())
}

pub(super) fn parent<'a>(case: &Case<'a>) -> Option<&'a Session> {
    match case.command {
        Command::Create { parent, .. } => parent.as_deref(),
        _ => None,
    }
}

/// The capabilities that the parent lacks, each once.
pub(super) fn widened<'a>(case: &Case<'a>) -> Vec<&'a str> {
    let (Command::Create { authority, .. }, Some(parent)) = (case.command, parent(case)) else { return Vec::new() };
    let held = Index::new(parent.authority.iter().map(String::as_str));
    let once = Index::new(authority.iter().map(String::as_str)).firsts().filter_map(|position| authority.get(position));
    once.map(String::as_str).filter(|capability| !held.holds(capability)).gather()
}

pub(super) fn artifact<'a>(case: &Case<'a>) -> Option<&'a Artifact> {
    match case.command {
        Command::AddArtifact { artifact } => Some(artifact),
        _ => None,
    }
}

/// The recorded artifact with the id of the given one.
pub(super) fn namesake<'a>(case: &Case<'a>) -> Option<&'a Artifact> {
    let given = artifact(case)?;
    case.session.artifacts.get(case.index.find(&case.session.artifacts, &given.id)?)
}

pub(super) fn pending(case: &Case<'_>) -> Option<Phase> {
    case.session.pending_outcome.as_ref().map(Outcome::phase)
}

pub(super) fn is_pending(case: &Case<'_>) -> bool {
    case.session.pending_outcome.is_some() && case.session.pending_outcome == case.command.outcome()
}

pub(super) fn reflects(case: &Case<'_>) -> bool {
    case.command.reflect().is_some()
}

pub(super) fn is_recorded(case: &Case<'_>) -> bool {
    let outcome = case.command.outcome();
    reflects(case) && case.command.reflect() == case.session.reflect.as_ref() && (outcome.is_none() || outcome == case.session.outcome)
}

/// The terminal phase that the reflect belongs to.
pub(super) fn ending(case: &Case<'_>) -> Option<Phase> {
    case.command.outcome().map(|outcome| outcome.phase()).or_else(|| pending(case))
}

pub(super) fn names_ending(case: &Case<'_>) -> bool {
    ending(case).is_none_or(|ending| case.command.reflect().is_none_or(|reflect| reflect.outcome == ending))
}

pub(super) fn author_allowed(case: &Case<'_>) -> bool {
    let by_agent = case.command.reflect().is_none_or(|reflect| reflect.author == super::Author::Agent);
    by_agent || ending(case).is_none_or(|ending| matches!(ending, Revoked | Error))
}

pub(super) fn unanswered<'a>(case: &Case<'a>) -> Vec<&'a str> {
    let answers = case.command.reflect().into_iter().flat_map(super::Reflect::answers);
    answers.filter(|(_, answer)| answer.trim().is_empty()).map(|(name, _)| name).gather()
}

// ---- what was found

pub(super) fn parent_found(case: &Case<'_>) -> String {
    match parent(case) {
        Some(parent) if parent.phase.is_terminal() => format!("it ended as `{}`", parent.phase.name()),
        Some(Session { pending_outcome: Some(outcome), .. }) => format!("`{}` is pending", outcome.phase().name()),
        _ => String::new(),
    }
}

pub(super) fn pending_found(case: &Case<'_>) -> String {
    pending(case).map_or_else(String::new, |phase| format!("`{}` is pending", phase.name()))
}

pub(super) fn uid_found(case: &Case<'_>) -> String {
    case.command.reflect().map_or_else(String::new, |reflect| format!("it names `{}`", reflect.session_uid))
}

pub(super) fn ending_found(case: &Case<'_>) -> String {
    match (case.command.reflect(), ending(case)) {
        (Some(reflect), Some(ending)) => format!("it names `{}`, and the outcome is `{}`", reflect.outcome.name(), ending.name()),
        _ => String::new(),
    }
}
