//! Section 4: the approval barrier.

use crate::given::*;

fn background_tools(session: &Session) -> bool {
    viewed(session, "conditions.backgroundTools") == "true"
}

/// The fixed sentence that a model is told.
fn sentence() -> String {
    denials(&instructed(&asked(), submit(&[deny("b", "a"), deny("b", "c")])))[0].1.clone()
}

#[test]
fn always_allow_calls_are_released_at_once() {
    let instructed = instructed(&running(&[]), calls("b", &[ask("a"), free("r"), ask("c"), free("q")]));
    let released_now: Vec<_> = instructed.iter().filter(|event| matches!(event, Event::ToolReleased { .. })).cloned().collect();
    assert_eq!(released_now, [released("b", "r"), released("b", "q")]);
    let requests: Vec<_> = instructed.iter().filter(|event| matches!(event, Event::ApprovalRequested { .. })).cloned().collect();
    assert_eq!(requests, [requested("b", "a"), requested("b", "c")]);
    assert_eq!(instructed.len(), 4);
}

#[test]
fn a_batch_of_always_allow_calls_alone_never_rests() {
    let session = running(&[]);
    let command = calls("b", &[free("r"), free("q")]);
    assert_eq!(instructed(&session, command.clone()), [released("b", "r"), released("b", "q")]);
    assert_eq!(state(&then(&session, command)), "running 1 b[r free, q free]");
}

#[test]
fn always_allow_calls_may_run_while_the_session_rests() {
    assert!(background_tools(&asked()));
    assert!(background_tools(&then(&asked(), submit(&[allow("b", "a")]))));
    let session = then(&asked(), ran("b", "r"));
    assert_eq!(state(&session), "requires_action 1 b[a ?, r free ok, c ?]");
    assert!(!background_tools(&session));
    assert!(!background_tools(&then(&asked(), broke("b", "r"))));
}

#[test]
fn background_tools_are_released_calls_of_a_resting_session_only() {
    let waits = running(&[calls("b", &[ask("a"), ask("c")])]);
    assert!(!background_tools(&waits));
    // Allowed, and not yet released.
    assert!(!background_tools(&then(&waits, submit(&[allow("b", "a")]))));
    for session in [running(&[calls("b", &[free("r")])]), lifted(), then(&asked(), stop()), running(&[calls("b", &[free("r")]), ended(1)])] {
        assert!(!background_tools(&session), "{}", state(&session));
    }
}

#[test]
fn a_partial_decision_leaves_requires_action_and_runs_nothing() {
    for input in [allow("b", "a"), deny("b", "a"), allow("b", "c")] {
        let (events, after) = allowed(&asked(), &submit(&[input]));
        assert_eq!((instructions(events), word(&after, "display")), (vec![], text("requires_action")));
    }
}

#[test]
fn pending_call_ids_shrink() {
    let shown = |session: &Session| viewed(session, "stopReason");
    assert_eq!(shown(&asked()), r#"{"type":"requires_action","pending_batch_id":"b","pending_call_ids":["a","c"]}"#);
    let session = then(&asked(), submit(&[deny("b", "a")]));
    assert_eq!(shown(&session), r#"{"type":"requires_action","pending_batch_id":"b","pending_call_ids":["c"]}"#);
    assert_eq!(shown(&then(&session, submit(&[allow("b", "c")]))), "null");
}

#[test]
fn the_stop_reason_is_shown_in_its_wire_form() {
    let shown = resting().map(|session| viewed(&session, "stopReason"));
    let nothing = |reason: &str| format!(r#"{{"type":"{reason}","pending_batch_id":null,"pending_call_ids":[]}}"#);
    assert_eq!(shown, [text("null"), nothing("end_turn"), nothing("retries_exhausted")]);
    assert_eq!(viewed(&running(&[]), "stopReason"), "null");
    assert_eq!(terminated().map(|session| viewed(&session, "stopReason")), ["null", "null", "null"]);
}

#[test]
fn a_decided_batch_is_handed_out_in_original_order() {
    let session = running(&[calls("b", &[ask("d"), ask("c"), free("r"), ask("b"), ask("a")])]);
    let session = then(&session, submit(&[deny_with("b", "c", "no"), allow("b", "a")]));
    let handed_out = instructed(&session, submit(&[allow("b", "b"), allow("b", "d")]));
    assert_eq!(handed_out, [released("b", "d"), refused("b", "c", "no"), released("b", "b"), released("b", "a")]);
}

#[test]
fn it_is_handed_out_in_original_order_whatever_the_order_of_the_answers() {
    let answers = [allow("b", "a"), deny_with("b", "c", "no")];
    for answers in [answers.clone(), [answers[1].clone(), answers[0].clone()]] {
        assert_eq!(instructed(&asked(), submit(&answers)), [released("b", "a"), refused("b", "c", "no")]);
        let [first, second] = answers;
        assert_eq!(instructed(&then(&asked(), submit(&[first])), submit(&[second])), [released("b", "a"), refused("b", "c", "no")]);
    }
}

#[test]
fn a_denied_call_is_told_its_deny_message_or_a_fixed_sentence() {
    let (told, other) = (sentence(), running(&[calls("x", &[call("y", "another")])]));
    assert!(!told.is_empty());
    assert_eq!(instructed(&asked(), submit(&[deny("b", "a"), deny("b", "c")])), [refused("b", "a", &told), refused("b", "c", &told)]);
    assert_eq!(denials(&instructed(&other, submit(&[deny("x", "y")]))), [(text("x/y"), told)]);
    assert_eq!(denials(&instructed(&other, submit(&[deny_with("x", "y", "not now")]))), [(text("x/y"), text("not now"))]);
}

#[test]
fn an_output_of_a_denied_call_is_an_error() {
    let event = refused("b", "a", "no").to_json();
    assert_eq!(event, r#"{"type":"tool_denied","batchId":"b","callId":"a","ref":["a"],"output":{"is_error":true,"content":"no"}}"#);
}

#[test]
fn an_instruction_to_run_a_tool_names_batch_call_and_handle() {
    assert_eq!(released("b", "a").to_json(), r#"{"type":"tool_released","batchId":"b","callId":"a","ref":["a"]}"#);
    assert_eq!(requested("b", "a").to_json(), r#"{"type":"approval_requested","batchId":"b","callId":"a","ref":["a"]}"#);
}

#[test]
fn all_denied_is_still_running() {
    let session = then(&asked(), submit(&[deny("b", "a"), deny("b", "c")]));
    assert_eq!(state(&session), "running 1 b[a deny, r free, c deny]");
}

#[test]
fn an_interrupt_denies_every_call_that_has_not_run_in_original_order() {
    let all = ["b/a", "b/r", "b/c"];
    assert_eq!(denied_calls(&instructed(&asked(), stop())), all);
    assert_eq!(denied_calls(&instructed(&lifted(), stop())), all);
    for answered in [allow("b", "a"), deny_with("b", "c", "no")] {
        assert_eq!(denied_calls(&instructed(&then(&asked(), submit(&[answered])), stop())), all);
    }
    assert_eq!(denied_calls(&instructed(&then(&asked(), ran("b", "r")), stop())), ["b/a", "b/c"]);
    assert_eq!(denied_calls(&instructed(&then(&lifted(), broke("b", "a")), stop())), ["b/r", "b/c"]);
    let all_ran = then(&then(&then(&lifted(), ran("b", "a")), ran("b", "r")), broke("b", "c"));
    assert_eq!(instructed(&all_ran, stop()), [interrupted(1)]);
}

#[test]
fn an_interrupt_denies_with_an_output_that_is_not_empty() {
    for (call, content) in denials(&instructed(&asked(), stop())) {
        assert!(!content.is_empty(), "{call}");
    }
}

#[test]
fn an_interrupt_denies_the_calls_of_the_recorded_batch_only() {
    let session = running(&[calls("b", &[free("r")]), calls("c", &[free("q")])]);
    assert_eq!(denied_calls(&instructed(&session, stop())), ["c/q"]);
}

#[test]
fn what_an_interrupt_denied_is_told_once() {
    for session in [asked(), lifted(), running(&[calls("b", &[free("r")])])] {
        assert_eq!(outstanding(&then(&session, stop())), []);
    }
}

#[test]
fn a_late_result_of_an_interrupted_turn_is_dropped() {
    let session = then(&lifted(), stop());
    denied(&session, &ran("b", "a"), "stale_turn");
    denied(&then(&session, says("next")), &ran("b", "a"), "stale_turn");
}

#[test]
fn handles_come_back_and_are_not_told_where_there_are_none() {
    let call = ToolCall { reference: Opaque::default(), ..ask("a") };
    let asked = running(&[calls("b", &[call])]);
    let reference = |event: &Event| match event {
        Event::ApprovalRequested { reference, .. } | Event::ToolReleased { reference, .. } | Event::ToolDenied { reference, .. } => {
            Some(reference.clone())
        }
        _ => None,
    };
    for events in [outstanding(&asked), instructed(&asked, submit(&[allow("b", "a")]))] {
        assert_eq!(events.iter().map(reference).collect::<Vec<_>>(), [Some(Opaque::default())]);
    }
}
