//! Reversible sessions: two actions of every two kinds, and three of chosen ones whose execution nobody has to approve.

use crate::harness::{Event as EventOf, Invariant, Letter, World, every_world};
use countersign::engine::{Caller, Context, Decision};
use countersign::reversible::{
    ActionStatus, Approval, ApprovalStatus, Event, Purpose, Reversible, Session, Status, Undo, decide, outstanding, replay, view,
};

pub struct Sessions;

/// When everything happens but what is late.
const NOW: i64 = 1_800_000_000_000;
/// Ten days later: every time limit that began at [`NOW`] has passed.
const LATE: i64 = NOW + 864_000_000;
const OPERATOR: Context = Context { now: NOW, caller: Caller::Operator };

/// The kinds of an action: how it is undone, and whether a person is asked first.
const AUTOMATIC: Kind = ("AUTOMATIC", false);
const GATED: Kind = ("AUTOMATIC", true);
const NONE: Kind = ("NONE", false);
const UNAVAILABLE: Kind = ("UNAVAILABLE", false);
const KINDS: [Kind; 4] = [AUTOMATIC, GATED, NONE, UNAVAILABLE];
type Kind = (&'static str, bool);

/// What a world has.
struct Of {
    sandbox: bool,
    kinds: Vec<Kind>,
    /// Whether its actions may need approval before or after their execution; their undos may in any case.
    asks: bool,
}

fn all() -> Vec<Of> {
    if is_small() {
        let asks = true;
        return vec![Of { sandbox: false, kinds: vec![AUTOMATIC, NONE], asks }, Of { sandbox: true, kinds: vec![AUTOMATIC, NONE], asks }];
    }
    // Either may be logged first, so that a pair is the same the other way round.
    let pairs = KINDS.iter().enumerate().flat_map(|(at, one)| KINDS.iter().skip(at).map(|other| vec![*one, *other]));
    let mut worlds: Vec<_> = pairs.map(|kinds| Of { sandbox: false, kinds, asks: true }).collect();
    worlds.push(Of { sandbox: true, kinds: vec![AUTOMATIC, NONE], asks: true });
    worlds.push(Of { sandbox: true, kinds: vec![GATED, UNAVAILABLE], asks: true });
    worlds.push(Of { sandbox: false, kinds: vec![AUTOMATIC, NONE, UNAVAILABLE], asks: false });
    worlds.push(Of { sandbox: false, kinds: vec![AUTOMATIC, AUTOMATIC, GATED], asks: false });
    if std::env::var_os("COUNTERSIGN_FULL").is_some() {
        worlds.push(Of { sandbox: false, kinds: vec![NONE, NONE, UNAVAILABLE], asks: true });
        worlds.push(Of { sandbox: false, kinds: vec![AUTOMATIC, NONE, UNAVAILABLE], asks: true });
        worlds.push(Of { sandbox: false, kinds: vec![GATED, GATED, GATED], asks: false });
    }
    worlds
}

/// A run over hundreds of mutants explores little.
fn is_small() -> bool {
    std::env::var_os("COUNTERSIGN_SMALL").is_some()
}

fn by(caller: Caller) -> Context {
    Context { now: NOW, caller }
}

impl World for Sessions {
    type L = Reversible;

    const OFFERED: Context = OPERATOR;

    fn worlds() -> usize {
        all().len()
    }

    fn alphabet(world: usize) -> Vec<(String, String, Context)> {
        let Of { sandbox, kinds, asks } = &all()[world];
        let mut letters = Vec::new();
        let mut letter = |name: &str, fields: String, context: Context| letters.push((name.to_owned(), format!("{{{fields}}}"), context));
        let create = |id: &str, agent: &str| format!(r#""type":"create","id":"{id}","agentId":"{agent}","sandbox":{sandbox}"#);
        letter("create", create("s", "a"), OPERATOR);
        letter("create other content", create("s", "b"), OPERATOR);
        letter("create other id", create("r", "a"), OPERATOR);
        for (name, (kind, gated)) in ["a", "b", "c"].iter().zip(kinds) {
            let log = |status: &str, more: &str| {
                format!(
                    r#""type":"log_action","action":{{"id":"{name}","apiName":"mail.send","operationType":"CREATE","status":"{status}","compensation":{{"kind":"{kind}","requireApproval":{gated}}}}}{more}"#
                )
            };
            letter(&format!("log {name}"), log("SUCCESS", ""), OPERATOR);
            letter(&format!("log {name} failed"), log("FAILED", ""), OPERATOR);
            let purposes: &[&str] =
                if *asks { &["BEFORE_EXECUTION:1", "AFTER_EXECUTION:1", "ROLLBACK:1", "ROLLBACK:2"] } else { &["ROLLBACK:1", "ROLLBACK:2"] };
            for (when, purpose) in [("before", "BEFORE_EXECUTION"), ("after", "AFTER_EXECUTION")].iter().filter(|_| *asks) {
                let ask = log("PENDING_APPROVAL", &format!(r#","purpose":"{purpose}","timeoutMs":60000"#));
                letter(&format!("ask {when} {name}"), ask, OPERATOR);
            }
            for purpose in purposes {
                let resolve = |decision: &str| {
                    format!(r#""type":"resolve_approval","approvalId":"{name}:{purpose}","decision":"{decision}","resolvedBy":"ana""#)
                };
                letter(&format!("approve {name}:{purpose}"), resolve("approve"), OPERATOR);
                letter(&format!("reject {name}:{purpose}"), resolve("reject"), OPERATOR);
                letter(&format!("approve {name}:{purpose} late"), resolve("approve"), Context { now: LATE, ..OPERATOR });
            }
            letter(
                &format!("approve {name} by the agent"),
                format!(r#""type":"resolve_approval","approvalId":"{name}:BEFORE_EXECUTION:1","decision":"approve","resolvedBy":"a""#),
                by(Caller::Agent),
            );
            letter(&format!("confirm {name}"), format!(r#""type":"confirm_action","actionId":"{name}","status":"SUCCESS""#), OPERATOR);
            letter(&format!("confirm {name} failed"), format!(r#""type":"confirm_action","actionId":"{name}","status":"FAILED""#), OPERATOR);
            for attempt in [1, 2] {
                for result in ["SUCCEEDED", "FAILED"] {
                    let report = format!(r#""type":"report_undo","actionId":"{name}","idempotencyKey":"s/{name}/{attempt}","result":"{result}""#);
                    letter(&format!("report {name} {attempt} {result}"), report, OPERATOR);
                }
            }
            letter(
                &format!("report {name} of nothing"),
                format!(r#""type":"report_undo","actionId":"{name}","idempotencyKey":"s/{name}/9","result":"SUCCEEDED""#),
                OPERATOR,
            );
            letter(&format!("retry {name}"), format!(r#""type":"retry_undo","actionId":"{name}""#), OPERATOR);
            letter(&format!("retry {name} by the system"), format!(r#""type":"retry_undo","actionId":"{name}""#), by(Caller::System));
            letter(
                &format!("withdraw {name}"),
                format!(r#""type":"withdraw_clearance","actionId":"{name}","resolvedBy":"ana","reason":"late""#),
                OPERATOR,
            );
            letter(
                &format!("acknowledge {name}"),
                format!(r#""type":"acknowledge_undo","actionId":"{name}","resolvedBy":"ana","note":"by hand""#),
                OPERATOR,
            );
        }
        // The action that could always be logged, for what is offered.
        let other = r#""type":"log_action","action":{"id":"z","apiName":"mail.send","operationType":"CREATE","status":"FAILED","compensation":{"kind":"NONE","requireApproval":false}}"#;
        letter("log a failure", other.to_owned(), OPERATOR);
        letter("complete", r#""type":"complete""#.to_owned(), OPERATOR);
        for caller in [Caller::Agent, Caller::Operator, Caller::System] {
            letter("roll back", r#""type":"request_rollback""#.to_owned(), by(caller));
        }
        letter("tick", r#""type":"tick""#.to_owned(), OPERATOR);
        letter("tick late", r#""type":"tick""#.to_owned(), Context { now: LATE, ..OPERATOR });
        letters
    }

    fn within(world: usize, session: &Session) -> bool {
        // Of two actions of one kind it does not matter which is logged first.
        let Of { kinds, .. } = &all()[world];
        let alike = kinds.iter().all(|kind| *kind == kinds[0]);
        if alike && session.actions.first().is_some_and(|first| first.id != "a") {
            return false;
        }
        let most = |action: &str| session.known_approvals().iter().filter(|approval| is_gate(approval) && approval.action_id == action).count();
        session.id == "s" && session.actions.iter().all(|action| action.id != "z" && action.undo_attempts <= 2 && most(&action.id) <= 2)
    }

    fn is_at_bound(session: &Session) -> bool {
        let most = |action: &str| session.known_approvals().iter().filter(|approval| is_gate(approval) && approval.action_id == action).count();
        session.actions.iter().any(|action| action.undo_attempts >= 2 || most(&action.id) >= 2)
    }

    /// All times are [`NOW`] or [`LATE`], and all limits are shorter than what is between: of a time it matters which.
    fn same(mut session: Session) -> Session {
        session.revision = 0;
        session.created_at = 0;
        session.last_activity_at = i64::from(session.last_activity_at >= LATE);
        for action in &mut session.actions {
            action.logged_at = 0;
            action.withdrawn.iter_mut().for_each(|withdrawn| withdrawn.at = 0);
            action.acknowledged.iter_mut().for_each(|acknowledged| acknowledged.at = 0);
        }
        for approval in session.approvals.iter_mut().flatten() {
            approval.requested_at = 0;
            approval.timeout_at = approval.timeout_at.filter(|_| approval.status == ApprovalStatus::Pending).map(|at| i64::from(at > LATE));
            approval.resolution = None;
            approval.resolved_at = None;
            approval.resolved_by = None;
            approval.reason = None;
        }
        if let Some(rollback) = &mut session.rollback {
            rollback.caller = Caller::System;
        }
        session
    }

    fn invariants() -> Vec<Invariant<Session>> {
        vec![
            ("an action is `ROLLED_BACK` if and only if its undo is `COMPLETED`", |session| {
                session.actions.iter().all(|action| (action.status == ActionStatus::RolledBack) == (action.undo == Undo::Completed))
            }),
            ("an action is `ROLLBACK_FAILED` if and only if its undo is `FAILED`", |session| {
                session.actions.iter().all(|action| (action.status == ActionStatus::RollbackFailed) == (action.undo == Undo::Failed))
            }),
            ("an action whose undo is in progress or declined is `SUCCESS`", |session| {
                let of = |undo| matches!(undo, Undo::InProgress | Undo::Declined);
                session.actions.iter().all(|action| !of(action.undo) || action.status == ActionStatus::Success)
            }),
            ("one undo is in progress at most", |session| session.actions.iter().filter(|action| action.undo == Undo::InProgress).count() <= 1),
            ("an approval of an execution waits if and only if its action does", |session| {
                let waits = |id: &str| {
                    session.known_approvals().iter().any(|approval| approval.is_pending() && !is_gate(approval) && approval.action_id == id)
                };
                session.actions.iter().all(|action| (action.status == ActionStatus::PendingApproval) == waits(&action.id))
            }),
            ("what is cleared was approved before its execution", |session| {
                let gave = |approval: &Approval| approval.status == ApprovalStatus::Approved && approval.purpose == Some(Purpose::BeforeExecution);
                let cleared = session.actions.iter().filter(|action| action.status == ActionStatus::Cleared);
                cleared.into_iter().all(|action| session.known_approvals().iter().any(|approval| gave(approval) && approval.action_id == action.id))
            }),
            ("the rollback is at the action whose undo is in progress", |session| {
                let undoing = session.actions.iter().find(|action| action.undo == Undo::InProgress).map(|action| &action.id);
                session.rollback.as_ref().and_then(|rollback| rollback.current.as_ref()) == undoing
            }),
            ("there is a rollback if and only if one is in progress or waits", |session| {
                session.rollback.is_some() == session.actions.iter().any(|action| action.undo == Undo::InProgress)
            }),
            ("the gate of an undo is asked only while it is in progress", |session| {
                let undoing = |id: &str| session.actions.iter().any(|action| action.id == id && action.undo == Undo::InProgress);
                session.known_approvals().iter().all(|approval| !(approval.is_pending() && is_gate(approval)) || undoing(&approval.action_id))
            }),
            ("what is stored as rolled back has nothing left to undo", |session| {
                let left = |status| matches!(status, ActionStatus::PendingApproval | ActionStatus::Cleared | ActionStatus::RollbackFailed);
                session.status != Status::RolledBack || !session.actions.iter().any(|action| left(action.status) || action.undo == Undo::Declined)
            }),
            ("the view finds nothing inconsistent", |session| view(session, &OPERATOR).conditions.inconsistent.is_none()),
            ("a restarted host finds every undo that runs, once", |session| {
                let undoing = session.actions.iter().filter(|action| action.undo == Undo::InProgress).count();
                let is_of_undo =
                    |event: &&Event| matches!(event, Event::UndoStarted { .. } | Event::ApprovalRequested { purpose: Some(Purpose::Rollback), .. });
                outstanding(session).iter().filter(is_of_undo).count() == undoing
            }),
        ]
    }

    fn is_terminal(session: &Session) -> bool {
        view(session, &OPERATOR).terminal
    }

    fn is_all() -> bool {
        !is_small()
    }

    fn is_whole(status: &str, _: &str, _: Option<&str>) -> bool {
        // Cleared or broken actions in these only an import brings.
        !["ROLLED_BACK", "ABANDONED"].contains(&status)
    }

    fn step(before: &Session, letter: &Letter<Self>, events: &[EventOf<Self>], after: &Session) {
        // No compensation runs twice under one key, and none is started while another one runs.
        for event in events {
            if let Event::UndoStarted { action_id, attempt, .. } = event {
                let attempts =
                    |session: &Session| session.actions.iter().find(|action| action.id == *action_id).map_or(0, |action| action.undo_attempts);
                assert_eq!((attempts(before) + 1, attempts(after)), (*attempt, *attempt), "{}", letter.name);
            }
        }
        let started = events.iter().filter(|event| matches!(event, Event::UndoStarted { .. })).count();
        assert!(started <= 1, "{} starts {started} undos", letter.name);
        // What is terminal for an action is never taken back, save the clearance of a person and the retry of an undo.
        for action in &before.actions {
            let then = after.actions.iter().find(|other| other.id == action.id).unwrap();
            let gone = matches!(action.status, ActionStatus::RolledBack | ActionStatus::Failed) && then.status != action.status;
            assert!(!gone, "{} makes {:?} of {:?}", letter.name, then.status, action.status);
        }
        // A second tick at the same time finds nothing.
        if letter.name.starts_with("tick") {
            let again = decide(Some(after), &letter.command, &letter.context);
            assert!(matches!(again, Ok(Decision::Noop { code: "nothing_due", .. })), "{again:?}");
        } else {
            assert_eq!(after.last_activity_at, before.last_activity_at.max(letter.context.now), "{}", letter.name);
        }
        assert_eq!(replay(events, Some(before.clone())).as_ref(), Some(after));
    }
}

fn is_gate(approval: &Approval) -> bool {
    approval.purpose == Some(Purpose::Rollback)
}

#[test]
fn every_reachable_reversible_session() {
    every_world::<Sessions>();
}
