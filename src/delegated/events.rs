//! What an event does. It never refuses: what happened, happened.

use super::{Event, Phase, Session};
use crate::json::LARGEST_INTEGER;

/// The session after the event; one that does not fit leaves it as it is.
pub(super) fn apply(session: Option<Session>, event: &Event) -> Option<Session> {
    match (session, event) {
        (None, Event::Created { uid, agent, task, harness, parent_uid, authority, at }) => Some(Session {
            uid: uid.clone(),
            agent: agent.clone(),
            task: task.clone(),
            harness: harness.clone(),
            parent_uid: parent_uid.clone(),
            authority: authority.clone(),
            phase: Phase::Pending,
            pending_outcome: None,
            outcome: None,
            superseded: Vec::new(),
            reflect: None,
            artifacts: Vec::new(),
            created_at: *at,
            revision: 1,
        }),
        (None, _) => None,
        (Some(mut session), event) => {
            if change(&mut session, event) {
                session.revision = session.revision.saturating_add(1).min(LARGEST_INTEGER);
            }
            Some(session)
        }
    }
}

/// Changes the session; false if the event does not fit.
fn change(session: &mut Session, event: &Event) -> bool {
    match event {
        Event::Created { .. } => return false,
        Event::Initialized => session.phase = Phase::Initializing,
        Event::Activated => session.phase = Phase::Active,
        Event::ArtifactAdded { artifact } => {
            if session.artifacts.iter().any(|known| known.id == artifact.id) {
                return false;
            }
            session.artifacts.push(artifact.clone());
        }
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
