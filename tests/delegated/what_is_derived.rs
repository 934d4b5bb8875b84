//! Section 4: the view.

use crate::given::*;

#[test]
fn the_view_has_its_fields_under_the_names_of_the_page() {
    let names = Document::parse(&view(&active(), &at(0)).to_json()).unwrap().root().names();
    let page = "display phase terminal attention changesAt conditions awaitingReflect pendingOutcome outcome disposition authority accountable";
    assert_eq!(names, page.split(' ').collect::<Vec<_>>());
}

#[test]
fn disposition_is_null_unless_declined_or_declining() {
    let disposition = |session: &Session| view(session, &at(0)).disposition;
    let declining = decline(Reason::EthicalObjection);
    assert_eq!(disposition(&declared(declining.clone())), Some(Disposition::EscalateToHuman));
    assert_eq!(disposition(&ended(&declining)), Some(Disposition::EscalateToHuman));
    assert_eq!(disposition(&active()), None);
    assert_eq!(disposition(&then(declared(declining), revoke(Source::Parent))), None);
    for (command, phase) in outcomes() {
        assert_eq!(disposition(&ended(&command)).is_some(), phase == Phase::Declined);
    }
}

#[test]
fn authority_is_in_force_while_no_outcome_is_declared() {
    for session in live() {
        assert_eq!(view(&session, &at(0)).authority, ["read", "write"]);
    }
    for (command, _) in outcomes() {
        assert!(view(&declared(command.clone()), &at(0)).authority.is_empty());
        assert!(view(&ended(&command), &at(0)).authority.is_empty());
        assert_eq!(ended(&command).authority, ["read", "write"]);
    }
}

#[test]
fn accountable_answers_who_did_this() {
    let json = view(&active(), &at(0)).accountable.to_json();
    assert_eq!(json, r#"{"uid":"s","agent":"coder","task":"fix","harness":"cli"}"#);
}

/// Field case 16: a declined task is counted among the failures.
#[test]
fn declined_is_not_a_failure() {
    let declined = view(&ended(&decline(Reason::EthicalObjection)), &at(0));
    assert_eq!((declined.display, declined.attention), (Phase::Declined, Attention::Declined));
    assert_eq!(declined.disposition, Some(Disposition::EscalateToHuman));
    let failures = outcomes().map(|(command, _)| view(&ended(&command), &at(0)).attention == Attention::Failed);
    assert_eq!(failures, [false, true, false, false, true]);
}

#[test]
fn outstanding_is_the_reflect_that_is_owed() {
    for (command, phase) in outcomes() {
        assert_eq!(outstanding(&declared(command.clone())), [Event::ReflectOwed { outcome: phase }]);
        assert_eq!(outstanding(&ended(&command)), []);
    }
    assert!(live().iter().all(|session| outstanding(session).is_empty()));
    assert_eq!(outstanding(&declared(fail())).to_json(), r#"[{"type":"reflect_owed","outcome":"Failed"}]"#);
}

#[test]
fn a_declared_outcome_tells_the_host_that_a_reflect_is_owed() {
    let Ok(Decision::Allowed { events, .. }) = decide(Some(&active()), &fail(), &at(0)) else { panic!() };
    let outcome = Outcome::Failed { message: text("broke") };
    assert_eq!(events, [Event::OutcomeDeclared { outcome }, Event::ReflectOwed { outcome: Phase::Failed }]);
}

#[test]
fn time_changes_nothing() {
    assert_eq!(Delegated::deadline(&active()), None);
    assert_eq!(view(&active(), &at(0)), view(&active(), &at(i64::MAX)));
    assert_eq!(view(&active(), &at(0)).changes_at, None);
}

#[test]
fn display_is_the_phase() {
    for session in live().into_iter().chain(outcomes().map(|(command, _)| ended(&command))) {
        let view = view(&session, &at(0));
        assert_eq!((view.display, view.phase, view.terminal), (session.phase, session.phase, session.phase.is_terminal()));
    }
}

#[test]
fn attention_by_phase() {
    let attention = |session: &Session| view(session, &at(0)).attention;
    assert_eq!(live().map(|session| attention(&session)), [Attention::AtRest, Attention::Working, Attention::Working]);
    let ends = outcomes().map(|(command, _)| attention(&ended(&command)));
    assert_eq!(ends, [Attention::Done, Attention::Failed, Attention::Declined, Attention::Stopped, Attention::Failed]);
}

#[test]
fn a_reflect_owed_is_work() {
    assert_eq!(view(&then(pending(), revoke(Source::Parent)), &at(0)).attention, Attention::Working);
}

#[test]
fn an_inconsistent_session_needs_a_human_while_it_has_not_ended() {
    let torn = Session { outcome: Some(Outcome::Completed), ..active() };
    assert_eq!(view(&torn, &at(0)).attention, Attention::NeedsHuman);
    let torn = Session { pending_outcome: Some(Outcome::Completed), ..pending() };
    assert_eq!(view(&torn, &at(0)).attention, Attention::NeedsHuman);
    for (command, _) in outcomes() {
        let session = ended(&command);
        let torn = Session { reflect: None, ..session.clone() };
        assert_eq!(view(&torn, &at(0)).attention, view(&session, &at(0)).attention);
    }
}

#[test]
fn an_ended_session_owes_nothing_even_if_it_says_that_an_outcome_is_pending() {
    let torn = Session { pending_outcome: Some(Outcome::Completed), ..ended(&fail()) };
    assert!(outstanding(&torn).is_empty() && !view(&torn, &at(0)).conditions.awaiting_reflect);
    for (command, _) in outcomes() {
        denied(&torn, &command, "session_terminal");
    }
}

#[test]
fn an_outcome_without_its_phase_leaves_no_authority_in_force() {
    let torn = Session { outcome: Some(Outcome::Revoked { source: Source::Governance }), ..active() };
    assert!(view(&torn, &at(0)).authority.is_empty());
}
