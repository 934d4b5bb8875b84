//! Section 2: the commands and what they lead to.

use crate::given::*;

#[test]
fn create_without_a_session_leads_to_pending() {
    let (rule, session) = allowed(None, &create());
    assert_eq!((rule, session.phase, session.revision), ("create", Phase::Pending, 1));
}

#[test]
fn create_takes_its_time_from_the_context() {
    let Ok(Decision::Allowed { events, .. }) = decide(None, &create(), &at(77)) else { panic!() };
    assert_eq!(apply(None, &events[0]).unwrap().created_at, 77);
}

#[test]
fn everything_but_create_needs_a_session() {
    let mut commands = vec![Command::Initialize, Command::Activate, add(r#"{"id":"a"}"#), reflecting(Phase::Completed)];
    commands.extend(outcomes().map(|(command, _)| command));
    for command in commands {
        let denial = decide(None, &command, &at(0)).unwrap_err();
        assert_eq!((denial.code, denial.rule, denial.unmet.len(), denial.possible_in.len()), ("no_session", None, 0, 0));
    }
}

#[test]
fn create_again_with_the_same_content_is_a_duplicate() {
    for session in live().into_iter().chain(outcomes().map(|(command, _)| declared(command))) {
        assert_eq!(noop(&session, &create()), ("create-again", "duplicate"));
    }
}

#[test]
fn create_again_with_other_content_is_an_id_conflict() {
    let other = |change: fn(&mut String, &mut String, &mut String, &mut Vec<String>)| {
        let Command::Create { uid, mut agent, mut task, mut harness, mut authority, parent } = create() else { panic!() };
        change(&mut agent, &mut task, &mut harness, &mut authority);
        Command::Create { uid, agent, task, harness, authority, parent }
    };
    denied(&active(), &other(|agent, _, _, _| agent.push('x')), "id_conflict");
    denied(&active(), &other(|_, task, _, _| task.push('x')), "id_conflict");
    denied(&active(), &other(|_, _, harness, _| harness.push('x')), "id_conflict");
    denied(&active(), &other(|_, _, _, authority| authority.reverse()), "id_conflict");
    let parent = Session { uid: text("p"), ..active() };
    denied(&active(), &create_below(&["read", "write"], Some(parent)), "id_conflict");
}

#[test]
fn create_of_another_uid_finds_that_the_session_exists() {
    let Command::Create { agent, task, harness, authority, parent, .. } = create() else { panic!() };
    let denial = denied(&active(), &Command::Create { uid: text("r"), agent, task, harness, authority, parent }, "session_exists");
    assert_eq!(denial.possible_in, Vec::<&str>::new());
}

#[test]
fn initialize_from_pending() {
    let (rule, session) = allowed(Some(&pending()), &Command::Initialize);
    assert_eq!((rule, session.phase), ("initialize", Phase::Initializing));
}

#[test]
fn initialize_in_initializing_is_a_duplicate() {
    assert_eq!(noop(&initializing(), &Command::Initialize), ("initialize-again", "duplicate"));
}

#[test]
fn initialize_later_is_too_late() {
    let denial = denied(&active(), &Command::Initialize, "phase_passed");
    assert_eq!(denial.possible_in, ["Pending"]);
}

#[test]
fn activate_from_initializing() {
    let (rule, session) = allowed(Some(&initializing()), &Command::Activate);
    assert_eq!((rule, session.phase), ("activate", Phase::Active));
}

#[test]
fn activate_from_pending_skips_a_phase() {
    let denial = denied(&pending(), &Command::Activate, "phase_skipped");
    assert_eq!(denial.possible_in, ["Initializing"]);
}

#[test]
fn activate_in_active_is_a_duplicate() {
    assert_eq!(noop(&active(), &Command::Activate), ("activate-again", "duplicate"));
}

#[test]
fn an_artifact_is_added_in_active() {
    let (rule, session) = allowed(Some(&active()), &add(r#"{"id":"b","n":1}"#));
    assert_eq!((rule, session.phase, session.artifacts.len()), ("add-artifact", Phase::Active, 2));
    assert_eq!(session.artifacts[1], artifact(r#"{"id":"b","n":1}"#));
}

#[test]
fn an_artifact_before_active_is_not_an_output() {
    for session in [pending(), initializing()] {
        let denial = denied(&session, &add(r#"{"id":"b"}"#), "not_active");
        assert_eq!(denial.possible_in, ["Active"]);
    }
}

#[test]
fn an_artifact_added_again_is_a_duplicate_when_its_text_is_the_same() {
    assert_eq!(noop(&active(), &add(r#"{"id":"a"}"#)), ("add-artifact-again", "duplicate"));
    denied(&active(), &add(r#"{"id": "a"}"#), "id_conflict");
    denied(&active(), &add(r#"{"id":"a","n":1}"#), "id_conflict");
}

#[test]
fn complete_from_active() {
    let (rule, session) = allowed(Some(&active()), &COMPLETE);
    assert_eq!((rule, session.phase, session.pending_outcome), ("complete", Phase::Active, Some(Outcome::Completed)));
}

#[test]
fn complete_needs_an_artifact() {
    let empty = session(&[create(), Command::Initialize, Command::Activate]);
    denied(&empty, &COMPLETE, "artifact_required");
    denied(&empty, &Command::Complete { reflect: Some(reflect(Phase::Failed)) }, "artifact_required");
}

#[test]
fn complete_and_fail_before_active_skip_a_phase() {
    for session in [pending(), initializing()] {
        for command in [COMPLETE, fail()] {
            assert_eq!(denied(&session, &command, "phase_skipped").possible_in, ["Active"]);
        }
    }
}

#[test]
fn fail_from_active() {
    let (rule, session) = allowed(Some(&active()), &fail());
    assert_eq!((rule, session.pending_outcome), ("fail", Some(Outcome::Failed { message: text("broke") })));
}

#[test]
fn decline_from_initializing_and_active() {
    for session in [initializing(), active()] {
        let (rule, after) = allowed(Some(&session), &decline(Reason::EthicalObjection));
        assert_eq!((rule, after.phase), ("decline", session.phase));
        assert_eq!(after.pending_outcome, Some(Outcome::Declined { reason: Reason::EthicalObjection }));
    }
}

#[test]
fn decline_from_pending_skips_a_phase() {
    let denial = denied(&pending(), &decline(Reason::ScopeMismatch), "phase_skipped");
    assert_eq!(denial.possible_in, ["Initializing", "Active"]);
}

#[test]
fn revoke_and_error_from_any_live_phase() {
    for session in live() {
        assert_eq!(allowed(Some(&session), &revoke(Source::Governance)).0, "revoke");
        assert_eq!(allowed(Some(&session), &error()).0, "error");
    }
}

#[test]
fn a_revocation_bites_at_once() {
    let revoked = declared(revoke(Source::Governance));
    assert_eq!(view(&revoked, &at(0)).authority, Vec::<String>::new());
    denied(&revoked, &add(r#"{"id":"b"}"#), "outcome_pending");
}

#[test]
fn reflect_leads_to_the_terminal_phase_of_the_pending_outcome() {
    for (command, phase) in outcomes() {
        let (rule, session) = allowed(Some(&declared(command.clone())), &reflecting(phase));
        assert_eq!((rule, session.phase, session.pending_outcome), ("reflect", phase, None));
        assert_eq!((session.outcome, session.reflect), (command.outcome(), Some(reflect(phase))));
    }
}

#[test]
fn reflect_without_a_pending_outcome() {
    for session in live() {
        let denial = denied(&session, &Command::Reflect { reflect: by_system(Phase::Completed) }, "no_outcome_pending");
        assert_eq!(denial.unmet.len(), 1);
    }
}
