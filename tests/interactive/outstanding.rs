//! Section 5: what a restarted host still has to carry out, and the deadline that there is not.

use crate::given::*;

/// Whatever their order.
#[track_caller]
fn owed(session: &Session, expected: &[Event]) {
    let sorted = |events: &[Event]| {
        let mut json: Vec<_> = events.iter().map(ToJson::to_json).collect();
        json.sort_unstable();
        json
    };
    assert_eq!(sorted(&outstanding(session)), sorted(expected), "{}", state(session));
}

#[test]
fn the_start_of_a_running_turn_until_its_first_report() {
    let session = given(&[submit(&[message("one"), message("two")])]);
    owed(&session, &[started(1, &["one", "two"])]);
    assert_eq!(outstanding(&session)[0].to_json(), r#"{"type":"turn_started","turn":1,"turnInputs":["one","two"]}"#);
    owed(&then(&session, ended(1)), &[]);
    owed(&then(&session, exhausted(1)), &[]);
    owed(&then(&session, stop()), &[]);
    owed(&then(&session, lost(None)), &[]);
    owed(&then(&session, calls("b", &[free("r")])), &[released("b", "r")]);
    owed(&then(&then(&session, calls("b", &[free("r")])), ran("b", "r")), &[]);
}

#[test]
fn the_start_of_a_turn_that_does_not_run_is_not_outstanding() {
    let turn_inputs = given(&[says("hi")]).turn_inputs;
    for session in resting().into_iter().chain([given(&[Command::Archive])]) {
        owed(&Session { turn_inputs: turn_inputs.clone(), ..session }, &[]);
    }
}

#[test]
fn the_approval_of_every_undecided_call_and_what_may_run_meanwhile() {
    owed(&asked(), &[requested("b", "a"), released("b", "r"), requested("b", "c")]);
    owed(&then(&asked(), ran("b", "r")), &[requested("b", "a"), requested("b", "c")]);
    let partly = then(&asked(), submit(&[allow("b", "a")]));
    owed(&partly, &[released("b", "r"), requested("b", "c")]);
    owed(&then(&asked(), submit(&[deny_with("b", "c", "no")])), &[requested("b", "a"), released("b", "r")]);
}

#[test]
fn released_calls_and_denied_outputs_that_are_not_reported_yet() {
    let session = then(&asked(), submit(&[allow("b", "a"), deny_with("b", "c", "no")]));
    owed(&session, &[released("b", "a"), released("b", "r"), refused("b", "c", "no")]);
    let session = then(&session, broke("b", "c"));
    owed(&session, &[released("b", "a"), released("b", "r")]);
    let session = then(&session, broke("b", "a"));
    owed(&session, &[released("b", "r")]);
    owed(&then(&session, ran("b", "r")), &[]);
}

#[test]
fn a_denied_output_is_the_one_that_was_handed_out() {
    let handed_out = instructed(&asked(), submit(&[deny("b", "a"), deny_with("b", "c", "no")]));
    let after = then(&asked(), submit(&[deny("b", "a"), deny_with("b", "c", "no")]));
    let expected: Vec<_> = handed_out.into_iter().chain([released("b", "r")]).collect();
    owed(&after, &expected);
}

#[test]
fn only_the_recorded_batch_is_outstanding() {
    let session = then(&lifted(), calls("d", &[ask("x")]));
    owed(&session, &[requested("d", "x")]);
    owed(&then(&lifted(), ended(1)), &[]);
    owed(&then(&lifted(), exhausted(1)), &[]);
    owed(&then(&lifted(), stop()), &[]);
}

#[test]
fn a_deleted_session_is_to_be_forgotten() {
    owed(&given(&[Command::Delete]), &[Event::SessionForgotten]);
    owed(&given(&[Command::Archive, Command::Delete]), &[Event::SessionForgotten]);
    assert_eq!(outstanding(&given(&[Command::Delete]))[0].to_json(), r#"{"type":"session_forgotten"}"#);
}

#[test]
fn what_is_over_is_not_outstanding() {
    for session in resting().into_iter().chain([given(&[Command::Archive]), then(&lifted(), lost(None)), then(&asked(), lost(None))]) {
        owed(&session, &[]);
    }
}

#[test]
fn it_comes_from_the_state_alone() {
    for session in reachable() {
        assert_eq!(outstanding(&parse(&session.to_json()).unwrap()), outstanding(&session));
    }
}

#[test]
fn what_is_instructed_is_outstanding_until_it_is_answered() {
    for (session, command) in [
        (given(&[]), says("hi")),
        (running(&[]), calls("b", &[ask("a"), free("r"), ask("c")])),
        (running(&[]), calls("b", &[free("r"), free("q")])),
        (running(&[calls("b", &[ask("a"), ask("c")])]), submit(&[allow("b", "a"), deny_with("b", "c", "no")])),
        (given(&[]), Command::Delete),
    ] {
        owed(&then(&session, command.clone()), &instructed(&session, command));
    }
    owed(&then(&asked(), submit(&[INTERRUPT, message("next")])), &[started(2, &["next"])]);
}

#[test]
fn there_is_no_deadline() {
    for session in reachable().into_iter().chain(unknown()).chain(adrift()) {
        assert_eq!((deadline(&session), viewed(&session, "changesAt")), (None, text("null")));
    }
}

#[test]
fn an_interrupt_is_an_instruction_that_names_its_turn() {
    assert_eq!(interrupted(3).to_json(), r#"{"type":"turn_interrupted","turn":3}"#);
}
