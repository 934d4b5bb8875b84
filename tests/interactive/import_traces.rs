//! Sessions of the cloud agent platform: events that tell little, or beside the point.

use crate::given::*;
use crate::import::{imported, snapshot, warnings};
use countersign::interactive::TerminatedBy;

/// Events in their order: a type, and what its one part says.
fn events(told: &[(&str, &str)]) -> String {
    let event = |(at, (kind, data)): (usize, &(&str, &str))| {
        format!(r#"{{"id":"e{at}","type":"{kind}","sequence_number":{at},"content":[{{"type":"data","data":{data}}}]}}"#)
    };
    format!("[{}]", told.iter().enumerate().map(event).collect::<Vec<_>>().join(","))
}

const HELLO: (&str, &str) = ("message", r#"{"text":"hi"}"#);
const REQUEST: (&str, &str) = ("tool_approval_request", r#"{"batch_id":"b","call_id":"a","name":"bash","arguments":"{}","tool_type":"builtin"}"#);
const ALLOWED: (&str, &str) = ("tool_approval_response", r#"{"batch_id":"b","call_id":"a","result":"allow"}"#);
const DENIED: (&str, &str) = ("tool_approval_response", r#"{"batch_id":"b","call_id":"a","result":"deny"}"#);
const RAN: (&str, &str) = ("mcp_call_output", r#"{"batch_id":"b","call_id":"a","is_error":false}"#);
const ENDED: (&str, &str) = ("session_status", r#"{"stop_reason":"end_turn"}"#);

#[test]
fn events_without_the_first_message_are_of_the_first_turn() {
    let session = imported(&snapshot("running", "null"), &events(&[REQUEST, ALLOWED]));
    assert_eq!((session.turn, outstanding(&session)), (1, vec![Event::ToolReleased { call: id("b", "a"), reference: json("null") }]));
    let session = imported(&snapshot("idle", r#""requires_action""#), &events(&[REQUEST]));
    assert_eq!(state(&session), "requires_action 1 b[a ?]");
}

#[test]
fn parts_that_tell_nothing_of_a_call_are_passed_over() {
    let beside = r#"[{"id":"e1","type":"tool_approval_request","content":[{"type":"text","data":{"text":"may I?"}},
        {"type":"data","data":{"batch_id":"b","call_id":"a","name":"bash","arguments":"{}","tool_type":"builtin"}}]},
        {"id":"e2","type":"mcp_call_output","content":[{"type":"text","data":{"text":"out"}}]}]"#;
    assert_eq!(state(&imported(&snapshot("idle", r#""requires_action""#), beside)), "requires_action 1 b[a ?]");
}

#[test]
fn only_an_error_that_the_session_did_not_recover_from_ended_it() {
    let beside = r#"[{"id":"e1","type":"message","role":"user","content":[],"error":{"message":5}},
        {"id":"e2","type":"mcp_call_output","error":{"message":"HTTP 500"},"content":[]}]"#;
    let error = r#"{"error":{"code":"oom","message":"out of memory"}}"#;
    for (events, ended) in [
        (beside.to_owned(), None),
        (events(&[HELLO, ("error", error), ENDED]), None),
        (events(&[HELLO, ("error", error)]), Some(TerminatedBy::Error)),
        (events(&[HELLO, ("error", r#"{"error":{"code":"oom"}}"#)]), Some(TerminatedBy::Error)),
    ] {
        let session = imported(&snapshot("terminated", "null"), &events);
        assert_eq!(session.terminated_by, ended, "{events}");
        assert_eq!(warnings(&snapshot("terminated", "null"), &events).contains(&"terminated_by_unknown"), ended.is_none());
    }
}

#[test]
fn a_denied_call_that_ran_in_the_last_turn_is_told_whatever_came_after_it() {
    let later = ("tool_approval_request", r#"{"batch_id":"c","call_id":"z","name":"bash","arguments":"{}","tool_type":"builtin"}"#);
    let answered = ("tool_approval_response", r#"{"batch_id":"c","call_id":"z","result":"allow"}"#);
    for (snapshot, told) in [
        (snapshot("idle", r#""end_turn""#), vec![HELLO, REQUEST, DENIED, RAN, ENDED]),
        (snapshot("running", "null"), vec![HELLO, REQUEST, DENIED, RAN, later, answered]),
        (snapshot("terminated", "null"), vec![HELLO, REQUEST, DENIED, RAN]),
    ] {
        let session = imported(&snapshot, &events(&told));
        assert_eq!(session.denied_calls_ran, [id("b", "a")], "{}", state(&session));
        assert!(warnings(&snapshot, &events(&told)).contains(&"denied_call_ran"));
    }
    let before = events(&[HELLO, REQUEST, DENIED, RAN, ENDED, HELLO, ENDED]);
    assert_eq!(imported(&snapshot("idle", r#""end_turn""#), &before).denied_calls_ran, []);
}

#[test]
fn events_of_one_time_are_told_as_in_no_known_order() {
    let at = |id: &str, time: &str| format!(r#"{{"id":"{id}","type":"message","role":"user","created_at":"{time}","content":[]}}"#);
    let (one, same, later) = (at("e1", "2026-01-01T00:00:00Z"), at("e2", "2026-01-01T00:00:00Z"), at("e3", "2026-01-01T00:00:01Z"));
    let running = snapshot("running", "null");
    assert!(warnings(&running, &format!("[{one},{same}]")).contains(&"order_unknown"));
    assert!(!warnings(&running, &format!("[{later},{one}]")).contains(&"order_unknown"));
}

#[test]
fn calls_that_wait_in_no_told_batch_are_warned_of() {
    let waits = snapshot("idle", r#"{"type":"requires_action","pending_batch_id":null,"pending_call_ids":["a"]}"#);
    assert!(warnings(&waits, "null").contains(&"batch_unknown"));
    assert!(warnings(&waits, "null").len() > 1);
}

#[test]
fn what_an_earlier_turn_answered_answers_nothing_in_a_later_one() {
    let told = events(&[HELLO, REQUEST, ALLOWED, RAN, ENDED, HELLO, REQUEST, DENIED]);
    let session = imported(&snapshot("running", "null"), &told);
    let call = &session.calls()[0];
    assert_eq!((session.turn, call.decision, call.ran), (2, Some(Answer::Deny), None));
}

#[test]
fn call_ids_that_recur_in_every_batch_are_read_in_a_time_that_grows_with_their_number() {
    let batch = |at: usize| {
        let of = |kind: &str, more: &str| {
            let data = format!(r#"{{"batch_id":"b{at}","call_id":"call_1"{more}}}"#);
            format!(r#"{{"type":"{kind}","content":[{{"type":"data","data":{data}}}]}}"#)
        };
        let asked = of("tool_approval_request", r#","name":"bash","arguments":"{}","tool_type":"builtin""#);
        [asked, of("tool_approval_response", r#","result":"deny""#), of("mcp_call_output", r#","is_error":false"#)].join(",")
    };
    let events = format!("[{}]", (0..30_000).map(batch).collect::<Vec<_>>().join(","));
    let begun = std::time::Instant::now();
    let session = imported(&snapshot("running", "null"), &events);
    assert_eq!((session.denied_calls_ran.len(), session.past_batch_ids.len()), (30_000, 29_999));
    assert!(begun.elapsed().as_secs() < 4, "{:?}", begun.elapsed());
}
