//! Section 3: several kinds of inputs in one request, and the order in which they are judged.

use crate::given::*;

/// All orders of these inputs.
fn orders(inputs: &[Input]) -> Vec<Vec<Input>> {
    match inputs {
        [] => vec![vec![]],
        _ => (0..inputs.len())
            .flat_map(|first| {
                let mut rest = inputs.to_vec();
                let first = rest.remove(first);
                orders(&rest).into_iter().map(move |rest| std::iter::once(first.clone()).chain(rest).collect())
            })
            .collect(),
    }
}

/// `allowed` with the state after and what is instructed, or the code of the noop or denial.
fn outcome(session: &Session, inputs: &[Input]) -> String {
    match decide(Some(session), &submit(inputs), &at(0)) {
        Ok(Decision::Allowed { events, .. }) => {
            let after = replay(&events, Some(session.clone())).unwrap();
            format!("allowed: {}, {:?}", state(&after), instructions(events))
        }
        Ok(Decision::Noop { code, .. }) => format!("noop {code}"),
        Err(denial) => format!("denied {}", denial.code),
    }
}

#[track_caller]
fn always(session: &Session, inputs: &[Input], expected: &str) {
    for inputs in orders(inputs) {
        assert_eq!(outcome(session, &inputs), expected, "{inputs:?} in {}", state(session));
    }
}

#[test]
fn message_and_approvals_at_requires_action_are_denied_even_if_they_would_complete_the_batch() {
    let pending = "denied pending_tool_approval_unresolved";
    always(&asked(), &[message("hi"), allow("b", "a")], pending);
    always(&asked(), &[message("hi"), allow("b", "a"), deny("b", "c")], pending);
    always(&asked(), &[message("hi"), allow("z", "z")], pending);
    always(&asked(), &[message("hi"), allow("b", "a"), deny("b", "a")], pending);
    let partly = then(&asked(), submit(&[allow("b", "a")]));
    always(&partly, &[message("hi"), allow("b", "a")], pending);
}

#[test]
fn message_and_approvals_elsewhere_are_invalid() {
    for session in resting().iter().chain(&[running(&[]), lifted()]) {
        always(session, &[message("hi"), allow("b", "a")], "denied invalid_tool_approval");
    }
}

#[test]
fn interrupt_and_approvals_are_invalid_and_the_interrupt_does_not_happen() {
    for session in resting().iter().chain(&[asked(), running(&[]), lifted()]) {
        for inputs in [
            vec![INTERRUPT, allow("b", "a")],
            vec![INTERRUPT, deny("b", "a"), deny("b", "c")],
            vec![INTERRUPT, allow("z", "z")],
            vec![INTERRUPT, message("hi"), allow("b", "a")],
        ] {
            always(session, &inputs, "denied invalid_tool_approval");
        }
    }
}

#[test]
fn the_order_of_inputs_does_not_matter() {
    let mut judged = 0;
    for session in reachable() {
        for inputs in [
            vec![allow("b", "a"), deny("b", "c")],
            vec![allow("b", "a"), deny("b", "c"), allow("b", "z")],
            vec![allow("b", "a"), allow("b", "a"), deny("b", "c")],
            vec![allow("b", "a"), deny("b", "a"), deny("b", "c")],
            vec![allow("b", "a"), allow("d", "a")],
            vec![INTERRUPT, INTERRUPT, message("hi")],
            vec![INTERRUPT, message("hi"), allow("b", "a"), deny("b", "c")],
        ] {
            always(&session, &inputs, &outcome(&session, &inputs));
            judged += 1;
        }
    }
    assert!(judged > 100);
}

#[test]
fn warnings_follow_their_inputs() {
    let inputs = [allow("b", "a"), allow("b", "z"), allow("b", "r")];
    for inputs in orders(&inputs) {
        let (_, _, warnings) = warned(&asked(), &submit(&inputs));
        let named: Vec<_> = told(&warnings).into_iter().map(|(code, input)| (code, inputs[input.unwrap() as usize].clone())).collect();
        assert_eq!(named.len(), 2);
        for (code, input) in named {
            assert_eq!(code, "unknown_call");
            assert_ne!(input, allow("b", "a"));
        }
    }
}

#[test]
fn denials_name_inputs_that_stand_in_the_way() {
    let named = |session: &Session, inputs: &[Input]| {
        let denial = decide(Some(session), &submit(inputs), &at(0)).unwrap_err();
        let named = inputs_of(&denial);
        assert!(!named.is_empty(), "{denial:?}");
        named.into_iter().map(|input| inputs[input as usize].clone()).collect::<Vec<_>>()
    };
    for inputs in orders(&[message("hi"), allow("b", "a")]) {
        named(&asked(), &inputs);
        named(&running(&[]), &inputs);
    }
    for inputs in orders(&[INTERRUPT, allow("b", "a")]) {
        named(&asked(), &inputs);
    }
    for inputs in orders(&[allow("b", "a"), allow("z", "a")]) {
        assert!(named(&asked(), &inputs).contains(&allow("z", "a")));
    }
    for inputs in orders(&[allow("b", "z"), allow("b", "r")]) {
        named(&asked(), &inputs);
    }
    for inputs in orders(&[allow("b", "a"), allow("b", "z")]) {
        assert!(named(&lifted(), &inputs).contains(&allow("b", "z")));
    }
}

#[test]
fn warnings_and_denials_without_an_input_have_none() {
    for (session, command) in [(running(&[]), Command::Archive), (given(&[]), ended(0)), (asked(), calls("d", &[ask("a")]))] {
        let denial = decide(Some(&session), &command, &at(0)).unwrap_err();
        assert_eq!(inputs_of(&denial), Vec::<i64>::new());
    }
    let (_, _, warnings) = warned(&lifted(), &ran("b", "c"));
    assert_eq!(told(&warnings), [("denied_call_ran", None)]);
}
