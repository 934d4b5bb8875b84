//! The approvals as a reviewer sees them (section 4).

use super::index::Index;
use super::{ActionStatus, ApprovalStatus, OperationType, Purpose, Resolution, Session, view};
use crate::engine::Context;
use crate::gather::Gather;
use crate::json::{ClosedSet, Document, Opaque, ToJson, Writer};

/// One approval with what a reviewer has to know (section 4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The approval.
    pub approval_id: String,
    /// Its action.
    pub action_id: String,
    /// What is called; `None` if the session does not hold the action.
    pub api_name: Option<String>,
    /// What the call does.
    pub operation_type: Option<OperationType>,
    /// The session.
    pub session_id: String,
    /// The agent whose call it is.
    pub agent_id: String,
    /// What the action is called with: at most 200 characters.
    pub payload_summary: Option<String>,
    /// When it was asked for, in milliseconds since the epoch.
    pub requested_at: i64,
    /// From when on it can no longer be given, in milliseconds since the epoch.
    pub timeout_at: Option<i64>,
    /// Seconds until then, rounded up; 0 once it was answered; `None` without a limit.
    pub time_remaining: Option<i64>,
    /// What was answered.
    pub status: ApprovalStatus,
    /// When, in milliseconds since the epoch.
    pub resolved_at: Option<i64>,
    /// The person who answered.
    pub resolved_by: Option<String>,
    /// Why.
    pub reason: Option<String>,
    /// What became of the action.
    pub action_status: Option<ActionStatus>,
    /// Whether the action was cleared too long ago, and nobody said that it was executed.
    pub unconfirmed: bool,
    /// What the approval is asked for.
    pub purpose: Option<Purpose>,
    /// Who answered.
    pub resolution: Option<Resolution>,
    /// Whether it waits and can no longer be given.
    pub expired: bool,
}

/// The approvals of a session at that time, in the order in which they were asked for; `None` if they are not known.
pub fn approvals(session: &Session, context: &Context) -> Option<Vec<Row>> {
    let (index, now) = (Index::new(session), context.now);
    let rows = session.approvals.as_ref()?.iter().map(|approval| {
        let action = index.actions.find(&session.actions, &approval.action_id).and_then(|at| session.actions.get(at));
        let remaining = |timeout_at: i64| if approval.is_pending() { seconds(timeout_at.saturating_sub(now)) } else { 0 };
        Row {
            approval_id: approval.approval_id.clone(),
            action_id: approval.action_id.clone(),
            api_name: action.map(|action| action.api_name.clone()),
            operation_type: action.map(|action| action.operation_type),
            session_id: session.id.clone(),
            agent_id: session.agent_id.clone(),
            payload_summary: action.and_then(|action| summary(&action.payload)),
            requested_at: approval.requested_at,
            timeout_at: approval.timeout_at,
            time_remaining: approval.timeout_at.map(remaining),
            status: approval.status,
            resolved_at: approval.resolved_at,
            resolved_by: approval.resolved_by.clone(),
            reason: approval.reason.clone(),
            action_status: action.map(|action| action.status),
            unconfirmed: view::unconfirmed_at(session, &index, approval).is_some_and(|at| now >= at),
            purpose: approval.purpose,
            resolution: approval.resolution,
            expired: approval.is_expired(now),
        }
    });
    Some(rows.gather())
}

/// Whole seconds, rounded up, of so many milliseconds that are left.
fn seconds(millis: i64) -> i64 {
    let millis = millis.max(0);
    millis / 1_000 + i64::from(millis % 1_000 > 0)
}

/// A string as it is, anything else as compact JSON, cut after 200 characters.
fn summary(payload: &Opaque) -> Option<String> {
    const LONGEST: usize = 200;
    let document = Document::parse(payload.as_str()).ok()?;
    let root = document.root();
    if root.is_absent() {
        return None;
    }
    let text = if root.is_string() { root.text() } else { compact(payload.as_str()) };
    let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(end, _)| end);
    text.get(..end).map(str::to_owned)
}

/// JSON without the space between its parts.
fn compact(json: &str) -> String {
    let (mut quoted, mut escaped) = (false, false);
    let keep = |letter: &char| {
        let keep = quoted || !letter.is_ascii_whitespace();
        quoted ^= *letter == '"' && !escaped;
        escaped = *letter == '\\' && !escaped;
        keep
    };
    json.chars().filter(keep).collect()
}

impl ToJson for Row {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.field("approvalId", &self.approval_id);
            object.field("actionId", &self.action_id);
            object.field("apiName", &self.api_name);
            object.field("operationType", self.operation_type.map(ClosedSet::name));
            object.field("sessionId", &self.session_id);
            object.field("agentId", &self.agent_id);
            object.field("payloadSummary", &self.payload_summary);
            object.field("requestedAt", self.requested_at);
            object.field("timeoutAt", self.timeout_at);
            object.field("timeRemaining", self.time_remaining);
            object.named("status", self.status);
            object.field("resolvedAt", self.resolved_at);
            object.field("resolvedBy", &self.resolved_by);
            object.field("reason", &self.reason);
            object.field("actionStatus", self.action_status.map(ClosedSet::name));
            object.field("unconfirmed", self.unconfirmed);
            object.field("purpose", self.purpose.map(ClosedSet::name));
            object.field("resolution", self.resolution.map(ClosedSet::name));
            object.field("expired", self.expired);
        });
    }
}
