//! What is kept beside a session, to find and count things in it.

use super::{Action, ActionStatus, Kind, Session, Undo};
use crate::engine::Ids;

/// What is kept beside a session to find and count things in it.
#[derive(Debug, Clone, Default)]
pub struct Index {
    /// Where the actions are.
    pub(super) actions: Ids,
    /// Where the approvals are.
    pub(super) approvals: Ids,
    /// The highest order of an action.
    pub(super) highest_order: Option<i64>,
    /// How many actions have each status.
    pub(super) statuses: [usize; 6],
    /// How many undos are in progress.
    pub(super) undoing: usize,
    /// How many undos were declined.
    pub(super) declined: usize,
    /// How many executed actions may stay, as they are declared not undoable.
    pub(super) kept: usize,
}

impl Index {
    /// Of a session.
    pub(super) fn new(session: &Session) -> Self {
        let (actions, approvals) = (Ids::new(&session.actions), Ids::new(session.known_approvals()));
        let mut index = Index { actions, approvals, ..Index::default() };
        session.actions.iter().for_each(|action| index.count(action));
        index
    }

    /// Whether some action has that status.
    pub(super) fn any(&self, status: ActionStatus) -> bool {
        self.with(status) > 0
    }

    /// How many actions have that status.
    pub(super) fn with(&self, status: ActionStatus) -> usize {
        self.statuses.get(status as usize).copied().unwrap_or_default()
    }

    /// Whether some action is still to be decided, executed or undone by a person.
    pub(super) fn is_open(&self) -> bool {
        [ActionStatus::PendingApproval, ActionStatus::Cleared, ActionStatus::RollbackFailed].iter().any(|status| self.any(*status))
    }

    /// Takes in an action.
    pub(super) fn count(&mut self, action: &Action) {
        self.highest_order = self.highest_order.max(Some(action.order));
        self.add(action, 1);
    }

    /// Adds to what the action counts for.
    pub(super) fn add(&mut self, action: &Action, number: isize) {
        let kept = action.status == ActionStatus::Success && action.compensation.kind == Kind::None;
        let status = self.statuses.get_mut(action.status as usize);
        for (counts, counter) in [
            (true, status),
            (action.undo == Undo::InProgress, Some(&mut self.undoing)),
            (action.undo == Undo::Declined, Some(&mut self.declined)),
            (kept, Some(&mut self.kept)),
        ] {
            if let (true, Some(counter)) = (counts, counter) {
                *counter = counter.saturating_add_signed(number);
            }
        }
    }
}
