//! Delegated sessions.

use crate::harness::{CONTEXT, Invariant, World, every_world};
use countersign::delegated::{Delegated, Outcome, Phase, Session};
use countersign::engine::Context;

pub struct Sessions;

const OUTCOMES: [(&str, &str, &str); 5] = [
    ("complete", "Completed", ""),
    ("fail", "Failed", r#","message":"the build broke""#),
    ("decline", "Declined", r#","reason":"scope_mismatch""#),
    ("revoke", "Revoked", r#","source":"governance""#),
    ("error", "Error", r#","message":"the build broke""#),
];

fn parent(phase: &str, pending: &str) -> String {
    format!(
        r#"{{"lifecycle":"delegated","schema":1,"uid":"p","agent":"lead","task":"t","harness":"h","parentUid":null,"authority":["read","write"],
        "phase":"{phase}","pendingOutcome":{pending},"outcome":null,"superseded":[],"reflect":null,"artifacts":[],"createdAt":0,"revision":3}}"#
    )
}

fn reflect(author: &str, uid: &str, outcome: &str, lessons: &str) -> String {
    format!(
        r#"{{"author":"{author}","sessionUid":"{uid}","outcome":"{outcome}","taskAssessment":"went well","decomposition":"correct","orchestration":"could be faster","lessons":"{lessons}"}}"#
    )
}

impl World for Sessions {
    type L = Delegated;

    const OFFERED: Context = CONTEXT;

    fn worlds() -> usize {
        1
    }

    fn alphabet(_: usize) -> Vec<(String, String, Context)> {
        let mut letters = Vec::new();
        let mut letter = |name: String, fields: String| letters.push((name, format!("{{{fields}}}"), CONTEXT));
        let create = |uid: &str, task: &str, more: &str| {
            format!(r#""type":"create","uid":"{uid}","agent":"coder","task":"{task}","harness":"cli","authority":["read"]{more}"#)
        };
        let below = |authority: &str, parent: String| {
            format!(
                r#""type":"create","uid":"s","agent":"coder","task":"fix","harness":"cli","authority":["{authority}"],"parentUid":"p","parent":{parent}"#
            )
        };
        letter("create".into(), create("s", "fix", ""));
        letter("create other content".into(), create("s", "other", ""));
        letter("create other uid".into(), create("r", "fix", ""));
        letter("create below".into(), below("read", parent("Active", "null")));
        letter("create widened".into(), below("admin", parent("Active", "null")));
        letter("create below ended".into(), below("read", parent("Failed", "null")));
        letter("create below ending".into(), below("read", parent("Active", r#"{"phase":"Completed"}"#)));
        letter("initialize".into(), r#""type":"initialize""#.into());
        letter("activate".into(), r#""type":"activate""#.into());
        for (name, artifact) in [
            ("a", r#"{"id":"a","n":1}"#),
            ("a changed", r#"{"id":"a","n":2}"#),
            ("b", r#"{"id":"b"}"#),
            ("c", r#"{"id":"c"}"#),
            ("d", r#"{"id":"d"}"#),
        ] {
            letter(format!("add {name}"), format!(r#""type":"add_artifact","artifact":{artifact}"#));
        }
        for (command, phase, data) in OUTCOMES {
            letter(command.into(), format!(r#""type":"{command}"{data}"#));
            for author in ["agent", "system"] {
                let reflect = reflect(author, "s", phase, "test first");
                letter(format!("{command} and reflect by {author}"), format!(r#""type":"{command}"{data},"reflect":{reflect}"#));
                letter(format!("reflect {phase} by {author}"), format!(r#""type":"reflect","reflect":{reflect}"#));
            }
            letter(format!("{command} and reflect nothing"), format!(r#""type":"{command}"{data},"reflect":{}"#, reflect("agent", "s", phase, " ")));
        }
        for (command, data) in [
            ("fail", r#","message":"other""#),
            ("decline", r#","reason":"ethical_objection""#),
            ("revoke", r#","source":"timeout""#),
            ("error", r#","message":"other""#),
        ] {
            letter(format!("{command} otherwise"), format!(r#""type":"{command}"{data}"#));
        }
        letter(
            "complete and reflect another session".into(),
            format!(r#""type":"complete","reflect":{}"#, reflect("agent", "r", "Completed", "test first")),
        );
        letter("complete and reflect Failed".into(), format!(r#""type":"complete","reflect":{}"#, reflect("agent", "s", "Failed", "test first")));
        letter("reflect another session".into(), format!(r#""type":"reflect","reflect":{}"#, reflect("agent", "r", "Completed", "test first")));
        letter("reflect otherwise".into(), format!(r#""type":"reflect","reflect":{}"#, reflect("agent", "s", "Completed", "sleep more")));
        letter("reflect nothing".into(), format!(r#""type":"reflect","reflect":{}"#, reflect("agent", "s", "Completed", "")));
        letters
    }

    fn within(_: usize, session: &Session) -> bool {
        // What is reflected here is the session `s`.
        session.uid == "s" && session.artifacts.len() <= if std::env::var_os("COUNTERSIGN_FULL").is_some() { 3 } else { 1 }
    }

    fn same(session: Session) -> Session {
        Session { revision: 0, created_at: 0, ..session }
    }

    fn invariants() -> Vec<Invariant<Session>> {
        vec![
            ("an outcome is set if and only if the phase is terminal, and names it", |session| {
                session.outcome.as_ref().map(Outcome::phase) == Some(session.phase).filter(|phase| phase.is_terminal())
            }),
            ("a reflect is set if and only if the phase is terminal, and names it", |session| {
                session.reflect.as_ref().map(|reflect| reflect.outcome) == Some(session.phase).filter(|phase| phase.is_terminal())
            }),
            ("an outcome is pending only in a phase from which its row starts", |session| match &session.pending_outcome {
                None => true,
                Some(Outcome::Completed | Outcome::Failed { .. }) => session.phase == Phase::Active,
                Some(Outcome::Declined { .. }) => matches!(session.phase, Phase::Initializing | Phase::Active),
                Some(Outcome::Revoked { .. } | Outcome::Error { .. }) => !session.phase.is_terminal(),
            }),
            ("who completed has an artifact", |session| session.outcome != Some(Outcome::Completed) || !session.artifacts.is_empty()),
            ("the reflect is of this session, and complete", |session| {
                session
                    .reflect
                    .as_ref()
                    .is_none_or(|reflect| reflect.session_uid == session.uid && reflect.answers().iter().all(|(_, answer)| !answer.trim().is_empty()))
            }),
            ("only what is not yet reflected is superseded, and at most once", |session| {
                session.superseded.len() <= 1
                    && session
                        .superseded
                        .iter()
                        .all(|outcome| matches!(outcome, Outcome::Completed | Outcome::Failed { .. } | Outcome::Declined { .. }))
            }),
            ("the view finds nothing inconsistent", |session| countersign::delegated::view(session, &CONTEXT).conditions.inconsistent.is_none()),
        ]
    }

    fn is_terminal(session: &Session) -> bool {
        session.phase.is_terminal()
    }
}

#[test]
fn every_reachable_delegated_session() {
    every_world::<Sessions>();
}
