//! Section 5: how turns end, and reports of turns that have ended.

use crate::given::*;

#[test]
fn a_running_turn_ends_with_its_reason() {
    for session in [running(&[]), lifted(), running(&[calls("b", &[free("r")])])] {
        assert_eq!(state(&then(&session, ended(1))), "idle(end_turn) 1");
        assert_eq!(state(&then(&session, exhausted(1))), "idle(retries_exhausted) 1");
        assert_eq!(instructed(&session, ended(1)), []);
    }
}

#[test]
fn behind_the_barrier_no_turn_ends() {
    for session in [asked(), then(&asked(), submit(&[allow("b", "a")]))] {
        denied(&session, &ended(1), "pending_tool_approval_unresolved");
        denied(&session, &exhausted(1), "pending_tool_approval_unresolved");
    }
}

#[test]
fn the_same_end_of_the_turn_that_ended_last_is_a_duplicate() {
    let resumed = running(&[ended(1), says("more"), ended(2)]);
    assert_eq!(noop(&running(&[ended(1)]), &ended(1)), "duplicate");
    assert_eq!(noop(&running(&[exhausted(1)]), &exhausted(1)), "duplicate");
    assert_eq!(noop(&resumed, &ended(2)), "duplicate");
    denied(&resumed, &ended(1), "stale_turn");
}

#[test]
fn an_interrupt_ends_a_turn_as_turn_ended_does() {
    for session in [then(&asked(), stop()), then(&lifted(), stop()), then(&running(&[]), stop())] {
        assert_eq!(noop(&session, &ended(1)), "duplicate");
        denied(&session, &exhausted(1), "stale_turn");
    }
}

#[test]
fn another_end_of_the_turn_that_ended_last_is_stale() {
    denied(&running(&[ended(1)]), &exhausted(1), "stale_turn");
    denied(&running(&[exhausted(1)]), &ended(1), "stale_turn");
}

#[test]
fn an_end_of_a_lower_turn_is_stale_and_of_a_higher_one_unknown() {
    let second = running(&[ended(1), says("more")]);
    for end in [ended, exhausted] {
        for session in [&second, &then(&second, calls_in(2, "b", &[ask("a")])), &then(&second, ended(2))] {
            denied(session, &end(0), "stale_turn");
            denied(session, &end(1), "stale_turn");
            denied(session, &end(3), "unknown_turn");
        }
        denied(&given(&[]), &end(0), "stale_turn");
        denied(&given(&[]), &end(1), "unknown_turn");
    }
}

#[test]
fn on_a_terminated_session_every_report_is_denied() {
    let ended_before = then(&running(&[ended(1)]), Command::Archive);
    for session in terminated().into_iter().chain([ended_before]) {
        for turn in [0, 1, 2] {
            denied(&session, &ended(turn), "session_terminated");
            denied(&session, &exhausted(turn), "session_terminated");
            denied(&session, &lost(Some(turn)), "session_terminated");
        }
        denied(&session, &lost(None), "session_terminated");
    }
}

#[test]
fn an_unrecoverable_error_without_a_turn_terminates_whatever_is_not_terminated() {
    for session in reachable().into_iter().filter(|session| session.status != Status::Terminated).chain(adrift()) {
        let after = then(&session, lost(None));
        assert_eq!(state(&after), format!("terminated(error) {}", session.turn));
        assert_eq!(after.error.as_deref(), Some("lost"));
    }
}

#[test]
fn an_unrecoverable_error_of_the_present_turn_terminates() {
    for session in [running(&[]), asked(), lifted()] {
        let after = then(&session, lost(Some(1)));
        assert_eq!((state(&after).as_str(), after.error.as_deref()), ("terminated(error) 1", Some("lost")));
    }
}

#[test]
fn an_unrecoverable_error_of_another_turn_or_of_one_that_is_over_does_not() {
    let second = running(&[ended(1), says("more")]);
    denied(&second, &lost(Some(1)), "stale_turn");
    denied(&second, &lost(Some(3)), "unknown_turn");
    for session in [running(&[ended(1)]), running(&[exhausted(1)]), then(&asked(), stop())] {
        denied(&session, &lost(Some(1)), "stale_turn");
        denied(&session, &lost(Some(0)), "stale_turn");
        denied(&session, &lost(Some(2)), "unknown_turn");
    }
    denied(&given(&[]), &lost(Some(1)), "unknown_turn");
}

#[test]
fn termination_clears_what_belongs_to_the_turn() {
    let session = then(&lifted(), calls("d", &[ask("x")]));
    let after = then(&session, lost(None));
    assert_eq!((after.batch, after.turn_inputs, after.past_batch_ids, after.stop_reason), (None, vec![], vec![], None));
    assert_eq!(then(&running(&[]), lost(None)).turn_inputs, []);
}

#[test]
fn late_reports_never_change_a_newer_turn() {
    let session = then(&then(&lifted(), stop()), says("next"));
    for command in [ended(1), exhausted(1), lost(Some(1)), ran("b", "a"), broke("b", "r"), calls("d", &[ask("x")]), calls("b", &[ask("x")])] {
        denied(&session, &command, "stale_turn");
    }
}
