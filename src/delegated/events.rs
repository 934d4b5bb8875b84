//! What an event does. It never refuses: what happened, happened.

use super::{Event, Phase, Session};
use crate::engine::Ids;

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
            phase: Phase::Pending,
            pending_outcome: None,
            outcome: None,
            superseded: Vec::new(),
            reflect: None,
            artifacts: Vec::new(),
            created_at: *at,
            revision: 1,
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
