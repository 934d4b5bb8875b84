//! Section 3: approvals.

use crate::given::*;

/// Nothing is consumed: the session goes on as if nobody had asked.
#[track_caller]
fn invalid(session: &Session, inputs: &[Input]) -> Denial {
    let denial = denied(session, &submit(inputs), "invalid_tool_approval");
    assert!(denial.unmet.iter().all(|unmet| unmet.input.is_none_or(|input| (0..inputs.len() as i64).contains(&input))));
    denial
}

#[test]
fn an_approval_that_hits_an_undecided_call_is_allowed() {
    for (input, expected) in [
        (allow("b", "a"), "requires_action 1 b[a allow, r free, c ?]"),
        (deny("b", "a"), "requires_action 1 b[a deny, r free, c ?]"),
        (deny("b", "c"), "requires_action 1 b[a ?, r free, c deny]"),
        (deny_with("b", "c", "no"), "requires_action 1 b[a ?, r free, c deny]"),
    ] {
        assert_eq!(state(&then(&asked(), submit(&[input]))), expected);
    }
}

#[test]
fn a_deny_message_is_kept() {
    let session = then(&asked(), submit(&[deny_with("b", "a", "not today"), deny("b", "c")]));
    let messages: Vec<_> = session.calls().iter().map(|call| call.deny_message.as_deref()).collect();
    assert_eq!(messages, [Some("not today"), None, None]);
}

#[test]
fn once_every_call_is_decided_the_session_runs() {
    for inputs in [[allow("b", "a"), allow("b", "c")], [allow("b", "a"), deny("b", "c")], [deny("b", "a"), deny("b", "c")]] {
        assert_eq!(word(&then(&asked(), submit(&inputs)), "display"), "running");
        let [first, second] = inputs;
        let session = then(&asked(), submit(&[second]));
        assert_eq!(word(&session, "display"), "requires_action");
        assert_eq!(word(&then(&session, submit(&[first])), "display"), "running");
    }
}

#[test]
fn what_hits_nothing_beside_a_hit_is_told_in_warnings() {
    let session = then(&asked(), submit(&[allow("b", "a")]));
    for (other, code) in [
        (allow("b", "a"), "already_decided"),
        (deny("b", "a"), "already_decided"),
        (deny_with("b", "a", "no"), "already_decided"),
        (allow("b", "z"), "unknown_call"),
        (allow("b", "r"), "unknown_call"),
        (deny("b", "r"), "unknown_call"),
        (allow("b", "__proto__"), "unknown_call"),
    ] {
        let (_, after, warnings) = warned(&session, &submit(&[allow("b", "c"), other.clone()]));
        assert_eq!((state(&after).as_str(), told(&warnings)), ("running 1 b[a allow, r free, c allow]", vec![(code, Some(1))]));
        let (_, after, warnings) = warned(&session, &submit(&[other, deny("b", "c")]));
        assert_eq!((state(&after).as_str(), told(&warnings)), ("running 1 b[a allow, r free, c deny]", vec![(code, Some(0))]));
    }
}

#[test]
fn every_one_that_hits_nothing_is_told() {
    let session = then(&asked(), submit(&[deny("b", "c")]));
    let inputs = [allow("b", "z"), allow("b", "c"), allow("b", "a"), allow("b", "r"), allow("b", "c")];
    let (_, after, warnings) = warned(&session, &submit(&inputs));
    assert_eq!(state(&after), "running 1 b[a allow, r free, c deny]");
    let mut warnings = told(&warnings);
    warnings.sort_by_key(|(_, input)| *input);
    let expected = [("unknown_call", Some(0)), ("already_decided", Some(1)), ("unknown_call", Some(3)), ("already_decided", Some(4))];
    assert_eq!(warnings, expected);
}

#[test]
fn the_same_answer_twice_counts_once() {
    for input in [allow("b", "a"), deny("b", "a"), deny_with("b", "a", "no")] {
        let (events, after, _) = warned(&asked(), &submit(&[input.clone(), input.clone()]));
        assert_eq!((events, after), allowed(&asked(), &submit(&[input])));
    }
}

#[test]
fn approvals_that_name_more_than_one_batch_are_invalid_even_if_one_hits() {
    let denial = invalid(&asked(), &[allow("b", "a"), allow("z", "c")]);
    assert!(inputs_of(&denial).contains(&1), "{denial:?}");
    let denial = invalid(&asked(), &[allow("z", "a"), allow("b", "a"), allow("b", "c")]);
    assert!(inputs_of(&denial).contains(&0), "{denial:?}");
    invalid(&asked(), &[allow("y", "a"), allow("z", "a")]);
    invalid(&lifted(), &[allow("b", "a"), allow("z", "a")]);
    let second = then(&lifted(), calls("d", &[ask("x")]));
    invalid(&second, &[allow("b", "a"), allow("d", "x")]);
}

#[test]
fn approvals_that_name_no_recorded_batch_are_invalid() {
    let second = then(&lifted(), calls("d", &[ask("a"), ask("c")]));
    for session in resting().iter().chain(&[asked(), lifted(), running(&[]), second.clone(), then(&asked(), stop())]) {
        let denial = invalid(session, &[allow("z", "a")]);
        assert!(inputs_of(&denial).contains(&0), "{denial:?}");
        invalid(session, &[allow("z", "a"), allow("z", "c")]);
    }
    invalid(&second, &[allow("b", "a")]);
    invalid(&then(&lifted(), ended(1)), &[allow("b", "a")]);
    invalid(&then(&asked(), stop()), &[allow("b", "a")]);
}

#[test]
fn approvals_of_unknown_calls_only_are_invalid() {
    for session in [asked(), lifted()] {
        for call in ["z", "r", "", "constructor"] {
            assert!(inputs_of(&invalid(&session, &[allow("b", call)])).contains(&0), "{call}");
        }
        invalid(&session, &[allow("b", "z"), deny("b", "r")]);
    }
    invalid(&running(&[calls("b", &[free("r")])]), &[allow("b", "r")]);
}

#[test]
fn repeats_together_with_unknown_calls_are_invalid() {
    let partly = then(&asked(), submit(&[allow("b", "a")]));
    for session in [partly, lifted()] {
        let denial = invalid(&session, &[allow("b", "a"), allow("b", "z")]);
        assert!(inputs_of(&denial).contains(&1), "{denial:?}");
        invalid(&session, &[allow("b", "r"), deny("b", "a")]);
    }
}

#[test]
fn approvals_that_only_repeat_find_that_the_first_decision_wins() {
    let partly = then(&asked(), submit(&[allow("b", "a")]));
    let free_follows = then(&lifted(), ran("b", "a"));
    for session in [partly, lifted(), free_follows] {
        for inputs in [vec![allow("b", "a")], vec![deny("b", "a")], vec![deny_with("b", "a", "no")], vec![allow("b", "a"), deny("b", "a")]] {
            let (code, message) = repeated(&session, &submit(&inputs));
            assert_eq!(code, "already_decided");
            assert!(message.contains("allow"), "{message}");
        }
    }
    for inputs in [vec![deny("b", "c")], vec![allow("b", "c")], vec![deny_with("b", "c", "other")]] {
        let (code, message) = repeated(&lifted(), &submit(&inputs));
        assert_eq!(code, "already_decided");
        assert!(message.contains("deny"), "{message}");
    }
    assert_eq!(noop(&lifted(), &submit(&[deny("b", "a"), allow("b", "c")])), "already_decided");
}

#[test]
fn one_undecided_call_answered_in_two_ways_is_invalid() {
    for (one, other) in [
        (allow("b", "a"), deny("b", "a")),
        (deny("b", "a"), deny_with("b", "a", "no")),
        (deny_with("b", "a", "no"), deny_with("b", "a", "never")),
        (allow("b", "a"), deny_with("b", "a", "no")),
    ] {
        for inputs in [vec![one.clone(), other.clone()], vec![other.clone(), one.clone()]] {
            let denial = invalid(&asked(), &inputs);
            assert!(!inputs_of(&denial).is_empty());
        }
        let denial = invalid(&asked(), &[allow("b", "c"), one.clone(), other.clone()]);
        assert!(inputs_of(&denial).iter().all(|input| *input > 0) && !inputs_of(&denial).is_empty(), "{denial:?}");
        invalid(&asked(), &[one.clone(), allow("b", "c"), other.clone(), one.clone()]);
    }
}

#[test]
fn a_decided_call_answered_in_two_ways_beside_a_hit_is_told_in_warnings() {
    let session = then(&asked(), submit(&[allow("b", "a")]));
    let (_, after, warnings) = warned(&session, &submit(&[allow("b", "a"), deny("b", "a"), deny("b", "c")]));
    assert_eq!(state(&after), "running 1 b[a allow, r free, c deny]");
    assert_eq!(told(&warnings), [("already_decided", Some(0)), ("already_decided", Some(1))]);
}

#[test]
fn a_deny_message_with_an_allow_is_dropped_with_a_warning() {
    let inputs = [allow("b", "a"), answer("b", "c", Answer::Allow, Some("no"))];
    let (_, after, warnings) = warned(&asked(), &submit(&inputs));
    assert_eq!(state(&after), "running 1 b[a allow, r free, c allow]");
    assert!(after.calls().iter().all(|call| call.deny_message.is_none()));
    assert_eq!(told(&warnings).iter().map(|(_, input)| *input).collect::<Vec<_>>(), [Some(1)]);
    let (_, after, _) = warned(&asked(), &submit(&[answer("b", "a", Answer::Allow, Some("no")), allow("b", "a")]));
    assert_eq!(state(&after), "requires_action 1 b[a allow, r free, c ?]");
}

#[test]
fn a_call_of_the_same_id_in_another_batch_is_another_call() {
    let session = then(&lifted(), calls("d", &[ask("a"), ask("c")]));
    assert_eq!(state(&then(&session, submit(&[deny("d", "a"), allow("d", "c")]))), "running 1 d[a deny, c allow]");
    invalid(&session, &[deny("b", "a")]);
    invalid(&session, &[deny("b", "a"), allow("d", "c")]);
}
