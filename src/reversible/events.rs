//! What happens to a reversible session, and what that does.

mod change;

pub(super) use change::{change, next_order};

use super::{
    Acknowledged, ActionStatus, ApprovalStatus, Entry, Purpose, Resolution, Reversible, Scope, Session, Settings, Status, UndoResult, Withdrawn,
};
use crate::engine::{Caller, Lifecycle};
use crate::json::Opaque;

/// What happened to a reversible session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// It was created.
    Created {
        /// Which session this is.
        id: String,
        /// The agent whose calls these will be.
        agent_id: String,
        /// Whether they are simulated.
        sandbox: bool,
        /// Its time limits.
        settings: Settings,
        /// When, in milliseconds since the epoch.
        at: i64,
    },
    /// An API call was recorded.
    ActionLogged {
        /// The call.
        action: Entry,
        /// `Success`, `Failed` or `PendingApproval`.
        status: ActionStatus,
        /// When, in milliseconds since the epoch.
        at: i64,
    },
    /// ▶ A person is to be asked; for a rollback, the undo is in progress from now on.
    ApprovalRequested {
        /// The approval's id.
        approval_id: String,
        /// The action that it is about.
        action_id: String,
        /// What for; `None` only of an import that does not tell.
        purpose: Option<Purpose>,
        /// From when on it can no longer be given, in milliseconds since the epoch.
        timeout_at: Option<i64>,
        /// When, in milliseconds since the epoch; `None` among what is outstanding, which was asked before.
        requested_at: Option<i64>,
    },
    /// An approval was answered, or its time is over; its action follows, as section 4 has it.
    ApprovalResolved {
        /// Which.
        approval_id: String,
        /// `Approved` or `Rejected`.
        status: ApprovalStatus,
        /// Who answered.
        resolution: Resolution,
        /// When, in milliseconds since the epoch.
        at: i64,
        /// The person who answered.
        resolved_by: Option<String>,
        /// Why.
        reason: Option<String>,
        /// Whether this counts as activity.
        activity: bool,
    },
    /// ▶ The action may be executed.
    ActionCleared {
        /// Which.
        action_id: String,
        /// By which approval; `None` among what is outstanding of an import that does not tell.
        approval_id: Option<String>,
    },
    /// A cleared action was executed.
    ActionConfirmed {
        /// Which.
        action_id: String,
        /// When, in milliseconds since the epoch.
        at: i64,
    },
    /// A clearance was taken back.
    ClearanceWithdrawn {
        /// Of which action.
        action_id: String,
        /// By whom, when and why.
        withdrawn: Withdrawn,
    },
    /// The run is over.
    Completed {
        /// When, in milliseconds since the epoch.
        at: i64,
    },
    /// Nothing happened for too long.
    Abandoned,
    /// Somebody asked for a rollback.
    RollbackRequested {
        /// Who.
        caller: Caller,
        /// When, in milliseconds since the epoch.
        at: i64,
    },
    /// A failed undo is tried again.
    UndoRetried {
        /// Of which action.
        action_id: String,
        /// When, in milliseconds since the epoch.
        at: i64,
    },
    /// A failed undo was done by hand.
    UndoAcknowledged {
        /// Of which action.
        action_id: String,
        /// By whom, when and how.
        acknowledged: Acknowledged,
    },
    /// A chain of undos began.
    RollbackStarted {
        /// What it is about.
        scope: Scope,
        /// Who started it.
        caller: Caller,
        /// The action; `None`: the chain of the session, which walks what is executed now.
        action_id: Option<String>,
    },
    /// The rollback waits until no undo is in progress.
    RollbackDeferred {
        /// Of one action; `None`: of the session.
        action_id: Option<String>,
    },
    /// The rollback of the session that waited has nothing to do any more.
    RollbackDropped,
    /// Nobody knows how to undo an action: its undo failed.
    UndoUnavailable {
        /// Which.
        action_id: String,
    },
    /// ▶ A compensation is to run; what the chain came past is declared not undoable, and skipped.
    UndoStarted {
        /// Of which action.
        action_id: String,
        /// The number of the attempt, from 1.
        attempt: i64,
        /// The attempt's key: what was started with it runs once.
        idempotency_key: String,
    },
    /// A compensation ended.
    UndoReported {
        /// Of which action.
        action_id: String,
        /// How.
        result: UndoResult,
        /// What went wrong, or null.
        error: Opaque,
        /// When, in milliseconds since the epoch.
        at: i64,
    },
    /// The chain is over.
    RollbackEnded {
        /// Whether it stopped before its last action.
        halted: bool,
    },
    /// Simulated actions were rolled back, without any compensation.
    SandboxRolledBack {
        /// Which.
        action_ids: Vec<String>,
    },
    /// The stored status follows from what became of the undos.
    RollbackSettled {
        /// `Failed` or `RolledBack`.
        status: Status,
    },
}

impl Event {
    /// When the event happened, if it counts as activity.
    pub(super) fn activity(&self) -> Option<i64> {
        match self {
            Event::ActionLogged { at, .. }
            | Event::ActionConfirmed { at, .. }
            | Event::Completed { at }
            | Event::RollbackRequested { at, .. }
            | Event::UndoRetried { at, .. }
            | Event::UndoReported { at, .. }
            | Event::ApprovalResolved { at, activity: true, .. } => Some(*at),
            Event::ClearanceWithdrawn { withdrawn, .. } => Some(withdrawn.at),
            Event::UndoAcknowledged { acknowledged, .. } => Some(acknowledged.at),
            _ => None,
        }
    }
}

/// The session that the event begins, if it begins one.
pub(super) fn begin(event: &Event) -> Option<Session> {
    match event {
        Event::Created { id, agent_id, sandbox, settings, at } => Some(Session {
            id: id.clone(),
            agent_id: agent_id.clone(),
            sandbox: *sandbox,
            settings: settings.clone(),
            created_at: *at,
            last_activity_at: *at,
            revision: 1,
            ..Reversible::NO_SESSION.clone()
        }),
        _ => None,
    }
}
