//! What single lifecycles have beyond what all have.

use super::{Answer, context};
use crate::delegated::{self, Delegated};
use crate::engine;
use crate::json::{ClosedSet, Document, Node, ToJson, write_object};
use crate::reversible::{self, ActionStatus, Display, Mode, Reversible, Status, Undo};

/// The uids that [`delegated::cascade`] finds among a list of sessions.
pub fn cascade(sessions: &str, uid: &str) -> Answer {
    let sessions = Document::of("sessions", sessions)?.value(|list| {
        let sessions = list.list(engine::read_session::<Delegated>);
        list.distinct(sessions.iter().map(|session| session.uid.as_str()));
        sessions
    })?;
    let uid = Document::of("uid", uid)?.value(|uid| uid.id())?;
    Ok(delegated::cascade(&sessions, &uid).to_json())
}

/// The display status of a session; of all that a session has only what it depends on is read.
pub fn display_status(session: &str) -> Answer {
    let display = Document::of("session", session)?.value(|session| {
        session.object();
        let (stored, actions) = (session.field("status").one_of(), session.field("actions"));
        let action = |action: Node<'_>| {
            action.object();
            (action.field("status").one_of(), action.field("undo").one_of())
        };
        reversible::display_of(stored, actions.items().map(action))
    })?;
    Ok(display.name().to_json())
}

/// Every check of a rollback, and its plan; see [`reversible::rollback`].
pub fn rollback(session: &str, now: f64, caller: Option<&str>) -> Answer {
    let session = Document::of("session", session)?.value(engine::read_session::<Reversible>)?;
    Ok(reversible::rollback(&session, &context(now, caller)?).to_json())
}

/// The rows of the approvals, or null; see [`reversible::approvals`].
pub fn approvals(session: &str, now: f64, caller: Option<&str>) -> Answer {
    let session = Document::of("session", session)?.value(engine::read_session::<Reversible>)?;
    Ok(reversible::approvals(&session, &context(now, caller)?).to_json())
}

/// What the policies say of an action, in a mode if one is asked for; see [`reversible::evaluate_policies`].
pub fn evaluate_policies(policies: &str, action: &str, mode: &str) -> Answer {
    let policies = Document::of("policies", policies)?.value(reversible::read_policies)?;
    let (api_name, payload) = Document::of("action", action)?.named().value(|action| {
        action.object();
        (action.field("apiName").id(), action.field("payload").opaque())
    })?;
    let mode = Document::of("mode", mode)?.named().value(|mode| mode.optional(|mode| mode.one_of::<Mode>()))?;
    Ok(reversible::evaluate_policies(&policies, &api_name, &payload, mode.unwrap_or_default()).to_json())
}

/// [`reversible::TABLE`] as digits, and the names that its inputs and results stand for.
pub fn displays() -> String {
    write_object(|object| {
        object.list("statuses", Status::NAMES);
        object.list("actionStatuses", ActionStatus::NAMES);
        object.named("undoing", Undo::InProgress);
        object.list("undos", Undo::NAMES);
        object.list("displays", Display::NAMES);
        object.field("table", digits(&reversible::TABLE));
    })
}

/// Numbers below 10, each as a digit.
pub(super) fn digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(b'0' + byte)).collect()
}
