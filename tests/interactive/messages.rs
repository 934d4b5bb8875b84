//! Section 3: messages and interrupts.

use crate::given::*;

#[test]
fn an_empty_request_is_told_before_everything_else() {
    for session in reachable().into_iter().chain(adrift()) {
        let denial = denied(&session, &submit(&[]), "empty_request");
        assert_eq!(inputs_of(&denial), Vec::<i64>::new());
    }
}

#[test]
fn a_terminated_session_takes_no_input_of_any_kind() {
    for session in terminated() {
        for inputs in [
            vec![message("hi")],
            vec![INTERRUPT],
            vec![allow("b", "a")],
            vec![INTERRUPT, message("hi")],
            vec![INTERRUPT, allow("b", "a")],
            vec![message("hi"), allow("b", "a")],
        ] {
            denied(&session, &submit(&inputs), "session_terminated");
        }
    }
}

#[test]
fn a_message_starts_a_turn_from_interactive_idle() {
    for session in resting() {
        let turn = session.turn + 1;
        assert_eq!(instructed(&session, says("hi")), [started(turn, &["hi"])]);
        let after = then(&session, says("hi"));
        assert_eq!((state(&after), after.turn_inputs), (format!("running {turn}"), vec![json(r#""hi""#)]));
    }
}

#[test]
fn several_messages_start_one_turn() {
    let inputs = [message("one"), message("two"), message("one")];
    for session in resting() {
        let turn = session.turn + 1;
        assert_eq!(instructed(&session, submit(&inputs)), [started(turn, &["one", "two", "one"])]);
        assert_eq!(state(&then(&session, submit(&inputs))), format!("running {turn}"));
    }
}

#[test]
fn a_message_alone_at_requires_action_is_forbidden() {
    let denial = denied(&asked(), &says("never mind"), "pending_tool_approval_unresolved");
    assert_eq!(inputs_of(&denial), [0]);
    denied(&asked(), &submit(&[message("one"), message("two")]), "pending_tool_approval_unresolved");
}

#[test]
fn a_message_alone_while_running_finds_the_session_busy() {
    for session in [running(&[]), lifted()] {
        denied(&session, &says("more"), "session_busy");
        denied(&session, &submit(&[message("one"), message("two")]), "session_busy");
    }
}

#[test]
fn a_message_is_opaque_whatever_it_holds() {
    for content in ["null", "0", r#"[{"type":"text","text":"hi"}]"#, r#"{"a":1,  "b":1.0}"#] {
        let after = then(&given(&[]), submit(&[Input::Message { content: json(content) }]));
        assert_eq!(after.turn_inputs, [json(content)]);
        assert_eq!(outstanding(&after), [Event::TurnStarted { turn: 1, turn_inputs: vec![json(content)] }]);
    }
}

#[test]
fn an_interrupt_at_requires_action_ends_the_batch_and_the_turn() {
    let (events, after) = allowed(&asked(), &stop());
    assert_eq!(instructions(events).last(), Some(&interrupted(1)));
    assert_eq!((state(&after).as_str(), after.past_batch_ids), ("idle(end_turn) 1", vec![]));
}

#[test]
fn an_interrupt_while_running_ends_the_turn() {
    assert_eq!(instructed(&running(&[]), stop()), [interrupted(1)]);
    for session in [running(&[]), lifted(), running(&[calls("b", &[free("r")])])] {
        assert_eq!(state(&then(&session, stop())), "idle(end_turn) 1");
    }
}

#[test]
fn several_interrupts_are_one() {
    for session in [asked(), running(&[])] {
        let twice = submit(&[INTERRUPT, INTERRUPT]);
        assert_eq!(allowed(&session, &twice), allowed(&session, &stop()));
        assert_eq!(instructed(&session, twice).iter().filter(|event| **event == interrupted(1)).count(), 1);
    }
    assert_eq!(noop(&given(&[]), &submit(&[INTERRUPT, INTERRUPT])), "nothing_to_interrupt");
}

#[test]
fn an_interrupt_on_interactive_idle_has_nothing_to_do() {
    for session in resting() {
        assert_eq!(noop(&session, &stop()), "nothing_to_interrupt");
    }
    assert_eq!(noop(&then(&asked(), stop()), &stop()), "nothing_to_interrupt");
}

#[test]
fn interrupt_and_message_end_the_batch_or_turn_first_and_then_start_a_new_one() {
    let command = submit(&[INTERRUPT, message("instead")]);
    for session in [asked(), lifted(), running(&[]), then(&asked(), submit(&[allow("b", "a")]))] {
        let events = instructed(&session, command.clone());
        let position = |wanted: &Event| events.iter().position(|event| event == wanted);
        assert_eq!(position(&started(2, &["instead"])), Some(events.len() - 1), "{events:?}");
        assert!(position(&interrupted(1)).is_some(), "{events:?}");
        assert_eq!(denied_calls(&events), denied_calls(&instructed(&session, stop())));
        let after = then(&session, command.clone());
        assert_eq!((state(&after).as_str(), after.turn_inputs), ("running 2", vec![json(r#""instead""#)]));
    }
}

#[test]
fn interrupt_and_message_on_interactive_idle_just_start_the_turn() {
    for session in resting() {
        let turn = session.turn + 1;
        let command = submit(&[INTERRUPT, message("hi")]);
        assert_eq!(instructed(&session, command.clone()), [started(turn, &["hi"])]);
        assert_eq!(state(&then(&session, command)), format!("running {turn}"));
    }
}

#[test]
fn the_order_of_interrupts_and_messages_does_not_matter() {
    for session in reachable() {
        for (one, other) in [
            ([INTERRUPT, message("a"), message("b")], [message("a"), INTERRUPT, message("b")]),
            ([INTERRUPT, message("a"), message("b")], [message("a"), message("b"), INTERRUPT]),
            ([INTERRUPT, message("a"), INTERRUPT], [message("a"), INTERRUPT, INTERRUPT]),
        ] {
            let decided = |inputs: &[Input]| match decide(Some(&session), &submit(inputs), &at(0)) {
                Ok(decision) => Ok(decision),
                Err(denial) => Err((denial.code, denial.rule, denial.possible_in)),
            };
            assert_eq!(decided(&one), decided(&other), "{}", state(&session));
        }
    }
}
