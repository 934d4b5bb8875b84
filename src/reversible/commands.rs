//! What may be asked of a reversible session (section 3).

use super::{ActionStatus, ApprovalStatus, Compensation, OperationType, Purpose, Settings};
use crate::json::Opaque;

/// What is logged of an API call: its content, for a repeat (section 3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The action's id.
    pub id: String,
    /// Its position of execution; `None`: behind all others.
    pub order: Option<i64>,
    /// What is called.
    pub api_name: String,
    /// What the call does.
    pub operation_type: OperationType,
    /// What it is called with, or null.
    pub payload: Opaque,
    /// How it is undone.
    pub compensation: Compensation,
    /// What went wrong, or null.
    pub error: Opaque,
}

/// With which status an API call is logged (section 3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Logged {
    /// It was executed.
    Success,
    /// It failed.
    Failed,
    /// A person has to approve it.
    PendingApproval(Request),
}

/// The approval that is asked for with a log entry (section 3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// Whether the call was executed before anybody was asked.
    pub executed: bool,
    /// The approval's id; `None`: a derived one.
    pub approval_id: Option<String>,
    /// How long it may be answered, in milliseconds, at least 1; `None`: for ever.
    pub timeout_ms: Option<i64>,
}

/// What a person decides about an approval (section 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Yes.
    Approve,
    /// No.
    Reject,
}

/// How a compensation ended (section 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UndoResult {
    /// The call is undone.
    Succeeded,
    /// It is not.
    Failed,
}

/// What may be asked of a reversible session (section 3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Creates the session.
    Create {
        /// Which session this is.
        id: String,
        /// The agent whose calls these will be.
        agent_id: String,
        /// Whether they are simulated.
        sandbox: bool,
        /// Its time limits.
        settings: Settings,
    },
    /// Records an API call.
    LogAction {
        /// The call.
        action: Entry,
        /// What became of it.
        status: Logged,
    },
    /// Answers an approval.
    ResolveApproval {
        /// Which.
        approval_id: String,
        /// The answer.
        decision: Answer,
        /// The person who answers.
        resolved_by: String,
        /// Why.
        reason: Option<String>,
    },
    /// A cleared action was executed.
    ConfirmAction {
        /// Which.
        action_id: String,
        /// What became of it; only [`ActionStatus::Success`] is a confirmation.
        status: ActionStatus,
    },
    /// The run is over.
    Complete,
    /// The session is to be rolled back.
    RequestRollback,
    /// A compensation ended.
    ReportUndo {
        /// Of which action.
        action_id: String,
        /// Which attempt, by the key that its `undo_started` gave.
        idempotency_key: String,
        /// How it ended.
        result: UndoResult,
        /// What went wrong, or null.
        error: Opaque,
    },
    /// A failed undo is to be tried again.
    RetryUndo {
        /// Of which action.
        action_id: String,
    },
    /// A cleared action must no longer be executed.
    WithdrawClearance {
        /// Which.
        action_id: String,
        /// Who says so.
        resolved_by: String,
        /// Why.
        reason: String,
    },
    /// A failed undo was done by hand.
    AcknowledgeUndo {
        /// Of which action.
        action_id: String,
        /// Who did it.
        resolved_by: String,
        /// What they did.
        note: String,
    },
    /// Time has passed.
    Tick,
}

impl Logged {
    /// The status of the action.
    pub fn status(&self) -> ActionStatus {
        match self {
            Logged::Success => ActionStatus::Success,
            Logged::Failed => ActionStatus::Failed,
            Logged::PendingApproval(_) => ActionStatus::PendingApproval,
        }
    }

    /// What the approval is asked for, if one is.
    pub fn purpose(&self) -> Option<Purpose> {
        match self {
            Logged::PendingApproval(Request { executed: false, .. }) => Some(Purpose::BeforeExecution),
            Logged::PendingApproval(Request { executed: true, .. }) => Some(Purpose::AfterExecution),
            _ => None,
        }
    }
}

impl Answer {
    /// The status that an approval has after it.
    pub fn status(self) -> ApprovalStatus {
        match self {
            Answer::Approve => ApprovalStatus::Approved,
            Answer::Reject => ApprovalStatus::Rejected,
        }
    }
}

impl Command {
    /// The action that the command names, if it names one.
    pub fn action_id(&self) -> Option<&str> {
        match self {
            Command::ConfirmAction { action_id, .. }
            | Command::ReportUndo { action_id, .. }
            | Command::RetryUndo { action_id }
            | Command::WithdrawClearance { action_id, .. }
            | Command::AcknowledgeUndo { action_id, .. } => Some(action_id),
            _ => None,
        }
    }
}
