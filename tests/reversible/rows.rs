//! Section 4: the rows of the inbox.

use crate::given::*;

/// The only row.
#[track_caller]
fn row(session: &Session, now: i64) -> Row {
    let rows = approvals(session, &operator(now)).unwrap();
    assert_eq!(rows.len(), 1);
    rows.into_iter().next().unwrap()
}

fn limited() -> Session {
    given(&[asking(entry("p"), false, Some(10_000))])
}

#[test]
fn a_row_has_the_sixteen_fields_and_three_of_ours() {
    let session = later(&given(&[]), asking(Entry { payload: json(r#"{"n": 1}"#), ..entry("p") }, false, Some(10_000)), agent(7));
    let row = r#"{"approvalId":"p:BEFORE_EXECUTION:1","actionId":"p","apiName":"stripe.refunds.create","operationType":"CREATE","sessionId":"s","agentId":"g","payloadSummary":"{\"n\":1}","requestedAt":7,"timeoutAt":10007,"timeRemaining":10,"status":"PENDING","resolvedAt":null,"resolvedBy":null,"reason":null,"actionStatus":"PENDING_APPROVAL","unconfirmed":false,"purpose":"BEFORE_EXECUTION","resolution":null,"expired":false}"#;
    assert_eq!(approvals(&session, &operator(8)).unwrap().to_json(), format!("[{row}]"));
    let because =
        Command::ResolveApproval { approval_id: before_of("p"), decision: Answer::Approve, resolved_by: text("ann"), reason: Some(text("fine")) };
    let session = later(&session, because, operator(9));
    let row = r#"{"approvalId":"p:BEFORE_EXECUTION:1","actionId":"p","apiName":"stripe.refunds.create","operationType":"CREATE","sessionId":"s","agentId":"g","payloadSummary":"{\"n\":1}","requestedAt":7,"timeoutAt":10007,"timeRemaining":0,"status":"APPROVED","resolvedAt":9,"resolvedBy":"ann","reason":"fine","actionStatus":"CLEARED","unconfirmed":true,"purpose":"BEFORE_EXECUTION","resolution":"HUMAN","expired":false}"#;
    assert_eq!(approvals(&session, &operator(9 + HOUR + 1)).unwrap().to_json(), format!("[{row}]"));
}

#[test]
fn there_is_a_row_for_each_approval_whatever_became_of_it() {
    let session = given(&[before(entry("p")), after(gated("x")), approve(&before_of("p")), reject(&after_of("x"))]);
    let rows = approvals(&session, &operator(0)).unwrap();
    let told: Vec<_> = rows.iter().map(|row| (row.approval_id.as_str(), row.status, row.action_status)).collect();
    assert_eq!(
        told,
        [
            ("p:BEFORE_EXECUTION:1", ApprovalStatus::Approved, Some(ActionStatus::Cleared)),
            ("x:AFTER_EXECUTION:1", ApprovalStatus::Rejected, Some(ActionStatus::Success)),
            ("x:ROLLBACK:1", ApprovalStatus::Pending, Some(ActionStatus::Success)),
        ]
    );
    assert_eq!(approvals(&given(&[ran(entry("a"))]), &operator(0)).unwrap().len(), 0);
    assert!(approvals(&imported(session), &operator(0)).is_none());
}

#[test]
fn the_payload_in_a_few_words() {
    let summary = |payload: &str| row(&given(&[before(Entry { payload: json(payload), ..entry("p") })]), 0).payload_summary;
    let shown = |payload: &str, expected: &str| assert_eq!(summary(payload).as_deref(), Some(expected), "{payload}");
    assert_eq!(summary("null"), None);
    // A string as it is.
    shown(r#""refund""#, "refund");
    shown(r#""""#, "");
    shown(r#""null""#, "null");
    shown(r#""a \"b\"\n\u00e9\ud83d\ude00""#, "a \"b\"\né😀");
    // Else compact JSON.
    shown("{ \"a\" : [ 1.0 ,\n\ttrue ] , \"b c\" : \"d  e \\\" f\" }", r#"{"a":[1.0,true],"b c":"d  e \" f"}"#);
    shown("false", "false");
    shown("0", "0");
    shown("{ }", "{}");
}

#[test]
fn the_payload_is_cut_after_two_hundred_characters() {
    let summary = |payload: &str| row(&given(&[before(Entry { payload: json(payload), ..entry("p") })]), 0).payload_summary.unwrap();
    for letter in ["x", "é", "語", "😀"] {
        let string = |length| summary(&format!("\"{}\"", letter.repeat(length)));
        assert_eq!(string(199), letter.repeat(199));
        assert_eq!(string(200), letter.repeat(200));
        assert_eq!(string(201), letter.repeat(200));
        let list = |length| summary(&format!("[ \"{}\" ]", letter.repeat(length)));
        assert_eq!(list(196), format!("[\"{}\"]", letter.repeat(196)));
        assert_eq!(list(197), format!("[\"{}\"", letter.repeat(197)));
        assert_eq!(list(300), format!("[\"{}", letter.repeat(198)));
    }
}

#[test]
fn the_time_remaining_in_seconds_rounded_up() {
    let remaining = |now| row(&limited(), now).time_remaining;
    for (now, seconds) in
        [(0, 10), (1, 10), (999, 10), (1_000, 9), (1_001, 9), (8_999, 2), (9_000, 1), (9_999, 1), (10_000, 0), (10_001, 0), (DAY, 0), (-1, 11)]
    {
        assert_eq!(remaining(now), Some(seconds), "at {now}");
    }
}

#[test]
fn no_time_remains_once_it_is_resolved_and_without_a_limit_it_is_null() {
    for command in [approve(&before_of("p")), reject(&before_of("p"))] {
        assert_eq!(row(&then(&limited(), command.clone()), 0).time_remaining, Some(0));
        let unlimited = given(&[before(entry("p"))]);
        assert_eq!(row(&unlimited, 0).time_remaining, None);
        assert_eq!(row(&then(&unlimited, command), 0).time_remaining, None);
    }
}

#[test]
fn unconfirmed_is_cleared_and_approved_more_than_an_hour_ago() {
    let session = later(&given(&[before(entry("c"))]), approve(&before_of("c")), operator(7));
    for (now, unconfirmed) in [(7, false), (7 + HOUR - 1, false), (7 + HOUR, false), (7 + HOUR + 1, true), (LAST, true), (-LAST, false)] {
        assert_eq!(row(&session, now).unconfirmed, unconfirmed, "at {now}");
        assert_eq!(view(&session, &operator(now)).conditions.has_unconfirmed, Some(unconfirmed), "at {now}");
    }
    for over in [confirm("c"), withdraw("c")] {
        assert!(!row(&then(&session, over), LAST).unconfirmed);
    }
    assert!(!row(&given(&[before(entry("c"))]), LAST).unconfirmed);
}

#[test]
fn the_settings_say_when_an_action_is_unconfirmed() {
    let settings = Settings { unconfirmed_after_ms: 1, ..Settings::default() };
    let session = then(&created(&Command::Create { id: text("s"), agent_id: text("g"), sandbox: false, settings }), before(entry("c")));
    let session = then(&session, approve(&before_of("c")));
    assert_eq!([0, 1, 2].map(|now| row(&session, now).unconfirmed), [false, false, true]);
}

#[test]
fn expired_is_pending_at_its_limit_without_waiting_for_a_tick() {
    for (now, expired) in [(0, false), (9_999, false), (10_000, true), (10_001, true), (-LAST, false)] {
        assert_eq!(row(&limited(), now).expired, expired, "at {now}");
        assert_eq!(view(&limited(), &operator(now)).conditions.has_expired, Some(expired), "at {now}");
    }
    for command in [approve(&before_of("p")), reject(&before_of("p"))] {
        assert!(!row(&then(&limited(), command), LAST).expired);
    }
    assert!(!row(&later(&limited(), Command::Tick, agent(10_000)), LAST).expired);
    assert!(!row(&given(&[before(entry("p"))]), LAST).expired);
}

#[test]
fn a_timeout_is_told_apart_from_a_rejection_in_the_row() {
    let timed_out = row(&later(&limited(), Command::Tick, agent(12_345)), 12_345);
    assert_eq!((timed_out.status, timed_out.resolution), (ApprovalStatus::Rejected, Some(Resolution::Timeout)));
    assert_eq!((timed_out.resolved_at, timed_out.resolved_by, timed_out.reason.as_deref()), (Some(12_345), None, Some("timeout")));
    let rejected = row(&later(&limited(), reject(&before_of("p")), operator(12_345)), 12_345);
    assert_eq!((rejected.status, rejected.resolution), (ApprovalStatus::Rejected, Some(Resolution::Human)));
}

#[test]
fn the_purpose_of_a_row_may_be_unknown() {
    let mut session = limited();
    session.approvals.as_mut().unwrap()[0].purpose = None;
    assert_eq!((row(&session, 9_999).purpose, row(&session, 9_999).expired), (None, false));
    assert!(row(&session, 10_000).expired);
}
