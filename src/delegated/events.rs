//! What happens to a delegated session, and what that does. It never refuses: what happened, happened.

use super::{Artifact, Delegated, Outcome, Phase, Reflect, Session};
use crate::engine::{Ids, Lifecycle};

/// What happened to a delegated session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// It was created.
    Created {
        /// Which session this is.
        uid: String,
        /// What kind of worker.
        agent: String,
        /// What work.
        task: String,
        /// How it runs.
        harness: String,
        /// The session that delegated it.
        parent_uid: Option<String>,
        /// The capabilities granted.
        authority: Vec<String>,
        /// When, in milliseconds since the epoch.
        at: i64,
    },
    /// Its process is spawning.
    Initialized,
    /// Its work began.
    Activated,
    /// It produced something.
    ArtifactAdded {
        /// What it produced.
        artifact: Artifact,
    },
    /// An outcome was declared.
    OutcomeDeclared {
        /// Which.
        outcome: Outcome,
    },
    /// ▶ An assessment is owed before the session can end.
    ReflectOwed {
        /// The terminal phase that it has to speak of.
        outcome: Phase,
    },
    /// The assessment is there: the session ended.
    Reflected {
        /// The outcome that it ended with.
        outcome: Outcome,
        /// The assessment.
        reflect: Reflect,
    },
}

/// The session that the event begins, if it begins one.
pub(super) fn begin(event: &Event) -> Option<Session> {
    match event {
        Event::Created { uid, agent, task, harness, parent_uid, authority, at } => Some(Session {
            uid: uid.clone(),
            agent: agent.clone(),
            task: task.clone(),
            harness: harness.clone(),
            parent_uid: parent_uid.clone(),
            authority: authority.clone(),
            created_at: *at,
            revision: 1,
            ..Delegated::NO_SESSION.clone()
        }),
        _ => None,
    }
}

/// Changes the session; false if the event does not fit.
pub(super) fn change(session: &mut Session, artifacts: &mut Ids, event: &Event) -> bool {
    match event {
        Event::Created { .. } => return false,
        Event::Initialized => session.phase = Phase::Initializing,
        Event::Activated => session.phase = Phase::Active,
        Event::ArtifactAdded { artifact } => return artifacts.push(&mut session.artifacts, artifact.clone()),
        Event::OutcomeDeclared { outcome } => session.superseded.extend(session.pending_outcome.replace(outcome.clone())),
        Event::ReflectOwed { .. } => {}
        Event::Reflected { outcome, reflect } => {
            session.phase = outcome.phase();
            session.pending_outcome = None;
            session.outcome = Some(outcome.clone());
            session.reflect = Some(reflect.clone());
        }
    }
    true
}
