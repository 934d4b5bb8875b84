//! AgentRein sessions, and the rows of their approvals.

use countersign::Error;
use countersign::json::ClosedSet;
use countersign::reversible::{
    Action, ActionStatus, Approval, ApprovalStatus, Kind, OperationType, Purpose, Resolution, Session, Settings, Status, Undo, from_api,
};
use countersign::text::detect;

const ACTIVE: &str = r#""status":"ACTIVE""#;

/// A session whose actions are told.
fn session(fields: &str, actions: &str) -> String {
    format!(
        r#"{{"id":"s","organizationId":"o","agentId":"g","intent":"refund","isSandbox":false,"createdAt":"2026-03-01T08:30:00Z","updatedAt":"2026-03-09T00:00:00Z",
        {fields},"actions":[{actions}]}}"#
    )
}

/// An action of that id and order.
fn action(id: &str, order: i64, fields: &str) -> String {
    format!(
        r#"{{"id":"{id}","sessionId":"s","apiName":"stripe.refunds.create","operationType":"CREATE","order":{order},"timeoutMs":5000,"simulated":false,
        "createdAt":"2026-03-01T08:31:00Z",{fields}}}"#
    )
}

/// A session with one action `a`.
fn with(fields: &str) -> String {
    session(ACTIVE, &action("a", 1, fields))
}

/// A row about that action.
fn row(id: &str, action: &str, fields: &str) -> String {
    format!(
        r#"{{"approvalId":"{id}","actionId":"{action}","apiName":"stripe.refunds.create","operationType":"CREATE","sessionId":"s","agentId":"g",
        "payloadSummary":"…","requestedAt":"2026-03-01T08:31:00Z","timeRemaining":0,"actionStatus":"SUCCESS","unconfirmed":false,{fields}}}"#
    )
}

#[track_caller]
fn from(json: &str, more: &str) -> (Session, Vec<&'static str>) {
    let (session, warnings) = from_api(json, more).unwrap();
    assert!(warnings.iter().all(|warning| warning.input.is_none() && !warning.message.is_empty()));
    (session, warnings.iter().map(|warning| warning.code).collect())
}

/// Without any approvals.
#[track_caller]
fn imported(json: &str) -> (Session, Vec<&'static str>) {
    from(json, "[]")
}

/// The one action of a session.
#[track_caller]
fn told(fields: &str) -> (Action, Vec<&'static str>) {
    let (mut session, warnings) = imported(&with(fields));
    (session.actions.remove(0), warnings)
}

/// The one approval of the one action.
#[track_caller]
fn approval(action: &str, row_fields: &str) -> (Approval, Vec<&'static str>) {
    let (session, warnings) = from(&with(action), &format!("[{}]", row("p", "a", row_fields)));
    (session.approvals.unwrap().remove(0), warnings)
}

fn messages(json: &str, more: &str) -> Vec<String> {
    from_api(json, more).unwrap().1.into_iter().map(|warning| warning.message).collect()
}

#[track_caller]
fn refused(json: &str, more: &str) -> Error {
    let error = from_api(json, more).unwrap_err();
    assert_eq!(error.code, "invalid_input");
    error
}

#[test]
fn a_session_is_bare_or_in_an_envelope() {
    let bare = session(ACTIVE, &action("a", 1, r#""status":"SUCCESS""#));
    let (session, warnings) = imported(&bare);
    assert_eq!((session.id.as_str(), session.agent_id.as_str(), session.status), ("s", "g", Status::Active));
    assert_eq!((session.created_at, session.revision, session.sandbox), (1_772_353_800_000, 1, false));
    assert_eq!((&session.settings, &session.rollback, session.actions.len()), (&Settings::default(), &None, 1));
    assert_eq!(warnings, Vec::<&str>::new());
    let wrapped = format!(r#"{{"data":{bare},"error":null,"timestamp":"2026-03-09T00:00:00Z"}}"#);
    assert_eq!(imported(&wrapped), (session, warnings));
    assert_eq!(refused(&format!(r#"{{"data":{},"error":null}}"#, with(r#""status":"LOST""#)), "[]").path, "data.actions[0].status");
}

#[test]
fn every_stored_status_is_read() {
    for status in Status::ALL {
        let (session, _) = imported(&session(&format!(r#""status":"{}""#, status.name()), ""));
        assert_eq!(session.status, *status);
    }
}

#[test]
fn a_sandbox_is_told() {
    assert!(imported(&session(r#""status":"ACTIVE","isSandbox":true"#, "")).0.sandbox);
    assert!(!imported(r#"{"id":"s","agentId":"g","status":"ACTIVE","createdAt":0,"actions":[]}"#).0.sandbox);
}

#[test]
fn the_display_status_of_the_backend_is_compared_with_ours() {
    let shown = |display: &str| session(&format!(r#""status":"ACTIVE","displayStatus":{display}"#), &action("a", 1, r#""status":"ROLLED_BACK""#));
    assert_eq!(imported(&shown(r#""REVERTED""#)).1, Vec::<&str>::new());
    assert_eq!(imported(&shown("null")).1, Vec::<&str>::new());
    for display in [r#""ACTIVE""#, r#""SOMETHING_NEW""#, "7", "{}"] {
        assert_eq!(imported(&shown(display)).1, ["display_status_differs"], "{display}");
    }
    let message = "`displayStatus` is \"ACTIVE\", expected `REVERTED`, which follows from the statuses";
    assert_eq!(messages(&shown(r#""ACTIVE""#), "[]"), [message]);
}

#[test]
fn an_item_of_a_list_does_not_tell_its_actions_and_is_refused() {
    for item in [
        r#"{"id":"s","agentId":"g","status":"ACTIVE","createdAt":0,"_count":{"actions":3}}"#,
        r#"{"id":"s","agentId":"g","status":"ACTIVE","createdAt":0,"_count":{"actions":0}}"#,
        r#"{"id":"s","agentId":"g","status":"ACTIVE","createdAt":0,"actions":null}"#,
        r#"{"data":{"id":"s","agentId":"g","status":"ACTIVE","createdAt":0,"_count":{"actions":3}}}"#,
    ] {
        let error = from_api(item, "[]").unwrap_err();
        assert_eq!((error.code, error.path.trim_start_matches("data.")), ("actions_unknown", "actions"), "{item}");
        assert!(error.message.contains("actions` is "), "{}", error.message);
    }
}

#[test]
fn an_action_tells_what_was_called_with_what() {
    let (action, warnings) = told(r#""status":"SUCCESS","operationType":"UPDATE","payload":{"amount":5,  "to":"x"}"#);
    assert_eq!((action.id.as_str(), action.order, action.api_name.as_str()), ("a", 1, "stripe.refunds.create"));
    assert_eq!((action.operation_type, action.payload.as_str()), (OperationType::Update, r#"{"amount":5,  "to":"x"}"#));
    assert_eq!((action.status, action.undo, action.undo_attempts, action.logged_at), (ActionStatus::Success, Undo::None, 0, 1_772_353_860_000));
    assert_eq!((action.error.as_str(), action.undo_error.as_str(), action.acknowledged, action.withdrawn), ("null", "null", None, None));
    assert_eq!(warnings, Vec::<&str>::new());
}

#[test]
fn every_status_and_operation_of_an_action_is_read() {
    for status in ActionStatus::ALL {
        assert_eq!(told(&format!(r#""status":"{}""#, status.name())).0.status, *status);
    }
    for operation in OperationType::ALL {
        assert_eq!(told(&format!(r#""status":"SUCCESS","operationType":"{}""#, operation.name())).0.operation_type, *operation);
    }
}

#[test]
fn the_order_is_told_as_order_or_as_step_number_or_is_the_position() {
    let ordered = |fields: &[&str]| {
        let actions = fields
            .iter()
            .enumerate()
            .map(|(n, fields)| format!(r#"{{"id":"{n}","apiName":"x","operationType":"DELETE","status":"SUCCESS","createdAt":0{fields}}}"#));
        let (session, warnings) = imported(&session(ACTIVE, &actions.collect::<Vec<_>>().join(",")));
        (session.actions.iter().map(|action| action.order).collect::<Vec<_>>(), warnings)
    };
    assert_eq!(
        ordered(&[r#","order":7"#, r#","stepNumber":-3"#, r#","order":2,"stepNumber":9"#, r#","order":null,"stepNumber":4"#]),
        (vec![7, -3, 2, 4], vec![])
    );
    assert_eq!(ordered(&["", r#","order":9"#, ""]), (vec![1, 9, 3], vec!["order_missing", "order_missing"]));
    let message = "`actions[0].order` is missing, taken as the position in the list";
    assert_eq!(messages(&with(r#""status":"SUCCESS","order":null"#), "[]"), [message]);
}

#[test]
fn actions_stay_in_the_order_of_the_list() {
    let actions = [("c", 3), ("a", 1), ("b", 2)].map(|(id, order)| action(id, order, r#""status":"SUCCESS""#));
    let (session, _) = imported(&session(ACTIVE, &actions.join(",")));
    assert_eq!(session.actions.iter().map(|action| action.id.as_str()).collect::<Vec<_>>(), ["c", "a", "b"]);
}

#[test]
fn the_undo_is_told_or_follows_from_the_status() {
    for (status, undo) in [
        ("SUCCESS", Undo::None),
        ("PENDING_APPROVAL", Undo::None),
        ("CLEARED", Undo::None),
        ("FAILED", Undo::None),
        ("ROLLED_BACK", Undo::Completed),
        ("ROLLBACK_FAILED", Undo::Failed),
    ] {
        assert_eq!(told(&format!(r#""status":"{status}""#)).0.undo, undo, "{status}");
        assert_eq!(told(&format!(r#""status":"{status}","undoStatus":null"#)).0.undo, undo, "{status}");
    }
    for undo in Undo::ALL {
        let (action, _) = told(&format!(r#""status":"SUCCESS","undoStatus":"{}""#, undo.name()));
        assert_eq!((action.undo, action.undo_attempts), (*undo, 0));
    }
}

#[test]
fn a_compensation_exists_unless_it_is_told_that_there_is_none() {
    for (config, kind, require_approval) in [
        ("null", Kind::Automatic, false),
        ("{}", Kind::Automatic, false),
        (r#"{"type":null}"#, Kind::Automatic, false),
        (r#"{"type":"http-delete","url":"https://example.com"}"#, Kind::Automatic, false),
        (r#"{"type":"slack-correction","requireApproval":false}"#, Kind::Automatic, false),
        (r#"{"requireApproval":true}"#, Kind::Automatic, true),
        (r#"{"type":"none"}"#, Kind::None, false),
        (r#"{"type":"none","requireApproval":true}"#, Kind::None, true),
    ] {
        let (action, warnings) = told(&format!(r#""status":"SUCCESS","undoConfig":{config}"#));
        assert_eq!((action.compensation.kind, action.compensation.require_approval), (kind, require_approval), "{config}");
        assert_eq!(warnings, Vec::<&str>::new(), "{config}");
    }
    assert_eq!(told(r#""status":"SUCCESS""#).0.compensation.kind, Kind::Automatic);
}

#[test]
fn a_compensation_of_a_type_that_is_not_known_exists_all_the_same() {
    let (action, warnings) = told(r#""status":"SUCCESS","undoConfig":{"type":"http-patch","requireApproval":true}"#);
    assert_eq!((action.compensation.kind, action.compensation.require_approval), (Kind::Automatic, true));
    assert_eq!(warnings, ["undo_type_unknown"]);
    let message =
        "`actions[0].undoConfig.type` is \"http-patch\", expected `http-delete`, `slack-correction` or `none`; taken as a compensation that exists";
    assert_eq!(messages(&with(r#""status":"SUCCESS","undoConfig":{"type":"http-patch"}"#), "[]"), [message]);
    assert_eq!(told(r#""status":"SUCCESS","undoConfig":{"type":7}"#).1, ["undo_type_unknown"]);
}

#[test]
fn nothing_depends_on_a_payload_that_is_redacted() {
    for payload in ["", r#","payload":null"#] {
        let (action, warnings) = told(&format!(r#""status":"SUCCESS"{payload}"#));
        assert_eq!((action.payload.as_str(), warnings), ("null", vec![]));
    }
}

#[test]
fn the_last_activity_is_the_latest_that_is_told() {
    let last = |created_at: i64, action: &str, row_fields: &str| {
        let action = format!(r#"{{"id":"a","order":1,"apiName":"x","operationType":"DELETE","status":"CLEARED",{action}}}"#);
        let session = format!(r#"{{"id":"s","agentId":"g","status":"ACTIVE","createdAt":{created_at},"updatedAt":99,"actions":[{action}]}}"#);
        from(&session, &format!("[{}]", row("p", "a", row_fields))).0.last_activity_at
    };
    let resolved = |at: i64| format!(r#""status":"APPROVED","resolvedBy":"ann","requestedAt":50,"resolvedAt":{at}"#);
    assert_eq!(last(9, r#""createdAt":5,"updatedAt":6"#, &resolved(7)), 9);
    assert_eq!(last(1, r#""createdAt":5"#, &resolved(4)), 5);
    assert_eq!(last(1, r#""createdAt":5,"updatedAt":6"#, &resolved(4)), 6);
    assert_eq!(last(1, r#""createdAt":8,"updatedAt":6"#, &resolved(4)), 8);
    assert_eq!(last(1, r#""createdAt":5,"updatedAt":6"#, &resolved(7)), 7);
    assert_eq!(last(1, r#""createdAt":5,"updatedAt":6"#, r#""status":"PENDING","requestedAt":50"#), 6);
    assert_eq!(last(-9, r#""createdAt":-7"#, &resolved(-8)), -7);
}

#[test]
fn times_that_are_missing_are_warned_of() {
    let (session, warnings) = imported(r#"{"id":"s","agentId":"g","status":"ACTIVE","actions":[]}"#);
    assert_eq!((session.created_at, session.last_activity_at, warnings), (0, 0, vec!["created_at_missing"]));
    let (action, warnings) = told(r#""status":"SUCCESS","createdAt":null,"updatedAt":5"#);
    assert_eq!((action.logged_at, warnings), (0, vec!["created_at_missing"]));
    assert_eq!(messages(&with(r#""status":"SUCCESS","createdAt":null"#), "[]"), ["`actions[0].createdAt` is missing, taken as 0"]);
    let (approval, warnings) = approval(r#""status":"CLEARED""#, r#""status":"PENDING","requestedAt":null"#);
    assert_eq!((approval.requested_at, warnings), (0, vec!["requested_at_missing"]));
}

#[test]
fn a_row_is_an_approval() {
    let fields = r#""status":"REJECTED","timeoutAt":"2026-03-01T09:31:00Z","resolvedAt":"2026-03-01T08:40:00Z","resolvedBy":"ann","reason":"no""#;
    let (approval, warnings) = approval(r#""status":"FAILED""#, fields);
    assert_eq!((approval.approval_id.as_str(), approval.action_id.as_str()), ("p", "a"));
    assert_eq!((approval.status, approval.requested_at), (ApprovalStatus::Rejected, 1_772_353_860_000));
    assert_eq!((approval.timeout_at, approval.resolved_at), (Some(1_772_357_460_000), Some(1_772_354_400_000)));
    assert_eq!((approval.resolved_by.as_deref(), approval.reason.as_deref()), (Some("ann"), Some("no")));
    assert_eq!(warnings, Vec::<&str>::new());
}

#[test]
fn what_a_pending_approval_does_not_have_yet_is_left_open() {
    let (approval, warnings) =
        approval(r#""status":"CLEARED""#, r#""status":"PENDING","timeoutAt":null,"resolvedAt":null,"resolvedBy":null,"reason":null"#);
    assert_eq!((approval.timeout_at, approval.resolved_at, approval.resolution), (None, None, None));
    assert_eq!((approval.resolved_by, approval.reason, warnings), (None, None, vec![]));
}

#[test]
fn rows_are_a_list_or_in_an_envelope() {
    let rows = format!("[{},{}]", row("p", "a", r#""status":"PENDING""#), row("q", "a", r#""status":"PENDING""#));
    let session = with(r#""status":"CLEARED""#);
    let (told, warnings) = from(&session, &rows);
    assert_eq!(told.approvals.as_ref().unwrap().iter().map(|approval| approval.approval_id.as_str()).collect::<Vec<_>>(), ["p", "q"]);
    assert_eq!(from(&session, &format!(r#"{{"data":{rows},"error":null,"timestamp":"2026-03-09T00:00:00Z"}}"#)), (told, warnings));
    for more in ["7", "{}", r#"{"data":{}}"#, r#"{"data":null,"error":"down"}"#, r#""[]""#] {
        assert!(refused(&session, more).message.ends_with("expected the rows of `GET /approvals`, or an object with them as `data`"), "{more}");
    }
    assert_eq!(refused(&session, "[7]").path, "more[0]");
    assert_eq!(refused(&session, r#"{"data":[null]}"#).path, "more.data[0]");
}

#[test]
fn rows_of_other_sessions_are_none_of_its_business() {
    let other = |id: &str, status: &str| row(id, "z", &format!(r#""sessionId":"t","status":"{status}""#));
    let rows = format!("[{},{},{}]", other("p", "PENDING"), row("p", "a", r#""status":"PENDING""#), other("p", "UNHEARD_OF"));
    let (session, warnings) = from(&with(r#""status":"CLEARED""#), &rows);
    assert_eq!((session.approvals.unwrap().len(), warnings), (1, vec![]));
}

#[test]
fn a_row_without_a_session_belongs_to_that_of_its_action() {
    let rows = format!("[{},{}]", row("p", "a", r#""status":"PENDING","sessionId":null"#), row("q", "z", r#""status":"PENDING","sessionId":null"#));
    let (session, warnings) = from(&with(r#""status":"CLEARED""#), &rows);
    let approvals = session.approvals.unwrap();
    assert_eq!((approvals.len(), approvals[0].approval_id.as_str(), warnings), (1, "p", vec![]));
}

#[test]
fn a_row_of_an_action_that_is_not_known_is_kept() {
    let rows = format!("[{}]", row("p", "z", r#""status":"PENDING""#));
    let (session, warnings) = from(&with(r#""status":"CLEARED""#), &rows);
    let approvals = session.approvals.unwrap();
    assert_eq!((approvals[0].action_id.as_str(), approvals[0].purpose, warnings), ("z", None, vec!["action_unknown"]));
    let message = "`more[0].actionId` is no action of the session: the purpose of its approval is left open";
    assert_eq!(messages(&with(r#""status":"CLEARED""#), &rows), [message]);
}

#[test]
fn without_rows_approvals_are_not_known() {
    for fields in [r#""status":"PENDING_APPROVAL""#, r#""status":"CLEARED""#, r#""status":"SUCCESS","undoStatus":"IN_PROGRESS""#] {
        let (session, warnings) = from(&with(fields), "null");
        assert_eq!((session.approvals, warnings), (None, vec!["approvals_unknown"]), "{fields}");
        assert_eq!(from(&with(fields), "[]").0.approvals, Some(vec![]));
    }
    for fields in [r#""status":"SUCCESS""#, r#""status":"FAILED""#, r#""status":"ROLLED_BACK""#, r#""status":"SUCCESS","undoStatus":"DECLINED""#] {
        assert_eq!((from(&with(fields), "null")), (Session { approvals: None, ..from(&with(fields), "[]").0 }, vec![]), "{fields}");
    }
}

#[test]
fn a_purpose_is_told_by_what_became_of_the_action() {
    const PENDING: &str = r#""status":"PENDING""#;
    const APPROVED: &str = r#""status":"APPROVED","resolvedBy":"ann","resolvedAt":5"#;
    const REJECTED: &str = r#""status":"REJECTED","resolvedBy":"ann","resolvedAt":5"#;
    for (action, row, purpose) in [
        (r#""status":"SUCCESS","undoStatus":"IN_PROGRESS""#, PENDING, Purpose::Rollback),
        (r#""status":"SUCCESS","undoStatus":"DECLINED""#, REJECTED, Purpose::Rollback),
        (r#""status":"CLEARED""#, APPROVED, Purpose::BeforeExecution),
        (r#""status":"CLEARED""#, PENDING, Purpose::BeforeExecution),
        (r#""status":"FAILED""#, REJECTED, Purpose::BeforeExecution),
        (r#""status":"PENDING_APPROVAL","response":{"id":"re_1"}"#, PENDING, Purpose::AfterExecution),
        (r#""status":"PENDING_APPROVAL","response":{}"#, PENDING, Purpose::AfterExecution),
    ] {
        let (approval, warnings) = approval(action, row);
        assert_eq!((approval.purpose, warnings), (Some(purpose), vec![]), "{action} {row}");
    }
    for (action, row) in [
        (r#""status":"PENDING_APPROVAL""#, PENDING),
        (r#""status":"PENDING_APPROVAL","response":null"#, PENDING),
        (r#""status":"SUCCESS","response":{}"#, APPROVED),
        (r#""status":"SUCCESS","response":{}"#, REJECTED),
        (r#""status":"SUCCESS""#, PENDING),
        (r#""status":"SUCCESS","undoStatus":"IN_PROGRESS""#, APPROVED),
        (r#""status":"SUCCESS","undoStatus":"DECLINED""#, APPROVED),
        (r#""status":"FAILED""#, APPROVED),
        (r#""status":"ROLLED_BACK""#, APPROVED),
        (r#""status":"ROLLED_BACK""#, REJECTED),
        (r#""status":"ROLLBACK_FAILED""#, APPROVED),
    ] {
        let (approval, warnings) = approval(action, row);
        assert_eq!((approval.purpose, warnings), (None, vec!["purpose_unknown"]), "{action} {row}");
    }
    let rows = format!("[{}]", row("p", "a", PENDING));
    let message = "`more[0]` does not tell what the approval is for: its purpose is left open";
    assert_eq!(messages(&with(r#""status":"PENDING_APPROVAL""#), &rows), [message]);
}

#[test]
fn each_row_is_told_by_its_own_action() {
    let actions = [
        action("a", 1, r#""status":"CLEARED""#),
        action("b", 2, r#""status":"PENDING_APPROVAL","response":{}"#),
        action("c", 3, r#""status":"PENDING_APPROVAL""#),
    ];
    let rows = ["c", "b", "a"].map(|id| row(&format!("p-{id}"), id, r#""status":"PENDING""#));
    let (session, warnings) = from(&session(ACTIVE, &actions.join(",")), &format!("[{}]", rows.join(",")));
    let purposes: Vec<_> = session.approvals.unwrap().iter().map(|approval| approval.purpose).collect();
    assert_eq!((purposes, warnings), (vec![None, Some(Purpose::AfterExecution), Some(Purpose::BeforeExecution)], vec!["purpose_unknown"]));
}

#[test]
fn who_answered_is_told_by_the_person_or_the_reason() {
    for (fields, resolution) in [
        (r#""resolvedBy":"ann""#, Resolution::Human),
        (r#""resolvedBy":"ann","reason":"too late""#, Resolution::Human),
        (r#""resolvedBy":"ann","reason":"timeout""#, Resolution::Human),
        (r#""resolvedBy":null,"reason":"timeout""#, Resolution::Timeout),
        (r#""reason":"sandbox_rollback""#, Resolution::System),
    ] {
        let (approval, warnings) = approval(r#""status":"FAILED""#, &format!(r#""status":"REJECTED","resolvedAt":5,{fields}"#));
        assert_eq!((approval.resolution, warnings), (Some(resolution), vec![]), "{fields}");
    }
    let (open, warnings) = approval(r#""status":"FAILED""#, r#""status":"REJECTED","resolvedAt":5,"reason":"Timeout""#);
    assert_eq!((open.resolution, warnings), (None, vec!["resolution_unknown"]));
    let (open, warnings) = approval(r#""status":"CLEARED""#, r#""status":"APPROVED","resolvedAt":5"#);
    assert_eq!((open.resolution, warnings), (None, vec!["resolution_unknown"]));
    let rows = format!("[{}]", row("p", "a", r#""status":"APPROVED","resolvedAt":5"#));
    assert_eq!(messages(&with(r#""status":"CLEARED""#), &rows), ["`more[0]` tells neither who answered nor why: who it was is left open"]);
}

#[test]
fn a_pending_approval_has_no_resolution_whatever_its_row_tells() {
    let (approval, warnings) = approval(r#""status":"CLEARED""#, r#""status":"PENDING","resolvedBy":"ann","reason":"timeout""#);
    assert_eq!((approval.resolution, approval.resolved_by.as_deref(), warnings), (None, Some("ann"), vec![]));
}

#[test]
fn an_answer_without_its_time_is_warned_of() {
    let (approval, warnings) = approval(r#""status":"CLEARED""#, r#""status":"APPROVED","resolvedBy":"ann""#);
    assert_eq!((approval.resolved_at, warnings), (None, vec!["resolved_at_missing"]));
}

#[test]
fn what_is_outside_a_closed_set_is_refused_with_what_is_accepted() {
    let error = refused(&session(r#""status":"SLEEPING""#, ""), "[]");
    assert_eq!(error.message, "`status` is \"SLEEPING\", expected one of `ACTIVE`, `COMPLETED`, `FAILED`, `ROLLED_BACK`, `ABANDONED`");
    assert_eq!(refused(&with(r#""status":"LOST""#), "[]").path, "actions[0].status");
    assert_eq!(refused(&with(r#""status":"SUCCESS","undoStatus":"PENDING""#), "[]").path, "actions[0].undoStatus");
    assert_eq!(refused(&with(r#""status":"SUCCESS","operationType":"READ""#), "[]").path, "actions[0].operationType");
    let rows = format!("[{}]", row("p", "a", r#""status":"EXPIRED""#));
    assert_eq!(refused(&with(r#""status":"SUCCESS""#), &rows).path, "more[0].status");
}

#[test]
fn ids_are_distinct() {
    let twins = [("a", 1), ("b", 2), ("a", 3)].map(|(id, order)| action(id, order, r#""status":"CLEARED""#)).join(",");
    assert_eq!(refused(&session(ACTIVE, &twins), "[]").path, "actions[2]");
    let other = row("p", "z", r#""sessionId":"t","status":"PENDING""#);
    let twin = row("p", "a", r#""status":"PENDING""#);
    let error = refused(&with(r#""status":"CLEARED""#), &format!("[{other},{twin},{other},{twin}]"));
    assert_eq!(
        (error.path.as_str(), error.message.as_str()),
        ("more[3].approvalId", "`more[3].approvalId` is \"p\", expected an id that no other row has")
    );
}

#[test]
fn what_is_no_session_is_refused_with_its_place() {
    assert_eq!(refused("[]", "[]").message, "the value is a list, expected an object");
    assert_eq!(refused("{}", "[]").path, "id");
    assert_eq!(refused(r#"{"data":{}}"#, "[]").path, "data.id");
    assert_eq!(refused(r#"{"id":"s","agentId":"g","actions":[]}"#, "[]").path, "status");
    for (action, field) in [
        (r#"{"id":7}"#, ".id"),
        (r#"{"id":"a","order":1.5}"#, ".order"),
        (r#"{"id":"a","order":1,"stepNumber":"2"}"#, ".stepNumber"),
        (r#"{"id":"a","order":1}"#, ".apiName"),
        (r#"{"id":"a","order":1,"apiName":"x","operationType":"CREATE","undoConfig":"none"}"#, ".undoConfig"),
        (r#"{"id":"a","order":1,"apiName":"x","operationType":"CREATE","undoConfig":{"requireApproval":"yes"}}"#, ".undoConfig.requireApproval"),
        ("7", ""),
    ] {
        let whole = action.replacen('{', r#"{"status":"SUCCESS","createdAt":0,"#, 1);
        assert_eq!(refused(&session(ACTIVE, &whole), "[]").path, format!("actions[0]{field}"), "{action}");
    }
    for fields in [r#""approvalId":null"#, r#""requestedAt":"soon""#, r#""timeoutAt":"never""#, r#""resolvedBy":7"#] {
        let rows = format!("[{}]", row("p", "a", &format!(r#""status":"PENDING",{fields}"#)));
        assert!(refused(&with(r#""status":"CLEARED""#), &rows).path.starts_with("more[0]."), "{fields}");
    }
}

#[test]
fn extra_fields_are_never_fatal() {
    let action = action("a", 1, r#""status":"CLEARED","error":7,"response":[],"snapshots":{"x":1},"__proto__":{"status":"LOST"}"#);
    let rows = format!("[{}]", row("p", "a", r#""status":"PENDING","note":[1],"timeRemaining":"soon","actionStatus":"LOST""#));
    let (_, warnings) = from(&session(r#""status":"ACTIVE","snapshots":[],"tags":{"a":1},"intent":7,"updatedAt":"later""#, &action), &rows);
    assert_eq!(warnings, Vec::<&str>::new());
}

#[test]
fn a_session_is_detected() {
    let detected = |json: &str| detect(json).unwrap();
    let bare = with(r#""status":"SUCCESS""#);
    for json in [bare.clone(), format!("[{bare}]"), format!(r#"{{"data":{bare},"error":null}}"#), format!(r#"{{"data":[{bare}],"error":null}}"#)] {
        assert_eq!(detected(&json), r#""reversible""#, "{json}");
    }
    assert_eq!(detected(r#"{"agentId":"g","status":"ACTIVE"}"#), r#""reversible""#);
    for other in [
        r#"{"agentId":"g"}"#,
        r#"{"status":"ACTIVE"}"#,
        r#"{"agentId":7,"status":"ACTIVE"}"#,
        r#"{"agentId":"g","status":{}}"#,
        r#"{"agentId":"g","status":"ACTIVE","kind":"Pod"}"#,
        r#"{"agentId":"g","status":"ACTIVE","lifecycle":"other"}"#,
        r#"{"data":{"agentId":"g"},"status":"ACTIVE"}"#,
        r#"{"data":null,"error":"not found"}"#,
    ] {
        assert_eq!(detected(other), "null", "{other}");
    }
}
