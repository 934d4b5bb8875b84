//! What is allowed: one row per rule, the first that fires wins. Branches, guards and effects stand below.

use super::chain::{Chain, derived_id};
use super::events::next_order;
use super::facts::*;
use super::rollback::asks_first;
use super::{Acknowledged, UndoResult, Withdrawn, later};
use super::{
    ActionStatus, Answer, ApprovalStatus, Caller, Case, Command, Display, Event, Kind, Logged, Purpose, Resolution, Reversible, Status, Target, Undo,
};
use crate::engine::{self, Effects, nothing};
use Status::{Abandoned, Active, Completed, Failed, RolledBack};

type Rule = engine::Rule<Reversible>;
type Guard = engine::Guard<Reversible>;
type When = engine::When<Reversible>;
type Repeat = engine::Repeat<Reversible>;

const ANY: &[Status] = &[Active, Completed, Failed, RolledBack, Abandoned];
const OPEN: &[Status] = &[Active, Completed, Failed, Abandoned];
const UNDONE: &[Status] = &[Failed, RolledBack];
const NONE: &[Status] = &[];
const SAME: &[Status] = &[];
const WAITING: &[Target] = &[Target::Approval(ApprovalStatus::Pending)];
const LICENSED: &[Target] = &[Target::Action(ActionStatus::Cleared)];
const BROKEN: &[Target] = &[Target::Action(ActionStatus::RollbackFailed)];
const NOT_ENDED: &[Target] = &[Target::Undo(Undo::None), Target::Undo(Undo::InProgress), Target::Undo(Undo::Declined)];
const RUNNING: &[Target] = &[Target::Undo(Undo::InProgress)];

/// The rules of sections 3 to 6.
#[rustfmt::skip]
pub const RULES: &[Rule] = &[
    //         id                       command               when                       from                    to              guards, in the order of judgement                                                                        then
    Rule::noop("create-again",          "create",             &[&CREATED],               ANY,                                                                                                                                             &DUPLICATE),
    Rule::new( "create",                "create",             &[],                       NONE,                   &[Active],      &[&ALIKE, &NEW],                                                                                         created),

    Rule::noop("log-again",             "log_action",         &[&LOGGED],                ANY,                                                                                                                                             &DUPLICATE),
    Rule::new( "log-success",           "log_action",         &[&SUCCEEDS],              &[Active],              SAME,           &[&UNIQUE,            &LIVE],                                                                            logged),
    Rule::new( "log-pending",           "log_action",         &[&ASKS],                  &[Active],              SAME,           &[&UNIQUE, &NAMESAKE, &LIVE, &IDLE, &RECORDED],                                                          logged),
    Rule::new( "log-failed",            "log_action",         &[&FAILS, &NONE_CLEARED],  &[Active],              SAME,           &[&UNIQUE,            &LIVE],                                                                            logged),
    Rule::new( "log-failed-late",       "log_action",         &[&FAILS, &SOME_CLEARED],  ANY,                    SAME,           &[&UNIQUE],                                                                                              logged),

    Rule::noop("resolve-again",         "resolve_approval",   &[&ANSWERED],              ANY,                                                                                                                                             &ALREADY_RESOLVED),
    Rule::new( "approve-execution",     "resolve_approval",   &[&APPROVES, &BEFORE],     &[Active, Completed],   SAME,           &[&RECORDED, &KNOWN_APPROVAL, &UNANSWERED, &SIGNED, &IN_TIME,           &KNOWN_ACTION, &LICENSE, &IDLE], resolved).on(WAITING),
    Rule::new( "approve-executed",      "resolve_approval",   &[&APPROVES, &AFTER],      ANY,                    &[RolledBack],  &[&RECORDED, &KNOWN_APPROVAL, &UNANSWERED, &SIGNED, &IN_TIME, &PURPOSE, &KNOWN_ACTION],                  resolved).on(WAITING).or_stays().drawn_from(&[Failed]),
    Rule::new( "approve-undo",          "resolve_approval",   &[&APPROVES, &GATE],       ANY,                    SAME,           &[&RECORDED, &KNOWN_APPROVAL, &UNANSWERED, &SIGNED, &IN_TIME,           &KNOWN_ACTION, &GATED],          resolved).on(WAITING),
    Rule::new( "reject-execution",      "resolve_approval",   &[&REJECTS, &BEFORE],      ANY,                    UNDONE,         &[&RECORDED, &KNOWN_APPROVAL, &UNANSWERED, &SIGNED,                     &KNOWN_ACTION],                  resolved).on(WAITING).or_stays().drawn_from(&[Active, Completed]),
    Rule::new( "reject-executed",       "resolve_approval",   &[&REJECTS, &AFTER],       ANY,                    &[RolledBack],  &[&RECORDED, &KNOWN_APPROVAL, &UNANSWERED, &SIGNED,           &PURPOSE, &KNOWN_ACTION],                  resolved).on(WAITING).or_stays().drawn_from(&[Failed]),
    Rule::new( "reject-undo",           "resolve_approval",   &[&REJECTS, &GATE],        ANY,                    &[Failed],      &[&RECORDED, &KNOWN_APPROVAL, &UNANSWERED, &SIGNED,                     &KNOWN_ACTION],                  resolved).on(WAITING).drawn_from(OPEN),

    Rule::noop("confirm-again",         "confirm_action",     &[&CONFIRMS, &CONFIRMED],  ANY,                                                                                                                                             &ALREADY_CONFIRMED),
    Rule::new( "confirm",               "confirm_action",     &[],                       ANY,                    &[RolledBack],  &[&KNOWN_ACTION, &EXECUTED, &CLEARED],                                                                   confirmed).on(LICENSED).or_stays().drawn_from(&[Failed]),

    Rule::noop("complete-again",        "complete",           &[],                       &[Completed],                                                                                                                                    &ALREADY_COMPLETED),
    Rule::new( "complete",              "complete",           &[],                       &[Active],              &[Completed],   &[&LIVE, &IDLE],                                                                                         completed),

    Rule::new( "roll-back-by-agent",    "request_rollback",   &[&BY_AGENT],              &[Active],              UNDONE,         &[&PERMITTED, &IDLE, &UNREVERTED, &EXECUTED_SOME, &ASKABLE],                                             rollback_requested).or_stays(),
    Rule::new( "roll-back",             "request_rollback",   &[&BY_OTHERS],             OPEN,                   UNDONE,         &[&PERMITTED, &IDLE, &UNREVERTED, &EXECUTED_SOME, &ASKABLE],                                             rollback_requested).or_stays().drawn_from(&[Active, Completed, Abandoned]),

    Rule::noop("report-stale",          "report_undo",        &[&STALE],                 ANY,                                                                                                                                             &STALE_REPORT),
    Rule::noop("report-again",          "report_undo",        &[&REPORTED],              ANY,                                                                                                                                             &ALREADY_REPORTED),
    Rule::new( "report-undo",           "report_undo",        &[],                       ANY,                    UNDONE,         &[&KNOWN_ACTION, &UNREPORTED, &PAST_GATE, &ATTEMPT, &UNDOING],                                           undo_reported).on(RUNNING).or_stays().drawn_from(OPEN),

    Rule::new( "retry-undo",            "retry_undo",         &[],                       ANY,                    SAME,           &[&KNOWN_ACTION, &OPERATED, &IDLE, &UNDO_FAILED, &COMPENSABLE, &GATE_KNOWN],                             undo_retried).on(BROKEN),

    Rule::noop("withdraw-again",        "withdraw_clearance", &[&WITHDRAWN],             ANY,                                                                                                                                             &ALREADY_WITHDRAWN),
    Rule::new( "withdraw-clearance",    "withdraw_clearance", &[],                       ANY,                    &[RolledBack],  &[&KNOWN_ACTION, &OPERATED, &CLEARED],                                                                   clearance_withdrawn).on(LICENSED).or_stays().drawn_from(&[Failed]),

    Rule::noop("acknowledge-again",     "acknowledge_undo",   &[&ACKNOWLEDGED],          ANY,                                                                                                                                             &ALREADY_ACKNOWLEDGED),
    Rule::new( "acknowledge-undo",      "acknowledge_undo",   &[],                       ANY,                    &[RolledBack],  &[&KNOWN_ACTION, &OPERATED, &IDLE, &UNDO_FAILED],                                                        undo_acknowledged).on(BROKEN).or_stays().drawn_from(&[Failed]),

    Rule::noop("tick-early",            "tick",               &[&NOTHING_DUE],           ANY,                                                                                                                                             &NOTHING),
    Rule::new( "tick-active",           "tick",               &[&IS_ACTIVE],             &[Active],              &[Failed, RolledBack, Abandoned], &[],                                                                                   ticked).or_stays(),
    Rule::new( "tick-abandoned",        "tick",               &[&IS_ABANDONED],          &[Abandoned],           &[Failed],      &[],                                                                                                     ticked).or_stays(),
    Rule::new( "tick",                  "tick",               &[&IS_OTHERWISE],          &[Completed, Failed, RolledBack], UNDONE, &[],                                                                                                   ticked).or_stays().drawn_from(&[Completed, Failed]),
];

// ---- branches: "when …"

const CREATED: When = When { phrase: "the session was created with this id and content", holds: |case| same_id(case) && same_creation(case) };
const LOGGED: When = When { phrase: "this action was logged with this content", holds: |case| was_logged(case) == Some(true) };
const SUCCEEDS: When = When { phrase: "it was executed", holds: |case| logs(case, ActionStatus::Success) };
const ASKS: When = When { phrase: "it needs approval", holds: |case| logs(case, ActionStatus::PendingApproval) };
const FAILS: When = When { phrase: "it failed", holds: |case| logs(case, ActionStatus::Failed) };
const NONE_CLEARED: When = When { phrase: "no action is cleared", holds: |case| !case.index.any(ActionStatus::Cleared) };
const SOME_CLEARED: When =
    When { phrase: "an action is cleared, whose failed execution may be logged late", holds: |case| case.index.any(ActionStatus::Cleared) };
const ANSWERED: When = When { phrase: "this is what was decided", holds: is_answered_so };
const APPROVES: When = When { phrase: "it approves", holds: |case| decision(case) == Some(Answer::Approve) };
const REJECTS: When = When { phrase: "it rejects", holds: |case| decision(case) == Some(Answer::Reject) };
const BEFORE: When = When { phrase: "it is about the execution", holds: |case| purpose(case) == Some(Purpose::BeforeExecution) };
const AFTER: When = When {
    phrase: "it is about what was executed, or nobody knows what",
    holds: |case| matches!(purpose(case), None | Some(Purpose::AfterExecution)),
};
const GATE: When = When { phrase: "it is about the undo", holds: |case| purpose(case) == Some(Purpose::Rollback) };
const CONFIRMS: When = When { phrase: "it says `SUCCESS`", holds: says_success };
const CONFIRMED: When = When { phrase: "the action was cleared and is executed", holds: is_confirmed };
const BY_AGENT: When = When { phrase: "the caller is `AGENT`", holds: |case| case.context.caller == Caller::Agent };
const BY_OTHERS: When = When { phrase: "the caller is `OPERATOR` or `SYSTEM`", holds: |case| case.context.caller != Caller::Agent };
const STALE: When = When { phrase: "a later attempt, a decline or an acknowledgement replaced this one", holds: is_stale };
const REPORTED: When =
    When { phrase: "the undo ended with this result", holds: |case| !is_stale(case) && result(case).is_some() && result(case) == ended_with(case) };
const WITHDRAWN: When = When { phrase: "the clearance was withdrawn", holds: |case| action(case).is_some_and(|action| action.withdrawn.is_some()) };
const ACKNOWLEDGED: When = When { phrase: "this person said this already", holds: is_acknowledged_so };
const NOTHING_DUE: When = When { phrase: "no time limit has passed", holds: |case| !is_due(case) };
const IS_ACTIVE: When = When { phrase: "the session is `ACTIVE`", holds: |case| case.session.status == Active };
const IS_ABANDONED: When = When { phrase: "the session is `ABANDONED`", holds: |case| case.session.status == Abandoned };
const IS_OTHERWISE: When =
    When { phrase: "the session is neither `ACTIVE` nor `ABANDONED`", holds: |case| !matches!(case.session.status, Active | Abandoned) };

// ---- guards: name, code, "this requires that …"

#[rustfmt::skip]
mod guards {
    use super::*;

    pub const NEW:            Guard = Guard::from(  "new",            "session_exists",            "there is no session yet");
    pub const LIVE:           Guard = Guard::from(  "live",           "session_not_active",        "the session is `ACTIVE`");
    pub const LICENSE:        Guard = Guard::from(  "license",        "session_not_active",        "the session is `ACTIVE` or `COMPLETED`, as this licenses a new effect");
    pub const PERMITTED:      Guard = Guard::from(  "permitted",      "rollback_not_permitted",    "the caller may roll back in this status: an agent in `ACTIVE`, others in all but `ROLLED_BACK`");

    pub const UNANSWERED:     Guard = Guard::target("unanswered",     "approval_already_resolved", "the approval waits for an answer",                     answer_found);
    pub const CLEARED:        Guard = Guard::target("cleared",        "action_not_cleared",        "the action is cleared to be executed",                 clearance_found);
    pub const UNDO_FAILED:    Guard = Guard::target("undo-failed",    "undo_not_failed",           "the undo of the action failed",                        status_found);
    pub const UNDOING:        Guard = Guard::target("undoing",        "undo_not_in_progress",      "the undo of the action is in progress",                undo_found);

    pub const ALIKE:          Guard = Guard::fact(  "alike",          "id_conflict",               "a session of this id is created with one content only", |case| !case.exists || !same_id(case) || same_creation(case), nothing);
    pub const UNIQUE:         Guard = Guard::fact(  "unique",         "id_conflict",               "an action of this id has one content only",            |case| was_logged(case) != Some(false), nothing);
    pub const NAMESAKE:       Guard = Guard::fact(  "namesake",       "id_conflict",               "no approval has this id",                              |case| !is_approval_taken(case), nothing);
    pub const IDLE:           Guard = Guard::fact(  "idle",           "rollback_in_progress",      "no undo is in progress",                               |case| case.index.undoing == 0, undoing_found);
    pub const RECORDED:       Guard = Guard::fact(  "recorded",       "approvals_unknown",         "the approvals of the session are known",               |case| case.session.approvals.is_some(), nothing);
    pub const KNOWN_APPROVAL: Guard = Guard::fact(  "known-approval", "unknown_approval",          "the session holds the approval",                       |case| approval(case).is_some() || case.session.approvals.is_none(), nothing);
    pub const KNOWN_ACTION:   Guard = Guard::fact(  "known-action",   "unknown_action",            "the session holds the action",                         holds_action, nothing);
    pub const SIGNED:         Guard = Guard::fact(  "signed",         "caller_not_permitted",      "the caller is not `AGENT`, as no agent signs for itself", |case| case.context.caller != Caller::Agent, caller_found);
    pub const OPERATED:       Guard = Guard::fact(  "operated",       "caller_not_permitted",      "the caller is `OPERATOR`",                             |case| case.context.caller == Caller::Operator, caller_found);
    pub const IN_TIME:        Guard = Guard::fact(  "in-time",        "approval_expired",          "the approval is given before its time limit",          |case| approval(case).is_none_or(|approval| !approval.is_expired(case.context.now)), expiry_found);
    pub const GATED:          Guard = Guard::fact(  "gated",          "undo_not_in_progress",      "the undo that the approval is about is in progress",   |case| purposed(case).is_none_or(|action| action.undo == Undo::InProgress), nothing);
    pub const PURPOSE:        Guard = Guard::fact(  "purpose",        "purpose_unknown",           "it is known what the approval is for; where not, it is answered where it was asked",                 |case| approval(case).is_none_or(|approval| approval.purpose.is_some()), nothing);
    pub const EXECUTED:       Guard = Guard::fact(  "executed",       "confirm_requires_success",  "the status is `SUCCESS`; a failed execution is logged as an action of its own", says_success, nothing);
    pub const UNREVERTED:     Guard = Guard::fact(  "unreverted",     "already_reverted",          "not all that was executed is undone",                  |case| shown(case) != Display::Reverted, nothing);
    pub const EXECUTED_SOME:  Guard = Guard::fact(  "executed-some",  "nothing_to_roll_back",      "an executed action can be undone",                     |case| left(case) > 0, kept_found);
    pub const ASKABLE:        Guard = Guard::fact(  "askable",        "approvals_unknown",         "the approvals of the session are known, as the plan asks for one", |case| case.session.approvals.is_some() || !asks_first(case.session), nothing);
    pub const UNREPORTED:     Guard = Guard::target_in("unreported",  "undo_already_reported",     "the undo has not ended otherwise",                     NOT_ENDED, end_found);
    pub const PAST_GATE:      Guard = Guard::fact(  "past-gate",      "undo_awaits_approval",      "the undo does not wait for its approval",              |case| !is_at_gate(case), nothing);
    pub const ATTEMPT:        Guard = Guard::fact(  "attempt",        "unknown_attempt",           "the key is that of the attempt that runs",             |case| !is_running(case) || is_current(case), nothing);
    pub const COMPENSABLE:    Guard = Guard::fact(  "compensable",    "compensation_unavailable",  "somebody knows how to undo the action; what was done by hand is acknowledged", |case| action(case).is_none_or(|action| action.compensation.kind != Kind::Unavailable), nothing);
    pub const GATE_KNOWN:     Guard = Guard::fact(  "gate-known",     "approvals_unknown",         "the approvals of the session are known, as the undo asks for one", |case| case.session.approvals.is_some() || action(case).is_none_or(|action| !action.compensation.require_approval), nothing);
}
use guards::*;

const DUPLICATE: Repeat = Repeat::new("duplicate", "this has happened already, with the same content");
const ALREADY_RESOLVED: Repeat = Repeat { code: "already_resolved", message: "this is what was decided", found: answer_found };
const ALREADY_CONFIRMED: Repeat = Repeat::new("already_confirmed", "the execution is confirmed");
const ALREADY_COMPLETED: Repeat = Repeat::new("already_completed", "the session is completed");
const STALE_REPORT: Repeat = Repeat::new("stale_report", "this attempt was replaced, and its end no longer counts");
const ALREADY_REPORTED: Repeat = Repeat::new("already_reported", "the undo ended with this result");
const ALREADY_WITHDRAWN: Repeat = Repeat { code: "already_withdrawn", message: "there is no clearance any more", found: clearance_found };
const ALREADY_ACKNOWLEDGED: Repeat = Repeat::new("already_acknowledged", "this person said this already");
const NOTHING: Repeat = Repeat::new("nothing_due", "no time limit has passed");

// ---- effects

fn created(case: &Case<'_>, effects: &mut Effects<Reversible>) {
    if let Command::Create { id, agent_id, sandbox, settings } = case.command {
        let (id, agent_id, settings) = (id.clone(), agent_id.clone(), settings.clone());
        effects.events.push(Event::Created { id, agent_id, sandbox: *sandbox, settings, at: case.context.now });
    }
}

fn logged(case: &Case<'_>, effects: &mut Effects<Reversible>) {
    let Command::LogAction { action, status } = case.command else { return };
    let (now, mut entry) = (case.context.now, action.clone());
    entry.order = entry.order.or_else(|| Some(next_order(case.index)));
    effects.events.push(Event::ActionLogged { action: entry, status: status.status(), at: now });
    if let (Logged::PendingApproval(request), Some(purpose)) = (status, status.purpose()) {
        let derived = || derived_id(case.session, case.index, &action.id, purpose);
        effects.events.push(Event::ApprovalRequested {
            approval_id: request.approval_id.clone().unwrap_or_else(derived),
            action_id: action.id.clone(),
            purpose: Some(purpose),
            timeout_at: request.timeout_ms.and_then(|millis| later(now, millis)),
            requested_at: Some(now),
        });
    }
    if *status == Logged::Success && case.index.undoing > 0 {
        effects.warn("logged_during_rollback", "an undo is in progress: the action is recorded, and its chain does not walk it");
    }
}

fn resolved(case: &Case<'_>, effects: &mut Effects<Reversible>) {
    if let (Some(approval), Command::ResolveApproval { decision, resolved_by, reason, .. }) = (approval(case), case.command) {
        let resolution = if case.context.caller == Caller::System { Resolution::System } else { Resolution::Human };
        let mut chain = Chain::new(case, effects);
        chain.resolve(approval, decision.status(), resolution, Some(resolved_by.clone()), reason.clone());
        chain.finish();
    }
}

fn completed(case: &Case<'_>, effects: &mut Effects<Reversible>) {
    effects.events.push(Event::Completed { at: case.context.now });
    if case.index.any(ActionStatus::PendingApproval) {
        effects.warn("approvals_pending", "an action waits for a person: its rejection or timeout still rolls the session back");
    }
    if case.index.any(ActionStatus::Cleared) {
        effects.warn("actions_cleared", "an action is cleared, and nobody said yet that it was executed");
    }
}

fn rollback_requested(case: &Case<'_>, effects: &mut Effects<Reversible>) {
    let caller = case.context.caller;
    chained(case, effects, Event::RollbackRequested { caller, at: case.context.now }, |chain| chain.start_session(caller));
}

fn confirmed(case: &Case<'_>, effects: &mut Effects<Reversible>) {
    if let Command::ConfirmAction { action_id, .. } = case.command {
        chained(case, effects, Event::ActionConfirmed { action_id: action_id.clone(), at: case.context.now }, |_| {});
    }
}

fn undo_reported(case: &Case<'_>, effects: &mut Effects<Reversible>) {
    if let Command::ReportUndo { action_id, result, error, .. } = case.command {
        let reported = Event::UndoReported { action_id: action_id.clone(), result: *result, error: error.clone(), at: case.context.now };
        chained(case, effects, reported, |chain| {
            if *result == UndoResult::Failed {
                chain.halt();
            }
        });
    }
}

fn undo_retried(case: &Case<'_>, effects: &mut Effects<Reversible>) {
    if let Command::RetryUndo { action_id } = case.command {
        let retried = Event::UndoRetried { action_id: action_id.clone(), at: case.context.now };
        chained(case, effects, retried, |chain| chain.retry(action_id, case.context.caller));
    }
}

fn clearance_withdrawn(case: &Case<'_>, effects: &mut Effects<Reversible>) {
    if let Command::WithdrawClearance { action_id, resolved_by, reason } = case.command {
        let withdrawn = Withdrawn { by: resolved_by.clone(), at: case.context.now, reason: reason.clone() };
        chained(case, effects, Event::ClearanceWithdrawn { action_id: action_id.clone(), withdrawn }, |_| {});
    }
}

fn undo_acknowledged(case: &Case<'_>, effects: &mut Effects<Reversible>) {
    if let Command::AcknowledgeUndo { action_id, resolved_by, note } = case.command {
        let acknowledged = Acknowledged { by: resolved_by.clone(), at: case.context.now, note: note.clone() };
        chained(case, effects, Event::UndoAcknowledged { action_id: action_id.clone(), acknowledged }, |_| {});
    }
}

fn ticked(case: &Case<'_>, effects: &mut Effects<Reversible>) {
    let mut chain = Chain::new(case, effects);
    chain.tick();
    chain.finish();
}

/// The event happens, and what follows from it.
fn chained(case: &Case<'_>, effects: &mut Effects<Reversible>, event: Event, follow: impl FnOnce(&mut Chain<'_>)) {
    let mut chain = Chain::new(case, effects);
    chain.emit(event);
    chain.catch_up();
    follow(&mut chain);
    chain.finish();
}
