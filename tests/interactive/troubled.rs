//! Section 2: troubled snapshots.

use crate::given::*;

fn inconsistent(session: &Session) -> bool {
    viewed(session, "conditions.inconsistent") != "null"
}

#[test]
fn requires_action_without_a_pending_call_is_inconsistent() {
    for session in adrift() {
        assert!(inconsistent(&session), "{}", state(&session));
        assert_eq!((word(&session, "display"), word(&session, "attention")), (text("requires_action"), text("needs_human")));
        assert!(viewed(&session, "conditions.inconsistent").starts_with('"'));
    }
}

#[test]
fn without_a_pending_call_messages_stay_blocked() {
    for session in adrift() {
        denied(&session, &says("go on"), "pending_tool_approval_unresolved");
        denied(&session, &submit(&[message("go on"), allow("b", "a")]), "pending_tool_approval_unresolved");
        denied(&session, &Command::Archive, "pending_tool_approval_unresolved");
        denied(&session, &Command::Delete, "pending_tool_approval_unresolved");
        denied(&session, &ended(1), "pending_tool_approval_unresolved");
        denied(&session, &exhausted(1), "pending_tool_approval_unresolved");
        denied(&session, &calls("d", &[ask("a")]), "batch_open");
    }
}

#[test]
fn without_a_pending_call_approvals_are_invalid_unless_they_only_repeat() {
    let [bare, decided] = adrift();
    for session in [&bare, &decided] {
        denied(session, &submit(&[allow("b", "z")]), "invalid_tool_approval");
        denied(session, &submit(&[allow("b", "r")]), "invalid_tool_approval");
        denied(session, &submit(&[allow("b", "a"), allow("b", "z")]), "invalid_tool_approval");
    }
    denied(&bare, &submit(&[allow("b", "a")]), "invalid_tool_approval");
    for inputs in [[allow("b", "a")], [deny("b", "a")], [allow("b", "c")]] {
        assert_eq!(noop(&decided, &submit(&inputs)), "already_decided");
    }
}

#[test]
fn without_a_pending_call_an_interrupt_is_allowed() {
    for session in adrift() {
        assert_eq!(state(&then(&session, stop())), "idle(end_turn) 1");
        assert!(!inconsistent(&then(&session, stop())));
        assert_eq!(state(&then(&session, submit(&[INTERRUPT, message("go on")]))), "running 2");
        denied(&session, &submit(&[INTERRUPT, allow("b", "a")]), "invalid_tool_approval");
    }
}

#[test]
fn without_a_pending_call_nothing_is_shown_as_pending() {
    for session in adrift() {
        assert_eq!(viewed(&session, "stopReason"), r#"{"type":"requires_action","pending_batch_id":null,"pending_call_ids":[]}"#);
        assert!(!outstanding(&session).iter().any(|event| matches!(event, Event::ApprovalRequested { .. })));
    }
}

#[test]
fn the_other_invariants_that_a_session_breaks_are_told() {
    for session in [
        Session { status: Status::Running, stop_reason: None, ..asked() },
        Session { stop_reason: Some(StopReason::EndTurn), ..asked() },
        Session { stop_reason: None, ..asked() },
    ] {
        assert!(inconsistent(&session), "{}", state(&session));
    }
}

#[test]
fn a_stop_reason_that_is_read_as_null_contradicts_nothing() {
    for session in [running(&[]), given(&[Command::Archive])] {
        let snapshot = session.to_json().replace(r#""stopReason":null"#, r#""stopReason":"requires_action""#);
        let session = parse(&snapshot).unwrap();
        assert!(!inconsistent(&session), "{}", state(&session));
        assert_eq!(viewed(&session, "stopReason"), "null");
    }
}

#[test]
fn a_status_that_becomes_unknown_at_any_time_contradicts_nothing() {
    for session in reachable().into_iter().filter(|session| session.status != Status::Terminated) {
        let session = with_status("rescheduling", Session { stop_reason: None, ..session });
        assert!(!inconsistent(&session), "{}: {}", state(&session), viewed(&session, "conditions.inconsistent"));
    }
}

#[test]
fn what_can_come_about_is_consistent() {
    for session in reachable().into_iter().chain(unknown()) {
        assert!(!inconsistent(&session), "{}", state(&session));
    }
}

#[test]
fn an_unknown_status_or_stop_reason_is_busy() {
    for session in unknown() {
        assert_eq!((viewed(&session, "conditions.busy"), word(&session, "display")), (text("true"), text("unknown")));
        assert_eq!((word(&session, "attention"), viewed(&session, "terminal")), (text("working"), text("false")));
    }
    for session in resting().iter().chain(&terminated()).chain(&[asked()]) {
        assert_eq!(viewed(session, "conditions.busy"), "false", "{}", state(session));
    }
}

#[test]
fn an_unknown_status_or_stop_reason_answers_every_command_with_session_busy() {
    for session in unknown() {
        for command in [
            says("go on"),
            stop(),
            submit(&[INTERRUPT, message("go on")]),
            submit(&[allow("b", "a")]),
            submit(&[allow("b", "z")]),
            submit(&[INTERRUPT, allow("b", "a")]),
            submit(&[message("go on"), allow("b", "a")]),
            calls("d", &[ask("a")]),
            calls("b", &[ask("a")]),
            calls_in(0, "d", &[ask("a")]),
            calls_in(2, "d", &[ask("a")]),
            ran("b", "a"),
            ran("b", "z"),
            finished_in(0, "b", "a", false),
            finished_in(2, "b", "a", false),
            ended(0),
            ended(1),
            ended(2),
            exhausted(1),
            Command::Archive,
            Command::Delete,
        ] {
            let denial = denied(&session, &command, "session_busy");
            assert!(!denial.possible_in.is_empty(), "{command:?}");
        }
    }
}

#[test]
fn a_duplicate_is_a_duplicate_there_too() {
    let repeated = calls("b", &[ask("a"), free("r"), ask("c")]);
    for session in [with_status("rescheduling", then(&lifted(), ran("b", "r"))), with_reason(r#""paused""#, then(&lifted(), ran("b", "r")))] {
        assert_eq!(noop(&session, &create()), "duplicate");
        denied(&session, &Command::Create { id: text("t"), tool_policies: policies() }, "session_exists");
        assert_eq!(noop(&session, &repeated), "duplicate");
        assert_eq!(noop(&session, &ran("b", "r")), "duplicate");
    }
}

#[test]
fn an_empty_request_is_told_before_an_unknown_status() {
    for session in unknown() {
        denied(&session, &submit(&[]), "empty_request");
    }
}

#[test]
fn an_unrecoverable_error_is_judged_there_as_ever() {
    for session in unknown() {
        for turn in [None, Some(1)] {
            let after = then(&session, lost(turn));
            assert_eq!((state(&after).as_str(), after.error.as_deref()), ("terminated(error) 1", Some("lost")));
        }
        denied(&session, &lost(Some(0)), "stale_turn");
        denied(&session, &lost(Some(2)), "unknown_turn");
    }
}

#[test]
fn an_unknown_stop_reason_is_shown_as_it_came() {
    for reason in [r#""paused""#, r#"{"type":"paused","since":1.0}"#] {
        assert_eq!(viewed(&with_reason(reason, given(&[])), "stopReason"), reason);
    }
}
