#![doc = include_str!("README.md")]

mod cascade;
mod commands;
mod events;
mod facts;
mod import;
mod invariants;
mod lifecycle;
mod names;
mod read;
mod rules;
mod view;
mod write;

pub use cascade::cascade;
pub use commands::Command;
pub use events::Event;
pub use lifecycle::{Decision, Delegated, Offer, apply, can, deadline, decide, from_api, offers, outstanding, parse, replay, view};
pub use rules::RULES;
pub use view::{Accountable, Conditions, View};

use crate::engine::Identified;
use crate::json::Opaque;

/// What a rule looks at.
type Case<'a> = crate::engine::Case<'a, Delegated>;

/// All of a delegated session, the unit of accountability: "who did this?" is answered with its `uid`
/// (section 1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Which session this is.
    pub uid: String,
    /// What kind of worker.
    pub agent: String,
    /// What work.
    pub task: String,
    /// How it runs.
    pub harness: String,
    /// The session that delegated it.
    pub parent_uid: Option<String>,
    /// The capabilities, kept as granted.
    pub authority: Vec<String>,
    /// How far it has come.
    pub phase: Phase,
    /// The outcome that is declared and not yet reflected.
    pub pending_outcome: Option<Outcome>,
    /// The outcome, once the phase is terminal.
    pub outcome: Option<Outcome>,
    /// Outcomes that a revocation or an error replaced, oldest first.
    pub superseded: Vec<Outcome>,
    /// The reflect artifact, once the phase is terminal.
    pub reflect: Option<Reflect>,
    /// What the work produced.
    pub artifacts: Vec<Artifact>,
    /// Milliseconds since the epoch.
    pub created_at: i64,
    /// How many events have happened.
    pub revision: i64,
}

/// How far a session has come (section 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// The durable session exists, the live process is not started.
    Pending,
    /// The process is spawning.
    Initializing,
    /// Live work is being performed.
    Active,
    /// Finished cleanly, outputs produced.
    Completed,
    /// Attempted the work and did not achieve the result.
    Failed,
    /// The agent legitimately refused, with a structured reason; not a failure.
    Declined,
    /// Externally stopped.
    Revoked,
    /// Infrastructure prevented the execution.
    Error,
}

/// How a session ends, with what it says about it (section 1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Finished cleanly.
    Completed,
    /// Attempted, not achieved.
    Failed {
        /// What went wrong.
        message: String,
    },
    /// Legitimately refused.
    Declined {
        /// Why.
        reason: Reason,
    },
    /// Externally stopped.
    Revoked {
        /// By whom or what.
        source: Source,
    },
    /// Infrastructure failed.
    Error {
        /// What went wrong.
        message: String,
    },
}

/// Why an agent declines (section 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// More has to be known first.
    InsufficientContext,
    /// The authority does not suffice.
    AuthorityInsufficient,
    /// The work should not be done.
    EthicalObjection,
    /// The work is too large for one session.
    NeedsDecomposition,
    /// The work is another's.
    ScopeMismatch,
}

/// Where a decline goes (section 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disposition {
    /// The workflow may route back to research.
    BackToResearch,
    /// The parent decides.
    EscalateToParent,
    /// A person decides.
    EscalateToHuman,
    /// The orchestrator plans again.
    Replan,
    /// The orchestrator reassigns the work.
    Reassign,
}

/// Who revokes (section 1); a timeout is a revocation, never a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The governance of the platform.
    Governance,
    /// The parent session.
    Parent,
    /// A time limit.
    Timeout,
}

/// Who wrote a reflect artifact (section 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Author {
    /// The agent itself.
    Agent,
    /// The platform, where the agent may be gone.
    System,
}

/// The mandatory assessment of an ended session (section 1). An answer that is absent is empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reflect {
    /// Who wrote it.
    pub author: Author,
    /// The session that it speaks of.
    pub session_uid: String,
    /// The terminal phase that it speaks of.
    pub outcome: Phase,
    /// What went right and wrong at the level of the task.
    pub task_assessment: String,
    /// Whether the decomposition was correct.
    pub decomposition: String,
    /// Whether the orchestration could improve.
    pub orchestration: String,
    /// What the system should learn.
    pub lessons: String,
}

/// Something that the work produced: an id, and opaque JSON that holds it (section 1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Artifact {
    /// Its id.
    pub id: String,
    /// All of it, `id` included.
    pub content: Opaque,
}

impl Session {
    /// Whether work is accepted: the session has not ended, and no outcome is pending.
    pub fn is_working(&self) -> bool {
        !self.phase.is_terminal() && self.pending_outcome.is_none()
    }

    /// The outcome whose reflect is owed.
    pub fn owed(&self) -> Option<&Outcome> {
        self.pending_outcome.as_ref().filter(|_| !self.phase.is_terminal())
    }
}

impl Phase {
    /// Whether the phase has no exit.
    pub fn is_terminal(self) -> bool {
        rules::TERMINAL.contains(&self)
    }
}

impl Outcome {
    /// The terminal phase that it leads to.
    pub fn phase(&self) -> Phase {
        match self {
            Outcome::Completed => Phase::Completed,
            Outcome::Failed { .. } => Phase::Failed,
            Outcome::Declined { .. } => Phase::Declined,
            Outcome::Revoked { .. } => Phase::Revoked,
            Outcome::Error { .. } => Phase::Error,
        }
    }

    /// The command that declares it.
    pub fn command(&self) -> &'static str {
        match self {
            Outcome::Completed => "complete",
            Outcome::Failed { .. } => "fail",
            Outcome::Declined { .. } => "decline",
            Outcome::Revoked { .. } => "revoke",
            Outcome::Error { .. } => "error",
        }
    }
}

impl Reason {
    /// Where a decline of this reason goes (section 1).
    pub fn disposition(self) -> Disposition {
        match self {
            Reason::InsufficientContext => Disposition::BackToResearch,
            Reason::AuthorityInsufficient => Disposition::EscalateToParent,
            Reason::EthicalObjection => Disposition::EscalateToHuman,
            Reason::NeedsDecomposition => Disposition::Replan,
            Reason::ScopeMismatch => Disposition::Reassign,
        }
    }
}

impl Identified for Artifact {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Reflect {
    /// The four answers under their names.
    pub fn answers(&self) -> [(&'static str, &str); 4] {
        [
            ("taskAssessment", &self.task_assessment),
            ("decomposition", &self.decomposition),
            ("orchestration", &self.orchestration),
            ("lessons", &self.lessons),
        ]
    }
}
