//! The common page: what could be done now, and what can be done at all.

use crate::given::*;

/// `approve b/a`, `deny b/a`, `interrupt`, `message`, `interrupt + message`, or the command's name.
fn named(command: &Command) -> String {
    match command {
        Command::Submit { inputs } => match inputs.as_slice() {
            [Input::Message { .. }] => text("message"),
            [Input::Interrupt] => text("interrupt"),
            [Input::Interrupt, Input::Message { .. }] => text("interrupt + message"),
            [Input::Approval(Approval { batch_id, call_id, decision: Answer::Allow, .. })] => format!("approve {batch_id}/{call_id}"),
            [Input::Approval(Approval { batch_id, call_id, decision: Answer::Deny, .. })] => format!("deny {batch_id}/{call_id}"),
            other => panic!("{other:?}"),
        },
        Command::ToolFinished { batch_id, call_id, .. } => format!("tool_finished {batch_id}/{call_id}"),
        other => text(Interactive::command_name(other)),
    }
}

#[track_caller]
fn offer(session: &Session, name: &str) -> Offer {
    let mut offers: Vec<_> = offers(session, &at(0)).into_iter().filter(|offer| named(&offer.command) == name).collect();
    assert_eq!(offers.len(), 1, "{name} in {}", state(session));
    offers.remove(0)
}

/// What is offered and allowed, in alphabetical order.
fn open(session: &Session) -> Vec<String> {
    let mut open: Vec<_> = offers(session, &at(0)).iter().filter(|offer| offer.is_allowed()).map(|offer| named(&offer.command)).collect();
    open.sort_unstable();
    open
}

#[test]
fn what_is_open_in_each_projection() {
    for session in resting() {
        let expected = ["archive", "delete", "interrupt + message", "message", "unrecoverable_error"];
        assert_eq!(open(&session), expected, "{}", state(&session));
    }
    let expected =
        ["approve b/a", "approve b/c", "deny b/a", "deny b/c", "interrupt", "interrupt + message", "tool_finished b/r", "unrecoverable_error"];
    assert_eq!(open(&asked()), expected);
    let expected = ["interrupt", "interrupt + message", "retries_exhausted", "tool_calls", "turn_ended", "unrecoverable_error"];
    assert_eq!(open(&running(&[])), expected);
    let expected = [
        "interrupt",
        "interrupt + message",
        "retries_exhausted",
        "tool_calls",
        "tool_finished b/a",
        "tool_finished b/c",
        "tool_finished b/r",
        "turn_ended",
        "unrecoverable_error",
    ];
    assert_eq!(open(&lifted()), expected);
    let [archived, deleted, lost] = terminated();
    assert_eq!((open(&archived), open(&deleted), open(&lost)), (vec![text("delete")], vec![], vec![text("delete")]));
    for session in unknown() {
        assert_eq!(open(&session), ["unrecoverable_error"]);
    }
    for session in adrift() {
        assert!(["interrupt", "interrupt + message"].iter().all(|name| open(&session).iter().any(|open| open == name)));
        assert!(!open(&session).iter().any(|open| open.starts_with("approve") || open.starts_with("deny") || open == "message"));
    }
}

#[test]
fn commands_without_a_target_are_always_listed() {
    let names =
        ["interrupt", "message", "interrupt + message", "tool_calls", "turn_ended", "retries_exhausted", "unrecoverable_error", "archive", "delete"];
    for session in reachable().into_iter().chain(unknown()).chain(adrift()) {
        for name in names {
            offer(&session, name);
        }
        assert!(offers(&session, &at(0)).iter().all(|offer| named(&offer.command) != "create"));
    }
}

#[test]
fn approvals_are_offered_per_undecided_call() {
    let partly = then(&asked(), submit(&[allow("b", "a")]));
    let approvals = |session: &Session| {
        let names = offers(session, &at(0)).into_iter().map(|offer| named(&offer.command));
        names.filter(|name| name.starts_with("approve") || name.starts_with("deny")).collect::<Vec<_>>()
    };
    let mut all = approvals(&asked());
    all.sort_unstable();
    assert_eq!(all, ["approve b/a", "approve b/c", "deny b/a", "deny b/c"]);
    let mut rest = approvals(&partly);
    rest.sort_unstable();
    assert_eq!(rest, ["approve b/c", "deny b/c"]);
    for session in resting().iter().chain(&[lifted(), running(&[]), then(&asked(), stop())]) {
        assert_eq!(approvals(session), Vec::<String>::new());
    }
}

#[test]
fn what_is_still_to_be_filled_in() {
    for session in reachable() {
        assert_eq!(offer(&session, "message").needs, ["inputs[0].content"]);
        assert_eq!(offer(&session, "interrupt + message").needs, ["inputs[1].content"]);
        for name in ["interrupt", "archive", "delete"] {
            assert_eq!(offer(&session, name).needs, Vec::<&str>::new(), "{name}");
        }
        assert!(offer(&session, "unrecoverable_error").needs.contains(&"message"));
        for need in ["batchId", "calls"] {
            assert!(offer(&session, "tool_calls").needs.contains(&need), "{need}");
        }
    }
    for name in ["approve b/a", "deny b/a"] {
        assert_eq!(offer(&asked(), name).needs, Vec::<&str>::new(), "{name}");
    }
    assert!(offer(&asked(), "tool_finished b/r").needs.contains(&"isError"));
}

#[test]
fn fields_that_are_to_be_filled_in_are_left_out_of_the_command() {
    let told = countersign::text::lifecycle("interactive").unwrap().offers(&asked().to_json(), 0.0, None).unwrap();
    let commands = Document::parse(&told).unwrap().root().list(|offer| offer.field("command").opaque().as_str().to_owned());
    for command in [
        r#"{"type":"submit","inputs":[{"type":"message"}]}"#,
        r#"{"type":"submit","inputs":[{"type":"interrupt"},{"type":"message"}]}"#,
        r#"{"type":"submit","inputs":[{"type":"interrupt"}]}"#,
        r#"{"type":"submit","inputs":[{"type":"tool_approval_response","batchId":"b","callId":"a","decision":"allow"}]}"#,
        r#"{"type":"submit","inputs":[{"type":"tool_approval_response","batchId":"b","callId":"c","decision":"deny"}]}"#,
        r#"{"type":"unrecoverable_error"}"#,
        r#"{"type":"archive"}"#,
    ] {
        assert!(commands.iter().any(|known| known == command), "{command} is not among {commands:#?}");
    }
    assert!(!commands.iter().any(|command| command.contains(r#""isError""#) || command.contains(r#""calls""#)));
}

#[test]
fn who_gives_what() {
    let runtime = ["tool_calls", "tool_finished", "turn_ended", "retries_exhausted", "unrecoverable_error"];
    for session in reachable() {
        for offer in offers(&session, &at(0)) {
            let by = if runtime.contains(&Interactive::command_name(&offer.command)) { By::Runtime } else { By::Client };
            assert_eq!(offer.by, by, "{:?}", offer.command);
        }
    }
}

#[test]
fn an_offer_says_why_not() {
    let told = |session: &Session, name: &str| {
        let offer = offer(session, name);
        assert_eq!((offer.code.is_none(), offer.message.is_none()), (offer.is_allowed(), offer.is_allowed()));
        (offer.outcome, offer.code)
    };
    let pending = ("denied", Some("pending_tool_approval_unresolved"));
    for name in ["message", "archive", "delete", "turn_ended", "retries_exhausted"] {
        assert_eq!(told(&asked(), name), pending, "{name}");
    }
    assert_eq!(told(&asked(), "tool_calls"), ("denied", Some("batch_open")));
    for name in ["message", "archive", "delete"] {
        assert_eq!(told(&running(&[]), name), ("denied", Some("session_busy")), "{name}");
    }
    for session in resting() {
        assert_eq!(told(&session, "interrupt"), ("noop", Some("nothing_to_interrupt")));
    }
    let [archived, deleted, _] = terminated();
    assert_eq!(told(&archived, "archive"), ("noop", Some("already_archived")));
    assert_eq!(told(&deleted, "delete"), ("noop", Some("already_deleted")));
    for name in ["message", "interrupt", "interrupt + message", "tool_calls", "turn_ended", "retries_exhausted", "unrecoverable_error"] {
        assert_eq!(told(&archived, name), ("denied", Some("session_terminated")), "{name}");
    }
}

#[test]
fn an_offer_that_needs_nothing_is_decided_as_offered() {
    let mut judged = 0;
    for session in reachable().into_iter().chain(unknown()).chain(adrift()) {
        for offer in offers(&session, &at(0)).iter().filter(|offer| offer.needs.is_empty()) {
            let outcome = match decide(Some(&session), &offer.command, &at(0)) {
                Ok(Decision::Allowed { .. }) => ("allowed", None),
                Ok(Decision::Noop { code, .. }) => ("noop", Some(code)),
                Err(denial) => ("denied", Some(denial.code)),
            };
            assert_eq!(outcome, (offer.outcome, offer.code), "{:?} in {}", offer.command, state(&session));
            judged += 1;
        }
    }
    assert!(judged > 2 * reachable().len());
}

#[test]
fn what_stands_in_for_a_field_repeats_nothing() {
    for batch in ["", "…", "0", "1", "2"] {
        let session = running(&[calls(batch, &[free("r")]), calls("x", &[free("r")])]);
        assert!(offer(&session, "tool_calls").is_allowed(), "{batch}");
        assert!(offer(&running(&[calls(batch, &[free("r")])]), "tool_calls").is_allowed(), "{batch}");
    }
}

// ---- can

#[test]
fn can_without_a_target_looks_at_the_status_of_the_session_alone() {
    let [busy, paused] = unknown();
    let sessions = [given(&[]), asked(), running(&[]), given(&[Command::Archive]), busy, paused];
    for (command, expected) in [
        ("submit", [true, true, true, false, false, false]),
        ("tool_calls", [false, false, true, false, false, false]),
        ("tool_finished", [false, true, true, false, false, false]),
        ("turn_ended", [false, false, true, false, false, false]),
        ("retries_exhausted", [false, false, true, false, false, false]),
        ("unrecoverable_error", [true, true, true, false, true, true]),
        ("archive", [true, false, false, false, false, false]),
        ("delete", [true, false, false, true, false, false]),
        ("create", [false; 6]),
        ("nonsense", [false; 6]),
        ("", [false; 6]),
        ("__proto__", [false; 6]),
    ] {
        let found: Vec<_> = sessions.iter().map(|session| can(session, command, None)).collect();
        assert_eq!(found, expected, "{command}");
    }
}

#[test]
fn can_with_a_target_looks_at_its_decision_too() {
    assert!(can(&asked(), "submit", Some("a")) && can(&asked(), "tool_finished", Some("r")));
    assert!(can(&lifted(), "tool_finished", Some("a")) && can(&lifted(), "tool_finished", Some("c")));
    for target in ["z", "", "__proto__", "constructor"] {
        assert!(!can(&asked(), "tool_finished", Some(target)), "{target}");
        assert!(!can(&running(&[]), "tool_finished", Some(target)), "{target}");
    }
    let partly = then(&asked(), submit(&[allow("b", "a")]));
    assert!(!can(&partly, "submit", Some("a")) && can(&partly, "submit", Some("c")));
    assert!(!can(&partly, "submit", Some("z")));
}

#[test]
fn false_is_final() {
    let mut judged = 0;
    for session in reachable().into_iter().chain(unknown()).chain(adrift()) {
        for offer in offers(&session, &at(0)).iter().filter(|offer| offer.is_allowed()) {
            let target = match &offer.command {
                Command::ToolFinished { call_id, .. } => Some(call_id.as_str()),
                Command::Submit { inputs } => match inputs.as_slice() {
                    [Input::Approval(approval)] => Some(approval.call_id.as_str()),
                    _ => None,
                },
                _ => None,
            };
            let name = Interactive::command_name(&offer.command);
            assert!(can(&session, name, target) && can(&session, name, None), "{name} {target:?} in {}", state(&session));
            judged += 1;
        }
    }
    assert!(judged > reachable().len());
}
