//! What the inputs of a submission come to, one by one (section 3). Their order does not matter.

use super::{Answer, Approval, Batch, Call, Case, Command, Input, Policy};
use crate::engine::Warning;
use crate::gather::Gather;
use crate::json::{ClosedSet, Index, Opaque, joined};

/// What an approval comes to.
enum Answered<'a> {
    /// It decides its call.
    Hits,
    /// This call was decided before, like that.
    Already(&'a Call, Answer),
    /// Nobody was asked about a call of this identity.
    Unknown,
}

/// Each input, with its index.
fn inputs<'a>(case: &Case<'a>) -> impl Iterator<Item = (i64, &'a Input)> {
    let inputs = match case.command {
        Command::Submit { inputs } => inputs.as_slice(),
        _ => &[],
    };
    (0..).zip(inputs)
}

/// Each approval, with its index.
pub(super) fn approvals<'a>(case: &Case<'a>) -> impl Iterator<Item = (i64, &'a Approval)> {
    inputs(case).filter_map(|(index, input)| match input {
        Input::Approval(approval) => Some((index, approval)),
        _ => None,
    })
}

pub(super) fn is_empty(case: &Case<'_>) -> bool {
    inputs(case).next().is_none()
}

pub(super) fn interrupts(case: &Case<'_>) -> bool {
    inputs(case).any(|(_, input)| *input == Input::Interrupt)
}

pub(super) fn approves(case: &Case<'_>) -> bool {
    approvals(case).next().is_some()
}

/// The contents of the messages.
pub(super) fn contents(case: &Case<'_>) -> Vec<Opaque> {
    let content = |(_, input): (i64, &Input)| match input {
        Input::Message { content } => Some(content.clone()),
        _ => None,
    };
    inputs(case).filter_map(content).gather()
}

/// Which inputs are messages.
pub(super) fn messages(case: &Case<'_>) -> Vec<i64> {
    inputs(case).filter(|(_, input)| matches!(input, Input::Message { .. })).map(|(index, _)| index).gather()
}

/// Which inputs are approvals.
pub(super) fn answers(case: &Case<'_>) -> Vec<i64> {
    approvals(case).map(|(index, _)| index).gather()
}

pub(super) fn has_message(case: &Case<'_>) -> bool {
    inputs(case).any(|(_, input)| matches!(input, Input::Message { .. }))
}

/// The decision that an approval makes: a message that goes with `allow` is dropped.
fn decision(approval: &Approval) -> (Answer, Option<&String>) {
    (approval.decision, approval.deny_message.as_ref().filter(|_| approval.decision == Answer::Deny))
}

fn answered<'a>(case: &Case<'a>, approval: &Approval) -> Answered<'a> {
    match case.index.call(case.session, &approval.batch_id, &approval.call_id) {
        Some(call) if call.is_undecided() => Answered::Hits,
        Some(Call { policy: Policy::AlwaysAllow, .. }) | None => Answered::Unknown,
        Some(call) => call.decision.map_or(Answered::Unknown, |decision| Answered::Already(call, decision)),
    }
}

fn hits(case: &Case<'_>, approval: &Approval) -> bool {
    matches!(answered(case, approval), Answered::Hits)
}

/// Whether there are approvals alone, and every one repeats what was decided, equal or reversed.
pub(super) fn only_repeats(case: &Case<'_>) -> bool {
    approves_alone(case) && approvals(case).all(|(_, approval)| matches!(answered(case, approval), Answered::Already(..)))
}

pub(super) fn approves_alone(case: &Case<'_>) -> bool {
    approves(case) && !interrupts(case) && !has_message(case)
}

/// What the first decisions were.
pub(super) fn first_decisions(case: &Case<'_>) -> String {
    let first = |(_, approval): (i64, &Approval)| match answered(case, approval) {
        Answered::Already(call, decision) => Some(decided(call, decision)),
        _ => None,
    };
    let decisions: Vec<String> = approvals(case).filter_map(first).gather();
    joined(decisions.iter().map(String::as_str), ", ")
}

fn decided(call: &Call, decision: Answer) -> String {
    format!("the answer to `{}` was `{}`", call.tool_call.call_id, decision.name())
}

/// For each call of the batch the decision that the approvals make about it, if they make one.
pub(super) fn decisions<'a>(case: &Case<'a>, batch: &Batch) -> Vec<Option<(Answer, Option<&'a String>)>> {
    let mut decisions = vec![None; batch.calls.len()];
    for (_, approval) in approvals(case).filter(|(_, approval)| hits(case, approval)) {
        let position = case.index.calls.find(&batch.calls, &approval.call_id);
        if let Some(made) = position.and_then(|position| decisions.get_mut(position)) {
            *made = Some(decision(approval));
        }
    }
    decisions
}

// ---- which approvals stand in the way, and why

/// Those beside inputs of another kind.
pub(super) fn mixed(case: &Case<'_>) -> Vec<(i64, String)> {
    if approves_alone(case) { Vec::new() } else { answers(case).into_iter().map(|index| (index, String::new())).gather() }
}

/// Those that name another batch than the recorded one.
pub(super) fn misaddressed(case: &Case<'_>) -> Vec<(i64, String)> {
    let recorded = case.session.batch.as_ref().map(|batch| batch.batch_id.as_str());
    let other = approvals(case).filter(|(_, approval)| recorded != Some(&approval.batch_id));
    let found = |name: &str| match recorded {
        Some(recorded) => format!("it names `{name}`, and the batch is `{recorded}`"),
        None => "there is no batch".to_owned(),
    };
    other.map(|(index, approval)| (index, found(&approval.batch_id))).gather()
}

/// Those that answer a call in several ways: as the order of inputs does not matter, none of them is the first.
pub(super) fn contradicting(case: &Case<'_>) -> Vec<(i64, String)> {
    let open: Vec<_> = approvals(case).filter(|(_, approval)| hits(case, approval)).gather();
    let by_call = Index::new(open.iter().map(|(_, approval)| approval.call_id.as_str()));
    let first = |approval: &Approval| by_call.positions(&approval.call_id).next();
    let mut is_torn = vec![false; open.len()];
    for (_, approval) in &open {
        let before = first(approval).and_then(|at| open.get(at).zip(is_torn.get_mut(at)));
        if let Some(((_, before), is_torn)) = before {
            *is_torn |= decision(before) != decision(approval);
        }
    }
    let is_torn = |approval: &Approval| first(approval).and_then(|at| is_torn.get(at)).is_some_and(|is_torn| *is_torn);
    let torn = open.iter().filter(|(_, approval)| is_torn(approval));
    torn.map(|(index, approval)| (*index, format!("`{}` is answered in several ways", approval.call_id))).gather()
}

/// Those of the recorded batch about which nobody was asked, unless another one hits.
pub(super) fn missing(case: &Case<'_>) -> Vec<(i64, String)> {
    if approvals(case).any(|(_, approval)| hits(case, approval)) {
        return Vec::new();
    }
    let recorded = case.session.batch.as_ref().map(|batch| &batch.batch_id);
    let is_unknown = |approval: &Approval| recorded == Some(&approval.batch_id) && matches!(answered(case, approval), Answered::Unknown);
    approvals(case).filter(|(_, approval)| is_unknown(approval)).map(|(index, approval)| (index, not_asked(approval))).gather()
}

fn not_asked(approval: &Approval) -> String {
    format!("nobody was asked about `{}`", approval.call_id)
}

/// What whoever approved should know, input by input: what of it did nothing.
pub(super) fn told(case: &Case<'_>) -> Vec<Warning> {
    let told = |(index, approval): (i64, &Approval)| {
        let (code, message) = match answered(case, approval) {
            Answered::Hits if decision(approval).1 == approval.deny_message.as_ref() => return None,
            Answered::Hits => ("deny_message_dropped", format!("`{}` is allowed, so that its deny message is dropped", approval.call_id)),
            Answered::Already(call, decision) => ("already_decided", decided(call, decision)),
            Answered::Unknown => ("unknown_call", not_asked(approval)),
        };
        Some(Warning { code, message, input: Some(index) })
    };
    approvals(case).filter_map(told).gather()
}
