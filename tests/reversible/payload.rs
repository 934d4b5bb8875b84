//! Payloads of AgentRein, and what they are read as.

use countersign::Error;
use countersign::reversible::{Action, Approval, Session, from_api};

pub const ACTIVE: &str = r#""status":"ACTIVE""#;

/// A session whose actions are told.
pub fn session(fields: &str, actions: &str) -> String {
    format!(
        r#"{{"id":"s","organizationId":"o","agentId":"g","intent":"refund","isSandbox":false,"createdAt":"2026-03-01T08:30:00Z","updatedAt":"2026-03-09T00:00:00Z",
        {fields},"actions":[{actions}]}}"#
    )
}

/// An action of that id and order.
pub fn action(id: &str, order: i64, fields: &str) -> String {
    format!(
        r#"{{"id":"{id}","sessionId":"s","apiName":"stripe.refunds.create","operationType":"CREATE","order":{order},"timeoutMs":5000,"simulated":false,
        "createdAt":"2026-03-01T08:31:00Z",{fields}}}"#
    )
}

/// A session with one action `a`.
pub fn with(fields: &str) -> String {
    session(ACTIVE, &action("a", 1, fields))
}

/// A row about that action.
pub fn row(id: &str, action: &str, fields: &str) -> String {
    format!(
        r#"{{"approvalId":"{id}","actionId":"{action}","apiName":"stripe.refunds.create","operationType":"CREATE","sessionId":"s","agentId":"g",
        "payloadSummary":"…","requestedAt":"2026-03-01T08:31:00Z","timeRemaining":0,"actionStatus":"SUCCESS","unconfirmed":false,{fields}}}"#
    )
}

#[track_caller]
pub fn from(json: &str, more: &str) -> (Session, Vec<&'static str>) {
    let (session, warnings) = from_api(json, more).unwrap();
    assert!(warnings.iter().all(|warning| warning.input.is_none() && !warning.message.is_empty()));
    (session, warnings.iter().map(|warning| warning.code).collect())
}

/// Without any approvals.
#[track_caller]
pub fn imported(json: &str) -> (Session, Vec<&'static str>) {
    from(json, "[]")
}

/// The one action of a session.
#[track_caller]
pub fn told(fields: &str) -> (Action, Vec<&'static str>) {
    let (mut session, warnings) = imported(&with(fields));
    (session.actions.remove(0), warnings)
}

/// The one approval of the one action.
#[track_caller]
pub fn approval(action: &str, row_fields: &str) -> (Approval, Vec<&'static str>) {
    let (session, warnings) = from(&with(action), &format!("[{}]", row("p", "a", row_fields)));
    (session.approvals.unwrap().remove(0), warnings)
}

pub fn messages(json: &str, more: &str) -> Vec<String> {
    from_api(json, more).unwrap().1.into_iter().map(|warning| warning.message).collect()
}

#[track_caller]
pub fn refused(json: &str, more: &str) -> Error {
    let error = from_api(json, more).unwrap_err();
    assert_eq!(error.code, "invalid_input");
    error
}
