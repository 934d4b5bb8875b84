//! r5e `AgentSession` resources.

use crate::given::*;
use countersign::Error;
use countersign::delegated::from_api;
use countersign::text::{detect, lifecycle};

fn resource(metadata: &str, spec: &str, status: &str) -> String {
    format!(
        r#"{{"apiVersion":"r5e.ai/v1","kind":"AgentSession","metadata":{{"uid":"s","name":"n","creationTimestamp":"2026-03-01T08:30:00Z"{metadata}}},
        "spec":{{"agentRef":"coder","taskRef":{{"name":"fix"}},"harnessRef":{{"uid":"h-1"}},"authority":["read",{{"name":"write"}}]{spec}}},"status":{{{status}}}}}"#
    )
}

#[track_caller]
fn imported(status: &str) -> (Session, Vec<&'static str>) {
    from(&resource("", "", status))
}

#[track_caller]
fn from(json: &str) -> (Session, Vec<&'static str>) {
    let (session, warnings) = from_api(json, "null").unwrap();
    assert!(warnings.iter().all(|warning| warning.input.is_none() && !warning.message.is_empty()));
    (session, warnings.iter().map(|warning| warning.code).collect())
}

fn refused(status: &str) -> Error {
    from_api(&resource("", "", status), "null").unwrap_err()
}

#[test]
fn a_resource_tells_who_does_what_and_how() {
    let (session, warnings) = imported(r#""phase":"Active","artifacts":[{"id":"a","n":1}]"#);
    assert_eq!(warnings, Vec::<&str>::new());
    assert_eq!((session.uid.as_str(), session.agent.as_str(), session.task.as_str(), session.harness.as_str()), ("s", "coder", "fix", "h-1"));
    assert_eq!((session.phase, session.created_at, session.revision), (Phase::Active, 1_772_353_800_000, 1));
    assert_eq!(session.authority, ["read", "write"]);
    assert_eq!(session.artifacts, [artifact(r#"{"id":"a","n":1}"#)]);
    assert_eq!((session.pending_outcome, session.outcome, session.reflect, session.parent_uid), (None, None, None, None));
}

#[test]
fn a_reference_is_a_string_or_has_a_name_or_a_uid() {
    let (session, _) = from(&resource("", r#","agentRef":{"uid":"u","name":"n"}"#, r#""phase":"Active""#));
    assert_eq!(session.agent, "n");
    let error = from_api(&resource("", r#","agentRef":7"#, ""), "null").unwrap_err();
    assert_eq!(
        (error.path.as_str(), error.message.as_str()),
        ("spec.agentRef", "`spec.agentRef` is 7, expected a string or an object with a `name` or `uid`")
    );
}

#[test]
fn the_parent_is_the_owner_that_is_a_session() {
    let owners = r#","ownerReferences":[{"kind":"Workflow","uid":"w"},{"kind":"AgentSession","uid":"p","name":"lead"}]"#;
    let (session, warnings) = from(&resource(owners, "", r#""phase":"Active""#));
    assert_eq!((session.parent_uid.as_deref(), warnings), (Some("p"), vec![]));
    let none = r#","ownerReferences":[{"kind":"Workflow","uid":"w"}]"#;
    assert_eq!(from(&resource(none, "", r#""phase":"Active""#)), from(&resource("", "", r#""phase":"Active""#)));
    let two = r#","ownerReferences":[{"kind":"AgentSession","name":"p"},{"kind":"AgentSession","uid":"q"}]"#;
    let (session, warnings) = from(&resource(two, "", r#""phase":"Active""#));
    assert_eq!((session.parent_uid.as_deref(), warnings), (Some("p"), vec!["several_parents"]));
}

#[test]
fn an_owner_that_does_not_say_what_it_is_counts_if_it_is_the_only_one() {
    let parent = |owners: &str| {
        let (session, warnings) = from(&resource(&format!(r#","ownerReferences":{owners}"#), "", r#""phase":"Active""#));
        (session.parent_uid, warnings)
    };
    for owners in [r#"["p"]"#, r#"[{"uid":"p"}]"#, r#"[{"name":"p"}]"#, r#"[{"kind":"Workflow"},{"kind":"AgentSession","uid":"p"},"q"]"#] {
        assert_eq!(parent(owners), (Some(text("p")), vec![]), "{owners}");
    }
    for owners in ["[]", r#"[{"kind":"Workflow"}]"#] {
        assert_eq!(parent(owners), (None, vec![]), "{owners}");
    }
    for owners in [r#"["p","q"]"#, r#"[{"kind":"Workflow","uid":"w"},"p"]"#] {
        assert_eq!(parent(owners), (None, vec!["parent_unknown"]), "{owners}");
    }
}

#[test]
fn each_terminal_phase_has_its_outcome() {
    let outcome = |status: &str| {
        let (session, warnings) = imported(status);
        assert_eq!((session.pending_outcome, warnings), (None, vec![]));
        session.outcome.unwrap()
    };
    assert_eq!(outcome(r#""phase":"Completed""#), Outcome::Completed);
    assert_eq!(outcome(r#""phase":"Failed","message":"broke""#), Outcome::Failed { message: text("broke") });
    assert_eq!(outcome(r#""phase":"Declined","declineReason":"ethical_objection""#), Outcome::Declined { reason: Reason::EthicalObjection });
    assert_eq!(outcome(r#""phase":"Revoked","revokeSource":"timeout""#), Outcome::Revoked { source: Source::Timeout });
    assert_eq!(outcome(r#""phase":"Error","message":"lost""#), Outcome::Error { message: text("lost") });
}

#[test]
fn a_reflect_takes_session_and_outcome_from_its_resource() {
    let (session, warnings) = imported(r#""phase":"Failed","message":"broke","reflect":{"author":"system","lessons":"said"}"#);
    let reflect = session.reflect.unwrap();
    assert_eq!((reflect.author, reflect.session_uid.as_str(), reflect.outcome), (Author::System, "s", Phase::Failed));
    assert_eq!((reflect.lessons.as_str(), reflect.task_assessment.as_str()), ("said", ""));
    assert!(warnings.is_empty());
}

#[test]
fn a_reflect_without_an_author_is_taken_as_the_agents() {
    let (session, warnings) = imported(r#""phase":"Completed","reflect":{"sessionUid":"r","outcome":"Failed"}"#);
    let reflect = session.reflect.unwrap();
    assert_eq!((reflect.author, reflect.session_uid.as_str(), reflect.outcome), (Author::Agent, "r", Phase::Failed));
    assert_eq!(warnings, ["reflect_author_assumed"]);
}

#[test]
fn a_reflect_of_a_live_phase_speaks_of_what_is_pending_or_is_left_out() {
    let (session, warnings) = imported(r#""phase":"Active","declineReason":"scope_mismatch","reflect":{"author":"agent"}"#);
    assert_eq!(session.reflect.as_ref().map(|reflect| reflect.outcome), Some(Phase::Declined));
    assert_eq!(warnings, ["outcome_pending_assumed"]);
    assert_eq!(parse(&session.to_json()), Ok(session));
    let (session, warnings) = imported(r#""phase":"Active","reflect":{}"#);
    assert_eq!((session.reflect, warnings), (None, vec!["reflect_left_out"]));
    assert_eq!(refused(r#""phase":"Active","reflect":{"outcome":"Active"}"#).path, "status.reflect.outcome");
}

#[test]
fn a_live_phase_with_a_reason_or_source_waits_for_its_reflect() {
    let (session, warnings) = imported(r#""phase":"Active","declineReason":"scope_mismatch""#);
    assert_eq!(session.pending_outcome, Some(Outcome::Declined { reason: Reason::ScopeMismatch }));
    assert_eq!((session.outcome, warnings), (None, vec!["outcome_pending_assumed"]));
    let (session, _) = imported(r#""phase":"Pending","declineReason":"scope_mismatch","revokeSource":"parent""#);
    assert_eq!(session.pending_outcome, Some(Outcome::Revoked { source: Source::Parent }));
    let (session, warnings) = imported(r#""phase":"Active","message":"half way""#);
    assert_eq!((session.pending_outcome, warnings), (None, vec![]));
}

#[test]
fn what_is_missing_is_warned_of() {
    let (session, warnings) = from(r#"{"metadata":{"uid":"s"}}"#);
    let codes = ["phase_missing", "reference_missing", "reference_missing", "reference_missing", "authority_missing", "created_at_missing"];
    assert_eq!(warnings, codes);
    assert_eq!((session.phase, session.agent.as_str(), session.created_at), (Phase::Pending, "", 0));
    assert_eq!(imported(r#""phase":"Failed""#).1, ["message_missing"]);
    assert_eq!(imported(r#""phase":"Error""#).1, ["message_missing"]);
    let (_, warnings) = from_api(&resource("", "", r#""phase":"Error""#), "null").unwrap();
    assert_eq!(warnings[0].message, "`status.message` is missing, taken as empty");
}

#[test]
fn an_outcome_that_cannot_be_told_is_left_open_and_inconsistent() {
    for status in [r#""phase":"Declined""#, r#""phase":"Revoked""#] {
        let (session, warnings) = imported(status);
        assert_eq!((session.outcome.as_ref(), warnings), (None, vec!["outcome_unknown"]));
        assert!(view(&session, &at(0)).conditions.inconsistent.is_some());
    }
    assert_eq!(imported(r#""phase":"Declined","declineReason":"bored""#).1, ["value_unknown", "outcome_unknown"]);
}

#[test]
fn in_a_live_phase_a_reason_or_source_that_is_not_known_is_refused() {
    assert_eq!(refused(r#""phase":"Active","declineReason":"bored""#).path, "status.declineReason");
    assert_eq!(refused(r#""phase":"Active","revokeSource":"operator""#).path, "status.revokeSource");
}

#[test]
fn what_is_no_resource_is_refused_with_its_place() {
    let refused = |json: &str| from_api(json, "null").unwrap_err();
    assert_eq!(refused("[]").message, "the value is a list, expected an object");
    assert_eq!(refused(r#"{"kind":"Pod","metadata":{"uid":"s"}}"#).message, "`kind` is \"Pod\", expected `AgentSession`");
    assert_eq!(refused("{}").path, "metadata");
    assert_eq!(refused(r#"{"metadata":{"uid":"s"},"status":"Active"}"#).path, "status");
    assert_eq!(refused(r#"{"metadata":{"uid":"s"},"spec":[]}"#).path, "spec");
    assert_eq!(refused(r#"{"metadata":{}}"#).message, "`metadata.uid` is missing, expected a string");
}

#[test]
fn what_is_outside_a_closed_set_is_refused_with_what_is_accepted() {
    let error = refused(r#""phase":"Sleeping""#);
    assert_eq!((error.code, error.path.as_str()), ("invalid_input", "status.phase"));
    assert!(error.message.contains("one of `Pending`, `Initializing`, `Active`"));
    assert_eq!(refused(r#""phase":"Active","artifacts":[{"id":"a"},{"id":"b"},{"id":"a"}]"#).path, "status.artifacts[2]");
    assert_eq!(refused(r#""phase":"Completed","reflect":{"author":"nobody"}"#).path, "status.reflect.author");
    assert_eq!(refused(r#""phase":"Completed","reflect":"fine""#).path, "status.reflect");
}

#[test]
fn extra_fields_are_never_fatal() {
    let (_, warnings) = from(&resource(r#","labels":{"a":1}"#, r#","x":[]"#, r#""phase":"Active","conditions":[{"type":"Ready"}]"#));
    assert!(warnings.is_empty());
}

#[test]
fn a_bad_item_of_a_list_loses_no_other() {
    let delegated = lifecycle("delegated").unwrap();
    let good = resource("", "", r#""phase":"Active""#);
    for list in [format!("[{good},7]"), format!(r#"{{"kind":"AgentSessionList","items":[{good},7]}}"#), format!(r#"{{"data":[{good},7]}}"#)] {
        let answer = delegated.import_list(&list, "null").unwrap();
        let document = Document::parse(&answer).unwrap();
        let shapes = document.root().list(|item| (!item.field("session").is_absent(), !item.field("error").is_absent()));
        assert_eq!(shapes, [(true, false), (false, true)]);
    }
    let error = delegated.import_list(&good, "null").unwrap_err();
    assert_eq!(error.message, "the value is an object, expected a list, or an object with a list of `items` or `data`");
}

#[test]
fn a_resource_and_a_session_are_detected() {
    let detected = |json: &str| detect(json).unwrap();
    assert_eq!(detected(&resource("", "", "")), r#""delegated""#);
    assert_eq!(detected(&active().to_json()), r#""delegated""#);
    for other in ["null", "7", "[]", "{}", r#"{"kind":"Pod"}"#, r#"{"lifecycle":"other","kind":"AgentSession"}"#, r#"{"lifecycle":7}"#] {
        assert_eq!(detected(other), "null", "{other}");
    }
    assert_eq!(detected(&format!("[{}]", resource("", "", ""))), r#""delegated""#);
    assert_eq!(detected(&format!(r#"{{"items":[{}]}}"#, resource("", "", ""))), r#""delegated""#);
}
