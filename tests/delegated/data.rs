//! Section 1: what a session holds.

use crate::given::*;

#[test]
fn a_session_has_its_fields_under_the_names_of_the_page() {
    let names = Document::parse(&active().to_json()).unwrap().root().names();
    let page =
        "lifecycle schema uid agent task harness parentUid authority phase pendingOutcome outcome superseded reflect artifacts createdAt revision";
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
    let command = Document::read(json, countersign::engine::read_command::<Delegated>).unwrap().unwrap();
    let empty = Reflect { task_assessment: text(""), decomposition: text(""), orchestration: text(""), lessons: text(""), ..reflect(Phase::Failed) };
    assert_eq!(command, Command::Reflect { reflect: empty });
}

#[test]
fn an_artifact_is_opaque_and_comes_back_as_it_was() {
    let json = r#"{"id":"a","n":1.0,"deep":[{"__proto__":null}, 1e400]}"#;
    let session = then(active_without_artifact(), add(json));
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
    told(Session { artifacts: vec![], ..declared(COMPLETE) }, "the outcome is `Completed`, and there is no artifact");
    assert_eq!(inconsistent(&Session { artifacts: vec![], ..ended(&fail()) }), None);
}
