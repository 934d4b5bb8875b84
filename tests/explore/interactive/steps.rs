//! What holds of every step from one session to the next (sections 3 to 5).

use super::{ASK, Sessions, is_handed_out, is_undecided};
use crate::harness::Letter;
use countersign::interactive::{
    Answer, Batch, Call, CallId, Command, Decision, Display, Event, Input, Session, Status, TerminatedBy, decide, outstanding,
};
use countersign::json::Opaque;

/// What the model is told of a call that was denied without a message, and of one that the end of its turn overtook.
const DENIED: &str = "The tool call was denied.";
const CUT_SHORT: &str = "The turn was interrupted before the tool call finished.";

pub fn judge(before: &Session, letter: &Letter<Sessions>, events: &[Event], after: &Session) {
    let name = &letter.name;
    assert_eq!(after.revision, before.revision + events.len() as i64, "not every event of {name} fits");
    assert_eq!((&after.id, &after.tool_policies, after.created_at), (&before.id, &before.tool_policies, before.created_at));
    turns_go_on(before, letter, events, after);
    assert_eq!(instructions(events), told(before, &letter.command, after), "{name} in {before:?}");
    what_was_said_stands(before, name, after);
    denied_calls_that_ran_are_kept(before, letter, events, after);
    a_restarted_host_is_told_the_same(before, name, events, after);
    nothing_happens_twice(before, letter, events, after);
    if before.status == Status::Terminated {
        let forgotten = Session { terminated_by: Some(TerminatedBy::Deleted), revision: after.revision, ..before.clone() };
        assert_eq!(*after, forgotten, "{name} changes a terminated session");
    }
}

fn asked(batch: &Batch, call: &Call) -> Event {
    Event::ApprovalRequested { call: batch.identity(call), reference: call.tool_call.reference.clone() }
}

fn released(batch: &Batch, call: &Call) -> Event {
    Event::ToolReleased { call: batch.identity(call), reference: call.tool_call.reference.clone() }
}

fn denied(batch: &Batch, call: &Call, content: &str) -> Event {
    let content = call.deny_message.as_deref().unwrap_or(content).to_owned();
    Event::ToolDenied { call: batch.identity(call), reference: call.tool_call.reference.clone(), content }
}

fn decided(batch: &Batch, call: &Call) -> Event {
    if call.decision == Some(Answer::Deny) { denied(batch, call, DENIED) } else { released(batch, call) }
}

/// What a restarted host is to be told (section 5).
pub fn owed(session: &Session) -> Vec<Event> {
    let mut events = Vec::new();
    if session.terminated_by == Some(TerminatedBy::Deleted) {
        events.push(Event::SessionForgotten);
    }
    if session.status == Status::Running && session.batch.is_none() {
        events.push(Event::TurnStarted { turn: session.turn, turn_inputs: session.turn_inputs.clone() });
    }
    if let Some(batch) = &session.batch {
        for call in batch.calls.iter().filter(|call| call.ran.is_none()) {
            if is_undecided(call) {
                events.push(asked(batch, call));
            } else if is_handed_out(session, call) {
                events.push(decided(batch, call));
            }
        }
    }
    events
}

/// What a host is to be told of a step: of a batch that arrives, of one whose last call is decided, of the end of a turn, and
/// of the beginning of one. So each call of a batch is handed out once.
fn told(before: &Session, command: &Command, after: &Session) -> Vec<Event> {
    let mut events = Vec::new();
    match command {
        Command::ToolCalls { .. } => {
            let batch = after.batch.as_ref().unwrap();
            events.extend(batch.calls.iter().map(|call| if call.policy == ASK { asked(batch, call) } else { released(batch, call) }));
        }
        Command::Submit { inputs } if matches!(inputs[0], Input::Approval(_)) => {
            let batch = after.batch.as_ref().filter(|batch| !batch.calls.iter().any(is_undecided));
            events.extend(batch.iter().flat_map(|batch| batch.calls.iter().filter(|call| call.policy == ASK).map(|call| decided(batch, call))));
        }
        Command::Submit { inputs } => {
            if before.display() != Display::Idle {
                if let Some(batch) = &before.batch {
                    let content = |call: &Call| if call.decision == Some(Answer::Deny) { DENIED } else { CUT_SHORT };
                    events.extend(batch.calls.iter().filter(|call| call.ran.is_none()).map(|call| denied(batch, call, content(call))));
                }
                events.push(Event::TurnInterrupted { turn: before.turn });
            }
            let turn_inputs: Vec<Opaque> = inputs.iter().filter_map(content).collect();
            if !turn_inputs.is_empty() {
                events.push(Event::TurnStarted { turn: before.turn + 1, turn_inputs });
            }
        }
        Command::Delete => events.push(Event::SessionForgotten),
        _ => {}
    }
    events
}

fn content(input: &Input) -> Option<Opaque> {
    match input {
        Input::Message { content } => Some(content.clone()),
        _ => None,
    }
}

/// Those of the events that are instructions.
fn instructions(events: &[Event]) -> Vec<Event> {
    let is_told = |event: &&Event| {
        matches!(
            event,
            Event::TurnStarted { .. }
                | Event::TurnInterrupted { .. }
                | Event::ApprovalRequested { .. }
                | Event::ToolReleased { .. }
                | Event::ToolDenied { .. }
                | Event::SessionForgotten
        )
    };
    events.iter().filter(is_told).cloned().collect()
}

/// Turns are counted up, one by one, and a report changes its own turn alone.
fn turns_go_on(before: &Session, letter: &Letter<Sessions>, events: &[Event], after: &Session) {
    let starts = events.iter().filter(|event| matches!(event, Event::TurnStarted { .. })).count();
    assert!(starts <= 1, "{} starts {starts} turns", letter.name);
    assert_eq!(after.turn, before.turn + starts as i64, "{}", letter.name);
    let (Command::ToolCalls { turn, .. }
    | Command::ToolFinished { turn, .. }
    | Command::TurnEnded { turn }
    | Command::RetriesExhausted { turn }
    | Command::UnrecoverableError { turn: Some(turn), .. }) = &letter.command
    else {
        return;
    };
    let is_over = before.display() == Display::Idle || before.status == Status::Terminated;
    assert!(*turn == before.turn && !is_over, "{} changes turn {}: {before:?}", letter.name, before.turn);
}

/// The first decision stands, and so does the first report of a call; a call keeps its place, its policy and its content.
fn what_was_said_stands(before: &Session, name: &str, after: &Session) {
    let id = |session: &Session| session.batch.as_ref().map(|batch| batch.batch_id.clone());
    if before.turn != after.turn || id(before).is_none() || id(before) != id(after) {
        return;
    }
    assert_eq!(before.calls().len(), after.calls().len());
    for (call, then) in before.calls().iter().zip(after.calls()) {
        assert_eq!((&call.tool_call, call.policy), (&then.tool_call, then.policy), "{name}");
        assert!(call.decision.is_none() || (call.decision, &call.deny_message) == (then.decision, &then.deny_message), "{name} changes {call:?}");
        assert!(call.ran.is_none() || call.ran == then.ran, "{name} changes {call:?}");
    }
}

/// They are kept, with a warning, until the next turn.
fn denied_calls_that_ran_are_kept(before: &Session, letter: &Letter<Sessions>, events: &[Event], after: &Session) {
    let started = events.iter().any(|event| matches!(event, Event::TurnStarted { .. }));
    let mut kept: Vec<CallId> = if started { Vec::new() } else { before.denied_calls_ran.clone() };
    if let Command::ToolFinished { batch_id, call_id, is_error, .. } = &letter.command {
        let call = before.calls().iter().find(|call| call.tool_call.call_id == *call_id).unwrap();
        let ran = call.decision == Some(Answer::Deny) && !is_error;
        kept.extend(ran.then(|| CallId { batch_id: batch_id.clone(), call_id: call_id.clone() }));
        let Ok(Decision::Allowed { warnings, .. }) = decide(Some(before), &letter.command, &letter.context) else { panic!() };
        let codes: Vec<_> = warnings.iter().map(|warning| warning.code).collect();
        assert_eq!(codes, if ran { vec!["denied_call_ran"] } else { vec![] }, "{}", letter.name);
    }
    assert_eq!(after.denied_calls_ran, kept, "{}", letter.name);
}

/// What is still to be done is what was told and is not yet done; a turn that is interrupted tells its end once.
fn a_restarted_host_is_told_the_same(before: &Session, name: &str, events: &[Event], after: &Session) {
    let (was, is) = (outstanding(before), outstanding(after));
    assert!(is.iter().all(|event| was.contains(event) || events.contains(event)), "{name}: {is:?} was never told");
    if !events.iter().any(|event| matches!(event, Event::TurnInterrupted { .. })) {
        assert!(instructions(events).iter().all(|event| is.contains(event)), "{name}: {events:?} is forgotten");
    }
}

/// What was allowed and comes again is not allowed once more, save an interrupt with a message; and the order of inputs does
/// not matter.
fn nothing_happens_twice(before: &Session, letter: &Letter<Sessions>, events: &[Event], after: &Session) {
    let again = decide(Some(after), &letter.command, &letter.context);
    let Command::Submit { inputs } = &letter.command else {
        let is_noop = matches!(again, Ok(Decision::Noop { .. }));
        let is_error = matches!(letter.command, Command::UnrecoverableError { .. });
        return assert!(is_noop != is_error && !matches!(again, Ok(Decision::Allowed { .. })), "{}: {again:?}", letter.name);
    };
    let starts_anew = inputs.contains(&Input::Interrupt) && inputs.len() > 1 && inputs.iter().any(|input| *input != Input::Interrupt);
    assert_eq!(matches!(again, Ok(Decision::Allowed { .. })), starts_anew, "{}", letter.name);
    let turned = Command::Submit { inputs: inputs.iter().rev().cloned().collect() };
    let Ok(Decision::Allowed { events: turned, .. }) = decide(Some(before), &turned, &letter.context) else { panic!("{} turned", letter.name) };
    let contents = inputs.iter().filter_map(content).count();
    assert!(turned == events || contents > 1, "{}: {turned:?}", letter.name);
}
