//! An AgentRein session, and the rows of its approvals → Session, with a warning for whatever they do not tell.

use super::{Action, ActionStatus, Approval, ApprovalStatus, Compensation, Kind, Purpose, Resolution, Session, Settings, Undo, display_status};
use crate::Error;
use crate::engine::{Warning, beside};
use crate::json::{ClosedSet, Index, Node, Opaque};

/// Whether the value looks like a session of this vendor.
pub(super) fn is_payload(node: &Node<'_>) -> bool {
    let node = unwrapped(node);
    let told = ["agentId", "status"].iter().all(|name| node.field(name).is_string());
    told && ["kind", "lifecycle"].iter().all(|name| node.field(name).is_absent())
}

/// Reads the session, and from `more` its approvals.
pub(super) fn import(node: &Node<'_>, more: &Node<'_>) -> (Session, Vec<Warning>) {
    node.object();
    let node = &unwrapped(node);
    let mut told = Told { warnings: Vec::new(), last_activity_at: i64::MIN, responded: Vec::new() };
    let mut session = Session {
        id: node.field("id").id(),
        agent_id: node.field("agentId").id(),
        sandbox: node.field("isSandbox").optional(Node::boolean).unwrap_or(false),
        status: node.field("status").one_of(),
        settings: Settings::default(),
        created_at: told.time(&node.field("createdAt"), "created_at_missing"),
        last_activity_at: 0,
        actions: told.actions(&node.field("actions")),
        approvals: None,
        rollback: None,
        revision: 1,
    };
    session.approvals = told.approvals(more, &session);
    told.active(session.created_at);
    session.last_activity_at = told.last_activity_at;
    told.compare_display(&node.field("displayStatus"), &session);
    (session, told.warnings)
}

/// What is in the envelope `{ data, error, timestamp }`, or the value itself without one.
fn unwrapped<'a>(node: &'a Node<'_>) -> Node<'a> {
    let data = node.field("data");
    if data.is_object() && node.field("agentId").is_absent() { data } else { *node }
}

/// What the payload told, and what it left open.
struct Told {
    warnings: Vec<Warning>,
    /// The latest time that counts as activity, of those read so far.
    last_activity_at: i64,
    /// Which actions have a response, by position.
    responded: Vec<bool>,
}

impl Told {
    fn warn(&mut self, code: &'static str, message: impl Into<String>) {
        self.warnings.push(Warning::new(code, message));
    }

    /// Warns of a place, with what is to be said after its name.
    fn warn_of(&mut self, code: &'static str, node: &Node<'_>, what: &str) {
        self.warn(code, ["`", &node.path(), "` ", what].concat());
    }

    fn active(&mut self, at: i64) {
        self.last_activity_at = self.last_activity_at.max(at);
    }

    fn time(&mut self, node: &Node<'_>, code: &'static str) -> i64 {
        let time = node.optional(Node::time);
        if time.is_none() {
            self.warn_of(code, node, "is missing, taken as 0");
        }
        time.unwrap_or_default()
    }

    /// The status that the vendor derived is no more than a second opinion.
    fn compare_display(&mut self, node: &Node<'_>, session: &Session) {
        let ours = display_status(session).name();
        if !node.is_absent() && !node.reads(ours) {
            let differs = node.not(&["`", ours, "`, which follows from the statuses"].concat());
            self.warn("display_status_differs", differs.message);
        }
    }

    fn actions(&mut self, node: &Node<'_>) -> Vec<Action> {
        if node.is_absent() {
            let missing = node.not("a list, as `GET /sessions/:id` has it: from how many there are, as `GET /sessions` tells, nothing is derived");
            node.complain(Error { code: "actions_unknown", ..missing });
            return Vec::new();
        }
        let mut actions = Vec::new();
        for (position, item) in (1..).zip(node.items()) {
            actions.push(self.action(&item, position));
            self.responded.push(!item.field("response").is_absent());
        }
        node.distinct(actions.iter().map(|action| action.id.as_str()));
        actions
    }

    /// An action, and its position from 1. How often its undo was started is not told: 0.
    fn action(&mut self, node: &Node<'_>, position: i64) -> Action {
        node.object();
        let status = node.field("status").one_of();
        let logged_at = self.time(&node.field("createdAt"), "created_at_missing");
        self.active(node.field("updatedAt").optional(Node::time).map_or(logged_at, |updated_at| updated_at.max(logged_at)));
        Action {
            id: node.field("id").id(),
            order: self.order(node, position),
            api_name: node.field("apiName").text(),
            operation_type: node.field("operationType").one_of(),
            payload: node.field("payload").opaque(),
            status,
            undo: node.field("undoStatus").optional(Node::one_of).unwrap_or_else(|| undo_after(status)),
            undo_attempts: 0,
            compensation: self.compensation(&node.field("undoConfig")),
            logged_at,
            error: Opaque::default(),
            undo_error: Opaque::default(),
            acknowledged: None,
            withdrawn: None,
        }
    }

    fn order(&mut self, node: &Node<'_>, position: i64) -> i64 {
        let field = node.field("order");
        let order = field.optional(Node::integer).or(node.field("stepNumber").optional(Node::integer));
        if order.is_none() {
            self.warn_of("order_missing", &field, "is missing, taken as the position in the list");
        }
        order.unwrap_or(position)
    }

    /// How the action is undone. Without a type the backend knows how, by the name of what was called; and a type that is
    /// not known here still says that there is a compensation.
    fn compensation(&mut self, node: &Node<'_>) -> Compensation {
        node.optional(Node::object);
        let declared = node.field("type");
        let is_none = declared.reads("none");
        if !is_none && !declared.is_absent() && !["http-delete", "slack-correction"].iter().any(|known| declared.reads(known)) {
            let unknown = declared.not("`http-delete`, `slack-correction` or `none`; taken as a compensation that exists");
            self.warn("undo_type_unknown", unknown.message);
        }
        Compensation {
            kind: if is_none { Kind::None } else { Kind::Automatic },
            require_approval: node.field("requireApproval").optional(Node::boolean).unwrap_or(false),
        }
    }

    /// The session's rows; one that names no session belongs to the session that has its action. Not given is not none.
    fn approvals(&mut self, more: &Node<'_>, session: &Session) -> Option<Vec<Approval>> {
        if more.is_absent() {
            if session.actions.iter().any(waits) {
                self.warn("approvals_unknown", "no approvals are given, and an action or its undo may wait for one: they are left open");
            }
            return None;
        }
        let list = beside(more, "the rows of `GET /approvals`, or an object with them as `data`")?;
        let index = Index::new(session.actions.iter().map(|action| action.id.as_str()));
        let (mut own, mut approvals) = (Vec::new(), Vec::new());
        for row in list.items() {
            row.object();
            let session_id = row.field("sessionId");
            if !session_id.is_absent() && !session_id.reads(&session.id) {
                continue;
            }
            let action_id = row.field("actionId");
            let position = if action_id.is_string() { index.positions(&action_id.text()).next() } else { None };
            if !session_id.is_absent() || position.is_some() {
                let action = position.and_then(|at| session.actions.get(at).zip(self.responded.get(at).copied()));
                approvals.push(self.approval(&row, action));
                own.push(row);
            }
        }
        let twice = Index::new(approvals.iter().map(|approval| approval.approval_id.as_str())).twice();
        match twice.and_then(|(_, position)| own.get(position)) {
            Some(row) => row.field("approvalId").refuse("an id that no other row has"),
            None => Some(approvals),
        }
    }

    /// A row, and its action with whether that has a response.
    fn approval(&mut self, row: &Node<'_>, action: Option<(&Action, bool)>) -> Approval {
        let status = row.field("status").one_of();
        let mut approval = Approval {
            approval_id: row.field("approvalId").id(),
            action_id: row.field("actionId").id(),
            purpose: action.and_then(|(action, responded)| purpose(status, action, responded)),
            status,
            resolution: None,
            requested_at: self.time(&row.field("requestedAt"), "requested_at_missing"),
            timeout_at: row.field("timeoutAt").optional(Node::time),
            resolved_at: row.field("resolvedAt").optional(Node::time),
            resolved_by: row.field("resolvedBy").optional(Node::text),
            reason: row.field("reason").optional(Node::text),
        };
        if action.is_none() {
            self.warn_of("action_unknown", &row.field("actionId"), "is no action of the session: the purpose of its approval is left open");
        } else if approval.purpose.is_none() {
            self.warn_of("purpose_unknown", row, "does not tell what the approval is for: its purpose is left open");
        }
        if !approval.is_pending() {
            self.resolved(row, &mut approval);
        }
        approval
    }

    /// Who answered, and when.
    fn resolved(&mut self, row: &Node<'_>, approval: &mut Approval) {
        approval.resolution = resolution(approval);
        if approval.resolution.is_none() {
            self.warn_of("resolution_unknown", row, "tells neither who answered nor why: who it was is left open");
        }
        match approval.resolved_at {
            Some(at) => self.active(at),
            None => self.warn_of("resolved_at_missing", &row.field("resolvedAt"), "is missing, and left open"),
        }
    }
}

/// What became of an undo of which only the action's status tells.
fn undo_after(status: ActionStatus) -> Undo {
    match status {
        ActionStatus::RolledBack => Undo::Completed,
        ActionStatus::RollbackFailed => Undo::Failed,
        ActionStatus::Success | ActionStatus::PendingApproval | ActionStatus::Cleared | ActionStatus::Failed => Undo::None,
    }
}

/// Whether something about the action cannot be told without its approvals.
fn waits(action: &Action) -> bool {
    matches!(action.status, ActionStatus::PendingApproval | ActionStatus::Cleared) || action.undo == Undo::InProgress
}

/// What an approval is for, which no row says, where it follows from what became of its action:
///
/// - it waits while the undo is in progress, or was rejected and the undo declined: for the rollback
/// - the action is cleared: for the execution, which is still to come
/// - it was rejected and the action failed: for the execution, too; one that was rejected later was executed all the same
/// - the action waits, and has a response: for what was executed
fn purpose(status: ApprovalStatus, action: &Action, responded: bool) -> Option<Purpose> {
    match (status, action.status, action.undo) {
        (ApprovalStatus::Pending, _, Undo::InProgress) | (ApprovalStatus::Rejected, _, Undo::Declined) => Some(Purpose::Rollback),
        (_, ActionStatus::Cleared, _) | (ApprovalStatus::Rejected, ActionStatus::Failed, _) => Some(Purpose::BeforeExecution),
        (_, ActionStatus::PendingApproval, _) if responded => Some(Purpose::AfterExecution),
        _ => None,
    }
}

/// Who answered, which no row says: the person that it names, else what its reason stands for (sections 4 and 5).
fn resolution(approval: &Approval) -> Option<Resolution> {
    match (&approval.resolved_by, approval.reason.as_deref()) {
        (Some(_), _) => Some(Resolution::Human),
        (None, Some("timeout")) => Some(Resolution::Timeout),
        (None, Some("sandbox_rollback")) => Some(Resolution::System),
        (None, _) => None,
    }
}
