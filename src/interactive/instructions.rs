//! What the host is told to do about calls, as ▶ events (section 4), and what of it is still to be done.

use super::{Answer, Batch, Call, Event, Session, Status, TerminatedBy};

/// What the model is told of a call that was denied without a message.
const DENIED: &str = "The tool call was denied.";
/// What it is told of one that the end of its turn overtook.
const CUT_SHORT: &str = "The turn was interrupted before the tool call finished.";

/// When its batch arrives.
pub(super) fn of_arrival(batch: &Batch, call: &Call) -> Event {
    if call.is_undecided() { asked(batch, call) } else { released(batch, call) }
}

/// When every call of its batch is decided.
pub(super) fn of_decision(batch: &Batch, call: &Call, (decision, deny_message): (Answer, Option<&String>)) -> Event {
    match decision {
        Answer::Allow => released(batch, call),
        Answer::Deny => denied(batch, call, deny_message.map_or(DENIED, String::as_str)),
    }
}

/// When the turn is interrupted: for every call that has not run, in the original order.
pub(super) fn of_interrupt(session: &Session) -> impl Iterator<Item = Event> {
    let content =
        |call: &Call| call.deny_message.clone().unwrap_or_else(|| if call.decision == Some(Answer::Deny) { DENIED } else { CUT_SHORT }.to_owned());
    let calls = session.batch.iter().flat_map(|batch| batch.calls.iter().map(move |call| (batch, call)));
    calls.filter(|(_, call)| call.ran.is_none()).map(move |(batch, call)| denied(batch, call, &content(call)))
}

/// What is still to be carried out or answered, from the state alone (section 5).
pub(super) fn outstanding(session: &Session) -> Vec<Event> {
    let mut events = Vec::new();
    if session.terminated_by == Some(TerminatedBy::Deleted) {
        events.push(Event::SessionForgotten);
    }
    if session.status == Status::Running && !session.turn_inputs.is_empty() {
        events.push(Event::TurnStarted { turn: session.turn, turn_inputs: session.turn_inputs.clone() });
    }
    if let Some(batch) = session.batch.as_ref().filter(|_| session.status != Status::Terminated) {
        let is_lifted = session.is_lifted();
        events.extend(batch.calls.iter().filter_map(|call| of_call(batch, call, is_lifted)));
    }
    events
}

fn of_call(batch: &Batch, call: &Call, is_lifted: bool) -> Option<Event> {
    if call.is_undecided() {
        Some(asked(batch, call))
    } else if call.ran.is_some() {
        None
    } else if call.is_released(is_lifted) {
        Some(released(batch, call))
    } else {
        let decision = call.decision.filter(|_| call.is_denied(is_lifted))?;
        Some(of_decision(batch, call, (decision, call.deny_message.as_ref())))
    }
}

fn asked(batch: &Batch, call: &Call) -> Event {
    Event::ApprovalRequested { call: batch.identity(call), reference: call.tool_call.reference.clone() }
}

fn released(batch: &Batch, call: &Call) -> Event {
    Event::ToolReleased { call: batch.identity(call), reference: call.tool_call.reference.clone() }
}

fn denied(batch: &Batch, call: &Call, content: &str) -> Event {
    Event::ToolDenied { call: batch.identity(call), reference: call.tool_call.reference.clone(), content: content.to_owned() }
}
