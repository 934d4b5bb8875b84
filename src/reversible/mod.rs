#![doc = include_str!("README.md")]

mod approvals;
mod chain;
mod commands;
mod display;
mod events;
mod facts;
mod import;
mod index;
mod invariants;
mod lifecycle;
mod names;
mod policies;
mod read;
mod rollback;
mod rules;
mod view;
mod write;

pub use approvals::{Row, approvals};
pub use commands::{Answer, Command, Entry, Logged, Request, UndoResult};
pub(crate) use display::display_of;
pub use display::{Display, TABLE, display_status};
pub use events::Event;
pub use lifecycle::{Decision, Offer, Reversible, Target, apply, can, deadline, decide, from_api, offers, outstanding, parse, replay, view};
pub use policies::{Condition, Effect, Evaluation, Mode, Operator, Policy, evaluate_policies, read_policies};
pub use rollback::{Eligibility, LeftAlone, Planned, Step, rollback};
pub use rules::RULES;
pub use view::{Conditions, View};

use crate::engine::{Caller, Identified};
use crate::json::{LARGEST_TIME, Opaque, percent_encoded};
use std::collections::VecDeque;

/// What a rule looks at.
type Case<'a> = crate::engine::Case<'a, Reversible>;

/// All of a reversible session: the API calls of an agent run, some gated behind a person's approval, undone newest
/// first (section 1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Which session this is.
    pub id: String,
    /// The agent whose calls these are.
    pub agent_id: String,
    /// Whether the calls are simulated, so that a rollback compensates nothing.
    pub sandbox: bool,
    /// The stored status; what to show is derived from it and from the actions.
    pub status: Status,
    /// Its time limits.
    pub settings: Settings,
    /// Milliseconds since the epoch.
    pub created_at: i64,
    /// When a command was last allowed, ticks aside; milliseconds since the epoch.
    pub last_activity_at: i64,
    /// The calls, in the order in which they were logged.
    pub actions: Vec<Action>,
    /// The approvals, in the order in which they were asked for; `None`: not known, of an import without them.
    pub approvals: Option<Vec<Approval>>,
    /// The rollback that is in progress or waits.
    pub rollback: Option<Rollback>,
    /// How many events have happened.
    pub revision: i64,
}

/// The time limits of a session, in milliseconds, each at least 1 (section 1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// An active session is abandoned when it was inactive for longer.
    pub abandon_after_ms: i64,
    /// A cleared action is unconfirmed when it was approved longer ago.
    pub unconfirmed_after_ms: i64,
    /// How long a rollback approval may be answered; `None`: for ever.
    pub rollback_approval_timeout_ms: Option<i64>,
}

/// The stored status of a session (section 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Live, and accepting actions.
    Active,
    /// Declared complete.
    Completed,
    /// A rollback did not come to its end.
    Failed,
    /// All that can be undone was undone.
    RolledBack,
    /// Nothing happened for too long.
    Abandoned,
}

/// One API call (section 1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    /// Its id.
    pub id: String,
    /// Its position of execution; undone is from the highest down.
    pub order: i64,
    /// What is called, as in `stripe.refunds.create`.
    pub api_name: String,
    /// What the call does.
    pub operation_type: OperationType,
    /// What it was called with; null if that is not known, or no longer.
    pub payload: Opaque,
    /// What became of the call.
    pub status: ActionStatus,
    /// What became of its undo.
    pub undo: Undo,
    /// How many times the compensation was started.
    pub undo_attempts: i64,
    /// How it is undone.
    pub compensation: Compensation,
    /// When it was logged, in milliseconds since the epoch.
    pub logged_at: i64,
    /// What went wrong with the call, or null.
    pub error: Opaque,
    /// What went wrong with the undo, or null.
    pub undo_error: Opaque,
    /// Who undid it by hand.
    pub acknowledged: Option<Acknowledged>,
    /// Who withdrew its clearance.
    pub withdrawn: Option<Withdrawn>,
}

/// What an API call does (section 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OperationType {
    /// It makes something.
    Create,
    /// It changes something.
    Update,
    /// It takes something away.
    Delete,
}

/// What became of an API call (section 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActionStatus {
    /// It was executed.
    Success,
    /// A person has to approve it, before or after its execution.
    PendingApproval,
    /// It was approved, and may be executed.
    Cleared,
    /// It failed, was rejected, or was withdrawn.
    Failed,
    /// It was undone.
    RolledBack,
    /// Its undo failed.
    RollbackFailed,
}

/// What became of the undo of an API call (section 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undo {
    /// It was not asked for.
    None,
    /// It runs, or waits for its approval.
    InProgress,
    /// It was successful.
    Completed,
    /// It failed.
    Failed,
    /// A person declined it.
    Declined,
}

/// How an API call is undone (section 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Compensation {
    /// Whether and how.
    pub kind: Kind,
    /// Whether a person has to approve the undo.
    pub require_approval: bool,
}

/// Whether an API call can be undone (section 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A compensation exists.
    Automatic,
    /// It is declared not undoable.
    None,
    /// Nobody knows how.
    Unavailable,
}

/// An undo that a person did by hand (section 3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acknowledged {
    /// Who did it.
    pub by: String,
    /// When they said so, in milliseconds since the epoch.
    pub at: i64,
    /// What they did.
    pub note: String,
}

/// A clearance that a person took back (section 3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Withdrawn {
    /// Who took it back.
    pub by: String,
    /// When, in milliseconds since the epoch.
    pub at: i64,
    /// Why.
    pub reason: String,
}

/// A person's answer, or the wait for one (section 1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approval {
    /// Its id.
    pub approval_id: String,
    /// The action that it is about.
    pub action_id: String,
    /// What it is asked for; `None` only in an import that does not tell.
    pub purpose: Option<Purpose>,
    /// What was answered.
    pub status: ApprovalStatus,
    /// Who answered.
    pub resolution: Option<Resolution>,
    /// When it was asked, in milliseconds since the epoch.
    pub requested_at: i64,
    /// From when on it can no longer be given, in milliseconds since the epoch; `None`: it can for ever.
    pub timeout_at: Option<i64>,
    /// When it was answered, in milliseconds since the epoch.
    pub resolved_at: Option<i64>,
    /// The person who answered.
    pub resolved_by: Option<String>,
    /// Why they answered so.
    pub reason: Option<String>,
}

/// What an approval is asked for (section 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// That the call may be executed.
    BeforeExecution,
    /// That the call, which was executed, may stay.
    AfterExecution,
    /// That the call may be undone.
    Rollback,
}

/// What was answered (section 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApprovalStatus {
    /// Nothing yet.
    Pending,
    /// Yes.
    Approved,
    /// No, or nothing in time.
    Rejected,
}

/// Who answered: a timeout is not a person's rejection (section 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resolution {
    /// A person.
    Human,
    /// Nobody, in time.
    Timeout,
    /// The platform.
    System,
}

/// A rollback that is in progress, or waits for another undo to end (sections 1 and 5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rollback {
    /// What the chain is about.
    pub scope: Scope,
    /// Who started it.
    pub caller: Caller,
    /// The action whose undo is in progress.
    pub current: Option<String>,
    /// The actions that the chain has not reached, in its order.
    pub todo: VecDeque<String>,
    /// The actions whose step is over, skipped ones included.
    pub walked: Vec<String>,
    /// Actions whose own rollback starts when no undo is in progress.
    pub waiting: Vec<String>,
    /// Whether the session's rollback starts when no undo is in progress, before those that wait.
    pub session_next: bool,
}

/// What a chain of undos is about (section 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// All executed actions of the session.
    Session,
    /// One action that was rejected after its execution.
    Action,
    /// One action whose undo failed.
    Retry,
}

impl Default for Settings {
    /// Abandoned after 24 hours, unconfirmed after one, 24 hours for a rollback approval.
    fn default() -> Self {
        const HOUR: i64 = 3_600_000;
        Settings { abandon_after_ms: 24 * HOUR, unconfirmed_after_ms: HOUR, rollback_approval_timeout_ms: Some(24 * HOUR) }
    }
}

impl Session {
    /// The approvals, none if they are not known.
    pub fn known_approvals(&self) -> &[Approval] {
        self.approvals.as_deref().unwrap_or_default()
    }
}

impl Action {
    /// Whether it was executed, whatever became of it later (section 2).
    pub fn is_executed(&self) -> bool {
        matches!(self.status, ActionStatus::Success | ActionStatus::RolledBack | ActionStatus::RollbackFailed)
    }

    /// The key of an attempt to undo it: session, action and number, so that no two attempts share one (section 5).
    pub fn idempotency_key(&self, session: &str, attempt: i64) -> String {
        [&percent_encoded(session), "/", &percent_encoded(&self.id), "/", &attempt.to_string()].concat()
    }
}

impl Approval {
    /// Whether it waits for an answer that can no longer be given (section 4).
    pub fn is_expired(&self, now: i64) -> bool {
        self.is_pending() && self.timeout_at.is_some_and(|timeout_at| now >= timeout_at)
    }

    /// Whether it waits for an answer.
    pub fn is_pending(&self) -> bool {
        self.status == ApprovalStatus::Pending
    }
}

impl Rollback {
    /// Whether a chain is under way: it has steps before it, or behind it.
    pub fn is_running(&self) -> bool {
        self.current.is_some() || !self.todo.is_empty() || !self.walked.is_empty()
    }

    /// Whether nothing is in progress and nothing waits, which is no rollback.
    pub fn is_over(&self) -> bool {
        !self.is_running() && self.waiting.is_empty() && !self.session_next
    }
}

impl Identified for Action {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Identified for Approval {
    fn id(&self) -> &str {
        &self.approval_id
    }
}

/// The moment so many milliseconds later; none if no clock reaches it.
fn later(at: i64, millis: i64) -> Option<i64> {
    Some(at.saturating_add(millis)).filter(|moment| *moment <= LARGEST_TIME)
}
