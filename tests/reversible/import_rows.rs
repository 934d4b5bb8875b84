//! The rows of the approvals of AgentRein sessions.

use crate::payload::*;
use countersign::reversible::{ApprovalStatus, Purpose, Resolution, Session};
use countersign::text::detect;

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
    assert_eq!(refused(&session, "[7]").path, "[0]");
    assert_eq!(refused(&session, r#"{"data":[null]}"#).path, "data[0]");
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
    assert_eq!(refused(&with(r#""status":"SUCCESS""#), &rows).path, "[0].status");
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
        ("[3].approvalId", "`more[3].approvalId` is \"p\", expected an id that no other row has")
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
        assert!(refused(&with(r#""status":"CLEARED""#), &rows).path.starts_with("[0]."), "{fields}");
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
