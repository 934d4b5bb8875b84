//! What is allowed: one row per rule, the first that fires wins. Branches, guards and effects stand below.

use super::facts::*;
use super::inputs::*;
use super::{Batch, Call, CallId, Case, Command, Decided, Display, Event, Interactive, Policy, StopReason, TerminatedBy, ToolCall, instructions};
use crate::engine::{self, Effects, Warning, nothing};
use crate::gather::Gather;
use crate::json::LARGEST_INTEGER;
use Display::{Idle, RequiresAction, Running, Terminated, Unknown};

type Rule = engine::Rule<Interactive>;
type Guard = engine::Guard<Interactive>;
type When = engine::When<Interactive>;
type Repeat = engine::Repeat<Interactive>;

/// What an idle session is, by its stop reason (section 2); one that is not among them is unknown.
pub(super) const IDLE: &[(&str, Display)] = &[("null", Idle), ("end_turn", Idle), ("retries_exhausted", Idle), ("requires_action", RequiresAction)];

const ANY: &[Display] = &[Idle, RequiresAction, Running, Terminated, Unknown];
const LIVE: &[Display] = &[Idle, RequiresAction, Running, Unknown];
const NONE: &[Display] = &[];
const SAME: &[Display] = &[];

/// The rules of sections 2, 3 and 5.
#[rustfmt::skip]
pub const RULES: &[Rule] = &[
    //         id                       command                when                     from                             to                 guards, in the order of judgement                                              then
    Rule::noop("create-again",          "create",              &[&CREATED],             ANY,                                                                                                                                 &DUPLICATE),
    Rule::new( "create",                "create",              &[],                     NONE,                            &[Idle],           &[&ALIKE, &NEW],                                                                created),

    Rule::noop("interrupt-nothing",     "submit",              &[&INTERRUPT_ALONE],     &[Idle],                                                                                                                             &NOTHING_TO_INTERRUPT),
    Rule::new( "interrupt",             "submit",              &[&INTERRUPT],           &[RequiresAction, Running],      &[Idle],           &[&OPEN, &KNOWN, &ALONE],                                                       turn_interrupted),
    Rule::new( "interrupt-and-message", "submit",              &[&INTERRUPT_MESSAGE],   &[Idle, RequiresAction, Running], &[Running],       &[&OPEN, &KNOWN, &ALONE],                                                       interrupted_and_started),
    Rule::noop("approve-again",         "submit",              &[&REPEATS],             &[Idle, RequiresAction, Running],                                                                                                    &ALREADY_DECIDED),
    Rule::new( "approve",               "submit",              &[&APPROVALS],           &[RequiresAction],               &[Running],        &[&OPEN, &KNOWN, &BARRIER, &ADDRESSED, &ONE_WAY, &ASKED],                       approved).on(&[Decided::No]).or_stays(),
    Rule::new( "message",               "submit",              &[&MESSAGE],             &[Idle],                         &[Running],        &[&FILLED, &OPEN, &KNOWN, &SETTLED_FOR_MESSAGES, &ALONE, &RESTING_FOR_MESSAGES],            turn_started),

    Rule::noop("tool-calls-again",      "tool_calls",          &[&RECORDED],            LIVE,                                                                                                                                &DUPLICATE),
    Rule::new( "tool-calls",            "tool_calls",          &[],                     &[Running],                      &[RequiresAction], &[&OPEN, &KNOWN, &CURRENT, &BEGUN, &DECIDED, &ONE_BATCH, &FRESH],               tool_calls).or_stays(),

    Rule::noop("tool-finished-again",   "tool_finished",       &[&RAN],                 LIVE,                                                                                                                                &DUPLICATE),
    Rule::new( "tool-finished",         "tool_finished",       &[],                     &[RequiresAction, Running],      SAME,              &[&OPEN, &KNOWN, &CURRENT, &BEGUN, &ONE_RESULT, &HANDED_OUT],                      tool_finished).on(&[Decided::No, Decided::Allow, Decided::Deny]),

    Rule::noop("turn-ended-again",      "turn_ended",          &[&ENDED],               &[Idle],                                                                                                                             &DUPLICATE),
    Rule::new( "turn-ended",            "turn_ended",          &[],                     &[Running],                      &[Idle],           &[&OPEN, &KNOWN, &CURRENT, &BEGUN, &SETTLED],                                   turn_ended),

    Rule::noop("retries-exhausted-again", "retries_exhausted", &[&EXHAUSTED],           &[Idle],                                                                                                                             &DUPLICATE),
    Rule::new( "retries-exhausted",     "retries_exhausted",   &[],                     &[Running],                      &[Idle],           &[&OPEN, &KNOWN, &CURRENT, &BEGUN, &SETTLED],                                   retries_exhausted),

    Rule::new( "unrecoverable-error",   "unrecoverable_error", &[],                     LIVE,                            &[Terminated],     &[&OPEN, &CURRENT, &BEGUN],                                                     unrecoverable_error),

    Rule::noop("archive-again",         "archive",             &[&ARCHIVED],            &[Terminated],                                                                                                                       &ALREADY_ARCHIVED),
    Rule::new( "archive",               "archive",             &[],                     &[Idle],                         &[Terminated],     &[&OPEN, &KNOWN, &SETTLED, &RESTING],                                           archived),

    Rule::noop("delete-again",          "delete",              &[&DELETED],             &[Terminated],                                                                                                                       &ALREADY_DELETED),
    Rule::new( "delete",                "delete",              &[],                     &[Idle, Terminated],             &[Terminated],     &[&KNOWN, &SETTLED, &RESTING],                                                  session_forgotten),
];

// ---- branches: "when …"

const CREATED: When = When { phrase: "the session was created with this id and content", holds: |case| same_id(case) && same_creation(case) };
const INTERRUPT_ALONE: When = When { phrase: "nothing but an interrupt", holds: |case| interrupts(case) && !has_message(case) && !approves(case) };
const INTERRUPT: When = When { phrase: "an interrupt without a message", holds: |case| interrupts(case) && !has_message(case) };
const INTERRUPT_MESSAGE: When = When { phrase: "an interrupt and a message", holds: |case| interrupts(case) && has_message(case) };
const REPEATS: When = When { phrase: "approvals that only repeat what was decided", holds: only_repeats };
const APPROVALS: When = When { phrase: "nothing but approvals", holds: approves_alone };
const MESSAGE: When = When { phrase: "no interrupt, and not just approvals", holds: |case| !interrupts(case) && !approves_alone(case) };
const RECORDED: When = When { phrase: "this batch is recorded", holds: is_recorded };
const RAN: When = When { phrase: "the call was reported like that", holds: has_run };
const ENDED: When = When { phrase: "this turn ended last, and like that", holds: |case| ended_by(case, StopReason::EndTurn) };
const EXHAUSTED: When = When { phrase: "this turn ended last, and like that", holds: |case| ended_by(case, StopReason::RetriesExhausted) };
const ARCHIVED: When = When { phrase: "the session was archived", holds: |case| was_terminated(case, TerminatedBy::Archived) };
const DELETED: When = When { phrase: "the session was deleted", holds: |case| was_terminated(case, TerminatedBy::Deleted) };

// ---- guards: "this requires that …"

use guards::*;
#[rustfmt::skip]
mod guards {
    use super::*;

    const UNLESS_WAITING: &[Display] = &[Idle, Running, Terminated, Unknown];
    const UNLESS_RUNNING: &[Display] = &[Idle, RequiresAction, Terminated, Unknown];
    const UNLESS_UNKNOWN: &[Display] = &[Idle, RequiresAction, Running, Terminated];

    pub const OPEN:       Guard = Guard::status("open",       "session_terminated",               "the session is not terminated", LIVE);
    pub const KNOWN:      Guard = Guard::status("known",      "session_busy",                     "the session's status and stop reason are known", UNLESS_UNKNOWN);
    pub const SETTLED:    Guard = Guard::status("settled",    "pending_tool_approval_unresolved", "no tool call waits for approval", UNLESS_WAITING);
    pub const RESTING:    Guard = Guard::status("resting",    "session_busy",                     "no turn is running", UNLESS_RUNNING);
    pub const DECIDED:    Guard = Guard::status("decided",    "batch_open",                       "the approvals of the batch before are decided", UNLESS_WAITING);
    pub const BARRIER:    Guard = Guard::from(  "barrier",    "invalid_tool_approval",            "the session waits for approvals").about(answers);
    pub const ALIKE:      Guard = Guard::fact(  "alike",      "id_conflict",                      "a session of this id is created with one content only", |case| !case.exists || !same_id(case) || same_creation(case), nothing);
    pub const NEW:        Guard = Guard::fact(  "new",        "session_exists",                   "there is no session yet", |case| !case.exists, nothing);
    pub const FILLED:     Guard = Guard::fact(  "filled",     "empty_request",                    "there is an input", |case| !is_empty(case), nothing);
    pub const CURRENT:    Guard = Guard::fact(  "current",    "stale_turn",                       "the turn is not over", is_current, turn_found);
    pub const BEGUN:      Guard = Guard::fact(  "begun",      "unknown_turn",                     "the turn has begun", has_begun, turn_found);
    pub const ONE_BATCH:  Guard = Guard::fact(  "one-batch",  "id_conflict",                      "a batch of this id has one content only", is_no_namesake, nothing);
    pub const FRESH:      Guard = Guard::fact(  "fresh",      "stale_batch",                      "no later batch of this turn has taken its place", |case| !is_past(case), nothing);
    pub const ONE_RESULT: Guard = Guard::fact(  "one-result", "id_conflict",                      "a call is reported in one way only", |case| !ran_otherwise(case), ran_found);
    pub const HANDED_OUT: Guard = Guard::fact(  "handed-out", "call_not_released",                "the call was handed out", is_handed_out, finishing_found);
    pub const ALONE:      Guard = Guard::inputs("alone",      "invalid_tool_approval",            "approvals come without other inputs", mixed);
    pub const ADDRESSED:  Guard = Guard::inputs("addressed",  "invalid_tool_approval",            "all approvals name the recorded batch", misaddressed);
    pub const ONE_WAY:    Guard = Guard::inputs("one-way",    "invalid_tool_approval",            "a call is answered in one way", contradicting);
    pub const ASKED:      Guard = Guard::inputs("asked",      "invalid_tool_approval",            "an approval answers a call that waits for one", missing);

    pub const SETTLED_FOR_MESSAGES: Guard = SETTLED.about(messages);
    pub const RESTING_FOR_MESSAGES: Guard = RESTING.about(messages);
}

// ---- what has happened already

const DUPLICATE: Repeat = Repeat::new("duplicate", "this has happened already, with the same content");
const NOTHING_TO_INTERRUPT: Repeat = Repeat::new("nothing_to_interrupt", "no turn is running, and no tool call waits for approval");
const ALREADY_DECIDED: Repeat = Repeat { code: "already_decided", message: "the first decision stands", found: first_decisions };
const ALREADY_ARCHIVED: Repeat = Repeat::new("already_archived", "the session is archived already");
const ALREADY_DELETED: Repeat = Repeat::new("already_deleted", "the session is deleted already");

// ---- effects

fn created(case: &Case<'_>, effects: &mut Effects<Interactive>) {
    if let Command::Create { id, tool_policies } = case.command {
        effects.events.push(Event::Created { id: id.clone(), tool_policies: tool_policies.clone(), at: case.context.now });
    }
}

fn turn_started(case: &Case<'_>, effects: &mut Effects<Interactive>) {
    effects.events.push(Event::TurnStarted { turn: case.session.turn.saturating_add(1).min(LARGEST_INTEGER), turn_inputs: contents(case) });
}

fn turn_interrupted(case: &Case<'_>, effects: &mut Effects<Interactive>) {
    effects.events.extend(instructions::of_interrupt(case.session));
    effects.events.push(Event::TurnInterrupted { turn: case.session.turn });
}

fn interrupted_and_started(case: &Case<'_>, effects: &mut Effects<Interactive>) {
    if case.session.display() != Idle {
        turn_interrupted(case, effects);
    }
    turn_started(case, effects);
}

/// Each decision, in the order of the calls; and once all are there, all calls that a person was asked about.
fn approved(case: &Case<'_>, effects: &mut Effects<Interactive>) {
    let Some(batch) = &case.session.batch else { return };
    let decided = decisions(case, batch);
    for (call, decided) in batch.calls.iter().zip(&decided) {
        if let Some((decision, deny_message)) = *decided {
            let call = batch.identity(call);
            effects.events.push(Event::ApprovalResolved { call, decision, deny_message: deny_message.cloned() });
        }
    }
    if decided.iter().flatten().count() == case.index.undecided {
        for (call, decided) in batch.calls.iter().zip(decided).filter(|(call, _)| call.policy == Policy::AlwaysAsk) {
            let before = || call.decision.map(|decision| (decision, call.deny_message.as_ref()));
            effects.events.extend(decided.or_else(before).map(|decision| instructions::of_decision(batch, call, decision)));
        }
    }
    effects.warnings.extend(told(case));
}

fn tool_calls(case: &Case<'_>, effects: &mut Effects<Interactive>) {
    let Command::ToolCalls { turn, batch_id, calls } = case.command else { return };
    let policies = &case.session.tool_policies;
    let names = policies.names();
    let call = |tool_call: &ToolCall| {
        let policy = policies.own(&names, &tool_call.name).unwrap_or(policies.default);
        Call { tool_call: tool_call.clone(), policy, decision: None, deny_message: None, ran: None }
    };
    let batch = Batch { batch_id: batch_id.clone(), turn: *turn, calls: calls.iter().map(call).gather() };
    let instructions: Vec<_> = batch.calls.iter().map(|call| instructions::of_arrival(&batch, call)).gather();
    effects.events.push(Event::ToolCalls { batch });
    effects.events.extend(instructions);
}

fn tool_finished(case: &Case<'_>, effects: &mut Effects<Interactive>) {
    if let Command::ToolFinished { batch_id, call_id, is_error, .. } = case.command {
        let call = CallId { batch_id: batch_id.clone(), call_id: call_id.clone() };
        effects.events.push(Event::ToolFinished { call, is_error: *is_error });
        if runs_denied(case) {
            effects.warnings.push(ran_all_the_same(call_id));
        }
    }
}

/// Of a call that was denied and ran.
pub(super) fn ran_all_the_same(call_id: &str) -> Warning {
    Warning::new("denied_call_ran", ["`", call_id, "` was denied, and ran all the same"].concat())
}

fn turn_ended(case: &Case<'_>, effects: &mut Effects<Interactive>) {
    effects.events.push(Event::TurnEnded { turn: case.session.turn });
}

fn retries_exhausted(case: &Case<'_>, effects: &mut Effects<Interactive>) {
    effects.events.push(Event::RetriesExhausted { turn: case.session.turn });
}

fn unrecoverable_error(case: &Case<'_>, effects: &mut Effects<Interactive>) {
    if let Command::UnrecoverableError { message, .. } = case.command {
        effects.events.push(Event::UnrecoverableError { message: message.clone() });
    }
}

fn archived(_: &Case<'_>, effects: &mut Effects<Interactive>) {
    effects.events.push(Event::Archived);
}

fn session_forgotten(_: &Case<'_>, effects: &mut Effects<Interactive>) {
    effects.events.push(Event::SessionForgotten);
}
