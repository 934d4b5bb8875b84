//! One chain, from action to action (section 5).

use super::Chain;
use crate::engine::Caller;
use crate::gather::Gather;
use crate::json::{self, ClosedSet, LARGEST_INTEGER, percent_encoded, sorted};
use crate::reversible::index::Index;
use crate::reversible::rollback::{Step, step};
use crate::reversible::{Action, ActionStatus, Event, Kind, Purpose, Rollback, Scope, Session, Status, later};

impl Chain<'_> {
    /// Goes on until an undo is in progress, or nothing is left to do.
    pub(super) fn go_on(&mut self) {
        let mut queue = None;
        loop {
            let before = self.effects.events.len();
            if self.is_undoing() || !self.step_on(&mut queue) || self.effects.events.len() == before {
                return;
            }
        }
    }

    /// The next step of what is in progress or waits; false if there is none.
    fn step_on(&mut self, queue: &mut Option<Vec<(i64, usize)>>) -> bool {
        let Some(rollback) = &self.session().rollback else { return false };
        let step = |id: &String| Some((id.clone(), step(self.session(), self.action(id)?).ok()?));
        if let Some((id, step)) = rollback.todo.iter().filter_map(step).find(|(_, step)| *step != Step::Skip) {
            self.walk(id, step);
        } else if rollback.is_running() {
            self.end(false);
        } else if rollback.session_next {
            match self.is_eligible() {
                true => self.start_session(Caller::System),
                false => self.emit(Event::RollbackDropped),
            }
        } else {
            // Nothing joins those that wait before this is over.
            let waiting = queue.get_or_insert_with(|| self.waiting());
            let next = waiting.pop().and_then(|(_, position)| self.session().actions.get(position)).map(|action| action.id.clone());
            let Some(id) = next else { return false };
            self.start_action(Scope::Action, Caller::System, id);
        }
        true
    }

    /// Those that wait, the newest last.
    fn waiting(&self) -> Vec<(i64, usize)> {
        let waiting = self.session().rollback.iter().flat_map(|rollback| &rollback.waiting);
        let place = |id: &String| {
            let position = self.index().actions.find(&self.session().actions, id)?;
            Some((self.session().actions.get(position)?.order, position))
        };
        let mut places = sorted(waiting.filter_map(place).gather());
        places.dedup();
        places
    }

    fn walk(&mut self, action_id: String, step: Step) {
        match step {
            Step::Compensate => self.start_undo(&action_id),
            // Where approvals are not known nobody can be asked; no rule starts such a chain.
            Step::AskFirst if self.session().approvals.is_none() => self.end(true),
            Step::AskFirst => self.ask_first(action_id),
            Step::Fail => {
                self.emit(Event::UndoUnavailable { action_id });
                self.end(true);
            }
            // A sandbox has no chains.
            Step::Skip | Step::Flip => {}
        }
    }

    fn ask_first(&mut self, action_id: String) {
        let timeout = self.session().settings.rollback_approval_timeout_ms;
        let approval_id = derived_id(self.session(), self.index(), &action_id, Purpose::Rollback);
        self.emit(Event::ApprovalRequested {
            approval_id,
            action_id,
            purpose: Some(Purpose::Rollback),
            timeout_at: timeout.and_then(|millis| later(self.now(), millis)),
            requested_at: Some(self.now()),
        });
    }

    pub(super) fn start_undo(&mut self, id: &str) {
        let Some(action) = self.action(id) else { return };
        let attempt = action.undo_attempts.saturating_add(1).min(LARGEST_INTEGER);
        let idempotency_key = action.idempotency_key(&self.session().id, attempt);
        self.emit(Event::UndoStarted { action_id: id.to_owned(), attempt, idempotency_key });
    }

    /// A failed or declined undo ends its chain at once; one that is in no chain ends nothing.
    pub(in crate::reversible) fn halt(&mut self) {
        if self.session().rollback.as_ref().is_some_and(Rollback::is_running) {
            self.end(true);
        }
    }

    fn end(&mut self, halted: bool) {
        let chain = self.session().rollback.as_ref().map(|rollback| (rollback.scope, rollback.walked.clone()));
        self.emit(Event::RollbackEnded { halted });
        if let Some((Scope::Session, walked)) = chain {
            self.settle(&walked);
        }
    }

    /// The stored status after the session's chain.
    pub(super) fn settle(&mut self, walked: &[String]) {
        let index = self.index();
        let walked = json::Index::new(walked.iter().map(String::as_str));
        let stays = |action: &&Action| action.status == ActionStatus::Success && action.compensation.kind != Kind::None && !walked.holds(&action.id);
        let status = if index.any(ActionStatus::RollbackFailed) || index.declined > 0 {
            Status::Failed
        } else if index.any(ActionStatus::PendingApproval)
            || index.any(ActionStatus::Cleared)
            || self.session().actions.iter().any(|action| stays(&action))
        {
            return;
        } else {
            Status::RolledBack
        };
        self.become_of(status);
    }

    pub(super) fn become_of(&mut self, status: Status) {
        if self.session().status != status {
            self.emit(Event::RollbackSettled { status });
        }
    }
}

/// `<action>:<purpose>:<n>`, past what is taken (section 1).
pub(in crate::reversible) fn derived_id(session: &Session, index: &Index, action_id: &str, purpose: Purpose) -> String {
    let mut number = 0_usize;
    loop {
        number += 1;
        let id = [&percent_encoded(action_id), ":", purpose.name(), ":", &number.to_string()].concat();
        if index.approvals.find(session.known_approvals(), &id).is_none() {
            return id;
        }
    }
}
