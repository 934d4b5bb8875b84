//! Section 1: what a session holds.

use crate::given::*;

fn names(json: &str, place: &[&str]) -> String {
    let document = Document::parse(json).unwrap();
    let names = |node: &countersign::json::Node<'_>| node.names().join(" ");
    match place {
        [] => names(&document.root()),
        [field] => {
            let root = document.root();
            let field = root.field(field);
            if field.is_list() { field.list(|item| names(item)).remove(0) } else { names(&field) }
        }
        _ => panic!("{place:?}"),
    }
}

fn spelled<T: ClosedSet>() -> String {
    T::ALL.iter().map(|value| value.name()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_session_has_its_fields_under_the_names_of_the_page() {
    let session = given(&[ran(gated("a")), ROLLBACK]).to_json();
    let page = "lifecycle schema id agentId sandbox status settings createdAt lastActivityAt actions approvals rollback revision";
    assert_eq!(names(&session, &[]), page);
    assert_eq!(names(&session, &["settings"]), "abandonAfterMs unconfirmedAfterMs rollbackApprovalTimeoutMs");
    let page = "id order apiName operationType payload status undo undoAttempts compensation loggedAt error undoError acknowledged withdrawn";
    assert_eq!(names(&session, &["actions"]), page);
    let page = "approvalId actionId purpose status resolution requestedAt timeoutAt resolvedAt resolvedBy reason";
    assert_eq!(names(&session, &["approvals"]), page);
    assert_eq!(names(&session, &["rollback"]), "scope caller current todo walked waiting sessionNext");
}

#[test]
fn a_created_session() {
    let json = r#"{"lifecycle":"reversible","schema":1,"id":"s","agentId":"g","sandbox":false,"status":"ACTIVE","settings":{"abandonAfterMs":86400000,"unconfirmedAfterMs":3600000,"rollbackApprovalTimeoutMs":86400000},"createdAt":0,"lastActivityAt":0,"actions":[],"approvals":[],"rollback":null,"revision":1}"#;
    assert_eq!(created(&create()).to_json(), json);
}

#[test]
fn a_logged_action() {
    let logged = Entry { payload: json(r#"{"amount":1}"#), ..gated("a") };
    let session = later(&given(&[]), ran(logged.clone()), agent(7));
    let expected = Action {
        id: text("a"),
        order: 1,
        api_name: logged.api_name,
        operation_type: OperationType::Create,
        payload: logged.payload,
        status: ActionStatus::Success,
        undo: Undo::None,
        undo_attempts: 0,
        compensation: logged.compensation,
        logged_at: 7,
        error: Opaque::default(),
        undo_error: Opaque::default(),
        acknowledged: None,
        withdrawn: None,
    };
    assert_eq!(session.actions, [expected]);
    assert_eq!(session.approvals, Some(vec![]));
}

#[test]
fn an_approval_that_is_asked_for() {
    let session = later(&given(&[]), asking(entry("p"), false, Some(5)), agent(7));
    let expected = Approval {
        approval_id: text("p:BEFORE_EXECUTION:1"),
        action_id: text("p"),
        purpose: Some(Purpose::BeforeExecution),
        status: ApprovalStatus::Pending,
        resolution: None,
        requested_at: 7,
        timeout_at: Some(12),
        resolved_at: None,
        resolved_by: None,
        reason: None,
    };
    assert_eq!(session.approvals, Some(vec![expected]));
}

#[test]
fn the_enums_in_their_order() {
    assert_eq!(spelled::<ActionStatus>(), "SUCCESS PENDING_APPROVAL CLEARED FAILED ROLLED_BACK ROLLBACK_FAILED");
    assert_eq!(spelled::<Status>(), "ACTIVE COMPLETED FAILED ROLLED_BACK ABANDONED");
    assert_eq!(spelled::<ApprovalStatus>(), "PENDING APPROVED REJECTED");
    assert_eq!(spelled::<Purpose>(), "BEFORE_EXECUTION AFTER_EXECUTION ROLLBACK");
    assert_eq!(spelled::<Resolution>(), "HUMAN TIMEOUT SYSTEM");
    assert_eq!(spelled::<Undo>(), "NONE IN_PROGRESS COMPLETED FAILED DECLINED");
    assert_eq!(spelled::<OperationType>(), "CREATE UPDATE DELETE");
    assert_eq!(spelled::<Kind>(), "AUTOMATIC NONE UNAVAILABLE");
    assert_eq!(spelled::<Scope>(), "SESSION ACTION RETRY");
    assert_eq!(spelled::<Caller>(), "AGENT OPERATOR SYSTEM");
}

#[test]
fn an_absent_caller_is_the_agent() {
    assert_eq!(Context::default().caller, Caller::Agent);
}

#[test]
fn the_default_order_is_the_highest_and_one_and_one_for_the_first() {
    let orders = |session: &Session| session.actions.iter().map(|action| action.order).collect::<Vec<_>>();
    let placed = |id, order| ran(Entry { order: Some(order), ..entry(id) });
    assert_eq!(orders(&given(&[ran(entry("a")), placed("b", 7), placed("c", 3), ran(entry("d"))])), [1, 7, 3, 8]);
    assert_eq!(orders(&given(&[placed("a", -5), ran(entry("b"))])), [-5, -4]);
}

#[test]
fn the_id_of_an_approval_is_given_or_derived_past_ids_that_are_taken() {
    let named = |id: &str, approval_id: &str| Command::LogAction {
        action: entry(id),
        status: Logged::PendingApproval(Request { executed: true, approval_id: Some(text(approval_id)), timeout_ms: None }),
    };
    let ids = |session: &Session| session.known_approvals().iter().map(|approval| approval.approval_id.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&given(&[named("x", "mine"), after(entry("y"))])), ["mine", "y:AFTER_EXECUTION:1"]);
    assert_eq!(ids(&given(&[named("x", "y:AFTER_EXECUTION:1"), after(entry("y"))])), ["y:AFTER_EXECUTION:1", "y:AFTER_EXECUTION:2"]);
    assert_eq!(ids(&given(&[named("x", "y:AFTER_EXECUTION:2"), after(entry("y"))])), ["y:AFTER_EXECUTION:2", "y:AFTER_EXECUTION:1"]);
    denied(&given(&[after(entry("x"))]), &named("y", "x:AFTER_EXECUTION:1"), &agent(0), "id_conflict");
}

#[test]
fn the_parts_of_a_derived_id_are_percent_encoded() {
    let session = given(&[after(entry("a:b/ü")), ran(entry("a/b")), ROLLBACK]);
    assert_eq!(session.known_approvals()[0].approval_id, "a%3Ab%2F%C3%BC:AFTER_EXECUTION:1");
    let key = "s/a%2Fb/1";
    assert_eq!(outstanding(&session)[0], Event::UndoStarted { action_id: text("a/b"), attempt: 1, idempotency_key: text(key) });
}

#[test]
fn rollback_is_null_when_nothing_is_in_progress_or_waits() {
    for session in reachable() {
        let undoing = session.actions.iter().any(|action| action.undo == Undo::InProgress);
        assert_eq!(session.rollback.is_some(), undoing, "{}", state(&session));
    }
}

#[test]
fn every_reachable_session_keeps_the_invariants() {
    for session in reachable() {
        assert_eq!(view(&session, &operator(0)).conditions.inconsistent, None, "{}", state(&session));
    }
}

#[test]
fn an_invariant_that_a_session_breaks_is_told() {
    use ActionStatus::{Cleared, Failed, PendingApproval, RollbackFailed, RolledBack, Success};
    let told = |session: &Session| view(session, &operator(0)).conditions.inconsistent;
    let one = |status, undo| {
        let mut session = given(&[ran(entry("a"))]);
        (session.actions[0].status, session.actions[0].undo) = (status, undo);
        session
    };
    for consistent in [one(Success, Undo::None), one(Success, Undo::Declined), one(RolledBack, Undo::Completed), one(RollbackFailed, Undo::Failed)] {
        assert_eq!(told(&consistent), None, "{}", state(&consistent));
    }
    for (status, undo) in [
        (RolledBack, Undo::None),
        (RolledBack, Undo::Failed),
        (Success, Undo::Completed),
        (RollbackFailed, Undo::None),
        (RollbackFailed, Undo::Completed),
        (Success, Undo::Failed),
        (Failed, Undo::Declined),
        (Failed, Undo::InProgress),
        // Without its approval.
        (PendingApproval, Undo::None),
        (Cleared, Undo::None),
    ] {
        assert!(told(&one(status, undo)).is_some(), "{}", state(&one(status, undo)));
    }
    let two = vendor_undoes("b", vendor_undoes("a", given(&[ran(entry("a")), ran(entry("b"))])));
    assert!(told(&two).is_some(), "two undos are in progress");
    let mut moved = given(&[before(entry("p"))]);
    moved.actions[0].status = Success;
    assert!(told(&moved).is_some(), "an approval is pending, and its action does not wait for it");
    let mut elsewhere = given(&[ran(entry("a")), ran(entry("b")), ROLLBACK]);
    elsewhere.rollback.as_mut().unwrap().current = Some(text("a"));
    assert!(told(&elsewhere).is_some(), "the current action is not the one whose undo is in progress");
    let lost = Session { rollback: None, ..given(&[ran(entry("a")), ROLLBACK]) };
    assert!(told(&lost).is_some(), "an attempt of ours runs, and no rollback knows of it");
    let stays = stored(Status::RolledBack, given(&[ran(entry("a"))]));
    assert!(told(&stays).is_some(), "stored `ROLLED_BACK` while a `SUCCESS` action of kind `AUTOMATIC` remains");
    for remaining in [lasting("a"), unknown("a")] {
        assert_eq!(told(&stored(Status::RolledBack, given(&[ran(remaining)]))), None);
    }
}

#[test]
fn replay_of_nothing_returns_the_session_it_was_given() {
    assert_eq!(replay(&[], None), None);
    assert_eq!(replay(&[], Some(cleared())), Some(cleared()));
}

#[test]
fn an_event_that_does_not_fit_leaves_the_session_as_it_is() {
    let session = given(&[ran(entry("a")), before(entry("p"))]);
    let logged = Event::ActionLogged { action: lasting("a"), status: ActionStatus::Failed, at: 5 };
    let Ok(Decision::Allowed { events, .. }) = decide(None, &create(), &operator(5)) else { panic!() };
    for event in [
        events[0].clone(),
        logged.clone(),
        started("z", 1),
        asked("p", Purpose::BeforeExecution, 1, None, Some(5)),
        asked("z", Purpose::BeforeExecution, 1, None, Some(5)),
        Event::ActionCleared { action_id: text("z"), approval_id: None },
        Event::ActionConfirmed { action_id: text("z"), at: 5 },
        Event::UndoReported { action_id: text("z"), result: UndoResult::Failed, error: Opaque::default(), at: 5 },
    ] {
        assert_eq!(apply(Some(session.clone()), &event), Some(session.clone()), "{event:?}");
    }
    assert_eq!(apply(None, &logged), None);
}

#[test]
fn what_happened_happened_whatever_the_rules_say() {
    let ended = given(&[ran(entry("a")), ROLLBACK, undone("a")]);
    let after = apply(Some(ended.clone()), &Event::Completed { at: 9 }).unwrap();
    assert_eq!(after, Session { status: Status::Completed, last_activity_at: 9, revision: ended.revision + 1, ..ended });
}
