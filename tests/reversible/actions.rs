//! Section 3: confirmations, withdrawals, retries and acknowledgements.

use crate::given::*;

const STORED: [Status; 5] = [Status::Active, Status::Completed, Status::Failed, Status::RolledBack, Status::Abandoned];

/// The undo of `a` failed, and so did the session's rollback.
fn failed_undo() -> Session {
    given(&[ran(entry("a")), ROLLBACK, not_undone("a")])
}

/// The undo of `x` failed in an active session, and that of `a` runs.
fn failed_and_running() -> Session {
    given(&[ran(entry("a")), after(unknown("x")), reject(&after_of("x")), ROLLBACK])
}

// ---- confirm_action

#[test]
fn a_confirmation_makes_a_cleared_action_a_success_in_any_stored_status() {
    for status in STORED {
        let session = then(&stored(status, cleared()), confirm("c"));
        assert_eq!((session.status, session.actions[0].status, session.actions[0].undo), (status, ActionStatus::Success, Undo::None));
    }
}

#[test]
fn only_success_confirms() {
    let confirmed = then(&cleared(), confirm("c"));
    for status in ActionStatus::ALL.iter().copied().filter(|status| *status != ActionStatus::Success) {
        let command = Command::ConfirmAction { action_id: text("c"), status };
        denied(&cleared(), &command, &agent(0), "confirm_requires_success");
        denied(&confirmed, &command, &agent(0), "confirm_requires_success");
        denied(&given(&[ran(entry("c"))]), &command, &agent(0), "confirm_requires_success");
    }
}

#[test]
fn a_confirmation_again_is_a_noop_whatever_became_of_the_action() {
    let confirmed = then(&cleared(), confirm("c"));
    let undone = then(&then(&confirmed, ROLLBACK), undone("c"));
    let failed = then(&then(&confirmed, ROLLBACK), not_undone("c"));
    for session in [confirmed.clone(), then(&confirmed, ROLLBACK), undone, failed] {
        assert_eq!(noop(&session, &confirm("c"), &agent(0)), "already_confirmed", "{}", state(&session));
    }
}

#[test]
fn what_was_never_cleared_is_not_confirmed() {
    let approved = given(&[after(entry("c")), approve(&after_of("c"))]);
    let rejected = given(&[before(entry("c")), reject(&before_of("c"))]);
    for session in [given(&[ran(entry("c"))]), given(&[failed(entry("c"))]), given(&[before(entry("c"))]), approved, rejected] {
        let denial = denied(&session, &confirm("c"), &agent(0), "action_not_cleared");
        assert_eq!(denial.possible_in, ["CLEARED"], "{}", state(&session));
    }
}

#[test]
fn a_withdrawn_action_is_not_confirmed_and_the_denial_names_who_withdrew_it_and_when() {
    let message = |at| denied(&later(&cleared(), withdraw("c"), operator(at)), &confirm("c"), &agent(DAY), "action_not_cleared").message;
    assert!(message(5).contains("ann"), "{}", message(5));
    assert_ne!(message(5), message(HOUR));
}

#[test]
fn an_action_that_failed_locally_stays_cleared_and_the_failure_is_logged_apart() {
    let session = then(&cleared(), failed(Entry { error: json(r#""refused""#), ..entry("f") }));
    assert_eq!(state(&session), "ACTIVE: c CLEARED/NONE, f FAILED/NONE");
    assert_eq!(action(&session, "f").error.as_str(), r#""refused""#);
}

// ---- withdraw_clearance

#[test]
fn a_clearance_is_withdrawn_by_an_operator_in_any_stored_status() {
    for status in STORED {
        let session = later(&stored(status, cleared()), withdraw("c"), operator(5));
        let withdrawn = Withdrawn { by: text("ann"), at: 5, reason: text("too late") };
        assert_eq!((session.status, session.actions[0].status), (status, ActionStatus::Failed));
        assert_eq!(session.actions[0].withdrawn, Some(withdrawn));
        assert_eq!(session.approvals, cleared().approvals);
        for caller in [agent(0), system(0)] {
            denied(&stored(status, cleared()), &withdraw("c"), &caller, "caller_not_permitted");
        }
    }
}

#[test]
fn nothing_is_rolled_back_by_a_withdrawal() {
    let session = given(&[ran(entry("a")), before(entry("c")), approve(&before_of("c")), withdraw("c")]);
    assert_eq!((state(&session).as_str(), &session.rollback), ("ACTIVE: a SUCCESS/NONE, c FAILED/NONE", &None));
}

#[test]
fn what_is_not_cleared_is_not_withdrawn() {
    for session in [given(&[ran(entry("c"))]), given(&[failed(entry("c"))]), given(&[before(entry("c"))]), then(&cleared(), confirm("c"))] {
        let denial = denied(&session, &withdraw("c"), &operator(0), "action_not_cleared");
        assert_eq!(denial.possible_in, ["CLEARED"]);
    }
    let other = Command::WithdrawClearance { action_id: text("c"), resolved_by: text("bob"), reason: text("no") };
    assert_eq!(noop(&then(&cleared(), withdraw("c")), &other, &operator(0)), "already_withdrawn");
}

// ---- retry_undo

#[test]
fn a_retry_runs_the_compensation_again_under_a_new_key() {
    let session = failed_undo();
    assert_eq!(instructed(&session, retry("a"), operator(0)), [started("a", 2)]);
    let session = then(&session, retry("a"));
    assert_eq!(state(&session), "FAILED: a SUCCESS/IN_PROGRESS");
    assert_eq!(action(&session, "a").undo_attempts, 2);
    assert_eq!(session.rollback, Some(chain(Scope::Retry, Caller::Operator, "a")));
    let again = then(&session, report("a", 2, UndoResult::Failed));
    assert_eq!((state(&again).as_str(), &again.rollback), ("FAILED: a ROLLBACK_FAILED/FAILED", &None));
    assert_eq!(instructed(&again, retry("a"), operator(0)), [started("a", 3)]);
    let undone = then(&session, report("a", 2, UndoResult::Succeeded));
    assert_eq!(state(&undone), "ROLLED_BACK: a ROLLED_BACK/COMPLETED");
}

#[test]
fn a_retry_asks_at_the_gate_again() {
    let session = given(&[ran(gated("a")), ROLLBACK, approve(&gate_of("a")), not_undone("a")]);
    assert_eq!(instructed(&session, retry("a"), operator(5)), [asked("a", Purpose::Rollback, 2, Some(5 + DAY), Some(5))]);
    let session = then(&session, retry("a"));
    assert_eq!((state(&session).as_str(), action(&session, "a").undo_attempts), ("FAILED: a SUCCESS/IN_PROGRESS", 1));
    assert_eq!(instructed(&session, approve("a:ROLLBACK:2"), operator(0)), [started("a", 2)]);
    assert_eq!(state(&then(&session, reject("a:ROLLBACK:2"))), "FAILED: a SUCCESS/DECLINED");
}

#[test]
fn a_retry_does_not_go_on_with_the_chain_that_was_halted() {
    let session = given(&[ran(entry("a")), ran(entry("b")), ROLLBACK, not_undone("b"), retry("b")]);
    let session = then(&session, report("b", 2, UndoResult::Succeeded));
    assert_eq!((state(&session).as_str(), &session.rollback), ("FAILED: a SUCCESS/NONE, b ROLLED_BACK/COMPLETED", &None));
}

#[test]
fn the_end_of_a_retry_leaves_the_stored_status() {
    let session = given(&[after(entry("x")), reject(&after_of("x")), not_undone("x"), Command::Complete, retry("x")]);
    assert_eq!(then(&session, report("x", 2, UndoResult::Succeeded)).status, Status::Completed);
    assert_eq!(then(&session, report("x", 2, UndoResult::Failed)).status, Status::Completed);
}

#[test]
fn a_gate_that_is_declined_in_a_retry_fails_the_session() {
    let session = given(&[after(gated("x")), reject(&after_of("x")), approve(&gate_of("x")), not_undone("x"), Command::Complete, retry("x")]);
    assert_eq!(state(&session), "COMPLETED: x SUCCESS/IN_PROGRESS");
    assert_eq!(state(&then(&session, reject("x:ROLLBACK:2"))), "FAILED: x SUCCESS/DECLINED");
}

#[test]
fn retry_is_judged_in_the_order_of_the_row() {
    denied(&failed_undo(), &retry("a"), &agent(0), "caller_not_permitted");
    denied(&failed_undo(), &retry("a"), &system(0), "caller_not_permitted");
    denied(&failed_and_running(), &retry("x"), &operator(0), "rollback_in_progress");
    denied(&failed_and_running(), &retry("a"), &operator(0), "rollback_in_progress");
    let denial = denied(&given(&[ran(entry("a"))]), &retry("a"), &operator(0), "undo_not_failed");
    assert_eq!(denial.possible_in, ["ROLLBACK_FAILED"]);
    denied(&given(&[ran(unknown("a"))]), &retry("a"), &operator(0), "undo_not_failed");
    denied(&given(&[ran(unknown("a")), ROLLBACK]), &retry("a"), &operator(0), "compensation_unavailable");
}

#[test]
fn a_declined_undo_is_not_retried_but_asked_again_by_a_later_rollback() {
    let session = given(&[ran(gated("a")), ROLLBACK, reject(&gate_of("a"))]);
    denied(&session, &retry("a"), &operator(0), "undo_not_failed");
    denied(&session, &acknowledge("a"), &operator(0), "undo_not_failed");
    assert_eq!(instructed(&session, ROLLBACK, operator(0)), [asked("a", Purpose::Rollback, 2, Some(DAY), Some(0))]);
}

// ---- acknowledge_undo

#[test]
fn an_undo_that_was_done_by_hand_is_acknowledged() {
    for failed in [failed_undo(), given(&[ran(unknown("a")), ROLLBACK])] {
        assert_eq!(instructed(&failed, acknowledge("a"), operator(5)), []);
        let session = later(&failed, acknowledge("a"), operator(5));
        assert_eq!(state(&session), "ROLLED_BACK: a ROLLED_BACK/COMPLETED");
        assert_eq!(action(&session, "a").acknowledged, Some(Acknowledged { by: text("ann"), at: 5, note: text("by hand") }));
        assert_eq!(session.rollback, None);
    }
}

#[test]
fn the_same_person_with_the_same_note_repeats() {
    let session = later(&failed_undo(), acknowledge("a"), operator(5));
    assert_eq!(noop(&session, &acknowledge("a"), &operator(9)), "already_acknowledged");
    for (by, note) in [("bob", "by hand"), ("ann", "by phone")] {
        let other = Command::AcknowledgeUndo { action_id: text("a"), resolved_by: text(by), note: text(note) };
        denied(&session, &other, &operator(9), "undo_not_failed");
    }
}

#[test]
fn acknowledgement_is_judged_in_the_order_of_the_row() {
    denied(&failed_undo(), &acknowledge("a"), &agent(0), "caller_not_permitted");
    denied(&failed_undo(), &acknowledge("a"), &system(0), "caller_not_permitted");
    denied(&failed_and_running(), &acknowledge("x"), &operator(0), "rollback_in_progress");
    denied(&failed_and_running(), &acknowledge("a"), &operator(0), "rollback_in_progress");
    let denial = denied(&given(&[ran(entry("a"))]), &acknowledge("a"), &operator(0), "undo_not_failed");
    assert_eq!(denial.possible_in, ["ROLLBACK_FAILED"]);
    let undone = given(&[ran(entry("a")), ROLLBACK, undone("a")]);
    denied(&undone, &acknowledge("a"), &operator(0), "undo_not_failed");
}
