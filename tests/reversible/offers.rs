//! The common page: what could be done now, what is still to be carried out, and what can be done at all.

use crate::given::*;

/// `resolve_approval p:BEFORE_EXECUTION:1 approve: allowed`, in alphabetical order.
fn told(session: &Session, context: &Context) -> Vec<String> {
    let tell = |offer: &Offer| {
        let target = match &offer.command {
            Command::ResolveApproval { approval_id, decision: Answer::Approve, .. } => format!(" {approval_id} approve"),
            Command::ResolveApproval { approval_id, decision: Answer::Reject, .. } => format!(" {approval_id} reject"),
            command => command.action_id().map(|id| format!(" {id}")).unwrap_or_default(),
        };
        assert_eq!((offer.code.is_none(), offer.message.is_none()), (offer.is_allowed(), offer.is_allowed()));
        let code = offer.code.map(|code| format!(" {code}")).unwrap_or_default();
        format!("{}{target}: {}{code}", Reversible::command_name(&offer.command), offer.outcome)
    };
    let mut told: Vec<_> = offers(session, context).iter().map(tell).collect();
    told.sort_unstable();
    told
}

/// The offers that name a target.
fn targeted(session: &Session, context: &Context) -> Vec<String> {
    let plain = ["complete", "log_action", "request_rollback", "tick"];
    told(session, context).into_iter().filter(|told| !plain.iter().any(|name| told.starts_with(&format!("{name}:")))).collect()
}

#[track_caller]
fn outcome(session: &Session, context: &Context, name: &str) -> (&'static str, Option<&'static str>) {
    let offers = offers(session, context);
    let mut named = offers.iter().filter(|offer| Reversible::command_name(&offer.command) == name);
    let found = named.next().unwrap();
    assert_eq!(named.count(), 0, "{name} is offered once");
    (found.outcome, found.code)
}

// ---- offers

#[test]
fn commands_without_a_target_are_always_listed() {
    for session in reachable() {
        for name in ["log_action", "complete", "request_rollback", "tick"] {
            outcome(&session, &operator(0), name);
        }
        assert!(!told(&session, &operator(0)).iter().any(|told| told.starts_with("create")));
    }
    let empty = ["complete: allowed", "log_action: allowed", "request_rollback: denied nothing_to_roll_back", "tick: noop nothing_due"];
    assert_eq!(told(&given(&[]), &operator(0)), empty);
}

#[test]
fn targets_are_listed_where_a_row_starts_from_their_status() {
    let pending = given(&[before(entry("p")), after(entry("x")), approve(&after_of("x"))]);
    assert_eq!(
        targeted(&pending, &operator(0)),
        ["resolve_approval p:BEFORE_EXECUTION:1 approve: allowed", "resolve_approval p:BEFORE_EXECUTION:1 reject: allowed"]
    );
    assert_eq!(targeted(&cleared(), &operator(0)), ["confirm_action c: allowed", "withdraw_clearance c: allowed"]);
    let running = given(&[ran(entry("a")), ran(entry("b")), ROLLBACK]);
    assert_eq!(targeted(&running, &operator(0)), ["report_undo b: allowed"]);
    let torn = then(&running, not_undone("b"));
    assert_eq!(targeted(&torn, &operator(0)), ["acknowledge_undo b: allowed", "retry_undo b: allowed"]);
    let done = given(&[ran(entry("a")), ROLLBACK, undone("a")]);
    assert_eq!(targeted(&done, &operator(0)), Vec::<String>::new());
}

#[test]
fn finished_actions_make_no_offers() {
    let ids: Vec<_> = (0..1_000).map(|n| n.to_string()).collect();
    let session = given(&ids.iter().map(|id| ran(entry(id))).collect::<Vec<_>>());
    assert_eq!(offers(&session, &operator(0)).len(), 4);
}

#[test]
fn an_offer_says_why_not() {
    let gate = given(&[ran(gated("a")), ROLLBACK]);
    assert_eq!(
        targeted(&gate, &operator(0)),
        [
            "report_undo a: denied undo_awaits_approval",
            "resolve_approval a:ROLLBACK:1 approve: allowed",
            "resolve_approval a:ROLLBACK:1 reject: allowed",
        ]
    );
    let torn = given(&[ran(unknown("a")), ROLLBACK]);
    assert_eq!(targeted(&torn, &operator(0)), ["acknowledge_undo a: allowed", "retry_undo a: denied compensation_unavailable"]);
    let agent_sees = [
        "confirm_action c: allowed",
        "resolve_approval p:BEFORE_EXECUTION:1 approve: denied caller_not_permitted",
        "resolve_approval p:BEFORE_EXECUTION:1 reject: denied caller_not_permitted",
        "withdraw_clearance c: denied caller_not_permitted",
    ];
    assert_eq!(targeted(&then(&cleared(), before(entry("p"))), &agent(0)), agent_sees);
}

#[test]
fn the_offers_without_a_target_say_why_not() {
    let running = given(&[ran(entry("a")), ROLLBACK]);
    assert_eq!(outcome(&running, &operator(0), "complete"), ("denied", Some("rollback_in_progress")));
    assert_eq!(outcome(&running, &operator(0), "request_rollback"), ("denied", Some("rollback_in_progress")));
    let completed = given(&[ran(entry("a")), Command::Complete]);
    assert_eq!(outcome(&completed, &operator(0), "complete"), ("noop", Some("already_completed")));
    assert_eq!(outcome(&completed, &operator(0), "request_rollback"), ("allowed", None));
    assert_eq!(outcome(&completed, &agent(0), "request_rollback"), ("denied", Some("rollback_not_permitted")));
    assert_eq!(outcome(&completed, &agent(0), "tick"), ("noop", Some("nothing_due")));
    assert_eq!(outcome(&given(&[]), &agent(DAY + 1), "tick"), ("allowed", None));
}

#[test]
fn an_entry_is_offered_where_some_entry_would_be_allowed() {
    let of = |session: &Session| outcome(session, &operator(0), "log_action");
    assert_eq!(of(&given(&[])), ("allowed", None));
    assert_eq!(of(&given(&[ran(entry("a")), ROLLBACK])), ("allowed", None));
    for status in Status::ALL.iter().copied().filter(|status| *status != Status::Active) {
        assert_eq!(of(&stored(status, given(&[]))), ("denied", Some("session_not_active")), "{status:?}");
        // Its failed execution may be logged late.
        assert_eq!(of(&stored(status, cleared())), ("allowed", None), "{status:?}");
    }
}

#[test]
fn what_stands_in_for_a_field_repeats_nothing() {
    let ids = ["…", "", "a", "0", "1", "2", "3", "4", "5", "6", "7"];
    let session = given(&ids.map(|id| ran(entry(id))));
    assert_eq!(outcome(&session, &operator(0), "log_action"), ("allowed", None));
    for by in ["…", "", "ann"] {
        let torn = given(&[ran(unknown("a")), ROLLBACK]);
        let acknowledged = Command::AcknowledgeUndo { action_id: text("a"), resolved_by: text(by), note: text(by) };
        assert_eq!(targeted(&then(&torn, acknowledged), &operator(0)), Vec::<String>::new());
    }
}

#[test]
fn what_is_still_to_be_filled_in_and_by_whom() {
    let page: [(&str, &[&str], By); 10] = [
        ("log_action", &["action"], By::Runtime),
        ("resolve_approval", &["resolvedBy"], By::Client),
        ("confirm_action", &["status"], By::Runtime),
        ("complete", &[], By::Client),
        ("request_rollback", &[], By::Client),
        ("report_undo", &["idempotencyKey", "result"], By::Runtime),
        ("retry_undo", &[], By::Client),
        ("withdraw_clearance", &["resolvedBy", "reason"], By::Client),
        ("acknowledge_undo", &["resolvedBy", "note"], By::Client),
        ("tick", &[], By::Runtime),
    ];
    let all: Vec<_> = reachable().iter().flat_map(|session| offers(session, &operator(0))).collect();
    for (name, needs, by) in page {
        let mut found = all.iter().filter(|offer| Reversible::command_name(&offer.command) == name).peekable();
        assert!(found.peek().is_some(), "{name}");
        assert!(found.all(|offer| (offer.needs, offer.by) == (needs, by)), "{name}");
    }
    assert!(all.iter().all(|offer| page.iter().any(|(name, ..)| *name == Reversible::command_name(&offer.command))));
}

#[test]
fn an_offer_that_needs_nothing_is_decided_as_offered() {
    let mut judged = 0;
    for session in reachable() {
        for offer in offers(&session, &operator(0)).iter().filter(|offer| offer.needs.is_empty()) {
            let allowed = matches!(decide(Some(&session), &offer.command, &operator(0)), Ok(Decision::Allowed { .. }));
            assert_eq!(allowed, offer.is_allowed(), "{:?} in {}", offer.command, state(&session));
            judged += 1;
        }
    }
    assert!(judged > 3 * reachable().len() - 1);
}

// ---- outstanding

/// As JSON, in alphabetical order.
fn outstanding_json(session: &Session) -> Vec<String> {
    let mut json: Vec<_> = outstanding(session).iter().map(ToJson::to_json).collect();
    json.sort_unstable();
    json
}

#[test]
fn outstanding_is_what_runs_what_is_cleared_and_what_is_asked() {
    let session =
        given(&[ran(entry("a")), asking(entry("p"), false, Some(5)), after(entry("x")), before(entry("c")), approve(&before_of("c")), ROLLBACK]);
    assert_eq!(
        outstanding_json(&session),
        [
            r#"{"type":"action_cleared","actionId":"c","approvalId":"c:BEFORE_EXECUTION:1"}"#,
            r#"{"type":"approval_requested","approvalId":"p:BEFORE_EXECUTION:1","actionId":"p","purpose":"BEFORE_EXECUTION","timeoutAt":5}"#,
            r#"{"type":"approval_requested","approvalId":"x:AFTER_EXECUTION:1","actionId":"x","purpose":"AFTER_EXECUTION","timeoutAt":null}"#,
            r#"{"type":"undo_started","actionId":"a","attempt":1,"idempotencyKey":"s/a/1"}"#,
        ]
    );
}

#[test]
fn outstanding_at_a_gate_is_its_approval_and_then_the_undo() {
    let gate = given(&[ran(gated("a")), ROLLBACK]);
    assert_eq!(outstanding(&gate), [asked("a", Purpose::Rollback, 1, Some(DAY), None)]);
    assert_eq!(outstanding(&then(&gate, approve(&gate_of("a")))), [started("a", 1)]);
    assert_eq!(outstanding(&then(&gate, reject(&gate_of("a")))), []);
}

#[test]
fn what_is_over_is_not_outstanding() {
    for session in [
        given(&[]),
        given(&[ran(entry("a")), failed(entry("b"))]),
        given(&[ran(entry("a")), ROLLBACK, undone("a")]),
        given(&[ran(entry("a")), ran(entry("b")), ROLLBACK, not_undone("b")]),
        then(&cleared(), confirm("c")),
        then(&cleared(), withdraw("c")),
        given(&[after(entry("x")), approve(&after_of("x"))]),
    ] {
        assert_eq!(outstanding(&session), [], "{}", state(&session));
    }
}

#[test]
fn an_instruction_of_a_command_is_outstanding_until_it_is_answered() {
    let session = given(&[ran(entry("a"))]);
    for command in [ROLLBACK, before(entry("p"))] {
        let mut instructed = instructed(&session, command.clone(), operator(0));
        for event in &mut instructed {
            if let Event::ApprovalRequested { requested_at, .. } = event {
                assert_eq!(requested_at.take(), Some(0));
            }
        }
        assert_eq!(outstanding(&then(&session, command)), instructed);
    }
}

// ---- can

#[test]
fn can_without_a_target_looks_at_the_status_of_the_session_alone() {
    let session = given(&[]);
    let of = |status, command| can(&stored(status, session.clone()), command, None);
    let all = |command| [Status::Active, Status::Completed, Status::Failed, Status::RolledBack, Status::Abandoned].map(|status| of(status, command));
    assert_eq!(all("complete"), [true, false, false, false, false]);
    assert_eq!(all("request_rollback"), [true, true, true, false, true]);
    for command in ["log_action", "resolve_approval", "confirm_action", "report_undo", "withdraw_clearance"] {
        assert_eq!(all(command), [true; 5], "{command}");
    }
    for command in ["create", "nonsense", ""] {
        assert_eq!(all(command), [false; 5], "{command}");
    }
    assert!(of(Status::Active, "tick"));
}

#[test]
fn can_with_a_target_looks_at_its_status_too() {
    let of = |session: &Session, command: &str, target: &str| can(session, command, Some(target));
    let pending = given(&[before(entry("p"))]);
    assert!(of(&pending, "resolve_approval", &before_of("p")));
    assert!(!of(&cleared(), "resolve_approval", &before_of("c")));
    assert!(of(&cleared(), "confirm_action", "c") && of(&cleared(), "withdraw_clearance", "c"));
    let confirmed = then(&cleared(), confirm("c"));
    assert!(!of(&confirmed, "confirm_action", "c") && !of(&confirmed, "withdraw_clearance", "c"));
    let running = given(&[ran(entry("a")), ran(entry("b")), ROLLBACK]);
    assert!(of(&running, "report_undo", "b") && !of(&running, "report_undo", "a"));
    assert!(!of(&running, "retry_undo", "b") && !of(&running, "acknowledge_undo", "b"));
    let torn = then(&running, not_undone("b"));
    assert!(of(&torn, "retry_undo", "b") && of(&torn, "acknowledge_undo", "b"));
    assert!(!of(&torn, "report_undo", "b") && !of(&torn, "retry_undo", "a"));
    for command in ["resolve_approval", "confirm_action", "report_undo", "retry_undo", "withdraw_clearance", "acknowledge_undo"] {
        assert!(!of(&torn, command, "z"), "{command}");
    }
}

#[test]
fn false_is_final() {
    let mut judged = 0;
    for session in reachable() {
        for offer in offers(&session, &operator(0)).iter().filter(|offer| offer.is_allowed()) {
            let target = match &offer.command {
                Command::ResolveApproval { approval_id, .. } => Some(approval_id.as_str()),
                command => command.action_id(),
            };
            let name = Reversible::command_name(&offer.command);
            assert!(can(&session, name, target) && can(&session, name, None), "{name} {target:?} in {}", state(&session));
            judged += 1;
        }
    }
    assert!(judged > reachable().len());
}
