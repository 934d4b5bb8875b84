//! A session of the cloud agent platform, and its events → Session, with a warning for whatever they do not tell.

use super::history::{Answered, Called, History, Output};
use super::{Answer, Batch, Call, CallId, Interactive, Policy, Ran, Session, Status, StopReason, TerminatedBy, ToolCall, ToolType, read, rules};
use crate::engine::{Lifecycle, Warning};
use crate::gather::Gather;
use crate::json::{Index, Node, Opaque};

/// Whether the value looks like a session of this vendor.
pub(super) fn is_payload(node: &Node<'_>) -> bool {
    let reason = node.field("stop_reason");
    let told = ["id", "status"].iter().all(|name| node.field(name).is_string());
    told && (!reason.is_absent() || reason.is_null() || node.field("id").text().starts_with("sesn_")) && node.field("lifecycle").is_absent()
}

/// Reads the session, and from `more` its events: those that name it, or if there is no other session, that name none.
pub(super) fn import(node: &Node<'_>, more: &Node<'_>, is_alone: bool) -> (Session, Vec<Warning>) {
    node.object();
    let mut told = Told { warnings: Vec::new() };
    let reason = node.field("stop_reason");
    let mut session = Interactive::NO_SESSION.clone();
    session.id = node.field("id").id();
    session.status = Status::named(node.field("status").id());
    session.stop_reason = read::stop_reason(&session.status, &reason);
    let history = History::read(more, &session.id, is_alone, &mut told.warnings);
    session.created_at = told.created_at(&node.field("created_at"), &history);
    session.revision = 1;
    let is_new = session.status == Status::Idle && session.stop_reason.is_none() && history.turns == 0;
    session.turn = if is_new { 0 } else { history.turns.max(1) };
    if session.status == Status::Terminated {
        told.end(&mut session, &history);
    } else {
        told.batch(&mut session, &reason, &history);
    }
    told.denied_calls_ran(&mut session, &history);
    told.warn("policies_unknown", "the payload does not tell the policies of the tools: all are taken as `always_ask`".to_owned());
    (session, told.warnings)
}

/// What the payload told, and what it left open.
struct Told {
    warnings: Vec<Warning>,
}

impl Told {
    fn warn(&mut self, code: &'static str, message: String) {
        self.warnings.push(Warning::new(code, message));
    }

    fn created_at(&mut self, node: &Node<'_>, history: &History) -> i64 {
        let created_at = node.optional(Node::time).or(history.began_at);
        if created_at.is_none() {
            self.warn("created_at_missing", format!("`{}` is missing, taken as 0", node.path()));
        }
        created_at.unwrap_or_default()
    }

    /// How the session was terminated: a deleted one is not to be had, so that it was archived, or an error is told.
    fn end(&mut self, session: &mut Session, history: &History) {
        session.error.clone_from(&history.error);
        session.terminated_by = history.error.as_ref().map(|_| TerminatedBy::Error);
        if session.error.is_none() {
            self.warn("terminated_by_unknown", "no error is told, and not who archived the session: how it ended is left open".to_owned());
        }
    }

    /// The batch that waits, or that the running turn has come to. Which calls wait is the snapshot's to say.
    fn batch(&mut self, session: &mut Session, reason: &Node<'_>, history: &History) {
        let waits = session.stop_reason == Some(StopReason::RequiresAction);
        if !waits && session.status != Status::Running {
            return;
        }
        let ids = reason.field("pending_call_ids");
        let pending = if waits { ids.optional(|ids| ids.list(Node::id)) } else { Some(Vec::new()) };
        ids.distinct(pending.iter().flatten().map(String::as_str));
        let named = reason.field("pending_batch_id").optional(Node::id).filter(|_| waits);
        let of_turn = || history.calls.iter().filter(|called| called.turn == session.turn);
        let Some(batch_id) = named.or_else(|| of_turn().next_back().map(|called| called.batch_id.clone())) else {
            if waits {
                self.warn("batch_unknown", "it is not told which batch waits for approval: none is recorded".to_owned());
            }
            return;
        };
        let batches: Vec<&str> = of_turn().map(|called| called.batch_id.as_str()).filter(|id| *id != batch_id).gather();
        let once = Index::new(batches.iter().copied()).firsts().filter_map(|position| batches.get(position));
        session.past_batch_ids = once.map(|id| (*id).to_owned()).gather();
        let told: Vec<&Called> = of_turn().filter(|called| called.batch_id == batch_id).gather();
        let calls = self.calls(history, &told, pending.as_deref(), waits);
        session.batch = Some(Batch { batch_id, turn: session.turn, calls }).filter(|batch| !batch.calls.is_empty());
    }

    /// The calls of a batch that were told of, and those that wait and were not.
    fn calls(&mut self, history: &History, told: &[&Called], pending: Option<&[String]>, waits: bool) -> Vec<Call> {
        let known = Index::new(told.iter().map(|called| called.tool_call.call_id.as_str()));
        let waiting = Index::new(pending.into_iter().flatten().map(String::as_str));
        let found = Found::of(history);
        let mut calls = Vec::new();
        for called in known.firsts().filter_map(|position| told.get(position)) {
            let id = &called.tool_call.call_id;
            let is_asked = known.positions(id).filter_map(|at| told.get(at)).any(|called| called.is_asked);
            let policy = if is_asked { Policy::AlwaysAsk } else { Policy::AlwaysAllow };
            let mut call = Call { tool_call: called.tool_call.clone(), policy, decision: None, deny_message: None, ran: None };
            if is_asked && !waiting.holds(id) {
                match found.answer(called) {
                    Some(answer) => {
                        call.decision = Some(answer.decision);
                        call.deny_message = answer.deny_message.clone().filter(|_| answer.decision == Answer::Deny);
                    }
                    None if pending.is_none() => {}
                    None => {
                        self.warn("decision_unknown", format!("`{id}` does not wait, and no answer is told: it is left out"));
                        continue;
                    }
                }
            }
            let output = found.output(called).filter(|_| !is_asked || !waits);
            call.ran = output.map(|output| ran(output, call.decision));
            calls.push(call);
        }
        for id in pending.into_iter().flatten().filter(|id| !known.holds(id)) {
            self.warn("request_unknown", format!("`{id}` waits, and what is asked is not told: its name is left empty"));
            let (name, arguments, reference) = (String::new(), Opaque::default(), Opaque::default());
            let tool_call = ToolCall { call_id: id.clone(), name, arguments, tool_type: ToolType::Builtin, reference };
            calls.push(Call { tool_call, policy: Policy::AlwaysAsk, decision: None, deny_message: None, ran: None });
        }
        calls
    }

    /// The calls of the last turn that were denied and ran, whatever has come after them.
    fn denied_calls_ran(&mut self, session: &mut Session, history: &History) {
        let found = Found::of(history);
        let asked: Vec<&Called> = history.calls.iter().filter(|called| called.turn == session.turn && called.is_asked).gather();
        let once = Index::new(asked.iter().map(|called| called.key.as_str())).firsts();
        for called in once.filter_map(|position| asked.get(position)) {
            let denied = found.answer(called).is_some_and(|answer| answer.decision == Answer::Deny);
            if denied && found.output(called).is_some_and(|output| output.is_error == Some(false)) {
                let id = CallId { batch_id: called.batch_id.clone(), call_id: called.tool_call.call_id.clone() };
                self.warnings.push(rules::ran_all_the_same(&id.call_id));
                session.denied_calls_ran.push(id);
            }
        }
    }
}

/// Where the answers and outputs of a history are, by the calls that they are of.
struct Found<'a> {
    history: &'a History,
    answers: Index<'a>,
    outputs: Index<'a>,
}

impl<'a> Found<'a> {
    fn of(history: &'a History) -> Self {
        let answers = Index::new(history.answers.iter().map(|answer| answer.key.as_str()));
        let outputs = Index::new(history.outputs.iter().map(|output| output.key.as_str()));
        Found { history, answers, outputs }
    }

    fn answer(&self, called: &Called) -> Option<&'a Answered> {
        self.history.answers.get(self.answers.positions(&called.key).next()?)
    }

    /// The first that names its batch, or none.
    fn output(&self, called: &Called) -> Option<&'a Output> {
        let first = |key| self.outputs.positions(key).next();
        self.history.outputs.get(first(&called.key).into_iter().chain(first(&called.bare_key)).min()?)
    }
}

/// How the call ran, by its output. That of a denied call is an error unless the contrary is told.
fn ran(output: &Output, decision: Option<Answer>) -> Ran {
    if output.is_error.unwrap_or(decision == Some(Answer::Deny)) { Ran::Error } else { Ran::Ok }
}
