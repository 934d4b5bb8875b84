//! Section 5: `create` and `tool_calls`.

use crate::given::*;

fn three() -> [ToolCall; 3] {
    [ask("a"), free("r"), ask("c")]
}

#[test]
fn create_makes_an_idle_session_without_a_reason() {
    assert_eq!(state(&given(&[])), "idle(null) 0");
}

#[test]
fn create_again_is_a_duplicate_a_conflict_or_another_session_in_any_status() {
    let with = |id: &str, default, tools: &[(&str, Policy)]| Command::Create {
        id: text(id),
        tool_policies: ToolPolicies { default, tools: tools.iter().map(|(name, policy)| (text(name), *policy)).collect() },
    };
    let read = ("read", Policy::AlwaysAllow);
    for session in reachable().into_iter().chain(adrift()) {
        assert_eq!(noop(&session, &create()), "duplicate");
        for other in [
            with("s", Policy::AlwaysAllow, &[read]),
            with("s", Policy::AlwaysAsk, &[]),
            with("s", Policy::AlwaysAsk, &[("read", Policy::AlwaysAsk)]),
            with("s", Policy::AlwaysAsk, &[("write", Policy::AlwaysAllow)]),
            with("s", Policy::AlwaysAsk, &[read, ("write", Policy::AlwaysAsk)]),
        ] {
            denied(&session, &other, "id_conflict");
        }
        denied(&session, &with("t", Policy::AlwaysAsk, &[read]), "session_exists");
        denied(&session, &with("t", Policy::AlwaysAllow, &[]), "session_exists");
    }
}

#[test]
fn tool_calls_rest_if_any_call_is_to_be_asked_about_else_run() {
    let session = running(&[]);
    assert_eq!(state(&then(&session, calls("b", &three()))), "requires_action 1 b[a ?, r free, c ?]");
    assert_eq!(state(&then(&session, calls("b", &[free("r")]))), "running 1 b[r free]");
    assert_eq!(state(&then(&session, calls("b", &[ask("a")]))), "requires_action 1 b[a ?]");
}

#[test]
fn tool_calls_replace_the_recorded_batch_whose_unfinished_calls_are_over() {
    let session = then(&lifted(), calls("d", &[free("x")]));
    assert_eq!((state(&session).as_str(), &session.past_batch_ids), ("running 1 d[x free]", &vec![text("b")]));
    denied(&session, &ran("b", "a"), "call_not_released");
    assert_eq!(outstanding(&session), [released("d", "x")]);
}

#[test]
fn a_batch_of_another_turn_may_have_the_same_ids() {
    let session = then(&then(&then(&lifted(), calls("d", &[free("x")])), ended(1)), says("more"));
    for batch in ["b", "d"] {
        assert_eq!(state(&then(&session, calls_in(2, batch, &three()))), format!("requires_action 2 {batch}[a ?, r free, c ?]"));
    }
}

#[test]
fn a_batch_may_have_the_calls_of_another() {
    let session = then(&lifted(), calls("d", &three()));
    assert_eq!(state(&session), "requires_action 1 d[a ?, r free, c ?]");
}

#[test]
fn on_a_terminated_session_tool_calls_are_denied() {
    for session in terminated() {
        for turn in [0, 1, 2] {
            denied(&session, &calls_in(turn, "b", &three()), "session_terminated");
        }
    }
    denied(&then(&lifted(), lost(None)), &calls("b", &three()), "session_terminated");
}

#[test]
fn the_recorded_batch_again_is_a_duplicate() {
    let all_decided = then(&then(&lifted(), ran("b", "a")), broke("b", "c"));
    for session in [asked(), then(&asked(), submit(&[allow("b", "a")])), lifted(), all_decided, adrift()[1].clone()] {
        assert_eq!(noop(&session, &calls("b", &three())), "duplicate", "{}", state(&session));
    }
}

#[test]
fn a_handle_is_not_content_for_duplicates() {
    let others = three().map(|call| ToolCall { reference: json("7"), ..call });
    assert_eq!(noop(&asked(), &calls("b", &others)), "duplicate");
    assert_eq!(noop(&lifted(), &calls("b", &others)), "duplicate");
    let mut none = others;
    none[1].reference = Opaque::default();
    assert_eq!(noop(&lifted(), &calls("b", &none)), "duplicate");
}

/// Calls of the recorded batch that are not those that were recorded.
fn others() -> Vec<Vec<ToolCall>> {
    let [a, r, c] = three();
    vec![
        vec![a.clone(), r.clone()],
        vec![a.clone(), r.clone(), c.clone(), ask("d")],
        vec![c.clone(), r.clone(), a.clone()],
        vec![ToolCall { name: text("edit"), ..a.clone() }, r.clone(), c.clone()],
        vec![ToolCall { arguments: json(r#"{"n": 1}"#), ..a.clone() }, r.clone(), c.clone()],
        vec![ToolCall { arguments: json(r#"{"n":1.0}"#), ..a.clone() }, r.clone(), c.clone()],
        vec![ToolCall { arguments: Opaque::default(), ..a.clone() }, r.clone(), c.clone()],
        vec![ToolCall { tool_type: ToolType::Mcp, ..a }, r, c],
    ]
}

#[test]
fn the_recorded_batch_with_other_calls_conflicts() {
    for other in others() {
        denied(&lifted(), &calls("b", &other), "id_conflict");
    }
}

#[test]
fn while_a_batch_is_open_no_other_comes() {
    for session in [asked(), then(&asked(), submit(&[allow("b", "a")])), adrift()[0].clone(), adrift()[1].clone()] {
        denied(&session, &calls("d", &[ask("x")]), "batch_open");
        denied(&session, &calls("d", &[free("x")]), "batch_open");
    }
    for other in others() {
        denied(&asked(), &calls("b", &other), "batch_open");
    }
    let second = then(&lifted(), calls("d", &[ask("x")]));
    denied(&second, &calls("b", &three()), "batch_open");
}

#[test]
fn a_batch_of_this_turn_that_is_no_longer_recorded_is_stale() {
    let session = then(&then(&lifted(), calls("d", &[free("x")])), calls("e", &[free("x")]));
    for batch in ["b", "d"] {
        denied(&session, &calls(batch, &three()), "stale_batch");
        denied(&session, &calls(batch, &[free("x")]), "stale_batch");
    }
    assert_eq!(noop(&session, &calls("e", &[free("x")])), "duplicate");
}

#[test]
fn calls_of_a_lower_turn_or_of_one_that_is_over_are_stale_and_of_a_higher_one_unknown() {
    for session in [running(&[]), asked(), lifted()] {
        denied(&session, &calls_in(0, "d", &three()), "stale_turn");
        denied(&session, &calls_in(2, "d", &three()), "unknown_turn");
        denied(&session, &calls_in(0, "b", &three()), "stale_turn");
    }
    for session in [running(&[ended(1)]), running(&[exhausted(1)]), then(&lifted(), stop())] {
        denied(&session, &calls("b", &three()), "stale_turn");
        denied(&session, &calls_in(2, "b", &three()), "unknown_turn");
        denied(&then(&session, says("more")), &calls("b", &three()), "stale_turn");
    }
    denied(&given(&[]), &calls_in(1, "b", &three()), "unknown_turn");
    denied(&given(&[]), &calls_in(0, "b", &three()), "stale_turn");
}

#[test]
fn the_turn_is_judged_before_the_batch() {
    let past = then(&lifted(), calls("d", &[free("x")]));
    denied(&past, &calls_in(2, "b", &three()), "unknown_turn");
    denied(&past, &calls_in(0, "b", &three()), "stale_turn");
    denied(&past, &calls_in(2, "d", &[ask("x")]), "unknown_turn");
    denied(&asked(), &calls_in(2, "d", &three()), "unknown_turn");
}
