//! The page of the delegated lifecycle, sentence by sentence, in its order.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod said;

use countersign::delegated::{Artifact, Author, Command, Disposition, Event, Outcome, Phase, Reason, Reflect, Session, Source};
use countersign::delegated::{apply, cascade, decide, offers, outstanding, parse, view};
use countersign::engine::{Attention, Context, Decision, Lifecycle};
use countersign::json::{ClosedSet, Document, ToJson};
use said::{allowed, at, denied, noop, session};

fn text(text: &str) -> String {
    text.to_owned()
}

fn create() -> Command {
    create_below(&["read", "write"], None)
}

fn create_below(authority: &[&str], parent: Option<Session>) -> Command {
    let authority = authority.iter().map(|capability| text(capability)).collect();
    Command::Create { uid: text("s"), agent: text("coder"), task: text("fix"), harness: text("cli"), authority, parent: parent.map(Box::new) }
}

fn artifact(json: &str) -> Artifact {
    let document = Document::parse(json).unwrap();
    let id = document.root().field("id").id().unwrap();
    Artifact { id, content: document.root().opaque().unwrap() }
}

fn add(json: &str) -> Command {
    Command::AddArtifact { artifact: artifact(json) }
}

fn reflect(outcome: Phase) -> Reflect {
    let answer = || text("said");
    Reflect {
        author: Author::Agent,
        session_uid: text("s"),
        outcome,
        task_assessment: answer(),
        decomposition: answer(),
        orchestration: answer(),
        lessons: answer(),
    }
}

fn by_system(outcome: Phase) -> Reflect {
    Reflect { author: Author::System, ..reflect(outcome) }
}

const COMPLETE: Command = Command::Complete { reflect: None };

fn fail() -> Command {
    Command::Fail { message: text("broke"), reflect: None }
}

const fn decline(reason: Reason) -> Command {
    Command::Decline { reason, reflect: None }
}

const fn revoke(source: Source) -> Command {
    Command::Revoke { source, reflect: None }
}

fn error() -> Command {
    Command::Error { message: text("lost"), reflect: None }
}

fn reflecting(outcome: Phase) -> Command {
    Command::Reflect { reflect: reflect(outcome) }
}

/// The five outcome commands, each carrying this reflect.
fn carrying(reflect: &Reflect) -> [Command; 5] {
    let reflect = Some(reflect.clone());
    [
        Command::Complete { reflect: reflect.clone() },
        Command::Fail { message: text("broke"), reflect: reflect.clone() },
        Command::Decline { reason: Reason::ScopeMismatch, reflect: reflect.clone() },
        Command::Revoke { source: Source::Timeout, reflect: reflect.clone() },
        Command::Error { message: text("lost"), reflect },
    ]
}

/// The five outcome commands with the phases that they lead to.
fn outcomes() -> [(Command, Phase); 5] {
    [
        (COMPLETE, Phase::Completed),
        (fail(), Phase::Failed),
        (decline(Reason::ScopeMismatch), Phase::Declined),
        (revoke(Source::Timeout), Phase::Revoked),
        (error(), Phase::Error),
    ]
}

fn pending() -> Session {
    session(&[create()])
}

fn initializing() -> Session {
    session(&[create(), Command::Initialize])
}

fn active() -> Session {
    session(&[create(), Command::Initialize, Command::Activate, add(r#"{"id":"a"}"#)])
}

/// An active session with that outcome pending.
fn declared(command: Command) -> Session {
    said::then(active(), command)
}

/// A session that ended like that.
fn ended(outcome: &Command) -> Session {
    let phase = outcome.outcome().unwrap().phase();
    said::then(declared(outcome.clone()), reflecting(phase))
}

fn live() -> [Session; 3] {
    [pending(), initializing(), active()]
}

mod data {
    use super::*;

    #[test]
    fn a_session_has_its_fields_under_the_names_of_the_page() {
        let names = Document::parse(&active().to_json()).unwrap().root().names();
        let page = "lifecycle schema uid agent task harness parentUid authority phase pendingOutcome outcome superseded reflect artifacts createdAt revision";
        assert_eq!(names, page.split(' ').collect::<Vec<_>>());
        assert!(active().to_json().starts_with(r#"{"lifecycle":"delegated","schema":1,"#));
    }

    #[test]
    fn authority_is_kept_as_granted() {
        assert_eq!(session(&[create_below(&["write", "read", "write"], None)]).authority, ["write", "read", "write"]);
    }

    #[test]
    fn outcome_is_null_until_terminal() {
        assert!(live().iter().all(|session| session.outcome.is_none()));
        for (command, phase) in outcomes() {
            assert_eq!(declared(command.clone()).outcome, None);
            assert_eq!(ended(&command).outcome.map(|outcome| outcome.phase()), Some(phase));
        }
    }

    #[test]
    fn an_outcome_has_the_data_of_its_phase() {
        let outcomes = outcomes().map(|(command, _)| command.outcome().unwrap().to_json());
        assert_eq!(
            outcomes,
            [
                r#"{"phase":"Completed"}"#,
                r#"{"phase":"Failed","message":"broke"}"#,
                r#"{"phase":"Declined","reason":"scope_mismatch"}"#,
                r#"{"phase":"Revoked","source":"timeout"}"#,
                r#"{"phase":"Error","message":"lost"}"#,
            ]
        );
    }

    #[test]
    fn a_reflect_has_an_author_a_session_an_outcome_and_four_answers() {
        let json = r#"{"author":"agent","sessionUid":"s","outcome":"Failed","taskAssessment":"said","decomposition":"said","orchestration":"said","lessons":"said"}"#;
        assert_eq!(reflect(Phase::Failed).to_json(), json);
    }

    #[test]
    fn an_absent_answer_counts_as_empty() {
        let json = r#"{"type":"reflect","reflect":{"author":"agent","sessionUid":"s","outcome":"Failed","lessons":null}}"#;
        let command = countersign::engine::read_command::<countersign::delegated::Delegated>(&Document::parse(json).unwrap().root()).unwrap();
        let empty =
            Reflect { task_assessment: text(""), decomposition: text(""), orchestration: text(""), lessons: text(""), ..reflect(Phase::Failed) };
        assert_eq!(command, Command::Reflect { reflect: empty });
    }

    #[test]
    fn an_artifact_is_opaque_and_comes_back_as_it_was() {
        let json = r#"{"id":"a","n":1.0,"deep":[{"__proto__":null}, 1e400]}"#;
        let session = said::then(active_without_artifact(), add(json));
        assert!(session.to_json().contains(json));
        assert_eq!(parse(&session.to_json()).unwrap(), session);
    }

    fn active_without_artifact() -> Session {
        session(&[create(), Command::Initialize, Command::Activate])
    }

    #[test]
    fn the_phases_in_their_order() {
        let names: Vec<_> = Phase::ALL.iter().map(|phase| phase.name()).collect();
        assert_eq!(names, ["Pending", "Initializing", "Active", "Completed", "Failed", "Declined", "Revoked", "Error"]);
    }

    #[test]
    fn the_last_five_phases_are_terminal() {
        let terminal: Vec<_> = Phase::ALL.iter().map(|phase| phase.is_terminal()).collect();
        assert_eq!(terminal, [false, false, false, true, true, true, true, true]);
    }

    #[test]
    fn the_revoke_sources() {
        let names: Vec<_> = Source::ALL.iter().map(|source| source.name()).collect();
        assert_eq!(names, ["governance", "parent", "timeout"]);
    }

    #[test]
    fn a_timeout_is_revoked_never_failed() {
        let session = ended(&revoke(Source::Timeout));
        assert_eq!((session.phase, session.outcome), (Phase::Revoked, Some(Outcome::Revoked { source: Source::Timeout })));
    }

    #[test]
    fn each_decline_reason_has_its_disposition() {
        let page = [
            ("insufficient_context", "back_to_research"),
            ("authority_insufficient", "escalate_to_parent"),
            ("ethical_objection", "escalate_to_human"),
            ("needs_decomposition", "replan"),
            ("scope_mismatch", "reassign"),
        ];
        let rules: Vec<_> = Reason::ALL.iter().map(|reason| (reason.name(), reason.disposition().name())).collect();
        assert_eq!(rules, page);
    }

    #[test]
    fn the_invariants_that_a_session_breaks_are_told() {
        let inconsistent = |session: &Session| view(session, &at(0)).conditions.inconsistent;
        let done = ended(&COMPLETE);
        let told = |session: Session, sentence: &str| assert_eq!(inconsistent(&session).as_deref(), Some(sentence));
        assert_eq!(inconsistent(&done), None);
        told(Session { outcome: None, ..done.clone() }, "the phase is `Completed`, and its outcome is missing");
        told(Session { reflect: None, ..done.clone() }, "the phase is `Completed`, and its reflect is missing");
        told(Session { phase: Phase::Active, ..done.clone() }, "the phase is `Active`, and its outcome names `Completed`");
        told(Session { phase: Phase::Failed, ..done.clone() }, "the phase is `Failed`, and its outcome names `Completed`");
        told(Session { reflect: Some(reflect(Phase::Failed)), ..done.clone() }, "the phase is `Completed`, and its reflect names `Failed`");
        told(Session { artifacts: vec![], ..done.clone() }, "the outcome is `Completed`, and there is no artifact");
        told(
            Session { pending_outcome: Some(Outcome::Completed), ..done },
            "`Completed` is pending in `Completed`, and can be declared in `Active` only",
        );
        told(
            Session { phase: Phase::Pending, ..declared(decline(Reason::ScopeMismatch)) },
            "`Declined` is pending in `Pending`, and can be declared in `Initializing`, `Active` only",
        );
        assert_eq!(inconsistent(&Session { artifacts: vec![], ..ended(&fail()) }), None);
    }
}

mod transitions {
    use super::*;

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
            denied(&session, &reflecting(Phase::Completed), "no_outcome_pending");
        }
    }
}

mod reflection {
    use super::*;

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
        denied(&said::then(pending(), revoke(Source::Parent)), &Command::Initialize, "outcome_pending");
        denied(&said::then(initializing(), revoke(Source::Parent)), &Command::Activate, "outcome_pending");
    }

    #[test]
    fn while_an_outcome_is_pending_duplicates_are_told_as_such() {
        assert_eq!(noop(&declared(fail()), &Command::Activate), ("activate-again", "duplicate"));
        assert_eq!(noop(&declared(fail()), &add(r#"{"id":"a"}"#)), ("add-artifact-again", "duplicate"));
        denied(&declared(fail()), &add(r#"{"id":"a","n":1}"#), "id_conflict");
        assert_eq!(noop(&said::then(initializing(), error()), &Command::Initialize), ("initialize-again", "duplicate"));
    }

    #[test]
    fn a_pending_outcome_is_judged_before_the_phase() {
        let session = said::then(pending(), revoke(Source::Parent));
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
}

mod first_outcome {
    use super::*;

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
                let supersedes =
                    matches!(other, Phase::Revoked | Phase::Error) && matches!(phase, Phase::Completed | Phase::Failed | Phase::Declined);
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
        let session = said::then(declared(COMPLETE), revoke(Source::Governance));
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
}

mod delegation {
    use super::*;

    fn parent() -> Session {
        Session { uid: text("p"), ..active() }
    }

    fn child(uid: &str, parent: &str, session: Session) -> Session {
        Session { uid: text(uid), parent_uid: Some(text(parent)), ..session }
    }

    #[test]
    fn the_parent_is_named_and_not_stored() {
        let (_, session) = allowed(None, &create_below(&["read"], Some(parent())));
        assert_eq!(session.parent_uid.as_deref(), Some("p"));
        assert!(!session.to_json().contains(r#""parent":"#));
    }

    #[test]
    fn parent_uid_needs_the_parent_with_that_uid() {
        let read = |fields: &str| {
            let json = format!(r#"{{"type":"create","uid":"s","agent":"a","task":"t","harness":"h","authority":[]{fields}}}"#);
            countersign::engine::read_command::<countersign::delegated::Delegated>(&Document::parse(&json).unwrap().root())
        };
        let parent = parent().to_json();
        assert!(read(&format!(r#","parentUid":"p","parent":{parent}"#)).is_ok());
        let refused = [
            (read(r#","parentUid":"p""#), "parent", "`parent` is missing, expected the session `p`, as `parentUid` names it"),
            (read(&format!(r#","parentUid":"q","parent":{parent}"#)), "parent.uid", "`parent.uid` is \"p\", expected `q`, as `parentUid` names it"),
            (read(&format!(r#","parent":{parent}"#)), "parentUid", "`parentUid` is missing, expected `p`, as `parent` is given"),
        ];
        for (read, path, message) in refused {
            let error = read.unwrap_err();
            assert_eq!((error.code, error.path.as_str(), error.message.as_str()), ("invalid_input", path, message));
        }
    }

    #[test]
    fn a_parent_that_is_ending_delegates_nothing() {
        for (command, phase) in outcomes() {
            let ending = Session { uid: text("p"), ..declared(command.clone()) };
            let denial = decide(None, &create_below(&["read"], Some(ending)), &at(0)).unwrap_err();
            assert_eq!(denial.code, "parent_not_active");
            assert!(denial.message.ends_with(&format!("; `{}` is pending", phase.name())));
            let gone = Session { uid: text("p"), ..ended(&command) };
            let denial = decide(None, &create_below(&["read"], Some(gone)), &at(0)).unwrap_err();
            assert_eq!(denial.code, "parent_not_active");
            assert!(denial.message.ends_with(&format!("; it ended as `{}`", phase.name())));
        }
    }

    #[test]
    fn a_parent_in_any_live_phase_delegates() {
        for session in live() {
            allowed(None, &create_below(&["read"], Some(Session { uid: text("p"), ..session })));
        }
    }

    #[test]
    fn authority_is_never_widened_and_each_missing_capability_is_named() {
        let denial = decide(None, &create_below(&["read", "admin", "root"], Some(parent())), &at(0)).unwrap_err();
        assert_eq!(denial.code, "authority_widened");
        assert_eq!(denial.message, "this requires that the parent holds every capability that it delegates; it lacks `admin`, `root`");
    }

    #[test]
    fn the_parents_state_is_judged_before_its_authority() {
        let ending = Session { uid: text("p"), ..declared(fail()) };
        let denial = decide(None, &create_below(&["admin"], Some(ending)), &at(0)).unwrap_err();
        let codes: Vec<_> = denial.unmet.iter().map(|unmet| unmet.code).collect();
        assert_eq!(codes, ["parent_not_active", "authority_widened"]);
    }

    #[test]
    fn a_repeated_create_is_a_duplicate_even_when_the_parent_has_ended_since() {
        let (_, session) = allowed(None, &create_below(&["read"], Some(parent())));
        let gone = Session { uid: text("p"), ..ended(&fail()) };
        assert_eq!(noop(&session, &create_below(&["read"], Some(gone))), ("create-again", "duplicate"));
    }

    #[test]
    fn the_cascade_is_every_live_descendant_deepest_first_ties_as_given() {
        let sessions = [
            child("b", "root", active()),
            child("a", "root", pending()),
            child("ab", "a", initializing()),
            child("ba", "b", active()),
            child("aba", "ab", active()),
            child("other", "elsewhere", active()),
            Session { uid: text("root"), ..active() },
        ];
        assert_eq!(cascade(&sessions, "root"), ["aba", "ab", "ba", "b", "a"]);
        assert_eq!(cascade(&sessions, "ab"), ["aba"]);
        assert_eq!(cascade(&sessions, "aba"), Vec::<&str>::new());
        assert_eq!(cascade(&sessions, "unknown"), Vec::<&str>::new());
    }

    #[test]
    fn the_cascade_reaches_descendants_through_ended_sessions() {
        let sessions = [child("a", "root", ended(&fail())), child("aa", "a", active())];
        assert_eq!(cascade(&sessions, "root"), ["aa"]);
    }

    #[test]
    fn a_child_whose_own_outcome_is_pending_counts_unless_it_is_a_revocation_or_an_error() {
        let counts = |command: Command| !cascade(&[child("a", "root", declared(command))], "root").is_empty();
        assert_eq!(outcomes().map(|(command, _)| counts(command)), [true, true, true, false, false]);
    }

    #[test]
    fn the_cascade_goes_on_below_a_child_that_does_not_count() {
        let sessions = [child("a", "root", declared(error())), child("aa", "a", active())];
        assert_eq!(cascade(&sessions, "root"), ["aa"]);
    }

    #[test]
    fn cycles_are_cut() {
        let sessions = [child("a", "b", active()), child("b", "a", active()), child("self", "self", active())];
        assert_eq!(cascade(&sessions, "a"), ["b"]);
        assert_eq!(cascade(&sessions, "self"), Vec::<&str>::new());
    }

    #[test]
    fn a_session_without_a_parent_is_nobodys_child() {
        let orphan = Session { uid: text("o"), ..active() };
        assert_eq!(cascade(&[orphan, child("c", "", active())], ""), ["c"]);
    }

    #[test]
    fn what_the_cascade_names_can_be_revoked_by_its_parent() {
        let states = live().into_iter().chain(outcomes().map(|(command, _)| declared(command)));
        for session in states {
            let named = !cascade(&[child("a", "root", session.clone())], "root").is_empty();
            let revoked = decide(Some(&session), &revoke(Source::Parent), &at(0));
            assert_eq!(matches!(revoked, Ok(Decision::Allowed { .. })), named);
        }
    }
}

mod what_is_derived {
    use super::*;

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
        assert_eq!(disposition(&said::then(declared(declining), revoke(Source::Parent))), None);
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
        assert_eq!(countersign::delegated::Delegated::deadline(&active()), None);
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
        assert_eq!(view(&said::then(pending(), revoke(Source::Parent)), &at(0)).attention, Attention::Working);
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
}

mod common {
    use super::*;

    #[test]
    fn the_caller_is_not_judged() {
        for caller in countersign::engine::Caller::ALL {
            let context = Context { caller: *caller, ..at(0) };
            assert!(decide(Some(&active()), &revoke(Source::Governance), &context).is_ok());
        }
    }

    #[test]
    fn revision_grows_by_one_with_every_event_that_fits() {
        assert_eq!(pending().revision, 1);
        assert_eq!(active().revision, 4);
        assert_eq!(declared(fail()).revision, 6);
        assert_eq!(ended(&fail()).revision, 7);
    }

    #[test]
    fn an_event_that_does_not_fit_leaves_the_session_as_it_is() {
        let again = Event::ArtifactAdded { artifact: artifact(r#"{"id":"a","n":2}"#) };
        assert_eq!(apply(Some(active()), &again), Some(active()));
        let Ok(Decision::Allowed { events, .. }) = decide(None, &create(), &at(5)) else { panic!() };
        assert_eq!(apply(Some(active()), &events[0]), Some(active()));
        assert_eq!(apply(None, &Event::Initialized), None);
    }

    #[test]
    fn what_happened_happened_whatever_the_rules_say() {
        let ended = ended(&fail());
        assert_eq!(apply(Some(ended), &Event::Activated).unwrap().phase, Phase::Active);
    }

    #[test]
    fn replay_of_nothing_returns_the_session_it_was_given() {
        use countersign::delegated::replay;
        assert_eq!(replay(&[], None), None);
        assert_eq!(replay(&[], Some(active())), Some(active()));
    }

    #[test]
    fn offers_are_all_commands_but_create_in_the_order_of_the_page() {
        let names = |session: &Session| {
            offers(session, &at(0)).iter().map(|offer| countersign::delegated::Delegated::command_name(&offer.command)).collect::<Vec<_>>()
        };
        let all = ["initialize", "activate", "add_artifact", "complete", "fail", "decline", "revoke", "error", "reflect"];
        for session in [pending(), active(), declared(fail()), ended(&fail())] {
            assert_eq!(names(&session), all);
        }
    }

    #[test]
    fn only_revoke_is_offered_to_clients() {
        let clients: Vec<_> = offers(&active(), &at(0))
            .into_iter()
            .filter(|offer| offer.by == countersign::engine::By::Client)
            .map(|offer| countersign::delegated::Delegated::command_name(&offer.command))
            .collect();
        assert_eq!(clients, ["revoke"]);
    }

    #[test]
    fn an_offer_that_would_only_repeat_is_not_allowed() {
        let offers = offers(&declared(COMPLETE), &at(0));
        let complete = offers.iter().find(|offer| offer.command == COMPLETE).unwrap();
        assert_eq!((complete.outcome, complete.code), ("noop", Some("already_declared")));
    }
}
