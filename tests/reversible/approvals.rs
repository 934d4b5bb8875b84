//! Section 4: what an approval, a rejection and a timeout bring about, by purpose.

use crate::given::*;

/// `p` waits to be executed, after `a`, which was.
fn pending() -> Session {
    given(&[ran(entry("a")), before(entry("p"))])
}

fn resolved(session: &Session, id: &str) -> (ApprovalStatus, Option<Resolution>, Option<i64>, Option<String>, Option<String>) {
    let found = approval(session, id);
    (found.status, found.resolution, found.resolved_at, found.resolved_by.clone(), found.reason.clone())
}

/// The purpose of the approval is not known.
fn unclear(mut session: Session) -> Session {
    session.approvals.as_mut().unwrap()[0].purpose = None;
    session
}

// ---- before execution

#[test]
fn approved_before_execution_it_is_cleared() {
    let clearance = [Event::ActionCleared { action_id: text("p"), approval_id: Some(before_of("p")) }];
    for status in [Status::Active, Status::Completed] {
        let session = stored(status, pending());
        assert_eq!(instructed(&session, approve(&before_of("p")), operator(0)), clearance);
        let session = then(&session, approve(&before_of("p")));
        assert_eq!((session.status, action(&session, "p").status, &session.rollback), (status, ActionStatus::Cleared, &None));
    }
}

#[test]
fn nothing_is_cleared_in_a_session_that_is_neither_active_nor_completed() {
    for status in [Status::Failed, Status::RolledBack, Status::Abandoned] {
        let denial = denied(&stored(status, pending()), &approve(&before_of("p")), &operator(0), "session_not_active");
        assert_eq!(denial.possible_in, ["ACTIVE", "COMPLETED"]);
    }
}

#[test]
fn nothing_is_cleared_in_mid_unwind() {
    let session = then(&pending(), ROLLBACK);
    denied(&session, &approve(&before_of("p")), &operator(0), "rollback_in_progress");
    denied(&stored(Status::Failed, session), &approve(&before_of("p")), &operator(0), "session_not_active");
}

#[test]
fn rejected_before_execution_it_failed_and_the_session_is_rolled_back() {
    for status in [Status::Active, Status::Completed, Status::Failed, Status::Abandoned] {
        let session = stored(status, pending());
        assert_eq!(instructed(&session, reject(&before_of("p")), operator(0)), [started("a", 1)]);
        let session = then(&session, reject(&before_of("p")));
        assert_eq!((session.status, action(&session, "p").status, action(&session, "p").undo), (status, ActionStatus::Failed, Undo::None));
        assert_eq!(session.rollback, Some(chain(Scope::Session, Caller::System, "a")));
        assert_eq!(state(&then(&session, undone("a"))), "ROLLED_BACK: a ROLLED_BACK/COMPLETED, p FAILED/NONE");
    }
}

#[test]
fn a_session_that_is_rolled_back_is_not_rolled_back_again() {
    let session = then(&stored(Status::RolledBack, pending()), reject(&before_of("p")));
    assert_eq!((state(&session).as_str(), &session.rollback), ("ROLLED_BACK: a SUCCESS/NONE, p FAILED/NONE", &None));
}

#[test]
fn where_the_rollback_is_denied_no_chain_starts_and_the_stored_status_stays() {
    for status in [Status::Active, Status::Completed, Status::Abandoned] {
        for first in [failed(entry("a")), ran(lasting("a"))] {
            let before = stored(status, given(&[first, before(entry("p"))]));
            let (events, after) = allowed(&before, &reject(&before_of("p")), &operator(0));
            assert_eq!((after.status, action(&after, "p").status, &after.rollback), (status, ActionStatus::Failed, &None), "{events:?}");
        }
    }
}

#[test]
fn a_chain_of_the_session_that_runs_is_enough() {
    let session = then(&pending(), ROLLBACK);
    let after = then(&session, reject(&before_of("p")));
    assert_eq!(after.rollback, session.rollback);
    assert_eq!(state(&then(&after, undone("a"))), "ROLLED_BACK: a ROLLED_BACK/COMPLETED, p FAILED/NONE");
}

// ---- after execution

#[test]
fn approved_after_execution_it_is_a_success() {
    for status in Status::ALL {
        let session = stored(*status, given(&[after(entry("x"))]));
        assert_eq!(instructed(&session, approve(&after_of("x")), operator(0)), []);
        let session = then(&session, approve(&after_of("x")));
        assert_eq!((session.status, action(&session, "x").status, action(&session, "x").undo), (*status, ActionStatus::Success, Undo::None));
    }
}

#[test]
fn approved_in_mid_unwind_it_is_not_pulled_into_the_running_chain() {
    let session = given(&[ran(entry("a")), after(entry("x")), ROLLBACK]);
    let after = then(&session, approve(&after_of("x")));
    assert_eq!(after.rollback, session.rollback);
    assert_eq!(state(&then(&after, undone("a"))), "ACTIVE: a ROLLED_BACK/COMPLETED, x SUCCESS/NONE");
}

#[test]
fn rejected_after_execution_it_alone_is_rolled_back() {
    for (status, ended) in [(Status::Active, "ACTIVE"), (Status::Completed, "COMPLETED"), (Status::Abandoned, "ABANDONED")] {
        let session = stored(status, given(&[ran(entry("a")), after(entry("x"))]));
        assert_eq!(instructed(&session, reject(&after_of("x")), operator(0)), [started("x", 1)]);
        let session = then(&session, reject(&after_of("x")));
        assert_eq!(state(&session), format!("{ended}: a SUCCESS/NONE, x SUCCESS/IN_PROGRESS"));
        assert_eq!(session.rollback, Some(chain(Scope::Action, Caller::System, "x")));
        assert_eq!(state(&then(&session, undone("x"))), format!("{ended}: a SUCCESS/NONE, x ROLLED_BACK/COMPLETED"));
        assert_eq!(state(&then(&session, not_undone("x"))), format!("{ended}: a SUCCESS/NONE, x ROLLBACK_FAILED/FAILED"));
    }
}

#[test]
fn rejected_after_execution_it_goes_by_the_steps_of_the_chain() {
    let rejected = |action: Entry| given(&[after(action), reject(&after_of("x"))]);
    assert_eq!((state(&rejected(lasting("x"))).as_str(), rejected(lasting("x")).rollback), ("ACTIVE: x SUCCESS/NONE", None));
    assert_eq!((state(&rejected(unknown("x"))).as_str(), rejected(unknown("x")).rollback), ("ACTIVE: x ROLLBACK_FAILED/FAILED", None));
    assert_eq!(outstanding(&rejected(gated("x"))), [asked("x", Purpose::Rollback, 1, Some(DAY), None)]);
}

#[test]
fn its_own_gate_declined_fails_the_session() {
    for status in [Status::Active, Status::Completed, Status::Abandoned] {
        let session = then(&stored(status, given(&[ran(entry("a")), after(gated("x"))])), reject(&after_of("x")));
        assert_eq!(session.status, status);
        let session = then(&session, reject(&gate_of("x")));
        assert_eq!((state(&session).as_str(), &session.rollback), ("FAILED: a SUCCESS/NONE, x SUCCESS/DECLINED", &None));
    }
}

// ---- rollback

#[test]
fn an_approved_rollback_runs_the_compensation() {
    let session = given(&[ran(gated("a")), ROLLBACK]);
    for status in Status::ALL {
        assert_eq!(instructed(&stored(*status, session.clone()), approve(&gate_of("a")), operator(0)), [started("a", 1)]);
    }
    let session = then(&session, approve(&gate_of("a")));
    assert_eq!((state(&session).as_str(), action(&session, "a").undo_attempts), ("ACTIVE: a SUCCESS/IN_PROGRESS", 1));
    assert_eq!(session.rollback, Some(chain(Scope::Session, Caller::Operator, "a")));
}

#[test]
fn a_declined_rollback_leaves_the_action_and_fails_the_session() {
    let session = given(&[ran(entry("a")), ran(gated("b")), ran(entry("c")), ROLLBACK, undone("c")]);
    assert_eq!(instructed(&session, reject(&gate_of("b")), operator(0)), []);
    let session = then(&session, reject(&gate_of("b")));
    assert_eq!(state(&session), "FAILED: a SUCCESS/NONE, b SUCCESS/DECLINED, c ROLLED_BACK/COMPLETED");
    assert_eq!((action(&session, "b").undo_attempts, &session.rollback), (0, &None));
}

// ---- who decided

#[test]
fn a_decision_says_who_decided_when_and_why() {
    let because =
        |decision| Command::ResolveApproval { approval_id: before_of("p"), decision, resolved_by: text("ann"), reason: Some(text("looks right")) };
    for (decision, status) in [(Answer::Approve, ApprovalStatus::Approved), (Answer::Reject, ApprovalStatus::Rejected)] {
        for (context, resolution) in [(operator(7), Resolution::Human), (system(7), Resolution::System)] {
            let session = later(&pending(), because(decision), context);
            let expected = (status, Some(resolution), Some(7), Some(text("ann")), Some(text("looks right")));
            assert_eq!(resolved(&session, &before_of("p")), expected);
        }
        denied(&pending(), &because(decision), &agent(7), "caller_not_permitted");
    }
}

#[test]
fn no_agent_signs_for_itself_whatever_the_purpose() {
    for (session, id) in
        [(pending(), before_of("p")), (given(&[after(entry("x"))]), after_of("x")), (given(&[ran(gated("a")), ROLLBACK]), gate_of("a"))]
    {
        denied(&session, &approve(&id), &agent(0), "caller_not_permitted");
        denied(&session, &reject(&id), &agent(0), "caller_not_permitted");
    }
}

#[test]
fn an_approval_can_be_given_until_its_limit() {
    for (session, id) in [
        (given(&[asking(entry("p"), false, Some(5))]), before_of("p")),
        (given(&[asking(entry("x"), true, Some(5))]), after_of("x")),
        (
            {
                let settings = Settings { rollback_approval_timeout_ms: Some(5), ..Settings::default() };
                let create = Command::Create { id: text("s"), agent_id: text("g"), sandbox: false, settings };
                then(&then(&created(&create), ran(gated("a"))), ROLLBACK)
            },
            gate_of("a"),
        ),
    ] {
        let session = &session;
        assert_eq!(approval(session, &id).timeout_at, Some(5));
        assert_eq!(approval(&later(session, approve(&id), operator(4)), &id).status, ApprovalStatus::Approved);
        denied(session, &approve(&id), &operator(5), "approval_expired");
        denied(session, &approve(&id), &operator(6), "approval_expired");
        let rejected = later(session, reject(&id), operator(6));
        assert_eq!(resolved(&rejected, &id), (ApprovalStatus::Rejected, Some(Resolution::Human), Some(6), Some(text("ann")), None));
    }
}

#[test]
fn without_a_limit_an_approval_can_be_given_for_ever() {
    assert_eq!(later(&pending(), approve(&before_of("p")), operator(LAST)).actions[1].status, ActionStatus::Cleared);
}

#[test]
fn an_expired_approval_is_told_before_the_status_of_the_session() {
    let session = stored(Status::Failed, given(&[asking(entry("p"), false, Some(5))]));
    denied(&session, &approve(&before_of("p")), &operator(5), "approval_expired");
    denied(&session, &approve(&before_of("p")), &operator(4), "session_not_active");
}

#[test]
fn a_timed_out_rollback_approval_is_declined() {
    let session = given(&[ran(gated("a")), ROLLBACK]);
    let after = later(&session, Command::Tick, agent(DAY));
    assert_eq!(state(&after), "FAILED: a SUCCESS/DECLINED");
    assert_eq!(resolved(&after, &gate_of("a")), (ApprovalStatus::Rejected, Some(Resolution::Timeout), Some(DAY), None, Some(text("timeout"))));
}

#[test]
fn a_rollback_approval_has_no_limit_where_the_settings_have_none() {
    let settings = Settings { rollback_approval_timeout_ms: None, ..Settings::default() };
    let create = Command::Create { id: text("s"), agent_id: text("g"), sandbox: false, settings };
    let session = then(&created(&create), ran(gated("a")));
    assert_eq!(instructed(&session, ROLLBACK, operator(0)), [asked("a", Purpose::Rollback, 1, None, Some(0))]);
}

// ---- repeats

#[test]
fn the_same_decision_again_is_a_noop_and_the_opposite_one_is_denied() {
    let approved = then(&pending(), approve(&before_of("p")));
    let rejected = then(&pending(), reject(&before_of("p")));
    for context in [agent(9), operator(9), system(9)] {
        assert_eq!(noop(&approved, &approve(&before_of("p")), &context), "already_resolved");
        assert_eq!(noop(&rejected, &reject(&before_of("p")), &context), "already_resolved");
        denied(&approved, &reject(&before_of("p")), &context, "approval_already_resolved");
        denied(&rejected, &approve(&before_of("p")), &context, "approval_already_resolved");
    }
}

#[test]
fn the_opposite_decision_is_told_who_decided_and_when() {
    let message = |at| {
        denied(&later(&pending(), approve(&before_of("p")), operator(at)), &reject(&before_of("p")), &operator(DAY), "approval_already_resolved")
            .message
    };
    assert!(message(5).contains("ann"), "{}", message(5));
    assert_ne!(message(5), message(HOUR));
}

#[test]
fn a_decision_after_the_timeout_is_told_of_the_timeout() {
    let session = later(&given(&[asking(entry("p"), false, Some(5))]), Command::Tick, agent(5));
    let message = denied(&session, &approve(&before_of("p")), &operator(9), "approval_already_resolved").message;
    assert!(message.contains("timeout") || message.contains("timed out"), "{message}");
    assert_eq!(noop(&session, &reject(&before_of("p")), &operator(9)), "already_resolved");
}

// ---- what is not known

#[test]
fn an_approval_of_unknown_purpose_cannot_be_resolved() {
    let session = unclear(given(&[asking(entry("p"), false, Some(5))]));
    denied(&session, &approve(&before_of("p")), &operator(4), "purpose_unknown");
    denied(&session, &reject(&before_of("p")), &operator(4), "purpose_unknown");
    denied(&session, &approve(&before_of("p")), &operator(5), "approval_expired");
    denied(&session, &reject(&before_of("p")), &operator(5), "purpose_unknown");
    denied(&session, &approve(&before_of("p")), &agent(4), "caller_not_permitted");
    denied(&stored(Status::Failed, session), &approve(&before_of("p")), &operator(4), "purpose_unknown");
}

#[test]
fn nothing_is_resolved_where_approvals_are_not_known() {
    for context in [agent(0), operator(0)] {
        denied(&imported(pending()), &approve(&before_of("p")), &context, "approvals_unknown");
        denied(&imported(pending()), &reject("z"), &context, "approvals_unknown");
    }
}
