//! The common page: commands that are thrown, and names that are names like any other.

use crate::given::*;
use countersign::Error;

#[track_caller]
fn thrown(json: &str) -> Error {
    Document::read(json, read_command::<Interactive>).unwrap_err()
}

#[track_caller]
fn thrown_at(json: &str, path: &str) {
    let error = thrown(json);
    assert_eq!((error.code, error.path.as_str()), ("invalid_input", path), "{json}: {}", error.message);
}

fn call_with(fields: &str) -> String {
    format!(r#"{{"type":"tool_calls","turn":1,"batchId":"b","calls":[{{{fields}}}]}}"#)
}

fn input_with(fields: &str) -> String {
    format!(r#"{{"type":"submit","inputs":[{{"type":"interrupt"}},{{{fields}}}]}}"#)
}

#[test]
fn an_unknown_command_throws() {
    for name in ["", "tick", "message", "interrupt", "tool_approval_response", "__proto__", "constructor", "Create"] {
        assert_eq!(thrown(&format!(r#"{{"type":"{name}"}}"#)).code, "unknown_command", "{name}");
    }
}

#[test]
fn a_wrong_type_or_a_missing_field_throws() {
    for (json, path) in [
        (r#"{"type":"create","toolPolicies":{"default":"always_ask","tools":{}}}"#, "id"),
        (r#"{"type":"create","id":7,"toolPolicies":{"default":"always_ask","tools":{}}}"#, "id"),
        (r#"{"type":"create","id":"s"}"#, "toolPolicies"),
        (r#"{"type":"create","id":"s","toolPolicies":"always_ask"}"#, "toolPolicies"),
        (r#"{"type":"create","id":"s","toolPolicies":{"tools":{}}}"#, "toolPolicies.default"),
        (r#"{"type":"create","id":"s","toolPolicies":{"default":"sometimes","tools":{}}}"#, "toolPolicies.default"),
        (r#"{"type":"create","id":"s","toolPolicies":{"default":"always_ask","tools":{"x":"sometimes"}}}"#, "toolPolicies.tools.x"),
        (r#"{"type":"create","id":"s","toolPolicies":{"default":"always_ask","tools":["x"]}}"#, "toolPolicies.tools"),
        (r#"{"type":"submit"}"#, "inputs"),
        (r#"{"type":"submit","inputs":{}}"#, "inputs"),
        (r#"{"type":"submit","inputs":[7]}"#, "inputs[0]"),
        (r#"{"type":"tool_calls","batchId":"b","calls":[{"callId":"a","name":"n","arguments":{},"toolType":"mcp"}]}"#, "turn"),
        (r#"{"type":"tool_calls","turn":1,"calls":[{"callId":"a","name":"n","arguments":{},"toolType":"mcp"}]}"#, "batchId"),
        (r#"{"type":"tool_calls","turn":1,"batchId":"b"}"#, "calls"),
        (r#"{"type":"tool_calls","turn":1,"batchId":"b","calls":"a"}"#, "calls"),
        (r#"{"type":"tool_finished","turn":1,"batchId":"b","callId":"a"}"#, "isError"),
        (r#"{"type":"tool_finished","turn":1,"batchId":"b","callId":"a","isError":"no"}"#, "isError"),
        (r#"{"type":"tool_finished","turn":1,"batchId":"b","isError":false}"#, "callId"),
        (r#"{"type":"tool_finished","turn":1,"callId":"a","isError":false}"#, "batchId"),
        (r#"{"type":"tool_finished","batchId":"b","callId":"a","isError":false}"#, "turn"),
        (r#"{"type":"turn_ended"}"#, "turn"),
        (r#"{"type":"turn_ended","turn":"1"}"#, "turn"),
        (r#"{"type":"turn_ended","turn":1.5}"#, "turn"),
        (r#"{"type":"turn_ended","turn":9007199254740992}"#, "turn"),
        (r#"{"type":"retries_exhausted","turn":null}"#, "turn"),
        (r#"{"type":"unrecoverable_error"}"#, "message"),
        (r#"{"type":"unrecoverable_error","message":7}"#, "message"),
        (r#"{"type":"unrecoverable_error","turn":"1","message":"lost"}"#, "turn"),
    ] {
        thrown_at(json, path);
    }
}

#[test]
fn a_wrong_type_or_a_missing_field_of_an_input_throws() {
    for (fields, path) in [
        ("", "inputs[1].type"),
        (r#""type":"approve""#, "inputs[1].type"),
        (r#""type":7"#, "inputs[1].type"),
        (r#""type":"message""#, "inputs[1].content"),
        (r#""type":"tool_approval_response","callId":"a","decision":"allow""#, "inputs[1].batchId"),
        (r#""type":"tool_approval_response","batchId":"b","decision":"allow""#, "inputs[1].callId"),
        (r#""type":"tool_approval_response","batchId":"b","callId":"a""#, "inputs[1].decision"),
        (r#""type":"tool_approval_response","batchId":"b","callId":"a","decision":"approve""#, "inputs[1].decision"),
        (r#""type":"tool_approval_response","batchId":"b","callId":"a","decision":"deny","denyMessage":7"#, "inputs[1].denyMessage"),
        (r#""type":"tool_approval_response","batchId":"\ud800","callId":"a","decision":"allow""#, "inputs[1].batchId"),
        (r#""type":"tool_approval_response","batchId":"b","callId":"\udc00","decision":"allow""#, "inputs[1].callId"),
    ] {
        thrown_at(&input_with(fields), path);
    }
}

#[test]
fn a_wrong_type_or_a_missing_field_of_a_call_throws() {
    for (fields, path) in [
        (r#""name":"n","arguments":{},"toolType":"mcp""#, "calls[0].callId"),
        (r#""callId":"a","arguments":{},"toolType":"mcp""#, "calls[0].name"),
        (r#""callId":"a","name":"n","arguments":{}"#, "calls[0].toolType"),
        (r#""callId":"a","name":"n","arguments":{},"toolType":"function""#, "calls[0].toolType"),
        (r#""callId":7,"name":"n","arguments":{},"toolType":"mcp""#, "calls[0].callId"),
        (r#""callId":"\ud800","name":"n","arguments":{},"toolType":"mcp""#, "calls[0].callId"),
    ] {
        thrown_at(&call_with(fields), path);
    }
}

#[test]
fn no_calls_or_a_call_id_twice_throw() {
    let call = r#"{"callId":"a","name":"n","arguments":{},"toolType":"mcp"}"#;
    let other = r#"{"callId":"b","name":"n","arguments":{},"toolType":"mcp"}"#;
    let calls = |calls: &str| format!(r#"{{"type":"tool_calls","turn":1,"batchId":"b","calls":[{calls}]}}"#);
    thrown_at(&calls(""), "calls");
    thrown_at(&calls(&format!("{call},{other},{call}")), "calls[2]");
}

#[test]
fn an_opaque_value_nested_deeper_than_128_throws() {
    let deep = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let message = |depth| format!(r#"{{"type":"submit","inputs":[{{"type":"message","content":{}}}]}}"#, deep(depth));
    let with = |field: &str, depth| call_with(&format!(r#""callId":"a","name":"n","toolType":"mcp","{field}":{}"#, deep(depth)));
    for json in [message(128), with("arguments", 128), with("ref", 128)] {
        assert!(Document::read(&json, read_command::<Interactive>).is_ok());
    }
    thrown_at(&message(129), "inputs[0].content");
    thrown_at(&with("arguments", 129), "calls[0].arguments");
    thrown_at(&with("ref", 129), "calls[0].ref");
}

#[test]
fn an_id_with_a_lone_surrogate_throws() {
    thrown_at(r#"{"type":"create","id":"\ud800","toolPolicies":{"default":"always_ask","tools":{}}}"#, "id");
    thrown_at(r#"{"type":"tool_finished","turn":1,"batchId":"\ud800","callId":"a","isError":false}"#, "batchId");
    thrown_at(r#"{"type":"tool_finished","turn":1,"batchId":"b","callId":"\ud800","isError":false}"#, "callId");
}

#[test]
fn a_name_of_an_object_s_own_is_a_name_like_any_other() {
    for name in ["__proto__", "constructor", "toString", "", "a/b", "é"] {
        let session = running(&[calls(name, &[ask(name), free("r")])]);
        assert_eq!(parse(&session.to_json()), Ok(session.clone()));
        denied(&session, &submit(&[allow(name, "other")]), "invalid_tool_approval");
        denied(&session, &submit(&[allow("other", name)]), "invalid_tool_approval");
        let session = then(&session, submit(&[allow(name, name)]));
        assert_eq!(state(&session), format!("running 1 {name}[{name} allow, r free]"));
        let session = then(&session, ran(name, name));
        assert_eq!(noop(&session, &ran(name, name)), "duplicate");
    }
}

#[test]
fn policies_of_such_tools_are_read_by_name() {
    for name in ["__proto__", "constructor", "toString"] {
        let json = format!(r#"{{"type":"create","id":"s","toolPolicies":{{"default":"always_allow","tools":{{"{name}":"always_ask"}}}}}}"#);
        let command = Document::read(&json, read_command::<Interactive>).unwrap().unwrap();
        let Ok(Decision::Allowed { events, .. }) = decide(None, &command, &at(0)) else { panic!() };
        let session = then(&replay(&events, None).unwrap(), says("hi"));
        assert_eq!(parse(&session.to_json()), Ok(session.clone()));
        let session = then(&session, calls("b", &[call("x", name), call("y", "write")]));
        assert_eq!(state(&session), "requires_action 1 b[x ?, y free]");
    }
}
