//! What JavaScript calls, as WebAssembly, in Node and in a browser.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use countersign::json::{Document, Node};
use countersign::wasm::{Lifecycle, cascade, detect, rules_hash, version};
use sha2::{Digest, Sha256};
use wasm_bindgen_test::wasm_bindgen_test;

const CREATE: &str = r#"{"type":"create","uid":"s","agent":"a","task":"t","harness":"h","authority":[]}"#;

fn delegated() -> Lifecycle {
    Lifecycle::new("delegated").ok().unwrap()
}

/// A part of an answer as text.
fn part(answer: &str, name: &str) -> String {
    Document::parse(answer).unwrap().root().field(name).opaque().unwrap().as_str().to_owned()
}

fn session() -> String {
    part(&delegated().decide("null", CREATE, 0.0, None), "session")
}

#[wasm_bindgen_test]
fn a_decision_is_an_answer() {
    assert_eq!(part(&delegated().decide("null", CREATE, 0.0, Some("AGENT".into())), "outcome"), r#""allowed""#);
    assert_eq!(part(&delegated().decide(&session(), r#"{"type":"activate"}"#, 0.0, None), "code"), r#""phase_skipped""#);
}

#[wasm_bindgen_test]
fn nonsense_is_an_error() {
    let error = delegated().decide("null", "7", 0.0, None);
    assert_eq!(error, r#"!{"code":"invalid_input","path":"","message":"the value is 7, expected an object"}"#);
    assert!(delegated().decide("null", CREATE, f64::NAN, None).starts_with("!{\"code\":\"invalid_input\",\"path\":\"now\""));
    assert_eq!(
        Lifecycle::new("other").err().unwrap(),
        r#"!{"code":"unknown_lifecycle","path":"","message":"the lifecycle is `other`, expected one of `delegated`"}"#
    );
    assert!(delegated().open("7").err().unwrap().starts_with("!{"));
}

#[wasm_bindgen_test]
fn an_open_session_goes_on() {
    let mut live = delegated().open(&session()).ok().unwrap();
    let decision = live.decide(r#"{"type":"initialize"}"#, 0.0, None);
    assert_eq!(live.session(), session());
    assert_eq!(live.apply(&part(&decision, "events")), "null");
    assert_eq!(part(&live.view(0.0, None), "display"), r#""Initializing""#);
    assert_eq!(live.offers(0.0, None), delegated().offers(&live.session(), 0.0, None));
}

#[wasm_bindgen_test]
fn the_rest_answers_too() {
    let delegated = delegated();
    assert_eq!(delegated.parse(&session()), session());
    assert_eq!(delegated.replay("[]", &session()), session());
    assert_eq!(delegated.apply("null", r#"{"type":"initialized"}"#), "null");
    assert_eq!((delegated.outstanding(&session()), delegated.deadline(&session())), ("[]".into(), "null".into()));
    assert!(delegated.import(r#"{"metadata":{"uid":"s"}}"#, "null").starts_with(r#"{"session":{"#));
    assert_eq!(delegated.import_list("[]", "null"), "[]");
    assert_eq!(delegated.starts().len(), 80);
    assert!(
        delegated.manifest().contains(r#""status":"phase""#)
            && delegated.diagram().starts_with("stateDiagram-v2")
            && delegated.rules().starts_with('[')
    );
    assert_eq!((detect(&session()), cascade("[]", "\"s\"")), (r#""delegated""#.into(), "[]".into()));
    assert_eq!((version(), rules_hash()), (countersign::VERSION.into(), countersign::RULES_HASH.into()));
}

#[wasm_bindgen_test]
fn the_decisions_are_those_of_native_code() {
    let vector = Document::parse(include_str!("vectors/delegated.json")).unwrap();
    let root = vector.root();
    let delegated = delegated();
    let now = root.field("now").integer().unwrap() as f64;
    let letters = root.field("letters").list(|letter| Ok(letter.opaque()?.as_str().to_owned())).unwrap();
    let ways = root.field("ways").list(|way| way.list(Node::integer)).unwrap();
    let asked = root.field("asked").list(Node::integer).unwrap();
    let mut sessions: Vec<String> = Vec::new();
    for way in ways {
        let session = match usize::try_from(way[0]) {
            Ok(from) => part(&delegated.decide(&sessions[from], &letters[way[1] as usize], now, None), "session"),
            Err(_) => "null".to_owned(),
        };
        sessions.push(session);
    }
    let mut all = Sha256::new();
    for session in asked.iter().map(|at| &sessions[*at as usize]) {
        let mut answers: Vec<_> = letters.iter().map(|letter| delegated.decide(session, letter, now, None)).collect();
        if session != "null" {
            answers.extend([delegated.view(session, now, None), delegated.offers(session, now, None)]);
        }
        let one = Sha256::digest(answers.join("\n") + "\n");
        all.update(hex(&one) + "\n");
    }
    assert_eq!(hex(&all.finalize()), root.field("digest").text().unwrap());
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
