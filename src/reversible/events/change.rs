//! What an event changes. It never refuses: what happened, happened.

use crate::engine::Caller;
use crate::json::{self, LARGEST_INTEGER, Opaque};
use crate::reversible::index::Index;
use crate::reversible::rollback::newest_first;
use crate::reversible::{Action, ActionStatus, Approval, ApprovalStatus, Entry, Event, Purpose, Rollback, Scope, Session, Status, Undo, UndoResult};
use std::collections::VecDeque;

/// Changes the session; false if the event does not fit.
pub(in crate::reversible) fn change(session: &mut Session, index: &mut Index, event: &Event) -> bool {
    let fits = match event {
        Event::Created { .. } => false,
        Event::ActionLogged { action, status, at } => log(session, index, action, *status, *at),
        Event::ApprovalRequested { approval_id, action_id, purpose, timeout_at, requested_at } => {
            let Some(requested_at) = *requested_at else { return false };
            let approval = Approval {
                approval_id: approval_id.clone(),
                action_id: action_id.clone(),
                purpose: *purpose,
                status: ApprovalStatus::Pending,
                resolution: None,
                requested_at,
                timeout_at: *timeout_at,
                resolved_at: None,
                resolved_by: None,
                reason: None,
            };
            request(session, index, approval)
        }
        Event::ApprovalResolved { .. } => resolve(session, index, event),
        Event::ActionCleared { action_id, approval_id } => {
            let known = |id: &String| index.approvals.find(session.known_approvals(), id).is_some();
            approval_id.as_ref().is_none_or(known) && update(session, index, action_id, |action| action.status = ActionStatus::Cleared)
        }
        Event::ActionConfirmed { action_id, .. } => update(session, index, action_id, |action| action.status = ActionStatus::Success),
        Event::ClearanceWithdrawn { action_id, withdrawn } => update(session, index, action_id, |action| {
            action.status = ActionStatus::Failed;
            action.withdrawn = Some(withdrawn.clone());
        }),
        Event::Completed { .. } => become_of(session, Status::Completed),
        Event::Abandoned => become_of(session, Status::Abandoned),
        Event::RollbackSettled { status } => become_of(session, *status),
        Event::RollbackRequested { .. } => true,
        Event::UndoRetried { action_id, .. } => update(session, index, action_id, |action| {
            action.status = ActionStatus::Success;
            action.undo = Undo::None;
        }),
        Event::UndoAcknowledged { action_id, acknowledged } => update(session, index, action_id, |action| {
            roll_back(action);
            action.acknowledged = Some(acknowledged.clone());
        }),
        Event::RollbackStarted { scope, caller, action_id } => start(session, index, *scope, *caller, action_id.as_ref()),
        Event::RollbackDeferred { action_id } => defer(session, index, action_id.as_ref()),
        Event::RollbackDropped => {
            rollback(session).session_next = false;
            at_rest(session)
        }
        Event::UndoUnavailable { action_id } => update(session, index, action_id, fail) && reach(session, action_id) && leave(session, action_id),
        Event::UndoStarted { action_id, attempt, .. } => {
            update(session, index, action_id, |action| {
                action.undo = Undo::InProgress;
                action.undo_attempts = *attempt;
            }) && reach(session, action_id)
        }
        Event::UndoReported { action_id, result, error, .. } => {
            update(session, index, action_id, |action| {
                match result {
                    UndoResult::Succeeded => roll_back(action),
                    UndoResult::Failed => fail(action),
                }
                action.undo_error = error.clone();
            }) && leave(session, action_id)
        }
        Event::RollbackEnded { halted } => end(session, *halted),
        Event::SandboxRolledBack { action_ids } => {
            let known = action_ids.iter().all(|id| index.actions.find(&session.actions, id).is_some());
            known && action_ids.iter().all(|id| update(session, index, id, roll_back))
        }
    };
    if let (true, Some(at)) = (fits, event.activity()) {
        session.last_activity_at = session.last_activity_at.max(at);
    }
    fits
}

/// Changes an action and keeps up the counts; false if there is none of that id.
fn update(session: &mut Session, index: &mut Index, id: &str, change: impl FnOnce(&mut Action)) -> bool {
    let Some(action) = index.actions.find(&session.actions, id).and_then(|at| session.actions.get_mut(at)) else { return false };
    index.add(action, -1);
    change(action);
    index.add(action, 1);
    true
}

fn log(session: &mut Session, index: &mut Index, entry: &Entry, status: ActionStatus, at: i64) -> bool {
    let action = Action {
        id: entry.id.clone(),
        order: entry.order.unwrap_or_else(|| next_order(index)),
        api_name: entry.api_name.clone(),
        operation_type: entry.operation_type,
        payload: entry.payload.clone(),
        status,
        undo: Undo::None,
        undo_attempts: 0,
        compensation: entry.compensation,
        logged_at: at,
        error: entry.error.clone(),
        undo_error: Opaque::default(),
        acknowledged: None,
        withdrawn: None,
    };
    let fits = index.actions.push(&mut session.actions, action);
    if let (true, Some(action)) = (fits, session.actions.last()) {
        index.count(action);
    }
    fits
}

/// Behind all others.
pub(in crate::reversible) fn next_order(index: &Index) -> i64 {
    index.highest_order.map_or(1, |highest| highest.saturating_add(1).min(LARGEST_INTEGER))
}

/// A rollback approval is the gate of an undo, which is in progress from now on.
fn request(session: &mut Session, index: &mut Index, approval: Approval) -> bool {
    let gate = (approval.purpose == Some(Purpose::Rollback)).then(|| approval.action_id.clone());
    let known = index.actions.find(&session.actions, &approval.action_id).is_some();
    let Some(approvals) = session.approvals.as_mut().filter(|_| known) else { return false };
    if !index.approvals.push(approvals, approval) {
        return false;
    }
    match gate {
        Some(id) => update(session, index, &id, |action| action.undo = Undo::InProgress) && reach(session, &id),
        None => true,
    }
}

/// The approval is answered, and its action follows (section 4); [`Event::ActionCleared`] does what an approval before
/// execution does, and [`Event::UndoStarted`] what one of a rollback does.
fn resolve(session: &mut Session, index: &mut Index, event: &Event) -> bool {
    let Event::ApprovalResolved { approval_id, status, resolution, at, resolved_by, reason, .. } = event else { return false };
    let position = index.approvals.find(session.known_approvals(), approval_id);
    let Some(approval) = position.and_then(|at| session.approvals.as_mut()?.get_mut(at)) else { return false };
    approval.status = *status;
    approval.resolution = Some(*resolution);
    approval.resolved_at = Some(*at);
    approval.resolved_by = resolved_by.clone();
    approval.reason = reason.clone();
    let (id, rejected) = (approval.action_id.clone(), *status == ApprovalStatus::Rejected);
    match approval.purpose {
        Some(Purpose::BeforeExecution) if rejected => _ = update(session, index, &id, |action| action.status = ActionStatus::Failed),
        Some(Purpose::AfterExecution) => _ = update(session, index, &id, |action| action.status = ActionStatus::Success),
        Some(Purpose::Rollback) if rejected => {
            let known = update(session, index, &id, |action| action.undo = Undo::Declined);
            _ = known && leave(session, &id);
            session.status = Status::Failed;
        }
        _ => {}
    }
    true
}

fn become_of(session: &mut Session, status: Status) -> bool {
    session.status = status;
    true
}

fn roll_back(action: &mut Action) {
    action.status = ActionStatus::RolledBack;
    action.undo = Undo::Completed;
}

fn fail(action: &mut Action) {
    action.status = ActionStatus::RollbackFailed;
    action.undo = Undo::Failed;
}

/// The rollback of the session; where there is none, one of a single action, which an import need not tell.
fn rollback(session: &mut Session) -> &mut Rollback {
    session.rollback.get_or_insert_with(idle)
}

fn idle() -> Rollback {
    Rollback {
        scope: Scope::Action,
        caller: Caller::System,
        current: None,
        todo: VecDeque::new(),
        walked: Vec::new(),
        waiting: Vec::new(),
        session_next: false,
    }
}

fn start(session: &mut Session, index: &Index, scope: Scope, caller: Caller, action_id: Option<&String>) -> bool {
    let todo: VecDeque<String> = match (scope, action_id) {
        (Scope::Session, _) => {
            newest_first(session).filter(|action| action.status == ActionStatus::Success).map(|action| action.id.clone()).collect()
        }
        (_, Some(id)) if index.actions.find(&session.actions, id).is_some() => [id.clone()].into(),
        (Scope::Action | Scope::Retry, _) => return false,
    };
    let rollback = rollback(session);
    match scope {
        Scope::Session => rollback.session_next = false,
        Scope::Action | Scope::Retry => rollback.waiting.retain(|id| !todo.contains(id)),
    }
    rollback.scope = scope;
    rollback.caller = caller;
    rollback.todo = todo;
    rollback.walked.clear();
    true
}

fn defer(session: &mut Session, index: &Index, action_id: Option<&String>) -> bool {
    match action_id {
        None => rollback(session).session_next = true,
        Some(id) if index.actions.find(&session.actions, id).is_none() => return false,
        Some(id) => rollback(session).waiting.push(id.clone()),
    }
    true
}

/// The chain has come to the action, past those that it skipped.
fn reach(session: &mut Session, id: &str) -> bool {
    let rollback = rollback(session);
    if let Some(place) = rollback.todo.iter().position(|other| other == id) {
        rollback.walked.extend(rollback.todo.drain(..place));
        rollback.todo.pop_front();
    }
    rollback.current = Some(id.to_owned());
    true
}

/// The undo of the action is over; one that a vendor runs is in no chain.
fn leave(session: &mut Session, id: &str) -> bool {
    if let Some(rollback) = session.rollback.as_mut().filter(|rollback| rollback.current.as_deref() == Some(id)) {
        rollback.current = None;
        rollback.walked.push(id.to_owned());
    }
    true
}

/// The chain is over; what it treated need not wait any more.
fn end(session: &mut Session, halted: bool) -> bool {
    if let Some(rollback) = &mut session.rollback {
        rollback.current = None;
        let mut treated = std::mem::take(&mut rollback.walked);
        let rest = std::mem::take(&mut rollback.todo);
        if !halted {
            treated.extend(rest);
        }
        if !rollback.waiting.is_empty() {
            let treated = json::Index::new(treated.iter().map(String::as_str));
            rollback.waiting.retain(|id| !treated.holds(id));
        }
    }
    at_rest(session)
}

/// Nothing in progress and nothing waiting is no rollback.
fn at_rest(session: &mut Session) -> bool {
    if session.rollback.as_ref().is_some_and(Rollback::is_over) {
        session.rollback = None;
    }
    true
}
