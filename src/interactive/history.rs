//! What a session's events, as the vendor lists them, tell of it: in any order, with repeats and of many types.

use super::{Answer, StopReason, ToolCall, ToolType};
use crate::engine::{Warning, beside};
use crate::gather::Gather;
use crate::json::{Index, Node, Opaque, sorted};

/// The types that tell something of the session; there are many others.
const TYPES: &[&str] = &["message", "interrupt", "session_status", "error"];
/// Those that tell something of a call.
const CALL_TYPES: &[&str] = &["tool_approval_request", "tool_call", "tool_approval_response", "tool_call_output", "mcp_call_output"];

/// What the events tell.
#[derive(Default)]
pub(super) struct History {
    /// How many turns they start.
    pub(super) turns: i64,
    /// Whether the last one has not ended.
    is_running: bool,
    /// The tool calls, as often as they are told.
    pub(super) calls: Vec<Called>,
    /// The answers to the questions whether they may run.
    pub(super) answers: Vec<Answered>,
    /// Their outputs.
    pub(super) outputs: Vec<Output>,
    /// The message of the last error of the last turn.
    pub(super) error: Option<String>,
    /// When the first one happened, in milliseconds since the epoch.
    pub(super) began_at: Option<i64>,
}

/// A tool call that the events tell of.
pub(super) struct Called {
    /// Which call of all turns this is.
    pub(super) key: String,
    /// Which, if its batch is not told.
    pub(super) bare_key: String,
    /// In which turn.
    pub(super) turn: i64,
    pub(super) batch_id: String,
    /// Whether a person was asked.
    pub(super) is_asked: bool,
    pub(super) tool_call: ToolCall,
}

/// An answer that the events tell of.
pub(super) struct Answered {
    /// Of which call of all turns this is.
    pub(super) key: String,
    pub(super) decision: Answer,
    pub(super) deny_message: Option<String>,
}

/// An output that the events tell of.
pub(super) struct Output {
    /// Of which call of all turns this is; one that names no batch may be of any.
    pub(super) key: String,
    pub(super) is_error: Option<bool>,
}

/// The identity of a call, over all turns, as a text: ids recur, and are found by it in one step.
fn key(turn: i64, batch_id: Option<&str>, call_id: &str) -> String {
    let batch = batch_id.map_or_else(String::new, |id| [&id.len().to_string(), ":", id].concat());
    [&turn.to_string(), " ", &batch, " ", call_id].concat()
}

impl History {
    /// Of the events of the session of that id.
    pub(super) fn read(more: &Node<'_>, id: &str, is_alone: bool, warnings: &mut Vec<Warning>) -> Self {
        let mut history = History::default();
        let Some(list) = beside(more, "the events of `GET /sessions/{id}/events`, or an object with them as `data`") else { return history };
        for event in in_order(&list, id, is_alone, warnings) {
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
        if kind.reads("error") {
            self.take_error(&event.field("error"));
        }
        let content = event.field("content");
        for part in content.is_list().then(|| content.items()).into_iter().flatten() {
            let data = part.field("data");
            if data.is_object() {
                self.take_data(&kind, &data, warnings);
            }
        }
    }

    fn take_error(&mut self, error: &Node<'_>) {
        let text = |name| error.field(name).is_string().then(|| error.field(name).text());
        self.error = text("message").or_else(|| text("code")).or(self.error.take());
    }

    fn take_data(&mut self, kind: &Node<'_>, data: &Node<'_>, warnings: &mut Vec<Warning>) {
        let call_id = || data.field("call_id").id();
        let is_asked = kind.reads("tool_approval_request");
        // What comes before the first message, as on a later page of a list, is of the first turn that is known.
        let turn = self.turns.max(1);
        if kind.reads("session_status") {
            let reason = data.field("stop_reason");
            let ends = |name: &str| reason.reads(name) || reason.field("type").reads(name);
            if [StopReason::EndTurn, StopReason::RetriesExhausted].iter().any(|reason| ends(reason.name())) {
                self.is_running = false;
                // What went wrong before did not end the session.
                self.error = None;
            }
        } else if kind.reads("error") {
            self.take_error(&data.field("error"));
        } else if data.field("call_id").is_absent() {
            // What is beside it, as a text to show, tells nothing.
        } else if is_asked || kind.reads("tool_call") && !data.field("batch_id").is_absent() {
            let tool_call = ToolCall {
                call_id: call_id(),
                name: data.field("name").optional(Node::id).unwrap_or_default(),
                arguments: data.field("arguments").opaque(),
                tool_type: tool_type(&data.field("tool_type"), warnings),
                reference: Opaque::default(),
            };
            let batch_id = data.field("batch_id").id();
            let (key, bare_key) = (key(turn, Some(&batch_id), &tool_call.call_id), key(turn, None, &tool_call.call_id));
            self.calls.push(Called { key, bare_key, turn, batch_id, is_asked, tool_call });
        } else if kind.reads("tool_approval_response") {
            self.answers.push(Answered {
                key: key(turn, Some(&data.field("batch_id").id()), &call_id()),
                decision: data.field("result").one_of(),
                deny_message: data.field("deny_message").optional(Node::text),
            });
        } else if kind.reads("tool_call_output") || kind.reads("mcp_call_output") {
            let (batch_id, is_error) = (data.field("batch_id").optional(Node::id), data.field("is_error").optional(Node::boolean));
            self.outputs.push(Output { key: key(turn, batch_id.as_deref(), &call_id()), is_error });
        }
    }
}

/// The session's events that tell something, each once, by their numbers or else their times, where all have them.
fn in_order<'a>(list: &'a Node<'a>, id: &str, is_alone: bool, warnings: &mut Vec<Warning>) -> Vec<Node<'a>> {
    let is_its = |event: &Node<'_>| is_alone && event.field("session_id").is_absent() || event.field("session_id").reads(id);
    let tells = |event: &Node<'_>| TYPES.iter().chain(CALL_TYPES).any(|name| event.field("type").reads(name));
    let events: Vec<Node<'a>> = list.items().filter(|event| is_its(event) && tells(event)).gather();
    let ids: Vec<String> = events.iter().map(|event| event.field("id").optional(Node::id).unwrap_or_default()).gather();
    // One without an id is no repeat of another.
    let named = Index::new(ids.iter().map(String::as_str)).firsts().filter(|at| ids.get(*at).is_some_and(|id| !id.is_empty()));
    let unnamed = ids.iter().enumerate().filter(|(_, id)| id.is_empty()).map(|(at, _)| at);
    let once: Vec<usize> = sorted(named.chain(unnamed).map(|at| (at as i64, at)).gather()).into_iter().map(|(_, at)| at).gather();
    let events: Vec<Node<'a>> = once.into_iter().filter_map(|at| events.get(at).copied()).gather();
    let number = |event: &Node<'_>| event.field("sequence_number").number().and_then(|number| number.parse().ok());
    let time = |event: &Node<'_>| event.field("created_at").optional(Node::time);
    let keys: Option<Vec<i64>> = events.iter().map(number).collect();
    let keys = keys.or_else(|| events.iter().map(time).collect());
    let order = keys.map(|keys| sorted(keys.into_iter().zip(0..).gather()));
    // What is told of calls at one moment is matched by their ids, and calls stand in the given order.
    let is_of_call = |at: usize| events.get(at).is_some_and(|event| CALL_TYPES.iter().any(|name| event.field("type").reads(name)));
    let is_clear = |((key, one), (next_key, next)): (&(i64, usize), &(i64, usize))| key != next_key || is_of_call(*one) && is_of_call(*next);
    let is_told = order.as_ref().is_some_and(|order| order.iter().zip(order.iter().skip(1)).all(is_clear));
    if !is_told && events.len() > 1 {
        let message = "the events do not all tell which came first: those that do not are taken in the given order";
        warnings.push(Warning::new("order_unknown", message));
    }
    order.map_or(events.clone(), |order| order.into_iter().filter_map(|(_, at)| events.get(at).copied()).gather())
}

fn tool_type(node: &Node<'_>, warnings: &mut Vec<Warning>) -> ToolType {
    let known = node.known();
    if known.is_none() {
        let message = format!("`{}` is none that is known, taken as `builtin`", node.path());
        warnings.push(Warning::new("tool_type_unknown", message));
    }
    known.unwrap_or(ToolType::Builtin)
}
