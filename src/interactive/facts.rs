//! The facts that the branches and guards of the rules look at, and how what was found is told.

use super::{Batch, Call, Case, Command, Display, Policy, Ran, StopReason, TerminatedBy, ToolCall, ToolPolicies};
use crate::json::ClosedSet;

pub(super) fn same_id(case: &Case<'_>) -> bool {
    matches!(case.command, Command::Create { id, .. } if *id == case.session.id)
}

pub(super) fn same_creation(case: &Case<'_>) -> bool {
    matches!(case.command, Command::Create { tool_policies, .. } if are_alike(tool_policies, &case.session.tool_policies))
}

/// Whether the policies say the same, in whatever order.
fn are_alike(given: &ToolPolicies, held: &ToolPolicies) -> bool {
    let names = held.names();
    let has = |(name, given): &(String, Policy)| held.own(&names, name) == Some(*given);
    given.default == held.default && given.tools.len() == held.tools.len() && given.tools.iter().all(has)
}

/// The turn that a report speaks of, if it speaks of one.
pub(super) fn turn(case: &Case<'_>) -> Option<i64> {
    match case.command {
        Command::ToolCalls { turn, .. }
        | Command::ToolFinished { turn, .. }
        | Command::TurnEnded { turn }
        | Command::RetriesExhausted { turn }
        | Command::UnrecoverableError { turn: Some(turn), .. } => Some(*turn),
        _ => None,
    }
}

/// Whether the turn that the report speaks of is not over.
pub(super) fn is_current(case: &Case<'_>) -> bool {
    let over = case.session.display() == Display::Idle;
    turn(case).is_none_or(|turn| turn > case.session.turn || turn == case.session.turn && !over)
}

pub(super) fn has_begun(case: &Case<'_>) -> bool {
    turn(case).is_none_or(|turn| turn <= case.session.turn)
}

/// Whether the turn ended like that last.
pub(super) fn ended_by(case: &Case<'_>, reason: StopReason) -> bool {
    turn(case) == Some(case.session.turn) && case.session.stop_reason == Some(reason)
}

fn batch_id<'a>(case: &Case<'a>) -> Option<&'a String> {
    match case.command {
        Command::ToolCalls { batch_id, .. } => Some(batch_id),
        _ => None,
    }
}

fn calls<'a>(case: &Case<'a>) -> &'a [ToolCall] {
    match case.command {
        Command::ToolCalls { calls, .. } => calls,
        _ => &[],
    }
}

/// The recorded batch, if the calls that are reported name it.
fn namesake<'a>(case: &Case<'a>) -> Option<&'a Batch> {
    case.session.batch.as_ref().filter(|batch| Some(&batch.batch_id) == batch_id(case))
}

/// Whether it has these calls; the host's handle is not looked at (section 1).
fn has_these(batch: &Batch, calls: &[ToolCall]) -> bool {
    let same = |(held, given): (&Call, &ToolCall)| {
        let held = &held.tool_call;
        held.call_id == given.call_id && held.name == given.name && held.arguments == given.arguments && held.tool_type == given.tool_type
    };
    batch.calls.len() == calls.len() && batch.calls.iter().zip(calls).all(same)
}

pub(super) fn is_recorded(case: &Case<'_>) -> bool {
    namesake(case).is_some_and(|batch| Some(batch.turn) == turn(case) && has_these(batch, calls(case)))
}

/// Whether no batch of that id is recorded, as the same one again is no new one.
pub(super) fn is_no_namesake(case: &Case<'_>) -> bool {
    namesake(case).is_none()
}

pub(super) fn is_past(case: &Case<'_>) -> bool {
    batch_id(case).is_some_and(|id| case.index.past.find(&case.session.past_batch_ids, id).is_some())
}

/// The recorded call of which it is reported that it has run.
fn finishing<'a>(case: &Case<'a>) -> Option<&'a Call> {
    match case.command {
        Command::ToolFinished { batch_id, call_id, .. } => case.index.call(case.session, batch_id, call_id),
        _ => None,
    }
}

/// How it has run, as it is reported.
fn reported(case: &Case<'_>) -> Ran {
    if matches!(case.command, Command::ToolFinished { is_error: true, .. }) { Ran::Error } else { Ran::Ok }
}

pub(super) fn has_run(case: &Case<'_>) -> bool {
    let same_turn = turn(case) == Some(case.session.turn);
    same_turn && finishing(case).is_some_and(|call| call.ran == Some(reported(case)))
}

pub(super) fn ran_otherwise(case: &Case<'_>) -> bool {
    finishing(case).is_some_and(|call| call.ran.is_some_and(|ran| ran != reported(case)))
}

pub(super) fn is_handed_out(case: &Case<'_>) -> bool {
    let is_lifted = case.session.is_lifted_with(case.index.undecided);
    finishing(case).is_some_and(|call| call.is_released(is_lifted) || call.is_denied(is_lifted))
}

/// Whether a denied call has run without an error.
pub(super) fn runs_denied(case: &Case<'_>) -> bool {
    reported(case) == Ran::Ok && finishing(case).is_some_and(Call::was_denied)
}

pub(super) fn was_terminated(case: &Case<'_>, by: TerminatedBy) -> bool {
    case.session.terminated_by == Some(by)
}

// ---- what was found

pub(super) fn turn_found(case: &Case<'_>) -> String {
    turn(case).map_or_else(String::new, |turn| format!("it speaks of turn {turn}, and the last one is turn {}", case.session.turn))
}

pub(super) fn ran_found(case: &Case<'_>) -> String {
    finishing(case).and_then(|call| call.ran).map_or_else(String::new, |ran| format!("it was reported as `{}`", ran.name()))
}

pub(super) fn finishing_found(case: &Case<'_>) -> String {
    match finishing(case) {
        None => "the recorded batch has no such call".to_owned(),
        Some(call) if call.is_undecided() => "nobody has decided about it".to_owned(),
        Some(_) => "other calls of its batch still wait for approval".to_owned(),
    }
}
