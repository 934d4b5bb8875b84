//! How the nouns are read from JSON.

use super::{Answer, Approval, Batch, Call, CallId, Command, Event, Input, Interactive, Session, Status, StopReason, ToolCall, ToolPolicies};
use crate::engine::Lifecycle;
use crate::gather::Gather;
use crate::json::{Index, Node, Opaque};

pub(super) fn session(node: &Node<'_>) -> Session {
    let mut session = Interactive::NO_SESSION.clone();
    let past = node.field("pastBatchIds");
    session.id = node.field("id").id();
    session.status = Status::named(node.field("status").id());
    session.stop_reason = stop_reason(&session.status, &node.field("stopReason"));
    session.turn = node.field("turn").count();
    session.turn_inputs = node.field("turnInputs").list(Node::opaque);
    session.batch = node.field("batch").optional(batch);
    session.past_batch_ids = past.list(Node::id);
    past.distinct(session.past_batch_ids.iter().map(String::as_str));
    session.denied_calls_ran = node.field("deniedCallsRan").list(call_id);
    session.tool_policies = tool_policies(&node.field("toolPolicies"));
    session.terminated_by = node.field("terminatedBy").optional(Node::one_of);
    session.error = node.field("error").optional(Node::text);
    session.created_at = node.field("createdAt").time();
    session.revision = node.field("revision").count();
    session
}

/// A stop reason, or the structure that the vendor makes of it. Only one that a session rests with is read (section 2).
pub(super) fn stop_reason(status: &Status, node: &Node<'_>) -> Option<StopReason> {
    if matches!(status, Status::Running | Status::Terminated) || node.is_absent() {
        return None;
    }
    let name = if node.is_object() { node.field("type").text() } else { node.text() };
    Some(StopReason::named(&name).unwrap_or_else(|| StopReason::Other(node.opaque())))
}

pub(super) fn command(name: &str, node: &Node<'_>) -> Command {
    let turn = || node.field("turn").count();
    match name {
        "create" => Command::Create { id: node.field("id").id(), tool_policies: tool_policies(&node.field("toolPolicies")) },
        "submit" => Command::Submit { inputs: node.field("inputs").list(input) },
        "tool_calls" => {
            let calls = calls(node, tool_call, |call| &call.call_id);
            if calls.is_empty() {
                node.field("calls").refuse::<()>("a list with at least one call");
            }
            Command::ToolCalls { turn: turn(), batch_id: node.field("batchId").id(), calls }
        }
        "tool_finished" => {
            let CallId { batch_id, call_id } = call_id(node);
            Command::ToolFinished { turn: turn(), batch_id, call_id, is_error: node.field("isError").boolean() }
        }
        "turn_ended" => Command::TurnEnded { turn: turn() },
        "retries_exhausted" => Command::RetriesExhausted { turn: turn() },
        "unrecoverable_error" => {
            Command::UnrecoverableError { turn: node.field("turn").optional(Node::count), message: node.field("message").text() }
        }
        "archive" => Command::Archive,
        _ => Command::Delete,
    }
}

fn input(node: &Node<'_>) -> Input {
    node.object();
    let names = &["message", "interrupt", "tool_approval_response"];
    let kind = node.field("type");
    match names.iter().position(|name| kind.reads(name)) {
        Some(0) => Input::Message { content: given(&node.field("content")) },
        Some(2) => {
            let CallId { batch_id, call_id } = call_id(node);
            let (decision, deny_message) = decision(node);
            Input::Approval(Approval { batch_id, call_id, decision, deny_message })
        }
        found => {
            if found.is_none() {
                kind.refuse_names(names);
            }
            Input::Interrupt
        }
    }
}

pub(super) fn event(name: &str, node: &Node<'_>) -> Event {
    let turn = || node.field("turn").count();
    let call = || call_id(node);
    let reference = || node.field("ref").opaque();
    match name {
        "created" => {
            Event::Created { id: node.field("id").id(), tool_policies: tool_policies(&node.field("toolPolicies")), at: node.field("at").time() }
        }
        "turn_started" => Event::TurnStarted { turn: turn(), turn_inputs: node.field("turnInputs").list(Node::opaque) },
        "tool_calls" => Event::ToolCalls { batch: batch(node) },
        "approval_requested" => Event::ApprovalRequested { call: call(), reference: reference() },
        "tool_released" => Event::ToolReleased { call: call(), reference: reference() },
        "tool_denied" => Event::ToolDenied { call: call(), reference: reference(), content: node.field("output").field("content").text() },
        "approval_resolved" => {
            let (decision, deny_message) = decision(node);
            Event::ApprovalResolved { call: call(), decision, deny_message }
        }
        "tool_finished" => Event::ToolFinished { call: call(), is_error: node.field("isError").boolean() },
        "turn_interrupted" => Event::TurnInterrupted { turn: turn() },
        "turn_ended" => Event::TurnEnded { turn: turn() },
        "retries_exhausted" => Event::RetriesExhausted { turn: turn() },
        "unrecoverable_error" => Event::UnrecoverableError { message: node.field("message").text() },
        "archived" => Event::Archived,
        _ => Event::SessionForgotten,
    }
}

/// An opaque value that must be there, be it null.
fn given(node: &Node<'_>) -> Opaque {
    if node.is_absent() && !node.is_null() { node.refuse("a value") } else { node.opaque() }
}

fn decision(node: &Node<'_>) -> (Answer, Option<String>) {
    (node.field("decision").one_of(), node.field("denyMessage").optional(Node::text))
}

fn call_id(node: &Node<'_>) -> CallId {
    node.object();
    CallId { batch_id: node.field("batchId").id(), call_id: node.field("callId").id() }
}

fn batch(node: &Node<'_>) -> Batch {
    node.object();
    Batch { batch_id: node.field("batchId").id(), turn: node.field("turn").count(), calls: calls(node, call, |call| &call.tool_call.call_id) }
}

/// Calls, each id once.
fn calls<'a, T>(node: &'a Node<'_>, read: fn(&Node<'_>) -> T, id: fn(&T) -> &String) -> Vec<T> {
    let list = node.field("calls");
    let calls: Vec<T> = list.list(|call| read(call));
    list.distinct(calls.iter().map(|call| id(call).as_str()));
    calls
}

fn tool_call(node: &Node<'_>) -> ToolCall {
    node.object();
    ToolCall {
        call_id: node.field("callId").id(),
        name: node.field("name").id(),
        arguments: node.field("arguments").opaque(),
        tool_type: node.field("toolType").one_of(),
        reference: node.field("ref").opaque(),
    }
}

fn call(node: &Node<'_>) -> Call {
    Call {
        tool_call: tool_call(node),
        policy: node.field("policy").one_of(),
        decision: node.field("decision").optional(Node::one_of),
        deny_message: node.field("denyMessage").optional(Node::text),
        ran: node.field("ran").optional(Node::one_of),
    }
}

/// The policies; of a tool that is named twice the last one, as JSON has it.
fn tool_policies(node: &Node<'_>) -> ToolPolicies {
    node.object();
    let tools = node.field("tools");
    tools.optional(Node::object);
    let fields = tools.fields();
    let known = Index::new(fields.iter().map(|(name, _)| name.as_str()));
    let last = |name: &str| fields.get(known.positions(name).last()?).map(|(_, policy)| policy.one_of());
    let once = known.firsts().filter_map(|position| fields.get(position));
    let tools = once.filter_map(|(name, _)| Some((name.clone(), last(name)?))).gather();
    ToolPolicies { default: node.field("default").one_of(), tools }
}
