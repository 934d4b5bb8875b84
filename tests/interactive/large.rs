//! Large batches and large requests are answered in a time that grows with their size, not with its square.

use crate::given::*;
use std::time::{Duration, Instant};

const MANY: usize = 100_000;

/// Far more than is needed, and far less than the square of `MANY` takes.
const LIMIT: Duration = Duration::from_secs(4);

#[track_caller]
fn soon<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let done = work();
    assert!(begun.elapsed() < LIMIT, "{what} took {:?}", begun.elapsed());
    done
}

/// Ids that are alike but for their ends.
fn ids() -> Vec<String> {
    (0..MANY).map(|n| format!("call-of-a-large-batch-{n}")).collect()
}

fn large(make: fn(&str) -> ToolCall) -> Command {
    calls("b", &ids().iter().map(|id| make(id)).collect::<Vec<_>>())
}

fn answers(make: fn(&str, &str) -> Input) -> Command {
    submit(&ids().iter().map(|id| make("b", id)).collect::<Vec<_>>())
}

/// A session that asks about all the calls.
fn asks() -> Session {
    then(&running(&[]), large(ask))
}

#[test]
fn many_calls_are_recorded() {
    let command = large(ask);
    let session = running(&[]);
    let (events, after) = soon("tool_calls", || allowed(&session, &command));
    assert_eq!((instructions(events).len(), after.calls().len()), (MANY, MANY));
    assert_eq!(soon("duplicate", || noop(&after, &command)), "duplicate");
    soon("batch_open", || denied(&after, &calls("d", &[ask("x")]), "batch_open"));
    let released = soon("tool_calls", || instructed(&session, large(free)));
    assert_eq!(released.len(), MANY);
}

#[test]
fn many_calls_are_read() {
    let json = large(ask).to_json();
    let command = soon("the command", || Document::read(&json, read_command::<Interactive>).unwrap().unwrap());
    assert_eq!(command, large(ask));
    let json = asks().to_json();
    assert_eq!(soon("parse", || parse(&json)), Ok(asks()));
}

#[test]
fn many_calls_are_answered_in_one_request() {
    let session = asks();
    for command in [answers(allow), answers(deny)] {
        let (events, after) = soon("submit", || allowed(&session, &command));
        assert_eq!((instructions(events).len(), word(&after, "display")), (MANY, text("running")));
        assert_eq!(soon("a repeat", || noop(&after, &answers(deny))), "already_decided");
    }
}

#[test]
fn many_inputs_that_hit_nothing_are_warned_of() {
    let unknown: Vec<_> = std::iter::once(allow("b", "a")).chain(ids().iter().map(|id| allow("b", id))).collect();
    let (_, after, warnings) = soon("submit", || warned(&asked(), &submit(&unknown)));
    assert_eq!((state(&after).as_str(), warnings.len()), ("requires_action 1 b[a allow, r free, c ?]", MANY));
    let only_unknown = answers(allow);
    soon("a denial", || denied(&asked(), &only_unknown, "invalid_tool_approval"));
    let batches: Vec<_> = ids().iter().map(|id| allow(id, "a")).collect();
    soon("many batches", || denied(&asked(), &submit(&batches), "invalid_tool_approval"));
}

#[test]
fn many_answers_to_one_call_count_once() {
    let same = submit(&vec![allow("b", "a"); MANY]);
    assert_eq!(state(&soon("the same", || warned(&asked(), &same)).1), "requires_action 1 b[a allow, r free, c ?]");
    let mut ways: Vec<_> = ids().iter().map(|id| deny_with("b", "a", id)).collect();
    soon("many ways", || denied(&asked(), &submit(&ways), "invalid_tool_approval"));
    ways.push(message("hi"));
    soon("many ways and a message", || denied(&asked(), &submit(&ways), "pending_tool_approval_unresolved"));
    ways.push(INTERRUPT);
    soon("many ways and an interrupt", || denied(&asked(), &submit(&ways), "invalid_tool_approval"));
}

#[test]
fn many_messages_start_one_turn() {
    let inputs: Vec<_> = ids().iter().map(|id| message(id)).collect();
    let after = soon("submit", || then(&given(&[]), submit(&inputs)));
    assert_eq!((after.turn, after.turn_inputs.len()), (1, MANY));
    let json = after.to_json();
    assert_eq!(soon("parse", || parse(&json)), Ok(after));
    let mut inputs = inputs;
    inputs.extend(vec![INTERRUPT; MANY]);
    assert_eq!(soon("submit", || then(&asked(), submit(&inputs))).turn, 2);
}

#[test]
fn much_is_derived() {
    let session = asks();
    assert_eq!(soon("view", || word(&session, "display")), "requires_action");
    assert_eq!(soon("outstanding", || outstanding(&session)).len(), MANY);
    assert!(soon("offers", || offers(&session, &at(0))).len() >= 2 * MANY);
    assert!(soon("can", || can(&session, "tool_finished", Some("call-of-a-large-batch-7"))));
    assert_eq!(soon("an interrupt", || instructed(&session, stop())).len(), MANY + 1);
}

#[test]
fn many_reports_are_applied() {
    let session = then(&asks(), answers(deny));
    let finished: Vec<_> = ids().iter().map(|call| Event::ToolFinished { call: id("b", call), is_error: false }).collect();
    let after = soon("replay", || replay(&finished, Some(session)).unwrap());
    assert_eq!(after.denied_calls_ran.len(), MANY);
    assert_eq!(soon("outstanding", || outstanding(&after)), []);
    assert!(soon("offers", || offers(&after, &at(0))).len() < 20, "finished calls make no offers");
    let json = after.to_json();
    assert_eq!(soon("parse", || parse(&json)), Ok(after));
}

#[test]
fn many_batches_of_one_turn_are_remembered() {
    let batch = |id: &String| Event::ToolCalls {
        batch: Batch { batch_id: id.clone(), turn: 1, calls: then(&running(&[]), calls("b", &[free("r")])).batch.unwrap().calls },
    };
    let mut events: Vec<_> = ids().iter().map(batch).collect();
    events.push(events[0].clone());
    let session = running(&[]);
    let after = soon("replay", || replay(&events, Some(session)).unwrap());
    assert_eq!(after.past_batch_ids.len(), MANY - 1);
    soon("stale_batch", || denied(&after, &calls("call-of-a-large-batch-0", &[free("r")]), "stale_batch"));
    let json = after.to_json();
    assert_eq!(soon("parse", || parse(&json)), Ok(after));
}

#[test]
fn many_policies_are_looked_up() {
    let names: Vec<_> = ids().into_iter().take(30_000).collect();
    let tools: Vec<_> = names.iter().map(|name| (name.clone(), Policy::AlwaysAllow)).collect();
    let create = Command::Create { id: text("s"), tool_policies: ToolPolicies { default: Policy::AlwaysAsk, tools } };
    let Ok(Decision::Allowed { events, .. }) = soon("create", || decide(None, &create, &at(0))) else { panic!() };
    let session = then(&replay(&events, None).unwrap(), says("hi"));
    assert_eq!(soon("a repeat", || noop(&session, &create)), "duplicate");
    let called: Vec<_> = names.iter().map(|name| call(name, name)).collect();
    let after = soon("tool_calls", || then(&session, calls("b", &called)));
    assert!(after.calls().iter().all(|call| call.policy == Policy::AlwaysAllow));
}

#[test]
fn many_policies_are_read() {
    let tools: Vec<_> = ids().into_iter().take(30_000).map(|id| (id, Policy::AlwaysAllow)).collect();
    let json = Command::Create { id: text("s"), tool_policies: ToolPolicies { default: Policy::AlwaysAsk, tools } }.to_json();
    soon("the command", || Document::read(&json, read_command::<Interactive>).unwrap().unwrap());
}
