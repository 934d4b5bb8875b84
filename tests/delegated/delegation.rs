//! Section 3: delegation and the cascade.

use crate::given::*;

fn parent() -> Session {
    Session { uid: text("p"), ..active() }
}

fn child(uid: &str, parent: &str, session: Session) -> Session {
    Session { uid: text(uid), parent_uid: Some(text(parent)), ..session }
}

#[test]
fn the_parent_is_named_and_not_stored() {
    let (_, session) = allowed(None, &create_below(&["read"], Some(parent())));
    assert_eq!(session.parent_uid.as_deref(), Some("p"));
    assert!(!session.to_json().contains(r#""parent":"#));
}

#[test]
fn parent_uid_needs_the_parent_with_that_uid() {
    let read = |fields: &str| {
        let json = format!(r#"{{"type":"create","uid":"s","agent":"a","task":"t","harness":"h","authority":[]{fields}}}"#);
        Document::read(&json, countersign::engine::read_command::<Delegated>).map(Option::unwrap)
    };
    let parent = parent().to_json();
    assert!(read(&format!(r#","parentUid":"p","parent":{parent}"#)).is_ok());
    let refused = [
        (read(r#","parentUid":"p""#), "parent", "`parent` is missing, expected the session `p`, as `parentUid` names it"),
        (read(&format!(r#","parentUid":"q","parent":{parent}"#)), "parent.uid", "`parent.uid` is \"p\", expected `q`, as `parentUid` names it"),
        (read(&format!(r#","parent":{parent}"#)), "parentUid", "`parentUid` is missing, expected `p`, as `parent` is given"),
    ];
    for (read, path, message) in refused {
        let error = read.unwrap_err();
        assert_eq!((error.code, error.path.as_str(), error.message.as_str()), ("invalid_input", path, message));
    }
}

#[test]
fn a_parent_that_is_ending_delegates_nothing() {
    for (command, phase) in outcomes() {
        let ending = Session { uid: text("p"), ..declared(command.clone()) };
        let denial = decide(None, &create_below(&["read"], Some(ending)), &at(0)).unwrap_err();
        assert_eq!(denial.code, "parent_not_active");
        assert!(denial.message.ends_with(&format!("; `{}` is pending", phase.name())));
        let gone = Session { uid: text("p"), ..ended(&command) };
        let denial = decide(None, &create_below(&["read"], Some(gone)), &at(0)).unwrap_err();
        assert_eq!(denial.code, "parent_not_active");
        assert!(denial.message.ends_with(&format!("; it ended as `{}`", phase.name())));
    }
}

#[test]
fn a_parent_in_any_live_phase_delegates() {
    for session in live() {
        allowed(None, &create_below(&["read"], Some(Session { uid: text("p"), ..session })));
    }
}

#[test]
fn authority_is_never_widened_and_each_missing_capability_is_named() {
    let denial = decide(None, &create_below(&["read", "admin", "root", "admin"], Some(parent())), &at(0)).unwrap_err();
    assert_eq!(denial.code, "authority_widened");
    assert_eq!(denial.message, "this requires that the parent holds every capability that it delegates; it lacks `admin`, `root`");
}

#[test]
fn the_parents_state_is_judged_before_its_authority() {
    let ending = Session { uid: text("p"), ..declared(fail()) };
    let denial = decide(None, &create_below(&["admin"], Some(ending)), &at(0)).unwrap_err();
    let codes: Vec<_> = denial.unmet.iter().map(|unmet| unmet.code).collect();
    assert_eq!(codes, ["parent_not_active", "authority_widened"]);
}

#[test]
fn a_repeated_create_is_a_duplicate_even_when_the_parent_has_ended_since() {
    let (_, session) = allowed(None, &create_below(&["read"], Some(parent())));
    let gone = Session { uid: text("p"), ..ended(&fail()) };
    assert_eq!(noop(&session, &create_below(&["read"], Some(gone))), ("create-again", "duplicate"));
}

#[test]
fn the_cascade_is_every_live_descendant_deepest_first_ties_as_given() {
    let sessions = [
        child("b", "root", active()),
        child("a", "root", pending()),
        child("ab", "a", initializing()),
        child("ba", "b", active()),
        child("aba", "ab", active()),
        child("other", "elsewhere", active()),
        Session { uid: text("root"), ..active() },
    ];
    assert_eq!(cascade(&sessions, "root"), ["aba", "ab", "ba", "b", "a"]);
    assert_eq!(cascade(&sessions, "ab"), ["aba"]);
    assert_eq!(cascade(&sessions, "aba"), Vec::<&str>::new());
    assert_eq!(cascade(&sessions, "unknown"), Vec::<&str>::new());
}

#[test]
fn the_cascade_reaches_descendants_through_ended_sessions() {
    let sessions = [child("a", "root", ended(&fail())), child("aa", "a", active())];
    assert_eq!(cascade(&sessions, "root"), ["aa"]);
}

#[test]
fn a_child_whose_own_outcome_is_pending_counts_unless_it_is_a_revocation_or_an_error() {
    let counts = |command: Command| !cascade(&[child("a", "root", declared(command))], "root").is_empty();
    assert_eq!(outcomes().map(|(command, _)| counts(command)), [true, true, true, false, false]);
}

#[test]
fn the_cascade_goes_on_below_a_child_that_does_not_count() {
    let sessions = [child("a", "root", declared(error())), child("aa", "a", active())];
    assert_eq!(cascade(&sessions, "root"), ["aa"]);
}

#[test]
fn cycles_are_cut() {
    let sessions = [child("a", "b", active()), child("b", "a", active()), child("self", "self", active())];
    assert_eq!(cascade(&sessions, "a"), ["b"]);
    assert_eq!(cascade(&sessions, "self"), Vec::<&str>::new());
}

#[test]
fn a_session_without_a_parent_is_nobodys_child() {
    let orphan = Session { uid: text("o"), ..active() };
    assert_eq!(cascade(&[orphan, child("c", "", active())], ""), ["c"]);
}

#[test]
fn what_the_cascade_names_can_be_revoked_by_its_parent() {
    let states = live().into_iter().chain(outcomes().map(|(command, _)| declared(command)));
    for session in states {
        let named = !cascade(&[child("a", "root", session.clone())], "root").is_empty();
        let revoked = decide(Some(&session), &revoke(Source::Parent), &at(0));
        assert_eq!(matches!(revoked, Ok(Decision::Allowed { .. })), named);
    }
}
