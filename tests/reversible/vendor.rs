//! Section 5: sessions that come from elsewhere, with an undo that the vendor runs or without approvals.

use crate::given::*;

/// The vendor undoes `a`.
fn vendor_run() -> Session {
    vendor_undoes("a", given(&[ran(entry("a")), after(entry("x")), ran(entry("b"))]))
}

/// An import stands at the gate of `a`.
fn vendor_gate() -> Session {
    let session = given(&[ran(gated("a")), ROLLBACK]);
    Session { rollback: None, ..session }
}

fn keyed(key: &str, result: UndoResult) -> Command {
    Command::ReportUndo { action_id: text("a"), idempotency_key: text(key), result, error: Opaque::default() }
}

#[test]
fn an_undo_that_the_vendor_runs_breaks_no_invariant() {
    let view = view(&vendor_run(), &operator(0));
    assert_eq!((view.display, view.conditions.inconsistent), (Display::RollingBack, None));
    let waits = then(&vendor_run(), reject(&after_of("x")));
    assert_eq!(view_of(&waits).conditions.inconsistent, None);
    assert_eq!(view_of(&vendor_gate()).conditions.inconsistent, None);
}

fn view_of(session: &Session) -> View {
    view(session, &operator(0))
}

#[test]
fn an_undo_that_the_vendor_runs_is_not_outstanding() {
    let pending = [asked("x", Purpose::AfterExecution, 1, None, None)];
    assert_eq!(outstanding(&vendor_run()), pending);
    let waits = then(&vendor_run(), reject(&after_of("x")));
    assert_eq!(outstanding(&waits), []);
}

#[test]
fn a_report_of_an_undo_that_the_vendor_runs_is_accepted_with_any_key() {
    for key in ["x", "s/a/1", "s/a/0", ""] {
        let session = then(&vendor_run(), keyed(key, UndoResult::Succeeded));
        assert_eq!(state(&session), "ACTIVE: a ROLLED_BACK/COMPLETED, x PENDING_APPROVAL/NONE, b SUCCESS/NONE");
        assert_eq!(session.rollback, None);
        let session = then(&vendor_run(), keyed(key, UndoResult::Failed));
        assert_eq!(state(&session), "ACTIVE: a ROLLBACK_FAILED/FAILED, x PENDING_APPROVAL/NONE, b SUCCESS/NONE");
    }
}

#[test]
fn while_the_vendor_undoes_nothing_else_is_undone() {
    denied(&vendor_run(), &ROLLBACK, &operator(0), "rollback_in_progress");
    denied(&vendor_run(), &Command::Complete, &operator(0), "rollback_in_progress");
    denied(&vendor_run(), &before(entry("p")), &operator(0), "rollback_in_progress");
}

#[test]
fn what_waits_behind_the_vendor_starts_when_it_reports() {
    let session = vendor_run();
    assert_eq!(instructed(&session, reject(&after_of("x")), operator(0)), []);
    let session = then(&session, reject(&after_of("x")));
    assert_eq!(session.rollback.as_ref().unwrap().waiting, ["x"]);
    for result in [UndoResult::Succeeded, UndoResult::Failed] {
        assert_eq!(instructed(&session, keyed("any", result), agent(0)), [started("x", 1)]);
    }
    let session = then(&then(&session, keyed("any", UndoResult::Succeeded)), undone("x"));
    assert_eq!((state(&session).as_str(), &session.rollback), ("ACTIVE: a ROLLED_BACK/COMPLETED, x ROLLED_BACK/COMPLETED, b SUCCESS/NONE", &None));
}

#[test]
fn the_session_waits_behind_the_vendor() {
    let session = vendor_undoes("a", given(&[ran(entry("a")), before(entry("p")), ran(entry("b"))]));
    let session = then(&session, reject(&before_of("p")));
    assert!(session.rollback.as_ref().unwrap().session_next);
    let session = then(&session, keyed("any", UndoResult::Succeeded));
    assert_eq!(session.rollback, Some(chain(Scope::Session, Caller::System, "b")));
}

#[test]
fn at_a_gate_of_an_import_the_approval_is_outstanding_and_resumes() {
    assert_eq!(outstanding(&vendor_gate()), [asked("a", Purpose::Rollback, 1, Some(DAY), None)]);
    denied(&vendor_gate(), &keyed("any", UndoResult::Succeeded), &agent(0), "undo_awaits_approval");
    assert_eq!(instructed(&vendor_gate(), approve(&gate_of("a")), operator(0)), [started("a", 1)]);
    let session = then(&vendor_gate(), approve(&gate_of("a")));
    assert_eq!(action(&session, "a").undo_attempts, 1);
    denied(&session, &keyed("any", UndoResult::Succeeded), &agent(0), "unknown_attempt");
    let session = then(&session, undone("a"));
    // A chain of one action.
    assert_eq!((state(&session).as_str(), &session.rollback), ("ACTIVE: a ROLLED_BACK/COMPLETED", &None));
    let declined = then(&vendor_gate(), reject(&gate_of("a")));
    assert_eq!((state(&declined).as_str(), &declined.rollback), ("FAILED: a SUCCESS/DECLINED", &None));
}

// ---- without approvals

/// Everything at once, and no approvals known.
fn bare() -> Session {
    imported(given(&[
        ran(gated("a")),
        asking(entry("p"), false, Some(5)),
        before(entry("c")),
        approve(&before_of("c")),
        after(unknown("x")),
        reject(&after_of("x")),
    ]))
}

#[test]
fn what_depends_on_approvals_is_null_in_the_view() {
    let conditions = Conditions {
        awaiting_approval: true,
        awaiting_rollback_approval: None,
        rollback_in_progress: false,
        has_cleared: true,
        has_unconfirmed: None,
        has_expired: None,
        has_irreversible: false,
        inconsistent: None,
    };
    let view = view(&bare(), &operator(LAST));
    assert_eq!(view.conditions, conditions);
    assert_eq!((view.display, view.changes_at), (Display::RollbackFailed, None));
    let json = view.to_json();
    for name in ["awaitingRollbackApproval", "hasUnconfirmed", "hasExpired"] {
        assert!(json.contains(&format!("\"{name}\":null")), "{json}");
    }
    assert!(approvals(&bare(), &operator(0)).is_none());
}

#[test]
fn without_approvals_time_does_nothing() {
    assert_eq!(deadline(&bare()), None);
    assert_eq!(noop(&bare(), &Command::Tick, &system(LAST)), "nothing_due");
    let idle = imported(given(&[ran(entry("a"))]));
    assert_eq!(deadline(&idle), None);
    assert_eq!(noop(&idle, &Command::Tick, &system(LAST)), "nothing_due");
}

#[test]
fn without_approvals_a_log_entry_is_compared_without_status_and_purpose() {
    let session = imported(given(&[ran(entry("a")), before(entry("p"))]));
    for id in ["a", "p"] {
        for command in [ran(entry(id)), failed(entry(id)), before(entry(id)), after(entry(id))] {
            assert_eq!(noop(&session, &command, &agent(0)), "duplicate");
        }
        denied(&session, &ran(lasting(id)), &agent(0), "id_conflict");
    }
}

#[test]
fn without_approvals_nothing_is_asked_for() {
    denied(&bare(), &before(entry("z")), &operator(0), "approvals_unknown");
    denied(&bare(), &after(entry("z")), &operator(0), "approvals_unknown");
    denied(&bare(), &ROLLBACK, &operator(0), "approvals_unknown");
    denied(&bare(), &approve(&before_of("p")), &operator(0), "approvals_unknown");
    let failed = given(&[ran(gated("a")), ROLLBACK, approve(&gate_of("a")), not_undone("a")]);
    denied(&imported(failed), &retry("a"), &operator(0), "approvals_unknown");
}

#[test]
fn without_approvals_the_rest_goes_on() {
    assert_eq!(action(&then(&bare(), ran(entry("z"))), "z").status, ActionStatus::Success);
    assert_eq!(action(&then(&bare(), failed(entry("z"))), "z").status, ActionStatus::Failed);
    assert_eq!(action(&then(&bare(), confirm("c")), "c").status, ActionStatus::Success);
    assert_eq!(action(&then(&bare(), withdraw("c")), "c").status, ActionStatus::Failed);
    assert_eq!(action(&then(&bare(), acknowledge("x")), "x").status, ActionStatus::RolledBack);
    let failed = imported(given(&[ran(entry("a")), ROLLBACK, not_undone("a")]));
    assert_eq!(instructed(&failed, retry("a"), operator(0)), [started("a", 2)]);
    let session = imported(given(&[ran(entry("a")), ran(entry("b"))]));
    assert_eq!(
        state(&then(&then(&then(&session, ROLLBACK), undone("b")), undone("a"))),
        "ROLLED_BACK: a ROLLED_BACK/COMPLETED, b ROLLED_BACK/COMPLETED"
    );
}

#[test]
fn without_approvals_an_undo_that_the_vendor_runs_is_reported_with_any_key() {
    let session = imported(vendor_undoes("a", given(&[ran(entry("a")), ran(entry("b"))])));
    assert_eq!((view_of(&session).conditions.inconsistent, outstanding(&session)), (None, vec![]));
    assert_eq!(state(&then(&session, keyed("any", UndoResult::Succeeded))), "ACTIVE: a ROLLED_BACK/COMPLETED, b SUCCESS/NONE");
}

#[test]
fn without_approvals_a_clearance_is_outstanding_without_its_approval() {
    assert_eq!(outstanding(&bare()), [Event::ActionCleared { action_id: text("c"), approval_id: None }]);
}

/// Only what somebody wrote by hand is like this; it must be answered all the same.
#[test]
fn a_chain_that_comes_to_a_gate_while_approvals_are_not_known_ends() {
    let begun = Rollback { current: None, waiting: vec![text("b")], ..chain(Scope::Action, Caller::System, "a") };
    for (attempts, rollback) in [(0, begun), (1, Rollback { todo: [text("b")].into(), ..chain(Scope::Session, Caller::System, "a") })] {
        let mut session = given(&[ran(gated("b")), ran(entry("a"))]);
        session.actions[1].undo = Undo::InProgress;
        session.actions[1].undo_attempts = attempts;
        session.approvals = None;
        session.rollback = Some(rollback);
        let after = later(&session, undone("a"), agent(9));
        assert_eq!(state(&after), "ACTIVE: b SUCCESS/NONE, a ROLLED_BACK/COMPLETED");
        assert_eq!(after.rollback, None);
    }
}

#[test]
fn a_clearance_by_an_approval_that_there_is_not_does_not_fit() {
    let session = given(&[ran(entry("a"))]);
    let cleared = Event::ActionCleared { action_id: text("a"), approval_id: Some(text("none")) };
    assert_eq!(apply(Some(session.clone()), &cleared), Some(session));
}

#[test]
fn what_is_not_there_is_not_judged() {
    let guards = |session: &Session, command: Command| {
        let denial = decide(Some(session), &command, &operator(9)).unwrap_err();
        denial.unmet.iter().map(|unmet| unmet.code).collect::<Vec<_>>()
    };
    let session = given(&[ran(entry("a"))]);
    for status in Status::ALL {
        assert_eq!(guards(&stored(*status, session.clone()), approve("none")), ["unknown_approval"]);
    }
    assert_eq!(guards(&Session { approvals: None, ..session.clone() }, approve("none")), ["approvals_unknown"]);
    assert_eq!(guards(&session, Command::RetryUndo { action_id: text("none") }), ["unknown_action"]);
}
