#![doc = include_str!("README.md")]

mod actions;
mod commands;
mod events;
mod facts;
mod history;
mod import;
mod index;
mod inputs;
mod instructions;
mod invariants;
mod lifecycle;
mod names;
mod read;
mod rules;
mod view;
mod write;

pub use actions::{Actions, Possible};
pub use commands::{Approval, Command, Input};
pub use events::Event;

pub use lifecycle::{Decision, Interactive, Offer, apply, can, deadline, decide, from_api, offers, outstanding, parse, replay, view};
pub use rules::RULES;
pub use view::{Conditions, View};

use crate::engine::Identified;
use crate::json::{Index, Opaque};

/// What a rule looks at.
type Case<'a> = crate::engine::Case<'a, Interactive>;

/// All of an interactive session (section 1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Which session this is.
    pub id: String,
    /// The stored status. What to show is in the [`View`].
    pub status: Status,
    /// Why it rests; `None` while it does not, and before its first turn.
    pub stop_reason: Option<StopReason>,
    /// The number of the present turn; 0 before the first message.
    pub turn: i64,
    /// The contents of the messages that started the running turn, until its first report or its end.
    pub turn_inputs: Vec<Opaque>,
    /// The tool calls that the model made last, until the end of the turn.
    pub batch: Option<Batch>,
    /// The ids of the earlier batches of the running turn.
    pub past_batch_ids: Vec<String>,
    /// The calls that ran although they were denied, until the next turn.
    pub denied_calls_ran: Vec<CallId>,
    /// Which tools a person is asked about.
    pub tool_policies: ToolPolicies,
    /// How it was terminated; `None` before, and of an import that does not tell.
    pub terminated_by: Option<TerminatedBy>,
    /// The message of the error that it could not recover from.
    pub error: Option<String>,
    /// Milliseconds since the epoch.
    pub created_at: i64,
    /// How many events have happened.
    pub revision: i64,
}

/// The stored status of a session (section 1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// It rests, with a reason.
    Idle,
    /// A turn is running.
    Running,
    /// It is over.
    Terminated,
    /// One that we do not know, as it came (section 2).
    Other(String),
}

/// Why a session rests (section 1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StopReason {
    /// The model ended the turn, or somebody interrupted it.
    EndTurn,
    /// Retries are exhausted, and the turn is over.
    RetriesExhausted,
    /// Tool calls wait for approval.
    RequiresAction,
    /// One that we do not know, as it came (section 2).
    Other(Opaque),
}

/// What a session is, of status and stop reason together (section 2): the statuses of the rules, and the one word to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Display {
    /// It rests, and waits for a message.
    Idle,
    /// It rests behind a barrier that only approvals or an interrupt can lift.
    RequiresAction,
    /// A turn is running.
    Running,
    /// It is over.
    Terminated,
    /// Its status or stop reason is not known: it is busy with something.
    Unknown,
}

/// Tool calls that the model made together (section 1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// Which batch this is.
    pub batch_id: String,
    /// In which turn.
    pub turn: i64,
    /// The calls, in their original order.
    pub calls: Vec<Call>,
}

/// A tool call, and what became of it (section 1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// What is called.
    pub tool_call: ToolCall,
    /// The policy of the tool when the batch arrived.
    pub policy: Policy,
    /// The answer to the question whether it may run; `None` if nobody was asked, or nobody answered yet.
    pub decision: Option<Answer>,
    /// What the model is told instead of an output, if it may not.
    pub deny_message: Option<String>,
    /// How it ran; `None` while it has not.
    pub ran: Option<Ran>,
}

/// A tool call as the model makes it (section 1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolCall {
    /// Which call of its batch this is.
    pub call_id: String,
    /// The tool.
    pub name: String,
    /// What it is called with, as opaque JSON.
    pub arguments: Opaque,
    /// Where the tool comes from.
    pub tool_type: ToolType,
    /// The host's own handle for the call, as opaque JSON, which comes back with every instruction about it.
    pub reference: Opaque,
}

/// The identity of a call: its id may come again in a later batch (section 1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallId {
    /// The batch.
    pub batch_id: String,
    /// The call.
    pub call_id: String,
}

/// Where a tool comes from (section 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolType {
    /// The platform's own.
    Builtin,
    /// That of an MCP server.
    Mcp,
    /// A skill.
    Skill,
}

/// Whether a person is asked before a tool runs (section 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// It runs.
    AlwaysAllow,
    /// A person is asked.
    AlwaysAsk,
}

/// The policies of a session (section 1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolPolicies {
    /// That of every tool without one of its own.
    pub default: Policy,
    /// Those of single tools, by name, each name once.
    pub tools: Vec<(String, Policy)>,
}

/// The answer to the question whether a tool may run (section 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It may.
    Allow,
    /// It may not.
    Deny,
}

/// The decision about a call as the `target` column of the rules speaks of it: `null` while there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decided {
    /// There is none: nobody answered yet, or nobody is asked.
    No,
    /// It may run.
    Allow,
    /// It may not.
    Deny,
}

/// How a tool ran (section 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ran {
    /// Without an error.
    Ok,
    /// With one.
    Error,
}

/// How a session was terminated (section 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TerminatedBy {
    /// It is over, and its history is kept.
    Archived,
    /// It is to be forgotten.
    Deleted,
    /// It could not go on.
    Error,
}

impl Session {
    /// What the session is, of status and stop reason together (section 2).
    pub fn display(&self) -> Display {
        match &self.status {
            Status::Idle => StopReason::display(self.stop_reason.as_ref()),
            Status::Running => Display::Running,
            Status::Terminated => Display::Terminated,
            Status::Other(_) => Display::Unknown,
        }
    }
}

impl StopReason {
    /// What an idle session with that reason is.
    fn display(reason: Option<&StopReason>) -> Display {
        let name = reason.map_or("null", StopReason::name);
        rules::IDLE.iter().find(|(reason, _)| *reason == name).map_or(Display::Unknown, |(_, display)| *display)
    }
}

impl Session {
    /// The calls of the recorded batch, in their order.
    pub fn calls(&self) -> &[Call] {
        self.batch.as_ref().map_or(&[], |batch| &batch.calls)
    }

    /// Whether nothing of the recorded batch waits for approval any more (section 4).
    pub fn is_lifted(&self) -> bool {
        self.is_lifted_with(index::undecided(self.calls()))
    }

    /// The same, where somebody has counted what is undecided.
    fn is_lifted_with(&self, undecided: usize) -> bool {
        self.stop_reason != Some(StopReason::RequiresAction) && undecided == 0
    }
}

impl ToolPolicies {
    /// The names of the tools that have a policy of their own.
    fn names(&self) -> Index<'_> {
        Index::new(self.tools.iter().map(|(name, _)| name.as_str()))
    }

    /// The own policy of a tool, found by its names.
    fn own(&self, names: &Index<'_>, name: &str) -> Option<Policy> {
        self.tools.get(names.positions(name).next()?).map(|(_, policy)| *policy)
    }
}

impl Batch {
    /// The identity of one of its calls.
    pub fn identity(&self, call: &Call) -> CallId {
        CallId { batch_id: self.batch_id.clone(), call_id: call.tool_call.call_id.clone() }
    }
}

impl Call {
    /// Whether the tool may run, or has run: nobody is asked, or somebody allowed it and the barrier has lifted (section 4).
    pub fn is_released(&self, is_lifted: bool) -> bool {
        self.policy == Policy::AlwaysAllow || self.decision == Some(Answer::Allow) && is_lifted
    }

    /// Whether the model has been told that the tool may not run (section 4).
    pub fn is_denied(&self, is_lifted: bool) -> bool {
        self.was_denied() && is_lifted
    }

    /// Whether somebody was asked, and said no.
    pub fn was_denied(&self) -> bool {
        self.policy == Policy::AlwaysAsk && self.decision == Some(Answer::Deny)
    }

    /// Whether somebody still has to say whether it may run.
    pub fn is_undecided(&self) -> bool {
        self.policy == Policy::AlwaysAsk && self.decision.is_none()
    }
}

impl Identified for Call {
    fn id(&self) -> &str {
        &self.tool_call.call_id
    }
}
