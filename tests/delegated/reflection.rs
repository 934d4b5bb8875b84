//! Section 2: reflect is mandatory.

use crate::given::*;

#[test]
fn no_terminal_phase_without_the_artifact() {
    for (command, phase) in outcomes() {
        let (_, session) = allowed(Some(&active()), &command);
        assert_eq!(session.phase, Phase::Active);
        let view = view(&session, &at(0));
        assert!(view.conditions.awaiting_reflect && !view.terminal);
        assert_eq!(view.pending_outcome.map(|outcome| outcome.phase()), Some(phase));
    }
}

#[test]
fn while_an_outcome_is_pending_other_commands_are_refused() {
    for (command, _) in outcomes() {
        let session = declared(command);
        denied(&session, &Command::Initialize, "outcome_pending");
        denied(&session, &add(r#"{"id":"b"}"#), "outcome_pending");
    }
    denied(&then(pending(), revoke(Source::Parent)), &Command::Initialize, "outcome_pending");
    denied(&then(initializing(), revoke(Source::Parent)), &Command::Activate, "outcome_pending");
}

#[test]
fn while_an_outcome_is_pending_duplicates_are_told_as_such() {
    assert_eq!(noop(&declared(fail()), &Command::Activate), ("activate-again", "duplicate"));
    assert_eq!(noop(&declared(fail()), &add(r#"{"id":"a"}"#)), ("add-artifact-again", "duplicate"));
    denied(&declared(fail()), &add(r#"{"id":"a","n":1}"#), "id_conflict");
    assert_eq!(noop(&then(initializing(), error()), &Command::Initialize), ("initialize-again", "duplicate"));
}

#[test]
fn a_pending_outcome_is_judged_before_the_phase() {
    let session = then(pending(), revoke(Source::Parent));
    denied(&session, &Command::Activate, "outcome_pending");
    denied(&session, &COMPLETE, "outcome_already_declared");
    denied(&session, &add(r#"{"id":"b"}"#), "outcome_pending");
}

#[test]
fn a_reflect_is_judged_by_session_then_outcome_then_author_then_answers() {
    let session = declared(fail());
    let mut artifact = Reflect { author: Author::System, session_uid: text("r"), lessons: text(" \n"), ..reflect(Phase::Declined) };
    let refused = |artifact: &Reflect, code| denied(&session, &Command::Reflect { reflect: artifact.clone() }, code);
    let codes: Vec<_> = refused(&artifact, "reflect_session_mismatch").unmet.iter().map(|unmet| unmet.code).collect();
    assert_eq!(codes, ["reflect_session_mismatch", "reflect_outcome_mismatch", "reflect_author_not_allowed", "reflect_incomplete"]);
    artifact.session_uid = text("s");
    refused(&artifact, "reflect_outcome_mismatch");
    artifact.outcome = Phase::Failed;
    refused(&artifact, "reflect_author_not_allowed");
    artifact.author = Author::Agent;
    refused(&artifact, "reflect_incomplete");
    artifact.lessons = text("x");
    assert_eq!(allowed(Some(&session), &Command::Reflect { reflect: artifact }).0, "reflect");
}

#[test]
fn a_mismatch_names_what_was_found() {
    let message = |artifact: Reflect, code| denied(&declared(fail()), &Command::Reflect { reflect: artifact }, code).message;
    let uid = message(Reflect { session_uid: text("r"), ..reflect(Phase::Failed) }, "reflect_session_mismatch");
    assert_eq!(uid, "this requires that the reflect names this session; it names `r`");
    let outcome = message(reflect(Phase::Declined), "reflect_outcome_mismatch");
    assert_eq!(outcome, "this requires that the reflect names the outcome that it belongs to; it names `Declined`, and the outcome is `Failed`");
}

#[test]
fn a_system_artifact_is_accepted_for_revoked_and_error_only() {
    for (command, phase) in outcomes() {
        let session = declared(command);
        let reflect = Command::Reflect { reflect: by_system(phase) };
        if matches!(phase, Phase::Revoked | Phase::Error) {
            assert_eq!(allowed(Some(&session), &reflect).1.phase, phase);
        } else {
            denied(&session, &reflect, "reflect_author_not_allowed");
        }
    }
}

#[test]
fn an_incomplete_reflect_is_told_which_answers_are_empty_or_white_space() {
    let artifact = Reflect { decomposition: text(""), lessons: text("\u{a0}\t"), ..reflect(Phase::Failed) };
    let denial = denied(&declared(fail()), &Command::Reflect { reflect: artifact }, "reflect_incomplete");
    assert_eq!(denial.message, "this requires that each of the four answers of the reflect says something; empty: `decomposition`, `lessons`");
}

#[test]
fn an_outcome_command_that_carries_its_reflect_does_both() {
    for command in outcomes().iter().flat_map(|(_, phase)| carrying(&reflect(*phase))) {
        let outcome = command.outcome().unwrap();
        if command.reflect().unwrap().outcome == outcome.phase() {
            let (rule, session) = allowed(Some(&active()), &command);
            assert!(rule.ends_with("-and-reflect"));
            assert_eq!((session.phase, session.outcome, session.pending_outcome), (outcome.phase(), Some(outcome), None));
        }
    }
}

#[test]
fn an_outcome_command_that_carries_its_reflect_does_neither_when_the_reflect_does_not_fit() {
    let wrong = |change: fn(&mut Reflect), code| {
        for (_, phase) in outcomes() {
            let mut artifact = reflect(phase);
            change(&mut artifact);
            let command = carrying(&artifact).into_iter().find(|command| command.outcome().unwrap().phase() == phase).unwrap();
            denied(&active(), &command, code);
        }
    };
    wrong(|artifact| artifact.session_uid = text("r"), "reflect_session_mismatch");
    wrong(|artifact| artifact.lessons = text(" "), "reflect_incomplete");
    for command in carrying(&reflect(Phase::Completed)).into_iter().skip(1) {
        denied(&active(), &command, "reflect_outcome_mismatch");
    }
    for command in carrying(&by_system(Phase::Failed)) {
        let code = if command.outcome().unwrap().phase() == Phase::Failed { "reflect_author_not_allowed" } else { "reflect_outcome_mismatch" };
        denied(&active(), &command, code);
    }
}

#[test]
fn when_the_same_outcome_is_pending_the_carried_reflect_alone_is_applied() {
    for (command, phase) in outcomes() {
        let session = declared(command.clone());
        let carrying = carrying(&reflect(phase)).into_iter().find(|with| with.outcome() == command.outcome()).unwrap();
        let Ok(Decision::Allowed { rule, events, .. }) = decide(Some(&session), &carrying, &at(0)) else { panic!() };
        assert!(rule.ends_with("-reflect-only"));
        assert_eq!(events, [Event::Reflected { outcome: command.outcome().unwrap(), reflect: reflect(phase) }]);
    }
}
