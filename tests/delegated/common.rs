//! What all lifecycles have in common.

use crate::given::*;

#[test]
fn the_caller_is_not_judged() {
    for caller in countersign::engine::Caller::ALL {
        let context = Context { caller: *caller, ..at(0) };
        assert!(decide(Some(&active()), &revoke(Source::Governance), &context).is_ok());
    }
}

#[test]
fn revision_grows_by_one_with_every_event_that_fits() {
    assert_eq!(pending().revision, 1);
    assert_eq!(active().revision, 4);
    assert_eq!(declared(fail()).revision, 6);
    assert_eq!(ended(&fail()).revision, 7);
}

#[test]
fn revision_ends_at_the_largest_integer_that_can_be_read_again() {
    let last = Session { revision: (1 << 53) - 1, ..pending() };
    let after = apply(Some(last), &Event::Initialized).unwrap();
    assert_eq!(parse(&after.to_json()), Ok(after));
    assert!(apply(Some(Session { revision: i64::MAX, ..pending() }), &Event::Initialized).is_some());
}

#[test]
fn an_event_that_does_not_fit_leaves_the_session_as_it_is() {
    let again = Event::ArtifactAdded { artifact: artifact(r#"{"id":"a","n":2}"#) };
    assert_eq!(apply(Some(active()), &again), Some(active()));
    let Ok(Decision::Allowed { events, .. }) = decide(None, &create(), &at(5)) else { panic!() };
    assert_eq!(apply(Some(active()), &events[0]), Some(active()));
    assert_eq!(apply(None, &Event::Initialized), None);
}

#[test]
fn what_happened_happened_whatever_the_rules_say() {
    let ended = ended(&fail());
    assert_eq!(apply(Some(ended), &Event::Activated).unwrap().phase, Phase::Active);
}

#[test]
fn replay_of_nothing_returns_the_session_it_was_given() {
    assert_eq!(replay(&[], None), None);
    assert_eq!(replay(&[], Some(active())), Some(active()));
}

#[test]
fn offers_are_all_commands_but_create_in_the_order_of_the_page() {
    let names = |session: &Session| offers(session, &at(0)).iter().map(|offer| Delegated::command_name(&offer.command)).collect::<Vec<_>>();
    let all = ["initialize", "activate", "add_artifact", "complete", "fail", "decline", "revoke", "error", "reflect"];
    for session in [pending(), active(), declared(fail()), ended(&fail())] {
        assert_eq!(names(&session), all);
    }
}

#[test]
fn only_revoke_is_offered_to_clients() {
    let clients: Vec<_> = offers(&active(), &at(0))
        .into_iter()
        .filter(|offer| offer.by == countersign::engine::By::Client)
        .map(|offer| Delegated::command_name(&offer.command))
        .collect();
    assert_eq!(clients, ["revoke"]);
}

#[test]
fn an_offer_that_would_only_repeat_is_not_allowed() {
    let offers = offers(&declared(COMPLETE), &at(0));
    let complete = offers.iter().find(|offer| offer.command == COMPLETE).unwrap();
    assert_eq!((complete.outcome, complete.code), ("noop", Some("already_declared")));
}

#[test]
fn what_stands_in_for_a_field_repeats_nothing() {
    let outcome = |session: &Session, name: &str| {
        let offers = offers(session, &at(0));
        offers.iter().find(|offer| Delegated::command_name(&offer.command) == name).unwrap().outcome
    };
    for message in ["", "…", "… again"] {
        let message = text(message);
        let failed = declared(Command::Fail { message: message.clone(), reflect: None });
        assert_eq!((outcome(&failed, "fail"), outcome(&failed, "error")), ("denied", "allowed"));
        let broken = declared(Command::Error { message, reflect: None });
        assert_eq!((outcome(&broken, "error"), outcome(&broken, "fail")), ("denied", "denied"));
    }
    for reason in Reason::ALL {
        assert_eq!(outcome(&declared(decline(*reason)), "decline"), "denied");
    }
    for source in Source::ALL {
        assert_eq!(outcome(&declared(revoke(*source)), "revoke"), "denied");
    }
    // An artifact of the id that stood in does not come again.
    let stand_in = |session: &Session| {
        let mut ids = Delegated::variants(session).into_iter().filter_map(|variant| match variant.command {
            Command::AddArtifact { artifact } => Some(artifact.id),
            _ => None,
        });
        ids.next_back().unwrap()
    };
    let taken = then(active(), add(&format!(r#"{{"id":"{}"}}"#, stand_in(&active()))));
    assert_eq!(outcome(&taken, "add_artifact"), "allowed");
    for ids in [&["0"][..], &["1"], &["2"], &["0", "1", "2"], &["1", "2", "3"], &["01", "18446744073709551615", "x"]] {
        let artifacts = ids.iter().map(|id| artifact(&format!(r#"{{"id":"{id}"}}"#))).collect();
        assert_eq!(outcome(&Session { artifacts, ..active() }, "add_artifact"), "allowed");
    }
}

#[test]
fn can_is_the_part_of_the_answer_without_guards() {
    for (session, command, possible) in [
        (pending(), "initialize", true),
        (pending(), "complete", false),
        (pending(), "revoke", true),
        (active(), "initialize", false),
        (active(), "complete", true),
        (declared(fail()), "complete", true),
        (ended(&fail()), "revoke", false),
        (active(), "create", false),
        (active(), "nonsense", false),
    ] {
        assert_eq!(can(&session, command, None), possible, "{command} in {:?}", session.phase);
    }
}

#[test]
fn a_command_comes_back_as_it_was_written() {
    let parent = Session { uid: text("p"), ..active() };
    let mut commands = vec![create(), create_below(&["read"], Some(parent)), Command::Initialize, Command::Activate, add(r#"{"id":"a"}"#)];
    commands.extend(outcomes().map(|(command, _)| command));
    commands.extend(carrying(&by_system(Phase::Revoked)));
    commands.push(reflecting(Phase::Error));
    for command in commands {
        let json = command.to_json();
        assert_eq!(Document::read(&json, countersign::engine::read_command::<Delegated>), Ok(Some(command)), "{json}");
    }
}

#[test]
fn an_event_comes_back_as_it_was_written() {
    let outcome = || Outcome::Failed { message: text("broke") };
    let Ok(Decision::Allowed { mut events, .. }) = decide(None, &create(), &at(5)) else { panic!() };
    events.extend([Event::Initialized, Event::Activated, Event::ArtifactAdded { artifact: artifact(r#"{"id":"a"}"#) }]);
    events.extend([Event::OutcomeDeclared { outcome: outcome() }, Event::ReflectOwed { outcome: Phase::Failed }]);
    events.push(Event::Reflected { outcome: outcome(), reflect: reflect(Phase::Failed) });
    let names: Vec<_> = events.iter().map(|event| Document::parse(&event.to_json()).unwrap().root().field("type").text()).collect();
    assert_eq!(names, Delegated::EVENTS);
    for event in events {
        assert_eq!(Document::read(&event.to_json(), countersign::engine::read_event::<Delegated>), Ok(Some(event)));
    }
}
