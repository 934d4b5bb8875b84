//! What a rollback would do (section 5).

use super::{Action, ActionStatus, Kind, Reversible, Session};
use crate::engine::{self, Context, Unmet};
use crate::gather::Gather;
use crate::json::{ToJson, Writer, closed_set, sorted};

/// Whether a rollback may be asked for, and what it would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Eligibility {
    /// Whether it may be asked for now, by this caller.
    pub eligible: bool,
    /// Every check that failed; the first is the code of the denial.
    pub failed: Vec<Unmet>,
    /// The steps, newest first.
    pub plan: Vec<Planned>,
    /// The actions that no step touches, newest first.
    pub left_alone: Vec<LeftAlone>,
}

/// One step of the plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Planned {
    /// The action.
    pub action_id: String,
    /// What would be done.
    pub step: Step,
}

/// What a rollback does to an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Its compensation runs.
    Compensate,
    /// A person is asked first.
    AskFirst,
    /// Nothing: it is declared not undoable, and stays.
    Skip,
    /// Nobody knows how to undo it: it becomes `ROLLBACK_FAILED`, and the chain halts.
    Fail,
    /// It is simulated, and rolled back without compensation.
    Flip,
}

/// An action that no step touches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftAlone {
    /// The action.
    pub action_id: String,
    /// Why: `pending_approval`, `cleared`, `failed`, `already_rolled_back`, `rollback_failed` or `chain_halted`.
    pub reason: &'static str,
}

closed_set!(Step {
    Compensate => "COMPENSATE",
    AskFirst => "ASK_FIRST",
    Skip => "SKIP",
    Fail => "FAIL",
    Flip => "FLIP",
});

/// Every check of a rollback, and the plan: what a person sees before pressing the button (section 5).
pub fn rollback(session: &Session, context: &Context) -> Eligibility {
    let failed = match engine::decide::<Reversible>(Some(session), &super::Command::RequestRollback, context) {
        Ok(_) => Vec::new(),
        Err(denial) => denial.unmet,
    };
    let (mut plan, mut left_alone) = (Vec::new(), Vec::new());
    for (action, step) in steps(session) {
        let action_id = action.id.clone();
        match step {
            Ok(step) => plan.push(Planned { action_id, step }),
            Err(reason) => left_alone.push(LeftAlone { action_id, reason }),
        }
    }
    Eligibility { eligible: failed.is_empty(), failed, plan, left_alone }
}

/// Whether a step of the plan asks a person first.
pub(super) fn asks_first(session: &Session) -> bool {
    steps(session).any(|(_, step)| step == Ok(Step::AskFirst))
}

/// What a rollback does to each action, newest first, or why it leaves it alone; it ends with the first that fails.
fn steps(session: &Session) -> impl Iterator<Item = (&Action, Result<Step, &'static str>)> {
    let mut halted = false;
    newest_first(session).map(move |action| {
        let step = step(session, action).and_then(|step| if halted { Err("chain_halted") } else { Ok(step) });
        halted |= step == Ok(Step::Fail);
        (action, step)
    })
}

/// By `order` descending, ties by later position first, never by time.
pub(super) fn newest_first(session: &Session) -> impl Iterator<Item = &Action> {
    let places = session.actions.iter().enumerate().map(|(position, action)| (action.order, position));
    sorted(places.gather()).into_iter().rev().filter_map(|(_, position)| session.actions.get(position))
}

/// What a rollback does to the action, or why it leaves it alone.
pub(super) fn step(session: &Session, action: &Action) -> Result<Step, &'static str> {
    match action.status {
        ActionStatus::Success | ActionStatus::PendingApproval if session.sandbox => Ok(Step::Flip),
        ActionStatus::Success => Ok(match action.compensation.kind {
            Kind::None => Step::Skip,
            Kind::Unavailable => Step::Fail,
            Kind::Automatic if action.compensation.require_approval => Step::AskFirst,
            Kind::Automatic => Step::Compensate,
        }),
        ActionStatus::PendingApproval => Err("pending_approval"),
        ActionStatus::Cleared => Err("cleared"),
        ActionStatus::Failed => Err("failed"),
        ActionStatus::RolledBack => Err("already_rolled_back"),
        ActionStatus::RollbackFailed => Err("rollback_failed"),
    }
}

impl ToJson for Eligibility {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.field("eligible", self.eligible);
            object.list("failed", self.failed.iter().map(|unmet| Failed(unmet.code, &unmet.message)));
            object.field("plan", &self.plan);
            object.field("leftAlone", &self.left_alone);
        });
    }
}

/// A check that failed.
struct Failed<'a>(&'static str, &'a str);

impl ToJson for Failed<'_> {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.field("code", self.0);
            object.field("message", self.1);
        });
    }
}

impl ToJson for Planned {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.field("actionId", &self.action_id);
            object.named("step", self.step);
        });
    }
}

impl ToJson for LeftAlone {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.field("actionId", &self.action_id);
            object.field("reason", self.reason);
        });
    }
}
