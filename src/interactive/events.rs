//! What happens to an interactive session, and what that does. It never refuses: what happened, happened.

use super::index::{Index, undecided};
use super::{Answer, Batch, CallId, Interactive, Ran, Session, Status, StopReason, TerminatedBy, ToolPolicies};
use crate::engine::{Ids, Lifecycle};
use crate::json::Opaque;

/// What happened to an interactive session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// It was created.
    Created {
        /// Which session this is.
        id: String,
        /// Which tools a person is asked about.
        tool_policies: ToolPolicies,
        /// When, in milliseconds since the epoch.
        at: i64,
    },
    /// ▶ A turn began: the agent is to work on these inputs.
    TurnStarted {
        /// Its number.
        turn: i64,
        /// The contents of the messages that started it.
        turn_inputs: Vec<Opaque>,
    },
    /// The model called tools.
    ToolCalls {
        /// The calls.
        batch: Batch,
    },
    /// ▶ A person is to be asked whether a tool may run.
    ApprovalRequested {
        /// Which call.
        call: CallId,
        /// The host's handle for it.
        reference: Opaque,
    },
    /// ▶ A tool may run.
    ToolReleased {
        /// Which call.
        call: CallId,
        /// The host's handle for it.
        reference: Opaque,
    },
    /// ▶ A tool may not run, and the model is told so.
    ToolDenied {
        /// Which call.
        call: CallId,
        /// The host's handle for it.
        reference: Opaque,
        /// What the model is told instead of an output.
        content: String,
    },
    /// Somebody said whether a tool may run; after the last of these answers the turn goes on.
    ApprovalResolved {
        /// Which call.
        call: CallId,
        /// Whether it may.
        decision: Answer,
        /// What the model is told instead of an output, if it may not.
        deny_message: Option<String>,
    },
    /// A tool has run.
    ToolFinished {
        /// Which call.
        call: CallId,
        /// Whether it ran into an error.
        is_error: bool,
    },
    /// ▶ The turn was stopped: what is still at work is to be cancelled.
    TurnInterrupted {
        /// Which.
        turn: i64,
    },
    /// The model ended the turn.
    TurnEnded {
        /// Which.
        turn: i64,
    },
    /// Retries were exhausted, and the turn is over.
    RetriesExhausted {
        /// Which.
        turn: i64,
    },
    /// The session could not go on.
    UnrecoverableError {
        /// What went wrong.
        message: String,
    },
    /// The session is over, and its history is kept.
    Archived,
    /// ▶ The session was deleted: whoever stores it removes it, its events and its copies.
    SessionForgotten,
}

/// The session that the event begins, if it begins one.
pub(super) fn begin(event: &Event) -> Option<Session> {
    match event {
        Event::Created { id, tool_policies, at } => {
            Some(Session { id: id.clone(), tool_policies: tool_policies.clone(), created_at: *at, revision: 1, ..Interactive::NO_SESSION.clone() })
        }
        _ => None,
    }
}

/// Changes the session; false if the event does not fit.
pub(super) fn change(session: &mut Session, index: &mut Index, event: &Event) -> bool {
    match event {
        Event::Created { .. } => return false,
        Event::TurnStarted { turn, turn_inputs } => {
            leave(session, index, Status::Running, None);
            session.turn = *turn;
            session.turn_inputs.clone_from(turn_inputs);
            session.denied_calls_ran.clear();
        }
        Event::ToolCalls { batch } => return record(session, index, batch),
        Event::ApprovalRequested { call, .. } | Event::ToolReleased { call, .. } | Event::ToolDenied { call, .. } => {
            return index.call(session, &call.batch_id, &call.call_id).is_some();
        }
        Event::ApprovalResolved { call, decision, deny_message } => return resolve(session, index, call, *decision, deny_message),
        Event::ToolFinished { call, is_error } => return finish(session, index, call, *is_error),
        Event::TurnInterrupted { .. } | Event::TurnEnded { .. } => leave(session, index, Status::Idle, Some(StopReason::EndTurn)),
        Event::RetriesExhausted { .. } => leave(session, index, Status::Idle, Some(StopReason::RetriesExhausted)),
        Event::UnrecoverableError { message } => {
            terminate(session, index, TerminatedBy::Error);
            session.error = Some(message.clone());
        }
        Event::Archived => terminate(session, index, TerminatedBy::Archived),
        Event::SessionForgotten => terminate(session, index, TerminatedBy::Deleted),
    }
    true
}

/// Leaves the turn, and what belongs to it, for a status.
fn leave(session: &mut Session, index: &mut Index, status: Status, reason: Option<StopReason>) {
    session.status = status;
    session.stop_reason = reason;
    session.turn_inputs.clear();
    session.batch = None;
    session.past_batch_ids.clear();
    *index = Index::default();
}

fn terminate(session: &mut Session, index: &mut Index, by: TerminatedBy) {
    if session.status != Status::Terminated {
        leave(session, index, Status::Terminated, None);
    }
    session.terminated_by = Some(by);
}

/// Records a batch, unless one of its id was; the calls of the one before are over (section 1).
fn record(session: &mut Session, index: &mut Index, batch: &Batch) -> bool {
    let recorded = session.batch.as_ref().is_some_and(|recorded| recorded.batch_id == batch.batch_id);
    if recorded || index.past.find(&session.past_batch_ids, &batch.batch_id).is_some() {
        return false;
    }
    if let Some(before) = session.batch.replace(batch.clone()) {
        index.past.push(&mut session.past_batch_ids, before.batch_id);
    }
    session.turn_inputs.clear();
    index.calls = Ids::new(&batch.calls);
    index.undecided = undecided(&batch.calls);
    rest(session, index);
    true
}

/// Rests behind the barrier as long as a call is undecided, and goes on without (section 4).
fn rest(session: &mut Session, index: &Index) {
    (session.status, session.stop_reason) = match index.undecided {
        0 => (Status::Running, None),
        _ => (Status::Idle, Some(StopReason::RequiresAction)),
    };
}

fn resolve(session: &mut Session, index: &mut Index, id: &CallId, decision: Answer, deny_message: &Option<String>) -> bool {
    let Some(call) = index.call_mut(session, id) else { return false };
    let was_undecided = call.is_undecided();
    call.decision = Some(decision);
    call.deny_message.clone_from(deny_message);
    if was_undecided {
        index.undecided = index.undecided.saturating_sub(1);
        rest(session, index);
    }
    true
}

fn finish(session: &mut Session, index: &Index, id: &CallId, is_error: bool) -> bool {
    let Some(call) = index.call_mut(session, id) else { return false };
    let before = call.ran.replace(if is_error { Ran::Error } else { Ran::Ok });
    if call.was_denied() && !is_error && before != Some(Ran::Ok) {
        session.denied_calls_ran.push(id.clone());
    }
    session.turn_inputs.clear();
    true
}
