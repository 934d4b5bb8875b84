//! Section 1 and the common page: what is read, and what is nonsense.

use crate::given::*;
use countersign::Error;

#[track_caller]
fn command(json: &str) -> Result<Command, Error> {
    Document::read(json, read_command::<Reversible>).map(Option::unwrap)
}

/// The complaint about a session in which that was replaced.
#[track_caller]
fn broken(session: &Session, what: &str, by: &str) -> Error {
    let json = session.to_json();
    assert!(json.contains(what), "{what} is not in {json}");
    parse(&json.replacen(what, by, 1)).unwrap_err()
}

#[test]
fn a_session_comes_back_as_it_was_written() {
    for session in reachable() {
        assert_eq!(parse(&session.to_json()), Ok(session.clone()), "{}", state(&session));
        assert_eq!(parse(&imported(session.clone()).to_json()), Ok(imported(session)));
    }
}

#[test]
fn a_session_whose_approvals_are_not_known_says_null() {
    let session = imported(cleared());
    assert!(session.to_json().contains(r#""approvals":null"#));
    assert_eq!(session.known_approvals(), []);
}

#[test]
fn opaque_values_come_back_as_they_were() {
    let payload = r#"{"n":1.0,"deep":[{"__proto__":null}, 1e400],"é":"\u00e9"}"#;
    let error = r#"[ "broke" ]"#;
    let session = given(&[failed(Entry { payload: json(payload), error: json(error), ..entry("a") })]);
    assert!(session.to_json().contains(payload) && session.to_json().contains(error));
    assert_eq!(parse(&session.to_json()), Ok(session));
}

#[test]
fn a_time_may_be_an_rfc_3339_string() {
    let session = given(&[ran(entry("a")), before(entry("p"))]).to_json();
    let session = session.replace(r#"At":0"#, r#"At":"2026-03-01T09:30:00.250+01:00""#);
    let session = parse(&session.replace(r#""timeoutAt":null"#, r#""timeoutAt":"1970-01-01T00:00:01Z""#)).unwrap();
    let at = 1_772_353_800_250;
    assert_eq!((session.created_at, session.last_activity_at, session.actions[0].logged_at), (at, at, at));
    let approval = &session.known_approvals()[0];
    assert_eq!((approval.requested_at, approval.timeout_at), (at, Some(1_000)));
}

#[test]
fn an_unknown_value_of_a_closed_set_is_told_with_its_place() {
    let session = given(&[before(entry("p")), ran(gated("a")), ROLLBACK]);
    for (what, by, path) in [
        (r#""status":"ACTIVE""#, r#""status":"DONE""#, "status"),
        (r#""status":"PENDING_APPROVAL""#, r#""status":"PENDING""#, "actions[0].status"),
        (r#""status":"SUCCESS""#, r#""status":null"#, "actions[1].status"),
        (r#""operationType":"CREATE""#, r#""operationType":"create""#, "actions[0].operationType"),
        (r#""undo":"IN_PROGRESS""#, r#""undo":"RUNNING""#, "actions[1].undo"),
        (r#""kind":"AUTOMATIC""#, r#""kind":"MANUAL""#, "actions[0].compensation.kind"),
        (r#""purpose":"BEFORE_EXECUTION""#, r#""purpose":"BEFORE""#, "approvals[0].purpose"),
        (r#""status":"PENDING","#, r#""status":"OPEN","#, "approvals[0].status"),
        (r#""resolution":null"#, r#""resolution":"ROBOT""#, "approvals[0].resolution"),
        (r#""scope":"SESSION""#, r#""scope":"ALL""#, "rollback.scope"),
        (r#""caller":"OPERATOR""#, r#""caller":"ROOT""#, "rollback.caller"),
    ] {
        let error = broken(&session, what, by);
        assert_eq!((error.code, error.path.as_str()), ("invalid_input", path));
    }
    let message =
        "`actions[1].status` is \"OK\", expected one of `SUCCESS`, `PENDING_APPROVAL`, `CLEARED`, `FAILED`, `ROLLED_BACK`, `ROLLBACK_FAILED`";
    assert_eq!(broken(&session, r#""status":"SUCCESS""#, r#""status":"OK""#).message, message);
}

#[test]
fn a_wrong_type_or_a_missing_field_is_told_with_its_place() {
    let session = given(&[before(entry("p")), ran(gated("a")), ROLLBACK]);
    for (what, by, path) in [
        (r#""agentId":"g","#, "", "agentId"),
        (r#""sandbox":false"#, r#""sandbox":0"#, "sandbox"),
        (r#""abandonAfterMs":86400000"#, r#""abandonAfterMs":0"#, "settings.abandonAfterMs"),
        (r#""unconfirmedAfterMs":3600000"#, r#""unconfirmedAfterMs":-1"#, "settings.unconfirmedAfterMs"),
        (r#""rollbackApprovalTimeoutMs":86400000"#, r#""rollbackApprovalTimeoutMs":1.5"#, "settings.rollbackApprovalTimeoutMs"),
        (r#""createdAt":0"#, r#""createdAt":"yesterday""#, "createdAt"),
        (r#""createdAt":0"#, r#""createdAt":8640000000000001"#, "createdAt"),
        (r#""order":1"#, r#""order":"first""#, "actions[0].order"),
        (r#""undoAttempts":0"#, r#""undoAttempts":null"#, "actions[0].undoAttempts"),
        (r#""requireApproval":false"#, r#""requireApproval":"no""#, "actions[0].compensation.requireApproval"),
        (r#""approvals":["#, r#""approvals":[7,"#, "approvals[0]"),
        (r#""actionId":"p""#, r#""actionId":7"#, "approvals[0].actionId"),
        (r#""todo":[]"#, r#""todo":{}"#, "rollback.todo"),
        (r#""revision":"#, r#""revision":-"#, "revision"),
    ] {
        let error = broken(&session, what, by);
        assert_eq!((error.code, error.path.as_str()), ("invalid_input", path), "{}", error.message);
    }
}

#[test]
fn duplicate_ids_throw() {
    let session = given(&[ran(entry("a")), ran(entry("b")), before(entry("p")), after(entry("x"))]);
    let error = broken(&session, r#""id":"b""#, r#""id":"a""#);
    assert_eq!((error.code, error.path.as_str()), ("invalid_input", "actions[1]"));
    let error = broken(&session, r#""approvalId":"x:AFTER_EXECUTION:1""#, r#""approvalId":"p:BEFORE_EXECUTION:1""#);
    assert_eq!((error.code, error.path.as_str()), ("invalid_input", "approvals[1]"));
}

#[test]
fn another_schema_or_lifecycle_throws() {
    let session = given(&[]);
    assert_eq!(broken(&session, r#""schema":1"#, r#""schema":2"#).code, "unknown_schema");
    let error = broken(&session, "reversible", "delegated");
    assert_eq!((error.code, error.path.as_str()), ("invalid_input", "lifecycle"));
}

#[test]
fn a_purpose_may_be_null_and_an_inconsistent_session_is_accepted() {
    let json = given(&[before(entry("p"))]).to_json().replace(r#""BEFORE_EXECUTION""#, "null").replace("PENDING_APPROVAL", "SUCCESS");
    assert_eq!(parse(&json).unwrap().known_approvals()[0].purpose, None);
    let torn = stored(Status::RolledBack, given(&[ran(entry("a"))]));
    assert_eq!(parse(&torn.to_json()), Ok(torn));
}

#[test]
fn settings_that_are_not_given_have_their_defaults() {
    let created = |settings: &str| match command(&format!(r#"{{"type":"create","id":"s","agentId":"g"{settings}}}"#)).unwrap() {
        Command::Create { settings, sandbox: false, .. } => settings,
        other => panic!("{other:?}"),
    };
    let page = Settings { abandon_after_ms: 86_400_000, unconfirmed_after_ms: 3_600_000, rollback_approval_timeout_ms: Some(86_400_000) };
    assert_eq!(created(""), page);
    assert_eq!(created(r#","settings":{}"#), page);
    assert_eq!(created(r#","settings":{"abandonAfterMs":1}"#), Settings { abandon_after_ms: 1, ..page.clone() });
    assert_eq!(created(r#","settings":{"unconfirmedAfterMs":1}"#), Settings { unconfirmed_after_ms: 1, ..page.clone() });
    let unlimited = r#","settings":{"rollbackApprovalTimeoutMs":null}"#;
    assert_eq!(created(unlimited), Settings { rollback_approval_timeout_ms: None, ..page });
    for name in ["abandonAfterMs", "unconfirmedAfterMs", "rollbackApprovalTimeoutMs"] {
        for value in ["0", "-1", "1.5", r#""1""#, "true"] {
            let error = command(&format!(r#"{{"type":"create","id":"s","agentId":"g","settings":{{"{name}":{value}}}}}"#)).unwrap_err();
            assert_eq!((error.code, error.path), ("invalid_input", format!("settings.{name}")));
        }
    }
}

#[test]
fn a_command_comes_back_as_it_was_written() {
    let named = Request { executed: true, approval_id: Some(text("x")), timeout_ms: Some(5) };
    let payload = Entry { order: Some(-3), payload: json("[1]"), error: json(r#""e""#), operation_type: OperationType::Delete, ..gated("a") };
    for expected in [
        create(),
        Command::Create { id: text("s"), agent_id: text("g"), sandbox: true, settings: Settings { abandon_after_ms: 1, ..Settings::default() } },
        ran(payload.clone()),
        failed(lasting("a")),
        before(unknown("a")),
        Command::LogAction { action: payload, status: Logged::PendingApproval(named) },
        approve("x"),
        Command::ResolveApproval { approval_id: text("x"), decision: Answer::Reject, resolved_by: text("ann"), reason: Some(text("no")) },
        confirm("a"),
        Command::ConfirmAction { action_id: text("a"), status: ActionStatus::Failed },
        Command::Complete,
        ROLLBACK,
        undone("a"),
        Command::ReportUndo { action_id: text("a"), idempotency_key: text("k"), result: UndoResult::Failed, error: json("{}") },
        retry("a"),
        withdraw("a"),
        acknowledge("a"),
        Command::Tick,
    ] {
        assert_eq!(command(&expected.to_json()), Ok(expected));
    }
}

#[test]
fn a_command_under_the_names_of_the_page() {
    let json = r#"{"type":"log_action","action":{"id":"a","order":2,"apiName":"n","operationType":"UPDATE","payload":{},"status":"PENDING_APPROVAL","compensation":{"kind":"NONE","requireApproval":true},"error":0},"purpose":"AFTER_EXECUTION","approvalId":"x","timeoutMs":5}"#;
    let action = Entry {
        id: text("a"),
        order: Some(2),
        api_name: text("n"),
        operation_type: OperationType::Update,
        payload: self::json("{}"),
        compensation: Compensation { kind: Kind::None, require_approval: true },
        error: self::json("0"),
    };
    let request = Request { executed: true, approval_id: Some(text("x")), timeout_ms: Some(5) };
    assert_eq!(command(json), Ok(Command::LogAction { action, status: Logged::PendingApproval(request) }));
    let json = r#"{"type":"resolve_approval","approvalId":"x","decision":"approve","resolvedBy":"ann"}"#;
    assert_eq!(command(json), Ok(approve("x")));
    let json = r#"{"type":"report_undo","actionId":"a","idempotencyKey":"s/a/1","result":"SUCCEEDED"}"#;
    assert_eq!(command(json), Ok(undone("a")));
    let json = r#"{"type":"withdraw_clearance","actionId":"a","resolvedBy":"ann","reason":"too late"}"#;
    assert_eq!(command(json), Ok(withdraw("a")));
    assert_eq!(command(r#"{"type":"acknowledge_undo","actionId":"a","resolvedBy":"ann","note":"by hand"}"#), Ok(acknowledge("a")));
}

/// A log entry with these fields instead of the usual ones.
fn entry_of(status: &str, more: &str) -> String {
    let action = r#""id":"a","apiName":"stripe.refunds.create","operationType":"CREATE","compensation":{"kind":"AUTOMATIC","requireApproval":false}"#;
    format!(r#"{{"type":"log_action","action":{{{action},"status":"{status}"}}{more}}}"#)
}

#[test]
fn no_limit_is_absent_or_null() {
    for more in [r#","purpose":"BEFORE_EXECUTION""#, r#","purpose":"BEFORE_EXECUTION","timeoutMs":null"#] {
        assert_eq!(command(&entry_of("PENDING_APPROVAL", more)), Ok(before(entry("a"))));
    }
}

#[test]
fn a_purpose_of_an_entry_that_waits_for_nobody_is_not_stored() {
    assert_eq!(command(&entry_of("SUCCESS", r#","purpose":"AFTER_EXECUTION""#)), Ok(ran(entry("a"))));
    assert_eq!(command(&entry_of("FAILED", r#","purpose":"BEFORE_EXECUTION""#)), Ok(failed(entry("a"))));
}

#[test]
fn nonsense_is_thrown() {
    let deep = |depth| {
        format!(
            r#"{{"type":"report_undo","actionId":"a","idempotencyKey":"k","result":"FAILED","error":{}{}}}"#,
            "[".repeat(depth),
            "]".repeat(depth)
        )
    };
    assert!(command(&deep(128)).is_ok());
    for (json, path) in [
        (deep(129).as_str(), "error"),
        (r#"{"type":"create","id":"s"}"#, "agentId"),
        (r#"{"type":"create","id":"\ud800","agentId":"g"}"#, "id"),
        (&entry_of("CLEARED", ""), "action.status"),
        (&entry_of("ROLLED_BACK", ""), "action.status"),
        (&entry_of("PENDING_APPROVAL", ""), "purpose"),
        (&entry_of("PENDING_APPROVAL", r#","purpose":"ROLLBACK""#), "purpose"),
        (&entry_of("PENDING_APPROVAL", r#","purpose":"AFTER_EXECUTION","timeoutMs":0"#), "timeoutMs"),
        (&entry_of("PENDING_APPROVAL", r#","purpose":"AFTER_EXECUTION","timeoutMs":-1"#), "timeoutMs"),
        (&entry_of("PENDING_APPROVAL", r#","purpose":"AFTER_EXECUTION","timeoutMs":1.5"#), "timeoutMs"),
        (r#"{"type":"log_action"}"#, "action"),
        (r#"{"type":"resolve_approval","approvalId":"x","decision":"maybe","resolvedBy":"ann"}"#, "decision"),
        (r#"{"type":"resolve_approval","approvalId":"x","decision":"approve"}"#, "resolvedBy"),
        (r#"{"type":"resolve_approval","decision":"approve","resolvedBy":"ann"}"#, "approvalId"),
        (r#"{"type":"confirm_action","actionId":"a","status":"DONE"}"#, "status"),
        (r#"{"type":"confirm_action","actionId":"a"}"#, "status"),
        (r#"{"type":"report_undo","actionId":"a","idempotencyKey":"k","result":"OK"}"#, "result"),
        (r#"{"type":"report_undo","actionId":"a","result":"FAILED"}"#, "idempotencyKey"),
        (r#"{"type":"retry_undo"}"#, "actionId"),
        (r#"{"type":"withdraw_clearance","actionId":"a","resolvedBy":"ann"}"#, "reason"),
        (r#"{"type":"withdraw_clearance","actionId":"a","reason":"r"}"#, "resolvedBy"),
        (r#"{"type":"acknowledge_undo","actionId":"a","resolvedBy":"ann"}"#, "note"),
    ] {
        let error = command(json).unwrap_err();
        assert_eq!((error.code, error.path.as_str()), ("invalid_input", path), "{json}: {}", error.message);
    }
    assert_eq!(command(r#"{"type":"undo"}"#).unwrap_err().code, "unknown_command");
    let event = Document::read(r#"{"type":"undo"}"#, read_event::<Reversible>);
    assert_eq!(event.unwrap_err().code, "unknown_event");
}

#[test]
fn extra_fields_are_never_fatal() {
    let session = given(&[ran(entry("a"))]);
    let more = session.to_json().replace(r#""id":"#, r#""__proto__":{"id":7},"id":"#);
    assert_eq!(parse(&more), Ok(session));
}

#[test]
fn an_event_comes_back_as_it_was_written() {
    let mut events = Vec::new();
    let mut session = None;
    for command in [
        create(),
        ran(gated("a")),
        before(entry("p")),
        approve(&before_of("p")),
        confirm("p"),
        after(unknown("x")),
        Command::Complete,
        ROLLBACK,
        undone("p"),
        reject(&after_of("x")),
        approve(&gate_of("a")),
        not_undone("a"),
        acknowledge("a"),
    ] {
        let Ok(Decision::Allowed { events: more, .. }) = decide(session.as_ref(), &command, &operator(0)) else { panic!("{command:?}") };
        session = replay(&more, session);
        events.extend(more);
    }
    let name = |event: &Event| Document::parse(&event.to_json()).unwrap().root().field("type").text();
    let names: Vec<_> = events.iter().map(name).collect();
    for name in ["created", "action_logged", "approval_requested", "action_cleared", "undo_started", "undo_reported"] {
        assert!(names.iter().any(|known| known == name), "{name} is not among {names:?}");
    }
    assert!(names.iter().all(|name| Reversible::EVENTS.contains(&name.as_str())));
    for event in events {
        assert_eq!(Document::read(&event.to_json(), read_event::<Reversible>), Ok(Some(event)));
    }
}
