//! Section 5: whether a session can be rolled back, and what would happen.

use crate::given::*;

fn codes(session: &Session, context: &Context) -> Vec<&'static str> {
    let eligibility = rollback(session, context);
    assert_eq!(eligibility.eligible, eligibility.failed.is_empty());
    eligibility.failed.iter().map(|failed| failed.code).collect()
}

fn planned(session: &Session) -> Vec<(String, Step)> {
    rollback(session, &operator(0)).plan.into_iter().map(|planned| (planned.action_id, planned.step)).collect()
}

/// By id.
fn left_alone(session: &Session) -> Vec<(String, &'static str)> {
    let mut left: Vec<_> = rollback(session, &operator(0)).left_alone.into_iter().map(|left| (left.action_id, left.reason)).collect();
    left.sort_unstable();
    left
}

fn steps(steps: &[(&str, Step)]) -> Vec<(String, Step)> {
    steps.iter().map(|(id, step)| (text(id), *step)).collect()
}

fn reasons(reasons: &[(&str, &'static str)]) -> Vec<(String, &'static str)> {
    reasons.iter().map(|(id, reason)| (text(id), *reason)).collect()
}

// ---- eligibility

#[test]
fn who_may_roll_back_in_which_stored_status() {
    let session = given(&[ran(entry("a"))]);
    for status in Status::ALL {
        let session = stored(*status, session.clone());
        let permitted: [&[&str]; 2] = [&["rollback_not_permitted"], &[]];
        let of = |permitted_here: bool| permitted[usize::from(permitted_here)];
        assert_eq!(codes(&session, &agent(0)), of(*status == Status::Active), "agent, {status:?}");
        assert_eq!(codes(&session, &operator(0)), of(*status != Status::RolledBack), "operator, {status:?}");
        assert_eq!(codes(&session, &system(0)), of(*status != Status::RolledBack), "system, {status:?}");
    }
}

#[test]
fn one_rollback_at_a_time() {
    for session in [given(&[ran(entry("a")), ROLLBACK]), given(&[ran(gated("a")), ROLLBACK]), given(&[after(entry("x")), reject(&after_of("x"))])] {
        assert_eq!(codes(&session, &operator(0)), ["rollback_in_progress"]);
    }
}

#[test]
fn what_is_reverted_is_not_rolled_back() {
    let session = given(&[after(entry("x")), reject(&after_of("x")), undone("x")]);
    assert_eq!((session.status, display_status(&session)), (Status::Active, Display::Reverted));
    assert_eq!(codes(&session, &operator(0)), ["already_reverted", "nothing_to_roll_back"]);
}

#[test]
fn something_has_to_be_executed_that_can_be_undone() {
    for session in [
        given(&[]),
        given(&[failed(entry("a"))]),
        given(&[before(entry("p")), after(entry("x"))]),
        cleared(),
        given(&[ran(lasting("b")), ran(lasting("a"))]),
        sandbox(&[before(entry("p"))]),
    ] {
        assert_eq!(codes(&session, &operator(0)), ["nothing_to_roll_back"], "{}", state(&session));
    }
    for session in [given(&[ran(lasting("a")), ran(unknown("b"))]), sandbox(&[ran(lasting("a"))])] {
        assert_eq!(codes(&session, &operator(0)), Vec::<&str>::new(), "{}", state(&session));
    }
}

#[test]
fn what_cannot_be_undone_is_named() {
    let message = &rollback(&given(&[ran(lasting("mail")), ran(lasting("call"))]), &operator(0)).failed[0].message;
    assert!(message.contains("`mail`") && message.contains("`call`"), "{message}");
}

#[test]
fn a_gate_needs_approvals_that_are_known() {
    assert_eq!(codes(&imported(given(&[ran(gated("b")), ran(entry("a"))])), &operator(0)), ["approvals_unknown"]);
    assert_eq!(codes(&imported(given(&[ran(entry("a"))])), &operator(0)), Vec::<&str>::new());
    // The plan ends before the gate.
    assert_eq!(codes(&imported(given(&[ran(gated("b")), ran(unknown("a"))])), &operator(0)), Vec::<&str>::new());
    assert_eq!(codes(&imported(sandbox(&[ran(gated("a"))])), &operator(0)), Vec::<&str>::new());
}

#[test]
fn every_failed_check_is_told_in_their_order() {
    let undone = given(&[ran(entry("a")), ROLLBACK, undone("a")]);
    assert_eq!(undone.status, Status::RolledBack);
    assert_eq!(codes(&undone, &operator(0)), ["rollback_not_permitted", "already_reverted", "nothing_to_roll_back"]);
    let running = given(&[ran(gated("b")), ran(entry("a")), Command::Complete, ROLLBACK]);
    assert_eq!(codes(&running, &agent(0)), ["rollback_not_permitted", "rollback_in_progress"]);
    assert_eq!(codes(&imported(running), &agent(0)), ["rollback_not_permitted", "rollback_in_progress", "approvals_unknown"]);
    assert_eq!(codes(&stored(Status::Abandoned, given(&[])), &agent(0)), ["rollback_not_permitted", "nothing_to_roll_back"]);
}

#[test]
fn the_request_is_denied_by_the_failed_checks_the_first_as_primary() {
    let sessions = reachable().into_iter().chain(reachable().into_iter().map(imported));
    let mut judged = [0; 2];
    for (session, context) in sessions.flat_map(|session| [agent(0), operator(0), system(0)].map(|context| (session.clone(), context))) {
        let failed = codes(&session, &context);
        let decision = decide(Some(&session), &ROLLBACK, &context);
        judged[usize::from(decision.is_ok())] += 1;
        let unmet = decision.map_or_else(|denial| (Some(denial.code), denial.unmet.iter().map(|unmet| unmet.code).collect()), |_| (None, vec![]));
        assert_eq!(unmet, (failed.first().copied(), failed), "{}", state(&session));
    }
    assert!(judged.iter().all(|judged| *judged > 20), "{judged:?}");
}

// ---- the plan

#[test]
fn the_plan_is_newest_first_by_order_and_then_by_position() {
    let placed = |id, order| ran(Entry { order: Some(order), ..entry(id) });
    let session = given(&[placed("a", 5), placed("b", 9), placed("c", 5), placed("d", -1)]);
    let compensate = |id| (id, Step::Compensate);
    assert_eq!(planned(&session), steps(&["b", "c", "a", "d"].map(compensate)));
}

#[test]
fn each_step_by_the_kind_and_the_gate() {
    let session = given(&[ran(entry("a")), ran(gated("b")), ran(lasting("c"))]);
    assert_eq!(planned(&session), steps(&[("c", Step::Skip), ("b", Step::AskFirst), ("a", Step::Compensate)]));
    assert_eq!(left_alone(&session), []);
    // A gate before what is not undone anyway is not asked for.
    let behind = |kind| Entry { compensation: Compensation { kind, require_approval: true }, ..entry("k") };
    assert_eq!(planned(&given(&[ran(entry("a")), ran(behind(Kind::None))])), steps(&[("k", Step::Skip), ("a", Step::Compensate)]));
    assert_eq!(planned(&given(&[ran(entry("a")), ran(behind(Kind::Unavailable))])), steps(&[("k", Step::Fail)]));
}

#[test]
fn the_plan_ends_where_nobody_knows_how_to_undo() {
    let session = given(&[ran(entry("a")), ran(lasting("b")), ran(unknown("c")), ran(entry("d"))]);
    assert_eq!(planned(&session), steps(&[("d", Step::Compensate), ("c", Step::Fail)]));
    assert_eq!(left_alone(&session), reasons(&[("a", "chain_halted"), ("b", "chain_halted")]));
}

#[test]
fn every_other_action_is_left_alone_with_a_reason() {
    let session = given(&[
        after(entry("reverted")),
        reject(&after_of("reverted")),
        undone("reverted"),
        after(unknown("torn")),
        reject(&after_of("torn")),
        before(entry("cleared")),
        approve(&before_of("cleared")),
        failed(entry("failed")),
        before(entry("waits")),
        after(entry("stays")),
        ran(entry("a")),
    ]);
    let expected = [
        ("cleared", "cleared"),
        ("failed", "failed"),
        ("reverted", "already_rolled_back"),
        ("stays", "pending_approval"),
        ("torn", "rollback_failed"),
        ("waits", "pending_approval"),
    ];
    assert_eq!(left_alone(&session), reasons(&expected));
    assert_eq!(planned(&session), steps(&[("a", Step::Compensate)]));
}

#[test]
fn every_action_is_planned_or_left_alone() {
    for session in reachable() {
        let mut told: Vec<_> = planned(&session).into_iter().map(|(id, _)| id).chain(left_alone(&session).into_iter().map(|(id, _)| id)).collect();
        told.sort_unstable();
        let mut all: Vec<_> = session.actions.iter().map(|action| action.id.clone()).collect();
        all.sort_unstable();
        assert_eq!(told, all, "{}", state(&session));
    }
}

#[test]
fn a_declined_action_is_asked_again() {
    let session = given(&[ran(gated("a")), ROLLBACK, reject(&gate_of("a"))]);
    assert_eq!(planned(&session), steps(&[("a", Step::AskFirst)]));
}

#[test]
fn a_simulated_session_is_flipped() {
    let session = sandbox(&[
        ran(entry("a")),
        ran(gated("b")),
        ran(lasting("c")),
        ran(unknown("d")),
        before(entry("p")),
        after(entry("x")),
        failed(entry("f")),
        before(entry("k")),
        approve(&before_of("k")),
    ]);
    let mut plan = planned(&session);
    plan.sort_unstable_by(|one, other| one.0.cmp(&other.0));
    assert_eq!(plan, steps(&["a", "b", "c", "d", "p", "x"].map(|id| (id, Step::Flip))));
    assert_eq!(left_alone(&session), reasons(&[("f", "failed"), ("k", "cleared")]));
}
