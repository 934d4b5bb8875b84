//! What may be asked of an interactive session, or reported of it (sections 3 and 5).

use super::{Answer, ToolCall, ToolPolicies};
use crate::json::Opaque;

/// What may be asked of an interactive session, or reported of it (sections 3 and 5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Creates the session.
    Create {
        /// Which session this is.
        id: String,
        /// Which tools a person is asked about.
        tool_policies: ToolPolicies,
    },
    /// A client says something: one decision about all of it.
    Submit {
        /// What it says; their order does not matter.
        inputs: Vec<Input>,
    },
    /// The model called tools.
    ToolCalls {
        /// In which turn.
        turn: i64,
        /// The batch that the calls make.
        batch_id: String,
        /// The calls, in their order.
        calls: Vec<ToolCall>,
    },
    /// A tool has run.
    ToolFinished {
        /// In which turn.
        turn: i64,
        /// In which batch.
        batch_id: String,
        /// Which call.
        call_id: String,
        /// Whether it ran into an error.
        is_error: bool,
    },
    /// The model ended the turn.
    TurnEnded {
        /// Which.
        turn: i64,
    },
    /// Retries are exhausted, and the turn is over.
    RetriesExhausted {
        /// Which.
        turn: i64,
    },
    /// The session cannot go on.
    UnrecoverableError {
        /// In which turn, if it is the turn's.
        turn: Option<i64>,
        /// What went wrong.
        message: String,
    },
    /// The session is over, and its history is kept.
    Archive,
    /// The session is to be forgotten.
    Delete,
}

/// One of the inputs of a submission (section 3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// Says something to the agent.
    Message {
        /// What, as opaque JSON.
        content: Opaque,
    },
    /// Stops the turn.
    Interrupt,
    /// Answers the question whether a tool may run.
    Approval(Approval),
}

/// The answer to the question whether a tool may run, `tool_approval_response` on the wire (section 3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approval {
    /// The batch of the call.
    pub batch_id: String,
    /// The call.
    pub call_id: String,
    /// Whether it may run.
    pub decision: Answer,
    /// What the model is told instead of an output, if it may not.
    pub deny_message: Option<String>,
}
