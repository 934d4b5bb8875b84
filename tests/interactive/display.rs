//! Section 5 and the common page: display, attention and conditions.

use crate::given::*;

fn shown(session: &Session) -> (String, String, String) {
    (word(session, "display"), word(session, "attention"), viewed(session, "terminal"))
}

#[track_caller]
fn shows(session: &Session, display: &str, attention: &str, terminal: bool) {
    assert_eq!(shown(session), (text(display), text(attention), terminal.to_string()), "{}", state(session));
}

#[test]
fn idle_is_at_rest() {
    for session in resting() {
        shows(&session, "idle", "at_rest", false);
    }
    shows(&then(&asked(), stop()), "idle", "at_rest", false);
}

#[test]
fn requires_action_needs_a_human() {
    shows(&asked(), "requires_action", "needs_human", false);
    shows(&then(&asked(), submit(&[allow("b", "a")])), "requires_action", "needs_human", false);
}

#[test]
fn running_is_working() {
    for session in [running(&[]), lifted(), running(&[calls("b", &[free("r")])])] {
        shows(&session, "running", "working", false);
    }
}

#[test]
fn terminated_is_failed_or_done() {
    let [archived, deleted, lost] = terminated();
    shows(&archived, "terminated", "done", true);
    shows(&deleted, "terminated", "done", true);
    shows(&lost, "terminated", "failed", true);
    shows(&then(&lost, Command::Delete), "terminated", "done", true);
    shows(&Session { terminated_by: None, ..archived }, "terminated", "done", true);
}

#[test]
fn unknown_is_working() {
    for session in unknown() {
        shows(&session, "unknown", "working", false);
    }
}

#[test]
fn an_inconsistent_session_needs_a_human_unless_it_is_terminated() {
    shows(&Session { stop_reason: None, status: Status::Running, ..asked() }, "running", "needs_human", false);
    shows(&Session { stop_reason: Some(StopReason::EndTurn), ..asked() }, "idle", "needs_human", false);
    for session in adrift() {
        shows(&session, "requires_action", "needs_human", false);
    }
    shows(&Session { batch: asked().batch, ..given(&[Command::Archive]) }, "terminated", "done", true);
    shows(&Session { batch: asked().batch, ..running(&[lost(None)]) }, "terminated", "failed", true);
}

#[test]
fn a_denied_call_that_ran_needs_a_human_until_the_next_turn() {
    let ran_all_the_same = |session: &Session| viewed(session, "conditions.deniedCallRan");
    let session = warned(&lifted(), &ran("b", "c")).1;
    shows(&session, "running", "needs_human", false);
    let rests = then(&session, ended(1));
    shows(&rests, "idle", "needs_human", false);
    assert_eq!((ran_all_the_same(&session), ran_all_the_same(&rests)), (text("true"), text("true")));
    let next = then(&rests, says("next"));
    shows(&next, "running", "working", false);
    assert_eq!(ran_all_the_same(&next), "false");
    shows(&then(&rests, Command::Archive), "terminated", "done", true);
    shows(&then(&session, lost(None)), "terminated", "failed", true);
    assert_eq!(ran_all_the_same(&then(&lifted(), broke("b", "c"))), "false");
}

#[test]
fn an_unknown_status_with_a_denied_call_that_ran_needs_a_human() {
    shows(&with_status("rescheduling", warned(&lifted(), &ran("b", "c")).1), "unknown", "needs_human", false);
}

#[test]
fn the_conditions_of_the_page() {
    for session in reachable().into_iter().chain(unknown()).chain(adrift()) {
        let json = view(&session, &at(0)).to_json();
        let mut names = names_at(&json, "conditions");
        names.sort_unstable();
        assert_eq!(names, ["backgroundTools", "busy", "deniedCallRan", "inconsistent"]);
        for name in ["backgroundTools", "busy", "deniedCallRan"] {
            let value = viewed(&session, &format!("conditions.{name}"));
            assert!(value == "true" || value == "false", "{name}: {value}");
        }
        let inconsistent = viewed(&session, "conditions.inconsistent");
        assert!(inconsistent == "null" || inconsistent.starts_with('"'), "{inconsistent}");
    }
}

#[test]
fn the_view_has_what_every_view_has_and_what_the_page_adds() {
    for session in reachable() {
        let json = format!(r#"{{"view":{}}}"#, view(&session, &at(0)).to_json());
        let names = names_at(&json, "view");
        for name in ["display", "terminal", "attention", "changesAt", "conditions", "stopReason", "actions"] {
            assert!(names.iter().any(|known| known == name), "{name} is not among {names:?}");
        }
    }
}

#[test]
fn nothing_depends_on_time() {
    for session in reachable() {
        let at_first = view(&session, &at(-8_640_000_000_000_000)).to_json();
        assert_eq!(view(&session, &at(8_640_000_000_000_000)).to_json(), at_first);
    }
}
