//! How the nouns are written as JSON.

use super::{Batch, Call, CallId, Command, Event, Input, Interactive, Session, StopReason, ToolCall, ToolPolicies};
use crate::engine::{self, Lifecycle};
use crate::gather::Gather;
use crate::json::{ClosedSet, Object, Opaque, ToJson, Writer};

pub(super) fn write_command(command: &Command, object: &mut Object<'_>) {
    match command {
        Command::Create { id, tool_policies } => {
            object.field("id", id);
            object.field("toolPolicies", tool_policies);
        }
        Command::Submit { inputs } => {
            let is_open = |at: usize| object.omits(&["inputs[", &at.to_string(), "].content"].concat());
            let open: Vec<bool> = (0..inputs.len()).map(is_open).gather();
            object.list("inputs", inputs.iter().zip(open).map(InputJson));
        }
        Command::ToolCalls { turn, batch_id, calls } => {
            object.field("turn", *turn);
            object.field("batchId", batch_id);
            object.field("calls", calls);
        }
        Command::ToolFinished { turn, batch_id, call_id, is_error } => {
            object.field("turn", *turn);
            object.field("batchId", batch_id);
            object.field("callId", call_id);
            object.field("isError", *is_error);
        }
        Command::TurnEnded { turn } | Command::RetriesExhausted { turn } => object.field("turn", *turn),
        Command::UnrecoverableError { turn, message } => {
            if let Some(turn) = turn {
                object.field("turn", *turn);
            }
            object.field("message", message);
        }
        Command::Archive | Command::Delete => {}
    }
}

/// An input, and whether its content is still to be filled in.
struct InputJson<'a>((&'a Input, bool));

impl ToJson for InputJson<'_> {
    fn write(&self, writer: &mut Writer) {
        let (input, is_open) = self.0;
        writer.object(|object| match input {
            Input::Message { content } => {
                object.field("type", "message");
                if !is_open {
                    object.field("content", content);
                }
            }
            Input::Interrupt => object.field("type", "interrupt"),
            Input::Approval(approval) => {
                object.field("type", "tool_approval_response");
                object.field("batchId", &approval.batch_id);
                object.field("callId", &approval.call_id);
                object.named("decision", approval.decision);
                if let Some(message) = &approval.deny_message {
                    object.field("denyMessage", message);
                }
            }
        });
    }
}

impl ToJson for Session {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.field("lifecycle", Interactive::NAME);
            object.field("schema", engine::SCHEMA);
            object.field("id", &self.id);
            object.field("status", self.status.name());
            object.field("stopReason", &self.stop_reason);
            object.field("turn", self.turn);
            object.field("turnInputs", &self.turn_inputs);
            object.field("batch", &self.batch);
            object.field("pastBatchIds", &self.past_batch_ids);
            object.field("deniedCallsRan", &self.denied_calls_ran);
            object.field("toolPolicies", &self.tool_policies);
            object.field("terminatedBy", self.terminated_by.map(ClosedSet::name));
            object.field("error", &self.error);
            object.field("createdAt", self.created_at);
            object.field("revision", self.revision);
        });
    }
}

impl ToJson for StopReason {
    fn write(&self, writer: &mut Writer) {
        match self {
            StopReason::Other(reason) => reason.write(writer),
            known => known.name().write(writer),
        }
    }
}

impl ToJson for ToolPolicies {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.named("default", self.default);
            object.object("tools", |tools| self.tools.iter().for_each(|(name, policy)| tools.given(name, policy.name())));
        });
    }
}

impl ToJson for Batch {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| write_batch(self, object));
    }
}

fn write_batch(batch: &Batch, object: &mut Object<'_>) {
    object.field("batchId", &batch.batch_id);
    object.field("turn", batch.turn);
    object.field("calls", &batch.calls);
}

impl ToJson for Call {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            write_tool_call(&self.tool_call, object);
            object.named("policy", self.policy);
            object.field("decision", self.decision.map(ClosedSet::name));
            object.field("denyMessage", &self.deny_message);
            object.field("ran", self.ran.map(ClosedSet::name));
            object.field("ref", &self.tool_call.reference);
        });
    }
}

impl ToJson for ToolCall {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            write_tool_call(self, object);
            object.field("ref", &self.reference);
        });
    }
}

fn write_tool_call(call: &ToolCall, object: &mut Object<'_>) {
    object.field("callId", &call.call_id);
    object.field("name", &call.name);
    object.field("arguments", &call.arguments);
    object.named("toolType", call.tool_type);
}

impl ToJson for CallId {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| write_call_id(self, object));
    }
}

fn write_call_id(call: &CallId, object: &mut Object<'_>) {
    object.field("batchId", &call.batch_id);
    object.field("callId", &call.call_id);
}

impl ToJson for Event {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| match self {
            Event::Created { id, tool_policies, at } => {
                object.field("type", "created");
                object.field("id", id);
                object.field("toolPolicies", tool_policies);
                object.field("at", *at);
            }
            Event::TurnStarted { turn, turn_inputs } => {
                write_turn("turn_started", *turn, object);
                object.field("turnInputs", turn_inputs);
            }
            Event::ToolCalls { batch } => {
                object.field("type", "tool_calls");
                write_batch(batch, object);
            }
            Event::ApprovalRequested { call, reference } => write_instruction("approval_requested", call, reference, object),
            Event::ToolReleased { call, reference } => write_instruction("tool_released", call, reference, object),
            Event::ToolDenied { call, reference, content } => {
                write_instruction("tool_denied", call, reference, object);
                object.object("output", |output| {
                    output.field("is_error", true);
                    output.field("content", content);
                });
            }
            Event::ApprovalResolved { call, decision, deny_message } => {
                object.field("type", "approval_resolved");
                write_call_id(call, object);
                object.named("decision", *decision);
                object.field("denyMessage", deny_message);
            }
            Event::ToolFinished { call, is_error } => {
                object.field("type", "tool_finished");
                write_call_id(call, object);
                object.field("isError", *is_error);
            }
            Event::TurnInterrupted { turn } => write_turn("turn_interrupted", *turn, object),
            Event::TurnEnded { turn } => write_turn("turn_ended", *turn, object),
            Event::RetriesExhausted { turn } => write_turn("retries_exhausted", *turn, object),
            Event::UnrecoverableError { message } => {
                object.field("type", "unrecoverable_error");
                object.field("message", message);
            }
            Event::Archived => object.field("type", "archived"),
            Event::SessionForgotten => object.field("type", "session_forgotten"),
        });
    }
}

fn write_turn(name: &str, turn: i64, object: &mut Object<'_>) {
    object.field("type", name);
    object.field("turn", turn);
}

fn write_instruction(name: &str, call: &CallId, reference: &Opaque, object: &mut Object<'_>) {
    object.field("type", name);
    write_call_id(call, object);
    object.field("ref", reference);
}
