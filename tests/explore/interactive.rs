//! Interactive sessions: two turns with two batches of up to three calls, of which a person is asked about all, some or none.

mod letters;
mod steps;

use crate::harness::{CONTEXT, Event as EventOf, Invariant, Letter, World, every_world};
use countersign::engine::Context;
use countersign::interactive::Policy::{AlwaysAllow as FREE, AlwaysAsk as ASK};
use countersign::interactive::{
    Actions, Answer, Batch, Call, Display, Interactive, Policy, Ran, Session, Status, TerminatedBy, View, deadline, outstanding, view,
};
use letters::{all, is_small, unknown};
use steps::owed;

pub struct Sessions;

impl World for Sessions {
    type L = Interactive;

    const OFFERED: Context = CONTEXT;

    fn worlds() -> usize {
        all().len()
    }

    fn alphabet(world: usize) -> Vec<(String, String, Context)> {
        all()[world].alphabet().into_iter().map(|(name, fields)| (name, format!("{{{fields}}}"), CONTEXT)).collect()
    }

    fn given(world: usize) -> Vec<Session> {
        // Their batch is that of the first world.
        if world > 0 {
            return Vec::new();
        }
        vec![
            unknown("rescheduling", "null", FREE, r#""ok""#),
            unknown("idle", r#""paused""#, FREE, "null"),
            unknown("idle", r#"{"type":"paused","until":9}"#, ASK, "null"),
        ]
    }

    /// Two turns with two batches, as the model calls them first.
    fn within(world: usize, session: &Session) -> bool {
        let is_first = |call: &Call| call.tool_call.arguments.as_str() == r#"{"n":1}"#;
        let has_handle =
            |batch: &Batch, call: &Call| call.tool_call.reference.as_str() == format!(r#"["{}","{}"]"#, batch.batch_id, call.tool_call.call_id);
        let is_expected = |batch: &Batch| batch.batch_id != "three" && batch.calls.iter().all(|call| is_first(call) && has_handle(batch, call));
        session.id == "s" && session.turn <= 2 && session.tool_policies.default == all()[world].default && session.batch.iter().all(is_expected)
    }

    fn same(session: Session) -> Session {
        Session { revision: 0, created_at: 0, ..session }
    }

    fn invariants() -> Vec<Invariant<Session>> {
        vec![
            ("it rests with `requires_action` if and only if a recorded call is undecided", |session| {
                session.display() == Display::Unknown || (session.display() == Display::RequiresAction) == session.calls().iter().any(is_undecided)
            }),
            ("a stop reason is set only while it is idle", |session| session.stop_reason.is_none() || session.status == Status::Idle),
            ("an idle session has no stop reason if and only if no turn has begun", |session| {
                session.status != Status::Idle || session.stop_reason.is_none() == (session.turn == 0)
            }),
            ("a terminated session has no turn, and tells how it was terminated", |session| {
                let is_clear = session.stop_reason.is_none() && !has_turn(session);
                if session.status == Status::Terminated { is_clear && session.terminated_by.is_some() } else { session.terminated_by.is_none() }
            }),
            ("there is an error if and only if it terminated the session, which may be deleted later", |session| match session.terminated_by {
                Some(TerminatedBy::Error) => session.error.is_some(),
                Some(TerminatedBy::Deleted) => true,
                _ => session.error.is_none(),
            }),
            ("what belongs to a turn is kept only while it runs or waits", |session| {
                !has_turn(session) || matches!(session.display(), Display::Running | Display::RequiresAction | Display::Unknown)
            }),
            ("the recorded batch is of the present turn, and no earlier one has its id", |session| {
                session.batch.iter().all(|batch| batch.turn == session.turn && !session.past_batch_ids.contains(&batch.batch_id))
            }),
            ("earlier batches are kept only beside a recorded one", |session| session.past_batch_ids.is_empty() || session.batch.is_some()),
            ("the inputs of a turn are kept until its first report", |session| {
                session.turn_inputs.is_empty() != (session.status == Status::Running && session.batch.is_none())
            }),
            ("a call keeps the policy of its tool", |session| session.calls().iter().all(|call| call.policy == policy(session, call))),
            ("only a call that a person is asked about is decided, and only a denied one has a message", |session| {
                session.calls().iter().all(|call| {
                    (call.decision.is_none() || call.policy == ASK) && (call.deny_message.is_none() || call.decision == Some(Answer::Deny))
                })
            }),
            ("only a call that was handed out has run", |session| {
                session.calls().iter().all(|call| call.ran.is_none() || is_handed_out(session, call))
            }),
            ("a recorded call was denied and has run if and only if that is kept", |session| {
                session.batch.iter().all(|batch| {
                    let kept = |call: &Call| session.denied_calls_ran.contains(&batch.identity(call));
                    batch.calls.iter().all(|call| (call.decision == Some(Answer::Deny) && call.ran == Some(Ran::Ok)) == kept(call))
                })
            }),
            ("a call that was denied and has run is kept once", |session| {
                let ran = &session.denied_calls_ran;
                ran.iter().enumerate().all(|(at, call)| !ran[..at].contains(call)) && (ran.is_empty() || session.turn > 0)
            }),
            ("a restarted host is told what is undecided, or handed out and not reported, and nothing else", |session| {
                outstanding(session) == owed(session)
            }),
            ("time alone changes nothing", |session| deadline(session).is_none() && view(session, &CONTEXT).changes_at.is_none()),
            ("the view finds nothing inconsistent", |session| view(session, &CONTEXT).conditions.inconsistent.is_none()),
            ("tools run in the background only while it rests and one was released and is not reported", |session| {
                let runs = |call: &Call| call.ran.is_none() && call.policy == FREE;
                view(session, &CONTEXT).conditions.background_tools == (session.status == Status::Idle && session.calls().iter().any(runs))
            }),
            ("the view names the calls that wait, in their order", |session| {
                let waiting = session.calls().iter().filter(|call| is_undecided(call) && session.display() == Display::RequiresAction);
                let waiting: Vec<_> = waiting.map(|call| &call.tool_call.call_id).collect();
                let stopped = view(session, &CONTEXT).stop_reason;
                let named = stopped.as_ref().map_or(&[][..], |stopped| &stopped.pending_call_ids);
                named.iter().eq(waiting) && stopped.as_ref().is_none_or(|stopped| stopped.pending_batch_id.is_some() != named.is_empty())
            }),
            ("a client may do what the table of section 2 says, and else is told why not", |session| {
                let Actions { message, approve, interrupt, attach_files, archive, delete, view_history, create_new } =
                    view(session, &CONTEXT).actions;
                let asked = [&message, &approve, &interrupt, &archive, &delete];
                let alike = [&message, &approve, &interrupt, &archive, &delete, &view_history, &create_new];
                let is_deleted = session.terminated_by == Some(TerminatedBy::Deleted);
                asked.map(|action| action.code) == why_not(session)
                    && attach_files == message
                    && view_history.allowed != is_deleted
                    && create_new.allowed == (session.status == Status::Terminated)
                    && alike.iter().all(|action| action.allowed == action.code.is_none() && action.allowed == action.message.is_none())
            }),
        ]
    }

    fn is_terminal(session: &Session) -> bool {
        session.terminated_by == Some(TerminatedBy::Deleted)
    }

    fn is_all() -> bool {
        !is_small()
    }

    fn is_whole(status: &str, command: &str, target: Option<&str>) -> bool {
        // A call that is decided while others wait has not been handed out.
        !(command == "tool_finished" && status == "requires_action" && matches!(target, Some("allow" | "deny")))
    }

    fn unworded(mut view: View) -> View {
        let Actions { message, approve, interrupt, attach_files, archive, delete, view_history, create_new } = &mut view.actions;
        for action in [message, approve, interrupt, attach_files, archive, delete, view_history, create_new] {
            action.message = None;
        }
        view
    }

    fn step(before: &Session, letter: &Letter<Self>, events: &[EventOf<Self>], after: &Session) {
        steps::judge(before, letter, events, after);
    }
}

fn is_undecided(call: &Call) -> bool {
    call.policy == ASK && call.decision.is_none()
}

fn has_turn(session: &Session) -> bool {
    session.batch.is_some() || !session.past_batch_ids.is_empty() || !session.turn_inputs.is_empty()
}

fn policy(session: &Session, call: &Call) -> Policy {
    let own = session.tool_policies.tools.iter().find(|(name, _)| *name == call.tool_call.name);
    own.map_or(session.tool_policies.default, |(_, policy)| *policy)
}

/// Whether the host was told to run the call, or that it is denied.
fn is_handed_out(session: &Session, call: &Call) -> bool {
    call.policy == FREE || !session.calls().iter().any(is_undecided)
}

/// The codes of section 2: of message, approve, interrupt, archive and delete.
fn why_not(session: &Session) -> [Option<&'static str>; 5] {
    let pending = Some("pending_tool_approval_unresolved");
    match session.display() {
        Display::Idle => [None, Some("invalid_tool_approval"), Some("nothing_to_interrupt"), None, None],
        Display::RequiresAction => [pending, None, None, pending, pending],
        Display::Running => [Some("session_busy"), Some("invalid_tool_approval"), None, Some("session_busy"), Some("session_busy")],
        Display::Unknown => [Some("session_busy"); 5],
        Display::Terminated => {
            let [archive, delete] = match session.terminated_by {
                Some(TerminatedBy::Archived) => ["already_archived", ""],
                Some(TerminatedBy::Deleted) => ["session_terminated", "already_deleted"],
                _ => ["session_terminated", ""],
            };
            let terminated = Some("session_terminated");
            [terminated, terminated, terminated, Some(archive), Some(delete).filter(|code| !code.is_empty())]
        }
    }
}

#[test]
fn every_reachable_interactive_session() {
    every_world::<Sessions>();
}
