//! How the nouns are read from JSON.

use super::{
    Acknowledged, Action, ActionStatus, Approval, Command, Compensation, Entry, Event, Logged, Purpose, Request, Reversible, Rollback, Session,
    Settings, Withdrawn,
};
use crate::engine::Lifecycle;
use crate::json::{ClosedSet, Node};

pub(super) fn session(node: &Node<'_>) -> Session {
    let (actions, approvals) = (node.field("actions"), node.field("approvals"));
    let mut session = Reversible::NO_SESSION.clone();
    session.id = node.field("id").id();
    session.agent_id = node.field("agentId").id();
    session.sandbox = node.field("sandbox").boolean();
    session.status = node.field("status").one_of();
    session.settings = settings(&node.field("settings"));
    session.created_at = node.field("createdAt").time();
    session.last_activity_at = node.field("lastActivityAt").time();
    session.actions = actions.list(action);
    session.approvals = approvals.optional(|list| list.list(approval));
    session.rollback = node.field("rollback").optional(rollback);
    session.revision = node.field("revision").count();
    actions.distinct(session.actions.iter().map(|action| action.id.as_str()));
    approvals.distinct(session.known_approvals().iter().map(|approval| approval.approval_id.as_str()));
    session
}

/// What is not given is as by default; a limit of null is none (section 1).
fn settings(node: &Node<'_>) -> Settings {
    let default = Settings::default();
    if node.is_absent() {
        return default;
    }
    node.object();
    let timeout = node.field("rollbackApprovalTimeoutMs");
    Settings {
        abandon_after_ms: node.field("abandonAfterMs").optional(Node::millis).unwrap_or(default.abandon_after_ms),
        unconfirmed_after_ms: node.field("unconfirmedAfterMs").optional(Node::millis).unwrap_or(default.unconfirmed_after_ms),
        rollback_approval_timeout_ms: match timeout.optional(Node::millis) {
            None if !timeout.is_null() => default.rollback_approval_timeout_ms,
            limit => limit,
        },
    }
}

fn action(node: &Node<'_>) -> Action {
    let entry = entry(node);
    Action {
        id: entry.id,
        order: node.field("order").integer(),
        api_name: entry.api_name,
        operation_type: entry.operation_type,
        payload: entry.payload,
        status: node.field("status").one_of(),
        undo: node.field("undo").one_of(),
        undo_attempts: node.field("undoAttempts").count(),
        compensation: entry.compensation,
        logged_at: node.field("loggedAt").time(),
        error: entry.error,
        undo_error: node.field("undoError").opaque(),
        acknowledged: node.field("acknowledged").optional(acknowledged),
        withdrawn: node.field("withdrawn").optional(withdrawn),
    }
}

fn entry(node: &Node<'_>) -> Entry {
    node.object();
    Entry {
        id: node.field("id").id(),
        order: node.field("order").optional(Node::integer),
        api_name: node.field("apiName").id(),
        operation_type: node.field("operationType").one_of(),
        payload: node.field("payload").opaque(),
        compensation: compensation(&node.field("compensation")),
        error: node.field("error").opaque(),
    }
}

fn compensation(node: &Node<'_>) -> Compensation {
    node.object();
    Compensation { kind: node.field("kind").one_of(), require_approval: node.field("requireApproval").boolean() }
}

fn acknowledged(node: &Node<'_>) -> Acknowledged {
    node.object();
    Acknowledged { by: node.field("by").id(), at: node.field("at").time(), note: node.field("note").text() }
}

fn withdrawn(node: &Node<'_>) -> Withdrawn {
    node.object();
    Withdrawn { by: node.field("by").id(), at: node.field("at").time(), reason: node.field("reason").text() }
}

fn approval(node: &Node<'_>) -> Approval {
    node.object();
    Approval {
        approval_id: node.field("approvalId").id(),
        action_id: node.field("actionId").id(),
        purpose: node.field("purpose").optional(Node::one_of),
        status: node.field("status").one_of(),
        resolution: node.field("resolution").optional(Node::one_of),
        requested_at: node.field("requestedAt").time(),
        timeout_at: node.field("timeoutAt").optional(Node::time),
        resolved_at: node.field("resolvedAt").optional(Node::time),
        resolved_by: node.field("resolvedBy").optional(Node::id),
        reason: node.field("reason").optional(Node::text),
    }
}

fn rollback(node: &Node<'_>) -> Rollback {
    node.object();
    Rollback {
        scope: node.field("scope").one_of(),
        caller: node.field("caller").one_of(),
        current: node.field("current").optional(Node::id),
        todo: node.field("todo").list(Node::id).into(),
        walked: node.field("walked").list(Node::id),
        waiting: node.field("waiting").list(Node::id),
        session_next: node.field("sessionNext").boolean(),
    }
}

pub(super) fn command(name: &str, node: &Node<'_>) -> Command {
    let action_id = || node.field("actionId").id();
    let resolved_by = || node.field("resolvedBy").id();
    match name {
        "create" => Command::Create {
            id: node.field("id").id(),
            agent_id: node.field("agentId").id(),
            sandbox: node.field("sandbox").optional(Node::boolean).unwrap_or_default(),
            settings: settings(&node.field("settings")),
        },
        "log_action" => Command::LogAction { action: entry(&node.field("action")), status: logged(node) },
        "resolve_approval" => Command::ResolveApproval {
            approval_id: node.field("approvalId").id(),
            decision: node.field("decision").one_of(),
            resolved_by: resolved_by(),
            reason: node.field("reason").optional(Node::text),
        },
        "confirm_action" => Command::ConfirmAction { action_id: action_id(), status: node.field("status").one_of() },
        "complete" => Command::Complete,
        "request_rollback" => Command::RequestRollback,
        "report_undo" => Command::ReportUndo {
            action_id: action_id(),
            idempotency_key: node.field("idempotencyKey").id(),
            result: node.field("result").one_of(),
            error: node.field("error").opaque(),
        },
        "retry_undo" => Command::RetryUndo { action_id: action_id() },
        "withdraw_clearance" => {
            Command::WithdrawClearance { action_id: action_id(), resolved_by: resolved_by(), reason: node.field("reason").text() }
        }
        "acknowledge_undo" => Command::AcknowledgeUndo { action_id: action_id(), resolved_by: resolved_by(), note: node.field("note").text() },
        _ => Command::Tick,
    }
}

/// The status of a log entry. What goes with one that needs approval has to make sense with any, and is then left out.
fn logged(node: &Node<'_>) -> Logged {
    let purpose = node.field("purpose");
    let approval_id = node.field("approvalId").optional(Node::id);
    let timeout_ms = node.field("timeoutMs").optional(Node::millis);
    let status = logged_status(&node.field("action"));
    if status != ActionStatus::PendingApproval {
        purpose.optional(Node::one_of::<Purpose>);
    }
    match status {
        ActionStatus::PendingApproval => {
            let purposes = &[Purpose::BeforeExecution, Purpose::AfterExecution];
            let executed = among(&purpose, "one of `BEFORE_EXECUTION`, `AFTER_EXECUTION`", purposes) == Purpose::AfterExecution;
            Logged::PendingApproval(Request { executed, approval_id, timeout_ms })
        }
        ActionStatus::Failed => Logged::Failed,
        _ => Logged::Success,
    }
}

fn logged_status(action: &Node<'_>) -> ActionStatus {
    let status = action.field("status");
    among(&status, "one of `SUCCESS`, `FAILED`, `PENDING_APPROVAL`", &[ActionStatus::Success, ActionStatus::Failed, ActionStatus::PendingApproval])
}

pub(super) fn event(name: &str, node: &Node<'_>) -> Event {
    let action_id = || node.field("actionId").id();
    let at = || node.field("at").time();
    let caller = || node.field("caller").one_of();
    match name {
        "created" => Event::Created {
            id: node.field("id").id(),
            agent_id: node.field("agentId").id(),
            sandbox: node.field("sandbox").boolean(),
            settings: settings(&node.field("settings")),
            at: at(),
        },
        "action_logged" => {
            let action = node.field("action");
            Event::ActionLogged { action: entry(&action), status: logged_status(&action), at: at() }
        }
        "approval_requested" => Event::ApprovalRequested {
            approval_id: node.field("approvalId").id(),
            action_id: action_id(),
            purpose: node.field("purpose").optional(Node::one_of),
            timeout_at: node.field("timeoutAt").optional(Node::time),
            requested_at: node.field("requestedAt").optional(Node::time),
        },
        "approval_resolved" => Event::ApprovalResolved {
            approval_id: node.field("approvalId").id(),
            status: among(&node.field("status"), "`APPROVED` or `REJECTED`", &[super::ApprovalStatus::Approved, super::ApprovalStatus::Rejected]),
            resolution: node.field("resolution").one_of(),
            at: at(),
            resolved_by: node.field("resolvedBy").optional(Node::id),
            reason: node.field("reason").optional(Node::text),
            activity: node.field("activity").boolean(),
        },
        "action_cleared" => Event::ActionCleared { action_id: action_id(), approval_id: node.field("approvalId").optional(Node::id) },
        "action_confirmed" => Event::ActionConfirmed { action_id: action_id(), at: at() },
        "clearance_withdrawn" => Event::ClearanceWithdrawn { action_id: action_id(), withdrawn: withdrawn(&node.field("withdrawn")) },
        "completed" => Event::Completed { at: at() },
        "abandoned" => Event::Abandoned,
        "rollback_requested" => Event::RollbackRequested { caller: caller(), at: at() },
        "undo_retried" => Event::UndoRetried { action_id: action_id(), at: at() },
        "undo_acknowledged" => Event::UndoAcknowledged { action_id: action_id(), acknowledged: acknowledged(&node.field("acknowledged")) },
        "rollback_started" => {
            Event::RollbackStarted { scope: node.field("scope").one_of(), caller: caller(), action_id: node.field("actionId").optional(Node::id) }
        }
        "rollback_deferred" => Event::RollbackDeferred { action_id: node.field("actionId").optional(Node::id) },
        "rollback_dropped" => Event::RollbackDropped,
        "undo_unavailable" => Event::UndoUnavailable { action_id: action_id() },
        "undo_started" => {
            Event::UndoStarted { action_id: action_id(), attempt: node.field("attempt").count(), idempotency_key: node.field("idempotencyKey").id() }
        }
        "undo_reported" => {
            Event::UndoReported { action_id: action_id(), result: node.field("result").one_of(), error: node.field("error").opaque(), at: at() }
        }
        "rollback_ended" => Event::RollbackEnded { halted: node.field("halted").boolean() },
        "sandbox_rolled_back" => Event::SandboxRolledBack { action_ids: node.field("actionIds").list(Node::id) },
        _ => Event::RollbackSettled {
            status: among(&node.field("status"), "`FAILED` or `ROLLED_BACK`", &[super::Status::Failed, super::Status::RolledBack]),
        },
    }
}

/// One of these values of a closed set.
fn among<T: ClosedSet>(node: &Node<'_>, expected: &str, values: &[T]) -> T {
    node.known().filter(|value| values.contains(value)).unwrap_or_else(|| {
        node.refuse::<()>(expected);
        T::FIRST
    })
}
