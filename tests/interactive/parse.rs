//! Section 1 and the common page: what is read, and what is nonsense.

use crate::given::*;
use countersign::Error;

#[track_caller]
fn command(json: &str) -> Result<Command, Error> {
    Document::read(json, read_command::<Interactive>).map(Option::unwrap)
}

/// The session in which that was replaced.
#[track_caller]
fn replaced(session: &Session, what: &str, by: &str) -> Result<Session, Error> {
    let json = session.to_json();
    assert!(json.contains(what), "{what} is not in {json}");
    parse(&json.replacen(what, by, 1))
}

#[track_caller]
fn broken(session: &Session, what: &str, by: &str) -> Error {
    replaced(session, what, by).unwrap_err()
}

#[test]
fn a_session_comes_back_as_it_was_written() {
    for session in reachable().into_iter().chain(unknown()).chain(adrift()) {
        assert_eq!(parse(&session.to_json()), Ok(session.clone()), "{}", state(&session));
    }
}

#[test]
fn opaque_values_come_back_as_they_were() {
    let odd = r#"{"n":1.0,"deep":[{"__proto__":null}, 1e400],"é":"\u00e9"}"#;
    let session = running(&[calls("b", &[ToolCall { arguments: json(odd), reference: json(odd), ..ask("a") }])]);
    assert_eq!(session.to_json().matches(odd).count(), 2);
    assert_eq!(parse(&session.to_json()), Ok(session));
    let session = given(&[submit(&[Input::Message { content: json(odd) }])]);
    assert!(session.to_json().contains(odd));
    assert_eq!(parse(&session.to_json()), Ok(session));
}

#[test]
fn an_unknown_status_is_kept_as_it_came() {
    for status in ["rescheduling", "IDLE", "", "__proto__", "constructor", "requires_action"] {
        let session = replaced(&running(&[]), r#""status":"running""#, &format!("\"status\":{}", status.to_json())).unwrap();
        assert_eq!(session.status, Status::Other(text(status)));
        assert_eq!(at_path(&session.to_json(), "status"), status.to_json());
    }
}

#[test]
fn an_unknown_stop_reason_of_an_idle_session_is_kept_as_it_came() {
    for reason in
        [r#""paused""#, r#""__proto__""#, r#""END_TURN""#, r#"{"type":"paused","since":1.0}"#, r#"{"type":"paused",  "pending_call_ids":["a"]}"#]
    {
        let session = replaced(&given(&[]), r#""stopReason":null"#, &format!("\"stopReason\":{reason}")).unwrap();
        assert_eq!(session.stop_reason, Some(StopReason::Other(json(reason))), "{reason}");
        assert_eq!(at_path(&session.to_json(), "stopReason"), reason);
    }
}

#[test]
fn a_stop_reason_is_written_as_a_word_or_null() {
    let written = |session: &Session| at_path(&session.to_json(), "stopReason");
    assert_eq!(resting().map(|session| written(&session)), ["null", r#""end_turn""#, r#""retries_exhausted""#]);
    assert_eq!((written(&asked()), written(&lifted())), (text(r#""requires_action""#), text("null")));
}

#[test]
fn the_wire_form_of_a_stop_reason_is_accepted() {
    let read =
        |session: &Session, from: &str, reason: &str| replaced(session, &format!("\"stopReason\":{from}"), &format!("\"stopReason\":{reason}"));
    for (from, reason, expected) in [
        (resting()[1].clone(), r#"{"type":"end_turn","pending_batch_id":null,"pending_call_ids":[]}"#, StopReason::EndTurn),
        (resting()[1].clone(), r#"{"type":"retries_exhausted","pending_batch_id":null,"pending_call_ids":[]}"#, StopReason::RetriesExhausted),
        (resting()[1].clone(), r#"{"type":"end_turn"}"#, StopReason::EndTurn),
    ] {
        assert_eq!(read(&from, r#""end_turn""#, reason).unwrap().stop_reason, Some(expected), "{reason}");
    }
    // What is pending comes from the batch.
    for pending in [r#""b","pending_call_ids":["a","c"]"#, r#""z","pending_call_ids":["z"]"#, r#"null,"pending_call_ids":[]"#] {
        let reason = format!(r#"{{"type":"requires_action","pending_batch_id":{pending}}}"#);
        assert_eq!(read(&asked(), r#""requires_action""#, &reason), Ok(asked()), "{pending}");
    }
}

#[test]
fn what_the_view_emits_is_read_again() {
    for session in reachable() {
        let json = session.to_json();
        let (stored, shown) = (at_path(&json, "stopReason"), viewed(&session, "stopReason"));
        let wired = json.replacen(&format!("\"stopReason\":{stored}"), &format!("\"stopReason\":{shown}"), 1);
        assert_eq!(parse(&wired), Ok(session));
    }
}

#[test]
fn a_stop_reason_of_a_running_or_terminated_session_is_read_as_null() {
    for session in terminated().into_iter().chain([running(&[]), lifted()]) {
        for reason in
            [r#""end_turn""#, r#""requires_action""#, r#""paused""#, r#"{"type":"requires_action","pending_batch_id":"b","pending_call_ids":["a"]}"#]
        {
            assert_eq!(replaced(&session, r#""stopReason":null"#, &format!("\"stopReason\":{reason}")), Ok(session.clone()));
        }
    }
}

#[test]
fn an_unknown_value_of_a_closed_set_is_told_with_its_place() {
    let session = then(&then(&asked(), submit(&[allow("b", "a")])), ran("b", "r"));
    for (what, by, path) in [
        (r#""default":"always_ask""#, r#""default":"ask""#, "toolPolicies.default"),
        (r#""read":"always_allow""#, r#""read":"never""#, "toolPolicies.tools.read"),
        (r#""toolType":"builtin""#, r#""toolType":"function""#, "batch.calls[0].toolType"),
        (r#""policy":"always_allow""#, r#""policy":null"#, "batch.calls[1].policy"),
        (r#""decision":"allow""#, r#""decision":"approve""#, "batch.calls[0].decision"),
        (r#""ran":"ok""#, r#""ran":"yes""#, "batch.calls[1].ran"),
        (r#""terminatedBy":null"#, r#""terminatedBy":"timeout""#, "terminatedBy"),
    ] {
        let error = broken(&session, what, by);
        assert_eq!((error.code, error.path.as_str()), ("invalid_input", path), "{}", error.message);
    }
}

#[test]
fn a_wrong_type_or_a_missing_field_is_told_with_its_place() {
    let session = warned(&lifted(), &ran("b", "c")).1;
    let session = then(&session, calls("d", &[ask("a")]));
    for (what, by, path) in [
        (r#""id":"s""#, r#""id":7"#, "id"),
        (r#""id":"s","#, "", "id"),
        (r#""status":"idle""#, r#""status":7"#, "status"),
        (r#""status":"idle""#, r#""status":null"#, "status"),
        (r#""turn":1"#, r#""turn":"1""#, "turn"),
        (r#""turn":1"#, r#""turn":-1"#, "turn"),
        (r#""turn":1"#, r#""turn":1.5"#, "turn"),
        (r#""turnInputs":[]"#, r#""turnInputs":{}"#, "turnInputs"),
        (r#""pastBatchIds":["b"]"#, r#""pastBatchIds":[7]"#, "pastBatchIds[0]"),
        (r#""deniedCallsRan":[{"batchId":"b""#, r#""deniedCallsRan":[{"batchId":7"#, "deniedCallsRan[0].batchId"),
        (r#""calls":["#, r#""calls":[7,"#, "batch.calls[0]"),
        (r#""callId":"a""#, r#""callId":null"#, "batch.calls[0].callId"),
        (r#""name":"write""#, r#""name":{}"#, "batch.calls[0].name"),
        (r#""denyMessage":null"#, r#""denyMessage":7"#, "batch.calls[0].denyMessage"),
        (r#""tools":{"#, r#""tools":[],"x":{"#, "toolPolicies.tools"),
        (r#""error":null"#, r#""error":7"#, "error"),
        (r#""createdAt":0"#, r#""createdAt":"yesterday""#, "createdAt"),
        (r#""createdAt":0"#, r#""createdAt":8640000000000001"#, "createdAt"),
        (r#""revision":"#, r#""revision":-"#, "revision"),
    ] {
        let error = broken(&session, what, by);
        assert_eq!((error.code, error.path.as_str()), ("invalid_input", path), "{by}: {}", error.message);
    }
}

#[test]
fn duplicate_ids_throw() {
    let error = broken(&asked(), r#""callId":"c""#, r#""callId":"a""#);
    assert_eq!((error.code, error.path.as_str()), ("invalid_input", "batch.calls[2]"));
    let past = running(&[calls("b", &[free("r")]), calls("c", &[free("r")]), calls("d", &[free("r")])]);
    assert_eq!(broken(&past, r#"["b","c"]"#, r#"["b","b"]"#).code, "invalid_input");
}

#[test]
fn another_schema_or_lifecycle_throws() {
    assert_eq!(broken(&asked(), r#""schema":1"#, r#""schema":2"#).code, "unknown_schema");
    let error = broken(&asked(), r#""lifecycle":"interactive""#, r#""lifecycle":"delegated""#);
    assert_eq!((error.code, error.path.as_str()), ("invalid_input", "lifecycle"));
}

#[test]
fn extra_fields_are_never_fatal() {
    let more = asked().to_json().replace(r#""id":"#, r#""__proto__":{"id":7},"constructor":1,"id":"#);
    assert_eq!(parse(&more), Ok(asked()));
}

#[test]
fn a_time_may_be_an_rfc_3339_string() {
    let session = replaced(&asked(), r#""createdAt":0"#, r#""createdAt":"2026-03-01T09:30:00.250+01:00""#).unwrap();
    assert_eq!(session.created_at, 1_772_353_800_250);
}

#[test]
fn a_command_comes_back_as_it_was_written() {
    let everything = [message("hi"), INTERRUPT, allow("b", "a"), deny("b", "c"), deny_with("b", "d", "no")];
    for expected in [
        create(),
        Command::Create { id: text("s"), tool_policies: ToolPolicies { default: Policy::AlwaysAllow, tools: vec![] } },
        submit(&everything),
        submit(&[]),
        calls("b", &[ask("a"), ToolCall { tool_type: ToolType::Mcp, ..free("r") }, ToolCall { tool_type: ToolType::Skill, ..ask("s") }]),
        calls("b", &[ToolCall { reference: Opaque::default(), ..ask("a") }]),
        ran("b", "a"),
        broke("b", "a"),
        ended(3),
        exhausted(3),
        lost(None),
        lost(Some(3)),
        Command::Archive,
        Command::Delete,
    ] {
        assert_eq!(command(&expected.to_json()), Ok(expected));
    }
}

#[test]
fn a_command_under_the_names_of_the_page() {
    for (json, expected) in [
        (r#"{"type":"create","id":"s","toolPolicies":{"default":"always_ask","tools":{"read":"always_allow"}}}"#, create()),
        (r#"{"type":"submit","inputs":[{"type":"message","content":"hi"}]}"#, says("hi")),
        (r#"{"type":"submit","inputs":[{"type":"interrupt"}]}"#, stop()),
        (
            r#"{"type":"submit","inputs":[{"type":"tool_approval_response","batchId":"b","callId":"a","decision":"allow"}]}"#,
            submit(&[allow("b", "a")]),
        ),
        (
            r#"{"type":"submit","inputs":[{"type":"tool_approval_response","batchId":"b","callId":"a","decision":"deny","denyMessage":"no"}]}"#,
            submit(&[deny_with("b", "a", "no")]),
        ),
        (
            r#"{"type":"tool_calls","turn":1,"batchId":"b","calls":[{"callId":"a","name":"write","arguments":{"n":1},"toolType":"builtin","ref":["a"]}]}"#,
            calls("b", &[ask("a")]),
        ),
        (
            r#"{"type":"tool_calls","turn":1,"batchId":"b","calls":[{"callId":"a","name":"write","arguments":{"n":1},"toolType":"builtin"}]}"#,
            calls("b", &[ToolCall { reference: Opaque::default(), ..ask("a") }]),
        ),
        (r#"{"type":"tool_finished","turn":1,"batchId":"b","callId":"a","isError":true}"#, broke("b", "a")),
        (r#"{"type":"turn_ended","turn":1}"#, ended(1)),
        (r#"{"type":"retries_exhausted","turn":1}"#, exhausted(1)),
        (r#"{"type":"unrecoverable_error","message":"lost"}"#, lost(None)),
        (r#"{"type":"unrecoverable_error","turn":1,"message":"lost"}"#, lost(Some(1))),
        (r#"{"type":"archive"}"#, Command::Archive),
        (r#"{"type":"delete"}"#, Command::Delete),
    ] {
        assert_eq!(command(json), Ok(expected), "{json}");
    }
}

#[test]
fn an_event_comes_back_as_it_was_written() {
    let mut events = Vec::new();
    let mut session = None;
    for command in [
        create(),
        says("hi"),
        calls("b", &[ask("a"), free("r"), ask("c")]),
        submit(&[allow("b", "a"), deny_with("b", "c", "no")]),
        ran("b", "a"),
        broke("b", "c"),
        ended(1),
        says("more"),
        stop(),
        says("more"),
        exhausted(3),
        Command::Archive,
        Command::Delete,
    ] {
        let Ok(Decision::Allowed { events: more, .. }) = decide(session.as_ref(), &command, &at(0)) else { panic!("{command:?}") };
        session = replay(&more, session);
        events.extend(more);
    }
    events.push(Event::UnrecoverableError { message: text("lost") });
    let names: Vec<_> = events.iter().map(|event| at_path(&event.to_json(), "type").trim_matches('"').to_owned()).collect();
    for name in Interactive::EVENTS {
        assert!(names.iter().any(|known| known == name), "{name} is not among {names:?}");
    }
    assert!(names.iter().all(|name| Interactive::EVENTS.contains(&name.as_str())));
    for event in events {
        assert_eq!(Document::read(&event.to_json(), read_event::<Interactive>), Ok(Some(event)));
    }
    let event = Document::read(r#"{"type":"session_deleted"}"#, read_event::<Interactive>);
    assert_eq!(event.unwrap_err().code, "unknown_event");
}
