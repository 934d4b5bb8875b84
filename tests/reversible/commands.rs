//! Section 3: create, log and complete, and in which order a command is judged.

use crate::given::*;

fn status(session: &Session, id: &str) -> ActionStatus {
    action(session, id).status
}

/// The five commands that name an action.
fn of_action(id: &str) -> [Command; 5] {
    [confirm(id), undone(id), retry(id), withdraw(id), acknowledge(id)]
}

/// A session in each of the stored statuses, with the same content.
fn in_all(session: &Session) -> [Session; 5] {
    [Status::Active, Status::Completed, Status::Failed, Status::RolledBack, Status::Abandoned].map(|status| stored(status, session.clone()))
}

// ---- the order of judgement

#[test]
fn without_a_session_everything_but_create_is_denied() {
    let mut commands = vec![ran(entry("a")), approve("x"), Command::Complete, ROLLBACK, Command::Tick];
    commands.extend(of_action("a"));
    for command in commands {
        assert_eq!(decide(None, &command, &operator(0)).unwrap_err().code, "no_session", "{command:?}");
    }
}

#[test]
fn an_id_that_the_session_does_not_hold_is_an_answer_before_all_others() {
    for session in in_all(&given(&[ran(entry("a"))])) {
        for context in [agent(0), operator(0), system(0)] {
            for command in of_action("z") {
                denied(&session, &command, &context, "unknown_action");
            }
            denied(&session, &Command::ConfirmAction { action_id: text("z"), status: ActionStatus::Failed }, &context, "unknown_action");
            denied(&session, &approve("z"), &context, "unknown_approval");
            denied(&session, &reject("z"), &context, "unknown_approval");
        }
    }
}

#[test]
fn a_repeat_is_told_before_the_caller_is_judged() {
    let session = cleared();
    assert_eq!(noop(&session, &approve(&before_of("c")), &agent(0)), "already_resolved");
    denied(&session, &reject(&before_of("c")), &agent(0), "approval_already_resolved");
    let withdrawn = then(&session, withdraw("c"));
    assert_eq!(noop(&withdrawn, &withdraw("c"), &agent(0)), "already_withdrawn");
    let acknowledged = given(&[ran(unknown("a")), ROLLBACK, acknowledge("a")]);
    assert_eq!(noop(&acknowledged, &acknowledge("a"), &agent(0)), "already_acknowledged");
}

#[test]
fn the_caller_is_judged_before_statuses() {
    for session in in_all(&given(&[ran(entry("a")), asking(entry("p"), false, Some(5))])) {
        for command in [retry("a"), acknowledge("a"), withdraw("a")] {
            denied(&session, &command, &agent(9), "caller_not_permitted");
            denied(&session, &command, &system(9), "caller_not_permitted");
        }
        denied(&session, &approve(&before_of("p")), &agent(9), "caller_not_permitted");
        denied(&session, &reject(&before_of("p")), &agent(9), "caller_not_permitted");
    }
}

#[test]
fn the_caller_of_the_other_commands_is_not_judged() {
    for caller in Caller::ALL {
        let context = Context { now: 0, caller: *caller };
        let session = later(&given(&[]), ran(entry("a")), context);
        assert_eq!(later(&cleared(), confirm("c"), context).actions[0].status, ActionStatus::Success);
        assert_eq!(later(&session, Command::Complete, context).status, Status::Completed);
        assert_eq!(later(&then(&session, ROLLBACK), undone("a"), context).status, Status::RolledBack);
        assert_eq!(noop(&session, &Command::Tick, &context), "nothing_due");
    }
}

// ---- create

#[test]
fn create_makes_an_active_session() {
    let session = created(&create());
    assert_eq!((session.status, session.revision, session.rollback), (Status::Active, 1, None));
    assert_eq!((session.actions, session.approvals), (vec![], Some(vec![])));
}

#[test]
fn create_again_is_a_duplicate_a_conflict_or_another_session_in_any_status() {
    let with = |id: &str, agent_id: &str, sandbox, settings| Command::Create { id: text(id), agent_id: text(agent_id), sandbox, settings };
    let settings = Settings::default;
    for session in in_all(&given(&[ran(entry("a"))])) {
        assert_eq!(noop(&session, &create(), &agent(9)), "duplicate");
        for other in [
            with("s", "h", false, settings()),
            with("s", "g", true, settings()),
            with("s", "g", false, Settings { abandon_after_ms: 1, ..settings() }),
            with("s", "g", false, Settings { unconfirmed_after_ms: 1, ..settings() }),
            with("s", "g", false, Settings { rollback_approval_timeout_ms: None, ..settings() }),
        ] {
            denied(&session, &other, &agent(9), "id_conflict");
        }
        denied(&session, &with("t", "g", false, settings()), &agent(9), "session_exists");
        denied(&session, &with("t", "h", true, settings()), &agent(9), "session_exists");
    }
}

// ---- log_action

#[test]
fn a_log_entry_appends_the_action() {
    let session = given(&[ran(entry("a")), failed(entry("b")), before(entry("p")), after(entry("x"))]);
    assert_eq!(state(&session), "ACTIVE: a SUCCESS/NONE, b FAILED/NONE, p PENDING_APPROVAL/NONE, x PENDING_APPROVAL/NONE");
    assert_eq!(session.actions.iter().map(|action| action.order).collect::<Vec<_>>(), [1, 2, 3, 4]);
    let purposes: Vec<_> = session.known_approvals().iter().map(|approval| (approval.action_id.as_str(), approval.purpose)).collect();
    assert_eq!(purposes, [("p", Some(Purpose::BeforeExecution)), ("x", Some(Purpose::AfterExecution))]);
}

#[test]
fn an_entry_that_waits_for_approval_opens_one_with_its_limit() {
    let session = given(&[]);
    let opened = instructed(&session, asking(entry("p"), false, Some(1)), agent(7));
    assert_eq!(opened, [asked("p", Purpose::BeforeExecution, 1, Some(8), Some(7))]);
    let opened = instructed(&session, asking(entry("x"), true, None), agent(7));
    assert_eq!(opened, [asked("x", Purpose::AfterExecution, 1, None, Some(7))]);
    let opened = instructed(&session, asking(entry("p"), false, Some(DAY)), agent(LAST - 1));
    assert_eq!(opened, [asked("p", Purpose::BeforeExecution, 1, None, Some(LAST - 1))]);
    assert_eq!(instructed(&session, ran(gated("a")), agent(7)), []);
}

#[test]
fn success_and_pending_are_logged_while_active_only() {
    for session in &in_all(&cleared())[1..] {
        for command in [ran(entry("a")), before(entry("a")), after(entry("a"))] {
            let denial = denied(session, &command, &operator(0), "session_not_active");
            assert_eq!(denial.possible_in, ["ACTIVE"]);
        }
    }
}

#[test]
fn a_failure_is_logged_while_active_or_while_an_action_is_cleared() {
    for session in in_all(&cleared()) {
        assert_eq!(status(&then(&session, failed(entry("f"))), "f"), ActionStatus::Failed);
    }
    let confirmed = then(&cleared(), confirm("c"));
    assert_eq!(status(&then(&confirmed, failed(entry("f"))), "f"), ActionStatus::Failed);
    for session in &in_all(&confirmed)[1..] {
        denied(session, &failed(entry("f")), &operator(0), "session_not_active");
    }
}

#[test]
fn in_mid_unwind_nothing_new_may_wait_for_approval() {
    let session = given(&[ran(entry("a")), ROLLBACK]);
    denied(&session, &before(entry("p")), &agent(0), "rollback_in_progress");
    denied(&session, &after(entry("p")), &agent(0), "rollback_in_progress");
    denied(&stored(Status::Completed, session.clone()), &before(entry("p")), &agent(0), "session_not_active");
    assert_eq!(status(&then(&session, failed(entry("f"))), "f"), ActionStatus::Failed);
}

#[test]
fn a_success_in_mid_unwind_is_recorded_not_walked_and_warned_of() {
    let session = given(&[ran(entry("a")), ROLLBACK]);
    let (_, after, warnings) = warned(&session, &ran(entry("b")), &agent(0));
    assert_eq!(warnings.len(), 1);
    assert_eq!(after.rollback, session.rollback);
    assert_eq!(state(&then(&after, undone("a"))), "ACTIVE: a ROLLED_BACK/COMPLETED, b SUCCESS/NONE");
}

#[test]
fn the_same_entry_is_a_duplicate_in_any_status() {
    let session =
        given(&[ran(entry("a")), failed(entry("b")), after(entry("x")), before(entry("p")), approve(&after_of("x")), approve(&before_of("p"))]);
    for session in in_all(&session) {
        for command in [ran(entry("a")), failed(entry("b")), after(entry("x")), before(entry("p"))] {
            assert_eq!(noop(&session, &command, &agent(9)), "duplicate");
        }
    }
    // Whatever became of it.
    let undone = given(&[ran(entry("a")), ROLLBACK, undone("a")]);
    assert_eq!(noop(&undone, &ran(entry("a")), &agent(9)), "duplicate");
    let rejected = given(&[before(entry("p")), reject(&before_of("p"))]);
    assert_eq!(noop(&rejected, &before(entry("p")), &agent(9)), "duplicate");
    denied(&rejected, &failed(entry("p")), &agent(9), "id_conflict");
    denied(&rejected, &after(entry("p")), &agent(9), "id_conflict");
}

#[test]
fn an_absent_order_equals_any() {
    let session = given(&[ran(Entry { order: Some(5), ..entry("a") })]);
    assert_eq!(noop(&session, &ran(entry("a")), &agent(0)), "duplicate");
    assert_eq!(noop(&session, &ran(Entry { order: Some(5), ..entry("a") }), &agent(0)), "duplicate");
    denied(&session, &ran(Entry { order: Some(1), ..entry("a") }), &agent(0), "id_conflict");
}

#[test]
fn the_approval_of_an_entry_is_no_content() {
    let session = given(&[before(entry("p"))]);
    let again = Request { executed: false, approval_id: Some(text("mine")), timeout_ms: Some(9) };
    let again = Command::LogAction { action: entry("p"), status: Logged::PendingApproval(again) };
    assert_eq!(noop(&session, &again, &agent(0)), "duplicate");
}

#[test]
fn other_content_under_the_same_id_conflicts_in_any_status() {
    let logged = || Entry { payload: json(r#"{"n":1}"#), error: json("1"), ..entry("a") };
    for session in in_all(&given(&[ran(logged())])) {
        assert_eq!(noop(&session, &ran(logged()), &agent(0)), "duplicate");
        for other in [
            Entry { order: Some(2), ..logged() },
            Entry { api_name: text("stripe"), ..logged() },
            Entry { operation_type: OperationType::Update, ..logged() },
            Entry { payload: json(r#"{"n": 1}"#), ..logged() },
            Entry { payload: Opaque::default(), ..logged() },
            Entry { compensation: lasting("a").compensation, ..logged() },
            Entry { compensation: gated("a").compensation, ..logged() },
            Entry { error: json("2"), ..logged() },
        ] {
            denied(&session, &ran(other), &agent(0), "id_conflict");
        }
        for command in [failed(logged()), before(logged()), after(logged())] {
            denied(&session, &command, &agent(0), "id_conflict");
        }
    }
}

#[test]
fn a_given_approval_id_that_is_taken_conflicts_before_the_status_is_judged() {
    let request = Request { executed: false, approval_id: Some(before_of("p")), timeout_ms: None };
    let command = Command::LogAction { action: entry("q"), status: Logged::PendingApproval(request) };
    for session in in_all(&given(&[before(entry("p"))])) {
        denied(&session, &command, &agent(0), "id_conflict");
    }
}

// ---- complete

#[test]
fn complete_ends_an_active_session() {
    assert_eq!(then(&given(&[ran(entry("a"))]), Command::Complete).status, Status::Completed);
    assert_eq!(noop(&stored(Status::Completed, given(&[])), &Command::Complete, &agent(0)), "already_completed");
    for ended in [Status::Failed, Status::RolledBack, Status::Abandoned] {
        let denial = denied(&stored(ended, given(&[])), &Command::Complete, &agent(0), "session_not_active");
        assert_eq!(denial.possible_in, ["ACTIVE"]);
    }
}

#[test]
fn nothing_is_completed_in_mid_unwind() {
    let session = given(&[ran(entry("a")), ROLLBACK]);
    let denial = denied(&session, &Command::Complete, &agent(0), "rollback_in_progress");
    assert_eq!(denial.possible_in, Vec::<&str>::new());
    denied(&stored(Status::Abandoned, session.clone()), &Command::Complete, &agent(0), "session_not_active");
    assert_eq!(noop(&stored(Status::Completed, session), &Command::Complete, &agent(0)), "already_completed");
}

#[test]
fn complete_warns_of_what_is_pending_or_cleared() {
    for session in [given(&[before(entry("p"))]), given(&[after(entry("x"))]), cleared()] {
        let (_, after, warnings) = warned(&session, &Command::Complete, &agent(0));
        assert_eq!(after.status, Status::Completed);
        assert!(!warnings.is_empty() && warnings.iter().all(|warning| warning.input.is_none() && !warning.message.is_empty()));
    }
}

#[test]
fn a_rejection_after_completion_still_rolls_back() {
    let (_, session, _) = warned(&given(&[ran(entry("a")), before(entry("p"))]), &Command::Complete, &agent(0));
    let session = then(&session, reject(&before_of("p")));
    assert_eq!(state(&session), "COMPLETED: a SUCCESS/IN_PROGRESS, p FAILED/NONE");
    assert_eq!(state(&then(&session, undone("a"))), "ROLLED_BACK: a ROLLED_BACK/COMPLETED, p FAILED/NONE");
}

#[test]
fn the_gate_of_an_undo_is_not_what_an_entry_asked_for() {
    let session = given(&[ran(gated("a")), ROLLBACK]);
    assert_eq!(noop(&session, &ran(gated("a")), &agent(9)), "duplicate");
    denied(&session, &before(gated("a")), &agent(9), "id_conflict");
}
