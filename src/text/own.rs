//! What single lifecycles have beyond what all have.

use super::{Answer, context};
use crate::delegated::{self, Delegated};
use crate::engine::Lifecycle;
use crate::json::{ClosedSet, Document, ToJson, write_object};
use crate::reversible::{self, ActionStatus, Display, Mode, Reversible, Status, Undo};

/// The uids that [`delegated::cascade`] finds among a list of sessions.
pub fn cascade(sessions: &str, uid: &str) -> Answer {
    let (sessions, uid) = (Document::parse(sessions)?, Document::parse(uid)?);
    let list = sessions.root();
    let sessions = list.list(Delegated::read_session)?;
    list.distinct(sessions.iter().map(|session| session.uid.as_str()))?;
    let uid = uid.root().id()?;
    Ok(delegated::cascade(&sessions, &uid).to_json())
}

/// Every check of a rollback, and its plan; see [`reversible::rollback`].
pub fn rollback(session: &str, now: f64, caller: Option<&str>) -> Answer {
    let session = Reversible::read_session(&Document::parse(session)?.root())?;
    Ok(reversible::rollback(&session, &context(now, caller)?).to_json())
}

/// The rows of the approvals, or null; see [`reversible::approvals`].
pub fn approvals(session: &str, now: f64, caller: Option<&str>) -> Answer {
    let session = Reversible::read_session(&Document::parse(session)?.root())?;
    Ok(reversible::approvals(&session, &context(now, caller)?).to_json())
}

/// What the policies say of an action; see [`reversible::evaluate_policies`].
pub fn evaluate_policies(policies: &str, action: &str, mode: &str) -> Answer {
    let (policies, action, mode) = (Document::parse(policies)?, Document::parse(action)?, Document::parse(mode)?);
    let (policies, action) = (reversible::read_policies(&policies.root())?, action.root());
    action.object()?;
    let mode = mode.root().optional(|node| node.one_of::<Mode>())?.unwrap_or_default();
    let (api_name, payload) = (action.field("apiName").id()?, action.field("payload").opaque()?);
    Ok(reversible::evaluate_policies(&policies, &api_name, &payload, mode).to_json())
}

/// The names that the inputs and results of [`reversible::TABLE`] stand for.
pub fn display_names() -> String {
    write_object(|object| {
        object.list("statuses", names::<Status>());
        object.list("actionStatuses", names::<ActionStatus>());
        object.named("undoing", Undo::InProgress);
        object.list("displays", names::<Display>());
    })
}

fn names<T: ClosedSet>() -> impl Iterator<Item = &'static str> {
    T::ALL.iter().map(|value| value.name())
}
