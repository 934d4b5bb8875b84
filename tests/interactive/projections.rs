//! Section 2: what a client may do, as `decide` answers.

use crate::given::*;

/// Every command of a client, save `create`.
fn asked_of_it() -> [(&'static str, Command); 7] {
    [
        ("message", says("more")),
        ("approve", submit(&[allow("b", "a")])),
        ("deny", submit(&[deny("b", "a")])),
        ("interrupt", stop()),
        ("interrupt and message", submit(&[INTERRUPT, message("more")])),
        ("archive", Command::Archive),
        ("delete", Command::Delete),
    ]
}

/// `allowed`, or the code of the noop or denial.
fn outcome(session: &Session, command: &Command) -> &'static str {
    match decide(Some(session), command, &at(0)) {
        Ok(Decision::Allowed { .. }) => "allowed",
        Ok(Decision::Noop { code, .. }) => code,
        Err(denial) => denial.code,
    }
}

#[track_caller]
fn row(session: &Session, expected: [&str; 7]) {
    for ((name, command), expected) in asked_of_it().into_iter().zip(expected) {
        assert_eq!(outcome(session, &command), expected, "{name} in {}", state(session));
    }
}

#[test]
fn interactive_idle_allows_everything_and_nothing_is_pending() {
    for session in resting() {
        row(&session, ["allowed", "invalid_tool_approval", "invalid_tool_approval", "nothing_to_interrupt", "allowed", "allowed", "allowed"]);
    }
}

#[test]
fn requires_action_allows_approvals_and_an_interrupt() {
    let pending = "pending_tool_approval_unresolved";
    row(&asked(), [pending, "allowed", "allowed", "allowed", "allowed", pending, pending]);
}

#[test]
fn running_allows_an_interrupt_only() {
    let busy = "session_busy";
    row(&running(&[]), [busy, "invalid_tool_approval", "invalid_tool_approval", "allowed", "allowed", busy, busy]);
}

#[test]
fn terminated_allows_nothing_but_to_remove_what_is_left() {
    let over = "session_terminated";
    let [archived, deleted, lost] = terminated();
    row(&archived, [over, over, over, over, over, "already_archived", "allowed"]);
    row(&deleted, [over, over, over, over, over, over, "already_deleted"]);
    row(&lost, [over, over, over, over, over, over, "allowed"]);
}

#[test]
fn interactivity_is_decided_by_requires_action_never_by_idle_alone() {
    assert_eq!(asked().status, Status::Idle);
    for session in reachable() {
        let interactive = session.status == Status::Idle && session.stop_reason != Some(StopReason::RequiresAction);
        assert_eq!(outcome(&session, &says("more")) == "allowed", interactive, "{}", state(&session));
    }
}

#[test]
fn a_denial_says_where_the_command_is_possible() {
    for (session, command, possible) in [
        (running(&[]), says("more"), vec!["idle"]),
        (running(&[]), Command::Archive, vec!["idle"]),
        (asked(), Command::Archive, vec!["idle"]),
        (running(&[]), Command::Delete, vec!["idle", "terminated"]),
        (asked(), Command::Delete, vec!["idle", "terminated"]),
        (given(&[Command::Delete]), Command::Archive, vec!["idle"]),
        (asked(), calls("d", &[ask("x")]), vec!["running"]),
        (asked(), ended(1), vec!["running"]),
        (asked(), exhausted(1), vec!["running"]),
    ] {
        let denial = decide(Some(&session), &command, &at(0)).unwrap_err();
        assert_eq!(denial.possible_in, possible, "{command:?} in {}", state(&session));
    }
}

#[test]
fn a_denial_explains_itself() {
    for session in reachable().into_iter().chain(unknown()).chain(adrift()) {
        for (name, command) in asked_of_it() {
            let Err(denial) = decide(Some(&session), &command, &at(0)) else { continue };
            assert!(denial.rule.is_some() && !denial.message.is_empty(), "{name} in {}", state(&session));
            assert_eq!((denial.unmet[0].code, &denial.unmet[0].message), (denial.code, &denial.message));
        }
    }
}

#[test]
fn the_caller_is_not_judged() {
    for caller in Caller::ALL {
        let context = Context { caller: *caller, ..at(0) };
        for command in [says("more"), Command::Archive, Command::Delete] {
            assert!(decide(Some(&given(&[])), &command, &context).is_ok());
        }
        assert!(decide(Some(&running(&[])), &ended(1), &context).is_ok());
    }
}

#[test]
fn without_a_session_everything_but_create_is_denied() {
    let reports = [calls("b", &[ask("a")]), ran("b", "a"), ended(1), exhausted(1), lost(None), lost(Some(1)), submit(&[])];
    for command in asked_of_it().into_iter().map(|(_, command)| command).chain(reports) {
        let denial = decide(None, &command, &at(0)).unwrap_err();
        assert_eq!((denial.code, denial.rule, denial.unmet.len(), denial.possible_in.len()), ("no_session", None, 0, 0), "{command:?}");
    }
}

#[test]
fn nothing_of_a_denied_command_is_applied_and_the_same_question_has_the_same_answer() {
    for session in reachable() {
        for (_, command) in asked_of_it() {
            assert_eq!(decide(Some(&session), &command, &at(0)), decide(Some(&session.clone()), &command, &at(99)));
        }
    }
}
