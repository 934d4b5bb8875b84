//! One-word ways to say what is given, what is asked, and what should come of it.

use countersign::delegated::{Command, Session, decide, replay};
use countersign::engine::{Context, Decision, Denial};

/// At that time, by nobody in particular.
pub fn at(now: i64) -> Context {
    Context { now, ..Context::default() }
}

/// The session after these commands, each of which must be allowed.
#[track_caller]
pub fn session(commands: &[Command]) -> Session {
    commands.iter().fold(None, |session, command| Some(allowed(session.as_ref(), command).1)).unwrap()
}

/// The session after one command more.
#[track_caller]
pub fn then(session: Session, command: Command) -> Session {
    allowed(Some(&session), &command).1
}

/// Allowed: the rule, and the session after.
#[track_caller]
pub fn allowed(session: Option<&Session>, command: &Command) -> (&'static str, Session) {
    match decide(session, command, &at(0)) {
        Ok(Decision::Allowed { rule, events, warnings }) => {
            assert_eq!(warnings, []);
            (rule, replay(&events, session.cloned()).unwrap())
        }
        other => panic!("{command:?}: {other:?}"),
    }
}

/// A noop: the rule and the code.
#[track_caller]
pub fn noop(session: &Session, command: &Command) -> (&'static str, &'static str) {
    match decide(Some(session), command, &at(0)) {
        Ok(Decision::Noop { rule, code, .. }) => (rule, code),
        other => panic!("{command:?}: {other:?}"),
    }
}

/// Denied with that code.
#[track_caller]
pub fn denied(session: &Session, command: &Command, code: &str) -> Denial {
    let denial = decide(Some(session), command, &at(0)).unwrap_err();
    assert_eq!(denial.code, code, "{command:?}: {denial:?}");
    denial
}
