//! What contradicts itself in a session (section 1): reported, never refused.

use super::index::Index;
use super::{Action, ActionStatus, Approval, ApprovalStatus, Kind, Purpose, Session, Status, Undo};
use crate::json::{self, ClosedSet};

/// The first invariant that is broken, as a sentence.
pub(super) fn broken(session: &Session, index: &Index) -> Option<String> {
    let of_an_action = || session.actions.iter().find_map(|action| action_broken(session, action));
    of_an_action().or_else(|| rollback_broken(session, index)).or_else(|| approvals_broken(session, index))
}

fn action_broken(session: &Session, action: &Action) -> Option<String> {
    let (status, undo) = (action.status, action.undo);
    let fits = match undo {
        Undo::None => !matches!(status, ActionStatus::RolledBack | ActionStatus::RollbackFailed),
        Undo::InProgress | Undo::Declined => status == ActionStatus::Success,
        Undo::Completed => status == ActionStatus::RolledBack,
        Undo::Failed => status == ActionStatus::RollbackFailed,
    };
    if !fits {
        return Some(format!("the action `{}` is `{}`, and its undo is `{}`", action.id, status.name(), undo.name()));
    }
    let current = session.rollback.as_ref().and_then(|rollback| rollback.current.as_ref()) == Some(&action.id);
    if undo == Undo::InProgress && action.undo_attempts > 0 && !current {
        return Some(format!("the undo of the action `{}` is `IN_PROGRESS`, and no rollback is at it", action.id));
    }
    let undoable = status == ActionStatus::Success && action.compensation.kind == Kind::Automatic;
    if session.status == Status::RolledBack && undoable {
        return Some(format!("the session is `ROLLED_BACK`, and the action `{}` could be undone and is not", action.id));
    }
    None
}

fn rollback_broken(session: &Session, index: &Index) -> Option<String> {
    let rollback = session.rollback.as_ref();
    if index.undoing > 1 {
        return Some("several undos are `IN_PROGRESS` at once".to_owned());
    }
    if rollback.is_some() && index.undoing == 0 {
        return Some("there is a rollback, and no undo is `IN_PROGRESS`".to_owned());
    }
    let rollback = rollback?;
    let find = |id: &String| index.actions.find(&session.actions, id).and_then(|at| session.actions.get(at));
    let named = rollback.current.iter().chain(&rollback.todo).chain(&rollback.walked).chain(&rollback.waiting);
    if let Some(id) = named.into_iter().find(|id| find(id).is_none()) {
        return Some(format!("the rollback names the action `{id}`, which is not there"));
    }
    let current = rollback.current.as_ref().and_then(find);
    current
        .filter(|action| action.undo != Undo::InProgress)
        .map(|action| format!("the rollback is at the action `{}`, and its undo is `{}`", action.id, action.undo.name()))
}

fn approvals_broken(session: &Session, index: &Index) -> Option<String> {
    let approvals = session.approvals.as_ref()?;
    for approval in approvals {
        let id = &approval.approval_id;
        let action = index.actions.find(&session.actions, &approval.action_id).and_then(|at| session.actions.get(at));
        let Some(action) = action else {
            return Some(format!("the approval `{id}` names the action `{}`, which is not there", approval.action_id));
        };
        let fits = match approval.purpose {
            Some(Purpose::Rollback) => action.undo == Undo::InProgress,
            Some(_) => action.status == ActionStatus::PendingApproval,
            None => true,
        };
        if approval.is_pending() && !fits {
            let (status, undo) = (action.status.name(), action.undo.name());
            return Some(format!("the approval `{id}` is `PENDING`, and its action `{}` is `{status}` with the undo `{undo}`", action.id));
        }
    }
    let by_action = json::Index::new(approvals.iter().map(|approval| approval.action_id.as_str()));
    let has = |action: &Action, holds: fn(&Approval) -> bool| by_action.positions(&action.id).filter_map(|at| approvals.get(at)).any(holds);
    session.actions.iter().find_map(|action| match action.status {
        ActionStatus::PendingApproval if !has(action, |approval| approval.is_pending() && approval.purpose != Some(Purpose::Rollback)) => {
            Some(format!("the action `{}` is `PENDING_APPROVAL`, and no approval of it is `PENDING`", action.id))
        }
        ActionStatus::Cleared if !has(action, gives_clearance) => {
            Some(format!("the action `{}` is `CLEARED`, and no approval before its execution is `APPROVED`", action.id))
        }
        _ => None,
    })
}

/// Whether the approval cleared its action.
pub(super) fn gives_clearance(approval: &Approval) -> bool {
    approval.status == ApprovalStatus::Approved && approval.purpose == Some(Purpose::BeforeExecution)
}
