//! Sections 1, 4 and 5: snapshots that keep what no session of these rules would.

use crate::given::*;
use countersign::interactive::{Batch, Call, Policy, Ran};

/// A call that was asked about, with that decision.
fn asked_about(id: &str, decision: Option<Answer>) -> Call {
    Call { tool_call: ask(id), policy: Policy::AlwaysAsk, decision, deny_message: None, ran: None }
}

fn unasked(id: &str) -> Call {
    Call { policy: Policy::AlwaysAllow, ..asked_about(id, None) }
}

/// A session with that batch of that turn, whatever it is at.
fn with_batch(session: Session, turn: i64, calls: &[Call]) -> Session {
    Session { batch: Some(Batch { batch_id: text("b"), turn, calls: calls.to_vec() }), ..session }
}

fn at_work() -> Session {
    Session { turn_inputs: Vec::new(), ..running(&[]) }
}

#[test]
fn an_allowed_call_is_not_handed_out_while_another_is_undecided_whatever_the_status() {
    let calls = [asked_about("a", Some(Answer::Allow)), asked_about("c", None)];
    for session in [at_work(), with_status("rescheduling", at_work()), with_reason(r#""paused""#, resting()[1].clone()), resting()[1].clone()] {
        let session = with_batch(session, 1, &calls);
        assert_eq!(outstanding(&session), [requested("b", "c")], "{}", state(&session));
        assert_eq!(viewed(&session, "conditions.backgroundTools"), "false");
    }
    denied(&with_batch(at_work(), 1, &calls), &ran("b", "a"), "call_not_released");
}

#[test]
fn a_batch_of_a_recorded_id_is_no_new_one_even_if_it_was_of_another_turn() {
    let session = with_batch(at_work(), 0, &[unasked("a")]);
    denied(&session, &calls_in(1, "b", &[ask("a")]), "id_conflict");
    denied(&session, &calls_in(1, "b", &[ask("z")]), "id_conflict");
}

#[test]
fn a_decision_that_nobody_asked_for_changes_nothing() {
    let session = with_batch(at_work(), 1, &[Call { decision: Some(Answer::Deny), ..unasked("a") }]);
    assert_eq!(outstanding(&session), [released("b", "a")]);
    let (_, after) = allowed(&session, &ran("b", "a"));
    assert_eq!(after.denied_calls_ran, []);
    denied(&session, &submit(&[deny("b", "a")]), "invalid_tool_approval");
    let mixed = with_batch(asked(), 1, &[Call { decision: Some(Answer::Deny), ..unasked("a") }, asked_about("c", None)]);
    assert_eq!(told(&warned(&mixed, &submit(&[deny("b", "a"), allow("b", "c")])).2), [("unknown_call", Some(0))]);
}

#[test]
fn an_undecided_call_is_asked_about_even_if_it_has_run() {
    let session = with_batch(asked(), 1, &[Call { ran: Some(Ran::Ok), ..asked_about("a", None) }]);
    assert_eq!(outstanding(&session), [requested("b", "a")]);
}

#[test]
fn any_report_ends_the_keeping_of_the_inputs() {
    let session = Session { turn_inputs: vec![json(r#""hi""#)], ..with_batch(at_work(), 1, &[unasked("a")]) };
    let (_, after) = allowed(&session, &ran("b", "a"));
    assert_eq!((after.turn_inputs.len(), outstanding(&after)), (0, vec![]));
}

#[test]
fn deletion_of_a_terminated_session_changes_how_it_was_terminated_and_nothing_else() {
    let before = Session { turn_inputs: vec![json("1")], past_batch_ids: vec![text("p")], ..with_batch(terminated()[0].clone(), 1, &[unasked("a")]) };
    let after = then(&before, Command::Delete);
    assert_eq!(after, Session { terminated_by: after.terminated_by, revision: before.revision + 1, ..before });
}

#[test]
fn a_batch_without_calls_is_accepted_and_reported() {
    let session = with_batch(at_work(), 1, &[]);
    assert_eq!(parse(&session.to_json()), Ok(session.clone()));
    assert_ne!(viewed(&session, "conditions.inconsistent"), "null");
}
