//! What is kept beside a session, to find things in it.

use super::{Call, CallId, Session};
use crate::engine::Ids;

/// How many calls are undecided.
pub(super) fn undecided(calls: &[Call]) -> usize {
    calls.iter().filter(|call| call.is_undecided()).count()
}

/// What is kept beside a session to find things in it.
#[derive(Debug, Clone, Default)]
pub struct Index {
    /// Where the calls of the recorded batch are.
    pub(super) calls: Ids,
    /// Where the ids of the earlier batches are.
    pub(super) past: Ids,
    /// How many calls of the recorded batch are undecided.
    pub(super) undecided: usize,
}

impl Index {
    /// Of a session.
    pub(super) fn new(session: &Session) -> Self {
        let calls = session.calls();
        Index { calls: Ids::new(calls), past: Ids::new(&session.past_batch_ids), undecided: undecided(calls) }
    }

    /// The recorded call of that identity.
    pub(super) fn call<'a>(&self, session: &'a Session, batch_id: &str, call_id: &str) -> Option<&'a Call> {
        let batch = session.batch.as_ref().filter(|batch| batch.batch_id == batch_id)?;
        batch.calls.get(self.calls.find(&batch.calls, call_id)?)
    }

    /// The same, to be changed.
    pub(super) fn call_mut<'a>(&self, session: &'a mut Session, id: &CallId) -> Option<&'a mut Call> {
        let batch = session.batch.as_mut().filter(|batch| batch.batch_id == id.batch_id)?;
        let position = self.calls.find(&batch.calls, &id.call_id)?;
        batch.calls.get_mut(position)
    }
}
