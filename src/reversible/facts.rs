//! The facts that the branches and guards of the rules look at, and how what was found is told.

use super::invariants::gives_clearance;
use super::{
    Action, ActionStatus, Answer, Approval, ApprovalStatus, Case, Command, Display, Kind, Purpose, Resolution, Session, Undo, UndoResult, display,
    view,
};
use crate::json::{ClosedSet, listed, to_rfc3339};

pub(super) fn same_id(case: &Case<'_>) -> bool {
    matches!(case.command, Command::Create { id, .. } if *id == case.session.id)
}

pub(super) fn same_creation(case: &Case<'_>) -> bool {
    let session = case.session;
    matches!(case.command, Command::Create { agent_id, sandbox, settings, .. }
        if *agent_id == session.agent_id && *sandbox == session.sandbox && *settings == session.settings)
}

/// The action that the command names.
pub(super) fn action<'a>(case: &Case<'a>) -> Option<&'a Action> {
    find(case, case.command.action_id()?)
}

fn find<'a>(case: &Case<'a>, id: &str) -> Option<&'a Action> {
    case.session.actions.get(case.index.actions.find(&case.session.actions, id)?)
}

/// The approval that the command names.
pub(super) fn approval<'a>(case: &Case<'a>) -> Option<&'a Approval> {
    let Command::ResolveApproval { approval_id, .. } = case.command else { return None };
    let approvals = case.session.known_approvals();
    approvals.get(case.index.approvals.find(approvals, approval_id)?)
}

/// The action that the approval is about.
pub(super) fn purposed<'a>(case: &Case<'a>) -> Option<&'a Action> {
    find(case, &approval(case)?.action_id)
}

/// Whether the action that the command, or its approval, names is there.
pub(super) fn holds_action(case: &Case<'_>) -> bool {
    match case.command.action_id() {
        Some(id) => find(case, id).is_some(),
        None => approval(case).is_none() || purposed(case).is_some(),
    }
}

pub(super) fn logs(case: &Case<'_>, status: ActionStatus) -> bool {
    matches!(case.command, Command::LogAction { status: logged, .. } if logged.status() == status)
}

/// Whether an action of this id was logged with this content; nothing if none was logged (section 3).
pub(super) fn was_logged(case: &Case<'_>) -> Option<bool> {
    let Command::LogAction { action: entry, status } = case.command else { return None };
    let action = find(case, &entry.id)?;
    let same = entry.order.is_none_or(|order| order == action.order)
        && entry.api_name == action.api_name
        && entry.operation_type == action.operation_type
        && entry.payload == action.payload
        && entry.compensation == action.compensation
        && entry.error == action.error;
    let as_logged = |approvals: &Vec<Approval>| match approvals.iter().find(|approval| approval.action_id == action.id && asks(approval)) {
        Some(approval) => status.status() == ActionStatus::PendingApproval && (approval.purpose.is_none() || approval.purpose == status.purpose()),
        None => status.status() == logged_status(action),
    };
    Some(same && case.session.approvals.as_ref().is_none_or(as_logged))
}

/// Whether it is the approval that was asked for with the log entry.
fn asks(approval: &Approval) -> bool {
    approval.purpose != Some(Purpose::Rollback)
}

/// The status that an action without such an approval was logged with.
fn logged_status(action: &Action) -> ActionStatus {
    match action.status {
        ActionStatus::Failed => ActionStatus::Failed,
        ActionStatus::PendingApproval | ActionStatus::Cleared => ActionStatus::PendingApproval,
        ActionStatus::Success | ActionStatus::RolledBack | ActionStatus::RollbackFailed => ActionStatus::Success,
    }
}

/// Whether the id that is given to the approval has been given to another.
pub(super) fn is_approval_taken(case: &Case<'_>) -> bool {
    let Command::LogAction { status: super::Logged::PendingApproval(request), .. } = case.command else { return false };
    let taken = |id: &String| case.index.approvals.find(case.session.known_approvals(), id).is_some();
    request.approval_id.as_ref().is_some_and(taken)
}

pub(super) fn decision(case: &Case<'_>) -> Option<Answer> {
    match case.command {
        Command::ResolveApproval { decision, .. } => Some(*decision),
        _ => None,
    }
}

pub(super) fn purpose(case: &Case<'_>) -> Option<Purpose> {
    approval(case)?.purpose
}

pub(super) fn is_answered_so(case: &Case<'_>) -> bool {
    approval(case).is_some_and(|approval| decision(case).map(Answer::status) == Some(approval.status))
}

pub(super) fn says_success(case: &Case<'_>) -> bool {
    !matches!(case.command, Command::ConfirmAction { status, .. } if *status != ActionStatus::Success)
}

/// Whether the action was cleared once, and was executed.
pub(super) fn is_confirmed(case: &Case<'_>) -> bool {
    let cleared =
        |action: &Action| case.session.known_approvals().iter().any(|approval| approval.action_id == action.id && gives_clearance(approval));
    action(case).is_some_and(|action| action.is_executed() && cleared(action))
}

pub(super) fn shown(case: &Case<'_>) -> Display {
    let present = ActionStatus::ALL.iter().filter(|status| case.index.any(**status)).fold(0, |present, status| present | 1 << *status as usize);
    display::look_up(case.session.status, present, case.index.undoing > 0)
}

/// How many executed actions a rollback could undo.
pub(super) fn left(case: &Case<'_>) -> usize {
    view::left(case.session, case.index)
}

pub(super) fn result(case: &Case<'_>) -> Option<UndoResult> {
    match case.command {
        Command::ReportUndo { result, .. } => Some(*result),
        _ => None,
    }
}

/// How the undo of the action ended, if it did.
pub(super) fn ended_with(case: &Case<'_>) -> Option<UndoResult> {
    match action(case)?.undo {
        Undo::Completed => Some(UndoResult::Succeeded),
        Undo::Failed => Some(UndoResult::Failed),
        Undo::None | Undo::InProgress | Undo::Declined => None,
    }
}

/// Which attempt the key is of.
fn attempt(session: &Session, action: &Action, key: &str) -> Option<i64> {
    let attempt = key.rsplit('/').next()?.parse().ok()?;
    let known = (1..=action.undo_attempts).contains(&attempt) && action.idempotency_key(&session.id, attempt) == key;
    known.then_some(attempt)
}

pub(super) fn is_at_gate(case: &Case<'_>) -> bool {
    let asks = |action: &Action, approval: &Approval| {
        approval.is_pending() && approval.purpose == Some(Purpose::Rollback) && approval.action_id == action.id
    };
    action(case).is_some_and(|action| action.undo == Undo::InProgress && case.session.known_approvals().iter().any(|approval| asks(action, approval)))
}

/// Whether the compensation runs.
pub(super) fn is_running(case: &Case<'_>) -> bool {
    action(case).is_some_and(|action| action.undo == Undo::InProgress) && !is_at_gate(case)
}

/// Whether the key is that of the attempt that runs; any key is, of one that a vendor runs.
pub(super) fn is_current(case: &Case<'_>) -> bool {
    let (Some(action), Command::ReportUndo { idempotency_key, .. }) = (action(case), case.command) else { return false };
    let ours = attempt(case.session, action, idempotency_key) == Some(action.undo_attempts);
    is_running(case) && (ours || view::is_run_by_vendor(case.session, action))
}

/// Whether the key is of an attempt that no longer counts.
pub(super) fn is_stale(case: &Case<'_>) -> bool {
    let (Some(action), Command::ReportUndo { idempotency_key, .. }) = (action(case), case.command) else { return false };
    // Once it was tried again, an undo that is not in progress had nothing to do.
    let replaced = || is_at_gate(case) || matches!(action.undo, Undo::Declined | Undo::None) || action.acknowledged.is_some();
    attempt(case.session, action, idempotency_key).is_some_and(|attempt| attempt < action.undo_attempts || replaced())
}

pub(super) fn is_acknowledged_so(case: &Case<'_>) -> bool {
    let Command::AcknowledgeUndo { resolved_by, note, .. } = case.command else { return false };
    let recorded = action(case).and_then(|action| action.acknowledged.as_ref());
    recorded.is_some_and(|recorded| recorded.by == *resolved_by && recorded.note == *note)
}

/// Whether a tick would do something.
pub(super) fn is_due(case: &Case<'_>) -> bool {
    view::deadline(case.session, case.index).is_some_and(|deadline| case.context.now >= deadline)
}

// ---- what was found

pub(super) fn caller_found(case: &Case<'_>) -> String {
    format!("it is `{}`", case.context.caller.name())
}

/// Who decided, and when.
pub(super) fn answer_found(case: &Case<'_>) -> String {
    let Some(approval) = approval(case) else { return String::new() };
    let when = approval.resolved_at.map_or_else(String::new, |at| format!(" at {}", to_rfc3339(at)));
    if approval.resolution == Some(Resolution::Timeout) {
        return format!("it timed out{when}");
    }
    let by = approval.resolved_by.as_ref().map_or_else(String::new, |by| format!(" by `{by}`"));
    let status = if approval.status == ApprovalStatus::Approved { "approved" } else { "rejected" };
    format!("it was {status}{by}{when}")
}

pub(super) fn expiry_found(case: &Case<'_>) -> String {
    let Some(approval) = approval(case) else { return String::new() };
    let passed = approval.timeout_at.map_or_else(String::new, |at| format!("that passed at {}", to_rfc3339(at)));
    // What cannot be answered at all does not expire either.
    if approval.purpose.is_none() { passed } else { passed + ": it can still be rejected, and a `tick` lets it expire" }
}

pub(super) fn status_found(case: &Case<'_>) -> String {
    action(case).map_or_else(String::new, |action| format!("it is `{}`", action.status.name()))
}

pub(super) fn undo_found(case: &Case<'_>) -> String {
    action(case).map_or_else(String::new, |action| format!("it is `{}`", action.undo.name()))
}

pub(super) fn clearance_found(case: &Case<'_>) -> String {
    match action(case).and_then(|action| action.withdrawn.as_ref()) {
        Some(withdrawn) => format!("its clearance was withdrawn by `{}` at {}", withdrawn.by, to_rfc3339(withdrawn.at)),
        None => status_found(case),
    }
}

pub(super) fn undoing_found(case: &Case<'_>) -> String {
    let undoing = case.session.actions.iter().find(|action| action.undo == Undo::InProgress);
    undoing.map_or_else(String::new, |action| format!("the undo of the action `{}` is", action.id))
}

pub(super) fn end_found(case: &Case<'_>) -> String {
    ended_with(case).map_or_else(String::new, |result| format!("it was reported as `{}`", result.name()))
}

/// The executed actions that may stay, by name.
pub(super) fn kept_found(case: &Case<'_>) -> String {
    const NAMED: usize = 5;
    let kept = || case.session.actions.iter().filter(|action| action.status == ActionStatus::Success && action.compensation.kind == Kind::None);
    let more = kept().count().saturating_sub(NAMED);
    match (kept().next(), more) {
        (None, _) => "no action is `SUCCESS`".to_owned(),
        (_, 0) => format!("declared not undoable: {}", listed(kept().map(|action| action.id.as_str()))),
        _ => format!("declared not undoable: {}, and {more} more", listed(kept().take(NAMED).map(|action| action.id.as_str()))),
    }
}
