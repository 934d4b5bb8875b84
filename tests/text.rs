//! The engine as text: what is accepted, and what is raised.

#![allow(clippy::unwrap_used, clippy::panic)]

use countersign::Error;
use countersign::text::{Answer, Text, ask, cascade, lifecycle};

const CREATE: &str = r#"{"type":"create","uid":"s","agent":"a","task":"t","harness":"h","authority":[]}"#;

fn delegated() -> &'static dyn Text {
    lifecycle("delegated").unwrap()
}

/// A session with some of its fields replaced.
fn session(replaced: &[(&str, &str)]) -> String {
    let fields = [
        ("lifecycle", r#""delegated""#),
        ("schema", "1"),
        ("uid", r#""s""#),
        ("agent", r#""a""#),
        ("task", r#""t""#),
        ("harness", r#""h""#),
        ("parentUid", "null"),
        ("authority", "[]"),
        ("phase", r#""Active""#),
        ("pendingOutcome", "null"),
        ("outcome", "null"),
        ("superseded", "[]"),
        ("reflect", "null"),
        ("artifacts", "[]"),
        ("createdAt", "0"),
        ("revision", "1"),
    ];
    let value = |(name, value)| replaced.iter().find(|(other, _)| *other == name).map_or(value, |(_, other)| *other);
    let fields: Vec<_> = fields.iter().map(|field| format!(r#""{}":{}"#, field.0, value(*field))).collect();
    format!("{{{}}}", fields.join(","))
}

#[track_caller]
fn raised(answer: Answer, code: &str, path: &str) -> String {
    let Err(Error { code: found, path: place, message, .. }) = answer else { panic!("nothing raised: {answer:?}") };
    assert_eq!((found, place.as_str()), (code, path), "{message}");
    message
}

#[test]
fn a_session_comes_back_as_it_was() {
    let json = session(&[]);
    assert_eq!(delegated().parse(&json), Ok(json));
}

#[test]
fn what_may_be_null_may_be_absent() {
    let json = r#"{"lifecycle":"delegated","schema":1,"uid":"s","agent":"a","task":"t","harness":"h","authority":[],"phase":"Active","superseded":[],"artifacts":[],"createdAt":0,"revision":1}"#;
    assert_eq!(delegated().parse(json), Ok(session(&[])));
}

#[test]
fn extra_fields_are_ignored() {
    assert_eq!(delegated().parse(&session(&[("revision", r#"1,"extra":{"schema":2}"#)])), Ok(session(&[])));
}

#[test]
fn times_may_be_rfc_3339() {
    assert_eq!(delegated().parse(&session(&[("createdAt", r#""1970-01-01T00:00:01Z""#)])), Ok(session(&[("createdAt", "1000")])));
}

#[test]
fn the_schema_is_read_first() {
    let message = raised(delegated().parse(r#"{"schema":2,"lifecycle":"other"}"#), "unknown_schema", "schema");
    assert_eq!(message, "`schema` is 2, expected 1");
    raised(delegated().parse(r#"{"lifecycle":"delegated"}"#), "invalid_input", "schema");
    raised(delegated().parse(&session(&[("schema", "\"1\"")])), "invalid_input", "schema");
}

#[test]
fn a_payload_in_the_place_of_a_session_is_told_where_it_belongs() {
    let message = raised(delegated().parse(r#"{"kind":"AgentSession"}"#), "invalid_input", "");
    assert_eq!(message, "the value is an object, expected a session, and not a vendor's payload, which `fromApi` reads");
}

#[test]
fn another_lifecycle_is_invalid() {
    let message = raised(delegated().parse(&session(&[("lifecycle", r#""other""#)])), "invalid_input", "lifecycle");
    assert_eq!(message, "`lifecycle` is \"other\", expected one of `delegated`");
}

#[test]
fn every_field_is_checked() {
    for (name, value, path) in [
        ("uid", "7", "uid"),
        ("uid", r#""\ud800""#, "uid"),
        ("agent", "null", "agent"),
        ("task", "[]", "task"),
        ("harness", "{}", "harness"),
        ("parentUid", "1", "parentUid"),
        ("authority", "null", "authority"),
        ("authority", "[1]", "authority[0]"),
        ("phase", r#""active""#, "phase"),
        ("pendingOutcome", "{}", "pendingOutcome.phase"),
        ("pendingOutcome", "[]", "pendingOutcome"),
        ("pendingOutcome", r#"{"phase":"Active"}"#, "pendingOutcome.phase"),
        ("outcome", r#"{"phase":"Failed"}"#, "outcome.message"),
        ("outcome", r#"{"phase":"Declined","reason":"bored"}"#, "outcome.reason"),
        ("outcome", r#"{"phase":"Revoked"}"#, "outcome.source"),
        ("outcome", r#"{"phase":"Error","message":7}"#, "outcome.message"),
        ("superseded", r#"[{"phase":"Completed"},null]"#, "superseded[1]"),
        ("reflect", r#"{"author":"me"}"#, "reflect.author"),
        ("reflect", r#"{"author":"agent","sessionUid":"s","outcome":"Active"}"#, "reflect.outcome"),
        ("reflect", r#"{"author":"agent","sessionUid":"s","outcome":"Failed","lessons":7}"#, "reflect.lessons"),
        ("artifacts", "[7]", "artifacts[0]"),
        ("artifacts", r#"[{"id":7}]"#, "artifacts[0].id"),
        ("artifacts", r#"[{"id":"a"},{"id":"b"},{"id":"a","n":1}]"#, "artifacts[2]"),
        ("createdAt", "1.5", "createdAt"),
        ("createdAt", "8640000000000001", "createdAt"),
        ("revision", "-1", "revision"),
    ] {
        raised(delegated().parse(&session(&[(name, value)])), "invalid_input", path);
    }
}

#[test]
fn an_unknown_command_is_raised_with_those_there_are() {
    let message = raised(delegated().decide("null", r#"{"type":"go"}"#, 0.0, None), "unknown_command", "type");
    assert!(message.starts_with("`type` is \"go\", expected one of `create`, `initialize`"));
    raised(delegated().decide("null", r#"{"type":"__proto__"}"#, 0.0, None), "unknown_command", "type");
    raised(delegated().decide("null", "{}", 0.0, None), "invalid_input", "type");
    raised(delegated().decide("null", "null", 0.0, None), "invalid_input", "");
}

#[test]
fn an_unknown_event_is_raised_with_those_there_are() {
    let message = raised(delegated().apply("null", r#"{"type":"gone"}"#), "unknown_event", "type");
    assert!(
        message.ends_with("expected one of `created`, `initialized`, `activated`, `artifact_added`, `outcome_declared`, `reflect_owed`, `reflected`")
    );
    raised(delegated().replay(r#"[{"type":"initialized"},{"type":"gone"}]"#, "null"), "unknown_event", "[1].type");
    raised(delegated().apply("null", r#"{"type":"reflect_owed","outcome":"Active"}"#), "invalid_input", "outcome");
    raised(delegated().replay("null", "null"), "invalid_input", "");
}

#[test]
fn a_command_is_malformed_before_it_is_judged() {
    raised(delegated().decide("null", r#"{"type":"fail"}"#, 0.0, None), "invalid_input", "message");
    raised(delegated().decide("null", r#"{"type":"decline","reason":"bored"}"#, 0.0, None), "invalid_input", "reason");
    raised(delegated().decide("null", r#"{"type":"complete","reflect":{}}"#, 0.0, None), "invalid_input", "reflect.author");
    raised(delegated().decide("null", r#"{"type":"add_artifact"}"#, 0.0, None), "invalid_input", "artifact");
}

#[test]
fn now_is_an_integer_of_milliseconds_that_a_date_can_hold() {
    for now in [0.0, -0.0, 8.64e15, -8.64e15] {
        assert!(delegated().decide("null", CREATE, now, None).is_ok(), "{now}");
    }
    for now in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.5, 8.64e15 + 1.0, -8.64e15 - 1.0] {
        raised(delegated().decide("null", CREATE, now, None), "invalid_input", "now");
        raised(delegated().view(&session(&[]), now, None), "invalid_input", "now");
        raised(delegated().offers(&session(&[]), now, None), "invalid_input", "now");
    }
}

#[test]
fn the_caller_is_one_of_three() {
    for caller in [None, Some("AGENT"), Some("OPERATOR"), Some("SYSTEM")] {
        assert!(delegated().decide("null", CREATE, 0.0, caller).is_ok());
    }
    let message = raised(delegated().decide("null", CREATE, 0.0, Some("ROOT")), "invalid_input", "caller");
    assert_eq!(message, "`caller` is \"ROOT\", expected one of `AGENT`, `OPERATOR`, `SYSTEM`");
}

#[test]
fn no_session_is_null() {
    assert!(delegated().decide("null", r#"{"type":"initialize"}"#, 0.0, None).unwrap().contains(r#""code":"no_session""#));
    assert_eq!(delegated().apply("null", r#"{"type":"initialized"}"#).unwrap(), "null");
    raised(delegated().view("null", 0.0, None), "invalid_input", "");
    raised(delegated().parse("null"), "invalid_input", "");
    assert!(delegated().open("null").is_err());
}

#[test]
fn what_is_derived_without_a_clock() {
    let owed = session(&[("pendingOutcome", r#"{"phase":"Completed"}"#)]);
    assert_eq!(delegated().outstanding(&owed).unwrap(), r#"[{"type":"reflect_owed","outcome":"Completed"}]"#);
    assert_eq!(delegated().outstanding(&session(&[])).unwrap(), "[]");
    assert_eq!(delegated().deadline(&session(&[])).unwrap(), "null");
    raised(delegated().outstanding("7"), "invalid_input", "");
    raised(delegated().deadline("7"), "invalid_input", "");
}

#[test]
fn an_open_session_raises_and_stays_as_it_was() {
    let mut open = delegated().open(&session(&[])).unwrap();
    raised(open.apply(r#"[{"type":"initialized"},{"type":"gone"}]"#), "unknown_event", "[1].type");
    raised(open.decide("{}", 0.0, None), "invalid_input", "type");
    raised(open.view(0.5, None), "invalid_input", "now");
    raised(open.offers(0.5, None), "invalid_input", "now");
    assert_eq!(open.session(), session(&[]));
}

#[test]
fn a_lifecycle_that_there_is_not() {
    let Err(error) = lifecycle("other") else { panic!() };
    assert_eq!(
        (error.code, error.message.as_str()),
        ("unknown_lifecycle", "the lifecycle is `other`, expected one of `reversible`, `interactive`, `delegated`")
    );
    assert_eq!(delegated().name(), "delegated");
}

#[test]
fn the_cascade_of_a_list() {
    let list = format!("[{},{}]", session(&[]), session(&[("uid", r#""c""#), ("parentUid", r#""s""#)]));
    assert_eq!(cascade(&list, r#""s""#).unwrap(), r#"["c"]"#);
    raised(cascade(&format!("[{0},{0}]", session(&[])), r#""s""#), "invalid_input", "[1]");
    raised(cascade("[7]", r#""s""#), "invalid_input", "[0]");
    raised(cascade("[]", "7"), "invalid_input", "");
}

#[test]
fn the_rules_as_data() {
    let ask = |what: &str| ask(what, "", "", 0.0, None).unwrap();
    let rules = ask("delegated.rules");
    assert!(rules.starts_with(r#"[{"command":"create","by":"runtime","rules":[{"id":"create-again","when":["the session was created with this uid and content"],"from":["Pending","Initializing","Active"],"to":[],"stays":true,"target":[],"guards":[],"noop":"duplicate"}"#));
    let initialize = r#"{"id":"initialize","when":[],"from":["Pending"],"to":["Initializing"],"stays":false,"target":[],"guards":[{"guard":"open","code":"session_terminal","requires":"the session has not ended"}"#;
    assert!(rules.contains(initialize));
    assert!(rules.contains(r#"{"command":"revoke","by":"client","rules":["#));
    assert!(ask("delegated.diagram").starts_with(r#""stateDiagram-v2\n    [*] --> Pending: create\n"#));
    assert!(ask("delegated.diagram").contains(r"    Completed --> [*]\n"));
    assert!(ask("reversible.rules").contains(r#""id":"confirm","when":[],"from":["ACTIVE","COMPLETED","FAILED","ROLLED_BACK","ABANDONED"],"to":["ROLLED_BACK"],"stays":true,"target":["CLEARED"]"#));
}

#[test]
fn where_commands_start_as_numbers() {
    let ask = |what: &str| ask(what, "", "", 0.0, None).unwrap();
    let live = "1,1,1,0,0,0,0,0";
    let [pending, initializing, active] = ["1,0,0,0,0,0,0,0", "0,1,0,0,0,0,0,0", "0,0,1,0,0,0,0,0"];
    let declinable = "0,1,1,0,0,0,0,0";
    let starts = ["0,0,0,0,0,0,0,0", pending, initializing, active, active, active, declinable, live, live, live].join(",");
    let manifest = r#"{"name":"delegated","commands":["create","initialize","activate","add_artifact","complete","fail","decline","revoke","error","reflect"],"events":["created","initialized","activated","artifact_added","outcome_declared","reflect_owed","reflected"],"status":"phase","statuses":["Pending","Initializing","Active","Completed","Failed","Declined","Revoked","Error"],"targets":{},"starts":[STARTS]}"#;
    assert_eq!(ask("delegated.manifest"), manifest.replace("STARTS", &starts));

    let manifest = ask("reversible.manifest");
    let resolve = r#""resolve_approval":{"list":"approvals","id":"approvalId","status":"status","statuses":["PENDING","APPROVED","REJECTED"]}"#;
    let report = r#""report_undo":{"list":"actions","id":"id","status":"undo","statuses":["NONE","IN_PROGRESS","COMPLETED","FAILED","DECLINED"]}"#;
    assert!(manifest.contains(resolve) && manifest.contains(report));
    // create; log_action; resolve_approval: bit 1 is PENDING; confirm_action: bit 3 is CLEARED; complete …
    assert!(manifest.contains(r#""starts":[0,0,0,0,0,1,1,1,1,1,3,3,3,3,3,9,9,9,9,9,1,0,0,0,0,1,1,1,0,1,5,5,5,5,5,"#), "{manifest}");

    let manifest = ask("interactive.manifest");
    let projection = r#""status":"status","projection":{"stored":"idle","field":"stopReason","statuses":{"null":"idle","end_turn":"idle","retries_exhausted":"idle","requires_action":"requires_action"},"otherwise":"unknown"},"statuses":["idle","requires_action","running","terminated","unknown"]"#;
    let calls = r#"{"list":"batch.calls","id":"callId","status":"decision","statuses":["null","allow","deny"]}"#;
    let targets = format!(r#""targets":{{"submit":{calls},"tool_finished":{calls}}}"#);
    assert!(manifest.contains(projection) && manifest.contains(&targets), "{manifest}");
    // create; submit: bit 1 is no decision; tool_calls; tool_finished: any; …; unrecoverable_error …
    assert!(manifest.contains(r#""starts":[0,0,0,0,0,1,3,1,0,0,0,0,1,0,0,0,15,15,0,0,"#), "{manifest}");
}

#[test]
fn what_there_is_not_to_ask() {
    assert_eq!(ask("other.decide", "", "", 0.0, None).unwrap_err().code, "unknown_lifecycle");
    assert_eq!(ask("delegated.other", "", "", 0.0, None).unwrap_err().message, "there is no such method");
}
