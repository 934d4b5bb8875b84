//! Section 2: the first outcome stands.

use crate::given::*;

#[test]
fn the_same_phase_and_data_again_is_declared_already() {
    for (command, _) in outcomes() {
        let (rule, code) = noop(&declared(command.clone()), &command);
        assert!(rule.ends_with("-again"));
        assert_eq!(code, "already_declared");
    }
}

#[test]
fn the_same_phase_with_other_data_is_refused() {
    let other = [
        (fail(), Command::Fail { message: text("other"), reflect: None }),
        (decline(Reason::ScopeMismatch), decline(Reason::EthicalObjection)),
        (revoke(Source::Timeout), revoke(Source::Parent)),
        (error(), Command::Error { message: text("other"), reflect: None }),
    ];
    for (first, second) in other {
        denied(&declared(first), &second, "outcome_already_declared");
    }
}

#[test]
fn another_outcome_is_refused_save_for_what_outranks_the_pending_one() {
    for (first, phase) in outcomes() {
        for (second, other) in outcomes().into_iter().filter(|(_, other)| *other != phase) {
            let supersedes = matches!(other, Phase::Revoked | Phase::Error) && matches!(phase, Phase::Completed | Phase::Failed | Phase::Declined);
            let session = declared(first.clone());
            if supersedes {
                let (_, after) = allowed(Some(&session), &second);
                assert_eq!((after.pending_outcome, after.superseded), (second.outcome(), vec![first.outcome().unwrap()]));
            } else {
                let denial = denied(&session, &second, "outcome_already_declared");
                assert!(denial.message.ends_with(&format!("`{}` is pending", phase.name())));
            }
        }
    }
}

#[test]
fn what_supersedes_may_carry_its_reflect() {
    let command = Command::Error { message: text("lost"), reflect: Some(by_system(Phase::Error)) };
    let (rule, session) = allowed(Some(&declared(COMPLETE)), &command);
    assert_eq!((rule, session.phase, session.superseded), ("error-and-reflect", Phase::Error, vec![Outcome::Completed]));
}

#[test]
fn what_is_superseded_can_no_longer_be_reflected() {
    let session = then(declared(COMPLETE), revoke(Source::Governance));
    denied(&session, &reflecting(Phase::Completed), "reflect_outcome_mismatch");
}

#[test]
fn a_terminal_session_refuses_everything() {
    let Command::Create { agent, task, harness, authority, parent, .. } = create() else { panic!() };
    let mut commands = vec![create(), Command::Initialize, Command::Activate, add(r#"{"id":"a"}"#), add(r#"{"id":"b"}"#)];
    commands.push(Command::Create { uid: text("r"), agent, task, harness, authority, parent });
    commands.extend(outcomes().map(|(command, _)| command));
    commands.extend(carrying(&Reflect { lessons: text("other"), ..reflect(Phase::Completed) }));
    for (command, phase) in outcomes() {
        let session = ended(&command);
        for command in &commands {
            denied(&session, command, "session_terminal");
        }
        denied(&session, &Command::Reflect { reflect: by_system(phase) }, "session_terminal");
    }
}

#[test]
fn the_refusal_of_a_terminal_session_says_where_the_command_is_possible() {
    let denial = denied(&ended(&fail()), &COMPLETE, "session_terminal");
    assert_eq!(denial.possible_in, ["Active"]);
    assert_eq!(denial.message, "this requires that the session has not ended; its phase is `Failed`, possible in `Active`");
}

#[test]
fn the_identical_reflect_of_a_terminal_session_is_a_duplicate_alone_or_carried() {
    for (command, phase) in outcomes() {
        let session = ended(&command);
        assert_eq!(noop(&session, &reflecting(phase)), ("reflect-again", "duplicate"));
        let carried = carrying(&reflect(phase)).into_iter().find(|with| with.outcome() == command.outcome()).unwrap();
        assert_eq!(noop(&session, &carried).1, "duplicate");
    }
    let other = Command::Fail { message: text("other"), reflect: Some(reflect(Phase::Failed)) };
    denied(&ended(&fail()), &other, "session_terminal");
}
