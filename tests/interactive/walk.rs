//! All sessions that two turns with two batches can come to, and what holds in every one of them.

use crate::given::*;
use std::collections::HashSet;

/// What may be asked of a session, or reported of it.
fn commands() -> Vec<Command> {
    let mut commands = vec![says("hi"), stop(), submit(&[INTERRUPT, message("hi")]), lost(None), Command::Archive, Command::Delete];
    for (batch, call) in [("b", "a"), ("b", "c"), ("d", "a")] {
        commands.extend([submit(&[allow(batch, call)]), submit(&[deny_with(batch, call, "no")])]);
    }
    commands.push(submit(&[allow("b", "a"), deny("b", "c"), allow("b", "r")]));
    commands.push(submit(&[message("hi"), allow("b", "a"), allow("b", "c")]));
    for turn in [1, 2] {
        commands.extend([ended(turn), exhausted(turn), lost(Some(turn))]);
        commands.extend([calls_in(turn, "b", &[ask("a"), free("r"), ask("c")]), calls_in(turn, "d", &[ask("a")])]);
        for call in ["a", "r", "c"] {
            commands.extend([finished_in(turn, "b", call, false), finished_in(turn, "b", call, true)]);
        }
        commands.push(finished_in(turn, "d", "a", false));
    }
    commands
}

/// The session without its age.
fn ageless(session: Session) -> Session {
    Session { revision: 1, ..session }
}

/// Each session once, with what each command of it comes to.
fn walk(mut visit: impl FnMut(&Session, &Command, &Result<Decision, Denial>, Option<&Session>)) -> Vec<Session> {
    let commands = commands();
    let mut seen = HashSet::new();
    let mut found = vec![given(&[])];
    seen.insert(found[0].to_json());
    let mut next = 0;
    while let Some(session) = found.get(next).cloned() {
        next += 1;
        for command in &commands {
            let answer = decide(Some(&session), command, &at(0));
            let after = match &answer {
                Ok(Decision::Allowed { events, .. }) => Some(replay(events, Some(session.clone())).unwrap()),
                _ => None,
            };
            visit(&session, command, &answer, after.as_ref());
            if let Some(after) = after.filter(|after| after.turn < 3).map(ageless)
                && seen.insert(after.to_json())
            {
                found.push(after);
            }
        }
    }
    assert!(found.len() > 500, "{}", found.len());
    found
}

#[test]
fn what_holds_in_every_session() {
    for session in walk(|_, _, _, _| {}) {
        let waits = session.stop_reason == Some(StopReason::RequiresAction);
        let told = state(&session);
        assert!(session.stop_reason.is_none() || session.status == Status::Idle, "{told}");
        assert_eq!(waits, session.calls().iter().any(Call::is_undecided), "{told}");
        assert_eq!(viewed(&session, "conditions.inconsistent"), "null", "{told}");
        assert_eq!(session.status == Status::Terminated, session.terminated_by.is_some(), "{told}");
        assert!(session.batch.is_none() || waits || session.status == Status::Running, "{told}");
        assert!(session.turn_inputs.is_empty() || session.batch.is_none() && session.status == Status::Running, "{told}");
        assert!(session.past_batch_ids.is_empty() || session.batch.is_some(), "{told}");
        assert_eq!(parse(&session.to_json()), Ok(session.clone()), "{told}");
        let human = session.status != Status::Terminated && (waits || !session.denied_calls_ran.is_empty());
        assert_eq!(word(&session, "attention") == "needs_human", human, "{told}");
    }
}

#[test]
fn every_event_of_a_decision_fits() {
    walk(|session, command, answer, after| {
        if let (Ok(Decision::Allowed { events, .. }), Some(after)) = (answer, after) {
            assert!(!events.is_empty(), "{command:?}");
            assert_eq!(after.revision, session.revision + events.len() as i64, "{command:?} in {}", state(session));
        }
    });
}

#[test]
fn what_was_allowed_and_comes_again_does_nothing_twice() {
    walk(|session, command, _, after| {
        let Some(after) = after else { return };
        let again = decide(Some(after), command, &at(0));
        let code = match &again {
            Ok(Decision::Noop { code, .. }) => *code,
            Err(denial) => denial.code,
            Ok(Decision::Allowed { .. }) => "allowed",
        };
        let expected: &[&str] = match command {
            Command::ToolCalls { .. } | Command::ToolFinished { .. } | Command::TurnEnded { .. } | Command::RetriesExhausted { .. } => &["duplicate"],
            Command::UnrecoverableError { .. } => &["session_terminated"],
            Command::Archive => &["already_archived"],
            Command::Delete => &["already_deleted"],
            Command::Submit { inputs } => match inputs.as_slice() {
                [Input::Interrupt] => &["nothing_to_interrupt"],
                [Input::Interrupt, ..] => &["allowed"],
                [Input::Message { .. }] => &["session_busy"],
                // One of them named a call that nobody was asked about.
                [_, _, _] => &["invalid_tool_approval"],
                _ => &["already_decided"],
            },
            Command::Create { .. } => &[],
        };
        assert!(expected.contains(&code), "{command:?} twice in {}: {again:?}", state(session));
    });
}

#[test]
fn a_report_of_a_turn_that_does_not_run_changes_nothing() {
    walk(|session, command, _, after| {
        let turn = match command {
            Command::ToolCalls { turn, .. } | Command::ToolFinished { turn, .. } | Command::TurnEnded { turn } => *turn,
            Command::RetriesExhausted { turn } | Command::UnrecoverableError { turn: Some(turn), .. } => *turn,
            _ => return,
        };
        let runs = session.status == Status::Running || session.stop_reason == Some(StopReason::RequiresAction);
        if after.is_some() {
            assert!(runs && turn == session.turn, "{command:?} in {}", state(session));
        }
    });
}

#[test]
fn no_call_is_released_twice_nor_after_a_denial() {
    walk(|session, command, answer, _| {
        let Ok(Decision::Allowed { events, .. }) = answer else { return };
        let call = |call: &CallId| session.calls().iter().find(|known| session.batch.as_ref().unwrap().identity(known) == *call).unwrap();
        for event in events {
            if let (Event::ToolReleased { call: id, .. }, Command::Submit { .. }) = (event, command) {
                assert!(call(id).policy == Policy::AlwaysAsk && call(id).ran.is_none() && call(id).decision != Some(Answer::Deny));
            }
            if let Event::ToolDenied { call: id, .. } = event {
                assert!(call(id).ran.is_none(), "{command:?} in {}", state(session));
            }
        }
    });
}

#[test]
fn behind_the_barrier_no_call_that_is_asked_about_is_outstanding_but_its_request() {
    for session in walk(|_, _, _, _| {}) {
        for event in outstanding(&session) {
            if let Event::ToolReleased { call: id, .. } | Event::ToolDenied { call: id, .. } = &event {
                let call = session.calls().iter().find(|call| call.tool_call.call_id == id.call_id).unwrap();
                assert!(call.policy == Policy::AlwaysAllow || session.status == Status::Running, "{event:?} in {}", state(&session));
            }
        }
    }
}

#[test]
fn some_offer_is_allowed_from_every_session_that_has_not_ended() {
    for session in walk(|_, _, _, _| {}).into_iter().filter(|session| session.status != Status::Terminated) {
        let offered = offers(&session, &at(0));
        assert!(offered.iter().any(|offer| offer.is_allowed() && offer.by == By::Client), "{}", state(&session));
    }
}
