//! What is given, what is asked, and what should come of it, in few words.

pub use countersign::engine::{Attention, By, Caller, Context, Denial, Lifecycle, Warning, read_command, read_event};
pub use countersign::json::{ClosedSet, Document, Opaque, ToJson};
pub use countersign::reversible::*;

pub const HOUR: i64 = 3_600_000;
pub const DAY: i64 = 24 * HOUR;
/// The last moment that can be spoken of.
pub const LAST: i64 = 8_640_000_000_000_000;

pub const ROLLBACK: Command = Command::RequestRollback;

pub fn agent(now: i64) -> Context {
    Context { now, caller: Caller::Agent }
}

pub fn operator(now: i64) -> Context {
    Context { now, caller: Caller::Operator }
}

pub fn system(now: i64) -> Context {
    Context { now, caller: Caller::System }
}

// ---- what comes of it

/// Allowed: the events, the session after, and the warnings.
#[track_caller]
pub fn warned(session: &Session, command: &Command, context: &Context) -> (Vec<Event>, Session, Vec<Warning>) {
    match decide(Some(session), command, context) {
        Ok(Decision::Allowed { events, warnings, .. }) => {
            let after = replay(&events, Some(session.clone())).unwrap();
            assert_eq!(after.revision, session.revision + events.len() as i64, "{command:?}: an event did not fit, {events:?}");
            (events, after, warnings)
        }
        other => panic!("{command:?}: {other:?}"),
    }
}

/// Allowed without a warning: the events, and the session after.
#[track_caller]
pub fn allowed(session: &Session, command: &Command, context: &Context) -> (Vec<Event>, Session) {
    let (events, after, warnings) = warned(session, command, context);
    assert_eq!(warnings, [], "{command:?}");
    (events, after)
}

/// The session after the command, given by an operator at 0.
#[track_caller]
pub fn then(session: &Session, command: Command) -> Session {
    allowed(session, &command, &operator(0)).1
}

/// The session after the command.
#[track_caller]
pub fn later(session: &Session, command: Command, context: Context) -> Session {
    allowed(session, &command, &context).1
}

/// The instructions to the host among what the command brings about.
#[track_caller]
pub fn instructed(session: &Session, command: Command, context: Context) -> Vec<Event> {
    let (mut events, _, _) = warned(session, &command, &context);
    events.retain(|event| matches!(event, Event::ApprovalRequested { .. } | Event::ActionCleared { .. } | Event::UndoStarted { .. }));
    events
}

/// A noop: its code.
#[track_caller]
pub fn noop(session: &Session, command: &Command, context: &Context) -> &'static str {
    match decide(Some(session), command, context) {
        Ok(Decision::Noop { code, .. }) => code,
        other => panic!("{command:?}: {other:?}"),
    }
}

/// Denied with that code.
#[track_caller]
pub fn denied(session: &Session, command: &Command, context: &Context, code: &str) -> Denial {
    let denial = decide(Some(session), command, context).unwrap_err();
    assert_eq!(denial.code, code, "{command:?}: {denial:?}");
    denial
}

/// `ACTIVE: a SUCCESS/NONE, b ROLLED_BACK/COMPLETED`: the stored status, and each action with its undo.
pub fn state(session: &Session) -> String {
    let action = |action: &Action| format!("{} {}/{}", action.id, action.status.name(), action.undo.name());
    format!("{}: {}", session.status.name(), session.actions.iter().map(action).collect::<Vec<_>>().join(", "))
}

#[track_caller]
pub fn action<'a>(session: &'a Session, id: &str) -> &'a Action {
    session.actions.iter().find(|action| action.id == id).unwrap()
}

#[track_caller]
pub fn approval<'a>(session: &'a Session, id: &str) -> &'a Approval {
    session.known_approvals().iter().find(|approval| approval.approval_id == id).unwrap()
}

/// A chain that has nothing but a current action.
pub fn chain(scope: Scope, caller: Caller, current: &str) -> Rollback {
    let current = Some(text(current));
    Rollback { scope, caller, current, todo: [].into(), walked: vec![], waiting: vec![], session_next: false }
}

/// The instruction to run that attempt of an undo.
pub fn started(action_id: &str, attempt: i64) -> Event {
    Event::UndoStarted { action_id: text(action_id), attempt, idempotency_key: format!("s/{action_id}/{attempt}") }
}

/// The instruction to ask, as `decide` gives it at that time.
pub fn asked(action_id: &str, purpose: Purpose, n: i64, timeout_at: Option<i64>, requested_at: Option<i64>) -> Event {
    let approval_id = format!("{action_id}:{}:{n}", purpose.name());
    Event::ApprovalRequested { approval_id, action_id: text(action_id), purpose: Some(purpose), timeout_at, requested_at }
}

// ---- what is asked

pub fn text(text: &str) -> String {
    text.to_owned()
}

pub fn json(json: &str) -> Opaque {
    Document::parse(json).unwrap().root().opaque()
}

pub fn create() -> Command {
    Command::Create { id: text("s"), agent_id: text("g"), sandbox: false, settings: Settings::default() }
}

/// A call that can be undone without asking.
pub fn entry(id: &str) -> Entry {
    Entry {
        id: text(id),
        order: None,
        api_name: text("stripe.refunds.create"),
        operation_type: OperationType::Create,
        payload: Opaque::default(),
        compensation: Compensation { kind: Kind::Automatic, require_approval: false },
        error: Opaque::default(),
    }
}

/// A call whose undo a person has to approve.
pub fn gated(id: &str) -> Entry {
    Entry { compensation: Compensation { kind: Kind::Automatic, require_approval: true }, ..entry(id) }
}

/// A call that is declared not undoable.
pub fn lasting(id: &str) -> Entry {
    Entry { compensation: Compensation { kind: Kind::None, require_approval: false }, ..entry(id) }
}

/// A call that nobody knows how to undo.
pub fn unknown(id: &str) -> Entry {
    Entry { compensation: Compensation { kind: Kind::Unavailable, require_approval: false }, ..entry(id) }
}

pub fn ran(action: Entry) -> Command {
    Command::LogAction { action, status: Logged::Success }
}

pub fn failed(action: Entry) -> Command {
    Command::LogAction { action, status: Logged::Failed }
}

pub fn asking(action: Entry, executed: bool, timeout_ms: Option<i64>) -> Command {
    Command::LogAction { action, status: Logged::PendingApproval(Request { executed, approval_id: None, timeout_ms }) }
}

/// Logged before its execution, to be approved at any time.
pub fn before(action: Entry) -> Command {
    asking(action, false, None)
}

/// Logged after its execution, to be approved at any time.
pub fn after(action: Entry) -> Command {
    asking(action, true, None)
}

/// The first approval of the action's execution.
pub fn before_of(action_id: &str) -> String {
    format!("{action_id}:BEFORE_EXECUTION:1")
}

/// The first approval of the executed action.
pub fn after_of(action_id: &str) -> String {
    format!("{action_id}:AFTER_EXECUTION:1")
}

/// The first approval of the action's undo.
pub fn gate_of(action_id: &str) -> String {
    format!("{action_id}:ROLLBACK:1")
}

pub fn resolve(approval_id: &str, decision: Answer) -> Command {
    Command::ResolveApproval { approval_id: text(approval_id), decision, resolved_by: text("ann"), reason: None }
}

pub fn approve(approval_id: &str) -> Command {
    resolve(approval_id, Answer::Approve)
}

pub fn reject(approval_id: &str) -> Command {
    resolve(approval_id, Answer::Reject)
}

pub fn confirm(action_id: &str) -> Command {
    Command::ConfirmAction { action_id: text(action_id), status: ActionStatus::Success }
}

pub fn report(action_id: &str, attempt: i64, result: UndoResult) -> Command {
    let idempotency_key = format!("s/{action_id}/{attempt}");
    Command::ReportUndo { action_id: text(action_id), idempotency_key, result, error: Opaque::default() }
}

/// The first attempt to undo it was successful.
pub fn undone(action_id: &str) -> Command {
    report(action_id, 1, UndoResult::Succeeded)
}

/// The first attempt to undo it failed.
pub fn not_undone(action_id: &str) -> Command {
    report(action_id, 1, UndoResult::Failed)
}

pub fn retry(action_id: &str) -> Command {
    Command::RetryUndo { action_id: text(action_id) }
}

pub fn withdraw(action_id: &str) -> Command {
    Command::WithdrawClearance { action_id: text(action_id), resolved_by: text("ann"), reason: text("too late") }
}

pub fn acknowledge(action_id: &str) -> Command {
    Command::AcknowledgeUndo { action_id: text(action_id), resolved_by: text("ann"), note: text("by hand") }
}

// ---- what is given

/// The session that this command creates at 0.
#[track_caller]
pub fn created(command: &Command) -> Session {
    let Ok(Decision::Allowed { events, .. }) = decide(None, command, &operator(0)) else { panic!("{command:?}") };
    replay(&events, None).unwrap()
}

/// A session after these commands, each given by an operator at 0 and allowed.
#[track_caller]
pub fn given(commands: &[Command]) -> Session {
    commands.iter().cloned().fold(created(&create()), |session, command| then(&session, command))
}

/// A simulated session after these commands.
#[track_caller]
pub fn sandbox(commands: &[Command]) -> Session {
    let create = Command::Create { id: text("s"), agent_id: text("g"), sandbox: true, settings: Settings::default() };
    commands.iter().cloned().fold(created(&create), |session, command| then(&session, command))
}

/// The session with that stored status, however it came to it.
pub fn stored(status: Status, session: Session) -> Session {
    Session { status, ..session }
}

/// An import without approvals.
pub fn imported(session: Session) -> Session {
    Session { approvals: None, ..session }
}

/// The session, one of whose actions is undone by the vendor.
pub fn vendor_undoes(id: &str, mut session: Session) -> Session {
    session.actions.iter_mut().find(|action| action.id == id).unwrap().undo = Undo::InProgress;
    session
}

/// The action `c` is cleared.
pub fn cleared() -> Session {
    given(&[before(entry("c")), approve(&before_of("c"))])
}

/// Sessions of all kinds, each of which can come about, none of which has lost its way.
pub fn reachable() -> Vec<Session> {
    let two = || given(&[ran(entry("a")), ran(entry("b"))]);
    let waiting = || given(&[ran(entry("a")), after(entry("x")), after(entry("y")), ROLLBACK, reject(&after_of("x")), reject(&after_of("y"))]);
    vec![
        given(&[]),
        two(),
        then(&two(), Command::Complete),
        then(&two(), ROLLBACK),
        given(&[ran(entry("a")), ran(entry("b")), ROLLBACK, undone("b")]),
        given(&[ran(entry("a")), ran(entry("b")), ROLLBACK, not_undone("b")]),
        given(&[ran(entry("a")), ROLLBACK, undone("a")]),
        given(&[ran(entry("a")), ROLLBACK, not_undone("a"), retry("a")]),
        given(&[ran(entry("a")), ROLLBACK, not_undone("a"), acknowledge("a")]),
        given(&[ran(gated("a")), ROLLBACK]),
        given(&[ran(gated("a")), ROLLBACK, approve(&gate_of("a"))]),
        given(&[ran(gated("a")), ROLLBACK, reject(&gate_of("a"))]),
        given(&[ran(unknown("a")), ROLLBACK]),
        given(&[ran(lasting("a")), failed(entry("b"))]),
        given(&[before(entry("p")), after(entry("x"))]),
        given(&[before(entry("p")), ran(entry("a")), reject(&before_of("p"))]),
        cleared(),
        then(&cleared(), withdraw("c")),
        then(&cleared(), confirm("c")),
        given(&[after(gated("x")), reject(&after_of("x"))]),
        given(&[after(unknown("x")), reject(&after_of("x"))]),
        waiting(),
        then(&waiting(), undone("a")),
        sandbox(&[ran(entry("a")), before(entry("p")), ROLLBACK]),
        later(&two(), Command::Tick, system(DAY + 1)),
    ]
}
