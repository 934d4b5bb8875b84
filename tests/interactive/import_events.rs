//! Sessions of the cloud agent platform: the events beside the snapshot.

use crate::given::*;
use crate::import::{imported, snapshot, waits, warnings};

/// An event of that type, whose id is its place among those that are made of it.
fn event(id: &str, kind: &str, data: &str) -> String {
    format!(r#"{{"id":"{id}","type":"{kind}","content":[{{"type":"data","data":{data}}}]}}"#)
}

fn user(id: &str) -> String {
    format!(r#"{{"id":"{id}","type":"message","role":"user","content":[{{"type":"text","data":{{"text":"hi"}}}}]}}"#)
}

fn assistant(id: &str) -> String {
    format!(r#"{{"id":"{id}","type":"message","role":"assistant","content":[{{"type":"text","data":{{"text":"hello"}}}}]}}"#)
}

fn rests(id: &str) -> String {
    event(id, "session_status", r#"{"status":"idle","stop_reason":"end_turn"}"#)
}

fn request(batch: &str, call: &str, tool_type: &str) -> String {
    let data = format!(
        r#"{{"batch_id":"{batch}","call_id":"{call}","name":"tool_{call}","arguments":"{{\"path\":\"/{call}\"}}","tool_type":"{tool_type}","server_label":"srv"}}"#
    );
    event(&format!("req_{batch}_{call}"), "tool_approval_request", &data)
}

fn response(batch: &str, call: &str, result: &str, more: &str) -> String {
    let data = format!(r#"{{"batch_id":"{batch}","call_id":"{call}","result":"{result}"{more}}}"#);
    event(&format!("res_{batch}_{call}"), "tool_approval_response", &data)
}

fn list(events: &[String]) -> String {
    format!("[{}]", events.join(","))
}

#[test]
fn requests_give_names_and_arguments() {
    let events = list(&[user("e1"), request("b", "a", "builtin"), request("b", "c", "mcp")]);
    let session = imported(&waits("b", &["a", "c"]), &events);
    assert_eq!(state(&session), "requires_action 1 b[a ?, c ?]");
    let told: Vec<_> = session.calls().iter().map(|call| (call.tool_call.name.as_str(), call.tool_call.tool_type, call.policy)).collect();
    assert_eq!(told, [("tool_a", ToolType::Builtin, Policy::AlwaysAsk), ("tool_c", ToolType::Mcp, Policy::AlwaysAsk)]);
    assert!(session.calls().iter().all(|call| call.tool_call.arguments.as_str().contains("path")));
    let plain = list(&[user("e1"), user("e2")]);
    assert_eq!(warnings(&waits("b", &["a", "c"]), &events), warnings(&snapshot("running", "null"), &plain));
}

#[test]
fn a_pending_call_without_its_request_is_kept_beside_the_others() {
    let events = list(&[user("e1"), request("b", "a", "builtin")]);
    let session = imported(&waits("b", &["a", "z"]), &events);
    let pending: Vec<_> = session.calls().iter().filter(|call| call.is_undecided()).map(|call| call.tool_call.call_id.as_str()).collect();
    assert_eq!(pending, ["a", "z"]);
    assert_eq!(warnings(&waits("b", &["a", "z"]), &events).len(), warnings(&waits("b", &["a"]), &events).len() + 1);
}

#[test]
fn requests_of_other_batches_are_of_other_calls() {
    let events = list(&[user("e1"), request("old", "a", "mcp"), response("old", "a", "deny", ""), request("b", "a", "builtin")]);
    let session = imported(&waits("b", &["a"]), &events);
    assert_eq!(state(&session), "requires_action 1 b[a ?]");
    assert_eq!(session.calls()[0].tool_call.tool_type, ToolType::Builtin);
}

#[test]
fn calls_that_were_answered_keep_their_answers() {
    let events = list(&[
        user("e1"),
        request("b", "a", "builtin"),
        request("b", "c", "builtin"),
        request("b", "d", "mcp"),
        response("b", "a", "allow", ""),
        response("b", "d", "deny", r#","deny_message":"not today""#),
    ]);
    let session = imported(&waits("b", &["c"]), &events);
    assert_eq!(state(&session), "requires_action 1 b[a allow, c ?, d deny]");
    assert_eq!(session.calls()[2].deny_message.as_deref(), Some("not today"));
    let handed_out = instructed(&session, submit(&[allow("b", "c")]));
    assert_eq!(handed_out.len(), 3);
    assert_eq!(denials(&handed_out), [(text("b/d"), text("not today"))]);
}

#[test]
fn what_the_snapshot_says_is_pending_is_pending_whatever_the_events_say() {
    let events = list(&[user("e1"), request("b", "a", "builtin"), response("b", "a", "allow", ""), request("b", "c", "builtin")]);
    let session = imported(&waits("b", &["a"]), &events);
    let pending: Vec<_> = session.calls().iter().filter(|call| call.is_undecided()).map(|call| call.tool_call.call_id.as_str()).collect();
    assert_eq!(pending, ["a"]);
    assert_eq!(viewed(&session, "stopReason"), r#"{"type":"requires_action","pending_batch_id":"b","pending_call_ids":["a"]}"#);
}

#[test]
fn order_and_duplicates_are_not_guaranteed() {
    let events = [user("e1"), request("b", "a", "builtin"), request("b", "c", "mcp"), response("b", "c", "deny", "")];
    let plain = imported(&waits("b", &["a"]), &list(&events));
    let mut twice: Vec<_> = events.iter().flat_map(|event| [event.clone(), event.clone()]).collect();
    assert_eq!(imported(&waits("b", &["a"]), &list(&twice)), plain);
    twice.rotate_left(7);
    assert_eq!(state(&imported(&waits("b", &["a"]), &list(&twice))), state(&plain));
    let late = [response("b", "c", "deny", ""), request("b", "a", "builtin"), request("b", "c", "mcp"), user("e1")];
    assert_eq!(state(&imported(&waits("b", &["a"]), &list(&late))), state(&plain));
}

#[test]
fn the_turn_is_the_number_of_turns_that_the_events_start_at_least_one() {
    let end_turn = snapshot("idle", r#""end_turn""#);
    let turn = |json: &str, events: &[String]| imported(json, &list(events)).turn;
    assert_eq!(turn(&end_turn, &[]), 1);
    assert_eq!(turn(&end_turn, &[user("e1"), assistant("e2"), rests("e3")]), 1);
    assert_eq!(turn(&end_turn, &[user("e1"), assistant("e2"), rests("e3"), user("e4"), assistant("e5"), rests("e6")]), 2);
    assert_eq!(turn(&snapshot("running", "null"), &[]), 1);
    assert_eq!(turn(&snapshot("running", "null"), &[user("e1"), assistant("e2"), rests("e3"), user("e4")]), 2);
    assert_eq!(turn(&waits("b", &["a"]), &[user("e1"), request("b", "a", "builtin")]), 1);
    let interrupt = event("e2", "interrupt", "{}");
    assert_eq!(turn(&snapshot("running", "null"), &[user("e1"), interrupt, user("e3")]), 2);
}

#[test]
fn waiting_for_approval_ends_no_turn_and_several_messages_start_one() {
    let waiting = r#"{"status":"idle","stop_reason":{"type":"requires_action","pending_batch_id":"b","pending_call_ids":["a"]}}"#;
    let events =
        [user("e1"), user("e2"), request("b", "a", "mcp"), event("e3", "session_status", waiting), response("b", "a", "allow", ""), rests("e4")];
    assert_eq!(imported(&snapshot("idle", r#""end_turn""#), &list(&events)).turn, 1);
}

#[test]
fn a_turn_is_0_only_when_idle_without_a_reason_and_without_a_message() {
    let turn = |json: &str, events: &[String]| imported(json, &list(events)).turn;
    assert_eq!(turn(&snapshot("idle", "null"), &[]), 0);
    assert_eq!(turn(&snapshot("idle", "null"), &[user("e1")]), 1);
    for json in [snapshot("running", "null"), snapshot("terminated", "null"), snapshot("rescheduling", "null"), snapshot("idle", r#""paused""#)] {
        assert_eq!(turn(&json, &[]), 1, "{json}");
    }
}

#[test]
fn other_events_are_skipped_and_extras_never_fatal() {
    let plain = list(&[user("e1"), request("b", "a", "builtin")]);
    let odd = list(&[
        user("e1"),
        event("e2", "reasoning", "null"),
        event("e3", "tool_call", r#"{"call_id":"q","name":"search","arguments":"{}"}"#),
        event("e4", "tool_call_output", r#"{"call_id":"q","output":"found","is_error":false}"#),
        event("e5", "mcp_call_output", r#"{"call_id":"q2","output":"found","is_error":true}"#),
        event("e6", "something_new", r#"{"deep":[{"x":1e400}]}"#),
        text(r#"{"id":"e7","type":"usage","content":null,"created_at":null,"sequence_number":null}"#),
        text(r#"{"id":"e8","type":"usage","created_at":"2026-03-01T08:30:00Z"}"#),
        request("b", "a", "builtin").replace(r#""server_label":"srv""#, r#""server_label":"srv","extra":{"a":[]}"#),
    ]);
    assert_eq!(state(&imported(&waits("b", &["a"]), &odd)), state(&imported(&waits("b", &["a"]), &plain)));
    assert_eq!(warnings(&waits("b", &["a"]), &odd), warnings(&waits("b", &["a"]), &plain));
}

#[test]
fn an_error_tells_how_a_session_ended() {
    let at_root = text(r#"{"id":"e2","type":"error","error":{"code":"sandbox_lost","message":"the sandbox is gone"}}"#);
    for error in [at_root, event("e2", "error", r#"{"error":{"code":"sandbox_lost","message":"the sandbox is gone"}}"#)] {
        let session = imported(&snapshot("terminated", "null"), &list(&[user("e1"), error.clone()]));
        assert_eq!((word(&session, "display"), session.error.as_deref()), (text("terminated"), Some("the sandbox is gone")), "{error}");
        let lives = imported(&snapshot("running", "null"), &list(&[user("e1"), error]));
        assert_eq!((state(&lives).as_str(), lives.error), ("running 1", None));
    }
}

#[test]
fn a_call_has_any_id() {
    for id in ["__proto__", "constructor", ""] {
        let session = imported(&waits(id, &[id]), &list(&[user("e1"), request(id, id, "mcp")]));
        assert_eq!(state(&session), format!("requires_action 1 {id}[{id} ?]"));
        assert_eq!(session.calls()[0].tool_call.name, format!("tool_{id}"));
    }
}

#[test]
fn what_was_imported_goes_on() {
    let events = list(&[user("e1"), request("b", "a", "builtin"), request("b", "c", "mcp")]);
    let session = imported(&waits("b", &["a", "c"]), &events);
    let session = then(&session, submit(&[allow("b", "a"), deny_with("b", "c", "no")]));
    let session = then(&session, ran("b", "a"));
    assert_eq!(state(&session), "running 1 b[a allow ok, c deny]");
    assert_eq!(state(&then(&then(&session, ended(1)), says("next"))), "running 2");
}

#[test]
fn many_events_are_read_in_a_time_that_grows_with_their_number() {
    let requests: Vec<_> = (0..50_000).map(|n| request("b", &n.to_string(), "mcp")).collect();
    let responses: Vec<_> = (0..25_000).map(|n| response("b", &n.to_string(), "allow", "")).collect();
    let events = list(&[requests, responses].concat());
    let pending: Vec<_> = (25_000..50_000).map(|n| n.to_string()).collect();
    let json = waits("b", &pending.iter().map(String::as_str).collect::<Vec<_>>());
    let begun = std::time::Instant::now();
    let session = countersign::interactive::from_api(&json, &events).unwrap().0;
    assert!(begun.elapsed() < std::time::Duration::from_secs(4), "{:?}", begun.elapsed());
    assert_eq!(session.calls().len(), 50_000);
    assert_eq!(session.calls().iter().filter(|call| call.is_undecided()).count(), 25_000);
}
