//! Section 5: `tool_finished`.

use crate::given::*;

#[test]
fn a_released_call_has_run_without_change_of_status() {
    for (session, command, expected) in [
        (asked(), ran("b", "r"), "requires_action 1 b[a ?, r free ok, c ?]"),
        (asked(), broke("b", "r"), "requires_action 1 b[a ?, r free error, c ?]"),
        (lifted(), ran("b", "a"), "running 1 b[a allow ok, r free, c deny]"),
        (lifted(), broke("b", "a"), "running 1 b[a allow error, r free, c deny]"),
        (lifted(), ran("b", "r"), "running 1 b[a allow, r free ok, c deny]"),
        (running(&[calls("b", &[free("r")])]), ran("b", "r"), "running 1 b[r free ok]"),
    ] {
        let (events, after) = allowed(&session, &command);
        assert_eq!((state(&after).as_str(), instructions(events)), (expected, vec![]));
    }
}

#[test]
fn a_denied_call_is_reported_once_the_barrier_has_lifted() {
    let session = then(&lifted(), broke("b", "c"));
    assert_eq!((state(&session).as_str(), session.denied_calls_ran), ("running 1 b[a allow, r free, c deny error]", vec![]));
}

#[test]
fn a_denied_call_that_ran_without_an_error_is_warned_of_and_kept() {
    let (_, after, warnings) = warned(&lifted(), &ran("b", "c"));
    assert_eq!(told(&warnings), [("denied_call_ran", None)]);
    assert_eq!(state(&after), "running 1 b[a allow, r free, c deny ok]");
    assert_eq!(after.denied_calls_ran, [id("b", "c")]);
}

#[test]
fn behind_the_barrier_nothing_is_released() {
    let partly = then(&asked(), submit(&[allow("b", "a")]));
    let denied_one = then(&asked(), submit(&[deny("b", "a")]));
    for session in [asked(), partly, denied_one] {
        for call in ["a", "c"] {
            denied(&session, &ran("b", call), "call_not_released");
            denied(&session, &broke("b", call), "call_not_released");
        }
    }
}

#[test]
fn a_call_that_is_not_recorded_is_not_released() {
    for session in [asked(), lifted(), running(&[])] {
        for (batch, call) in [("b", "z"), ("z", "a"), ("b", "__proto__"), ("constructor", "a"), ("", "")] {
            denied(&session, &ran(batch, call), "call_not_released");
        }
    }
    let second = then(&lifted(), calls("d", &[free("x")]));
    denied(&second, &ran("b", "r"), "call_not_released");
    denied(&second, &ran("d", "r"), "call_not_released");
}

#[test]
fn the_same_report_again_is_a_duplicate_with_the_other_outcome_a_conflict() {
    let warned_of = warned(&lifted(), &ran("b", "c")).1;
    for (session, again, other) in [
        (then(&asked(), ran("b", "r")), ran("b", "r"), broke("b", "r")),
        (then(&lifted(), broke("b", "a")), broke("b", "a"), ran("b", "a")),
        (then(&lifted(), broke("b", "c")), broke("b", "c"), ran("b", "c")),
        (warned_of, ran("b", "c"), broke("b", "c")),
    ] {
        assert_eq!(noop(&session, &again), "duplicate");
        denied(&session, &other, "id_conflict");
    }
}

#[test]
fn a_report_of_a_past_batch_finds_nothing_released_even_if_it_repeats() {
    let session = then(&then(&lifted(), ran("b", "a")), calls("d", &[free("x")]));
    denied(&session, &ran("b", "a"), "call_not_released");
}

#[test]
fn of_a_lower_turn_or_one_that_is_over_it_is_stale_and_of_a_higher_one_unknown() {
    for session in [asked(), lifted(), running(&[])] {
        for call in ["a", "r", "z"] {
            denied(&session, &finished_in(0, "b", call, false), "stale_turn");
            denied(&session, &finished_in(2, "b", call, false), "unknown_turn");
        }
    }
    let reported = then(&lifted(), ran("b", "a"));
    for over in [ended(1), exhausted(1), stop()] {
        denied(&then(&reported, over), &ran("b", "a"), "stale_turn");
    }
    denied(&given(&[]), &finished_in(0, "b", "a", false), "stale_turn");
    denied(&given(&[]), &finished_in(1, "b", "a", false), "unknown_turn");
}

#[test]
fn a_terminated_session_takes_no_report() {
    for session in terminated().into_iter().chain([then(&then(&lifted(), ran("b", "a")), lost(None))]) {
        denied(&session, &ran("b", "a"), "session_terminated");
        denied(&session, &finished_in(7, "b", "a", true), "session_terminated");
    }
}
