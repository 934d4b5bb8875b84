//! Section 1: what a session holds.

use crate::given::*;

#[test]
fn a_session_has_its_fields_under_the_names_of_the_page() {
    let page =
        "lifecycle schema id status stopReason turn turnInputs batch pastBatchIds deniedCallsRan toolPolicies terminatedBy error createdAt revision";
    for session in reachable() {
        assert_eq!(names_at(&format!(r#"{{"s":{}}}"#, session.to_json()), "s"), page.split(' ').collect::<Vec<_>>());
        assert!(session.to_json().starts_with(r#"{"lifecycle":"interactive","schema":1,"id":"s","#));
    }
}

#[test]
fn a_batch_has_a_turn_and_calls() {
    assert_eq!(names_at(&asked().to_json(), "batch"), ["batchId", "turn", "calls"]);
    assert_eq!((at_path(&asked().to_json(), "batch.batchId"), at_path(&asked().to_json(), "batch.turn")), (text(r#""b""#), text("1")));
}

#[test]
fn a_call_has_its_fields_under_the_names_of_the_page() {
    let session = then(&asked(), submit(&[deny_with("b", "c", "no")])).to_json();
    let document = Document::parse(&session).unwrap();
    let calls = document.root().field("batch").field("calls").list(|call| call.opaque().as_str().to_owned());
    let mut names = names_at(&format!(r#"{{"call":{}}}"#, calls[2]), "call");
    let mut page = ["callId", "name", "arguments", "toolType", "policy", "decision", "denyMessage", "ran", "ref"];
    names.sort_unstable();
    page.sort_unstable();
    assert_eq!(names, page);
    for (path, value) in [
        ("callId", r#""c""#),
        ("name", r#""write""#),
        ("arguments", r#"{"n":1}"#),
        ("toolType", r#""builtin""#),
        ("policy", r#""always_ask""#),
        ("decision", r#""deny""#),
        ("denyMessage", r#""no""#),
        ("ran", "null"),
        ("ref", r#"["c"]"#),
    ] {
        assert_eq!(at_path(&calls[2], path), value, "{path}");
    }
    assert_eq!((at_path(&calls[0], "decision"), at_path(&calls[0], "denyMessage")), (text("null"), text("null")));
}

#[test]
fn the_closed_sets_of_the_page() {
    assert_eq!(ToolType::NAMES, ["builtin", "mcp", "skill"]);
    assert_eq!(Policy::NAMES, ["always_allow", "always_ask"]);
    assert_eq!(Answer::NAMES, ["allow", "deny"]);
    assert_eq!(Ran::NAMES, ["ok", "error"]);
    assert_eq!(TerminatedBy::NAMES, ["archived", "deleted", "error"]);
}

#[test]
fn a_session_before_its_first_message() {
    let session = given(&[]);
    assert_eq!((session.id.as_str(), &session.status, &session.stop_reason), ("s", &Status::Idle, &None));
    assert_eq!((session.turn, session.turn_inputs, session.batch, session.past_batch_ids), (0, vec![], None, vec![]));
    assert_eq!((session.denied_calls_ran, session.terminated_by, session.error), (vec![], None, None));
    assert_eq!((session.tool_policies, session.created_at, session.revision), (policies(), 0, 1));
}

#[test]
fn every_start_of_a_turn_adds_one_to_the_turn() {
    let session = running(&[ended(1), says("more"), exhausted(2), says("more")]);
    assert_eq!(session.turn, 3);
    assert_eq!(then(&session, submit(&[INTERRUPT, message("stop it")])).turn, 4);
    assert_eq!(then(&session, stop()).turn, 3);
}

#[test]
fn the_inputs_of_a_turn_are_kept_until_its_first_report_or_its_end() {
    let session = given(&[submit(&[message("one"), message("two")])]);
    assert_eq!(session.turn_inputs, [json(r#""one""#), json(r#""two""#)]);
    for command in [calls("b", &[free("r")]), calls("b", &[ask("a")]), ended(1), exhausted(1), stop(), lost(None)] {
        assert_eq!(then(&session, command.clone()).turn_inputs, [], "{command:?}");
    }
    let next = then(&session, submit(&[INTERRUPT, message("three")]));
    assert_eq!(next.turn_inputs, [json(r#""three""#)]);
}

#[test]
fn past_batches_are_those_of_the_running_turn() {
    let session = running(&[calls("b", &[free("r")]), calls("c", &[free("r")]), calls("d", &[ask("a")])]);
    assert_eq!(session.past_batch_ids, ["b", "c"]);
    let session = then(&session, submit(&[allow("d", "a")]));
    assert_eq!(session.past_batch_ids, ["b", "c"]);
    for command in [ended(1), exhausted(1), stop(), submit(&[INTERRUPT, message("next")]), lost(None)] {
        assert_eq!(then(&session, command.clone()).past_batch_ids, Vec::<String>::new(), "{command:?}");
    }
}

#[test]
fn denied_calls_that_ran_are_forgotten_when_a_turn_starts() {
    let session = warned(&lifted(), &ran("b", "c")).1;
    assert_eq!(session.denied_calls_ran, [id("b", "c")]);
    assert_eq!(at_path(&session.to_json(), "deniedCallsRan"), r#"[{"batchId":"b","callId":"c"}]"#);
    for command in [ended(1), exhausted(1), stop(), calls("d", &[ask("a")])] {
        let rests = then(&session, command.clone());
        assert_eq!(rests.denied_calls_ran, [id("b", "c")], "{command:?}");
    }
    assert_eq!(then(&then(&session, ended(1)), says("go on")).denied_calls_ran, []);
    assert_eq!(then(&session, submit(&[INTERRUPT, message("go on")])).denied_calls_ran, []);
}

#[test]
fn a_policy_is_looked_up_by_name_else_the_default_holds() {
    let policies = |default, name: &str, policy| ToolPolicies { default, tools: vec![(text(name), policy)] };
    for name in ["write", "__proto__", "constructor", "toString", "hasOwnProperty", ""] {
        for (default, own, asked) in [
            (Policy::AlwaysAllow, Policy::AlwaysAsk, true),
            (Policy::AlwaysAsk, Policy::AlwaysAllow, false),
            (Policy::AlwaysAllow, Policy::AlwaysAllow, false),
        ] {
            let session = Session { tool_policies: policies(default, name, own), ..running(&[]) };
            assert_eq!(then(&session, calls("b", &[call("a", name)])).calls()[0].is_undecided(), asked, "{name}");
            let other = then(&session, calls("b", &[call("a", "another")]));
            assert_eq!(other.calls()[0].policy, default, "{name}");
        }
    }
}

#[test]
fn a_policy_is_kept_in_the_call() {
    let session = Session { tool_policies: ToolPolicies { default: Policy::AlwaysAllow, tools: vec![] }, ..asked() };
    let policies: Vec<_> = session.calls().iter().map(|call| call.policy).collect();
    assert_eq!(policies, [Policy::AlwaysAsk, Policy::AlwaysAllow, Policy::AlwaysAsk]);
    assert_eq!(state(&then(&session, submit(&[allow("b", "a")]))), "requires_action 1 b[a allow, r free, c ?]");
}

#[test]
fn a_batch_stays_recorded_until_the_next_one_the_end_of_the_turn_or_an_interrupt() {
    assert_eq!(state(&lifted()), "running 1 b[a allow, r free, c deny]");
    assert_eq!(state(&then(&lifted(), calls("d", &[ask("a")]))), "requires_action 1 d[a ?]");
    assert_eq!(state(&then(&lifted(), ended(1))), "idle(end_turn) 1");
    assert_eq!(state(&then(&lifted(), exhausted(1))), "idle(retries_exhausted) 1");
    assert_eq!(state(&then(&lifted(), stop())), "idle(end_turn) 1");
    assert_eq!(state(&running(&[calls("b", &[free("r"), free("q")])])), "running 1 b[r free, q free]");
}

#[test]
fn calls_stay_in_their_original_order() {
    let session = running(&[calls("b", &[ask("z"), ask("a"), free("m")])]);
    let session = then(&session, submit(&[deny("b", "a")]));
    assert_eq!(state(&session), "requires_action 1 b[z ?, a deny, m free]");
}

#[test]
fn a_created_session_takes_its_time_from_the_context() {
    let Ok(Decision::Allowed { events, .. }) = decide(None, &create(), &at(77)) else { panic!() };
    assert_eq!(replay(&events, None).unwrap().created_at, 77);
}

#[test]
fn revision_grows_by_one_with_every_event_that_fits() {
    assert_eq!(given(&[]).revision, 1);
    for session in reachable() {
        let fits = apply(Some(session.clone()), &Event::TurnEnded { turn: session.turn }).unwrap();
        assert_eq!(fits.revision, session.revision + 1);
    }
}

#[test]
fn turn_and_revision_end_at_the_largest_integer_that_can_be_read_again() {
    let last = Session { turn: (1 << 53) - 1, revision: (1 << 53) - 1, ..given(&[]) };
    let Ok(Decision::Allowed { events, .. }) = decide(Some(&last), &says("hi"), &at(0)) else { panic!() };
    for event in &events {
        assert_eq!(Document::read(&event.to_json(), read_event::<Interactive>), Ok(Some(event.clone())));
    }
    let after = replay(&events, Some(last)).unwrap();
    assert_eq!(parse(&after.to_json()), Ok(after));
}

#[test]
fn an_event_that_does_not_fit_leaves_the_session_as_it_is() {
    let Ok(Decision::Allowed { events, .. }) = decide(None, &create(), &at(5)) else { panic!() };
    let recorded = |session: Session| Event::ToolCalls { batch: session.batch.unwrap() };
    let past = then(&lifted(), calls("d", &[ask("a")]));
    for (session, event) in [
        (asked(), events[0].clone()),
        (asked(), recorded(asked())),
        (past.clone(), recorded(asked())),
        (asked(), Event::ToolFinished { call: id("b", "z"), is_error: false }),
        (asked(), Event::ToolFinished { call: id("z", "a"), is_error: false }),
        (past.clone(), Event::ApprovalResolved { call: id("b", "a"), decision: Answer::Deny, deny_message: None }),
        (past, requested("b", "a")),
        (given(&[]), released("b", "a")),
        (running(&[ended(1)]), refused("b", "a", "no")),
    ] {
        assert_eq!(apply(Some(session.clone()), &event), Some(session), "{event:?}");
    }
    for event in [started(1, &["hi"]), interrupted(1), Event::Archived, Event::SessionForgotten, Event::TurnEnded { turn: 1 }] {
        assert_eq!(apply(None, &event), None);
    }
}

#[test]
fn what_happened_happened_whatever_the_rules_say() {
    assert_eq!(state(&apply(Some(asked()), &Event::TurnEnded { turn: 1 }).unwrap()), "idle(end_turn) 1");
    assert_eq!(state(&apply(Some(given(&[Command::Archive])), &started(1, &["hi"])).unwrap()).split(' ').next(), Some("running"));
}

#[test]
fn replay_of_nothing_returns_the_session_it_was_given() {
    assert_eq!(replay(&[], None), None);
    assert_eq!(replay(&[], Some(asked())), Some(asked()));
}
