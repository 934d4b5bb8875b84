//! How a rollback goes on (section 5), and what time does (section 6): the events that one command brings about.

mod walk;

pub(super) use walk::derived_id;

use super::index::Index;
use super::rollback::{newest_first, step};
use super::{Action, ActionStatus, Approval, ApprovalStatus, Case, Event, Purpose, Resolution, Reversible, Scope, Session, Status, view};
use crate::engine::{Caller, Context, Effects, Indexed};
use crate::gather::Gather;
use crate::json::{self, Opaque, sorted};

/// A session on its way through what one command brings about: each step judges the result of the one before.
pub(super) struct Chain<'a> {
    case: &'a Case<'a>,
    /// The result so far, once somebody asks: a session may be large, and most commands bring about one event.
    state: Option<Indexed<Reversible>>,
    /// Where the approvals of an action are, of those that were there at first; a sandbox asks for no others.
    by_action: Option<json::Index<'a>>,
    effects: &'a mut Effects<Reversible>,
}

impl<'a> Chain<'a> {
    /// From the session of the case.
    pub(super) fn new(case: &'a Case<'a>, effects: &'a mut Effects<Reversible>) -> Self {
        Chain { case, state: None, by_action: None, effects }
    }

    /// The event happens, if it fits: of a session that contradicts itself it may not.
    pub(super) fn emit(&mut self, event: Event) {
        if self.state.as_mut().is_none_or(|state| state.apply(&event)) {
            self.effects.events.push(event);
        }
    }

    /// From here on the result so far is what is judged.
    pub(super) fn catch_up(&mut self) {
        if self.state.is_none() {
            let mut state = Indexed::with(outline(self.case.session), self.case.index.clone());
            self.effects.events.iter().for_each(|event| _ = state.apply(event));
            self.state = Some(state);
        }
    }

    fn session(&self) -> &Session {
        self.state.as_ref().map_or(self.case.session, Indexed::session)
    }

    fn index(&self) -> &Index {
        self.state.as_ref().map_or(self.case.index, Indexed::index)
    }

    fn now(&self) -> i64 {
        self.case.context.now
    }

    /// Whether a command brings it about, rather than time.
    fn is_activity(&self) -> bool {
        *self.case.command != super::Command::Tick
    }

    fn action(&self, id: &str) -> Option<&Action> {
        self.session().actions.get(self.index().actions.find(&self.session().actions, id)?)
    }

    fn is_undoing(&self) -> bool {
        self.index().undoing > 0
    }

    /// An approval is answered, or nobody answered it in time; what follows from that follows.
    pub(super) fn resolve(
        &mut self,
        approval: &Approval,
        status: ApprovalStatus,
        resolution: Resolution,
        by: Option<String>,
        reason: Option<String>,
    ) {
        let (approval_id, action_id, at, activity) = (approval.approval_id.clone(), approval.action_id.clone(), self.now(), self.is_activity());
        self.emit(Event::ApprovalResolved { approval_id: approval_id.clone(), status, resolution, at, resolved_by: by, reason, activity });
        match (approval.purpose, status) {
            (Some(Purpose::BeforeExecution), ApprovalStatus::Approved) => {
                return self.emit(Event::ActionCleared { action_id, approval_id: Some(approval_id) });
            }
            (Some(Purpose::Rollback), ApprovalStatus::Approved) => return self.start_undo(&action_id),
            (Some(Purpose::AfterExecution), ApprovalStatus::Approved) => return,
            _ => self.catch_up(),
        }
        match approval.purpose {
            Some(Purpose::BeforeExecution) => self.roll_back_session(),
            Some(Purpose::AfterExecution) => self.roll_back_action(&action_id),
            Some(Purpose::Rollback) => self.halt(),
            None => {}
        }
        self.go_on();
    }

    /// What section 5 denies starts no chain; another undo in progress delays it.
    fn roll_back_session(&mut self) {
        let comes = |rollback: &super::Rollback| rollback.session_next || rollback.is_running() && rollback.scope == Scope::Session;
        if self.session().rollback.as_ref().is_some_and(comes) {
            return;
        }
        if self.is_undoing() {
            self.emit(Event::RollbackDeferred { action_id: None });
        } else if self.is_eligible() {
            self.start_session(Caller::System);
        }
    }

    fn is_eligible(&self) -> bool {
        let context = Context { now: self.now(), caller: Caller::System };
        self.state.as_ref().is_some_and(|state| state.permits(&super::Command::RequestRollback, &context))
    }

    /// The session's chain begins; in a sandbox it is over at once.
    pub(super) fn start_session(&mut self, caller: Caller) {
        if self.session().sandbox {
            let all = newest_first(self.session()).filter(|action| step(self.session(), action).is_ok());
            self.flip(all.map(|action| action.id.clone()).gather());
            self.settle(&[]);
        } else {
            self.emit(Event::RollbackStarted { scope: Scope::Session, caller, action_id: None });
        }
    }

    /// The rollback of a single action; it waits while another undo is in progress.
    fn roll_back_action(&mut self, id: &str) {
        if self.session().sandbox {
            self.flip(vec![id.to_owned()]);
        } else if self.is_undoing() {
            self.emit(Event::RollbackDeferred { action_id: Some(id.to_owned()) });
        } else {
            self.start_action(Scope::Action, Caller::System, id.to_owned());
        }
    }

    fn start_action(&mut self, scope: Scope, caller: Caller, id: String) {
        self.emit(Event::RollbackStarted { scope, caller, action_id: Some(id) });
    }

    /// A failed undo is tried again.
    pub(super) fn retry(&mut self, id: &str, caller: Caller) {
        if self.session().sandbox {
            self.flip(vec![id.to_owned()]);
        } else {
            self.start_action(Scope::Retry, caller, id.to_owned());
        }
    }

    /// Simulated actions are rolled back in one step, and nobody is asked about them any more.
    fn flip(&mut self, ids: Vec<String>) {
        let of = |case: &Case<'a>| json::Index::new(case.session.known_approvals().iter().map(|approval| approval.action_id.as_str()));
        let by_action = self.by_action.take().unwrap_or_else(|| of(self.case));
        let positions = ids.iter().flat_map(|id| by_action.positions(id));
        let open = positions.filter_map(|position| self.session().known_approvals().get(position)).filter(|approval| approval.is_pending());
        let approvals: Vec<String> = open.map(|approval| approval.approval_id.clone()).gather();
        self.by_action = Some(by_action);
        for approval_id in approvals {
            self.emit(Event::ApprovalResolved {
                approval_id,
                status: ApprovalStatus::Rejected,
                resolution: Resolution::System,
                at: self.now(),
                resolved_by: None,
                reason: Some("sandbox_rollback".to_owned()),
                activity: self.is_activity(),
            });
        }
        self.emit(Event::SandboxRolledBack { action_ids: ids });
    }

    /// Judges a stored `FAILED` anew, once the command has done the rest.
    pub(super) fn finish(mut self) {
        if self.state.is_none() && self.session().status != Status::Failed {
            return;
        }
        self.catch_up();
        self.go_on();
        let (session, index) = (self.session(), self.index());
        if session.status == Status::Failed
            && !self.is_undoing()
            && index.any(ActionStatus::RolledBack)
            && !index.is_open()
            && index.declined == 0
            && view::left(session, index) == 0
        {
            self.become_of(Status::RolledBack);
        }
    }

    /// Lets the due approvals expire one by one, and abandons what nobody needs any more (section 6).
    pub(super) fn tick(&mut self) {
        self.catch_up();
        let approvals = self.session().known_approvals();
        let due = approvals.iter().enumerate().filter(|(_, approval)| approval.purpose.is_some() && approval.is_expired(self.now()));
        let due = sorted(due.filter_map(|(position, approval)| Some((approval.timeout_at?, position))).gather());
        for (_, position) in due {
            let approval = self.session().known_approvals().get(position).filter(|approval| approval.is_pending()).cloned();
            if let Some(approval) = approval {
                self.resolve(&approval, ApprovalStatus::Rejected, Resolution::Timeout, None, Some("timeout".to_owned()));
            }
        }
        if view::abandoned_at(self.session(), self.index()).is_some_and(|at| self.now() >= at) {
            self.emit(Event::Abandoned);
        }
    }
}

/// The session without what no chain looks at, which is most of it.
fn outline(session: &Session) -> Session {
    let nothing = (String::new(), Opaque::default());
    let action = |action: &Action| Action {
        id: action.id.clone(),
        api_name: nothing.0.clone(),
        payload: nothing.1.clone(),
        error: nothing.1.clone(),
        undo_error: nothing.1.clone(),
        acknowledged: None,
        withdrawn: None,
        ..*action
    };
    let approval = |approval: &Approval| Approval {
        approval_id: approval.approval_id.clone(),
        action_id: approval.action_id.clone(),
        resolved_by: None,
        reason: None,
        ..*approval
    };
    Session {
        id: session.id.clone(),
        agent_id: nothing.0.clone(),
        settings: session.settings.clone(),
        actions: session.actions.iter().map(action).gather(),
        approvals: session.approvals.as_ref().map(|approvals| approvals.iter().map(approval).gather()),
        rollback: session.rollback.clone(),
        ..*session
    }
}
