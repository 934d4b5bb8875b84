//! Section 5: one undo at a time, and what waits for its turn.

use crate::given::*;

/// The undo of `a` runs; `x` and then `y` were rejected meanwhile.
fn two_wait() -> Session {
    given(&[ran(entry("a")), after(entry("x")), after(entry("y")), ROLLBACK, reject(&after_of("x")), reject(&after_of("y"))])
}

/// The undo of `x` alone runs; behind it `y` waits, and then the whole session.
fn session_waits() -> Session {
    given(&[
        ran(entry("a")),
        before(entry("p")),
        after(entry("y")),
        after(entry("x")),
        reject(&after_of("x")),
        reject(&after_of("y")),
        reject(&before_of("p")),
    ])
}

fn rollback_of(session: &Session) -> &Rollback {
    session.rollback.as_ref().unwrap()
}

// ---- single actions

#[test]
fn a_rejection_in_mid_unwind_waits() {
    let session = given(&[ran(entry("a")), after(entry("x")), ROLLBACK]);
    assert_eq!(instructed(&session, reject(&after_of("x")), operator(0)), []);
    let session = then(&session, reject(&after_of("x")));
    assert_eq!(state(&session), "ACTIVE: a SUCCESS/IN_PROGRESS, x SUCCESS/NONE");
    let expected = Rollback { waiting: vec![text("x")], ..chain(Scope::Session, Caller::Operator, "a") };
    assert_eq!(rollback_of(&session), &expected);
}

#[test]
fn it_starts_when_what_ran_before_has_finished() {
    let session = given(&[ran(entry("a")), after(entry("x")), ROLLBACK, reject(&after_of("x"))]);
    assert_eq!(instructed(&session, undone("a"), agent(0)), [started("x", 1)]);
    let session = then(&session, undone("a"));
    assert_eq!(state(&session), "ACTIVE: a ROLLED_BACK/COMPLETED, x SUCCESS/IN_PROGRESS");
    assert_eq!(rollback_of(&session), &chain(Scope::Action, Caller::System, "x"));
    let session = then(&session, undone("x"));
    assert_eq!((state(&session).as_str(), session.rollback), ("ACTIVE: a ROLLED_BACK/COMPLETED, x ROLLED_BACK/COMPLETED", None));
}

#[test]
fn it_starts_when_what_ran_before_has_halted() {
    let session = given(&[ran(entry("b")), ran(entry("a")), after(entry("x")), ROLLBACK, reject(&after_of("x"))]);
    assert_eq!(instructed(&session, not_undone("a"), agent(0)), [started("x", 1)]);
    let session = then(&session, not_undone("a"));
    assert_eq!(state(&session), "FAILED: b SUCCESS/NONE, a ROLLBACK_FAILED/FAILED, x SUCCESS/IN_PROGRESS");
    assert_eq!(rollback_of(&session), &chain(Scope::Action, Caller::System, "x"));
    let gate = given(&[ran(gated("a")), after(entry("x")), ROLLBACK, reject(&after_of("x"))]);
    assert_eq!(instructed(&gate, reject(&gate_of("a")), operator(0)), [started("x", 1)]);
    let session = then(&then(&gate, reject(&gate_of("a"))), undone("x"));
    assert_eq!(state(&session), "FAILED: a SUCCESS/DECLINED, x ROLLED_BACK/COMPLETED");
}

#[test]
fn what_waits_starts_newest_first_whoever_was_rejected_first() {
    assert_eq!(instructed(&two_wait(), undone("a"), agent(0)), [started("y", 1)]);
    let session = then(&two_wait(), undone("a"));
    assert_eq!(rollback_of(&session).waiting, ["x"]);
    // One at a time, and whether the one before finished or halted.
    for end in [undone("y"), not_undone("y")] {
        assert_eq!(instructed(&session, end, agent(0)), [started("x", 1)]);
    }
    let placed = |id, order| after(Entry { order: Some(order), ..entry(id) });
    let session = given(&[placed("x", 5), placed("y", 4), ran(entry("a")), ROLLBACK, reject(&after_of("y")), reject(&after_of("x"))]);
    assert_eq!(instructed(&session, undone("a"), agent(0)), [started("x", 1)]);
}

#[test]
fn what_waits_goes_by_the_steps_of_the_chain() {
    let session = given(&[
        ran(entry("a")),
        after(gated("x")),
        after(unknown("y")),
        after(lasting("z")),
        ROLLBACK,
        reject(&after_of("x")),
        reject(&after_of("y")),
        reject(&after_of("z")),
        undone("a"),
    ]);
    assert_eq!(state(&session), "ACTIVE: a ROLLED_BACK/COMPLETED, x SUCCESS/IN_PROGRESS, y ROLLBACK_FAILED/FAILED, z SUCCESS/NONE");
    assert_eq!(outstanding(&session), [asked("x", Purpose::Rollback, 1, Some(DAY), None)]);
}

#[test]
fn a_rejection_waits_for_a_gate_and_for_a_retry_too() {
    let gate = given(&[ran(gated("a")), after(entry("x")), ROLLBACK]);
    let retried = given(&[ran(entry("a")), after(entry("x")), ROLLBACK, not_undone("a"), retry("a")]);
    for session in [gate, retried] {
        assert_eq!(instructed(&session, reject(&after_of("x")), operator(0)), []);
        assert_eq!(rollback_of(&then(&session, reject(&after_of("x")))).waiting, ["x"]);
    }
}

#[test]
fn a_failed_session_is_judged_anew_after_the_last_of_those_that_waited() {
    let session = given(&[ran(entry("a")), after(entry("x")), ROLLBACK, not_undone("a"), retry("a"), reject(&after_of("x"))]);
    let session = then(&session, report("a", 2, UndoResult::Succeeded));
    assert_eq!(state(&session), "FAILED: a ROLLED_BACK/COMPLETED, x SUCCESS/IN_PROGRESS");
    assert_eq!(state(&then(&session, undone("x"))), "ROLLED_BACK: a ROLLED_BACK/COMPLETED, x ROLLED_BACK/COMPLETED");
}

// ---- the session

#[test]
fn the_rollback_of_the_session_waits_for_the_undo_of_an_action() {
    let session = given(&[ran(entry("a")), before(entry("p")), after(entry("x")), reject(&after_of("x"))]);
    assert_eq!(instructed(&session, reject(&before_of("p")), operator(0)), []);
    let session = then(&session, reject(&before_of("p")));
    let expected = Rollback { session_next: true, ..chain(Scope::Action, Caller::System, "x") };
    assert_eq!((action(&session, "p").status, rollback_of(&session)), (ActionStatus::Failed, &expected));
    for end in [undone("x"), not_undone("x")] {
        assert_eq!(instructed(&session, end, agent(0)), [started("a", 1)]);
    }
    let session = then(&session, undone("x"));
    assert_eq!(rollback_of(&session), &chain(Scope::Session, Caller::System, "a"));
    assert_eq!(state(&then(&session, undone("a"))), "ROLLED_BACK: a ROLLED_BACK/COMPLETED, p FAILED/NONE, x ROLLED_BACK/COMPLETED");
}

#[test]
fn the_rollback_of_the_session_waits_for_a_retry() {
    let session = given(&[ran(entry("a")), ran(entry("b")), before(entry("p")), ROLLBACK, not_undone("b"), retry("b"), reject(&before_of("p"))]);
    assert!(rollback_of(&session).session_next);
    let session = then(&session, report("b", 2, UndoResult::Succeeded));
    assert_eq!(state(&session), "FAILED: a SUCCESS/IN_PROGRESS, b ROLLED_BACK/COMPLETED, p FAILED/NONE");
    assert_eq!(rollback_of(&session), &chain(Scope::Session, Caller::System, "a"));
}

#[test]
fn the_session_goes_before_those_that_wait_and_drops_what_it_treated() {
    let session = session_waits();
    assert_eq!((rollback_of(&session).session_next, &rollback_of(&session).waiting), (true, &vec![text("y")]));
    assert_eq!(instructed(&session, undone("x"), agent(0)), [started("y", 1)]);
    let session = then(&session, undone("x"));
    let running = rollback_of(&session);
    assert_eq!((running.scope, running.current.as_deref(), running.session_next), (Scope::Session, Some("y"), false));
    assert_eq!(running.todo, ["a"]);
    let session = then(&then(&session, undone("y")), undone("a"));
    let expected = "ROLLED_BACK: a ROLLED_BACK/COMPLETED, p FAILED/NONE, y ROLLED_BACK/COMPLETED, x ROLLED_BACK/COMPLETED";
    assert_eq!((state(&session).as_str(), &session.rollback), (expected, &None));
    assert_eq!(action(&session, "y").undo_attempts, 1);
}

#[test]
fn what_the_session_did_not_treat_still_waits() {
    let session = given(&[
        after(entry("y")),
        before(entry("p")),
        ran(entry("b")),
        after(entry("x")),
        reject(&after_of("x")),
        reject(&after_of("y")),
        reject(&before_of("p")),
        undone("x"),
    ]);
    assert_eq!(state(&session), "ACTIVE: y SUCCESS/NONE, p FAILED/NONE, b SUCCESS/IN_PROGRESS, x ROLLED_BACK/COMPLETED");
    assert_eq!(instructed(&session, not_undone("b"), agent(0)), [started("y", 1)]);
    let session = then(&session, not_undone("b"));
    assert_eq!(state(&session), "FAILED: y SUCCESS/IN_PROGRESS, p FAILED/NONE, b ROLLBACK_FAILED/FAILED, x ROLLED_BACK/COMPLETED");
    assert_eq!(rollback_of(&session), &chain(Scope::Action, Caller::System, "y"));
}

#[test]
fn what_the_session_treated_is_not_undone_or_asked_again_when_it_halts() {
    let failed = then(&then(&session_waits(), undone("x")), not_undone("y"));
    let expected = "FAILED: a SUCCESS/NONE, p FAILED/NONE, y ROLLBACK_FAILED/FAILED, x ROLLED_BACK/COMPLETED";
    assert_eq!((state(&failed).as_str(), failed.rollback), (expected, None));
    let declined = given(&[
        before(entry("p")),
        after(gated("y")),
        after(entry("x")),
        reject(&after_of("x")),
        reject(&after_of("y")),
        reject(&before_of("p")),
        undone("x"),
        reject(&gate_of("y")),
    ]);
    let expected = "FAILED: p FAILED/NONE, y SUCCESS/DECLINED, x ROLLED_BACK/COMPLETED";
    assert_eq!((state(&declined).as_str(), &declined.rollback), (expected, &None));
    assert!(!declined.known_approvals().iter().any(Approval::is_pending));
}

#[test]
fn the_session_that_waited_is_dropped_where_nothing_is_left_to_roll_back() {
    let session = given(&[before(entry("p")), after(entry("x")), reject(&after_of("x")), reject(&before_of("p")), undone("x")]);
    assert_eq!((state(&session).as_str(), &session.rollback), ("ACTIVE: p FAILED/NONE, x ROLLED_BACK/COMPLETED", &None));
    let session = given(&[before(entry("p")), after(entry("x")), reject(&after_of("x")), reject(&before_of("p")), not_undone("x")]);
    assert_eq!((state(&session).as_str(), &session.rollback), ("ACTIVE: p FAILED/NONE, x ROLLBACK_FAILED/FAILED", &None));
}

#[test]
fn two_rejections_before_execution_roll_the_session_back_once() {
    let session = given(&[
        ran(entry("a")),
        before(entry("p")),
        before(entry("q")),
        after(entry("x")),
        reject(&after_of("x")),
        reject(&before_of("p")),
        reject(&before_of("q")),
        undone("x"),
        undone("a"),
    ]);
    assert_eq!(state(&session), "ROLLED_BACK: a ROLLED_BACK/COMPLETED, p FAILED/NONE, q FAILED/NONE, x ROLLED_BACK/COMPLETED");
    assert_eq!(session.rollback, None);
}

#[test]
fn nobody_rolls_back_while_something_runs_or_waits() {
    for session in [two_wait(), then(&two_wait(), undone("a")), session_waits(), then(&session_waits(), undone("x"))] {
        denied(&session, &ROLLBACK, &operator(0), "rollback_in_progress");
        let undoing = session.actions.iter().filter(|action| action.undo == Undo::InProgress).count();
        assert_eq!((undoing, outstanding(&session).len()), (1, 1), "{}", state(&session));
    }
}

#[test]
fn what_the_session_skipped_need_not_wait_either() {
    // `x` is the oldest, so that the chain of the session never comes past it, and ends with it.
    let commands = [after(lasting("x")), ran(entry("a")), after(entry("y")), before(entry("p")), reject(&after_of("y"))];
    let session = given(&commands);
    let session = then(&then(&session, reject(&after_of("x"))), reject(&before_of("p")));
    let rollback = session.rollback.clone().unwrap();
    assert_eq!((rollback.waiting, rollback.session_next), (vec![text("x")], true));
    let session = then(&session, undone("y"));
    let (events, session) = allowed(&session, &undone("a"), &agent(9));
    assert_eq!((session.status, session.rollback), (Status::RolledBack, None));
    assert!(!events.iter().any(|event| matches!(event, Event::RollbackStarted { .. })), "{events:?}");
}
