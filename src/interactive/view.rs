//! What is derived from a session (sections 2, 4 and 5).

use super::actions::{self, Actions, approval};
use super::index::Index;
use super::{Answer, Call, Command, Display, Input, Session, Status, StopReason, TerminatedBy, ToolCall, ToolType, invariants};
use crate::engine::{Attention, Context, Ids, Variant};
use crate::gather::Gather;
use crate::json::{Opaque, ToJson, Writer};

/// Everything derived from an interactive session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// The one word to show (section 2).
    pub display: Display,
    /// The stored status, as it came.
    pub status: Status,
    /// Whether the session has ended.
    pub terminal: bool,
    /// How the session concerns people.
    pub attention: Attention,
    /// When time alone changes it: never.
    pub changes_at: Option<i64>,
    /// Facts that one word would hide.
    pub conditions: Conditions,
    /// Why it rests, and for which decisions it waits.
    pub stop_reason: Option<Stopped>,
    /// What a client may do now, and why not (section 2).
    pub actions: Actions,
}

/// Facts that one word would hide (sections 2, 4 and 5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conditions {
    /// The session rests, and a released tool may still be running.
    pub background_tools: bool,
    /// Its status or stop reason is not known.
    pub busy: bool,
    /// A call that was denied has run.
    pub denied_call_ran: bool,
    /// What contradicts itself in the session, as a sentence.
    pub inconsistent: Option<String>,
}

/// Why a session rests, and for which decisions it waits: on the wire `{ type, pending_batch_id, pending_call_ids }` (section 1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stopped {
    /// Why.
    pub reason: StopReason,
    /// The batch whose calls wait for approval.
    pub pending_batch_id: Option<String>,
    /// Those calls, in the original order.
    pub pending_call_ids: Vec<String>,
}

/// Everything derived from the session at that time.
pub(super) fn view(session: &Session, index: &Index, context: &Context) -> View {
    let display = session.display();
    let is_lifted = session.is_lifted();
    let may_run = |call: &Call| call.is_released(is_lifted) && call.ran.is_none();
    let conditions = Conditions {
        background_tools: session.status == Status::Idle && session.calls().iter().any(may_run),
        busy: display == Display::Unknown,
        denied_call_ran: !session.denied_calls_ran.is_empty(),
        inconsistent: invariants::broken(session),
    };
    View {
        display,
        status: session.status.clone(),
        terminal: display == Display::Terminated,
        attention: attention(session, &conditions),
        changes_at: None,
        conditions,
        stop_reason: session.stop_reason.clone().map(|reason| stopped(session, reason)),
        actions: actions::of(session, index, context),
    }
}

fn attention(session: &Session, conditions: &Conditions) -> Attention {
    match session.display() {
        Display::Terminated if session.terminated_by == Some(TerminatedBy::Error) => Attention::Failed,
        Display::Terminated => Attention::Done,
        Display::RequiresAction => Attention::NeedsHuman,
        _ if conditions.inconsistent.is_some() || conditions.denied_call_ran => Attention::NeedsHuman,
        Display::Running | Display::Unknown => Attention::Working,
        Display::Idle => Attention::AtRest,
    }
}

fn stopped(session: &Session, reason: StopReason) -> Stopped {
    let waits = reason == StopReason::RequiresAction;
    let undecided = session.calls().iter().filter(|call| waits && call.is_undecided());
    let pending_call_ids: Vec<_> = undecided.map(|call| call.tool_call.call_id.clone()).gather();
    let batch = session.batch.as_ref().filter(|_| !pending_call_ids.is_empty());
    Stopped { reason, pending_batch_id: batch.map(|batch| batch.batch_id.clone()), pending_call_ids }
}

/// The commands that a person or a runtime would think of.
pub(super) fn variants(session: &Session) -> Vec<Variant<Command>> {
    let turn = session.turn;
    let mut variants = Vec::new();
    if let Some(batch) = &session.batch {
        for call in batch.calls.iter().filter(|call| call.is_undecided()) {
            let answer = |decision| submit(vec![approval(&batch.batch_id, &call.tool_call.call_id, decision)], &[]);
            variants.extend([Answer::Allow, Answer::Deny].map(answer));
        }
    }
    let message = || Input::Message { content: Opaque::default() };
    variants.push(submit(vec![Input::Interrupt], &[]));
    variants.push(submit(vec![message()], &["inputs[0].content"]));
    variants.push(submit(vec![Input::Interrupt, message()], &["inputs[1].content"]));
    let taken: Vec<String> = session.past_batch_ids.iter().chain(session.batch.iter().map(|batch| &batch.batch_id)).cloned().gather();
    variants
        .push(Variant { command: Command::ToolCalls { turn, batch_id: Ids::fresh(&taken), calls: vec![stand_in()] }, needs: &["batchId", "calls"] });
    if let Some(batch) = &session.batch {
        let is_lifted = session.is_lifted();
        let awaited = batch.calls.iter().filter(|call| call.ran.is_none() && (call.is_released(is_lifted) || call.is_denied(is_lifted)));
        variants.extend(awaited.map(|call| Variant {
            command: Command::ToolFinished { turn, batch_id: batch.batch_id.clone(), call_id: call.tool_call.call_id.clone(), is_error: false },
            needs: &["isError"],
        }));
    }
    variants.push(Variant { command: Command::TurnEnded { turn }, needs: &[] });
    variants.push(Variant { command: Command::RetriesExhausted { turn }, needs: &[] });
    variants.push(Variant { command: Command::UnrecoverableError { turn: None, message: String::new() }, needs: &["message"] });
    variants.push(Variant { command: Command::Archive, needs: &[] });
    variants.push(Variant { command: Command::Delete, needs: &[] });
    variants
}

fn submit(inputs: Vec<Input>, needs: &'static [&'static str]) -> Variant<Command> {
    Variant { command: Command::Submit { inputs }, needs }
}

fn stand_in() -> ToolCall {
    ToolCall { call_id: String::new(), name: String::new(), arguments: Opaque::default(), tool_type: ToolType::Builtin, reference: Opaque::default() }
}

impl ToJson for View {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.named("display", self.display);
            object.field("status", self.status.name());
            object.field("terminal", self.terminal);
            object.named("attention", self.attention);
            object.field("changesAt", self.changes_at);
            object.field("conditions", &self.conditions);
            object.field("stopReason", &self.stop_reason);
            object.field("actions", &self.actions);
        });
    }
}

impl ToJson for Conditions {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.field("backgroundTools", self.background_tools);
            object.field("busy", self.busy);
            object.field("deniedCallRan", self.denied_call_ran);
            object.field("inconsistent", &self.inconsistent);
        });
    }
}

impl ToJson for Stopped {
    fn write(&self, writer: &mut Writer) {
        if let StopReason::Other(reason) = &self.reason {
            return reason.write(writer);
        }
        writer.object(|object| {
            object.field("type", &self.reason);
            object.field("pending_batch_id", &self.pending_batch_id);
            object.field("pending_call_ids", &self.pending_call_ids);
        });
    }
}
