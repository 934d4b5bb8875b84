//! The lifecycle as the engine and the world see it.

use super::events;
use super::index::Index;
use super::{ActionStatus, ApprovalStatus, Command, Event, RULES, Session, Settings, Status, Undo, View, import, view as derived, wire, written};
use crate::Error;
use crate::engine::{self, By, Context, Denial, Lifecycle, Targets, Variant, Warning};
use crate::json::{ClosedSet, Document, Node, Object};

/// The reversible lifecycle: actions, approvals, and a rollback that undoes them newest first.
#[derive(Debug, Clone, Copy)]
pub struct Reversible;

/// What follows from a command.
pub type Decision = engine::Decision<Event>;
/// A command with its verdict now.
pub type Offer = engine::Offer<Command>;

/// The status of what a command is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// Of an approval.
    Approval(ApprovalStatus),
    /// Of an action.
    Action(ActionStatus),
    /// Of an action's undo.
    Undo(Undo),
}

const APPROVAL: &[Target] =
    &[Target::Approval(ApprovalStatus::Pending), Target::Approval(ApprovalStatus::Approved), Target::Approval(ApprovalStatus::Rejected)];
const ACTION: &[Target] = &[
    Target::Action(ActionStatus::Success),
    Target::Action(ActionStatus::PendingApproval),
    Target::Action(ActionStatus::Cleared),
    Target::Action(ActionStatus::Failed),
    Target::Action(ActionStatus::RolledBack),
    Target::Action(ActionStatus::RollbackFailed),
];
const UNDO: &[Target] = &[
    Target::Undo(Undo::None),
    Target::Undo(Undo::InProgress),
    Target::Undo(Undo::Completed),
    Target::Undo(Undo::Failed),
    Target::Undo(Undo::Declined),
];

impl ClosedSet for Target {
    const FIRST: Self = Target::Approval(ApprovalStatus::Pending);
    // Of a command's targets only some are meant, see `TARGETS`.
    const NAMES: &'static [&'static str] = &[];
    const ALL: &'static [Self] = {
        let [a, b, c] = *APPROVAL else { unreachable!() };
        let [d, e, f, g, h, i] = *ACTION else { unreachable!() };
        let [j, k, l, m, n] = *UNDO else { unreachable!() };
        &[a, b, c, d, e, f, g, h, i, j, k, l, m, n]
    };

    fn name(self) -> &'static str {
        match self {
            Target::Approval(status) => status.name(),
            Target::Action(status) => status.name(),
            Target::Undo(undo) => undo.name(),
        }
    }
}

impl Lifecycle for Reversible {
    type Session = Session;
    type Command = Command;
    type Event = Event;
    type Status = Status;
    type Target = Target;
    type Index = Index;
    type View = View;

    const NAME: &'static str = "reversible";
    const STATUS: &'static str = "status";
    const COMMANDS: &'static [(&'static str, By)] = &[
        ("create", By::Client),
        ("log_action", By::Runtime),
        ("resolve_approval", By::Client),
        ("confirm_action", By::Runtime),
        ("complete", By::Client),
        ("request_rollback", By::Client),
        ("report_undo", By::Runtime),
        ("retry_undo", By::Client),
        ("withdraw_clearance", By::Client),
        ("acknowledge_undo", By::Client),
        ("tick", By::Runtime),
    ];
    const EVENTS: &'static [&'static str] = &[
        "created",
        "action_logged",
        "approval_requested",
        "approval_resolved",
        "action_cleared",
        "action_confirmed",
        "clearance_withdrawn",
        "completed",
        "abandoned",
        "rollback_requested",
        "undo_retried",
        "undo_acknowledged",
        "rollback_started",
        "rollback_deferred",
        "rollback_dropped",
        "undo_unavailable",
        "undo_started",
        "undo_reported",
        "rollback_ended",
        "sandbox_rolled_back",
        "rollback_settled",
    ];
    const RULES: &'static [engine::Rule<Self>] = RULES;
    const NO_SESSION: &'static Session = &Session {
        id: String::new(),
        agent_id: String::new(),
        sandbox: false,
        status: Status::Active,
        settings: Settings { abandon_after_ms: 1, unconfirmed_after_ms: 1, rollback_approval_timeout_ms: None },
        created_at: 0,
        last_activity_at: 0,
        actions: Vec::new(),
        approvals: Some(Vec::new()),
        rollback: None,
        revision: 0,
    };
    const TARGETS: &'static [Targets<Self>] = &[
        Targets { command: "resolve_approval", list: "approvals", id: "approvalId", status: "status", statuses: APPROVAL },
        Targets { command: "confirm_action", list: "actions", id: "id", status: "status", statuses: ACTION },
        Targets { command: "report_undo", list: "actions", id: "id", status: "undo", statuses: UNDO },
        Targets { command: "retry_undo", list: "actions", id: "id", status: "status", statuses: ACTION },
        Targets { command: "withdraw_clearance", list: "actions", id: "id", status: "status", statuses: ACTION },
        Targets { command: "acknowledge_undo", list: "actions", id: "id", status: "status", statuses: ACTION },
    ];

    fn status(session: &Session) -> Status {
        session.status
    }

    fn command_name(command: &Command) -> &'static str {
        match command {
            Command::Create { .. } => "create",
            Command::LogAction { .. } => "log_action",
            Command::ResolveApproval { .. } => "resolve_approval",
            Command::ConfirmAction { .. } => "confirm_action",
            Command::Complete => "complete",
            Command::RequestRollback => "request_rollback",
            Command::ReportUndo { .. } => "report_undo",
            Command::RetryUndo { .. } => "retry_undo",
            Command::WithdrawClearance { .. } => "withdraw_clearance",
            Command::AcknowledgeUndo { .. } => "acknowledge_undo",
            Command::Tick => "tick",
        }
    }

    fn target_id(command: &Command) -> Option<&str> {
        match command {
            Command::ResolveApproval { approval_id, .. } => Some(approval_id),
            _ => command.action_id(),
        }
    }

    fn target(session: &Session, index: &Index, command: &str, id: &str) -> Option<Target> {
        let targets = Self::TARGETS.iter().find(|targets| targets.command == command)?;
        if targets.list == "approvals" {
            let approvals = session.known_approvals();
            return approvals.get(index.approvals.find(approvals, id)?).map(|approval| Target::Approval(approval.status));
        }
        let action = session.actions.get(index.actions.find(&session.actions, id)?)?;
        Some(if targets.status == "undo" { Target::Undo(action.undo) } else { Target::Action(action.status) })
    }

    fn index(session: &Session) -> Index {
        Index::new(session)
    }

    fn begin(event: &Event) -> Option<Session> {
        events::begin(event)
    }

    fn change(session: &mut Session, index: &mut Index, event: &Event) -> bool {
        events::change(session, index, event)
    }

    fn revision(session: &mut Session) -> &mut i64 {
        &mut session.revision
    }

    fn view(session: &Session, context: &Context) -> View {
        derived::view(session, context.now)
    }

    fn variants(session: &Session) -> Vec<Variant<Command>> {
        derived::variants(session)
    }

    fn outstanding(session: &Session) -> Vec<Event> {
        derived::outstanding(session)
    }

    fn deadline(session: &Session) -> Option<i64> {
        derived::deadline(session, &Index::new(session))
    }

    fn read_session(node: &Node<'_>) -> Session {
        wire::session(node)
    }

    fn read_command(name: &str, node: &Node<'_>) -> Command {
        wire::command(name, node)
    }

    fn read_event(name: &str, node: &Node<'_>) -> Event {
        wire::event(name, node)
    }

    fn write_command(command: &Command, object: &mut Object<'_>) {
        written::write_command(command, object);
    }

    fn is_payload(node: &Node<'_>) -> bool {
        import::is_payload(node)
    }

    fn import(node: &Node<'_>, more: &Node<'_>) -> (Session, Vec<Warning>) {
        import::import(node, more)
    }
}

/// Judges a command: what would follow, or why not. Changes nothing (section 3).
pub fn decide(session: Option<&Session>, command: &Command, context: &Context) -> Result<Decision, Denial> {
    engine::decide::<Reversible>(session, command, context)
}

/// The session after the event; one that does not fit leaves it as it is.
pub fn apply(session: Option<Session>, event: &Event) -> Option<Session> {
    engine::apply::<Reversible>(session, event)
}

/// The session after the events.
pub fn replay(events: &[Event], session: Option<Session>) -> Option<Session> {
    engine::replay::<Reversible>(events, session)
}

/// Everything derived from the session at the time of the context (section 2).
pub fn view(session: &Session, context: &Context) -> View {
    Reversible::view(session, context)
}

/// What could be done now, allowed or not, and why not.
pub fn offers(session: &Session, context: &Context) -> Vec<Offer> {
    engine::offers::<Reversible>(session, context)
}

/// The instructions that a restarted host still has to carry out: the undo that runs or its gate, every clearance, every
/// other approval that waits (section 5).
pub fn outstanding(session: &Session) -> Vec<Event> {
    Reversible::outstanding(session)
}

/// The earliest moment at which a `tick` would do something, in milliseconds since the epoch (section 6).
pub fn deadline(session: &Session) -> Option<i64> {
    Reversible::deadline(session)
}

/// Whether any rule of the command starts in the session's status, and in that of the approval or action of that id, if one
/// is given: `false` is final, `true` means ask [`decide`].
pub fn can(session: &Session, command: &str, target: Option<&str>) -> bool {
    engine::can::<Reversible>(session, command, target)
}

/// Reads a session from JSON: types and closed sets are checked, invariants are not; what contradicts itself
/// is reported by the view.
pub fn parse(json: &str) -> Result<Session, Error> {
    Document::read(json, engine::read_session::<Reversible>)
}

/// Reads a vendor's payload: an AgentRein session as JSON, and the rows of its approvals, or `null`.
pub fn from_api(json: &str, approvals: &str) -> Result<(Session, Vec<Warning>), Error> {
    let approvals = Document::parse(approvals)?.named("more");
    let session = Document::read(json, |node| import::import(node, &approvals.root()))?;
    approvals.judged(session)
}
