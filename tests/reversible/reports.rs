//! Section 3: reports of an undo, in the order in which they are judged.

use crate::given::*;
use UndoResult::{Failed, Succeeded};

fn keyed(action_id: &str, key: &str, result: UndoResult) -> Command {
    Command::ReportUndo { action_id: text(action_id), idempotency_key: text(key), result, error: Opaque::default() }
}

/// Either result under that key is this noop.
#[track_caller]
fn stale(session: &Session, attempt: i64) {
    for result in [Succeeded, Failed] {
        assert_eq!(noop(session, &report("a", attempt, result), &agent(0)), "stale_report", "{}", state(session));
    }
}

/// Either result under that key is denied so.
#[track_caller]
fn refused(session: &Session, key: &str, code: &str) {
    for result in [Succeeded, Failed] {
        denied(session, &keyed("a", key, result), &agent(0), code);
    }
}

fn running() -> Session {
    given(&[ran(entry("a")), ROLLBACK])
}

fn at_its_gate() -> Session {
    given(&[ran(gated("a")), ROLLBACK])
}

/// Undone by the first attempt, which is its last one.
fn is_undone() -> Session {
    then(&running(), undone("a"))
}

/// The first attempt failed.
fn is_not_undone() -> Session {
    then(&running(), not_undone("a"))
}

#[test]
fn the_key_of_the_running_attempt_is_applied() {
    assert_eq!(state(&is_undone()), "ROLLED_BACK: a ROLLED_BACK/COMPLETED");
    assert_eq!(state(&is_not_undone()), "FAILED: a ROLLBACK_FAILED/FAILED");
    let second = then(&then(&is_not_undone(), retry("a")), report("a", 2, Succeeded));
    assert_eq!(state(&second), "ROLLED_BACK: a ROLLED_BACK/COMPLETED");
}

#[test]
fn a_report_is_taken_in_any_stored_status() {
    for status in Status::ALL {
        let session = then(&stored(*status, running()), undone("a"));
        assert_eq!(action(&session, "a").status, ActionStatus::RolledBack, "{status:?}");
    }
}

#[test]
fn the_error_of_a_report_is_kept_and_null_with_one_that_has_none() {
    let error = |session: &Session| action(session, "a").undo_error.as_str().to_owned();
    let broken = Command::ReportUndo { action_id: text("a"), idempotency_key: text("s/a/1"), result: Failed, error: json(r#"{"code":502}"#) };
    let failed = then(&running(), broken);
    assert_eq!((error(&failed).as_str(), action(&failed, "a").error.as_str()), (r#"{"code":502}"#, "null"));
    let undone = then(&then(&failed, retry("a")), report("a", 2, Succeeded));
    assert_eq!(error(&undone), "null");
    let failed_again = then(&then(&failed, retry("a")), report("a", 2, Failed));
    assert_eq!(error(&failed_again), "null");
}

#[test]
fn a_key_of_an_earlier_attempt_is_stale() {
    let second = then(&is_not_undone(), retry("a"));
    stale(&second, 1);
    let ended = then(&second, report("a", 2, Succeeded));
    stale(&ended, 1);
    let failed = then(&second, report("a", 2, Failed));
    stale(&failed, 1);
    let third = then(&failed, retry("a"));
    stale(&third, 1);
    stale(&third, 2);
}

#[test]
fn the_key_of_the_last_attempt_is_stale_once_a_retry_a_decline_or_an_acknowledgement_has_replaced_its_end() {
    let failed = then(&then(&at_its_gate(), approve(&gate_of("a"))), not_undone("a"));
    let retried = then(&failed, retry("a"));
    assert_eq!(action(&retried, "a").undo_attempts, 1);
    stale(&retried, 1);
    let declined = then(&retried, reject("a:ROLLBACK:2"));
    assert_eq!(state(&declined), "FAILED: a SUCCESS/DECLINED");
    stale(&declined, 1);
    let asked_again = then(&declined, ROLLBACK);
    stale(&asked_again, 1);
    let acknowledged = then(&failed, acknowledge("a"));
    stale(&acknowledged, 1);
}

#[test]
fn the_same_end_again_is_a_noop_and_the_other_one_is_denied() {
    for (session, same, other) in [(is_undone(), Succeeded, Failed), (is_not_undone(), Failed, Succeeded)] {
        for key in ["s/a/1", "s/a/2", "s/a/0", "x"] {
            assert_eq!(noop(&session, &keyed("a", key, same), &agent(0)), "already_reported", "{key}");
            denied(&session, &keyed("a", key, other), &agent(0), "undo_already_reported");
        }
    }
}

#[test]
fn an_end_without_any_attempt_is_an_end() {
    let unavailable = given(&[ran(unknown("a")), ROLLBACK]);
    assert_eq!(noop(&unavailable, &not_undone("a"), &agent(0)), "already_reported");
    denied(&unavailable, &undone("a"), &agent(0), "undo_already_reported");
    let acknowledged = then(&unavailable, acknowledge("a"));
    assert_eq!(noop(&acknowledged, &undone("a"), &agent(0)), "already_reported");
    denied(&acknowledged, &not_undone("a"), &agent(0), "undo_already_reported");
    let simulated = sandbox(&[ran(entry("a")), ROLLBACK]);
    assert_eq!(noop(&simulated, &undone("a"), &agent(0)), "already_reported");
}

#[test]
fn an_undo_at_its_gate_has_nothing_to_report() {
    refused(&at_its_gate(), "s/a/1", "undo_awaits_approval");
    refused(&at_its_gate(), "x", "undo_awaits_approval");
    let failed = then(&then(&at_its_gate(), approve(&gate_of("a"))), not_undone("a"));
    refused(&then(&failed, retry("a")), "s/a/2", "undo_awaits_approval");
}

#[test]
fn a_running_undo_takes_no_key_that_was_not_given_out() {
    for key in ["s/a/2", "s/a/0", "s/a/01", "s/a/-1", "s/b/1", "t/a/1", "1", ""] {
        refused(&running(), key, "unknown_attempt");
    }
    refused(&then(&is_not_undone(), retry("a")), "s/a/3", "unknown_attempt");
}

#[test]
fn what_is_not_being_undone_has_nothing_to_report() {
    let declined = then(&at_its_gate(), reject(&gate_of("a")));
    for session in [given(&[ran(entry("a"))]), given(&[failed(entry("a"))]), given(&[before(entry("a"))]), declined] {
        for result in [Succeeded, Failed] {
            let denial = denied(&session, &report("a", 1, result), &agent(0), "undo_not_in_progress");
            assert_eq!(denial.possible_in, ["IN_PROGRESS"], "{}", state(&session));
        }
    }
}

#[test]
fn an_action_that_the_chain_has_not_reached_is_not_being_undone() {
    let session = given(&[ran(entry("a")), ran(entry("b")), ROLLBACK]);
    refused(&session, "s/a/1", "undo_not_in_progress");
}

#[test]
fn a_repeat_does_not_start_the_next_undo_again() {
    let session = given(&[ran(entry("b")), ran(entry("a")), ROLLBACK, undone("a")]);
    assert_eq!(noop(&session, &undone("a"), &agent(0)), "already_reported");
    assert_eq!(outstanding(&session), [started("b", 1)]);
}

#[test]
fn the_parts_of_a_key_are_percent_encoded() {
    let create = Command::Create { id: text("s/1"), agent_id: text("g"), sandbox: false, settings: Settings::default() };
    let session = then(&then(&created(&create), ran(entry("a b"))), ROLLBACK);
    denied(&session, &keyed("a b", "s/1/a b/1", Succeeded), &agent(0), "unknown_attempt");
    assert_eq!(then(&session, keyed("a b", "s%2F1/a%20b/1", Succeeded)).status, Status::RolledBack);
}
