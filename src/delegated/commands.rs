//! What may be asked of a delegated session (section 2).

use super::{Artifact, Outcome, Reason, Reflect, Session, Source};

/// What may be asked of a delegated session (section 2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Creates the session.
    Create {
        /// Which session this is.
        uid: String,
        /// What kind of worker.
        agent: String,
        /// What work.
        task: String,
        /// How it runs.
        harness: String,
        /// The capabilities granted.
        authority: Vec<String>,
        /// The session that delegates, if one does. It is judged and not stored.
        parent: Option<Box<Session>>,
    },
    /// The process is to be spawned.
    Initialize,
    /// The work is to begin.
    Activate,
    /// The work produced something.
    AddArtifact {
        /// What it produced.
        artifact: Artifact,
    },
    /// The work is done.
    Complete {
        /// The assessment, if it comes with it.
        reflect: Option<Reflect>,
    },
    /// The work was attempted and not achieved.
    Fail {
        /// What went wrong.
        message: String,
        /// The assessment, if it comes with it.
        reflect: Option<Reflect>,
    },
    /// The agent refuses.
    Decline {
        /// Why.
        reason: Reason,
        /// The assessment, if it comes with it.
        reflect: Option<Reflect>,
    },
    /// The session is stopped from outside.
    Revoke {
        /// By whom or what.
        source: Source,
        /// The assessment, if it comes with it.
        reflect: Option<Reflect>,
    },
    /// Infrastructure prevented the execution.
    Error {
        /// What went wrong.
        message: String,
        /// The assessment, if it comes with it.
        reflect: Option<Reflect>,
    },
    /// The assessment of the outcome that is declared.
    Reflect {
        /// The assessment.
        reflect: Reflect,
    },
}

impl Command {
    /// The outcome that the command declares, if it declares one.
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Command::Complete { .. } => Some(Outcome::Completed),
            Command::Fail { message, .. } => Some(Outcome::Failed { message: message.clone() }),
            Command::Decline { reason, .. } => Some(Outcome::Declined { reason: *reason }),
            Command::Revoke { source, .. } => Some(Outcome::Revoked { source: *source }),
            Command::Error { message, .. } => Some(Outcome::Error { message: message.clone() }),
            _ => None,
        }
    }

    /// The assessment that the command carries, if it carries one.
    pub fn reflect(&self) -> Option<&Reflect> {
        match self {
            Command::Complete { reflect }
            | Command::Fail { reflect, .. }
            | Command::Decline { reflect, .. }
            | Command::Revoke { reflect, .. }
            | Command::Error { reflect, .. } => reflect.as_ref(),
            Command::Reflect { reflect } => Some(reflect),
            _ => None,
        }
    }
}
