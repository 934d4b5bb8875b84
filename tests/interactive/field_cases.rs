//! What goes wrong for people who run agent sessions.

use crate::given::*;

fn open(session: &Session) -> Vec<Vec<Input>> {
    let submitted = |offer: Offer| match offer.command {
        Command::Submit { inputs } if offer.outcome == "allowed" => Some(inputs),
        _ => None,
    };
    offers(session, &at(0)).into_iter().filter_map(submitted).collect()
}

/// Field case 4: a person types a message instead of pressing Approve; the conversation is unusable ever after.
#[test]
fn a_message_instead_of_an_approval_is_denied_and_the_way_out_is_offered() {
    let denial = denied(&asked(), &says("yes, go ahead"), "pending_tool_approval_unresolved");
    assert!(!denial.message.is_empty());
    let open = open(&asked());
    assert!(open.contains(&vec![allow("b", "a")]) && open.contains(&vec![INTERRUPT]));
    assert!(open.iter().any(|inputs| matches!(inputs.as_slice(), [Input::Interrupt, Input::Message { .. }])));
    assert!(!open.iter().any(|inputs| matches!(inputs.as_slice(), [Input::Message { .. }])));
    assert_eq!(state(&then(&asked(), submit(&[INTERRUPT, message("do it differently")]))), "running 2");
    assert_eq!(state(&then(&asked(), submit(&[allow("b", "a"), allow("b", "c")]))), "running 1 b[a allow, r free, c allow]");
}

/// Field case 5: `idle` is taken for "finished" while a tool waits for approval.
#[test]
fn idle_is_not_at_rest_while_a_tool_waits_for_approval() {
    assert_eq!(asked().status, Status::Idle);
    assert_eq!((word(&asked(), "display"), word(&asked(), "attention")), (text("requires_action"), text("needs_human")));
    assert_eq!(viewed(&asked(), "terminal"), "false");
    assert_eq!(viewed(&asked(), "stopReason"), r#"{"type":"requires_action","pending_batch_id":"b","pending_call_ids":["a","c"]}"#);
    let rests = running(&[ended(1)]);
    assert_eq!((word(&rests, "display"), word(&rests, "attention")), (text("idle"), text("at_rest")));
}

/// Field case 6: a snapshot says `requires_action` with an empty list of pending calls.
#[test]
fn requires_action_without_pending_calls_is_inconsistent_and_stays_blocked() {
    let snapshot = running(&[ended(1)])
        .to_json()
        .replace(r#""stopReason":"end_turn""#, r#""stopReason":{"type":"requires_action","pending_batch_id":null,"pending_call_ids":[]}"#);
    let session = parse(&snapshot).unwrap();
    assert_ne!(viewed(&session, "conditions.inconsistent"), "null");
    denied(&session, &says("go on"), "pending_tool_approval_unresolved");
    denied(&session, &submit(&[allow("b", "a")]), "invalid_tool_approval");
    assert_eq!(viewed(&session, "actions.message.allowed"), "false");
    assert_eq!(state(&then(&session, stop())), "idle(end_turn) 1");
}

/// Field case 7: the stop button is pressed twice; or a cancel request is retried by the network.
#[test]
fn a_second_interrupt_is_a_noop_and_told_as_such() {
    for session in [asked(), running(&[]), lifted()] {
        let stopped = then(&session, stop());
        let (code, message) = repeated(&stopped, &stop());
        assert_eq!(code, "nothing_to_interrupt");
        assert!(!message.is_empty());
        assert_eq!(state(&then(&stopped, says("next"))), "running 2");
    }
}

/// Field case 8: a call id of an earlier batch comes again in a later one; an answer meant for the old batch arrives late.
#[test]
fn an_answer_for_an_old_batch_does_not_decide_a_new_one() {
    let session = then(&lifted(), calls("d", &[ask("a"), ask("c")]));
    for late in [deny("b", "a"), allow("b", "c")] {
        denied(&session, &submit(&[late]), "invalid_tool_approval");
    }
    assert_eq!(state(&then(&session, submit(&[allow("d", "a")]))), "requires_action 1 d[a allow, c ?]");
    let next_turn = then(&then(&then(&asked(), stop()), says("next")), calls_in(2, "d", &[ask("a")]));
    denied(&next_turn, &submit(&[allow("b", "a")]), "invalid_tool_approval");
    assert_eq!(state(&next_turn), "requires_action 2 d[a ?]");
}

/// Field case 9: answers to parallel tool calls are matched by position.
#[test]
fn answers_are_matched_by_id_in_any_order() {
    let session = running(&[calls("b", &[ask("x"), ask("y"), ask("z")])]);
    let answers = [allow("b", "x"), deny_with("b", "y", "no"), allow("b", "z")];
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let inputs = order.map(|n: usize| answers[n].clone());
        assert_eq!(instructed(&session, submit(&inputs)), [released("b", "x"), refused("b", "y", "no"), released("b", "z")]);
        let one_by_one = inputs.into_iter().fold(session.clone(), |session, input| then(&session, submit(&[input])));
        assert_eq!(state(&one_by_one), "running 1 b[x allow, y deny, z allow]");
    }
    let session = then(&session, submit(&answers));
    let session = ["z", "x"].into_iter().fold(session, |session, call| then(&session, ran("b", call)));
    assert_eq!(state(&session), "running 1 b[x allow ok, y deny, z allow ok]");
}

/// Field case 10: a late `turn_ended` of an interrupted turn arrives after the next turn began.
#[test]
fn a_late_end_of_an_interrupted_turn_does_not_end_the_next_one() {
    for session in [then(&lifted(), submit(&[INTERRUPT, message("next")])), then(&then(&asked(), stop()), says("next"))] {
        denied(&session, &ended(1), "stale_turn");
        denied(&session, &exhausted(1), "stale_turn");
        assert_eq!(state(&then(&session, ended(2))), "idle(end_turn) 2");
    }
}

/// The command, filled in by a person or a runtime that wants the session to end.
fn filled_in(session: &Session, command: Command) -> Option<Command> {
    match command {
        Command::Submit { inputs } if inputs == [INTERRUPT] => Some(stop()),
        Command::Delete if session.status == Status::Idle => Some(Command::Delete),
        Command::UnrecoverableError { .. } if matches!(session.status, Status::Other(_)) || word(session, "display") == "unknown" => Some(lost(None)),
        _ => None,
    }
}

/// Field case 14: a session stuck in "needs approval" or "interrupting": no button works.
#[test]
fn from_every_session_that_has_not_ended_an_end_is_reached_by_what_is_offered() {
    for start in reachable().into_iter().chain(unknown()).chain(adrift()) {
        let mut session = start.clone();
        let mut steps = 0;
        while viewed(&session, "terminal") != "true" {
            let offered = offers(&session, &at(0)).into_iter().filter(Offer::is_allowed);
            let command = offered.filter_map(|offer| filled_in(&session, offer.command)).next();
            let command = command.unwrap_or_else(|| panic!("no way out of {}", state(&session)));
            session = warned(&session, &command).1;
            steps += 1;
            assert!(steps < 5, "{}", state(&start));
        }
    }
}

/// Field case 17: a server sends a status that the client does not know.
#[test]
fn a_status_that_is_not_known_is_busy_and_only_viewed() {
    let snapshot = running(&[]).to_json().replace(r#""status":"running""#, r#""status":"rescheduling""#);
    let session = parse(&snapshot).unwrap();
    assert_eq!(at_path(&session.to_json(), "status"), r#""rescheduling""#);
    assert_eq!((word(&session, "display"), word(&session, "attention")), (text("unknown"), text("working")));
    assert_eq!(viewed(&session, "conditions.busy"), "true");
    for action in ["message", "approve", "interrupt", "attach_files", "archive", "delete", "create_new"] {
        assert_eq!(viewed(&session, &format!("actions.{action}.allowed")), "false", "{action}");
    }
    assert_eq!(viewed(&session, "actions.view_history.allowed"), "true");
    assert_eq!(open(&session), Vec::<Vec<Input>>::new());
    denied(&session, &stop(), "session_busy");
}

/// Field case 18: a tool is named `__proto__` or `constructor`.
#[test]
fn a_tool_may_have_any_name() {
    for name in ["__proto__", "constructor", "hasOwnProperty", "toString"] {
        let policy = |default, own| ToolPolicies { default, tools: vec![(text(name), own)] };
        let asks = Session { tool_policies: policy(Policy::AlwaysAllow, Policy::AlwaysAsk), ..running(&[]) };
        let session = then(&parse(&asks.to_json()).unwrap(), calls("b", &[call("a", name), call("c", "another")]));
        assert_eq!(state(&session), "requires_action 1 b[a ?, c free]");
        let none = Session { tool_policies: ToolPolicies { default: Policy::AlwaysAsk, tools: vec![] }, ..running(&[]) };
        assert_eq!(state(&then(&none, calls("b", &[call("a", name)]))), "requires_action 1 b[a ?]");
    }
}

/// Field case 25: in a batch with allowed and denied calls the denied one gets no output; or one denial takes the allowed
/// siblings with it.
#[test]
fn every_call_of_a_decided_batch_is_handed_out_once_in_order() {
    let session = running(&[calls("b", &[ask("d"), ask("e"), free("r"), ask("f")])]);
    let decide_all = submit(&[allow("b", "f"), deny_with("b", "e", "not this"), allow("b", "d")]);
    assert_eq!(instructed(&session, decide_all.clone()), [released("b", "d"), refused("b", "e", "not this"), released("b", "f")]);
    let session = then(&session, decide_all.clone());
    assert_eq!(noop(&session, &decide_all), "already_decided");
    let mut left = outstanding(&parse(&session.to_json()).unwrap());
    left.retain(|event| *event != released("b", "r"));
    assert_eq!(left, [released("b", "d"), refused("b", "e", "not this"), released("b", "f")]);
    let session = then(&then(&session, ran("b", "d")), broke("b", "e"));
    let mut left = outstanding(&session);
    left.retain(|event| *event != released("b", "r"));
    assert_eq!(left, [released("b", "f")]);
}

/// Field case 26: a call was declined, and runs all the same; then the decline is reported.
#[test]
fn a_declined_call_that_runs_all_the_same_is_not_passed_over_in_silence() {
    let (_, session, warnings) = warned(&lifted(), &ran("b", "c"));
    assert_eq!(told(&warnings), [("denied_call_ran", None)]);
    assert_eq!(state(&session), "running 1 b[a allow, r free, c deny ok]");
    assert_eq!(viewed(&session, "conditions.deniedCallRan"), "true");
    denied(&session, &broke("b", "c"), "id_conflict");
    assert_eq!(noop(&session, &submit(&[deny("b", "c")])), "already_decided");
    let session = then(&session, ended(1));
    assert_eq!((word(&session, "attention"), session.denied_calls_ran), (text("needs_human"), vec![id("b", "c")]));
}
