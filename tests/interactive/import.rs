//! Sessions of the cloud agent platform: the snapshot.

use crate::given::*;
use countersign::Error;
use countersign::text::{detect, lifecycle};

/// A snapshot with that status and stop reason.
pub fn snapshot(status: &str, stop_reason: &str) -> String {
    format!(r#"{{"id":"sesn_1","status":"{status}","stop_reason":{stop_reason}}}"#)
}

/// A snapshot that waits for these calls of a batch.
pub fn waits(batch: &str, calls: &[&str]) -> String {
    let stop_reason = format!(r#"{{"type":"requires_action","pending_batch_id":{},"pending_call_ids":{}}}"#, batch.to_json(), calls.to_json());
    snapshot("idle", &stop_reason)
}

#[track_caller]
pub fn from(json: &str, more: &str) -> (Session, Vec<Warning>) {
    let (session, warnings) = from_api(json, more).unwrap();
    assert!(warnings.iter().all(|warning| warning.input.is_none() && !warning.message.is_empty()), "{warnings:?}");
    assert_eq!(parse(&session.to_json()), Ok(session.clone()), "what is imported can be stored and read again");
    (session, warnings)
}

#[track_caller]
pub fn imported(json: &str, more: &str) -> Session {
    from(json, more).0
}

/// The codes of the warnings, in alphabetical order.
#[track_caller]
pub fn warnings(json: &str, more: &str) -> Vec<&'static str> {
    let mut codes: Vec<_> = from(json, more).1.iter().map(|warning| warning.code).collect();
    codes.sort_unstable();
    codes
}

fn refused_from(json: &str) -> Error {
    from_api(json, "[]").unwrap_err()
}

#[test]
fn a_new_session() {
    let (session, warnings) = from(&snapshot("idle", "null"), "[]");
    assert_eq!((session.id.as_str(), state(&session).as_str()), ("sesn_1", "idle(null) 0"));
    assert_eq!((session.turn_inputs, session.past_batch_ids, session.denied_calls_ran), (vec![], vec![], vec![]));
    assert_eq!((session.terminated_by, session.error), (None, None));
    assert_eq!(session.tool_policies, ToolPolicies { default: Policy::AlwaysAsk, tools: vec![] });
    assert!(!warnings.is_empty(), "the default policy is a guess, and told as one");
}

#[test]
fn a_stop_reason_is_a_string_an_object_or_null() {
    for (stop_reason, expected) in [
        ("null", "idle(null) 0"),
        (r#""end_turn""#, "idle(end_turn) 1"),
        (r#""retries_exhausted""#, "idle(retries_exhausted) 1"),
        (r#"{"type":"end_turn","pending_batch_id":null,"pending_call_ids":[]}"#, "idle(end_turn) 1"),
        (r#"{"type":"retries_exhausted"}"#, "idle(retries_exhausted) 1"),
    ] {
        assert_eq!(state(&imported(&snapshot("idle", stop_reason), "[]")), expected);
    }
    assert_eq!(state(&imported(r#"{"id":"sesn_1","status":"idle"}"#, "[]")), "idle(null) 0");
}

#[test]
fn a_running_session_has_a_turn_and_no_stop_reason() {
    for stop_reason in ["null", r#""end_turn""#, r#""requires_action""#] {
        assert_eq!(state(&imported(&snapshot("running", stop_reason), "[]")), "running 1");
    }
}

#[test]
fn a_terminated_session_does_not_tell_how_it_ended() {
    let session = imported(&snapshot("terminated", r#""end_turn""#), "[]");
    assert_eq!((word(&session, "display"), session.stop_reason, session.terminated_by), (text("terminated"), None, None));
}

#[test]
fn a_status_or_stop_reason_that_is_not_known_is_kept() {
    let session = imported(&snapshot("rescheduling", "null"), "[]");
    assert_eq!((session.status, session.turn), (Status::Other(text("rescheduling")), 1));
    for reason in [r#""paused""#, r#"{"type":"paused","since":1.0}"#] {
        let session = imported(&snapshot("idle", reason), "[]");
        assert_eq!((session.status, session.stop_reason), (Status::Idle, Some(StopReason::Other(json(reason)))));
    }
}

#[test]
fn requires_action_without_pending_calls_is_inconsistent() {
    for stop_reason in
        [r#""requires_action""#, r#"{"type":"requires_action","pending_batch_id":null,"pending_call_ids":[]}"#, r#"{"type":"requires_action"}"#]
    {
        let session = imported(&snapshot("idle", stop_reason), "[]");
        assert_eq!(word(&session, "display"), "requires_action");
        assert_ne!(viewed(&session, "conditions.inconsistent"), "null");
        denied(&session, &says("go on"), "pending_tool_approval_unresolved");
    }
}

#[test]
fn a_pending_id_without_its_request_is_kept_with_a_warning() {
    let session = imported(&waits("b", &["a", "c"]), "[]");
    assert_eq!(state(&session), "requires_action 1 b[a ?, c ?]");
    assert_eq!(viewed(&session, "conditions.inconsistent"), "null");
    assert!(warnings(&waits("b", &["a", "c"]), "[]").len() > warnings(&snapshot("idle", "null"), "[]").len());
    assert_eq!(state(&then(&session, submit(&[allow("b", "a"), allow("b", "c")]))), "running 1 b[a allow, c allow]");
}

#[test]
fn extra_fields_are_never_fatal() {
    let plain = imported(&snapshot("idle", "null"), "[]");
    let extra = r#"{"id":"sesn_1","object":"session","status":"idle","stop_reason":null,"agent":{"id":7},"metadata":{"__proto__":1},"usage":[]}"#;
    assert_eq!(imported(extra, "[]"), plain);
    assert_eq!(warnings(extra, "[]"), warnings(&snapshot("idle", "null"), "[]"));
}

#[test]
fn events_may_not_be_known() {
    let json = snapshot("idle", r#""end_turn""#);
    assert_eq!(imported(&json, "null"), imported(&json, "[]"));
}

#[test]
fn a_bad_value_is_told_with_its_place() {
    for (json, path) in [
        ("7", ""),
        ("[]", ""),
        (r#"{"status":"idle","stop_reason":null}"#, "id"),
        (r#"{"id":7,"status":"idle","stop_reason":null}"#, "id"),
        (r#"{"id":"s","stop_reason":null}"#, "status"),
        (r#"{"id":"s","status":7,"stop_reason":null}"#, "status"),
    ] {
        let error = refused_from(json);
        assert_eq!((error.code, error.path.as_str()), ("invalid_input", path), "{json}: {}", error.message);
    }
}

#[test]
fn a_snapshot_and_a_session_are_detected() {
    assert_eq!(detect(&snapshot("idle", "null")).unwrap(), r#""interactive""#);
    assert_eq!(detect(&snapshot("running", "null")).unwrap(), r#""interactive""#);
    assert_eq!(detect(&waits("b", &["a"])).unwrap(), r#""interactive""#);
    assert_eq!(detect(&asked().to_json()).unwrap(), r#""interactive""#);
    assert_eq!(detect(&format!("[{}]", snapshot("idle", "null"))).unwrap(), r#""interactive""#);
    assert_eq!(detect(&format!(r#"{{"data":[{}]}}"#, snapshot("idle", "null"))).unwrap(), r#""interactive""#);
    for other in ["null", "7", "[]", "{}", r#"{"kind":"Pod"}"#, r#"{"status":7}"#] {
        assert_eq!(detect(other).unwrap(), "null", "{other}");
    }
}

#[test]
fn a_vendor_s_payload_is_no_session() {
    assert_eq!(parse(&snapshot("idle", "null")).unwrap_err().code, "invalid_input");
}

#[test]
fn a_bad_item_of_a_list_loses_no_other() {
    let interactive = lifecycle("interactive").unwrap();
    let good = snapshot("idle", "null");
    for list in [format!("[{good},7]"), format!(r#"{{"data":[{good},7]}}"#)] {
        let answer = interactive.import_list(&list, "null").unwrap();
        let document = Document::parse(&answer).unwrap();
        let shapes = document.root().list(|item| (!item.field("session").is_absent(), !item.field("error").is_absent()));
        assert_eq!(shapes, [(true, false), (false, true)]);
    }
}

#[test]
fn the_default_policy_is_always_ask_with_a_warning() {
    for json in [snapshot("idle", "null"), snapshot("running", "null"), snapshot("idle", r#""end_turn""#)] {
        let (session, warnings) = from(&json, "[]");
        assert_eq!(session.tool_policies.default, Policy::AlwaysAsk);
        assert!(warnings.iter().any(|warning| warning.message.contains("polic") || warning.code.contains("polic")), "{warnings:?}");
    }
}
