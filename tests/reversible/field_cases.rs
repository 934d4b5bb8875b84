//! What goes wrong for people who run agent sessions.

use crate::given::*;

fn limited() -> Session {
    given(&[ran(entry("a")), asking(entry("p"), false, Some(5))])
}

/// Field case 1: a reviewer approves after the approval had timed out, but before anything marked it so.
#[test]
fn an_approval_that_comes_too_late_is_denied_by_its_time() {
    denied(&limited(), &approve(&before_of("p")), &operator(5), "approval_expired");
    assert_eq!(action(&later(&limited(), approve(&before_of("p")), operator(4)), "p").status, ActionStatus::Cleared);
    let session = given(&[asking(entry("x"), true, Some(5))]);
    denied(&session, &approve(&after_of("x")), &operator(5), "approval_expired");
}

/// Field case 2: a waiter's timeout is shown as "rejected by reviewer".
#[test]
fn a_timeout_is_not_a_rejection_by_a_person() {
    let timed_out = later(&limited(), Command::Tick, system(5));
    let rejected = later(&limited(), reject(&before_of("p")), operator(5));
    assert_eq!(state(&timed_out), state(&rejected));
    let told = |session: &Session| {
        let rows = approvals(session, &operator(5)).unwrap();
        (rows[0].status, rows[0].resolution, rows[0].resolved_by.clone())
    };
    assert_eq!(told(&timed_out), (ApprovalStatus::Rejected, Some(Resolution::Timeout), None));
    assert_eq!(told(&rejected), (ApprovalStatus::Rejected, Some(Resolution::Human), Some(text("ann"))));
}

/// Field case 3: two reviewers answer the same approval in opposite ways, at the same moment, in two tabs.
#[test]
fn the_first_of_two_answers_stands() {
    let by = |name: &str, decision| Command::ResolveApproval { approval_id: before_of("p"), decision, resolved_by: text(name), reason: None };
    for (first, second) in [(Answer::Approve, Answer::Reject), (Answer::Reject, Answer::Approve)] {
        let session = later(&limited(), by("ann", first), operator(3));
        let denial = denied(&session, &by("bob", second), &operator(3), "approval_already_resolved");
        assert!(denial.message.contains("ann") && !denial.message.contains("bob"), "{}", denial.message);
        assert_eq!(noop(&session, &by("bob", first), &operator(3)), "already_resolved");
        assert_eq!(approval(&session, &before_of("p")).resolved_by.as_deref(), Some("ann"));
    }
}

/// Field case 11: the result of an undo is delivered twice; a crashed host resumes and runs the undo again.
#[test]
fn an_undo_is_reported_once_and_resumed_under_the_same_key() {
    let session = given(&[ran(entry("b")), ran(entry("a")), ROLLBACK]);
    assert_eq!(outstanding(&session), [started("a", 1)]);
    let resumed = parse(&session.to_json()).unwrap();
    assert_eq!(outstanding(&resumed), [started("a", 1)]);
    let session = then(&resumed, undone("a"));
    assert_eq!(noop(&session, &undone("a"), &agent(0)), "already_reported");
    assert_eq!(outstanding(&session), [started("b", 1)]);
    // Of an attempt that a retry replaced.
    let retried = given(&[ran(entry("a")), ROLLBACK, not_undone("a"), retry("a")]);
    assert_eq!(noop(&retried, &not_undone("a"), &agent(0)), "stale_report");
    assert_eq!(outstanding(&retried), [started("a", 2)]);
}

/// Field case 12: an approval was granted, but the run that should execute it never started.
#[test]
fn what_was_cleared_stays_cleared_until_somebody_says_what_became_of_it() {
    let (_, session, _) = warned(&cleared(), &Command::Complete, &operator(0));
    let at = |now| (view(&session, &operator(now)).conditions.has_unconfirmed, view(&session, &operator(now)).attention);
    assert_eq!(at(HOUR), (Some(false), Attention::Done));
    assert_eq!(at(HOUR + 1), (Some(true), Attention::NeedsHuman));
    assert_eq!(noop(&session, &Command::Tick, &system(LAST)), "nothing_due");
    assert!(!view(&session, &operator(LAST)).terminal);
    assert_eq!(outstanding(&session), [Event::ActionCleared { action_id: text("c"), approval_id: Some(before_of("c")) }]);
    assert_eq!(state(&later(&session, confirm("c"), agent(DAY))), "COMPLETED: c SUCCESS/NONE");
    assert_eq!(state(&later(&session, withdraw("c"), operator(DAY))), "COMPLETED: c FAILED/NONE");
}

/// Field case 13: a failed undo is swallowed and the session shown as rolled back.
#[test]
fn a_failed_undo_is_shown_and_what_was_left_alone_is_listed() {
    let session = given(&[ran(entry("a")), ran(entry("b")), ran(entry("c")), ROLLBACK, undone("c"), not_undone("b")]);
    assert_eq!(state(&session), "FAILED: a SUCCESS/NONE, b ROLLBACK_FAILED/FAILED, c ROLLED_BACK/COMPLETED");
    let view = view(&session, &operator(0));
    assert_eq!((view.display, view.attention, view.terminal), (Display::RollbackFailed, Attention::Failed, false));
    let rest = rollback(&session, &operator(0));
    assert_eq!(rest.plan.iter().map(|planned| planned.action_id.as_str()).collect::<Vec<_>>(), ["a"]);
    let mut left: Vec<_> = rest.left_alone.iter().map(|left| (left.action_id.as_str(), left.reason)).collect();
    left.sort_unstable();
    assert_eq!(left, [("b", "rollback_failed"), ("c", "already_rolled_back")]);
    // Nobody knows how: known before the button is pressed.
    let before = rollback(&given(&[ran(entry("a")), ran(unknown("b"))]), &operator(0));
    assert_eq!(before.left_alone.iter().map(|left| (left.action_id.as_str(), left.reason)).collect::<Vec<_>>(), [("a", "chain_halted")]);
}

/// The command, filled in by a person who wants the session to end.
fn filled_in(session: &Session, command: Command) -> Option<Command> {
    match command {
        Command::ReportUndo { action_id, .. } => {
            let attempt = action(session, &action_id).undo_attempts;
            Some(report(&action_id, attempt, UndoResult::Succeeded))
        }
        Command::ResolveApproval { approval_id, decision, .. } => {
            let wanted = if approval(session, &approval_id).purpose == Some(Purpose::Rollback) { Answer::Approve } else { Answer::Reject };
            Some(resolve(&approval_id, decision)).filter(|_| decision == wanted)
        }
        Command::WithdrawClearance { action_id, .. } => Some(withdraw(&action_id)),
        Command::AcknowledgeUndo { action_id, .. } => Some(acknowledge(&action_id)),
        Command::Complete => Some(Command::Complete),
        Command::RequestRollback => Some(ROLLBACK),
        _ => None,
    }
}

/// Field case 14: a session stuck in "needs approval": no button works.
#[test]
fn from_every_session_that_has_not_ended_an_end_is_reached_by_what_is_offered() {
    let stuck = [
        given(&[ran(gated("a")), ROLLBACK, reject(&gate_of("a"))]),
        given(&[ran(entry("a")), before(entry("p")), ROLLBACK, not_undone("a")]),
        given(&[before(entry("p")), ran(gated("a")), ROLLBACK]),
        given(&[before(entry("p")), ran(unknown("a")), ROLLBACK]),
        stored(Status::Abandoned, given(&[ran(entry("a")), before(entry("p"))])),
        stored(Status::Failed, cleared()),
        vendor_undoes("a", given(&[ran(entry("a")), ran(entry("b"))])),
    ];
    for start in reachable().into_iter().chain(stuck) {
        let mut session = start.clone();
        let mut steps = 0;
        while !view(&session, &operator(0)).terminal {
            let offered = offers(&session, &operator(0)).into_iter().filter(Offer::is_allowed);
            let command = offered.filter_map(|offer| filled_in(&session, offer.command)).next();
            let command = command.unwrap_or_else(|| panic!("no way out of {}", state(&session)));
            session = warned(&session, &command, &operator(0)).1;
            steps += 1;
            assert!(steps < 30, "{} has come to {}", state(&start), state(&session));
        }
    }
}

/// Field case 15: a laptop clock jumps seven hours back, then forward.
#[test]
fn a_clock_that_jumps_expires_nothing_but_what_its_now_says() {
    let noon = 12 * HOUR;
    let session = later(&given(&[]), asking(entry("p"), false, Some(HOUR)), agent(noon));
    let session = later(&session, before(entry("c")), agent(noon));
    let session = later(&session, approve(&before_of("c")), operator(noon));
    let back = noon - 7 * HOUR;
    assert_eq!(noop(&session, &Command::Tick, &system(back)), "nothing_due");
    let told = |now| {
        let conditions = view(&session, &operator(now)).conditions;
        (conditions.has_expired, conditions.has_unconfirmed)
    };
    assert_eq!(told(back), (Some(false), Some(false)));
    let session = later(&session, ran(entry("a")), agent(back));
    assert_eq!(session.last_activity_at, noon);
    assert_eq!(noop(&session, &Command::Tick, &system(noon + HOUR - 1)), "nothing_due");
    assert_eq!(told(noon + HOUR), (Some(true), Some(false)));
    let session = later(&session, Command::Tick, system(noon + HOUR));
    assert_eq!(state(&session), "ACTIVE: p FAILED/NONE, c CLEARED/NONE, a SUCCESS/IN_PROGRESS");
}

/// Field case 19: log entries arrive out of order; the undo order follows arrival.
#[test]
fn the_order_of_execution_decides_not_that_of_arrival() {
    let executed = |id, order| ran(Entry { order: Some(order), ..entry(id) });
    let session = given(&[executed("third", 3), executed("first", 1), executed("second", 2), ROLLBACK]);
    assert_eq!(outstanding(&session), [started("third", 1)]);
    let session = then(&session, undone("third"));
    assert_eq!(outstanding(&session), [started("second", 1)]);
    assert_eq!(outstanding(&then(&session, undone("second"))), [started("first", 1)]);
}

/// Field case 23: an approval has expired but nothing ticked yet: the inbox still shows live buttons, and every press
/// fails with the same vague message.
#[test]
fn what_has_expired_says_so_before_any_tick() {
    let expired = |now| approvals(&limited(), &operator(now)).unwrap()[0].expired;
    assert_eq!([4, 5].map(expired), [false, true]);
    let button = |decision, now| {
        let offers = offers(&limited(), &operator(now));
        let offer =
            offers.into_iter().find(|offer| matches!(&offer.command, Command::ResolveApproval { decision: offered, .. } if *offered == decision));
        let offer = offer.unwrap();
        (offer.outcome, offer.code)
    };
    assert_eq!([4, 5].map(|now| button(Answer::Approve, now)), [("allowed", None), ("denied", Some("approval_expired"))]);
    assert_eq!([4, 5].map(|now| button(Answer::Reject, now)), [("allowed", None), ("allowed", None)]);
    let tick = |now| offers(&limited(), &operator(now)).iter().any(|offer| offer.command == Command::Tick && offer.is_allowed());
    assert_eq!([4, 5].map(tick), [false, true]);
}
