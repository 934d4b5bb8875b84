//! The one word to show (section 2): a look-up in a finite table.

use super::{ActionStatus, Session, Status, Undo};
use crate::json::closed_set;

/// The display status, in the order of the rules: the first that matches wins (section 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Display {
    /// An undo failed, or a rollback did not come to its end.
    RollbackFailed,
    /// An undo is in progress.
    RollingBack,
    /// An action waits for a person.
    AwaitingApproval,
    /// All that was executed is undone.
    Reverted,
    /// A part of what was executed is undone.
    PartiallyReverted,
    /// Nothing happened for too long.
    Abandoned,
    /// The run is over.
    Completed,
    /// The run goes on.
    Active,
}

closed_set!(Display {
    RollbackFailed => "ROLLBACK_FAILED",
    RollingBack => "ROLLING_BACK",
    AwaitingApproval => "AWAITING_APPROVAL",
    Reverted => "REVERTED",
    PartiallyReverted => "PARTIALLY_REVERTED",
    Abandoned => "ABANDONED",
    Completed => "COMPLETED",
    Active => "ACTIVE",
});

/// The display status of every input, as its place in [`Display`]: at `stored << 7 | present << 1 | undoing`, where
/// `stored` is the place of the stored status in [`Status`], bit n of `present` says whether some action has the n-th
/// [`ActionStatus`], and `undoing` whether an undo is in progress (section 2).
pub const TABLE: [u8; 640] = table();

/// The display status of a session.
///
/// ```
/// use countersign::reversible::{Command, Display, Settings, decide, display_status, replay};
/// use countersign::engine::{Context, Decision};
///
/// let create = Command::Create { id: "s".into(), agent_id: "a".into(), sandbox: false, settings: Settings::default() };
/// let Ok(Decision::Allowed { events, .. }) = decide(None, &create, &Context::default()) else { unreachable!() };
/// assert_eq!(display_status(&replay(&events, None).unwrap()), Display::Active);
/// ```
pub fn display_status(session: &Session) -> Display {
    display_of(session.status, session.actions.iter().map(|action| (action.status, action.undo)))
}

/// The display status of all that it depends on.
pub(crate) fn display_of(stored: Status, actions: impl Iterator<Item = (ActionStatus, Undo)>) -> Display {
    let (mut present, mut undoing) = (0, false);
    for (status, undo) in actions {
        present |= 1 << status as usize;
        undoing |= undo == Undo::InProgress;
    }
    look_up(stored, present, undoing)
}

/// The display status of these inputs.
pub(super) fn look_up(stored: Status, present: usize, undoing: bool) -> Display {
    let place = TABLE.get((stored as usize) << 7 | present << 1 | usize::from(undoing));
    place.and_then(|place| <Display as crate::json::ClosedSet>::ALL.get(usize::from(*place))).copied().unwrap_or(Display::Active)
}

const fn table() -> [u8; 640] {
    let mut table = [0; 640];
    let mut rest: &mut [u8] = &mut table;
    let mut at = 0;
    while let [first, behind @ ..] = rest {
        *first = rule(at >> 7, at >> 1 & 63, at & 1 == 1) as u8;
        rest = behind;
        at += 1;
    }
    table
}

/// The first rule that matches.
const fn rule(stored: usize, present: usize, undoing: bool) -> Display {
    const SUCCESS: usize = 1 << ActionStatus::Success as usize;
    const PENDING: usize = 1 << ActionStatus::PendingApproval as usize;
    const CLEARED: usize = 1 << ActionStatus::Cleared as usize;
    const ROLLED_BACK: usize = 1 << ActionStatus::RolledBack as usize;
    const ROLLBACK_FAILED: usize = 1 << ActionStatus::RollbackFailed as usize;
    const EXECUTED: usize = SUCCESS | ROLLED_BACK | ROLLBACK_FAILED;

    if present & ROLLBACK_FAILED != 0 || stored == Status::Failed as usize {
        Display::RollbackFailed
    } else if undoing {
        Display::RollingBack
    } else if present & PENDING != 0 {
        Display::AwaitingApproval
    } else if present & EXECUTED == ROLLED_BACK && present & CLEARED == 0 {
        Display::Reverted
    } else if present & ROLLED_BACK != 0 && present & (SUCCESS | CLEARED) != 0 {
        Display::PartiallyReverted
    } else if stored == Status::Abandoned as usize {
        Display::Abandoned
    } else if stored != Status::Active as usize {
        Display::Completed
    } else {
        Display::Active
    }
}
