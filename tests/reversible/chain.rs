//! Section 5: the chain of undos, from its start to its end.

use crate::given::*;

fn three() -> Session {
    given(&[ran(entry("a")), ran(entry("b")), ran(entry("c"))])
}

fn unwinding(current: &str, todo: &[&str], walked: &[&str]) -> Option<Rollback> {
    let list = |ids: &[&str]| ids.iter().map(|id| text(id)).collect::<Vec<_>>();
    let chain = chain(Scope::Session, Caller::Operator, current);
    Some(Rollback { todo: list(todo).into(), walked: list(walked), ..chain })
}

// ---- one step after the other

#[test]
fn the_chain_walks_from_the_newest_to_the_oldest() {
    assert_eq!(instructed(&three(), ROLLBACK, operator(0)), [started("c", 1)]);
    let session = then(&three(), ROLLBACK);
    assert_eq!(state(&session), "ACTIVE: a SUCCESS/NONE, b SUCCESS/NONE, c SUCCESS/IN_PROGRESS");
    assert_eq!((action(&session, "c").undo_attempts, &session.rollback), (1, &unwinding("c", &["b", "a"], &[])));
    assert_eq!(instructed(&session, undone("c"), agent(0)), [started("b", 1)]);
    let session = then(&session, undone("c"));
    assert_eq!(state(&session), "ACTIVE: a SUCCESS/NONE, b SUCCESS/IN_PROGRESS, c ROLLED_BACK/COMPLETED");
    assert_eq!(session.rollback, unwinding("b", &["a"], &["c"]));
    let session = then(&then(&session, undone("b")), undone("a"));
    assert_eq!(state(&session), "ROLLED_BACK: a ROLLED_BACK/COMPLETED, b ROLLED_BACK/COMPLETED, c ROLLED_BACK/COMPLETED");
    assert_eq!(session.rollback, None);
}

#[test]
fn the_chain_knows_who_started_it() {
    for context in [agent(0), operator(0), system(0)] {
        let session = later(&given(&[ran(entry("a"))]), ROLLBACK, context);
        assert_eq!(session.rollback, Some(chain(Scope::Session, context.caller, "a")));
    }
}

#[test]
fn the_order_decides_and_ties_go_to_the_later_position() {
    let placed = |id, order| ran(Entry { order: Some(order), ..entry(id) });
    let session = given(&[placed("a", 5), placed("b", 9), placed("c", 5), placed("d", -1), ROLLBACK]);
    assert_eq!(session.rollback, unwinding("b", &["c", "a", "d"], &[]));
}

#[test]
fn time_never_decides() {
    let session = later(&given(&[]), ran(Entry { order: Some(2), ..entry("b") }), agent(10));
    let session = later(&session, ran(Entry { order: Some(1), ..entry("a") }), agent(20));
    assert_eq!(then(&session, ROLLBACK).rollback, unwinding("b", &["a"], &[]));
}

#[test]
fn the_plan_that_was_shown_is_what_runs() {
    let session = given(&[ran(entry("a")), ran(lasting("b")), ran(entry("c"))]);
    let (_, session, _) = warned(&then(&session, ROLLBACK), &ran(entry("late")), &agent(0));
    let session = then(&then(&session, undone("c")), undone("a"));
    assert_eq!(state(&session), "ACTIVE: a ROLLED_BACK/COMPLETED, b SUCCESS/NONE, c ROLLED_BACK/COMPLETED, late SUCCESS/NONE");
}

#[test]
fn what_is_declared_not_undoable_is_skipped() {
    let session = given(&[ran(lasting("a")), ran(entry("b")), ran(lasting("c")), ROLLBACK]);
    assert_eq!(session.rollback, unwinding("b", &["a"], &["c"]));
    assert_eq!(state(&then(&session, undone("b"))), "ROLLED_BACK: a SUCCESS/NONE, b ROLLED_BACK/COMPLETED, c SUCCESS/NONE");
}

#[test]
fn where_nobody_knows_how_the_chain_halts() {
    let session = given(&[ran(entry("a")), ran(unknown("b")), ran(entry("c")), ROLLBACK]);
    assert_eq!(instructed(&session, undone("c"), agent(0)), []);
    let session = then(&session, undone("c"));
    assert_eq!(state(&session), "FAILED: a SUCCESS/NONE, b ROLLBACK_FAILED/FAILED, c ROLLED_BACK/COMPLETED");
    assert_eq!((action(&session, "b").undo_attempts, &session.rollback), (0, &None));
}

#[test]
fn a_failed_undo_halts_the_chain_at_once() {
    let session = then(&three(), ROLLBACK);
    assert_eq!(instructed(&session, not_undone("c"), agent(0)), []);
    let session = then(&session, not_undone("c"));
    assert_eq!(state(&session), "FAILED: a SUCCESS/NONE, b SUCCESS/NONE, c ROLLBACK_FAILED/FAILED");
    assert_eq!(session.rollback, None);
}

#[test]
fn at_a_gate_the_chain_waits_and_the_undo_is_in_progress() {
    let session = given(&[ran(entry("a")), ran(gated("b"))]);
    assert_eq!(instructed(&session, ROLLBACK, operator(7)), [asked("b", Purpose::Rollback, 1, Some(7 + DAY), Some(7))]);
    let session = later(&session, ROLLBACK, operator(7));
    assert_eq!(state(&session), "ACTIVE: a SUCCESS/NONE, b SUCCESS/IN_PROGRESS");
    assert_eq!((action(&session, "b").undo_attempts, &session.rollback), (0, &unwinding("b", &["a"], &[])));
    assert_eq!(outstanding(&session), [asked("b", Purpose::Rollback, 1, Some(7 + DAY), None)]);
    denied(&session, &ROLLBACK, &operator(7), "rollback_in_progress");
    assert_eq!(instructed(&session, approve(&gate_of("b")), operator(8)), [started("b", 1)]);
    let session = later(&session, approve(&gate_of("b")), operator(8));
    assert_eq!((action(&session, "b").undo_attempts, &session.rollback), (1, &unwinding("b", &["a"], &[])));
    assert_eq!(instructed(&session, undone("b"), agent(9)), [started("a", 1)]);
}

#[test]
fn a_gate_that_is_reached_later_has_its_limit_from_then_on() {
    let session = given(&[ran(gated("a")), ran(entry("b")), ROLLBACK]);
    assert_eq!(instructed(&session, undone("b"), agent(HOUR)), [asked("a", Purpose::Rollback, 1, Some(HOUR + DAY), Some(HOUR))]);
    let never = [asked("a", Purpose::Rollback, 1, None, Some(LAST - 1))];
    assert_eq!(instructed(&session, undone("b"), agent(LAST - 1)), never);
}

#[test]
fn a_declined_gate_halts_the_chain() {
    let session = given(&[ran(entry("a")), ran(gated("b")), ROLLBACK, reject(&gate_of("b"))]);
    assert_eq!((state(&session).as_str(), &session.rollback), ("FAILED: a SUCCESS/NONE, b SUCCESS/DECLINED", &None));
    let again = then(&session, ROLLBACK);
    let again = then(&then(&again, approve("b:ROLLBACK:2")), undone("b"));
    assert_eq!(state(&then(&again, undone("a"))), "ROLLED_BACK: a ROLLED_BACK/COMPLETED, b ROLLED_BACK/COMPLETED");
}

#[test]
fn what_waits_or_is_cleared_is_never_touched() {
    let session = given(&[ran(entry("a")), before(entry("p")), after(entry("x")), before(entry("c")), approve(&before_of("c")), ROLLBACK]);
    assert_eq!(session.rollback, unwinding("a", &[], &[]));
    let session = then(&session, undone("a"));
    assert_eq!(state(&session), "ACTIVE: a ROLLED_BACK/COMPLETED, p PENDING_APPROVAL/NONE, x PENDING_APPROVAL/NONE, c CLEARED/NONE");
    assert!(session.known_approvals().iter().filter(|approval| approval.is_pending()).count() == 2);
}

#[test]
fn a_failed_undo_is_undone_by_a_retry_only() {
    let session = given(&[ran(entry("a")), ran(entry("b")), ROLLBACK, not_undone("b"), ROLLBACK]);
    assert_eq!(session.rollback, unwinding("a", &[], &[]));
    assert_eq!(state(&then(&session, undone("a"))), "FAILED: a ROLLED_BACK/COMPLETED, b ROLLBACK_FAILED/FAILED");
}

// ---- the end of a chain of the session

#[test]
fn with_something_pending_or_cleared_the_stored_status_is_left() {
    let pending = || given(&[ran(entry("a")), before(entry("p"))]);
    let cleared = || then(&pending(), approve(&before_of("p")));
    for status in [Status::Active, Status::Completed, Status::Abandoned] {
        for session in [pending(), cleared()] {
            let session = then(&then(&stored(status, session), ROLLBACK), undone("a"));
            assert_eq!((session.status, &session.rollback), (status, &None), "{}", state(&session));
        }
    }
}

#[test]
fn with_a_success_that_was_not_walked_the_stored_status_is_left() {
    let session = given(&[ran(entry("a")), before(entry("c")), approve(&before_of("c")), ROLLBACK, confirm("c"), undone("a")]);
    assert_eq!(state(&session), "ACTIVE: a ROLLED_BACK/COMPLETED, c SUCCESS/NONE");
    for (late, status) in
        [(entry("b"), Status::Active), (gated("b"), Status::Active), (unknown("b"), Status::Active), (lasting("b"), Status::RolledBack)]
    {
        let (_, session, _) = warned(&given(&[ran(entry("a")), ROLLBACK]), &ran(late), &agent(0));
        assert_eq!(then(&session, undone("a")).status, status);
    }
}

#[test]
fn a_failure_outranks_what_is_pending() {
    let session = given(&[ran(entry("a")), before(entry("p")), ROLLBACK, not_undone("a")]);
    assert_eq!(state(&session), "FAILED: a ROLLBACK_FAILED/FAILED, p PENDING_APPROVAL/NONE");
    let session = given(&[ran(gated("a")), before(entry("p")), ROLLBACK, reject(&gate_of("a"))]);
    assert_eq!(state(&session), "FAILED: a SUCCESS/DECLINED, p PENDING_APPROVAL/NONE");
}

#[test]
fn a_failure_of_an_earlier_chain_counts() {
    let session = given(&[ran(entry("a")), after(entry("x")), reject(&after_of("x")), not_undone("x")]);
    assert_eq!(state(&session), "ACTIVE: a SUCCESS/NONE, x ROLLBACK_FAILED/FAILED");
    let session = then(&then(&session, ROLLBACK), undone("a"));
    assert_eq!(state(&session), "FAILED: a ROLLED_BACK/COMPLETED, x ROLLBACK_FAILED/FAILED");
}

#[test]
fn any_stored_status_becomes_rolled_back_when_all_is_undone() {
    for status in [Status::Active, Status::Completed, Status::Failed, Status::Abandoned] {
        let session = then(&stored(status, given(&[failed(entry("f")), ran(entry("a"))])), ROLLBACK);
        assert_eq!(session.status, status);
        assert_eq!(state(&then(&session, undone("a"))), "ROLLED_BACK: f FAILED/NONE, a ROLLED_BACK/COMPLETED");
    }
}

// ---- a stored FAILED is judged anew

#[test]
fn a_failed_session_of_which_nothing_is_left_to_undo_is_rolled_back() {
    let failed = given(&[ran(lasting("k")), ran(entry("a")), ROLLBACK, not_undone("a")]);
    for session in [then(&failed, acknowledge("a")), then(&then(&failed, retry("a")), report("a", 2, UndoResult::Succeeded))] {
        assert_eq!(state(&session), "ROLLED_BACK: k SUCCESS/NONE, a ROLLED_BACK/COMPLETED");
    }
}

#[test]
fn a_failed_session_of_which_something_is_left_stays_and_a_rollback_of_the_rest_is_offered() {
    let session = given(&[ran(entry("a")), ran(entry("b")), ROLLBACK, not_undone("b"), acknowledge("b")]);
    assert_eq!(state(&session), "FAILED: a SUCCESS/NONE, b ROLLED_BACK/COMPLETED");
    let offers = offers(&session, &operator(0));
    assert!(offers.iter().any(|offer| offer.command == ROLLBACK && offer.is_allowed()));
    assert_eq!(state(&then(&then(&session, ROLLBACK), undone("a"))), "ROLLED_BACK: a ROLLED_BACK/COMPLETED, b ROLLED_BACK/COMPLETED");
}

#[test]
fn each_obstacle_keeps_a_failed_session_failed() {
    let one = given(&[ran(unknown("a")), ran(entry("b"))]);
    let torn = then(&then(&one, ROLLBACK), undone("b"));
    assert_eq!(state(&torn), "FAILED: a ROLLBACK_FAILED/FAILED, b ROLLED_BACK/COMPLETED");
    // Another failed undo.
    assert_eq!(then(&torn, acknowledge("a")).status, Status::RolledBack);
    let two = given(&[after(unknown("x")), ran(unknown("a")), reject(&after_of("x")), ROLLBACK, acknowledge("a")]);
    assert_eq!(state(&two), "FAILED: x ROLLBACK_FAILED/FAILED, a ROLLED_BACK/COMPLETED");
    // A declined one.
    let declined = given(&[ran(gated("g")), after(unknown("x")), reject(&after_of("x")), ROLLBACK, reject(&gate_of("g")), acknowledge("x")]);
    assert_eq!(state(&declined), "FAILED: g SUCCESS/DECLINED, x ROLLED_BACK/COMPLETED");
    let mut declined = given(&[ran(lasting("k")), ran(unknown("a")), ROLLBACK]);
    declined.actions[0].undo = Undo::Declined;
    assert_eq!(state(&then(&declined, acknowledge("a"))), "FAILED: k SUCCESS/DECLINED, a ROLLED_BACK/COMPLETED");
    // No action that was rolled back.
    let nothing = then(&stored(Status::Failed, cleared()), withdraw("c"));
    assert_eq!(state(&nothing), "FAILED: c FAILED/NONE");
}

#[test]
fn what_is_pending_or_cleared_keeps_a_failed_session_failed_until_it_is_over() {
    let pending = given(&[before(entry("p")), ran(unknown("a")), ROLLBACK, acknowledge("a")]);
    assert_eq!(state(&pending), "FAILED: p PENDING_APPROVAL/NONE, a ROLLED_BACK/COMPLETED");
    assert_eq!(state(&then(&pending, reject(&before_of("p")))), "ROLLED_BACK: p FAILED/NONE, a ROLLED_BACK/COMPLETED");
    let cleared = given(&[before(entry("c")), approve(&before_of("c")), ran(unknown("a")), ROLLBACK, acknowledge("a")]);
    assert_eq!(state(&cleared), "FAILED: c CLEARED/NONE, a ROLLED_BACK/COMPLETED");
    assert_eq!(state(&then(&cleared, withdraw("c"))), "ROLLED_BACK: c FAILED/NONE, a ROLLED_BACK/COMPLETED");
    assert_eq!(state(&then(&cleared, confirm("c"))), "FAILED: c SUCCESS/NONE, a ROLLED_BACK/COMPLETED");
    // A tick counts as a command.
    let limited = given(&[asking(entry("p"), false, Some(5)), ran(unknown("a")), ROLLBACK, acknowledge("a")]);
    assert_eq!(state(&later(&limited, Command::Tick, agent(5))), "ROLLED_BACK: p FAILED/NONE, a ROLLED_BACK/COMPLETED");
}

#[test]
fn only_a_stored_failure_is_judged_anew() {
    let session = given(&[after(unknown("x")), reject(&after_of("x")), acknowledge("x")]);
    assert_eq!(state(&session), "ACTIVE: x ROLLED_BACK/COMPLETED");
}

// ---- sandbox

#[test]
fn a_simulated_session_is_rolled_back_in_one_step() {
    let session = sandbox(&[ran(entry("a")), ran(gated("b")), ran(lasting("c")), ran(unknown("d")), failed(entry("f"))]);
    assert_eq!(instructed(&session, ROLLBACK, agent(0)), []);
    let session = then(&session, ROLLBACK);
    let undone = |id| format!("{id} ROLLED_BACK/COMPLETED");
    assert_eq!(state(&session), format!("ROLLED_BACK: {}, f FAILED/NONE", ["a", "b", "c", "d"].map(undone).join(", ")));
    assert_eq!((session.rollback, session.actions[0].undo_attempts), (None, 0));
}

#[test]
fn what_waited_in_a_simulated_session_is_rolled_back_and_its_approval_closed() {
    let session = sandbox(&[ran(entry("a")), before(entry("p")), after(entry("x"))]);
    let session = later(&session, ROLLBACK, agent(7));
    assert_eq!(state(&session), "ROLLED_BACK: a ROLLED_BACK/COMPLETED, p ROLLED_BACK/COMPLETED, x ROLLED_BACK/COMPLETED");
    for id in [before_of("p"), after_of("x")] {
        let closed = approval(&session, &id);
        assert_eq!((closed.status, closed.resolution), (ApprovalStatus::Rejected, Some(Resolution::System)));
        assert_eq!((closed.resolved_at, closed.reason.as_deref()), (Some(7), Some("sandbox_rollback")));
    }
}

#[test]
fn what_is_cleared_in_a_simulated_session_stays_and_the_end_rule_applies() {
    let session = sandbox(&[ran(entry("a")), before(entry("c")), approve(&before_of("c")), ROLLBACK]);
    assert_eq!(state(&session), "ACTIVE: a ROLLED_BACK/COMPLETED, c CLEARED/NONE");
}

#[test]
fn a_rejection_in_a_simulated_session_rolls_back_at_once() {
    let session = sandbox(&[ran(entry("a")), before(entry("p")), reject(&before_of("p"))]);
    assert_eq!(state(&session), "ROLLED_BACK: a ROLLED_BACK/COMPLETED, p FAILED/NONE");
    let session = sandbox(&[ran(entry("a")), after(gated("x")), reject(&after_of("x"))]);
    assert_eq!((state(&session).as_str(), session.rollback), ("ACTIVE: a SUCCESS/NONE, x ROLLED_BACK/COMPLETED", None));
}

#[test]
fn any_success_keeps_a_failed_simulated_session_failed() {
    let mut session = sandbox(&[ran(entry("a")), ran(lasting("b"))]);
    (session.actions[0].status, session.actions[0].undo) = (ActionStatus::RollbackFailed, Undo::Failed);
    let session = then(&stored(Status::Failed, session), acknowledge("a"));
    assert_eq!(state(&session), "FAILED: a ROLLED_BACK/COMPLETED, b SUCCESS/NONE");
}

#[test]
fn an_approval_lets_a_failed_session_be_judged_anew() {
    let session = given(&[ran(unknown("a")), after(lasting("x")), ROLLBACK, acknowledge("a")]);
    assert_eq!(state(&session), "FAILED: a ROLLED_BACK/COMPLETED, x PENDING_APPROVAL/NONE");
    let session = then(&session, approve(&after_of("x")));
    assert_eq!(state(&session), "ROLLED_BACK: a ROLLED_BACK/COMPLETED, x SUCCESS/NONE");
}

#[test]
fn a_sandbox_answers_only_what_nobody_answered() {
    let session = sandbox(&[after(entry("x")), approve(&after_of("x")), before(entry("p"))]);
    let session = then(&session, ROLLBACK);
    let answers = [&after_of("x"), &before_of("p")].map(|id| (approval(&session, id).status, approval(&session, id).resolution));
    assert_eq!(answers, [(ApprovalStatus::Approved, Some(Resolution::Human)), (ApprovalStatus::Rejected, Some(Resolution::System))]);
}
