//! What is derived from a session (sections 2, 4 and 6).

use super::index::Index;
use super::invariants::{self, gives_clearance};
use super::{
    Action, ActionStatus, Answer, Approval, Command, Compensation, Display, Entry, Event, Kind, Logged, Purpose, Session, Status, Undo, UndoResult,
    display_status, later,
};
use crate::engine::{Attention, Ids, Variant};
use crate::json::{self, Opaque, ToJson, Writer};

/// Everything derived from a reversible session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// The one word to show (section 2).
    pub display: Display,
    /// The number of the rule that gave it, 1 to 8.
    pub rule: i64,
    /// The stored status.
    pub status: Status,
    /// Whether nobody can do anything any more (section 2).
    pub terminal: bool,
    /// How the session concerns people.
    pub attention: Attention,
    /// When time alone next changes a condition or a row, in milliseconds since the epoch.
    pub changes_at: Option<i64>,
    /// Facts that one word would hide.
    pub conditions: Conditions,
}

/// Facts that one word would hide; `None` where approvals are not known (section 2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conditions {
    /// An action waits for a person.
    pub awaiting_approval: bool,
    /// An undo waits for a person.
    pub awaiting_rollback_approval: Option<bool>,
    /// An undo is in progress.
    pub rollback_in_progress: bool,
    /// An action may be executed, and nobody said that it was.
    pub has_cleared: bool,
    /// One of those was approved too long ago.
    pub has_unconfirmed: Option<bool>,
    /// An approval waits that can no longer be given.
    pub has_expired: Option<bool>,
    /// An executed action cannot be undone.
    pub has_irreversible: bool,
    /// What contradicts itself in the session, as a sentence.
    pub inconsistent: Option<String>,
}

/// Everything derived from the session at that time.
pub(super) fn view(session: &Session, index: &Index, now: i64) -> View {
    let display = display_status(session);
    let known = |found: bool| session.approvals.as_ref().map(|_| found);
    let any = |holds: &dyn Fn(&Approval) -> bool| known(session.known_approvals().iter().any(holds));
    let irreversible = |action: &Action| action.status == ActionStatus::Success && action.compensation.kind != Kind::Automatic;
    let conditions = Conditions {
        awaiting_approval: index.any(ActionStatus::PendingApproval),
        awaiting_rollback_approval: any(&|approval| approval.is_pending() && approval.purpose == Some(Purpose::Rollback)),
        rollback_in_progress: index.undoing > 0,
        has_cleared: index.any(ActionStatus::Cleared),
        has_unconfirmed: any(&|approval| unconfirmed_at(session, index, approval).is_some_and(|at| now >= at)),
        has_expired: any(&|approval| approval.is_expired(now)),
        has_irreversible: session.actions.iter().any(irreversible),
        inconsistent: invariants::broken(session, index),
    };
    View {
        display,
        rule: display as i64 + 1,
        status: session.status,
        terminal: is_terminal(session, index),
        attention: attention(display, &conditions),
        changes_at: changes_at(session, index, now),
        conditions,
    }
}

fn attention(display: Display, conditions: &Conditions) -> Attention {
    let waits = conditions.awaiting_approval || conditions.awaiting_rollback_approval == Some(true) || conditions.has_unconfirmed == Some(true);
    match display {
        Display::RollbackFailed => Attention::Failed,
        _ if waits || conditions.inconsistent.is_some() => Attention::NeedsHuman,
        Display::RollingBack | Display::Active => Attention::Working,
        Display::Reverted | Display::PartiallyReverted => Attention::Undone,
        Display::Abandoned => Attention::AtRest,
        // An action that waits for a person has been told above.
        Display::AwaitingApproval | Display::Completed => Attention::Done,
    }
}

/// Whether nothing is left that anybody could do (section 2).
fn is_terminal(session: &Session, index: &Index) -> bool {
    let waits = session.known_approvals().iter().any(Approval::is_pending) || index.undoing > 0;
    match session.status {
        Status::RolledBack => true,
        Status::Active => false,
        Status::Completed | Status::Failed | Status::Abandoned => !index.is_open() && !waits && left(session, index) == 0,
    }
}

/// How many executed actions a rollback could still undo.
pub(super) fn left(session: &Session, index: &Index) -> usize {
    let executed = index.with(ActionStatus::Success);
    if session.sandbox { executed } else { executed.saturating_sub(index.kept) }
}

/// From when on the clearance that the approval gave counts as unconfirmed (section 4: *more than* the limit).
pub(super) fn unconfirmed_at(session: &Session, index: &Index, approval: &Approval) -> Option<i64> {
    let action = session.actions.get(index.actions.find(&session.actions, &approval.action_id)?)?;
    let limit = session.settings.unconfirmed_after_ms;
    (gives_clearance(approval) && action.status == ActionStatus::Cleared).then(|| after(approval.resolved_at?, limit))?
}

/// The first moment at which more than so many milliseconds have passed, if there is one.
fn after(at: i64, millis: i64) -> Option<i64> {
    later(at.saturating_add(1), millis)
}

/// From when on the session is abandoned, as it is now (section 6).
pub(super) fn abandoned_at(session: &Session, index: &Index) -> Option<i64> {
    let waits = session.approvals.as_ref()?.iter().any(Approval::is_pending);
    let busy = waits || index.any(ActionStatus::Cleared) || index.undoing > 0;
    let idle = session.status == Status::Active && !busy;
    idle.then(|| after(session.last_activity_at, session.settings.abandon_after_ms))?
}

/// The earliest moment at which a tick would do something (section 6).
pub(super) fn deadline(session: &Session, index: &Index) -> Option<i64> {
    let due = session.known_approvals().iter().filter(|approval| approval.is_pending() && approval.purpose.is_some());
    due.filter_map(|approval| approval.timeout_at).chain(abandoned_at(session, index)).min()
}

/// The earliest moment after `now` at which a condition, or the `expired` or `unconfirmed` of a row, changes by time alone.
fn changes_at(session: &Session, index: &Index, now: i64) -> Option<i64> {
    let pending = |approval: &Approval| approval.timeout_at.filter(|_| approval.is_pending());
    let moments = session.known_approvals().iter().flat_map(|approval| [pending(approval), unconfirmed_at(session, index, approval)]);
    moments.flatten().filter(|moment| *moment > now).min()
}

/// The undo that runs or its gate, every clearance, every other approval that waits: from the state alone (section 5).
pub(super) fn outstanding(session: &Session) -> Vec<Event> {
    let approvals = session.known_approvals();
    let is_gate = |approval: &&Approval| approval.is_pending() && approval.purpose == Some(Purpose::Rollback);
    let gate = |action: &Action| approvals.iter().find(|approval| is_gate(approval) && approval.action_id == action.id);
    let by_action = json::Index::new(approvals.iter().map(|approval| approval.action_id.as_str()));
    let clearance = |action: &Action| by_action.positions(&action.id).filter_map(|at| approvals.get(at)).find(|approval| gives_clearance(approval));
    let mut events = Vec::new();
    let mut gated = None;
    if let Some(action) = session.actions.iter().find(|action| action.undo == Undo::InProgress) {
        gated = gate(action);
        match gated {
            Some(approval) => events.push(requested(approval)),
            None if is_run_by_vendor(session, action) => {}
            None => events.push(Event::UndoStarted {
                action_id: action.id.clone(),
                attempt: action.undo_attempts,
                idempotency_key: action.idempotency_key(&session.id, action.undo_attempts),
            }),
        }
    }
    let cleared = session.actions.iter().filter(|action| action.status == ActionStatus::Cleared);
    events.extend(cleared.map(|action| Event::ActionCleared {
        action_id: action.id.clone(),
        approval_id: clearance(action).map(|approval| approval.approval_id.clone()),
    }));
    let others = approvals.iter().filter(|approval| approval.is_pending() && gated.is_none_or(|gated| gated.approval_id != approval.approval_id));
    events.extend(others.map(requested));
    events
}

fn requested(approval: &Approval) -> Event {
    Event::ApprovalRequested {
        approval_id: approval.approval_id.clone(),
        action_id: approval.action_id.clone(),
        purpose: approval.purpose,
        timeout_at: approval.timeout_at,
        requested_at: None,
    }
}

/// Whether the undo of an import is in progress that nobody here started; its gate is not asked about (section 5).
pub(super) fn is_run_by_vendor(session: &Session, action: &Action) -> bool {
    let ours = session.rollback.as_ref().and_then(|rollback| rollback.current.as_ref()) == Some(&action.id);
    action.undo == Undo::InProgress && action.undo_attempts == 0 && !ours
}

/// The commands that a person or a runtime would think of. A failure may be logged whenever anything may.
pub(super) fn variants(session: &Session) -> Vec<Variant<Command>> {
    let said = || "…".to_owned();
    let entry = Entry {
        id: Ids::fresh(&session.actions),
        order: None,
        api_name: said(),
        operation_type: super::OperationType::Create,
        payload: Opaque::default(),
        compensation: Compensation { kind: Kind::None, require_approval: false },
        error: Opaque::default(),
    };
    let mut variants = vec![Variant { command: Command::LogAction { action: entry, status: Logged::Failed }, needs: &["action"] }];
    for approval in session.known_approvals().iter().filter(|approval| approval.is_pending()) {
        for decision in [Answer::Approve, Answer::Reject] {
            let command = Command::ResolveApproval { approval_id: approval.approval_id.clone(), decision, resolved_by: said(), reason: None };
            variants.push(Variant { command, needs: &["resolvedBy"] });
        }
    }
    let ids = |holds: fn(&Action) -> bool| session.actions.iter().filter(move |action| holds(action)).map(|action| action.id.clone());
    let cleared = || ids(|action| action.status == ActionStatus::Cleared);
    let failed = || ids(|action| action.status == ActionStatus::RollbackFailed);
    let status = ActionStatus::Success;
    variants.extend(cleared().map(|action_id| Variant { command: Command::ConfirmAction { action_id, status }, needs: &["status"] }));
    variants.push(Variant { command: Command::Complete, needs: &[] });
    variants.push(Variant { command: Command::RequestRollback, needs: &[] });
    for action in session.actions.iter().filter(|action| action.undo == Undo::InProgress) {
        let (action_id, idempotency_key) = (action.id.clone(), action.idempotency_key(&session.id, action.undo_attempts));
        let command = Command::ReportUndo { action_id, idempotency_key, result: UndoResult::Succeeded, error: Opaque::default() };
        variants.push(Variant { command, needs: &["idempotencyKey", "result"] });
    }
    variants.extend(failed().map(|action_id| Variant { command: Command::RetryUndo { action_id }, needs: &[] }));
    variants.extend(cleared().map(|action_id| Variant {
        command: Command::WithdrawClearance { action_id, resolved_by: said(), reason: said() },
        needs: &["resolvedBy", "reason"],
    }));
    variants.extend(failed().map(|action_id| Variant {
        command: Command::AcknowledgeUndo { action_id, resolved_by: said(), note: said() },
        needs: &["resolvedBy", "note"],
    }));
    variants.push(Variant { command: Command::Tick, needs: &[] });
    variants
}

impl ToJson for View {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.named("display", self.display);
            object.field("rule", self.rule);
            object.named("status", self.status);
            object.field("terminal", self.terminal);
            object.named("attention", self.attention);
            object.field("changesAt", self.changes_at);
            object.field("conditions", &self.conditions);
        });
    }
}

impl ToJson for Conditions {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.field("awaitingApproval", self.awaiting_approval);
            object.field("awaitingRollbackApproval", self.awaiting_rollback_approval);
            object.field("rollbackInProgress", self.rollback_in_progress);
            object.field("hasCleared", self.has_cleared);
            object.field("hasUnconfirmed", self.has_unconfirmed);
            object.field("hasExpired", self.has_expired);
            object.field("hasIrreversible", self.has_irreversible);
            object.field("inconsistent", &self.inconsistent);
        });
    }
}
