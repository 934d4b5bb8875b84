//! Section 6: what time alone brings about.

use crate::given::*;

fn with(settings: Settings) -> Session {
    created(&Command::Create { id: text("s"), agent_id: text("g"), sandbox: false, settings })
}

/// Nothing is due one millisecond before, and something is at the moment itself: the session after.
#[track_caller]
fn ticked(session: &Session, at: i64) -> Session {
    assert_eq!(noop(session, &Command::Tick, &system(at - 1)), "nothing_due");
    later(session, Command::Tick, system(at))
}

fn resolution(session: &Session, id: &str) -> Option<Resolution> {
    approval(session, id).resolution
}

// ---- expiry

#[test]
fn a_due_approval_before_execution_expires_as_a_rejection() {
    let session = given(&[ran(entry("a")), asking(entry("p"), false, Some(5))]);
    let after = ticked(&session, 5);
    assert_eq!(state(&after), "ACTIVE: a SUCCESS/IN_PROGRESS, p FAILED/NONE");
    assert_eq!(after.rollback, Some(chain(Scope::Session, Caller::System, "a")));
    let found = approval(&after, &before_of("p"));
    assert_eq!((found.status, found.resolution), (ApprovalStatus::Rejected, Some(Resolution::Timeout)));
    assert_eq!((found.resolved_at, found.resolved_by.as_deref(), found.reason.as_deref()), (Some(5), None, Some("timeout")));
}

#[test]
fn a_due_approval_after_execution_expires_as_a_rejection() {
    let after = ticked(&given(&[ran(entry("a")), asking(entry("x"), true, Some(5))]), 5);
    assert_eq!(state(&after), "ACTIVE: a SUCCESS/NONE, x SUCCESS/IN_PROGRESS");
    assert_eq!(after.rollback, Some(chain(Scope::Action, Caller::System, "x")));
    assert_eq!(resolution(&after, &after_of("x")), Some(Resolution::Timeout));
}

#[test]
fn a_due_approval_of_a_rollback_expires_as_a_rejection() {
    let settings = Settings { rollback_approval_timeout_ms: Some(5), ..Settings::default() };
    let session = then(&then(&with(settings), ran(gated("a"))), ROLLBACK);
    let after = ticked(&session, 5);
    assert_eq!((state(&after).as_str(), &after.rollback), ("FAILED: a SUCCESS/DECLINED", &None));
    assert_eq!(resolution(&after, &gate_of("a")), Some(Resolution::Timeout));
}

#[test]
fn an_approval_expires_in_any_stored_status() {
    for status in Status::ALL {
        let session = stored(*status, given(&[asking(entry("p"), false, Some(5))]));
        assert_eq!(action(&ticked(&session, 5), "p").status, ActionStatus::Failed, "{status:?}");
    }
}

#[test]
fn a_timeout_is_resolved_when_the_tick_comes() {
    let session = given(&[asking(entry("p"), false, Some(5))]);
    assert_eq!(approval(&later(&session, Command::Tick, agent(99)), &before_of("p")).resolved_at, Some(99));
}

#[test]
fn anybody_may_tick_and_a_second_tick_at_the_same_time_is_a_noop() {
    let session = given(&[ran(entry("a")), asking(entry("p"), false, Some(5))]);
    for context in [agent(7), operator(7), system(7)] {
        let after = later(&session, Command::Tick, context);
        assert_eq!(noop(&after, &Command::Tick, &context), "nothing_due");
    }
    let idle = given(&[]);
    let abandoned = later(&idle, Command::Tick, agent(DAY + 1));
    assert_eq!(noop(&abandoned, &Command::Tick, &agent(DAY + 1)), "nothing_due");
}

#[test]
fn what_is_due_expires_by_its_limit_and_then_by_its_position() {
    let two = |x, y| given(&[asking(entry("x"), true, Some(x)), asking(entry("y"), true, Some(y))]);
    for (x, y, first, second) in [(10, 5, "y", "x"), (5, 10, "x", "y"), (7, 7, "x", "y")] {
        let after = later(&two(x, y), Command::Tick, system(10));
        let expected = Rollback { waiting: vec![text(second)], ..chain(Scope::Action, Caller::System, first) };
        assert_eq!(after.rollback, Some(expected), "{x}, {y}");
        for id in ["x", "y"] {
            assert_eq!(resolution(&after, &after_of(id)), Some(Resolution::Timeout));
        }
    }
}

#[test]
fn only_what_is_due_expires() {
    let session = given(&[asking(entry("x"), true, Some(5)), asking(entry("y"), true, Some(6)), after(entry("z"))]);
    let after = ticked(&session, 5);
    assert_eq!(state(&after), "ACTIVE: x SUCCESS/IN_PROGRESS, y PENDING_APPROVAL/NONE, z PENDING_APPROVAL/NONE");
    assert_eq!(deadline(&after), Some(6));
    assert_eq!(deadline(&ticked(&after, 6)), None);
}

#[test]
fn each_expiry_is_judged_on_the_result_of_the_one_before() {
    // The rejection of `p` rolls the simulated session back, which closes `q`.
    let session = sandbox(&[ran(entry("a")), asking(entry("p"), false, Some(5)), asking(entry("q"), false, Some(5))]);
    let after = ticked(&session, 5);
    assert_eq!(state(&after), "ROLLED_BACK: a ROLLED_BACK/COMPLETED, p FAILED/NONE, q ROLLED_BACK/COMPLETED");
    assert_eq!(resolution(&after, &before_of("p")), Some(Resolution::Timeout));
    assert_eq!(resolution(&after, &before_of("q")), Some(Resolution::System));
    // The rejection of `x` starts its undo, so that the session's rollback waits for `p`.
    let session = given(&[ran(entry("a")), asking(entry("x"), true, Some(5)), asking(entry("p"), false, Some(6))]);
    let after = later(&session, Command::Tick, system(6));
    assert_eq!(after.rollback, Some(Rollback { session_next: true, ..chain(Scope::Action, Caller::System, "x") }));
    // That of `p` rolls the session back; that of `q` adds nothing, and `x` waits.
    let session =
        given(&[ran(entry("a")), asking(entry("x"), true, Some(7)), asking(entry("q"), false, Some(6)), asking(entry("p"), false, Some(5))]);
    let after = later(&session, Command::Tick, system(7));
    assert_eq!(after.rollback, Some(Rollback { waiting: vec![text("x")], ..chain(Scope::Session, Caller::System, "a") }));
    assert_eq!(state(&after), "ACTIVE: a SUCCESS/IN_PROGRESS, x SUCCESS/NONE, q FAILED/NONE, p FAILED/NONE");
}

// ---- abandoning

#[test]
fn an_active_session_is_abandoned_after_more_than_a_day_without_activity() {
    let after = ticked(&given(&[ran(entry("a"))]), DAY + 1);
    assert_eq!((state(&after).as_str(), after.last_activity_at), ("ABANDONED: a SUCCESS/NONE", 0));
    let settings = Settings { abandon_after_ms: 7, ..Settings::default() };
    assert_eq!(ticked(&with(settings), 8).status, Status::Abandoned);
}

#[test]
fn activity_puts_it_off() {
    let session = later(&given(&[]), ran(entry("a")), agent(HOUR));
    assert_eq!(ticked(&session, HOUR + DAY + 1).status, Status::Abandoned);
}

#[test]
fn only_an_active_session_is_abandoned() {
    for status in Status::ALL.iter().copied().filter(|status| *status != Status::Active) {
        let session = stored(status, given(&[]));
        assert_eq!((noop(&session, &Command::Tick, &system(LAST)), deadline(&session)), ("nothing_due", None), "{status:?}");
    }
}

#[test]
fn what_keeps_a_session_from_being_abandoned() {
    let settings = Settings { rollback_approval_timeout_ms: None, ..Settings::default() };
    let gate = then(&then(&with(settings), ran(gated("a"))), ROLLBACK);
    for session in [
        given(&[before(entry("p"))]),
        given(&[after(entry("x"))]),
        gate,
        cleared(),
        given(&[ran(entry("a")), ROLLBACK]),
        vendor_undoes("a", given(&[ran(entry("a"))])),
    ] {
        assert_eq!(noop(&session, &Command::Tick, &system(LAST)), "nothing_due", "{}", state(&session));
        assert_eq!(deadline(&session), None, "{}", state(&session));
    }
}

#[test]
fn abandoning_is_judged_on_the_result_of_what_expired() {
    let idle = later(&given(&[asking(entry("p"), false, Some(HOUR))]), Command::Tick, system(DAY + 1));
    assert_eq!(state(&idle), "ABANDONED: p FAILED/NONE");
    let at_rest = later(&given(&[asking(entry("p"), false, Some(HOUR))]), Command::Tick, system(DAY));
    assert_eq!(state(&at_rest), "ACTIVE: p FAILED/NONE");
    let undoing = later(&given(&[asking(entry("x"), true, Some(HOUR))]), Command::Tick, system(DAY + 1));
    assert_eq!(state(&undoing), "ACTIVE: x SUCCESS/IN_PROGRESS");
    let simulated = later(&sandbox(&[asking(entry("x"), true, Some(HOUR))]), Command::Tick, system(DAY + 1));
    assert_eq!(state(&simulated), "ABANDONED: x ROLLED_BACK/COMPLETED");
}

// ---- activity

#[test]
fn every_allowed_command_but_tick_is_activity() {
    let at = |session: &Session, command: Command| warned(session, &command, &operator(9)).1.last_activity_at;
    let one = given(&[ran(entry("a"))]);
    let running = then(&one, ROLLBACK);
    let torn = then(&running, not_undone("a"));
    let pending = given(&[asking(entry("p"), false, Some(5)), ran(entry("a"))]);
    for (session, command) in [
        (&one, ran(entry("b"))),
        (&one, failed(entry("b"))),
        (&one, before(entry("b"))),
        (&one, Command::Complete),
        (&one, ROLLBACK),
        (&running, undone("a")),
        (&running, not_undone("a")),
        (&torn, retry("a")),
        (&torn, acknowledge("a")),
        (&pending, reject(&before_of("p"))),
        (&cleared(), confirm("c")),
        (&cleared(), withdraw("c")),
        (&given(&[before(entry("p"))]), approve(&before_of("p"))),
        (&given(&[after(entry("x"))]), approve(&after_of("x"))),
    ] {
        assert_eq!(at(session, command.clone()), 9, "{command:?}");
    }
    assert_eq!(at(&pending, Command::Tick), 0);
}

#[test]
fn activity_never_goes_back() {
    let session = later(&given(&[]), ran(entry("a")), agent(9));
    let session = later(&session, failed(entry("b")), agent(5));
    assert_eq!((session.last_activity_at, action(&session, "b").logged_at), (9, 5));
}

#[test]
fn an_event_says_itself_whether_it_is_activity() {
    let session = given(&[asking(entry("p"), false, Some(5))]);
    for (command, context, counts) in [(reject(&before_of("p")), operator(9), true), (Command::Tick, system(9), false)] {
        let (events, _) = allowed(&session, &command, &context);
        let Event::ApprovalResolved { activity, at: 9, .. } = &events[0] else { panic!("{events:?}") };
        assert_eq!(*activity, counts, "{command:?}");
        assert_eq!(apply(Some(session.clone()), &events[0]).unwrap().last_activity_at, if counts { 9 } else { 0 });
    }
}

#[test]
fn time_that_goes_back_has_not_passed() {
    let session = later(&given(&[]), ran(entry("a")), agent(2 * DAY));
    assert_eq!(noop(&session, &Command::Tick, &system(0)), "nothing_due");
    assert_eq!(noop(&session, &Command::Tick, &system(-LAST)), "nothing_due");
    let session = later(&given(&[]), asking(entry("p"), false, Some(5)), agent(2 * DAY));
    assert_eq!(noop(&session, &Command::Tick, &system(0)), "nothing_due");
    assert_eq!(later(&session, approve(&before_of("p")), operator(0)).actions[0].status, ActionStatus::Cleared);
}

// ---- the deadline

#[test]
fn the_deadline_is_the_earliest_moment_at_which_a_tick_does_something() {
    let limited = || asking(entry("p"), false, Some(5));
    for (session, moment) in [
        (given(&[]), DAY + 1),
        (given(&[ran(entry("a"))]), DAY + 1),
        (given(&[limited()]), 5),
        (given(&[limited(), after(entry("x"))]), 5),
        (given(&[limited(), asking(entry("x"), true, Some(4))]), 4),
        (given(&[asking(entry("p"), false, Some(2 * DAY))]), 2 * DAY),
        (given(&[ran(gated("a")), ROLLBACK]), DAY),
        (then(&given(&[limited()]), approve(&before_of("p"))), 0),
        (stored(Status::Completed, given(&[limited()])), 5),
    ] {
        let expected = Some(moment).filter(|moment| *moment > 0);
        assert_eq!(deadline(&session), expected, "{}", state(&session));
        assert_eq!(expected.map(|moment| ticked(&session, moment).revision > session.revision), expected.map(|_| true));
    }
}

#[test]
fn a_limit_behind_the_last_moment_is_none() {
    let session = later(&given(&[]), asking(entry("p"), false, Some(1)), agent(LAST - 1));
    assert_eq!(deadline(&session), Some(LAST));
    assert_eq!(action(&ticked(&session, LAST), "p").status, ActionStatus::Failed);
    let session = later(&given(&[]), asking(entry("p"), false, Some(2)), agent(LAST - 1));
    assert_eq!((deadline(&session), session.known_approvals()[0].timeout_at), (None, None));
    assert_eq!(deadline(&later(&given(&[]), ran(entry("a")), agent(LAST - DAY - 1))), Some(LAST));
    assert_eq!(deadline(&later(&given(&[]), ran(entry("a")), agent(LAST - DAY))), None);
    assert_eq!(deadline(&with(Settings { abandon_after_ms: (1 << 53) - 1, ..Settings::default() })), None);
}

// ---- the next change of the view

#[test]
fn the_view_says_when_time_alone_next_changes_it() {
    let changes = |session: &Session, now| view(session, &operator(now)).changes_at;
    let limited = given(&[asking(entry("p"), false, Some(5)), asking(entry("x"), true, Some(9)), after(entry("y"))]);
    assert_eq!([-1, 0, 4, 5, 8, 9, LAST].map(|now| changes(&limited, now)), [Some(5), Some(5), Some(5), Some(9), Some(9), None, None]);
    let session = later(&given(&[before(entry("c"))]), approve(&before_of("c")), operator(7));
    let unconfirmed = Some(7 + HOUR + 1);
    assert_eq!([0, 7, 7 + HOUR, 7 + HOUR + 1].map(|now| changes(&session, now)), [unconfirmed, unconfirmed, unconfirmed, None]);
    let both = given(&[before(entry("c")), approve(&before_of("c")), asking(entry("p"), false, Some(2 * HOUR))]);
    assert_eq!([0, HOUR, HOUR + 1, 2 * HOUR].map(|now| changes(&both, now)), [Some(HOUR + 1), Some(HOUR + 1), Some(2 * HOUR), None]);
    for calm in [given(&[ran(entry("a"))]), then(&cleared(), confirm("c")), given(&[before(entry("p"))])] {
        assert_eq!(changes(&calm, 0), None, "{}", state(&calm));
    }
}

#[test]
fn nothing_changes_before_the_view_says_so_and_something_does_then() {
    let told = |session: &Session, now| {
        let context = operator(now);
        let rows = approvals(session, &context).unwrap();
        (view(session, &context).conditions, rows.iter().map(|row| (row.expired, row.unconfirmed)).collect::<Vec<_>>())
    };
    let session = given(&[
        before(entry("c")),
        approve(&before_of("c")),
        asking(entry("p"), false, Some(5)),
        asking(entry("x"), true, Some(5)),
        ran(gated("a")),
        ROLLBACK,
    ]);
    let mut now = 0;
    let mut moments = vec![];
    while let Some(next) = view(&session, &operator(now)).changes_at {
        assert_eq!(told(&session, next - 1), told(&session, now));
        assert_ne!(told(&session, next), told(&session, now));
        moments.push(next);
        now = next;
    }
    assert_eq!(moments, [5, HOUR + 1, DAY]);
    assert_eq!(told(&session, LAST), told(&session, now));
}

// ---- an approval whose purpose is not known

#[test]
fn an_approval_of_unknown_purpose_never_times_out_and_keeps_the_session_from_being_abandoned() {
    let mut session = given(&[asking(entry("p"), false, Some(5))]);
    session.approvals.as_mut().unwrap()[0].purpose = None;
    assert_eq!(noop(&session, &Command::Tick, &system(LAST)), "nothing_due");
    assert_eq!(deadline(&session), None);
    let at = |now| (view(&session, &operator(now)).conditions.has_expired, view(&session, &operator(now)).changes_at);
    assert_eq!([4, 5].map(at), [(Some(false), Some(5)), (Some(true), None)]);
}

#[test]
fn what_a_tick_brings_about_grows_with_what_is_due_and_not_with_all_else() {
    let many = 50;
    let names = |kind: &str| (0..many).map(|number| format!("{kind}{number}")).collect::<Vec<_>>();
    let broken = names("u").into_iter().map(|id| ran(unknown(&id)));
    let kept = names("n").into_iter().map(|id| ran(lasting(&id)));
    let asked = names("p").into_iter().map(|id| asking(entry(&id), false, Some(1)));
    let session = given(&broken.chain(kept).chain(asked).collect::<Vec<_>>());
    let (events, session) = allowed(&session, &Command::Tick, &agent(9));
    // Each rejection starts a chain, passes what is kept, and halts at the next that nobody can undo.
    let failed = session.actions.iter().filter(|action| action.status == ActionStatus::RollbackFailed).count();
    assert_eq!((failed, events.len()), (many, 4 * many + 1));
}
