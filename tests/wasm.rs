//! What JavaScript calls, as WebAssembly, in Node and in a browser.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use countersign::json::{Document, Node};
use countersign::wasm::{Live, ask, rules_hash, version};
use sha2::{Digest, Sha256};
use wasm_bindgen_test::wasm_bindgen_test;

const CREATE: &str = r#"{"type":"create","uid":"s","agent":"a","task":"t","harness":"h","authority":[]}"#;

const NOW: f64 = 0.0;

fn asked(what: &str, first: &str, second: &str) -> String {
    ask(what, first, second, NOW, None)
}

/// A part of an answer as text.
fn part(answer: &str, name: &str) -> String {
    Document::parse(answer).unwrap().root().field(name).opaque().as_str().to_owned()
}

fn session() -> String {
    part(&asked("delegated.decide", "null", CREATE), "session")
}

#[wasm_bindgen_test]
fn a_decision_is_an_answer() {
    assert_eq!(part(&ask("delegated.decide", "null", CREATE, NOW, Some("AGENT".into())), "outcome"), r#""allowed""#);
    assert_eq!(part(&asked("delegated.decide", &session(), r#"{"type":"activate"}"#), "code"), r#""phase_skipped""#);
}

#[wasm_bindgen_test]
fn nonsense_is_an_error() {
    let error = asked("delegated.decide", "null", "7");
    assert_eq!(error, r#"!{"code":"invalid_input","argument":"command","path":"","message":"`command` is 7, expected an object"}"#);
    assert!(
        ask("delegated.decide", "null", CREATE, f64::NAN, None).starts_with("!{\"code\":\"invalid_input\",\"argument\":\"context\",\"path\":\"now\"")
    );
    let unknown = r#"!{"code":"unknown_lifecycle","argument":"","path":"","message":"the lifecycle is `other`, expected one of `reversible`, `interactive`, `delegated`"}"#;
    assert_eq!((asked("other.parse", "{}", ""), Live::new("other", "{}").err().unwrap()), (unknown.into(), unknown.into()));
    assert!(Live::new("delegated", "7").err().unwrap().starts_with("!{"));
}

#[wasm_bindgen_test]
fn an_open_session_goes_on() {
    let mut live = Live::new("delegated", &session()).ok().unwrap();
    let decision = live.decide(r#"{"type":"initialize"}"#, NOW, None);
    assert_eq!(live.session(), session());
    assert_eq!(live.apply(&part(&decision, "events")), "null");
    assert_eq!(part(&live.view(NOW, None), "display"), r#""Initializing""#);
    assert_eq!(live.offers(NOW, None), asked("delegated.offers", &live.session(), ""));
}

#[wasm_bindgen_test]
fn the_rest_answers_too() {
    assert_eq!(asked("delegated.parse", &session(), ""), session());
    assert_eq!(asked("delegated.replay", "[]", &session()), session());
    assert_eq!(asked("delegated.apply", "null", r#"{"type":"initialized"}"#), "null");
    assert_eq!((asked("delegated.outstanding", &session(), ""), asked("delegated.deadline", &session(), "")), ("[]".into(), "null".into()));
    assert!(asked("delegated.fromApi", r#"{"metadata":{"uid":"s"}}"#, "null").starts_with(r#"{"session":{"#));
    assert_eq!(asked("delegated.fromApiList", "[]", "null"), "[]");
    assert!(asked("delegated.rules", "", "").starts_with('[') && asked("delegated.manifest", "", "").contains(r#""status":"phase""#));
    assert!(asked("interactive.manifest", "", "").contains(r#""projection":{"stored":"idle","field":"stopReason","#));
    assert_eq!((asked("detect", &session(), ""), asked("delegated.cascade", "[]", "\"s\"")), (r#""delegated""#.into(), "[]".into()));
    assert!(part(&asked("reversible.displays", "", ""), "table").len() > 640);
    assert_eq!((version(), rules_hash()), (countersign::VERSION.into(), countersign::RULES_HASH.into()));
}

#[wasm_bindgen_test]
fn the_decisions_on_reversible_sessions_are_those_of_native_code() {
    decisions_are_those_of_native_code("reversible", include_str!("vectors/reversible.json"));
}

#[wasm_bindgen_test]
fn the_decisions_on_interactive_sessions_are_those_of_native_code() {
    decisions_are_those_of_native_code("interactive", include_str!("vectors/interactive.json"));
}

#[wasm_bindgen_test]
fn the_decisions_on_delegated_sessions_are_those_of_native_code() {
    decisions_are_those_of_native_code("delegated", include_str!("vectors/delegated.json"));
}

fn decisions_are_those_of_native_code(lifecycle: &str, vectors: &str) {
    let worlds = Document::parse(vectors).unwrap();
    for world in worlds.root().items() {
        holds(lifecycle, &world);
    }
}

fn holds(lifecycle: &str, world: &Node<'_>) {
    let now = world.field("now").integer() as f64;
    let letters = world.field("letters").list(|letter| {
        let (now, caller) = (letter.field("now").integer() as f64, Some(letter.field("caller").text()));
        (letter.field("command").opaque().as_str().to_owned(), now, caller)
    });
    let given = world.field("given").optional(|given| given.list(Node::opaque)).unwrap_or_default();
    let ways = world.field("ways").list(|way| way.list(Node::integer));
    let asked = world.field("asked").list(Node::integer);
    let decide = |session: &str, (command, now, caller): &(String, f64, Option<String>)| {
        ask(&[lifecycle, ".decide"].concat(), session, command, *now, caller.clone())
    };
    let mut sessions: Vec<String> = Vec::new();
    for way in ways {
        let session = match usize::try_from(way[0]) {
            Ok(from) => part(&decide(&sessions[from], &letters[way[1] as usize]), "session"),
            Err(_) => usize::try_from(way[1]).map_or("null", |at| given[at].as_str()).to_owned(),
        };
        sessions.push(session);
    }
    let mut all = Sha256::new();
    for session in asked.iter().map(|at| &sessions[*at as usize]) {
        let mut answers: Vec<_> = letters.iter().map(|letter| decide(session, letter)).collect();
        if session != "null" {
            answers.extend(["view", "offers"].map(|method| ask(&[lifecycle, ".", method].concat(), session, "", now, None)));
        }
        let one = Sha256::digest(answers.join("\n") + "\n");
        all.update(hex(&one) + "\n");
    }
    assert_eq!(hex(&all.finalize()), world.field("digest").text());
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
