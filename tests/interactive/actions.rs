//! Section 2: `view.actions`, the state of the buttons.

use crate::given::*;

const KEYS: [&str; 8] = ["message", "approve", "interrupt", "attach_files", "archive", "delete", "view_history", "create_new"];

/// `allowed`, or the code.
fn button(session: &Session, key: &str) -> String {
    let code = word(session, &format!("actions.{key}.code"));
    let allowed = viewed(session, &format!("actions.{key}.allowed"));
    let message = viewed(session, &format!("actions.{key}.message"));
    assert_eq!(names_at(&view(session, &at(0)).to_json(), &format!("actions.{key}")), ["allowed", "code", "message"]);
    match allowed.as_str() {
        "true" => {
            assert_eq!((code.as_str(), message.as_str()), ("null", "null"), "{key}");
            text("allowed")
        }
        "false" => {
            assert!(code != "null" && message.len() > 2 && message.starts_with('"'), "{key}: {code} {message}");
            code
        }
        other => panic!("{key}: {other}"),
    }
}

/// The buttons of the session; one that is not told of here may be as it is.
#[track_caller]
fn row(session: &Session, expected: [&str; 8]) {
    for (key, expected) in KEYS.into_iter().zip(expected) {
        assert_eq!(button(session, key), expected, "{key} in {}", state(session));
    }
}

#[test]
fn the_keys_of_the_page() {
    for session in reachable().into_iter().chain(unknown()).chain(adrift()) {
        assert_eq!(names_at(&view(&session, &at(0)).to_json(), "actions"), KEYS);
    }
}

#[test]
fn interactive_idle() {
    let approve = "invalid_tool_approval";
    for session in resting() {
        row(&session, ["allowed", approve, "nothing_to_interrupt", "allowed", "allowed", "allowed", "allowed", "session_not_terminated"]);
    }
}

#[test]
fn requires_action() {
    let pending = "pending_tool_approval_unresolved";
    row(&asked(), [pending, "allowed", "allowed", pending, pending, pending, "allowed", "session_not_terminated"]);
}

#[test]
fn running_with_nothing_to_approve() {
    let busy = "session_busy";
    row(&running(&[]), [busy, "invalid_tool_approval", "allowed", busy, busy, busy, "allowed", "session_not_terminated"]);
}

#[test]
fn running_with_a_decided_batch() {
    assert_ne!(button(&lifted(), "approve"), "allowed");
    for (key, expected) in [("message", "session_busy"), ("interrupt", "allowed"), ("attach_files", "session_busy"), ("archive", "session_busy")] {
        assert_eq!(button(&lifted(), key), expected, "{key}");
    }
}

#[test]
fn terminated_keeps_its_history_until_it_is_deleted() {
    let over = "session_terminated";
    let [archived, deleted, lost] = terminated();
    row(&archived, [over, over, over, over, "already_archived", "allowed", "allowed", "allowed"]);
    row(&lost, [over, over, over, over, over, "allowed", "allowed", "allowed"]);
    row(&deleted, [over, over, over, over, over, "already_deleted", "session_deleted", "allowed"]);
    let removed = then(&archived, Command::Delete);
    row(&removed, [over, over, over, over, over, "already_deleted", "session_deleted", "allowed"]);
}

#[test]
fn of_an_unknown_status_or_stop_reason_the_history_can_be_viewed() {
    let busy = "session_busy";
    for session in unknown() {
        row(&session, [busy, busy, busy, busy, busy, busy, "allowed", "session_not_terminated"]);
    }
}

#[test]
fn adrift_only_an_interrupt_helps() {
    let pending = "pending_tool_approval_unresolved";
    for session in adrift() {
        for (key, expected) in [
            ("message", pending),
            ("interrupt", "allowed"),
            ("attach_files", pending),
            ("archive", pending),
            ("delete", pending),
            ("view_history", "allowed"),
        ] {
            assert_eq!(button(&session, key), expected, "{key}");
        }
        assert_ne!(button(&session, "approve"), "allowed");
    }
}

#[test]
fn a_button_is_as_decide_would_answer() {
    for session in reachable().into_iter().chain(unknown()).chain(adrift()) {
        for (key, command) in [
            ("message", says("more")),
            ("attach_files", says("more")),
            ("interrupt", stop()),
            ("archive", Command::Archive),
            ("delete", Command::Delete),
        ] {
            let expected = match decide(Some(&session), &command, &at(0)) {
                Ok(Decision::Allowed { .. }) => (text("allowed"), text("null")),
                Ok(Decision::Noop { code, message, .. }) => (text(code), message.to_json()),
                Err(denial) => (text(denial.code), denial.message.to_json()),
            };
            let found = (button(&session, key), viewed(&session, &format!("actions.{key}.message")));
            if key == "attach_files" {
                assert_eq!(found.0, expected.0, "{key} in {}", state(&session));
            } else {
                assert_eq!(found, expected, "{key} in {}", state(&session));
            }
        }
        let waits = session.calls().iter().any(|call| call.is_undecided()) && session.stop_reason == Some(StopReason::RequiresAction);
        assert_eq!(button(&session, "approve") == "allowed", waits, "{}", state(&session));
    }
}
