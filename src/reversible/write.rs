//! How the nouns are written as JSON.

use super::{
    Acknowledged, Action, ActionStatus, Approval, Command, Compensation, Entry, Event, Logged, Reversible, Rollback, Session, Settings, Withdrawn,
};
use crate::engine::{self, Lifecycle};
use crate::json::{ClosedSet, Object, ToJson, Writer};

pub(super) fn write_command(command: &Command, object: &mut Object<'_>) {
    if let Some(action_id) = command.action_id() {
        object.field("actionId", action_id);
    }
    match command {
        Command::Create { id, agent_id, sandbox, settings } => {
            object.field("id", id);
            object.field("agentId", agent_id);
            object.field("sandbox", *sandbox);
            object.field("settings", settings);
        }
        Command::LogAction { action, status } => {
            object.field("action", Logging { entry: action, status: status.status() });
            if let Logged::PendingApproval(request) = status {
                object.field("purpose", status.purpose().map(ClosedSet::name));
                object.field("approvalId", &request.approval_id);
                object.field("timeoutMs", request.timeout_ms);
            }
        }
        Command::ResolveApproval { approval_id, decision, resolved_by, reason } => {
            object.field("approvalId", approval_id);
            object.named("decision", *decision);
            object.field("resolvedBy", resolved_by);
            if let Some(reason) = reason {
                object.field("reason", reason);
            }
        }
        Command::ConfirmAction { status, .. } => object.named("status", *status),
        Command::Complete | Command::RequestRollback | Command::RetryUndo { .. } | Command::Tick => {}
        Command::ReportUndo { idempotency_key, result, error, .. } => {
            object.field("idempotencyKey", idempotency_key);
            object.named("result", *result);
            if !error.is_null() {
                object.field("error", error);
            }
        }
        Command::WithdrawClearance { resolved_by, reason, .. } => {
            object.field("resolvedBy", resolved_by);
            object.field("reason", reason);
        }
        Command::AcknowledgeUndo { resolved_by, note, .. } => {
            object.field("resolvedBy", resolved_by);
            object.field("note", note);
        }
    }
}

impl ToJson for Session {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.field("lifecycle", Reversible::NAME);
            object.field("schema", engine::SCHEMA);
            object.field("id", &self.id);
            object.field("agentId", &self.agent_id);
            object.field("sandbox", self.sandbox);
            object.named("status", self.status);
            object.field("settings", &self.settings);
            object.field("createdAt", self.created_at);
            object.field("lastActivityAt", self.last_activity_at);
            object.field("actions", &self.actions);
            object.field("approvals", &self.approvals);
            object.field("rollback", &self.rollback);
            object.field("revision", self.revision);
        });
    }
}

impl ToJson for Settings {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.field("abandonAfterMs", self.abandon_after_ms);
            object.field("unconfirmedAfterMs", self.unconfirmed_after_ms);
            object.field("rollbackApprovalTimeoutMs", self.rollback_approval_timeout_ms);
        });
    }
}

impl ToJson for Action {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.field("id", &self.id);
            object.field("order", self.order);
            object.field("apiName", &self.api_name);
            object.named("operationType", self.operation_type);
            object.field("payload", &self.payload);
            object.named("status", self.status);
            object.named("undo", self.undo);
            object.field("undoAttempts", self.undo_attempts);
            object.field("compensation", self.compensation);
            object.field("loggedAt", self.logged_at);
            object.field("error", &self.error);
            object.field("undoError", &self.undo_error);
            object.field("acknowledged", &self.acknowledged);
            object.field("withdrawn", &self.withdrawn);
        });
    }
}

/// A log entry with its status.
struct Logging<'a> {
    entry: &'a Entry,
    status: ActionStatus,
}

impl ToJson for Logging<'_> {
    fn write(&self, writer: &mut Writer) {
        let Entry { id, order, api_name, operation_type, payload, compensation, error } = self.entry;
        writer.object(|object| {
            object.field("id", id);
            if let Some(order) = order {
                object.field("order", *order);
            }
            object.field("apiName", api_name);
            object.named("operationType", *operation_type);
            object.field("payload", payload);
            object.named("status", self.status);
            object.field("compensation", *compensation);
            object.field("error", error);
        });
    }
}

impl ToJson for Compensation {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.named("kind", self.kind);
            object.field("requireApproval", self.require_approval);
        });
    }
}

impl ToJson for Acknowledged {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.field("by", &self.by);
            object.field("at", self.at);
            object.field("note", &self.note);
        });
    }
}

impl ToJson for Withdrawn {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.field("by", &self.by);
            object.field("at", self.at);
            object.field("reason", &self.reason);
        });
    }
}

impl ToJson for Approval {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.field("approvalId", &self.approval_id);
            object.field("actionId", &self.action_id);
            object.field("purpose", self.purpose.map(ClosedSet::name));
            object.named("status", self.status);
            object.field("resolution", self.resolution.map(ClosedSet::name));
            object.field("requestedAt", self.requested_at);
            object.field("timeoutAt", self.timeout_at);
            object.field("resolvedAt", self.resolved_at);
            object.field("resolvedBy", &self.resolved_by);
            object.field("reason", &self.reason);
        });
    }
}

impl ToJson for Rollback {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.named("scope", self.scope);
            object.named("caller", self.caller);
            object.field("current", &self.current);
            object.list("todo", &self.todo);
            object.field("walked", &self.walked);
            object.field("waiting", &self.waiting);
            object.field("sessionNext", self.session_next);
        });
    }
}

impl ToJson for Event {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| match self {
            Event::Created { id, agent_id, sandbox, settings, at } => {
                object.field("type", "created");
                object.field("id", id);
                object.field("agentId", agent_id);
                object.field("sandbox", *sandbox);
                object.field("settings", settings);
                object.field("at", *at);
            }
            Event::ActionLogged { action, status, at } => {
                object.field("type", "action_logged");
                object.field("action", Logging { entry: action, status: *status });
                object.field("at", *at);
            }
            Event::ApprovalRequested { approval_id, action_id, purpose, timeout_at, requested_at } => {
                object.field("type", "approval_requested");
                object.field("approvalId", approval_id);
                object.field("actionId", action_id);
                object.field("purpose", purpose.map(ClosedSet::name));
                object.field("timeoutAt", *timeout_at);
                if let Some(requested_at) = requested_at {
                    object.field("requestedAt", *requested_at);
                }
            }
            Event::ApprovalResolved { approval_id, status, resolution, at, resolved_by, reason, activity } => {
                object.field("type", "approval_resolved");
                object.field("approvalId", approval_id);
                object.named("status", *status);
                object.named("resolution", *resolution);
                object.field("at", *at);
                object.field("resolvedBy", resolved_by);
                object.field("reason", reason);
                object.field("activity", *activity);
            }
            Event::ActionCleared { action_id, approval_id } => {
                of(object, "action_cleared", action_id);
                object.field("approvalId", approval_id);
            }
            Event::ActionConfirmed { action_id, at } => {
                of(object, "action_confirmed", action_id);
                object.field("at", *at);
            }
            Event::ClearanceWithdrawn { action_id, withdrawn } => {
                of(object, "clearance_withdrawn", action_id);
                object.field("withdrawn", withdrawn);
            }
            Event::Completed { at } => {
                object.field("type", "completed");
                object.field("at", *at);
            }
            Event::Abandoned => object.field("type", "abandoned"),
            Event::RollbackRequested { caller, at } => {
                object.field("type", "rollback_requested");
                object.named("caller", *caller);
                object.field("at", *at);
            }
            Event::UndoRetried { action_id, at } => {
                of(object, "undo_retried", action_id);
                object.field("at", *at);
            }
            Event::UndoAcknowledged { action_id, acknowledged } => {
                of(object, "undo_acknowledged", action_id);
                object.field("acknowledged", acknowledged);
            }
            Event::RollbackStarted { scope, caller, action_id } => {
                object.field("type", "rollback_started");
                object.named("scope", *scope);
                object.named("caller", *caller);
                object.field("actionId", action_id);
            }
            Event::RollbackDeferred { action_id } => {
                object.field("type", "rollback_deferred");
                object.field("actionId", action_id);
            }
            Event::RollbackDropped => object.field("type", "rollback_dropped"),
            Event::UndoUnavailable { action_id } => of(object, "undo_unavailable", action_id),
            Event::UndoStarted { action_id, attempt, idempotency_key } => {
                of(object, "undo_started", action_id);
                object.field("attempt", *attempt);
                object.field("idempotencyKey", idempotency_key);
            }
            Event::UndoReported { action_id, result, error, at } => {
                of(object, "undo_reported", action_id);
                object.named("result", *result);
                object.field("error", error);
                object.field("at", *at);
            }
            Event::RollbackEnded { halted } => {
                object.field("type", "rollback_ended");
                object.field("halted", *halted);
            }
            Event::SandboxRolledBack { action_ids } => {
                object.field("type", "sandbox_rolled_back");
                object.field("actionIds", action_ids);
            }
            Event::RollbackSettled { status } => {
                object.field("type", "rollback_settled");
                object.named("status", *status);
            }
        });
    }
}

/// An event of an action.
fn of(object: &mut Object<'_>, name: &str, action_id: &String) {
    object.field("type", name);
    object.field("actionId", action_id);
}
