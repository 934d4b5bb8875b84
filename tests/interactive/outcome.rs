//! What should come of it, in few words.

use crate::given::*;

/// Allowed: the events, the session after, and the warnings.
#[track_caller]
pub fn warned(session: &Session, command: &Command) -> (Vec<Event>, Session, Vec<Warning>) {
    match decide(Some(session), command, &at(0)) {
        Ok(Decision::Allowed { events, warnings, .. }) => {
            let after = replay(&events, Some(session.clone())).unwrap();
            assert_eq!(after.revision, session.revision + events.len() as i64, "{command:?}: an event did not fit, {events:?}");
            (events, after, warnings)
        }
        other => panic!("{command:?} in {}: {other:?}", state(session)),
    }
}

/// Allowed without a warning: the events, and the session after.
#[track_caller]
pub fn allowed(session: &Session, command: &Command) -> (Vec<Event>, Session) {
    let (events, after, warnings) = warned(session, command);
    assert_eq!(warnings, [], "{command:?}");
    (events, after)
}

/// The session after the command, which is allowed without a warning.
#[track_caller]
pub fn then(session: &Session, command: Command) -> Session {
    allowed(session, &command).1
}

/// The instructions to the host among what the command brings about.
#[track_caller]
pub fn instructed(session: &Session, command: Command) -> Vec<Event> {
    instructions(warned(session, &command).0)
}

pub fn instructions(mut events: Vec<Event>) -> Vec<Event> {
    events.retain(|event| {
        use Event::*;
        matches!(
            event,
            TurnStarted { .. } | TurnInterrupted { .. } | ApprovalRequested { .. } | ToolReleased { .. } | ToolDenied { .. } | SessionForgotten
        )
    });
    events
}

/// A noop: its code and its message.
#[track_caller]
pub fn repeated(session: &Session, command: &Command) -> (&'static str, String) {
    match decide(Some(session), command, &at(0)) {
        Ok(Decision::Noop { code, message, .. }) => (code, message),
        other => panic!("{command:?} in {}: {other:?}", state(session)),
    }
}

/// A noop: its code.
#[track_caller]
pub fn noop(session: &Session, command: &Command) -> &'static str {
    repeated(session, command).0
}

/// Denied with that code.
#[track_caller]
pub fn denied(session: &Session, command: &Command, code: &str) -> Denial {
    match decide(Some(session), command, &at(0)) {
        Err(denial) => {
            assert_eq!(denial.code, code, "{command:?} in {}: {denial:?}", state(session));
            assert_eq!(denial.unmet.first().map(|unmet| unmet.code), Some(denial.code));
            denial
        }
        other => panic!("{command:?} in {}: {other:?}", state(session)),
    }
}

/// The inputs that a denial speaks of.
pub fn inputs_of(denial: &Denial) -> Vec<i64> {
    denial.unmet.iter().filter_map(|unmet| unmet.input).collect()
}

/// The codes of warnings, with the inputs that they speak of.
pub fn told(warnings: &[Warning]) -> Vec<(&'static str, Option<i64>)> {
    assert!(warnings.iter().all(|warning| !warning.message.is_empty()));
    warnings.iter().map(|warning| (warning.code, warning.input)).collect()
}

/// `running 1 b[a allow ok, r free]`: status, turn, and the recorded batch with decisions and what has run.
pub fn state(session: &Session) -> String {
    let status = match (&session.status, &session.stop_reason) {
        (Status::Idle, Some(StopReason::RequiresAction)) => text("requires_action"),
        (Status::Idle, Some(StopReason::EndTurn)) => text("idle(end_turn)"),
        (Status::Idle, Some(StopReason::RetriesExhausted)) => text("idle(retries_exhausted)"),
        (Status::Idle, Some(StopReason::Other(reason))) => format!("idle({})", reason.as_str()),
        (Status::Idle, None) => text("idle(null)"),
        (Status::Running, None) => text("running"),
        (Status::Terminated, None) => format!("terminated({})", session.terminated_by.map_or("null", |by| by.name())),
        (Status::Other(status), _) => status.clone(),
        (status, reason) => format!("{status:?}({reason:?})"),
    };
    let call = |call: &Call| {
        let decision = match (call.policy, call.decision) {
            (Policy::AlwaysAllow, _) => "free",
            (_, None) => "?",
            (_, Some(Answer::Allow)) => "allow",
            (_, Some(Answer::Deny)) => "deny",
        };
        let ran = call.ran.map_or(String::new(), |ran| format!(" {}", ran.name()));
        format!("{} {decision}{ran}", call.tool_call.call_id)
    };
    let batch = session.batch.as_ref().map_or(String::new(), |batch| {
        let calls: Vec<_> = batch.calls.iter().map(call).collect();
        format!(" {}[{}]", batch.batch_id, calls.join(", "))
    });
    format!("{status} {}{batch}", session.turn)
}

/// What the view shows there, as JSON; a path as `actions.message.code`.
pub fn viewed(session: &Session, path: &str) -> String {
    at_path(&view(session, &at(0)).to_json(), path)
}

/// The same, which is a word.
pub fn word(session: &Session, path: &str) -> String {
    viewed(session, path).trim_matches('"').to_owned()
}

/// The JSON there; null if there is none.
pub fn at_path(json: &str, path: &str) -> String {
    fn find(node: &Node<'_>, path: &[&str]) -> String {
        match path {
            [] => node.opaque().as_str().to_owned(),
            [first, rest @ ..] => find(&node.field(first), rest),
        }
    }
    find(&Document::parse(json).unwrap().root(), &path.split('.').collect::<Vec<_>>())
}

/// The names of the fields there.
pub fn names_at(json: &str, path: &str) -> Vec<String> {
    Document::parse(&at_path(json, path)).unwrap().root().names()
}
