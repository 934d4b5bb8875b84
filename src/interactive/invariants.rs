//! What contradicts itself in a session (section 1): reported, never refused.

use super::{Answer, Batch, Call, Display, Policy, Session, Status};
use crate::json::ClosedSet;

/// The first invariant that is broken, as a sentence.
pub(super) fn broken(session: &Session) -> Option<String> {
    barrier_broken(session).or_else(|| turn_broken(session)).or_else(|| end_broken(session))
}

/// It rests with `requires_action` if and only if a recorded call is undecided.
fn barrier_broken(session: &Session) -> Option<String> {
    let undecided = session.calls().iter().find(|call| call.is_undecided());
    match (session.display(), undecided) {
        (Display::Unknown, _) => None,
        (Display::RequiresAction, None) => Some("the session waits for approvals, and no tool call waits for one".to_owned()),
        (Display::RequiresAction, Some(_)) | (_, None) => None,
        (display, Some(call)) => Some(format!("`{}` waits for approval, and the session is `{}`", call.tool_call.call_id, display.name())),
    }
}

fn turn_broken(session: &Session) -> Option<String> {
    let display = session.display();
    let is_over = matches!(display, Display::Idle | Display::Terminated);
    if session.turn == 0 && matches!(display, Display::RequiresAction | Display::Running) {
        return Some(format!("the session is `{}`, and no turn has begun", display.name()));
    }
    if !session.turn_inputs.is_empty() && (is_over || session.batch.is_some()) {
        return Some("the inputs of a turn are kept, and the turn is not at its beginning".to_owned());
    }
    if is_over && !session.past_batch_ids.is_empty() {
        return Some("batches are kept, and the turn is over".to_owned());
    }
    let batch = session.batch.as_ref()?;
    if is_over {
        return Some(format!("the batch `{}` is recorded, and the turn is over", batch.batch_id));
    }
    let is_lifted = session.is_lifted();
    batch_broken(session, batch).or_else(|| batch.calls.iter().find_map(|call| call_broken(call, is_lifted)))
}

fn batch_broken(session: &Session, batch: &Batch) -> Option<String> {
    let id = &batch.batch_id;
    if batch.turn != session.turn {
        return Some(format!("the batch `{id}` is of turn {}, and the present one is turn {}", batch.turn, session.turn));
    }
    if batch.calls.is_empty() {
        return Some(format!("the batch `{id}` has no calls"));
    }
    session.past_batch_ids.contains(id).then(|| format!("the batch `{id}` is recorded, and an earlier one as well"))
}

fn call_broken(call: &Call, is_lifted: bool) -> Option<String> {
    let id = &call.tool_call.call_id;
    if call.policy == Policy::AlwaysAllow && call.decision.is_some() {
        return Some(format!("`{id}` was decided, and nobody is asked about it"));
    }
    if call.deny_message.is_some() && call.decision != Some(Answer::Deny) {
        return Some(format!("`{id}` has a deny message, and was not denied"));
    }
    let handed_out = call.is_released(is_lifted) || call.is_denied(is_lifted);
    (call.ran.is_some() && !handed_out).then(|| format!("`{id}` has run, and was not handed out"))
}

/// How it was terminated is told of a terminated session alone, and its error of one that an error ended.
fn end_broken(session: &Session) -> Option<String> {
    if session.terminated_by.is_some() && session.status != Status::Terminated {
        return Some(format!("the session was terminated, and its status is `{}`", session.status.name()));
    }
    (session.error.is_some() && session.terminated_by.is_none()).then(|| "there is an error, and it did not terminate the session".to_owned())
}
