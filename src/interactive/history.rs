//! What a session's events, as the vendor lists them, tell of it: in any order, with repeats and of many types.

use super::{Answer, CallId, StopReason, ToolCall, ToolType};
use crate::engine::Warning;
use crate::json::{Index, Node, Opaque, sorted};

/// The types that tell something; there are many others.
const TYPES: &[&str] = &[
    "message",
    "interrupt",
    "session_status",
    "error",
    "tool_approval_request",
    "tool_call",
    "tool_approval_response",
    "tool_call_output",
    "mcp_call_output",
];

/// What the events tell.
#[derive(Default)]
pub(super) struct History {
    /// How many turns they start.
    pub(super) turns: i64,
    /// Whether the last one has not ended.
    is_running: bool,
    /// The tool calls, each once.
    pub(super) calls: Vec<Called>,
    /// The answers to the questions whether they may run.
    pub(super) answers: Vec<(CallId, Answer, Option<String>)>,
    /// Their outputs.
    pub(super) outputs: Vec<Output>,
    /// The message of the last error of the last turn.
    pub(super) error: Option<String>,
    /// When the first one happened, in milliseconds since the epoch.
    pub(super) began_at: Option<i64>,
}

/// A tool call that the events tell of.
pub(super) struct Called {
    /// In which turn.
    pub(super) turn: i64,
    pub(super) batch_id: String,
    /// Whether a person was asked.
    pub(super) is_asked: bool,
    pub(super) tool_call: ToolCall,
}

/// An output that the events tell of.
pub(super) struct Output {
    pub(super) batch_id: Option<String>,
    pub(super) call_id: String,
    pub(super) is_error: Option<bool>,
    /// In which turn.
    pub(super) turn: i64,
}

impl Output {
    /// Whether it is that of the call: one that names no batch, if it is of the same turn.
    pub(super) fn is_of(&self, called: &Called) -> bool {
        self.call_id == called.tool_call.call_id && self.batch_id.as_ref().map_or(self.turn == called.turn, |id| *id == called.batch_id)
    }
}

impl History {
    /// Of the events of the session of that id.
    pub(super) fn read(more: &Node<'_>, id: &str, is_alone: bool, warnings: &mut Vec<Warning>) -> Self {
        let mut history = History::default();
        if more.is_absent() {
            return history;
        }
        let data = more.field("data");
        let list = if data.is_list() { &data } else { more };
        if !list.is_list() {
            more.refuse::<()>("the events of `GET /sessions/{id}/events`, or an object with them as `data`");
            return history;
        }
        for event in in_order(list, id, is_alone, warnings) {
            history.take(&event, warnings);
        }
        history
    }

    fn take(&mut self, event: &Node<'_>, warnings: &mut Vec<Warning>) {
        let kind = event.field("type");
        let at = event.field("created_at").optional(Node::time);
        self.began_at = self.began_at.into_iter().chain(at).min();
        let role = event.field("role");
        if kind.reads("message") && (role.is_absent() || role.reads("user")) && !self.is_running {
            self.turns += 1;
            self.is_running = true;
            // What went wrong before did not end the session.
            self.error = None;
        }
        if kind.reads("interrupt") {
            self.is_running = false;
        }
        let error = event.field("error");
        self.error = error.field("message").optional(Node::text).or(self.error.take());
        let content = event.field("content");
        for part in content.is_list().then(|| content.items()).into_iter().flatten() {
            let data = part.field("data");
            if data.is_object() {
                self.take_data(&kind, &data, warnings);
            }
        }
    }

    fn take_data(&mut self, kind: &Node<'_>, data: &Node<'_>, warnings: &mut Vec<Warning>) {
        let call_id = || data.field("call_id").id();
        let is_asked = kind.reads("tool_approval_request");
        if kind.reads("session_status") {
            let reason = data.field("stop_reason");
            let ends = |name: &str| reason.reads(name) || reason.field("type").reads(name);
            self.is_running &= ![StopReason::EndTurn, StopReason::RetriesExhausted].iter().any(|reason| ends(reason.name()));
        } else if kind.reads("error") {
            self.error = data.field("error").field("message").optional(Node::text).or(self.error.take());
        } else if is_asked || kind.reads("tool_call") && !data.field("batch_id").is_absent() {
            let tool_call = ToolCall {
                call_id: call_id(),
                name: data.field("name").optional(Node::id).unwrap_or_default(),
                arguments: data.field("arguments").opaque(),
                tool_type: tool_type(&data.field("tool_type"), warnings),
                reference: Opaque::default(),
            };
            self.calls.push(Called { turn: self.turns, batch_id: data.field("batch_id").id(), is_asked, tool_call });
        } else if kind.reads("tool_approval_response") {
            let id = CallId { batch_id: data.field("batch_id").id(), call_id: call_id() };
            self.answers.push((id, data.field("result").one_of(), data.field("deny_message").optional(Node::text)));
        } else if kind.reads("tool_call_output") || kind.reads("mcp_call_output") {
            let (batch_id, is_error) = (data.field("batch_id").optional(Node::id), data.field("is_error").optional(Node::boolean));
            self.outputs.push(Output { batch_id, call_id: call_id(), is_error, turn: self.turns });
        }
    }
}

/// The session's events that tell something, each once, by their numbers or else their times, where all have them.
fn in_order<'a>(list: &'a Node<'a>, id: &str, is_alone: bool, warnings: &mut Vec<Warning>) -> Vec<Node<'a>> {
    let is_its = |event: &Node<'_>| is_alone && event.field("session_id").is_absent() || event.field("session_id").reads(id);
    let tells = |event: &Node<'_>| TYPES.iter().any(|name| event.field("type").reads(name));
    let events: Vec<Node<'a>> = list.items().filter(|event| is_its(event) && tells(event)).collect();
    let ids: Vec<String> = events.iter().map(|event| event.field("id").optional(Node::id).unwrap_or_default()).collect();
    // One without an id is no repeat of another.
    let named = Index::new(ids.iter().map(String::as_str)).firsts().filter(|at| ids.get(*at).is_some_and(|id| !id.is_empty()));
    let unnamed = ids.iter().enumerate().filter(|(_, id)| id.is_empty()).map(|(at, _)| at);
    let once: Vec<usize> = sorted(&mut named.chain(unnamed).map(|at| (at as i64, at))).into_iter().map(|(_, at)| at).collect();
    let events: Vec<Node<'a>> = once.into_iter().filter_map(|at| events.get(at).copied()).collect();
    let number = |event: &Node<'_>| event.field("sequence_number").number().and_then(|number| number.parse().ok());
    let time = |event: &Node<'_>| event.field("created_at").optional(Node::time);
    let keys: Option<Vec<i64>> = events.iter().map(number).collect();
    let Some(keys) = keys.or_else(|| events.iter().map(time).collect()) else {
        if events.len() < 2 {
            return events;
        }
        let message = "the events do not all tell when they happened: they are taken in the given order";
        warnings.push(Warning::new("order_unknown", message));
        return events;
    };
    sorted(&mut keys.into_iter().zip(0..)).into_iter().filter_map(|(_, at)| events.get(at).copied()).collect()
}

fn tool_type(node: &Node<'_>, warnings: &mut Vec<Warning>) -> ToolType {
    let known = node.known();
    if known.is_none() {
        let message = format!("`{}` is none that is known, taken as `builtin`", node.path());
        warnings.push(Warning::new("tool_type_unknown", message));
    }
    known.unwrap_or(ToolType::Builtin)
}
