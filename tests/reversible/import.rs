//! AgentRein sessions.

use crate::payload::*;
use countersign::json::ClosedSet;
use countersign::reversible::{ActionStatus, Kind, OperationType, Settings, Status, Undo, from_api};

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
